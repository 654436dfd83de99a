//! Random Kripke structures, and evaluation of CTL by naive iteration.
