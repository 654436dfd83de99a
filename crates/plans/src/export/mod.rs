//! The state machine for other tools: a model for `NuSMV` and `nuXmv`, a picture for Graphviz.

pub mod dot;
pub mod smv;
