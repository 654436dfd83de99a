//! Inputs for the benchmarks, made when they are needed: nothing of them is kept in the repository.

pub(crate) mod forest;
pub(crate) mod kitchen;
pub(crate) mod programs;
pub(crate) mod rules;
