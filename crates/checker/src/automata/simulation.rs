//! Cutting automata down: trimming, and direct simulation, forward and backward.
//!
//! State `q` *simulates* `p` if every step of `p` is matched by steps of `q` that are in at least the
//! same acceptance sets and lead to states that simulate; the letters of one step may be matched by
//! several. Backward simulation is the same on the reversed automaton. States that simulate each other
//! are merged, and a step beside a better one is dropped ("little brothers").
//!
//! ```
//! use vedette_checker::automata::simulation::reduce;
//! use vedette_checker::automata::translate::Translation;
//! use vedette_checker::budget::Budget;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let f = parse("X(G F a | F b)", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let budget = Budget::default();
//! let mut automaton = Translation::new(&f.pool, f.root, Reading::Infinite)
//!     .unwrap()
//!     .automaton(&budget)
//!     .unwrap();
//! let before = automaton.states();
//! reduce(&mut automaton, &budget).unwrap();
//! assert!(automaton.states() <= before);
//! ```
//!
//! # Why direct simulation
//!
//! It is computed in polynomial time, keeps the language when states are merged and when steps are
//! dropped (Etessami, Wilke & Schuller, ICALP 2001; Clemente & Mayr, POPL 2013), and with guards as
//! canonical sets letters need not be enumerated (Babiak et al., ATVA 2013). Delayed simulation merges
//! a little more, but is unsound for generalized acceptance as it stands; language inclusion is
//! PSPACE-hard.

use super::explicit::{Automaton, Edge, component_of};
use super::guard::{Guard, Guards};
use super::translate::merged;
use crate::budget::{Budget, Limit};
use fixedbitset::FixedBitSet;

/// Automata with more states are only trimmed: the relation is quadratic in them.
const COMPARED: usize = 400;

/// Merges states and drops steps as long as that makes the automaton smaller.
pub fn reduce(automaton: &mut Automaton, budget: &Budget<'_>) -> Result<(), Limit> {
    loop {
        let before = size(automaton);
        trim(automaton);
        if automaton.states() > COMPARED {
            return Ok(());
        }
        for direction in [Direction::Forward, Direction::Backward] {
            let relation = simulation(automaton, direction, budget)?;
            if !merge(automaton, &relation) {
                prune(automaton, &relation, direction, budget)?;
            }
            trim(automaton);
        }
        if size(automaton) == before {
            return Ok(());
        }
    }
}

fn size(automaton: &Automaton) -> (usize, usize) {
    (automaton.states(), automaton.edges.iter().map(Vec::len).sum())
}

/// Drops states that cannot be reached or accept nothing, and marks that decide nothing. State-based
/// automata keep the marks of their states. Gives, by new state, the old one.
pub fn trim(automaton: &mut Automaton) -> Vec<usize> {
    let count = automaton.states();
    let components = automaton.components();
    let of = component_of(count, &components);
    // Successors come first, so one pass knows what a component can reach.
    let mut accepting = vec![false; components.len()];
    let mut useful = vec![false; components.len()];
    for (number, members) in components.iter().enumerate() {
        let mut seen = None;
        for edge in members.iter().flat_map(|&s| &automaton.edges[s]) {
            if of[edge.target] == number {
                *seen.get_or_insert(0) |= edge.marks;
            } else {
                useful[number] |= useful[of[edge.target]];
            }
        }
        accepting[number] = seen == Some(automaton.all());
        useful[number] |= accepting[number];
    }
    let mut place: Vec<Option<usize>> = vec![None; count];
    place[automaton.start] = Some(0);
    let mut order = vec![automaton.start];
    let mut next = 0;
    while let Some(&state) = order.get(next) {
        next += 1;
        for edge in &automaton.edges[state] {
            if useful[of[edge.target]] && place[edge.target].is_none() {
                place[edge.target] = Some(order.len());
                order.push(edge.target);
            }
        }
    }
    let (state_based, guards) = (automaton.state_based, &mut automaton.guards);
    let edges = order.iter().map(|&state| {
        let kept = automaton.edges[state].iter().filter(|edge| useful[of[edge.target]]);
        let renamed = kept.map(|edge| {
            let decides = state_based || of[state] == of[edge.target] && accepting[of[state]];
            Edge {
                target: place[edge.target].expect("the target of a reached state is reached"),
                marks: if decides { edge.marks } else { 0 },
                ..*edge
            }
        });
        merged(guards, renamed.collect())
    });
    automaton.edges = edges.collect();
    automaton.start = 0;
    order
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

/// By state: the states that simulate it.
fn simulation(
    automaton: &mut Automaton,
    direction: Direction,
    budget: &Budget<'_>,
) -> Result<Vec<FixedBitSet>, Limit> {
    let count = automaton.states();
    let start = automaton.start;
    let mut steps: Vec<Vec<Edge>> = vec![Vec::new(); count];
    for (state, edges) in automaton.edges.iter().enumerate() {
        for &edge in edges {
            match direction {
                Direction::Forward => steps[state].push(edge),
                Direction::Backward => steps[edge.target].push(Edge { target: state, ..edge }),
            }
        }
    }
    // On states, what is marked is where a step leaves; backward that is a state's own mark.
    let own = |state: usize| if automaton.state_based { automaton.state_marks(state) } else { 0 };
    let mut better = vec![FixedBitSet::with_capacity(count); count];
    for (p, better) in better.iter_mut().enumerate() {
        for q in 0..count {
            let begins = direction == Direction::Forward || p != start || q == start;
            better.set(q, begins && own(p) & !own(q) == 0);
        }
    }
    let guards = &mut automaton.guards;
    loop {
        let mut changed = false;
        for p in 0..count {
            for q in better[p].ones().collect::<Vec<_>>() {
                budget.tick()?;
                if p != q && !matches(guards, &steps[p], &steps[q], &better) {
                    better[p].remove(q);
                    changed = true;
                }
            }
        }
        if !changed {
            return Ok(better);
        }
    }
}

/// Whether every step of `weak` is matched by steps of `strong`.
fn matches(guards: &mut Guards, weak: &[Edge], strong: &[Edge], better: &[FixedBitSet]) -> bool {
    weak.iter().all(|step| {
        let mut left = step.guard;
        for other in strong {
            if step.marks & !other.marks == 0 && better[step.target].contains(other.target) {
                left = guards.minus(left, other.guard);
                if left == Guard::FALSE {
                    break;
                }
            }
        }
        left == Guard::FALSE
    })
}

/// Merges states that simulate each other; whether there were any.
fn merge(automaton: &mut Automaton, better: &[FixedBitSet]) -> bool {
    let count = automaton.states();
    let class: Vec<usize> = (0..count)
        .map(|p| better[p].ones().find(|&q| better[q].contains(p)).unwrap_or(p))
        .collect();
    if class.iter().enumerate().all(|(p, &q)| p == q) {
        return false;
    }
    let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); count];
    for (state, own) in automaton.edges.iter().enumerate() {
        let own = own.iter().map(|edge| Edge { target: class[edge.target], ..*edge });
        edges[class[state]].extend(own);
    }
    automaton.edges = edges.into_iter().map(|own| merged(&mut automaton.guards, own)).collect();
    automaton.start = class[automaton.start];
    true
}

/// Drops the letters of steps that a better step of the same state (forward), or of a better state
/// to the same target (backward), takes too. No two states simulate each other.
fn prune(
    automaton: &mut Automaton,
    better: &[FixedBitSet],
    direction: Direction,
    budget: &Budget<'_>,
) -> Result<(), Limit> {
    let mut steps: Vec<(usize, Edge)> = Vec::new();
    for (state, edges) in automaton.edges.iter().enumerate() {
        steps.extend(edges.iter().map(|&edge| (state, edge)));
    }
    // What holds the two steps together, and what tells them apart.
    let ends = |&(state, edge): &(usize, Edge)| match direction {
        Direction::Forward => (state, edge.target),
        Direction::Backward => (edge.target, state),
    };
    steps.sort_by_key(|step| ends(step).0);
    for group in steps.chunk_by_mut(|a, b| ends(a).0 == ends(b).0) {
        for worse in 0..group.len() {
            for best in 0..group.len() {
                budget.tick()?;
                let (w, b) = (group[worse], group[best]);
                let (w_end, b_end) = (ends(&w).1, ends(&b).1);
                let at_least = w.1.marks & !b.1.marks == 0 && better[w_end].contains(b_end);
                let strictly = w_end != b_end || w.1.marks != b.1.marks;
                if at_least && strictly {
                    group[worse].1.guard = automaton.guards.minus(w.1.guard, b.1.guard);
                }
            }
        }
    }
    let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); automaton.states()];
    for (state, edge) in steps {
        edges[state].push(edge);
    }
    automaton.edges = edges.into_iter().map(|own| merged(&mut automaton.guards, own)).collect();
    Ok(())
}
