//! The silent nodes of a step: the way from one event to the next on the graph of the plan.

use super::{Decision, Event, Machine, event};
use crate::flow::Flow;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

impl Machine {
    /// The nodes between two states of a step, in order; empty if one follows the other directly.
    pub fn between(&self, flow: &Flow, from: u32, to: u32) -> Vec<u32> {
        let Some(step) = self.step(from, to) else { return Vec::new() };
        let ends = (self.states[from as usize].node, self.states[to as usize].node);
        way(flow, ends, &step.decisions).unwrap_or_default()
    }
}

/// A shortest way over silent nodes on which exactly these decisions are made, if a step remembers
/// them all; what comes after them is free.
fn way(flow: &Flow, (from, to): (u32, u32), decisions: &[Decision]) -> Option<Vec<u32>> {
    let start = (from, 0_usize);
    let mut before: FxHashMap<(u32, usize), (u32, usize)> = FxHashMap::default();
    let mut open = VecDeque::from([start]);
    while let Some((node, used)) = open.pop_front() {
        for edge in &flow.nodes[node as usize].next {
            let mut then = used;
            if let (Some(outcome), Some(&decision)) = (edge.outcome, decisions.get(used)) {
                if decision != (node, outcome) {
                    continue;
                }
                then += 1;
            }
            let next = (edge.to, then);
            if edge.to == to && then == decisions.len() {
                let (mut nodes, mut here) = (Vec::new(), (node, used));
                while here != start {
                    nodes.push(here.0);
                    here = before[&here];
                }
                nodes.reverse();
                return Some(nodes);
            }
            let silent = event(flow.nodes[edge.to as usize].kind) == Event::Silent;
            if silent && next != start && !before.contains_key(&next) {
                before.insert(next, (node, used));
                open.push_back(next);
            }
        }
    }
    None
}
