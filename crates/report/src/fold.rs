//! Which part of a computation tree is shown: the evidence stays open, the rest is folded away.
//!
//! ```
//! use vedette_report::fold::{Folding, Kind, fold};
//! use vedette_report::tree_view::NodeView;
//!
//! // A root, a chain of 98 steps, and a last state that is the evidence.
//! let node = |at: u32| NodeView {
//!     parent: at.checked_sub(1),
//!     step: at,
//!     action: None,
//!     added: vec![],
//!     removed: vec![],
//!     through: 1,
//!     ends: if at == 99 { vec![0] } else { vec![] },
//!     outcome: None,
//! };
//! let nodes: Vec<NodeView> = (0..100).map(node).collect();
//! let path: Vec<u32> = (0..100).collect();
//! let opened = rustc_hash::FxHashSet::default();
//! let folded = fold(&nodes, &Folding { opened: &opened, path: &path, keys: &[99], budget: 50 });
//!
//! let kinds: Vec<Kind> = folded.shown.iter().map(|shown| shown.kind).collect();
//! assert_eq!(kinds, [Kind::State, Kind::Steps, Kind::State], "first, +98 steps, last");
//! assert_eq!(folded.shown[1].states, 98);
//! ```
//!
//! # Why this construction
//! A merged tree of a few hundred trajectories has tens of thousands of states, and a browser is
//! slow beyond some thousand elements of a picture; nobody reads them either. What matters is the
//! path of the counterexample, where others leave it, and what becomes of those. So: the path is
//! open; what leaves it is one triangle with a count and the outcome of all trajectories in it;
//! steps without a choice are one box, except the steps that carry the blame. Where even the path
//! has too many branchings, its early part becomes one box too. Everything opens on demand, and the
//! number of boxes never exceeds the budget: when it is used up, that is said.
//!
//! # Reference
//! The idea of minimal evidence that is drawn first: A. Rensink, *Visualising CTL Witnesses and
//! Counterexamples* (2026). The folding rules are our own.

use crate::tree_view::NodeView;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// Trees of at most this many states are shown whole.
const SMALL: usize = 30;
/// Runs of at least this many steps without a choice are folded.
const LONG: usize = 3;
/// Of the children of a state that nobody opened, so many are shown one by one.
const FEW: usize = 8;

/// What to show.
#[derive(Clone, Copy, Debug)]
pub struct Folding<'a> {
    /// Nodes that were opened by hand.
    pub opened: &'a FxHashSet<u32>,
    /// The evidence: a path from a root, as node numbers.
    pub path: &'a [u32],
    /// Nodes of the path that are always shown: those that carry the blame.
    pub keys: &'a [u32],
    /// The most boxes; at least a handful.
    pub budget: usize,
}

/// What a box of the picture stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One state.
    State,
    /// Consecutive steps without a choice (or, early on a long path, without the evidence's last).
    Steps,
    /// A state with everything below it.
    Subtree,
    /// Siblings with everything below them.
    Siblings,
}

/// A box of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The first node that it stands for.
    pub node: u32,
    /// The box that it hangs on, by its place among the boxes.
    pub parent: Option<usize>,
    /// What it stands for.
    pub kind: Kind,
    /// How many nodes it stands for.
    pub states: u32,
    /// How many branches leave it unseen.
    pub branches: u32,
    /// Whether the evidence passes it.
    pub on_path: bool,
    /// The node to open when it is chosen; none for a single state.
    pub opens: Option<u32>,
}

/// A folded tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folded {
    /// The boxes, parents before children, siblings in order.
    pub shown: Vec<Shown>,
    /// The box of every node.
    pub home: Vec<u32>,
    /// Whether the budget kept something closed that was opened.
    pub full: bool,
}

impl Folded {
    /// How many states are shown one by one.
    pub fn states_shown(&self) -> usize {
        self.shown.iter().filter(|shown| shown.kind == Kind::State).count()
    }
}

/// Folds a tree.
pub fn fold(nodes: &[NodeView], folding: &Folding<'_>) -> Folded {
    let mut work = Work::new(nodes, folding);
    work.shorten_path(folding);
    let (roots, rest) = work.roots();
    for root in roots {
        work.queue.push_back((root, None));
    }
    if !rest.is_empty() {
        work.push_siblings(&rest, None, None);
    }
    while let Some((node, parent)) = work.queue.pop_front() {
        work.visit(node, parent);
    }
    work.finish()
}

/// No box yet.
const NOWHERE: u32 = u32::MAX;

struct Work<'a> {
    nodes: &'a [NodeView],
    opened: &'a FxHashSet<u32>,
    /// The children of node `n` are `children[starts[n]..starts[n + 1]]`.
    children: Vec<u32>,
    starts: Vec<usize>,
    /// The number of nodes at and below each.
    sizes: Vec<u32>,
    /// The next node of the path, for those on it; `NOWHERE` for all others and for its end.
    next_on_path: Vec<u32>,
    on_path: Vec<bool>,
    key: Vec<bool>,
    /// Path nodes that are folded although others leave the path there.
    stretched: Vec<bool>,
    /// Nodes whose children are visited.
    open: Vec<bool>,
    /// Boxes that may still be made beyond the path's own.
    left: usize,
    full: bool,
    shown: Vec<Shown>,
    home: Vec<u32>,
    queue: VecDeque<(u32, Option<usize>)>,
}

impl<'a> Work<'a> {
    fn new(nodes: &'a [NodeView], folding: &Folding<'a>) -> Self {
        let count = nodes.len();
        let mut starts = vec![0; count + 1];
        for parent in nodes.iter().filter_map(|node| node.parent) {
            starts[parent as usize + 1] += 1;
        }
        for node in 0..count {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut children = vec![0; starts[count]];
        let mut sizes = vec![1_u32; count];
        for (at, node) in nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[next[parent as usize]] = at as u32;
                next[parent as usize] += 1;
            }
        }
        for (at, node) in nodes.iter().enumerate().rev() {
            if let Some(parent) = node.parent {
                sizes[parent as usize] += sizes[at];
            }
        }
        let mut work = Self {
            nodes,
            opened: folding.opened,
            children,
            starts,
            sizes,
            next_on_path: vec![NOWHERE; count],
            on_path: vec![false; count],
            key: vec![false; count],
            stretched: vec![false; count],
            open: vec![count <= SMALL; count],
            left: folding.budget,
            full: false,
            shown: Vec::new(),
            home: vec![NOWHERE; count],
            queue: VecDeque::new(),
        };
        for pair in folding.path.windows(2) {
            work.next_on_path[pair[0] as usize] = pair[1];
        }
        for &node in folding.path {
            work.on_path[node as usize] = true;
            work.open[node as usize] = true;
        }
        for &node in folding.keys.iter().rev().take(folding.budget / 8) {
            work.key[node as usize] = work.on_path[node as usize];
        }
        // A root alone says nothing; and what was opened is open as far as there is no choice.
        let roots = nodes.iter().filter(|node| node.parent.is_none()).count();
        for (at, node) in nodes.iter().enumerate() {
            let by_parent = node.parent.is_some_and(|parent| {
                let lone = work.starts[parent as usize + 1] - work.starts[parent as usize] == 1;
                lone && work.open[parent as usize] && !work.on_path[parent as usize]
            });
            let root = node.parent.is_none() && roots == 1;
            work.open[at] |= by_parent || root || folding.opened.contains(&(at as u32));
        }
        work
    }

    fn children(&self, node: u32) -> &[u32] {
        &self.children[self.starts[node as usize]..self.starts[node as usize + 1]]
    }

    /// What showing a node of the path one by one costs at most: itself and what leaves it.
    fn cost(&self, node: u32) -> usize {
        1 + self.children(node).len().min(FEW + 1)
    }

    /// Sets the path's own boxes aside, and folds its early part where they are too many.
    fn shorten_path(&mut self, folding: &Folding<'_>) {
        let room = folding.budget * 2 / 3;
        let mut cost = 0;
        for &node in folding.path.iter().rev() {
            let at = node as usize;
            let branching = self.children(node).len() > 1 || !self.nodes[at].ends.is_empty();
            if !branching && !self.key[at] {
                continue;
            }
            let own = self.cost(node) + 1;
            if cost + own > room && !self.key[at] && self.nodes[at].parent.is_some() {
                self.stretched[at] = true;
            } else {
                cost += own;
            }
        }
        self.left = folding.budget.saturating_sub(cost);
    }

    /// The roots to show one by one, and the rest.
    fn roots(&self) -> (Vec<u32>, Vec<u32>) {
        let count = self.nodes.len() as u32;
        let all: Vec<u32> =
            (0..count).filter(|&node| self.nodes[node as usize].parent.is_none()).collect();
        self.split(&all, FEW.max(self.left / 4))
    }

    /// At most `most` of the siblings, the path's among them, and the others.
    fn split(&self, all: &[u32], most: usize) -> (Vec<u32>, Vec<u32>) {
        if all.len() <= most + 1 {
            return (all.to_vec(), Vec::new());
        }
        let mut taken = 0;
        all.iter().partition(|&&node| {
            let keep = self.on_path[node as usize] || taken < most;
            taken += usize::from(keep);
            keep
        })
    }

    /// Whether a node is a step without a choice, of which nothing has to be said.
    fn is_plain(&self, node: u32) -> bool {
        let at = node as usize;
        let lone = self.children(node).len() == 1 && self.nodes[at].ends.is_empty();
        self.nodes[at].parent.is_some()
            && self.open[at]
            && !self.key[at]
            && (lone
                || (self.stretched[at]
                    && self.next_on_path[at] != NOWHERE
                    && !self.opened.contains(&node)))
    }

    fn visit(&mut self, node: u32, parent: Option<usize>) {
        let at = node as usize;
        if !self.open[at] || (self.left == 0 && !self.on_path[at]) {
            self.full |= self.open[at] && self.sizes[at] > 1;
            self.push_closed(node, parent);
            return;
        }
        if self.is_plain(node) {
            let run = self.run(node);
            let stretched = run.iter().any(|&node| self.stretched[node as usize]);
            let by_hand = !stretched && run.iter().any(|node| self.opened.contains(node));
            if run.len() >= LONG && self.nodes.len() > SMALL && !by_hand {
                self.push_run(&run, parent);
                return;
            }
            if by_hand && run.len() > self.left / 2 + 1 {
                // Too long to be shown whole: a first part, then the rest in a box.
                let (first, rest) = run.split_at(self.left / 2 + 1);
                self.full = true;
                let last = self.push_states(first, parent);
                self.push_run(rest, last);
                return;
            }
            if !stretched {
                let last = self.push_states(&run, parent);
                let end = run[run.len() - 1];
                self.queue_children(end, last);
                return;
            }
        }
        let own = self.push(node, parent, Kind::State, 1, 0, None);
        self.queue_children(node, Some(own));
    }

    /// The maximal run of plain nodes from `node` on.
    fn run(&self, node: u32) -> Vec<u32> {
        let mut run = vec![node];
        let mut last = node;
        loop {
            let on = self.next_on_path[last as usize];
            let next = if on == NOWHERE { self.children(last)[0] } else { on };
            if !self.is_plain(next) {
                return run;
            }
            run.push(next);
            last = next;
        }
    }

    /// One box for a run; what follows it is visited.
    fn push_run(&mut self, run: &[u32], parent: Option<usize>) {
        let (first, last) = (run[0], run[run.len() - 1]);
        let on = self.next_on_path[last as usize];
        let next = if on == NOWHERE { self.children(last)[0] } else { on };
        let states = self.sizes[first as usize] - self.sizes[next as usize];
        let branches: usize = run.iter().map(|&node| self.children(node).len() - 1).sum();
        let opens = run.iter().find(|&&node| self.stretched[node as usize]).unwrap_or(&first);
        let own = self.push(first, parent, Kind::Steps, states, branches as u32, Some(*opens));
        for &node in run {
            self.home[node as usize] = own as u32;
        }
        self.queue.push_back((next, Some(own)));
    }

    /// A box for each of some consecutive nodes; gives the last box.
    fn push_states(&mut self, run: &[u32], mut parent: Option<usize>) -> Option<usize> {
        for &node in run {
            parent = Some(self.push(node, parent, Kind::State, 1, 0, None));
        }
        parent
    }

    fn queue_children(&mut self, node: u32, parent: Option<usize>) {
        let all = self.children(node).to_vec();
        let by_hand = self.opened.contains(&node) || self.nodes.len() <= SMALL;
        let most = if by_hand { FEW.max(self.left / 2) } else { FEW };
        let (some, rest) = self.split(&all, most);
        self.full |= by_hand && !rest.is_empty();
        for child in some {
            self.queue.push_back((child, parent));
        }
        if !rest.is_empty() {
            self.push_siblings(&rest, parent, (!by_hand).then_some(node));
        }
    }

    fn push_siblings(&mut self, rest: &[u32], parent: Option<usize>, opens: Option<u32>) {
        let states = rest.iter().map(|&node| self.sizes[node as usize]).sum();
        let own = self.push(rest[0], parent, Kind::Siblings, states, rest.len() as u32, opens);
        for &node in rest {
            self.home[node as usize] = own as u32;
        }
    }

    fn push_closed(&mut self, node: u32, parent: Option<usize>) {
        let states = self.sizes[node as usize];
        if states == 1 {
            self.push(node, parent, Kind::State, 1, 0, None);
        } else {
            self.push(node, parent, Kind::Subtree, states, 0, Some(node));
        }
    }

    fn push(
        &mut self,
        node: u32,
        parent: Option<usize>,
        kind: Kind,
        states: u32,
        branches: u32,
        opens: Option<u32>,
    ) -> usize {
        let on_path = self.on_path[node as usize];
        if !on_path {
            self.left = self.left.saturating_sub(1);
        }
        self.home[node as usize] = self.shown.len() as u32;
        self.shown.push(Shown { node, parent, kind, states, branches, on_path, opens });
        self.shown.len() - 1
    }

    fn finish(mut self) -> Folded {
        for (at, node) in self.nodes.iter().enumerate() {
            if let (NOWHERE, Some(parent)) = (self.home[at], node.parent) {
                self.home[at] = self.home[parent as usize];
            }
        }
        Folded { shown: self.shown, home: self.home, full: self.full }
    }
}

#[cfg(test)]
mod tests;
