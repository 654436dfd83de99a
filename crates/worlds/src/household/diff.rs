//! The difference that a step makes, in one canonical order.
//!
//! ```
//! use vedette_worlds::household::{Edge, Relation, State};
//!
//! let mut state = State::empty(2);
//! let mark = state.mark();
//! let near = Edge { from: state.slot(1), relation: Relation::Close, to: state.slot(0) };
//! state.link(near);
//! state.link(Edge { from: near.to, to: near.from, ..near });
//! assert_eq!(state.since(mark).added[0].from.index(), 0, "sorted, whatever came first");
//! state.unlink(near);
//! assert_eq!(state.since(mark).added.len(), 1, "what came and went is no difference");
//! ```
//!
//! # Why net and sorted
//!
//! Walking takes all of the agent's relations away and makes most of them anew. What a reader asks is
//! what is different afterwards, and two implementations can only be compared on that. States by
//! object; relations by first object, relation (by the alphabet), second object.

use super::scene::Slot;
use super::state::{Change, Edge, Memory};
use super::terms::{ObjectState, Set};

/// What an object was like, and what it is like now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restated {
    /// The object.
    pub slot: Slot,
    /// Its states before.
    pub before: Set<ObjectState>,
    /// Its states after.
    pub after: Set<ObjectState>,
}

/// Where an object was remembered to come from, and now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recalled {
    /// The object.
    pub slot: Slot,
    /// What was remembered before.
    pub before: Option<Memory>,
    /// What is remembered after.
    pub after: Option<Memory>,
}

/// The difference between two states of a household.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// Objects with other states, ascending.
    pub states: Vec<Restated>,
    /// Relations that hold now, sorted.
    pub added: Vec<Edge>,
    /// Relations that no longer hold, sorted.
    pub removed: Vec<Edge>,
    /// Objects of which something else is remembered, ascending.
    pub memory: Vec<Recalled>,
}

impl Diff {
    /// Whether nothing is different.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
            && self.added.is_empty()
            && self.removed.is_empty()
            && self.memory.is_empty()
    }

    /// What `changes`, in their order, come to.
    pub(super) fn net(
        changes: &[Change],
        restated: impl Fn(Slot, Set<ObjectState>) -> Restated,
        memory: impl Fn(Slot) -> Option<Memory>,
    ) -> Self {
        let mut diff = Self::default();
        let mut edges: Vec<(Edge, bool)> = Vec::with_capacity(changes.len());
        for change in changes {
            match *change {
                Change::Added(edge) => edges.push((edge, true)),
                Change::Removed(edge) => edges.push((edge, false)),
                // The first entry of an object has what was before all of them.
                Change::Restated(slot, before) => {
                    if diff.states.iter().all(|known| known.slot != slot) {
                        diff.states.push(restated(slot, before));
                    }
                }
                Change::Remembered(slot, before) => {
                    if diff.memory.iter().all(|known| known.slot != slot) {
                        diff.memory.push(Recalled { slot, before, after: memory(slot) });
                    }
                }
            }
        }
        diff.states.retain(|change| change.before != change.after);
        diff.states.sort_by_key(|change| change.slot);
        diff.memory.retain(|change| change.before != change.after);
        diff.memory.sort_by_key(|change| change.slot);
        // Additions and removals of an edge take turns: an even number of them is no difference.
        edges.sort_by_key(|&(edge, _)| edge);
        for same in edges.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() % 2 == 1) {
            let (edge, added) = same[0];
            if added { diff.added.push(edge) } else { diff.removed.push(edge) }
        }
        diff
    }
}
