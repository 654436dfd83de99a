//! A run of an automaton on a word, step by step.
//!
//! If the word is accepted, one accepting run is followed; if not, the states that runs can be in. Runs
//! are told for the written positions of the word, once: after the last letter a lasso goes back.

use super::automaton::Graph;
use std::collections::VecDeque;
use vedette_checker::words::{Letter, Word};

/// The steps of a graph with the letters that take them: `takes(edge, position)`.
#[derive(Clone, Debug)]
pub(super) struct Product {
    /// By state and position: the edges that the letter takes.
    steps: Vec<Vec<usize>>,
    length: usize,
    back: usize,
}

impl Product {
    pub(super) fn new(graph: &Graph, word: &Word, takes: impl Fn(usize, &Letter) -> bool) -> Self {
        let letters: Vec<&Letter> = word.letters().collect();
        let length = letters.len();
        let back = if let Word::Lasso(lasso) = word { lasso.prefix.len() } else { length };
        let mut steps = vec![Vec::new(); graph.states * length];
        for (number, edge) in graph.edges.iter().enumerate() {
            for (position, letter) in letters.iter().enumerate() {
                if takes(number, letter) {
                    steps[edge.from * length + position].push(number);
                }
            }
        }
        Self { steps, length, back }
    }

    /// The states that runs can be in before each letter, and after the last.
    pub(super) fn reach(&self, graph: &Graph) -> Vec<Vec<usize>> {
        let mut now = vec![graph.start];
        let mut reach = vec![now.clone()];
        for position in 0..self.length {
            let edges = now.iter().flat_map(|state| &self.steps[state * self.length + position]);
            let mut next: Vec<usize> = edges.map(|&edge| graph.edges[edge].to).collect();
            next.sort_unstable();
            next.dedup();
            now = next;
            reach.push(now.clone());
        }
        reach
    }

    fn next(&self, position: usize) -> usize {
        if position + 1 == self.length { self.back } else { position + 1 }
    }

    /// The edges that an accepting run takes, one for each letter; none if no run accepts.
    pub(super) fn accepting(&self, graph: &Graph, all: u64) -> Option<Vec<usize>> {
        let size = self.steps.len();
        let target = |node: usize, edge: usize| {
            graph.edges[edge].to * self.length + self.next(node % self.length)
        };
        let start = graph.start * self.length;
        // The nodes of a cycle that sees every set: a component of the product, found by trying each
        // node as the root of a search forth and back. Pictures are small.
        let forth: Vec<Vec<usize>> = (0..size)
            .map(|node| self.steps[node].iter().map(|&edge| target(node, edge)).collect())
            .collect();
        let mut reverse = vec![Vec::new(); size];
        for (node, targets) in forth.iter().enumerate() {
            for &to in targets {
                reverse[to].push(node);
            }
        }
        let reachable = spread(&forth, start);
        let mut tried = vec![false; size];
        for root in 0..size {
            if !reachable[root] || tried[root] {
                continue;
            }
            let (down, up) = (spread(&forth, root), spread(&reverse, root));
            let inside = |node: usize| down[node] && up[node];
            let (mut seen, mut any) = (0, false);
            for node in (0..size).filter(|&node| inside(node)) {
                tried[node] = true;
                for &edge in self.steps[node].iter().filter(|&&edge| inside(target(node, edge))) {
                    seen |= graph.edges[edge].marks;
                    any = true;
                }
            }
            if any && seen & all == all {
                return Some(self.follow(graph, start, all, &target, &inside));
            }
        }
        None
    }

    /// A run from `start` into the component and around it: each leg is a shortest way to a step with a
    /// mark that is still to be seen.
    fn follow(
        &self,
        graph: &Graph,
        start: usize,
        all: u64,
        target: &impl Fn(usize, usize) -> usize,
        inside: &impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        let mut taken: Vec<usize> = Vec::with_capacity(self.length);
        let mut at = start;
        let mut wanted = all;
        while taken.len() < self.length {
            let within = inside(at);
            let goal = |node: usize, edge: usize| {
                let marks = graph.edges[edge].marks;
                if within {
                    inside(target(node, edge)) && (wanted == 0 || marks & wanted != 0)
                } else {
                    inside(target(node, edge))
                }
            };
            let allowed = |node: usize| !within || inside(node);
            let Some(leg) = self.leg(at, target, &goal, &allowed) else { break };
            for edge in leg {
                if within {
                    wanted &= !graph.edges[edge].marks;
                }
                at = target(at, edge);
                taken.push(edge);
            }
            if wanted == 0 {
                wanted = all;
            }
        }
        taken.truncate(self.length);
        taken
    }

    /// A shortest way that ends with a step that is the goal.
    fn leg(
        &self,
        from: usize,
        target: &impl Fn(usize, usize) -> usize,
        goal: &impl Fn(usize, usize) -> bool,
        allowed: &impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        let mut before: Vec<Option<(usize, usize)>> = vec![None; self.steps.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            for &edge in &self.steps[node] {
                if goal(node, edge) {
                    let mut way = vec![edge];
                    let mut at = node;
                    while at != from {
                        let (previous, edge) = before[at]?;
                        way.push(edge);
                        at = previous;
                    }
                    way.reverse();
                    return Some(way);
                }
                let to = target(node, edge);
                if to != from && before[to].is_none() && allowed(to) {
                    before[to] = Some((node, edge));
                    queue.push_back(to);
                }
            }
        }
        None
    }
}

/// Everything that is reached from `from`, itself included.
fn spread(next: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut reached = vec![false; next.len()];
    let mut stack = vec![from];
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            stack.extend(&next[node]);
        }
    }
    reached
}
