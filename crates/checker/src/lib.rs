//! Formulas, words, automata, computation trees and model checking.
//!
//! This crate decides; it does no I/O, reads no clock, spawns nothing, and knows no wire format.
//! What every verdict means is written down in `docs/semantics.md` of the project.
//!
//! Data flows one way: text → [`formula::Formula`] → automaton or tree → verdict → evidence.

pub mod automata;
pub mod axioms;
pub mod budget;
pub mod classify;
pub mod controlled;
pub mod ctl;
pub mod english;
pub mod equivalence;
pub mod evidence;
pub mod formula;
pub mod kripke;
pub mod misconceptions;
pub mod monitor;
pub mod reasons;
pub mod syntax;
pub mod tree;
pub mod truth;
pub mod vacuity;
pub mod words;

mod rows;
