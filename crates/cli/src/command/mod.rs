//! One command a file.

pub(crate) mod annotate;
pub(crate) mod automaton;
pub(crate) mod bench;
mod bench_tree;
pub(crate) mod bundle;
pub(crate) mod bundle_merge;
pub(crate) mod bundle_sample;
pub(crate) mod bundle_show;
pub(crate) mod bundle_single;
pub(crate) mod bundle_site;
pub(crate) mod ctl;
pub(crate) mod equiv;
pub(crate) mod eval;
pub(crate) mod formula;
pub(crate) mod monitor;
pub(crate) mod obligations;
pub(crate) mod plan;
mod plan_crosscheck;
mod plan_human;
mod plan_input;
mod plan_machine;
mod plan_repair;
mod plan_verify;
pub(crate) mod play;
pub(crate) mod serve;
pub(crate) mod tree;
