//! What the benchmarks have in common, and their inputs, which are made when they are needed.

pub(crate) mod forest;
pub(crate) mod household;
pub(crate) mod kitchen;
pub(crate) mod programs;
pub(crate) mod rooms;
pub(crate) mod rules;
pub(crate) mod times;
