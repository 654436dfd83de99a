//! A computation tree, ready to be folded, laid out and drawn.

mod build;
mod merge;
mod recheck;

pub use build::view;
pub use merge::{Merged, merge};
pub use recheck::recheck;

use crate::bundle::{Evidence, Verdict};
use std::sync::Arc;

/// The computation tree of a run, seen from one of its rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeView {
    /// The nodes, parents before children.
    pub nodes: Vec<NodeView>,
    /// The nodes of every trajectory, in order of its steps.
    pub trajectories: Vec<Vec<u32>>,
    /// The samples' names.
    pub samples: Vec<String>,
    /// The verdict of every trajectory alone.
    pub verdicts: Vec<Verdict>,
    /// States over all trajectories, before merging.
    pub states: u64,
    /// The evidence, as it stands in the bundle.
    pub evidence: Option<Evidence>,
    /// Whether the evidence was found right when it was checked again here; none if there is none.
    pub rechecked: Option<Result<(), String>>,
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeView {
    /// The parent; none for a root.
    pub parent: Option<u32>,
    /// The step of the trajectories through it.
    pub step: u32,
    /// The action that led here.
    pub action: Option<Arc<str>>,
    /// Facts that became true here (at a root: all that hold).
    pub added: Vec<Arc<str>>,
    /// Facts that became false here.
    pub removed: Vec<Arc<str>>,
    /// Trajectories through it.
    pub through: u32,
    /// Trajectories that end here.
    pub ends: Vec<u32>,
    /// What the trajectories through it come to: `Violated` if all of them are, `Satisfied` if none
    /// is, none if they differ.
    pub outcome: Option<Verdict>,
}
