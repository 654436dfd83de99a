//! Reading rules that were written for other programs.

pub mod sentinel;
