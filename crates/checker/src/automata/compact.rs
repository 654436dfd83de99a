//! Merging states while the negation looks on.
//!
//! Merging any two states of an automaton can only add words. So with an automaton of the negation at
//! hand a merger is right exactly if the result and the negation have no word in common, and mergers
//! can be tried that no simulation relation justifies.
//!
//! ```
//! use vedette_checker::automata::explicit::{Acceptance, automaton};
//! use vedette_checker::budget::Budget;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let f = parse("F G a | G F b", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let found = automaton(&f.pool, f.root, Acceptance::Transitions, &Budget::default()).unwrap();
//! assert_eq!(found.states(), 2, "waiting for G a, and watching for b, are one state");
//! ```
//!
//! # Why
//!
//! General tools start from an automaton and would have to complement it; formulas are negated for
//! nothing. It is quadratic in mergers and each costs a product, so it is for automata that a person
//! would look at. SAT-based minimisation (Baarir & Duret-Lutz, LPAR 2015) finds more, at far higher
//! cost.

use super::explicit::{Automaton, Edge, has_accepting_component};
use super::guard::Guard;
use super::translate::merged;
use crate::budget::{Budget, Limit};

/// Automata with more states are left alone.
const STATES: usize = 40;
/// Products with more pairs of states are not built.
const PRODUCT: usize = 4000;

/// Merges states of `yes` as long as no word of `no` becomes accepted.
pub fn merge_watched(
    yes: &mut Automaton,
    no: &Automaton,
    budget: &Budget<'_>,
) -> Result<(), Limit> {
    if yes.states() > STATES || yes.sets + no.sets > 64 {
        return Ok(());
    }
    let own = yes.guards.import(&no.guards);
    let no_edges: Vec<Vec<Edge>> = (no.edges.iter())
        .map(|edges| edges.iter().map(|e| Edge { guard: own(e.guard), ..*e }).collect())
        .collect();
    let watch = Watch { edges: no_edges, start: no.start, all: no.all() };
    let mut kept = 1;
    while kept < yes.states() {
        let mut merged = false;
        for into in 0..kept {
            if yes.states() * watch.edges.len() > PRODUCT {
                return Ok(());
            }
            let mut candidate = yes.clone();
            join(&mut candidate, into, kept);
            if !watch.meets(&mut candidate, budget)? {
                *yes = candidate;
                merged = true;
                break;
            }
            // The tables of both are the same but for what was just computed.
            yes.guards = candidate.guards;
        }
        kept += usize::from(!merged);
    }
    Ok(())
}

/// Makes `gone` one with `into`. On states, the marks of both are joined.
fn join(automaton: &mut Automaton, into: usize, gone: usize) {
    let renamed = |state: usize| match state {
        _ if state == gone => into,
        _ if state > gone => state - 1,
        _ => state,
    };
    let own = automaton.edges.remove(gone);
    automaton.edges[into].extend(own);
    let marks = automaton.edges[into].iter().fold(0, |all, edge| all | edge.marks);
    if automaton.state_based {
        automaton.edges[into].iter_mut().for_each(|edge| edge.marks = marks);
    }
    automaton.start = renamed(automaton.start);
    for edges in &mut automaton.edges {
        for edge in edges.iter_mut() {
            edge.target = renamed(edge.target);
        }
        *edges = merged(&mut automaton.guards, std::mem::take(edges));
    }
}

/// The automaton of the negation, with its guards in the table of the other one.
struct Watch {
    edges: Vec<Vec<Edge>>,
    start: usize,
    all: u64,
}

impl Watch {
    /// Whether some word is accepted by both.
    fn meets(&self, other: &mut Automaton, budget: &Budget<'_>) -> Result<bool, Limit> {
        let width = self.edges.len();
        let mut steps = Vec::new();
        let mut reached = vec![false; other.states() * width];
        reached[other.start * width + self.start] = true;
        let mut stack = vec![(other.start, self.start)];
        while let Some((left, right)) = stack.pop() {
            for edge in &other.edges[left] {
                for mine in &self.edges[right] {
                    budget.tick()?;
                    if other.guards.and(edge.guard, mine.guard) == Guard::FALSE {
                        continue;
                    }
                    let to = edge.target * width + mine.target;
                    // The sets of the two side by side; there are at most 64 together.
                    let marks = edge.marks | mine.marks.checked_shl(other.sets).unwrap_or(0);
                    steps.push((left * width + right, to, marks));
                    if !std::mem::replace(&mut reached[to], true) {
                        stack.push((edge.target, mine.target));
                    }
                }
            }
        }
        let all = other.all() | self.all.checked_shl(other.sets).unwrap_or(0);
        Ok(has_accepting_component(reached.len(), &steps, all))
    }
}
