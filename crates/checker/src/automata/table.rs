//! Automata over blocks of letters: what determinisation works on.
//!
//! Letters that no guard tells apart behave the same. The blocks are the coarsest partition that
//! every guard respects; they are usually far fewer than `2^n` letters, and make a step of a set of
//! states a look-up. (Everything here is internal; [`Guards::blocks`] is the partition itself.)

use super::deterministic::blocks;
use super::explicit::{Automaton, Edge};
use super::guard::{Guard, Guards};
use crate::budget::Limit;

/// The automaton over the blocks of letters that its guards tell apart.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The blocks.
    pub(super) blocks: Vec<Guard>,
    /// By state and block: targets with marks.
    pub(super) moves: Vec<Vec<Vec<(usize, u64)>>>,
}

/// More blocks of letters than this are not worked out.
pub(super) const BLOCKS: usize = 1 << 12;

impl Table {
    /// The edges of an automaton over `blocks`, of which each guard is a union.
    pub(super) fn new(guards: &mut Guards, edges: &[Vec<Edge>], blocks: &[Guard]) -> Self {
        let moves = edges.iter().map(|edges| {
            let row = blocks.iter().map(|&block| {
                let taken = edges.iter().filter(|edge| guards.implies(block, edge.guard));
                taken.map(|edge| (edge.target, edge.marks)).collect()
            });
            row.collect()
        });
        Self { moves: moves.collect(), blocks: blocks.to_vec() }
    }

    /// The table of one automaton, over its own blocks.
    pub(super) fn of(automaton: &mut Automaton) -> Result<Self, Limit> {
        let all: Vec<Guard> = automaton.edges.iter().flatten().map(|edge| edge.guard).collect();
        let blocks = blocks(&mut automaton.guards, all)?;
        Ok(Self::new(&mut automaton.guards, &automaton.edges, &blocks))
    }

    /// The states that `from` leads to under `block`.
    pub(super) fn step(&self, from: &[usize], block: usize) -> Vec<usize> {
        let mut to: Vec<usize> =
            from.iter().flat_map(|&s| &self.moves[s][block]).map(|step| step.0).collect();
        to.sort_unstable();
        to.dedup();
        to
    }
}
