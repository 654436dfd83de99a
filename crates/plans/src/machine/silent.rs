//! Removes silent states: what leads into one leads on to what follows it.

use super::{Event, Machine, Step};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use vedette_checker::budget::{Budget, Limit};

/// The most edges that removing a silent state may make, unless it makes none more.
pub(crate) const MOST_FAN: usize = 64;

/// The most tests that a step remembers.
const MOST_DECISIONS: usize = 16;

pub(super) fn remove(machine: Machine, fan: usize, budget: &Budget<'_>) -> Result<Machine, Limit> {
    let n = machine.states.len();
    let mut next: Vec<BTreeMap<u32, Vec<super::Decision>>> = vec![BTreeMap::new(); n];
    let mut before: Vec<std::collections::BTreeSet<u32>> =
        vec![std::collections::BTreeSet::new(); n];
    for Step { from, to, decisions } in machine.edges {
        next[from as usize].entry(to).or_insert(decisions);
        before[to as usize].insert(from);
    }
    for state in 0..n as u32 {
        budget.tick()?;
        let at = state as usize;
        if machine.states[at].event != Event::Silent {
            continue;
        }
        // A silent state that may follow itself is left by its other steps: every loop ends.
        next[at].remove(&state);
        before[at].remove(&state);
        let (into, out) = (before[at].len(), next[at].len());
        if into * out > (into + out).max(fan) {
            continue;
        }
        let after = std::mem::take(&mut next[at]);
        for &from in &std::mem::take(&mut before[at]) {
            let first = next[from as usize].remove(&state).unwrap_or_default();
            for (&to, then) in &after {
                next[from as usize].entry(to).or_insert_with(|| {
                    let mut decisions = first.clone();
                    decisions.extend(then.iter().take(MOST_DECISIONS.saturating_sub(first.len())));
                    decisions
                });
                before[to as usize].insert(from);
            }
        }
        for &to in after.keys() {
            before[to as usize].remove(&state);
        }
    }
    // Number the states that are left, from the start on.
    let (mut order, mut numbers) = (vec![0_u32], FxHashMap::default());
    numbers.insert(0_u32, 0_u32);
    let mut at = 0;
    while at < order.len() {
        for &to in next[order[at] as usize].keys() {
            let number = order.len() as u32;
            numbers.entry(to).or_insert_with(|| {
                order.push(to);
                number
            });
        }
        at += 1;
    }
    let mut edges = Vec::new();
    for (from, &old) in order.iter().enumerate() {
        for (to, decisions) in &next[old as usize] {
            edges.push(Step { from: from as u32, to: numbers[to], decisions: decisions.clone() });
        }
    }
    edges.sort_by_key(|edge| (edge.from, edge.to));
    let states = order.iter().map(|&old| machine.states[old as usize]).collect();
    Ok(Machine { states, edges, correlated: machine.correlated })
}
