//! From a formula to an explicit automaton, state by state of the [tableau](super::tableau).
//!
//! ```
//! use vedette_checker::automata::translate::Translation;
//! use vedette_checker::budget::Budget;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let f = parse("F a", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let mut translation = Translation::new(&f.pool, f.root, Reading::Infinite).unwrap();
//! let automaton = translation.automaton(&Budget::default()).unwrap();
//! assert_eq!((automaton.states(), automaton.sets), (2, 1));
//! let negation = translation.negated().automaton(&Budget::default()).unwrap();
//! assert_eq!(negation.states(), 1, "G !a");
//! ```
//!
//! Atoms are opaque here: `d < 0.3` and `d < 0.5` are two propositions, and no law between them is
//! built into the automaton (the comparison of formulas knows such laws; a drawing would be cluttered).

use super::bits::Bits;
use super::build::build;
use super::explicit::{Automaton, Edge, all_marks};
use super::guard::{Guard, Guards, MAX_ATOMS};
use super::kernel::{Kernel, Ref, Shape};
use super::layout::Layout;
use super::tableau::Tableau;
use crate::budget::{Budget, Limit};
use crate::formula::{AtomId, Id, Node, Pool, Unbounded, without_bounds};
use crate::words::{Reading, Undefined};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::fmt;

/// An explicit automaton has at most so many acceptance sets.
pub const MAX_SETS: usize = 48;

/// Why there is no automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotBuilt {
    /// The formula has no value on a word.
    Undefined(Undefined),
    /// A bounded operator cannot be expanded.
    Unbounded(Unbounded),
    /// A limit was hit.
    Limit(Limit),
    /// There are more atoms than guards are made for.
    Atoms {
        /// The number of atoms.
        found: usize,
    },
    /// There are more promises than acceptance sets are made for.
    Sets {
        /// The number of promises.
        found: usize,
    },
}

impl fmt::Display for NotBuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined(why) => why.fmt(f),
            Self::Unbounded(why) => why.fmt(f),
            Self::Limit(limit) => limit.fmt(f),
            Self::Atoms { found } => write!(
                f,
                "found {found} atoms, expected at most {MAX_ATOMS} for an explicit automaton"
            ),
            Self::Sets { found } => write!(
                f,
                "found {found} eventualities, expected at most {MAX_SETS} for an explicit automaton"
            ),
        }
    }
}

impl std::error::Error for NotBuilt {}

impl From<Limit> for NotBuilt {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<Undefined> for NotBuilt {
    fn from(why: Undefined) -> Self {
        Self::Undefined(why)
    }
}

impl From<Unbounded> for NotBuilt {
    fn from(why: Unbounded) -> Self {
        Self::Unbounded(why)
    }
}

/// A nondeterministic automaton over non-empty finite words.
#[derive(Clone, Debug)]
pub struct Nfa {
    /// What the variables of guards are.
    pub atoms: Vec<AtomId>,
    /// The table of guards.
    pub guards: Guards,
    /// By state, the steps that leave it. The first state is where runs begin.
    pub edges: Vec<Vec<(Guard, usize)>>,
    /// By state: the letters that may be the last one here.
    pub last: Vec<Guard>,
}

/// A formula that is about to be translated.
#[derive(Clone, Debug)]
pub struct Translation {
    kernel: Kernel,
    root: Ref,
    atoms: Vec<AtomId>,
    /// The position of an atom in `atoms`, by kernel variable.
    places: Vec<u32>,
    reading: Reading,
}

/// A step of the tableau: letters, state, promises made.
type Step = (Guard, usize, u64);

/// By state: its steps, and its obligations.
type Explored = (Vec<Vec<Step>>, Vec<Vec<Ref>>);

impl Translation {
    /// The formula `root`, over the words of `reading`.
    pub fn new(pool: &Pool, root: Id, reading: Reading) -> Result<Self, NotBuilt> {
        let mut plain = pool.clone();
        let expanded = without_bounds(&mut plain, root)?;
        let mut kernel = Kernel::new(reading);
        let refs = build(&mut kernel, &plain, &[expanded], |kernel, atom| {
            kernel.variable(atom.index() as u32)
        })?;
        // The atoms as the formula names them, also those that simplification loses.
        let mut atoms: Vec<AtomId> = pool
            .reachable(&[root])
            .into_iter()
            .filter_map(|id| if let Node::Atom(atom) = pool.node(id) { Some(atom) } else { None })
            .collect();
        atoms.sort_unstable();
        atoms.dedup();
        if atoms.len() > MAX_ATOMS {
            return Err(NotBuilt::Atoms { found: atoms.len() });
        }
        let mut places = vec![0; atoms.last().map_or(0, |last| last.index() + 1)];
        for (place, atom) in atoms.iter().enumerate() {
            places[atom.index()] = place as u32;
        }
        Ok(Self { kernel, root: refs[0], atoms, places, reading })
    }

    /// The negation, over the same atoms.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self { root: !self.root, ..self.clone() }
    }

    /// The transition-based generalized automaton over infinite words, as the tableau gives it.
    pub fn automaton(&mut self, budget: &Budget<'_>) -> Result<Automaton, NotBuilt> {
        debug_assert_eq!(self.reading, Reading::Infinite);
        let mut guards = Guards::default();
        let ((steps, _), sets) = self.explore(&mut guards, budget)?;
        if sets > MAX_SETS {
            return Err(NotBuilt::Sets { found: sets });
        }
        let sets = sets as u32;
        let edges = steps
            .into_iter()
            .map(|steps| {
                let edge = |(guard, target, promised): Step| Edge {
                    target,
                    marks: all_marks(sets) & !promised,
                    guard,
                };
                merged(&mut guards, steps.into_iter().map(edge).collect())
            })
            .collect();
        let atoms = self.atoms.clone();
        Ok(Automaton { atoms, guards, start: 0, sets, edges, state_based: false })
    }

    /// The nondeterministic automaton over finite or stuttering words.
    pub fn nfa(&mut self, budget: &Budget<'_>) -> Result<Nfa, NotBuilt> {
        let mut guards = Guards::default();
        let ((steps, states), _) = self.explore(&mut guards, budget)?;
        let last = if self.reading == Reading::Finite {
            let ends = |steps: &Vec<Step>| {
                let ends = steps.iter().filter(|step| step.2 == 0);
                ends.fold(Guard::FALSE, |all, step| guards.or(all, step.0))
            };
            steps.iter().map(ends).collect()
        } else {
            let constant = self.on_constant_words(&mut guards);
            let ends = |state: &Vec<Ref>| {
                state.iter().fold(Guard::TRUE, |all, r| guards.and(all, constant[r.index()]))
            };
            states.iter().map(ends).collect()
        };
        let plain = |steps: Vec<Step>| steps.into_iter().map(|step| (step.0, step.1)).collect();
        let edges = steps.into_iter().map(plain).collect();
        Ok(Nfa { atoms: self.atoms.clone(), guards, edges, last })
    }

    /// By [`Ref::index`]: the letters that satisfy it when they repeat for ever.
    fn on_constant_words(&self, guards: &mut Guards) -> Vec<Guard> {
        let mut constant: Vec<Guard> = Vec::with_capacity(2 * self.kernel.len());
        for node in 0..self.kernel.len() {
            let of = |r: Ref| constant[r.index()];
            let value = match self.kernel.shape(node) {
                Shape::True => Guard::TRUE,
                Shape::Variable(atom) => guards.variable(self.places[*atom as usize]),
                Shape::Next(a) | Shape::Until(_, a) => of(*a),
                Shape::And(members) => {
                    members.iter().fold(Guard::TRUE, |all, &r| guards.and(all, of(r)))
                }
            };
            let negation = guards.not(value);
            constant.extend([value, negation]);
        }
        constant
    }

    /// All states, and how many promises there are.
    fn explore(
        &self,
        guards: &mut Guards,
        budget: &Budget<'_>,
    ) -> Result<(Explored, usize), NotBuilt> {
        let layout = Layout::new(&self.kernel, self.root);
        if layout.promises() > MAX_SETS {
            return Err(NotBuilt::Sets { found: layout.promises() });
        }
        let explored = match layout.width() {
            1 => self.states::<[u64; 1]>(&layout, guards, budget)?,
            2 => self.states::<[u64; 2]>(&layout, guards, budget)?,
            _ => self.states::<Box<[u64]>>(&layout, guards, budget)?,
        };
        Ok((explored, layout.promises()))
    }

    fn states<B: Bits>(
        &self,
        layout: &Layout,
        guards: &mut Guards,
        budget: &Budget<'_>,
    ) -> Result<Explored, Limit> {
        let mut tableau = Tableau::<B>::new(&self.kernel, layout, budget)?;
        let mut states: IndexSet<B, FxBuildHasher> = IndexSet::default();
        let mut steps = Vec::new();
        if self.root == Ref::FALSE {
            return Ok((vec![Vec::new()], vec![vec![Ref::FALSE]]));
        }
        states.insert(tableau.start(self.root));
        while let Some(state) = states.get_index(steps.len()).cloned() {
            budget.state()?;
            let mut own = Vec::new();
            for term in tableau.successors(&state)? {
                budget.tick()?;
                let literals = layout.literals(&term);
                let guard = guards.cube(literals.map(|(v, sign)| (self.places[v as usize], sign)));
                let promised = layout.promised(&term).fold(0, |all, number| all | 1_u64 << number);
                let target = states.insert_full(tableau.target(&term)).0;
                own.push((guard, target, promised));
            }
            steps.push(own);
        }
        let obligations = states.iter().map(|state| layout.refs(state).collect()).collect();
        Ok((steps, obligations))
    }
}

/// The edges, those with the same target and marks made one; ascending.
pub(super) fn merged(guards: &mut Guards, mut edges: Vec<Edge>) -> Vec<Edge> {
    edges.sort_unstable();
    let mut merged: Vec<Edge> = Vec::with_capacity(edges.len());
    for edge in edges.into_iter().filter(|edge| edge.guard != Guard::FALSE) {
        match merged.last_mut() {
            Some(last) if (last.target, last.marks) == (edge.target, edge.marks) => {
                last.guard = guards.or(last.guard, edge.guard);
            }
            _ => merged.push(edge),
        }
    }
    merged
}
