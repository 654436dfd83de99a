//! Unfolds a flow graph by the outcomes of the tests that may be asked again.

use super::{Event, Machine, State, Step, event};
use crate::flow::{Condition, Flow, NodeKind};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use vedette_checker::budget::{Budget, Limit};

/// What is known: the conditions with an outcome, and the outcomes.
type Known = (u64, u64);

pub(super) fn unfold(flow: &Flow, budget: &Budget<'_>) -> Result<Machine, Limit> {
    let most = flow.nodes.len() * 4 + 1024;
    if let Some(machine) = Tracked::new(flow, budget)?.unfold(flow, most, budget)? {
        return Ok(machine);
    }
    let plain = Tracked::default().unfold(flow, usize::MAX, budget)?;
    let plain = plain.expect("without conditions there are as many states as nodes");
    Ok(Machine { correlated: false, ..plain })
}

/// The conditions that are followed.
#[derive(Default)]
struct Tracked {
    bits: FxHashMap<Condition, u32>,
    /// At each node: the conditions that may be asked again.
    live: Vec<u64>,
    /// At each node: the conditions that are about something new from here on.
    anew: FxHashMap<u32, u64>,
}

impl Tracked {
    fn new(flow: &Flow, budget: &Budget<'_>) -> Result<Self, Limit> {
        let mut asked: FxHashMap<Condition, u32> = FxHashMap::default();
        let mut order = Vec::new();
        for node in &flow.nodes {
            if let NodeKind::Test(Some((condition, _))) = node.kind {
                let count = asked.entry(condition).or_insert(0);
                *count += 1;
                if *count == 1 {
                    order.push(condition);
                }
            }
        }
        // Asked twice, or perhaps again and again in a loop.
        let loops = flow.nodes.iter().any(|node| node.kind == NodeKind::Round);
        order.retain(|condition| loops || asked[condition] > 1);
        order.truncate(64);
        let bits: FxHashMap<Condition, u32> =
            order.iter().enumerate().map(|(bit, &condition)| (condition, bit as u32)).collect();
        if bits.is_empty() {
            return Ok(Self::default());
        }
        let mut anew = FxHashMap::default();
        for (index, node) in flow.nodes.iter().enumerate() {
            if !node.anew.is_empty() {
                let about = |condition: &&Condition| {
                    let defs = &flow.conditions[**condition as usize];
                    defs.iter().any(|def| node.anew.contains(&def.0))
                };
                let bits =
                    order.iter().filter(about).map(|c| 1_u64 << bits[c]).fold(0, |a, b| a | b);
                anew.insert(index as u32, bits);
            }
        }
        let mut live = vec![0_u64; flow.nodes.len()];
        loop {
            let mut changed = false;
            for index in (0..flow.nodes.len()).rev() {
                budget.tick()?;
                let node = &flow.nodes[index];
                let mut set = node.next.iter().fold(0, |set, edge| set | live[edge.to as usize]);
                if let NodeKind::Test(Some((condition, _))) = node.kind {
                    set |= bits.get(&condition).map_or(0, |bit| 1 << bit);
                }
                set &= !anew.get(&(index as u32)).copied().unwrap_or(0);
                changed |= set != live[index];
                live[index] = set;
            }
            if !changed {
                break;
            }
        }
        Ok(Self { bits, live, anew })
    }

    /// What is still of use of `known` at a node.
    fn keep(&self, node: u32, (known, values): Known) -> Known {
        let Some(live) = self.live.get(node as usize) else { return (0, 0) };
        let mask = live & !self.anew.get(&node).copied().unwrap_or(0);
        (known & mask, values & mask)
    }

    fn unfold(
        &self,
        flow: &Flow,
        most: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<Machine>, Limit> {
        let mut states = vec![State { event: Event::Start, node: 0 }];
        let mut known: Vec<Known> = vec![(0, 0)];
        let mut numbers: FxHashMap<(u32, Known), u32> = FxHashMap::default();
        numbers.insert((0, (0, 0)), 0);
        let mut edges = Vec::new();
        let mut at = 0;
        while at < states.len() {
            budget.tick()?;
            let State { node: index, .. } = states[at];
            let node = &flow.nodes[index as usize];
            let bit = match node.kind {
                NodeKind::Test(Some((condition, same))) => {
                    self.bits.get(&condition).map(|&bit| (bit, same))
                }
                _ => None,
            };
            let here = known[at];
            for edge in &node.next {
                let mut then = here;
                if let (Some((bit, same)), Some(outcome)) = (bit, edge.outcome) {
                    let (mask, value) = (1_u64 << bit, u64::from(outcome == same) << bit);
                    if here.0 & mask != 0 && here.1 & mask != value {
                        continue;
                    }
                    then = (here.0 | mask, (here.1 & !mask) | value);
                }
                let then = self.keep(edge.to, then);
                let next = states.len() as u32;
                let to = match numbers.entry((edge.to, then)) {
                    Entry::Occupied(old) => *old.get(),
                    Entry::Vacant(new) => {
                        new.insert(next);
                        let kind = flow.nodes[edge.to as usize].kind;
                        states.push(State { event: event(kind), node: edge.to });
                        known.push(then);
                        if states.len() > most {
                            return Ok(None);
                        }
                        next
                    }
                };
                let decisions = edge.outcome.map(|outcome| (index, outcome)).into_iter().collect();
                edges.push(Step { from: at as u32, to, decisions });
            }
            if matches!(states[at].event, Event::Done | Event::Aborted) {
                edges.push(Step { from: at as u32, to: at as u32, decisions: Vec::new() });
            }
            at += 1;
        }
        Ok(Some(Machine { states, edges, correlated: true }))
    }
}
