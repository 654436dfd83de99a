//! Kripke structures: finitely many states, a total transition relation, initial states
//! (`docs/semantics.md`, section 6). Labels stay with the caller.
//!
//! ```
//! use vedette_checker::kripke::{Kripke, KripkeError};
//!
//! // 0 -> 1, and 1 has no successor.
//! assert_eq!(Kripke::new(2, &[(0, 1)], &[0]), Err(KripkeError::Dead { state: 1 }));
//! let (kripke, looped) = Kripke::make_total(2, &[(0, 1)], &[0]).unwrap();
//! assert_eq!(looped, [1], "a final state loops on itself");
//! assert_eq!(kripke.successors(1), [1]);
//! ```
//!
//! # Why totality is an error and not a habit
//!
//! CTL speaks of infinite paths. A state without successors is often a typing error in a model; tools
//! that silently drop or loop it have given wrong answers. The caller decides.
//!
//! Reference: Clarke, Emerson and Sistla, *Automatic verification of finite-state concurrent
//! systems*, TOPLAS 1986, section 2.

mod scc;

use crate::rows::Rows;
use std::fmt;

pub(crate) use scc::components;

/// A Kripke structure without its labels. States are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kripke {
    states: u32,
    initial: Vec<u32>,
    successors: Rows,
    predecessors: Rows,
}

/// Why a structure is no Kripke structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KripkeError {
    /// A state has no successor.
    Dead {
        /// The first such state.
        state: u32,
    },
    /// An edge or an initial state names a state that does not exist.
    Unknown {
        /// The number named.
        state: u32,
    },
    /// There is no initial state.
    NoInitial,
}

impl fmt::Display for KripkeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dead { state } => write!(
                f,
                "state {state} has no successor, expected at least one; add an edge, or let final \
                 states loop on themselves"
            ),
            Self::Unknown { state } => {
                write!(f, "state {state} does not exist, expected one that is declared")
            }
            Self::NoInitial => f.write_str("there is no initial state, expected at least one"),
        }
    }
}

impl std::error::Error for KripkeError {}

impl Kripke {
    /// The structure with these edges, if its relation is total. An edge given twice counts once.
    pub fn new(states: u32, edges: &[(u32, u32)], initial: &[u32]) -> Result<Self, KripkeError> {
        let named = edges.iter().flat_map(|&(from, to)| [from, to]).chain(initial.iter().copied());
        if let Some(state) = named.into_iter().find(|&state| state >= states) {
            return Err(KripkeError::Unknown { state });
        }
        if initial.is_empty() {
            return Err(KripkeError::NoInitial);
        }
        let mut edges = edges.to_vec();
        edges.sort_unstable();
        edges.dedup();
        let back: Vec<(u32, u32)> = edges.iter().map(|&(from, to)| (to, from)).collect();
        let successors = Rows::of_pairs(states as usize, &edges);
        if let Some(state) = (0..states).find(|&state| successors.row(state).is_empty()) {
            return Err(KripkeError::Dead { state });
        }
        let predecessors = Rows::of_pairs(states as usize, &back);
        Ok(Self { states, initial: initial.to_vec(), successors, predecessors })
    }

    /// The same, a state without successors looping on itself; with those states.
    pub fn make_total(
        states: u32,
        edges: &[(u32, u32)],
        initial: &[u32],
    ) -> Result<(Self, Vec<u32>), KripkeError> {
        let mut dead = vec![true; states as usize];
        for &(from, _) in edges {
            if let Some(dead) = dead.get_mut(from as usize) {
                *dead = false;
            }
        }
        let looped: Vec<u32> = (0..states).filter(|&state| dead[state as usize]).collect();
        let mut edges = edges.to_vec();
        edges.extend(looped.iter().map(|&state| (state, state)));
        Ok((Self::new(states, &edges, initial)?, looped))
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.states as usize
    }

    /// Whether there is no state. A structure has at least one.
    pub fn is_empty(&self) -> bool {
        self.states == 0
    }

    /// The initial states.
    pub fn initial(&self) -> &[u32] {
        &self.initial
    }

    /// The states after `state`, ascending.
    pub fn successors(&self, state: u32) -> &[u32] {
        self.successors.row(state)
    }

    /// The states before `state`, ascending.
    pub fn predecessors(&self, state: u32) -> &[u32] {
        self.predecessors.row(state)
    }
}
