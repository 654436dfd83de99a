//! Where positions stand in a column, and operators along the ways between them: an addition a word.
//!
//! Positions are numbered **against time**: the successor of a position is the one before it, if it
//! has one at all. Then `out = g | (p & next(out))`, the shape of every expansion law
//! (`φ U ψ ≡ ψ | (φ & X(φ U ψ))`), is the recurrence of the carries of an adder, and 64 positions
//! cost one addition. A layout is either that of the runs laid end to end, or that of the nodes of
//! the tree, where *forks* (several children, or an end inside) interrupt the carry.
//!
//! Reference: the carry does the same work in Myers, *A fast bit-vector algorithm for approximate
//! string matching based on dynamic programming*, J. ACM 46, 1999.

use super::Tree;
use super::bits::{Column, Plane, Planes, build};
use super::linear::Step;

/// The ways between the positions of a column.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) len: usize,
    /// Positions whose successor is not the one before.
    last: Vec<u64>,
    /// Positions with other successors than the one before, ascending.
    forks: Vec<Fork>,
    /// The other successors of the forks.
    others: Vec<u32>,
}

/// A position with several successors.
#[derive(Debug)]
struct Fork {
    at: u32,
    /// Its other successors, in [`Layout::others`].
    others: std::ops::Range<u32>,
    /// Whether the position before is a successor as well.
    chained: bool,
    /// Whether a path ends here.
    ends: bool,
}

/// How the values at several successors are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Join {
    And,
    Or,
}

impl Layout {
    /// Runs of these lengths, laid end to end, each from its last position to its first.
    pub(super) fn of_runs(starts: &[usize]) -> Self {
        let len = starts.last().copied().unwrap_or(0);
        let mut last = vec![0; len.div_ceil(64)];
        for start in starts.windows(2).map(|pair| pair[0]) {
            last[start / 64] |= 1 << (start % 64);
        }
        Self { len, last, forks: Vec::new(), others: Vec::new() }
    }

    /// The nodes of a tree, from the last to the first.
    pub(super) fn of_nodes(tree: &Tree) -> Self {
        let len = tree.len();
        let mut layout =
            Self { len, last: vec![0; len.div_ceil(64)], forks: Vec::new(), others: Vec::new() };
        for node in (0..len as u32).rev() {
            let at = layout.position(node);
            let (children, ends) = (tree.children(node), !tree.ending(node).is_empty());
            let chained = children.first() == Some(&(node + 1));
            if !chained {
                layout.last[at / 64] |= 1 << (at % 64);
            }
            let rest = if chained { &children[1..] } else { children };
            if !rest.is_empty() || (chained && ends) {
                let first = layout.others.len() as u32;
                let others: Vec<u32> =
                    rest.iter().map(|&child| layout.position(child) as u32).collect();
                layout.others.extend(others);
                let others = first..layout.others.len() as u32;
                layout.forks.push(Fork { at: at as u32, others, chained, ends });
            }
        }
        layout
    }

    /// The position of a node in the layout of a tree.
    pub(super) fn position(&self, node: u32) -> usize {
        self.len - 1 - node as usize
    }

    /// Joins the values at all successors of a fork.
    fn joined(&self, fork: &Fork, join: Join, end: bool, value: impl Fn(usize) -> bool) -> bool {
        let others = &self.others[fork.others.start as usize..fork.others.end as usize];
        let others = others.iter().map(|&other| value(other as usize));
        let chained = fork.chained.then(|| value(fork.at as usize - 1));
        let mut all = others.chain(chained).chain(fork.ends.then_some(end));
        match join {
            Join::And => all.all(|value| value),
            Join::Or => all.any(|value| value),
        }
    }

    /// `out = g | (p & next(out))`, where `next` joins all successors and is `end` at an end.
    fn chain(&self, join: Join, end: bool, word: impl Fn(usize) -> (u64, u64)) -> Vec<u64> {
        let mut out: Vec<u64> = vec![0; self.last.len()];
        let (mut carry, mut forks) = (false, self.forks.iter().peekable());
        for index in 0..out.len() {
            let (own, p) = word(index);
            let mut g = if end { own | (p & self.last[index]) } else { own };
            let mut open = p & !self.last[index];
            while let Some(fork) = forks.next_if(|fork| fork.at as usize / 64 == index) {
                // All lower positions of this word are final already.
                let so_far = carries(g, open, carry);
                let bit = 1 << (fork.at % 64);
                let value = |at: usize| {
                    let word = if at / 64 == index { so_far } else { out[at / 64] };
                    word >> (at % 64) & 1 == 1
                };
                let joined = if self.joined(fork, join, end, value) { p } else { 0 };
                // The end that a last position stands for is part of the join.
                g = (g & !bit) | ((own | joined) & bit);
                open &= !bit;
            }
            out[index] = carries(g, open, carry);
            carry = out[index] >> 63 == 1;
        }
        out
    }

    /// The values at the successors, joined; `end` at an end.
    fn next(&self, join: Join, end: bool, word: impl Fn(usize) -> u64) -> Vec<u64> {
        let mut out = vec![0; self.last.len()];
        let mut carry = 0;
        for (index, out) in out.iter_mut().enumerate() {
            let value = word(index);
            let last = self.last[index];
            *out = ((value << 1 | carry) & !last) | if end { last } else { 0 };
            carry = value >> 63;
        }
        for fork in &self.forks {
            let at = fork.at as usize;
            let value = self.joined(fork, join, end, |at| word(at / 64) >> (at % 64) & 1 == 1);
            out[at / 64] = out[at / 64] & !(1 << (at % 64)) | u64::from(value) << (at % 64);
        }
        out
    }

    /// The operator `step` at every position: on all ways on, or on some. `a` is none for an
    /// operator of one operand.
    pub(super) fn temporal(&self, all: bool, step: Step, a: &Column, b: &Column) -> Column {
        let (here, there) = if all { (Join::And, Join::Or) } else { (Join::Or, Join::And) };
        let end = step.end() == crate::truth::Truth::True;
        if step.is_next() {
            return a
                .map_planes(self.len, |word, plane| match plane {
                    Plane::Yes => self.next(here, end, word),
                    Plane::No => self.next(there, !end, word),
                    Plane::Silent => self.next(Join::Or, false, word),
                })
                .without_contradiction(self.len);
        }
        // F φ is true U φ, and G φ is false R φ.
        let one = matches!(step, Step::Finally | Step::Globally);
        let until = matches!(step, Step::Finally | Step::Until | Step::WeakUntil);
        let left = |word: usize| if one { Planes::constant(until) } else { a.planes(word) };
        let laws = |a: u64, b: u64, until: bool| if until { (b, a) } else { (a & b, b) };
        let yes = self.chain(here, end, |word| laws(left(word).yes, b.planes(word).yes, until));
        if b.is_decided() && (one || a.is_decided()) {
            return Column::decided(yes);
        }
        let no = self.chain(there, !end, |word| laws(left(word).no, b.planes(word).no, !until));
        // What is unknown next: neither joined to true nor to false, and some successor is silent.
        let yes_next = self.next(here, end, |word| yes[word]);
        let no_next = self.next(there, !end, |word| no[word]);
        let silent = self.chain(Join::Or, false, |word| {
            let (a, b) = (left(word), b.planes(word));
            let (settled, closed) = if until {
                (yes[word], a.no | no_next[word])
            } else {
                (no[word], a.yes | yes_next[word])
            };
            let g = !settled & (b.silent | (a.silent & !closed));
            let p = !settled & !closed & !yes_next[word] & !no_next[word];
            (g, p)
        });
        Column::of_planes(yes, no, silent, self.len)
    }
}

impl Column {
    /// Silent only where neither true nor false is known.
    fn without_contradiction(self, len: usize) -> Self {
        if self.is_decided() {
            return self;
        }
        build(self.words(), len, |word| {
            let planes = self.planes(word);
            Planes { silent: planes.silent & !planes.yes & !planes.no, ..planes }
        })
    }
}

/// `out = g | (p & (out << 1 | carry))`: the carries of an addition.
fn carries(g: u64, p: u64, carry: bool) -> u64 {
    let (a, b) = (g | p, g);
    let sum = a.wrapping_add(b).wrapping_add(u64::from(carry));
    g | (p & (sum ^ a ^ b))
}
