//! A tree on its way from the worker to the page: numbers in one block of bytes, every text once.
//!
//! ```
//! use vedette_report::tree_view::{NodeView, TreeView};
//! use vedette_report::tree_wire::{pack, unpack};
//!
//! let node = |parent: Option<u32>, fact: &str| NodeView {
//!     parent,
//!     step: parent.map_or(0, |parent| parent + 1),
//!     action: None,
//!     added: vec![fact.into()],
//!     removed: vec![],
//!     through: 1,
//!     ends: vec![],
//!     outcome: None,
//! };
//! let tree = TreeView {
//!     nodes: vec![node(None, "on(stove)"), node(Some(0), "on(stove)")],
//!     trajectories: vec![vec![0, 1]],
//!     samples: vec!["a".into()],
//!     verdicts: vec![],
//!     states: 2,
//!     evidence: None,
//!     rechecked: None,
//! };
//! let (head, bytes) = pack(&tree);
//! assert_eq!(head.names, ["on(stove)"]);
//! assert_eq!(unpack(head, &bytes), Ok(tree));
//! ```
//!
//! # Why not JSON
//! A tree of 100,000 nodes is some 15 MB of JSON, which the page would parse on its main thread and
//! turn into half a million texts. Here it is some 3 MB of numbers that are copied, and texts that
//! nodes share. Steps are depths and trajectories are paths from a root, so that neither is sent.

use crate::bundle::{Evidence, Verdict};
use crate::tree_view::{NodeView, TreeView};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What of a tree is sent as JSON; the nodes are in the bytes beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeHead {
    /// Facts and actions, by number.
    pub names: Vec<String>,
    /// The samples' names.
    pub samples: Vec<String>,
    /// The verdict of every trajectory alone.
    pub verdicts: Vec<Verdict>,
    /// States over all trajectories, before merging.
    pub states: u64,
    /// The evidence, as it stands in the bundle.
    pub evidence: Option<Evidence>,
    /// Whether the evidence was found right.
    pub rechecked: Option<Result<(), String>>,
}

/// A tree as it is sent.
pub fn pack(tree: &TreeView) -> (TreeHead, Vec<u8>) {
    let mut names: IndexSet<&str, FxBuildHasher> = IndexSet::default();
    let mut numbers = vec![tree.nodes.len() as u32];
    for node in &tree.nodes {
        let action = node.action.as_deref().map_or(0, |action| names.insert_full(action).0 + 1);
        let outcome = match node.outcome {
            None => 0,
            Some(Verdict::Violated) => 1,
            Some(_) => 2,
        };
        let parent = node.parent.map_or(0, |parent| parent + 1);
        numbers.extend([parent, action as u32, node.through, outcome]);
        for facts in [&node.added, &node.removed] {
            numbers.push(facts.len() as u32);
            numbers.extend(facts.iter().map(|fact| names.insert_full(fact).0 as u32));
        }
        numbers.push(node.ends.len() as u32);
        numbers.extend(&node.ends);
    }
    numbers.push(tree.trajectories.len() as u32);
    numbers.extend(tree.trajectories.iter().map(|nodes| nodes.last().map_or(0, |last| last + 1)));
    let head = TreeHead {
        names: names.into_iter().map(str::to_owned).collect(),
        samples: tree.samples.clone(),
        verdicts: tree.verdicts.clone(),
        states: tree.states,
        evidence: tree.evidence.clone(),
        rechecked: tree.rechecked.clone(),
    };
    (head, numbers.into_iter().flat_map(u32::to_le_bytes).collect())
}

/// The numbers that are left.
struct Numbers<'a>(std::slice::ChunksExact<'a, u8>);

impl Numbers<'_> {
    fn next(&mut self) -> Result<u32, String> {
        let four = self.0.next().and_then(|four| four.try_into().ok());
        four.map(u32::from_le_bytes).ok_or_else(|| "the tree is cut off".to_owned())
    }

    /// A list, with its length before it.
    fn list(&mut self) -> Result<Vec<u32>, String> {
        (0..self.next()?).map(|_| self.next()).collect()
    }
}

/// The tree that was sent.
pub fn unpack(head: TreeHead, bytes: &[u8]) -> Result<TreeView, String> {
    let names: Vec<Arc<str>> = head.names.iter().map(|name| name.as_str().into()).collect();
    let name = |number: u32| -> Result<Arc<str>, String> {
        names.get(number as usize).cloned().ok_or_else(|| format!("there is no name {number}"))
    };
    let mut numbers = Numbers(bytes.chunks_exact(4));
    let count = numbers.next()?;
    let mut nodes: Vec<NodeView> = Vec::new();
    for at in 0..count {
        let parent = numbers.next()?.checked_sub(1);
        if parent.is_some_and(|parent| parent >= at) {
            return Err(format!("node {at} comes before its parent"));
        }
        let action = numbers.next()?.checked_sub(1).map(name).transpose()?;
        let through = numbers.next()?;
        let outcome = match numbers.next()? {
            0 => None,
            1 => Some(Verdict::Violated),
            _ => Some(Verdict::Satisfied),
        };
        let mut facts =
            || numbers.list()?.into_iter().map(name).collect::<Result<Vec<_>, String>>();
        let (added, removed) = (facts()?, facts()?);
        let ends = numbers.list()?;
        let step = parent.map_or(0, |parent| nodes[parent as usize].step + 1);
        nodes.push(NodeView { parent, step, action, added, removed, through, ends, outcome });
    }
    let mut trajectories = Vec::new();
    for last in numbers.list()? {
        let mut path = Vec::new();
        let mut next = last.checked_sub(1);
        while let Some(node) = next {
            path.push(node);
            let found = nodes.get(node as usize);
            next = found.ok_or_else(|| format!("there is no node {node}"))?.parent;
        }
        path.reverse();
        trajectories.push(path);
    }
    Ok(TreeView {
        nodes,
        trajectories,
        samples: head.samples,
        verdicts: head.verdicts,
        states: head.states,
        evidence: head.evidence,
        rechecked: head.rechecked,
    })
}
