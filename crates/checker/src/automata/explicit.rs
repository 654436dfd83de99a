//! Explicit automata over infinite words: transition-based generalized Büchi, or state-based Büchi.
//!
//! ```
//! use vedette_checker::automata::explicit::{Acceptance, automaton};
//! use vedette_checker::budget::Budget;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let f = parse("G F a & G F b", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let budget = Budget::default();
//! let general = automaton(&f.pool, f.root, Acceptance::Transitions, &budget).unwrap();
//! assert_eq!((general.states(), general.sets), (1, 2));
//! let plain = automaton(&f.pool, f.root, Acceptance::States, &budget).unwrap();
//! assert_eq!((plain.states(), plain.sets), (3, 1), "degeneralized: one state a promise, one more");
//! ```
//!
//! # Why transition-based, and why this way to it
//!
//! The tableau decides without ever building an automaton; this module is for people and tools that
//! want to see one. Acceptance on transitions is never larger than on states, and often smaller by the
//! number of promises (Giannakopoulou & Lerda, FORTE 2002; Duret-Lutz et al., ATVA 2016); state-based
//! Büchi automata are offered because most readers of other tools expect them. Both are cut down by
//! [simulation](super::simulation) and by [mergers that the negation allows](super::compact), and where the language is an obligation the minimal weak
//! deterministic automaton is taken if it is smaller (see [`weak`](super::weak)).

use super::compact::merge_watched;
use super::degeneralize::degeneralize;
use super::guard::{Guard, Guards};
use super::simulation::reduce;
use super::translate::{NotBuilt, Translation};
use super::weak::minimal_weak;
use crate::budget::Budget;
use crate::formula::{AtomId, Id, Node, Pool};
use crate::syntax::{Style, print};
use crate::words::{Lasso, Letter, Reading};
use fixedbitset::FixedBitSet;
use petgraph::graph::{DiGraph, NodeIndex};

/// A step: over the letters of its guard, to a state, in some of the acceptance sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// The state it leads to.
    pub target: usize,
    /// The acceptance sets that it is in, as bits.
    pub marks: u64,
    /// The letters that take it.
    pub guard: Guard,
}

/// Where acceptance is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acceptance {
    /// On transitions, in as many sets as there are promises (TGBA).
    Transitions,
    /// On states, in one set (BA).
    States,
}

/// A generalized Büchi automaton: a word is accepted if some run is in every set infinitely often.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// What the variables of guards are.
    pub atoms: Vec<AtomId>,
    /// The table of guards.
    pub guards: Guards,
    /// The state where runs begin.
    pub start: usize,
    /// How many acceptance sets there are, at most 64.
    pub sets: u32,
    /// By state: the steps that leave it.
    pub edges: Vec<Vec<Edge>>,
    /// Whether all edges that leave a state are in the same sets.
    pub state_based: bool,
}

/// All acceptance sets, as bits.
pub(super) fn all_marks(sets: u32) -> u64 {
    1_u64.checked_shl(sets).map_or(u64::MAX, |bit| bit - 1)
}

/// The automaton of `root` over infinite words.
pub fn automaton(
    pool: &Pool,
    root: Id,
    acceptance: Acceptance,
    budget: &Budget<'_>,
) -> Result<Automaton, NotBuilt> {
    let mut translation = Translation::new(pool, root, Reading::Infinite)?;
    let mut general = translation.automaton(budget)?;
    reduce(&mut general, budget)?;
    // The negation may be large where the formula's own automaton is not, or have too many promises;
    // then what it could tell is done without.
    let negation = translation.negated().automaton(budget).and_then(|mut negation| {
        reduce(&mut negation, budget)?;
        Ok(negation)
    });
    let compact = |automaton: &mut Automaton| -> Result<(), NotBuilt> {
        if let Ok(negation) = &negation {
            merge_watched(automaton, negation, budget)?;
            reduce(automaton, budget)?;
        }
        Ok(())
    };
    compact(&mut general)?;
    let mut best = match acceptance {
        Acceptance::Transitions => general.clone(),
        Acceptance::States => {
            let mut plain = degeneralize(&general, budget)?;
            compact(&mut plain)?;
            plain
        }
    };
    if let Ok(negation) = &negation
        && let Ok(Some(weak)) = minimal_weak(&general, negation, best.states(), budget)
        && weak.states() < best.states()
    {
        best = weak;
    }
    Ok(best)
}

/// The texts of atoms, as our notation writes them.
pub fn atom_names(pool: &Pool, atoms: &[AtomId]) -> Vec<String> {
    let mut pool = pool.clone();
    let text = |&atom: &AtomId| {
        let node = pool.add(Node::Atom(atom));
        print(&pool, node, Style::Vedette)
    };
    atoms.iter().map(text).collect()
}

impl Automaton {
    /// How many states there are.
    pub fn states(&self) -> usize {
        self.edges.len()
    }

    /// Every acceptance set, as bits.
    pub fn all(&self) -> u64 {
        all_marks(self.sets)
    }

    /// The sets that a state of a state-based automaton is in.
    pub fn state_marks(&self, state: usize) -> u64 {
        self.edges[state].first().map_or(0, |edge| edge.marks)
    }

    /// Whether every state has at most one step for every letter.
    pub fn is_deterministic(&mut self) -> bool {
        let guards = &mut self.guards;
        self.edges.iter().all(|edges| {
            let mut taken = Guard::FALSE;
            edges.iter().all(|edge| {
                let twice = guards.and(taken, edge.guard) != Guard::FALSE;
                taken = guards.or(taken, edge.guard);
                !twice
            })
        })
    }

    /// The strongly connected components, successors before predecessors.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let steps = self.edges.iter().enumerate();
        components(
            self.states(),
            steps.flat_map(|(s, edges)| edges.iter().map(move |e| (s, e.target))),
        )
    }

    /// Whether `word`, over the atoms of the pool, is accepted.
    pub fn accepts(&self, word: &Lasso) -> bool {
        let takes = |guard: Guard, letter: &Letter| {
            self.guards.contains(guard, |v| letter.contains(self.atoms[v as usize]))
        };
        let (length, back) = (word.len(), word.prefix.len());
        // The product with the word: state times position.
        let index = |state: usize, position: usize| state * length + position;
        let mut product = Vec::new();
        let mut reached = FixedBitSet::with_capacity(self.states() * length);
        let mut stack = vec![(self.start, 0)];
        reached.insert(index(self.start, 0));
        while let Some((state, position)) = stack.pop() {
            let next = if position + 1 == length { back } else { position + 1 };
            for edge in &self.edges[state] {
                if takes(edge.guard, word.letter(position)) {
                    product.push((index(state, position), index(edge.target, next), edge.marks));
                    if !reached.put(index(edge.target, next)) {
                        stack.push((edge.target, next));
                    }
                }
            }
        }
        has_accepting_component(self.states() * length, &product, self.all())
    }
}

/// The strongly connected components of a graph, successors before predecessors.
///
/// Kosaraju's algorithm in `petgraph` keeps its own stack; Tarjan's there recurses.
pub(super) fn components(
    nodes: usize,
    steps: impl Iterator<Item = (usize, usize)>,
) -> Vec<Vec<usize>> {
    let mut graph = DiGraph::<(), ()>::with_capacity(nodes, 0);
    let indices: Vec<_> = (0..nodes).map(|_| graph.add_node(())).collect();
    for (from, to) in steps {
        graph.add_edge(indices[from], indices[to], ());
    }
    let components = petgraph::algo::kosaraju_scc(&graph);
    components.into_iter().map(|nodes| nodes.into_iter().map(NodeIndex::index).collect()).collect()
}

/// By node, the number of its component.
pub(super) fn component_of(nodes: usize, components: &[Vec<usize>]) -> Vec<usize> {
    let mut of = vec![0; nodes];
    for (number, members) in components.iter().enumerate() {
        for &member in members {
            of[member] = number;
        }
    }
    of
}

/// Whether some component of the graph has steps within that are, together, in `all` sets.
pub(super) fn has_accepting_component(
    nodes: usize,
    steps: &[(usize, usize, u64)],
    all: u64,
) -> bool {
    let components = components(nodes, steps.iter().map(|&(from, to, _)| (from, to)));
    let of = component_of(nodes, &components);
    let mut seen: Vec<Option<u64>> = vec![None; components.len()];
    for &(from, to, marks) in steps {
        if of[from] == of[to] {
            *seen[of[from]].get_or_insert(0) |= marks;
        }
    }
    seen.contains(&Some(all))
}
