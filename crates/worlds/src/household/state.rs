//! What changes in a household: states of objects, relations, and what the agent remembers.
//!
//! ```
//! use vedette_worlds::household::{Edge, ObjectState, Relation, State};
//!
//! let mut state = State::empty(3);
//! let [agent, mug, table] = [0, 1, 2].map(|at| state.slot(at));
//! state.link(Edge { from: mug, relation: Relation::On, to: table });
//! let mark = state.mark();
//! state.unlink(Edge { from: mug, relation: Relation::On, to: table });
//! state.link(Edge { from: agent, relation: Relation::HoldsRh, to: mug });
//! assert_eq!(state.targets(agent, Relation::HoldsRh).collect::<Vec<_>>(), [mug]);
//! let diff = state.since(mark);
//! assert_eq!((diff.added.len(), diff.removed.len()), (1, 1));
//! state.undo(mark);
//! assert!(state.has(mug, Relation::On, table) && state.since(mark).is_empty());
//! ```
//!
//! # Why sorted adjacency and a journal
//!
//! An action asks for the few edges of the agent and of one or two objects, in ascending order, and
//! changes some twenty of them. Each object keeps its edges sorted by relation and other end, in both
//! directions, so a question is a binary search and a choice "the first" is well-defined. What was
//! changed is written into a journal: it yields the difference of a step without comparing graphs, and
//! lets a search take a step back without copying one.
//!
//! The *grab memory* (where a thing was taken from) is no part of the graph, yet two states with equal
//! graphs and different memories behave differently; so it is a part of the state here.

use super::diff::{Diff, Restated};
use super::scene::Slot;
use super::terms::{ObjectState, Relation, Set, Term};

/// A relation of two objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// Whose relation it is.
    pub from: Slot,
    /// Which relation.
    pub relation: Relation,
    /// To whom.
    pub to: Slot,
}

/// Where a held thing was taken from: what it was on, in or near.
pub type Memory = (Slot, Relation);

/// A change, as the journal keeps it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    Added(Edge),
    Removed(Edge),
    /// The states before.
    Restated(Slot, Set<ObjectState>),
    /// The memory before.
    Remembered(Slot, Option<Memory>),
}

/// A place in the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(usize);

/// A state of a household.
#[derive(Clone, Debug)]
pub struct State {
    states: Vec<Set<ObjectState>>,
    /// By slot: relation and other end, packed and sorted.
    outgoing: Vec<Vec<u32>>,
    incoming: Vec<Vec<u32>>,
    /// Few things are remembered at a time: sorted by slot.
    memory: Vec<(Slot, Memory)>,
    journal: Vec<Change>,
}

const SLOT_BITS: u32 = 24;

fn pack(relation: Relation, slot: Slot) -> u32 {
    relation.number() << SLOT_BITS | slot.0
}

fn unpack(packed: u32) -> (Relation, Slot) {
    (Relation::ALL[(packed >> SLOT_BITS) as usize], Slot(packed & ((1 << SLOT_BITS) - 1)))
}

fn of(edges: &[u32], relation: Relation) -> &[u32] {
    let start = edges.partition_point(|&edge| edge < pack(relation, Slot(0)));
    let rest = &edges[start..];
    let end = rest.partition_point(|&edge| edge >> SLOT_BITS == relation.number());
    &rest[..end]
}

fn ends(edges: &[u32]) -> impl DoubleEndedIterator<Item = Slot> + ExactSizeIterator {
    edges.iter().map(|&edge| unpack(edge).1)
}

impl State {
    /// A state of so many objects, of which nothing holds.
    pub fn empty(objects: usize) -> Self {
        Self {
            states: vec![Set::default(); objects],
            outgoing: vec![Vec::new(); objects],
            incoming: vec![Vec::new(); objects],
            memory: Vec::new(),
            journal: Vec::new(),
        }
    }

    /// The object at a position; panics past the end.
    pub fn slot(&self, at: usize) -> Slot {
        assert!(at < self.states.len(), "an object of this state");
        Slot(at as u32)
    }

    /// How many objects it is about.
    pub fn objects(&self) -> usize {
        self.states.len()
    }

    /// What an object is like.
    pub fn states(&self, slot: Slot) -> Set<ObjectState> {
        self.states[slot.index()]
    }

    /// Whether a relation holds.
    pub fn has(&self, from: Slot, relation: Relation, to: Slot) -> bool {
        self.outgoing[from.index()].binary_search(&pack(relation, to)).is_ok()
    }

    /// What an object has a relation to, ascending.
    pub fn targets(
        &self,
        from: Slot,
        relation: Relation,
    ) -> impl DoubleEndedIterator<Item = Slot> + ExactSizeIterator {
        ends(of(&self.outgoing[from.index()], relation))
    }

    /// What has a relation to an object, ascending.
    pub fn sources(
        &self,
        to: Slot,
        relation: Relation,
    ) -> impl DoubleEndedIterator<Item = Slot> + ExactSizeIterator {
        ends(of(&self.incoming[to.index()], relation))
    }

    /// All relations that an object has to others, by relation and other end.
    pub fn edges_of(&self, from: Slot) -> impl Iterator<Item = Edge> {
        self.outgoing[from.index()].iter().map(move |&packed| {
            let (relation, to) = unpack(packed);
            Edge { from, relation, to }
        })
    }

    /// All relations, in canonical order.
    pub fn edges(&self) -> impl Iterator<Item = Edge> {
        (0..self.outgoing.len() as u32).flat_map(|from| self.edges_of(Slot(from)))
    }

    /// Where an object was taken from, if that is remembered.
    pub fn memory(&self, slot: Slot) -> Option<Memory> {
        let at = self.memory.binary_search_by_key(&slot, |&(slot, _)| slot).ok()?;
        Some(self.memory[at].1)
    }

    /// All that is remembered, by ascending slot.
    pub fn memories(&self) -> &[(Slot, Memory)] {
        &self.memory
    }

    /// Makes a relation hold.
    pub fn link(&mut self, edge: Edge) {
        if self.insert(edge) {
            self.journal.push(Change::Added(edge));
        }
    }

    /// Ends a relation.
    pub fn unlink(&mut self, edge: Edge) {
        if self.remove(edge) {
            self.journal.push(Change::Removed(edge));
        }
    }

    /// Ends a relation of an object to all others, and of all others to it.
    pub(super) fn isolate(&mut self, slot: Slot, relation: Relation) {
        self.unlink_targets(slot, relation);
        loop {
            let Some(from) = self.sources(slot, relation).next_back() else { break };
            self.unlink(Edge { from, relation, to: slot });
        }
    }

    /// Ends a relation of an object to all others.
    pub(super) fn unlink_targets(&mut self, from: Slot, relation: Relation) {
        loop {
            let Some(to) = self.targets(from, relation).next_back() else { break };
            self.unlink(Edge { from, relation, to });
        }
    }

    /// Gives an object its states.
    pub fn restate(&mut self, slot: Slot, states: Set<ObjectState>) {
        let before = std::mem::replace(&mut self.states[slot.index()], states);
        if before != states {
            self.journal.push(Change::Restated(slot, before));
        }
    }

    /// Remembers where an object was taken from, or forgets it.
    pub fn remember(&mut self, slot: Slot, memory: Option<Memory>) {
        let before = self.set_memory(slot, memory);
        if before != memory {
            self.journal.push(Change::Remembered(slot, before));
        }
    }

    /// The present place in the journal.
    pub fn mark(&self) -> Mark {
        Mark(self.journal.len())
    }

    /// What is different from when `mark` was made.
    pub fn since(&self, mark: Mark) -> Diff {
        let restated = |slot, before| Restated { slot, before, after: self.states(slot) };
        Diff::net(&self.journal[mark.0..], restated, |slot| self.memory(slot))
    }

    /// What was changed since `mark` was made, one after another.
    pub(super) fn changes(&self, mark: Mark) -> &[Change] {
        &self.journal[mark.0..]
    }

    /// Goes back to when `mark` was made.
    pub fn undo(&mut self, mark: Mark) {
        while self.journal.len() > mark.0 {
            match self.journal.pop().expect("the journal is longer than the mark") {
                Change::Added(edge) => {
                    self.remove(edge);
                }
                Change::Removed(edge) => {
                    self.insert(edge);
                }
                Change::Restated(slot, before) => self.states[slot.index()] = before,
                Change::Remembered(slot, before) => {
                    self.set_memory(slot, before);
                }
            }
        }
    }

    /// Forgets how the state came about; marks made before are void.
    pub fn settle(&mut self) {
        self.journal.clear();
    }

    /// Makes a difference happen.
    pub fn apply(&mut self, diff: &Diff) {
        for &edge in &diff.removed {
            self.unlink(edge);
        }
        for &edge in &diff.added {
            self.link(edge);
        }
        for restated in &diff.states {
            self.restate(restated.slot, restated.after);
        }
        for change in &diff.memory {
            self.remember(change.slot, change.after);
        }
    }

    fn insert(&mut self, edge: Edge) -> bool {
        let out = &mut self.outgoing[edge.from.index()];
        let packed = pack(edge.relation, edge.to);
        let Err(at) = out.binary_search(&packed) else { return false };
        out.insert(at, packed);
        let back = &mut self.incoming[edge.to.index()];
        let packed = pack(edge.relation, edge.from);
        let at = back.binary_search(&packed).unwrap_or_else(|at| at);
        back.insert(at, packed);
        true
    }

    fn remove(&mut self, edge: Edge) -> bool {
        let out = &mut self.outgoing[edge.from.index()];
        let Ok(at) = out.binary_search(&pack(edge.relation, edge.to)) else { return false };
        out.remove(at);
        let back = &mut self.incoming[edge.to.index()];
        if let Ok(at) = back.binary_search(&pack(edge.relation, edge.from)) {
            back.remove(at);
        }
        true
    }

    fn set_memory(&mut self, slot: Slot, memory: Option<Memory>) -> Option<Memory> {
        let at = self.memory.binary_search_by_key(&slot, |&(slot, _)| slot);
        match (at, memory) {
            (Ok(at), Some(new)) => Some(std::mem::replace(&mut self.memory[at].1, new)),
            (Ok(at), None) => Some(self.memory.remove(at).1),
            (Err(at), Some(new)) => {
                self.memory.insert(at, (slot, new));
                None
            }
            (Err(_), None) => None,
        }
    }
}

impl PartialEq for State {
    /// Whether the same holds and the same is remembered, however it came about.
    fn eq(&self, other: &Self) -> bool {
        self.states == other.states
            && self.outgoing == other.outgoing
            && self.memory == other.memory
    }
}
impl Eq for State {}
