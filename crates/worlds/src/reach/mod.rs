//! Shortest ways to a goal in any world: breadth-first search that takes its steps back.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_worlds::reach::{Search, World, search};
//!
//! /// A number that can be doubled, or made one less.
//! struct Number { now: u32, before: Vec<u32>, goal: u32 }
//! impl World for Number {
//!     type Action = char;
//!     fn actions(&self) -> Vec<char> { vec!['2', '-'] }
//!     fn apply(&mut self, action: &char) -> bool {
//!         let next = if *action == '2' { self.now * 2 % 16 } else { self.now.saturating_sub(1) };
//!         self.before.push(self.now);
//!         self.now = next;
//!         true
//!     }
//!     fn undo(&mut self) { self.now = self.before.pop().expect("something was done"); }
//!     fn fingerprint(&self) -> u128 { self.now.into() }
//!     fn missing(&self) -> usize { usize::from(self.now != self.goal) }
//! }
//! let mut world = Number { now: 3, before: vec![], goal: 10 };
//! let Search::Found { actions, .. } = search(&mut world, &Budget::states(100)) else { panic!() };
//! assert_eq!((actions, world.now), (vec!['2', '-', '2'], 3), "3, 6, 5, 10; and back");
//! world.goal = 17;
//! assert!(matches!(search(&mut world, &Budget::states(100)), Search::Exhausted { states: 15, .. }));
//! assert!(matches!(search(&mut world, &Budget::states(3)), Search::Stopped { .. }));
//! ```
//!
//! # Why one state and a way back
//!
//! A state of a household has hundreds of lists, and an action changes a few; copying a state costs more
//! than doing ten steps. So there is one state: the search takes steps back to the common ancestor of two nodes
//! of its tree and does those to the next again. Nodes keep an action and their parent.
//!
//! States are told apart by a fingerprint of 128 bits (hash compaction): that two of a million states share
//! one has a probability below 2^-88. Reference: Moore, The shortest path through a maze (1959); Wolper and
//! Leroy, Reliable hashing without collision detection (CAV 1993); SENTINEL, Algorithm 5.

use rustc_hash::FxHashSet;
use vedette_checker::budget::{Budget, Limit};

/// What is searched.
pub trait World {
    /// What can be tried.
    type Action: Clone;
    /// What to try in the present state, in this order.
    fn actions(&self) -> Vec<Self::Action>;
    /// Does it, always with the same effect in the same state; `false` if it cannot be done, and then
    /// nothing is changed and there is nothing to take back.
    fn apply(&mut self, action: &Self::Action) -> bool;
    /// Takes back what was done last.
    fn undo(&mut self);
    /// A number that equal states have in common, and others have not.
    fn fingerprint(&self) -> u128;
    /// How many parts of the goal do not hold; 0 in a state that is searched for.
    fn missing(&self) -> usize;
}

/// What a search comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Search<A> {
    /// As few actions as possible that lead to the goal.
    Found {
        /// The actions.
        actions: Vec<A>,
        /// How many states were looked at.
        states: usize,
    },
    /// All states that the actions lead to were looked at, and the goal holds in none.
    Exhausted {
        /// How many there are.
        states: usize,
        /// The way to the first of those in which the least is missing.
        nearest: Vec<A>,
    },
    /// The budget was spent.
    Stopped {
        /// Which limit.
        limit: Limit,
        /// How many states were looked at.
        states: usize,
        /// The way to the first of those in which the least is missing.
        nearest: Vec<A>,
    },
}

struct Node<A> {
    parent: usize,
    depth: usize,
    /// None for the start.
    action: Option<A>,
}

/// Looks for the goal, from the present state on; the world is afterwards as it was. Every state counts in the
/// budget, and every action that is tried is a tick of it.
pub fn search<W: World>(world: &mut W, budget: &Budget<'_>) -> Search<W::Action> {
    let mut nodes = vec![Node { parent: 0, depth: 0, action: None }];
    let mut seen = FxHashSet::default();
    seen.insert(world.fingerprint());
    let (mut best, mut least) = (0, world.missing());
    if least == 0 {
        return Search::Found { actions: Vec::new(), states: 1 };
    }
    let (mut here, mut at) = (0, 0);
    let mut stopped = None;
    'search: while at < nodes.len() {
        travel(world, &nodes, here, at);
        here = at;
        for action in world.actions() {
            stopped = budget.tick().err();
            if stopped.is_some() {
                break 'search;
            }
            if !world.apply(&action) {
                continue;
            }
            let (fresh, missing) = (seen.insert(world.fingerprint()), world.missing());
            world.undo();
            if !fresh {
                continue;
            }
            stopped = budget.state().err();
            if stopped.is_some() {
                break 'search;
            }
            nodes.push(Node { parent: at, depth: nodes[at].depth + 1, action: Some(action) });
            if missing < least {
                (best, least) = (nodes.len() - 1, missing);
            }
            if least == 0 {
                break 'search;
            }
        }
        at += 1;
    }
    travel(world, &nodes, here, 0);
    let (states, way) = (nodes.len(), way(&nodes, best));
    match stopped {
        None if least == 0 => Search::Found { actions: way, states },
        None => Search::Exhausted { states, nearest: way },
        Some(limit) => Search::Stopped { limit, states, nearest: way },
    }
}

/// From one node to another by way of their common ancestor.
fn travel<W: World>(world: &mut W, nodes: &[Node<W::Action>], from: usize, to: usize) {
    let (mut from, mut to) = (from, to);
    let mut down = Vec::new();
    while from != to {
        if nodes[from].depth >= nodes[to].depth {
            world.undo();
            from = nodes[from].parent;
        } else {
            down.extend(&nodes[to].action);
            to = nodes[to].parent;
        }
    }
    for action in down.into_iter().rev() {
        world.apply(action);
    }
}

fn way<A: Clone>(nodes: &[Node<A>], to: usize) -> Vec<A> {
    let mut way = Vec::with_capacity(nodes[to].depth);
    let mut at = to;
    while let Some(action) = &nodes[at].action {
        way.push(action.clone());
        at = nodes[at].parent;
    }
    way.reverse();
    way
}
