//! Test strategies, generators and brute-force oracles; a dev-dependency only.

pub mod formulas;
pub mod kripke;
pub mod smv;
pub mod trees;
pub mod words;
