//! Test strategies, generators and brute-force oracles; a dev-dependency only.

pub mod trees;
