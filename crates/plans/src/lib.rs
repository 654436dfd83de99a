//! Agent programs, checked before anything runs (`CaMeLoT`; `docs/plans.md`).
//!
//! Data flows one way: text → [`source`] → [`language`] (a tree, or everything that is wrong) → [`flow`]
//! (calls and where values come from) → [`machine`] → [`verify`] (a verdict for each [`policy`], the run
//! that violates it, a suggested edit). [`obligations`] become policies, [`export`] hands the machine to
//! other tools.
//!
//! The crate does no I/O, reads no clock, spawns nothing, and compiles to WebAssembly.

pub mod export;
pub mod flow;
pub mod language;
pub mod machine;
pub mod obligations;
pub mod policy;
pub mod provenance;
pub mod repair;
pub mod source;
pub mod tools;
pub mod verify;
