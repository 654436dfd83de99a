//! Deterministic machines with a colour on each state: the shape of monitors and of DFAs.
//!
//! ```
//! use vedette_checker::automata::deterministic::dfa;
//! use vedette_checker::budget::Budget;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let f = parse("G(a -> X b)", Dialect::Vedette, Reading::Finite).ok().unwrap();
//! let machine = dfa(&f.pool, f.root, Reading::Finite, &Budget::default()).unwrap();
//! // Nothing read yet, all well, b is owed, and lost; the first and the third refuse alike but for
//! // what comes next.
//! assert_eq!(machine.states(), 4);
//! assert!(!machine.colours[machine.start], "the empty word is no word");
//! ```
//!
//! # Why subsets and partition refinement
//!
//! The subset construction is exponential at worst, and that cannot be helped: the minimal DFA of an
//! `LTLf` formula may be doubly exponential (De Giacomo & Vardi, IJCAI 2013). Moore's refinement needs a
//! round per level of distinction; on machines of the size people look at that beats Hopcroft's
//! bookkeeping, and it takes any number of colours.

use super::explicit::{Automaton, Edge};
use super::guard::{Guard, Guards};
use super::table::{BLOCKS, Table};
use super::translate::{NotBuilt, Translation};
use crate::budget::{Budget, Limit};
use crate::formula::{AtomId, Id, Pool};
use crate::words::{Letter, Reading};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use std::hash::Hash;

/// A complete deterministic machine over letters; every state has a colour.
#[derive(Clone, Debug)]
pub struct Machine<C> {
    /// What the variables of guards are.
    pub atoms: Vec<AtomId>,
    /// The table of guards.
    pub guards: Guards,
    /// The state before anything was read.
    pub start: usize,
    /// By state, its colour.
    pub colours: Vec<C>,
    /// By state, the steps that leave it: disjoint guards that together have every letter.
    pub edges: Vec<Vec<(Guard, usize)>>,
}

impl<C> Machine<C> {
    /// How many states there are.
    pub fn states(&self) -> usize {
        self.colours.len()
    }

    /// The state after `letter`.
    pub fn step(&self, state: usize, letter: &Letter) -> usize {
        let is_true = |variable: u32| letter.contains(self.atoms[variable as usize]);
        let taken = self.edges[state].iter().find(|edge| self.guards.contains(edge.0, is_true));
        taken.expect("the machine is complete").1
    }

    /// The state after `letters`.
    pub fn run<'a>(&self, letters: impl IntoIterator<Item = &'a Letter>) -> usize {
        self.run_from(self.start, letters)
    }

    /// The state after `letters`, from `state`.
    pub fn run_from<'a>(
        &self,
        state: usize,
        letters: impl IntoIterator<Item = &'a Letter>,
    ) -> usize {
        letters.into_iter().fold(state, |state, letter| self.step(state, letter))
    }
}

impl Machine<bool> {
    /// The same as a state-based automaton whose marked states accept the finite word read so far.
    pub fn as_automaton(&self) -> Automaton {
        let edges = self.edges.iter().zip(&self.colours).map(|(edges, &accepts)| {
            let marks = u64::from(accepts);
            edges.iter().map(|&(guard, target)| Edge { target, marks, guard }).collect()
        });
        Automaton {
            atoms: self.atoms.clone(),
            guards: self.guards.clone(),
            start: self.start,
            sets: 1,
            edges: edges.collect(),
            state_based: true,
        }
    }
}

/// A machine over blocks of letters, as it is built.
#[derive(Clone, Debug)]
pub(super) struct Rows<C> {
    pub(super) colours: Vec<C>,
    /// By state and block.
    pub(super) rows: Vec<Vec<usize>>,
}

impl<C: Clone + Eq + Hash> Rows<C> {
    /// The machine whose states are what `step` reaches from `start`.
    pub(super) fn explore<S: Clone + Eq + Hash>(
        start: S,
        blocks: usize,
        budget: &Budget<'_>,
        mut step: impl FnMut(&S, usize) -> S,
        colour: impl Fn(&S) -> C,
    ) -> Result<(Self, Vec<S>), Limit> {
        let mut states: IndexSet<S, FxBuildHasher> = IndexSet::default();
        states.insert(start);
        let mut rows = Vec::new();
        while let Some(state) = states.get_index(rows.len()).cloned() {
            let mut row = Vec::with_capacity(blocks);
            for block in 0..blocks {
                budget.tick()?;
                let (target, new) = states.insert_full(step(&state, block));
                if new {
                    budget.state()?;
                }
                row.push(target);
            }
            rows.push(row);
        }
        let colours = states.iter().map(colour).collect();
        Ok((Self { colours, rows }, states.into_iter().collect()))
    }

    /// The least machine with the same colours on every word (Moore 1956); the start stays first.
    pub(super) fn minimal(&self, budget: &Budget<'_>) -> Result<Self, Limit> {
        let mut colours: IndexSet<&C, FxBuildHasher> = IndexSet::default();
        let mut class: Vec<usize> =
            self.colours.iter().map(|colour| colours.insert_full(colour).0).collect();
        let mut count = colours.len();
        loop {
            let mut classes: IndexMap<(usize, Vec<usize>), usize, FxBuildHasher> =
                IndexMap::default();
            let mut refined = Vec::with_capacity(class.len());
            for (state, row) in self.rows.iter().enumerate() {
                budget.tick()?;
                let key = (class[state], row.iter().map(|&target| class[target]).collect());
                let next = classes.len();
                refined.push(*classes.entry(key).or_insert(next));
            }
            class = refined;
            if classes.len() == count {
                break;
            }
            count = classes.len();
        }
        let mut rows = vec![Vec::new(); count];
        let mut colours: Vec<Option<C>> = vec![None; count];
        for (state, row) in self.rows.iter().enumerate().rev() {
            rows[class[state]] = row.iter().map(|&target| class[target]).collect();
            colours[class[state]] = Some(self.colours[state].clone());
        }
        let colours = colours.into_iter().flatten().collect();
        Ok(Self { colours, rows })
    }

    /// With guards in place of blocks.
    pub(super) fn machine(
        self,
        atoms: Vec<AtomId>,
        mut guards: Guards,
        blocks: &[Guard],
    ) -> Machine<C> {
        let edges = self.rows.iter().map(|row| {
            let mut edges: IndexMap<usize, Guard, FxBuildHasher> = IndexMap::default();
            for (&target, &block) in row.iter().zip(blocks) {
                let guard = edges.entry(target).or_insert(Guard::FALSE);
                *guard = guards.or(*guard, block);
            }
            edges.sort_unstable_keys();
            edges.into_iter().map(|(target, guard)| (guard, target)).collect()
        });
        let edges = edges.collect();
        Machine { atoms, guards, start: 0, colours: self.colours, edges }
    }
}

/// The blocks of letters that `all` respects, or the limit.
pub(super) fn blocks(
    guards: &mut Guards,
    all: impl IntoIterator<Item = Guard>,
) -> Result<Vec<Guard>, Limit> {
    guards
        .blocks(all, BLOCKS)
        .ok_or(Limit::Parts { what: "classes of letters", limit: BLOCKS as u64 })
}

/// The minimal deterministic automaton over non-empty finite words (`reading` finite or stuttering):
/// coloured true where the word read so far satisfies `root`.
///
/// # Panics
///
/// If `reading` is that of infinite words.
pub fn dfa(
    pool: &Pool,
    root: Id,
    reading: Reading,
    budget: &Budget<'_>,
) -> Result<Machine<bool>, NotBuilt> {
    assert!(reading != Reading::Infinite, "a DFA reads finite words");
    let mut nfa = Translation::new(pool, root, reading)?.nfa(budget)?;
    let steps = nfa.edges.iter().flatten().map(|step| step.0);
    let all: Vec<Guard> = steps.chain(nfa.last.iter().copied()).collect();
    let blocks = blocks(&mut nfa.guards, all)?;
    let edges: Vec<Vec<Edge>> = nfa
        .edges
        .iter()
        .map(|own| own.iter().map(|&(guard, target)| Edge { target, marks: 0, guard }).collect())
        .collect();
    let table = Table::new(&mut nfa.guards, &edges, &blocks);
    let ends: Vec<Vec<bool>> = (nfa.last.iter())
        .map(|&last| blocks.iter().map(|&block| nfa.guards.implies(block, last)).collect())
        .collect();
    // A state: where the word may be, and whether its last letter could end it.
    let step = |(from, _): &(Vec<usize>, bool), block: usize| {
        (table.step(from, block), from.iter().any(|&state| ends[state][block]))
    };
    let start = (vec![0], false);
    let (rows, _) = Rows::explore(start, blocks.len(), budget, step, |state| state.1)?;
    Ok(rows.minimal(budget)?.machine(nfa.atoms, nfa.guards, &blocks))
}
