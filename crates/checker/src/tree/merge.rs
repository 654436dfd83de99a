//! Merging trajectories into a forest, as a trie over (action, state).
//!
//! Children are found by one hash lookup per step, so merging is linear in the input. Node numbers
//! are given in order of insertion: a parent always precedes its children, and a pass towards the
//! leaves or towards the roots is a plain loop.

use crate::rows::{NONE, Rows};
use rustc_hash::FxHashMap;
use std::fmt;

/// A trajectory `s0 a1 s1 … an sn` as interned numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// The states, at least one.
    pub states: Vec<u32>,
    /// The action that led to each state; as many as states. The first state may have none.
    pub actions: Vec<Option<u32>>,
}

/// Why trajectories cannot be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// A trajectory without any state: no formula is true or false of it.
    Empty {
        /// Which trajectory.
        trajectory: usize,
    },
    /// The number of actions is not the number of states.
    Actions {
        /// Which trajectory.
        trajectory: usize,
        /// How many states it has.
        states: usize,
        /// How many actions it has.
        actions: usize,
    },
    /// There are more steps than node numbers.
    TooLarge,
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty { trajectory } => write!(
                f,
                "trajectory {trajectory} has no state, expected at least one; leave it out or \
                 record its initial state"
            ),
            Self::Actions { trajectory, states, actions } => write!(
                f,
                "trajectory {trajectory} has {states} states and {actions} actions, expected one \
                 action (or none) for each state"
            ),
            Self::TooLarge => f.write_str(
                "the trajectories have 2^32 steps or more, expected fewer; check them in parts",
            ),
        }
    }
}

impl std::error::Error for MergeError {}

/// A forest of merged trajectories. Nodes are numbered from 0, parents before children.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    parent: Vec<u32>,
    action: Vec<Option<u32>>,
    state: Vec<u32>,
    depth: Vec<u32>,
    passing: Vec<u32>,
    roots: Vec<u32>,
    end: Vec<u32>,
    children: Rows,
    ending: Rows,
    steps: usize,
}

impl Tree {
    /// Merges `paths`: two steps share a node exactly if they have the same parent node, the same
    /// action and the same state.
    pub fn merge(paths: &[Path]) -> Result<Self, MergeError> {
        let steps = paths.iter().map(|path| path.states.len()).sum();
        let mut tree = Self { steps, ..Self::default() };
        if tree.steps >= NONE as usize || paths.len() >= NONE as usize {
            return Err(MergeError::TooLarge);
        }
        let mut known: FxHashMap<(u32, Option<u32>, u32), u32> = FxHashMap::default();
        for (trajectory, path) in paths.iter().enumerate() {
            let (states, actions) = (path.states.len(), path.actions.len());
            if states == 0 {
                return Err(MergeError::Empty { trajectory });
            }
            if states != actions {
                return Err(MergeError::Actions { trajectory, states, actions });
            }
            let mut at = NONE;
            for (&state, &action) in path.states.iter().zip(&path.actions) {
                at = *known
                    .entry((at, action, state))
                    .or_insert_with(|| tree.push(at, action, state));
                tree.passing[at as usize] += 1;
            }
            tree.end.push(at);
        }
        tree.children = Rows::new(tree.parent.len(), &tree.parent);
        tree.ending = Rows::new(tree.parent.len(), &tree.end);
        Ok(tree)
    }

    fn push(&mut self, parent: u32, action: Option<u32>, state: u32) -> u32 {
        let node = self.parent.len() as u32;
        let depth = if parent == NONE {
            self.roots.push(node);
            0
        } else {
            self.depth[parent as usize] + 1
        };
        self.parent.push(parent);
        self.action.push(action);
        self.state.push(state);
        self.depth.push(depth);
        self.passing.push(0);
        node
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.parent.len()
    }

    /// Whether there is no trajectory.
    pub fn is_empty(&self) -> bool {
        self.parent.is_empty()
    }

    /// How many trajectories were merged.
    pub fn trajectories(&self) -> usize {
        self.end.len()
    }

    /// How many steps the trajectories had before they were merged.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The first nodes, one for each distinct first step.
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// The node before `node`; none for a root.
    pub fn parent(&self, node: u32) -> Option<u32> {
        let parent = self.parent[node as usize];
        (parent != NONE).then_some(parent)
    }

    /// The action that led to `node`.
    pub fn action(&self, node: u32) -> Option<u32> {
        self.action[node as usize]
    }

    /// The state at `node`.
    pub fn state(&self, node: u32) -> u32 {
        self.state[node as usize]
    }

    /// How many steps `node` is away from its root.
    pub fn depth(&self, node: u32) -> u32 {
        self.depth[node as usize]
    }

    /// The nodes after `node`, in order of insertion.
    pub fn children(&self, node: u32) -> &[u32] {
        self.children.row(node)
    }

    /// How many trajectories pass through `node` or end at it.
    pub fn passing(&self, node: u32) -> u32 {
        self.passing[node as usize]
    }

    /// The trajectories that end at `node`, ascending.
    pub fn ending(&self, node: u32) -> &[u32] {
        self.ending.row(node)
    }

    /// The last node of a trajectory.
    pub fn end(&self, trajectory: u32) -> u32 {
        self.end[trajectory as usize]
    }

    /// The nodes of a trajectory, first to last.
    pub fn nodes(&self, trajectory: u32) -> Vec<u32> {
        self.nodes_to(self.end(trajectory))
    }

    /// The nodes from the root to `node`.
    pub fn nodes_to(&self, node: u32) -> Vec<u32> {
        let mut nodes = vec![node; self.depth(node) as usize + 1];
        for index in (0..nodes.len() - 1).rev() {
            nodes[index] = self.parent[nodes[index + 1] as usize];
        }
        nodes
    }
}
