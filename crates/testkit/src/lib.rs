//! Test strategies, generators and brute-force oracles; a dev-dependency only.

pub mod formulas;
pub mod kripke;
mod recorded;
pub mod smv;
pub mod trees;
pub mod words;

pub use recorded::recorded;
