//! From many acceptance sets to one: on transitions, or on states.
//!
//! A copy of every state says which set is waited for next; a step in that set (and in the ones after
//! it) moves on. Acceptance on states needs one more copy, entered when all sets have been seen.
//!
//! ```
//! use vedette_checker::automata::degeneralize::degeneralize;
//! use vedette_checker::automata::translate::Translation;
//! use vedette_checker::budget::Budget;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let f = parse("G F a", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let mut translation = Translation::new(&f.pool, f.root, Reading::Infinite).unwrap();
//! let general = translation.automaton(&Budget::default()).unwrap();
//! let plain = degeneralize(&general, &Budget::default()).unwrap();
//! assert_eq!((plain.states(), plain.sets, plain.state_based), (2, 1, true));
//! ```
//!
//! # Why with these shortcuts
//!
//! Levels matter only within a component that can accept, so they start anew on entering one; a copy
//! that lies in an earlier component than another copy of the same state is not needed, for all copies
//! accept the same words (Babiak, Badie, Duret-Lutz, Křetínský & Strejček, *Compositional approach to
//! suspension and other improvements to LTL translation*, SPIN 2013). The order of the sets and the
//! level on entering are tried in some ways; the smallest result is kept.

use super::explicit::{Automaton, Edge, component_of};
use super::simulation::{reduce, trim};
use super::translate::merged;
use crate::budget::{Budget, Limit};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// The smallest state-based Büchi automaton found for the language of `general`.
pub fn degeneralize(general: &Automaton, budget: &Budget<'_>) -> Result<Automaton, Limit> {
    let mut best: Option<Automaton> = None;
    for order in orders(general.sets) {
        for enter_accepting in [false, true] {
            let plain = by_states(general, &order, enter_accepting, budget)?;
            for flags in [None, Some(0), Some(1)] {
                let mut candidate = plain.clone();
                if let Some(marks) = flags {
                    mark_transient(&mut candidate, marks);
                }
                reduce(&mut candidate, budget)?;
                if best.as_ref().is_none_or(|best| candidate.states() < best.states()) {
                    best = Some(candidate);
                }
            }
        }
    }
    Ok(best.expect("some order is tried"))
}

/// A transition-based automaton with one set for the language of `general`.
pub fn one_set(general: &Automaton, budget: &Budget<'_>) -> Result<Automaton, Limit> {
    if general.sets == 1 {
        return Ok(general.clone());
    }
    let order: Vec<u32> = (0..general.sets).collect();
    let mut plain = levels(general, &order, Levels { states: false, enter: 0 }, budget)?;
    reduce(&mut plain, budget)?;
    Ok(plain)
}

/// The orders that are tried: all of up to three sets, else rotations of two.
fn orders(sets: u32) -> Vec<Vec<u32>> {
    let forth: Vec<u32> = (0..sets).collect();
    let back: Vec<u32> = forth.iter().rev().copied().collect();
    if sets < 2 {
        return vec![forth];
    }
    let mut orders = Vec::new();
    for order in [forth, back] {
        for shift in 0..sets.min(3) as usize {
            let mut order = order.clone();
            order.rotate_left(shift);
            orders.push(order);
        }
    }
    orders.sort();
    orders.dedup();
    orders
}

/// Where a level is kept and where counting starts.
#[derive(Clone, Copy)]
struct Levels {
    states: bool,
    /// The level on entering a component.
    enter: usize,
}

fn by_states(
    general: &Automaton,
    order: &[u32],
    enter_accepting: bool,
    budget: &Budget<'_>,
) -> Result<Automaton, Limit> {
    let enter = if enter_accepting { order.len() } else { 0 };
    levels(general, order, Levels { states: true, enter }, budget)
}

fn levels(
    general: &Automaton,
    order: &[u32],
    how: Levels,
    budget: &Budget<'_>,
) -> Result<Automaton, Limit> {
    let components = general.components();
    let of = component_of(general.states(), &components);
    let mut accepting = vec![None; components.len()];
    for (state, edges) in general.edges.iter().enumerate() {
        for edge in edges.iter().filter(|edge| of[edge.target] == of[state]) {
            *accepting[of[state]].get_or_insert(0) |= edge.marks;
        }
    }
    let accepts = |component: usize| accepting[component] == Some(general.all());
    let last = order.len();
    // On states the level `last` says that all were seen; on transitions the step itself does.
    let step = |from: usize, level: usize, edge: &Edge| -> (usize, bool) {
        let within = of[from] == of[edge.target] && accepts(of[from]);
        if !within {
            return (if accepts(of[edge.target]) { how.enter } else { 0 }, false);
        }
        let begin = if level == last { 0 } else { level };
        let run = |mut level: usize| {
            while level < last && edge.marks >> order[level] & 1 == 1 {
                level += 1;
            }
            level
        };
        let reached = run(begin);
        match (reached == last, how.states) {
            (false, _) => (reached, false),
            (true, true) => (last, true),
            // Go on counting with the same step, but not all the way round.
            (true, false) => (run(0) % last.max(1), true),
        }
    };
    let start = if accepts(of[general.start]) { how.enter } else { 0 };
    let mut states: IndexSet<(usize, usize), FxBuildHasher> = IndexSet::default();
    states.insert((general.start, start));
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    while let Some(&(state, level)) = states.get_index(edges.len()) {
        budget.state()?;
        let own = general.edges[state].iter().map(|edge| {
            let (next, seen) = step(state, level, edge);
            let target = states.insert_full((edge.target, next)).0;
            let marks = u64::from(if how.states { level == last } else { seen });
            Edge { target, marks, guard: edge.guard }
        });
        edges.push(own.collect());
    }
    let mut plain = Automaton {
        atoms: general.atoms.clone(),
        guards: general.guards.clone(),
        start: 0,
        sets: 1,
        edges,
        state_based: how.states,
    };
    leave_early_copies(&mut plain, &states);
    trim(&mut plain);
    Ok(plain)
}

/// Leads steps to the copy of their target that lies in the last component.
fn leave_early_copies(plain: &mut Automaton, copies: &IndexSet<(usize, usize), FxBuildHasher>) {
    let components = plain.components();
    let of = component_of(plain.states(), &components);
    let originals = copies.iter().map(|copy| copy.0).max().map_or(0, |last| last + 1);
    let mut best: Vec<Option<usize>> = vec![None; originals];
    for (copy, &(original, _)) in copies.iter().enumerate() {
        if best[original].is_none_or(|best| of[copy] < of[best]) {
            best[original] = Some(copy);
        }
    }
    let better = |copy: usize| {
        let best = best[copies[copy].0].expect("every state has a copy");
        if of[best] < of[copy] { best } else { copy }
    };
    plain.start = better(plain.start);
    let guards = &mut plain.guards;
    for own in &mut plain.edges {
        let led = own.iter().map(|edge| Edge { target: better(edge.target), ..*edge });
        *own = merged(guards, led.collect());
    }
}

/// Gives states that lie on no accepting cycle the same mark: it decides nothing.
fn mark_transient(plain: &mut Automaton, marks: u64) {
    let components = plain.components();
    let of = component_of(plain.states(), &components);
    let mut cyclic = vec![false; components.len()];
    for (state, edges) in plain.edges.iter().enumerate() {
        cyclic[of[state]] |= edges.iter().any(|edge| of[edge.target] == of[state]);
    }
    for (state, edges) in plain.edges.iter_mut().enumerate() {
        if !cyclic[of[state]] {
            for edge in edges.iter_mut() {
                edge.marks = marks;
            }
        }
    }
}
