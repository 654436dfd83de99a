//! The independent re-checker: accepts or rejects a counterexample by the definition.
//!
//! It shares no code with the engines. It reads the labels along the trajectory of the
//! counterexample (and along others only for path-quantified sub-formulas), evaluates by
//! [`trace`](self), and holds every claim against the result: that the formula fails, that it begins
//! to fail at the step named, that every sub-formula blamed has the value named, that the
//! trajectories listed go the same way and fail too, and that **the blame suffices**: with all that
//! is not blamed unknown, the formula still fails.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_checker::evidence::recheck;
//! use vedette_checker::formula::{AtomId, Pool, Unary};
//! use vedette_checker::tree::{Labels, Path, Tree, check};
//! use vedette_checker::truth::Truth;
//!
//! /// The one atom is true in state 1.
//! struct One;
//! impl Labels for One {
//!     fn truth(&self, state: u32, _: AtomId) -> Truth {
//!         Truth::from(state == 1)
//!     }
//! }
//! let mut pool = Pool::default();
//! let spill = pool.proposition("spill");
//! let never = pool.unary(Unary::Not, spill);
//! let rule = pool.unary(Unary::Globally, never);
//! let tree =
//!     Tree::merge(&[Path { states: vec![0, 1, 0], actions: vec![None; 3] }]).unwrap();
//! let budget = Budget::default();
//! let mut evidence =
//!     check(&pool, rule, &tree, &One, &budget).unwrap().counterexample.unwrap();
//! assert_eq!((evidence.step, evidence.certain_at), (1, 1));
//! assert!(recheck(&pool, rule, &tree, &One, &evidence, &budget).is_ok());
//! evidence.step = 2;
//! assert!(recheck(&pool, rule, &tree, &One, &evidence, &budget).is_err());
//! ```
//!
//! # Why
//!
//! A wrong verdict is the worst fault. A certificate that a small second program accepts moves the
//! trust from the engines to that program (*Certifying algorithms*, by Mehlhorn and
//! others, Computer Science Review 5, 2011).

mod lasso;
mod moments;
mod reasons;
mod trace;

use crate::budget::{Budget, Limit};
use crate::formula::{Binary, Id, Node, Pool, Unary, Unit};
use crate::tree::{Blame, Counterexample, Labels, Tree};
use crate::truth::Truth;
use fixedbitset::FixedBitSet;
pub use lasso::recheck_ctl;
pub use reasons::recheck_reasons;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use trace::{Trace, Value, unknown};

/// Why a counterexample is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// A claim is not true.
    Claim(&'static str),
    /// A limit was hit before the claims were all tried.
    Limit(Limit),
}

impl From<Limit> for Rejection {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Claim(what) => write!(f, "the evidence was rejected: {what}"),
            Self::Limit(limit) => limit.fmt(f),
        }
    }
}

impl std::error::Error for Rejection {}

/// Accepts `evidence` for a violation of `root`, or says which claim is not true.
pub fn recheck(
    pool: &Pool,
    root: Id,
    tree: &Tree,
    labels: &impl Labels,
    evidence: &Counterexample,
    budget: &Budget<'_>,
) -> Result<(), Rejection> {
    let claim = |holds: bool, what| if holds { Ok(()) } else { Err(Rejection::Claim(what)) };
    let known = evidence.trajectory < tree.trajectories() as u32;
    claim(known, "there is no such trajectory")?;
    let nodes = tree.nodes(evidence.trajectory);
    let certain = evidence.certain_at as usize;
    claim(evidence.step <= evidence.certain_at, "it is certain before it begins")?;
    claim(certain < nodes.len(), "it is certain after the end")?;

    let parts = parts(pool, root);
    let mut checker = Recheck { pool, tree, labels, budget, quantified: FxHashMap::default() };
    let order = checker.prepare(&parts)?;
    let values = checker.values(&order, evidence.trajectory, None)?;
    let begin = begin(pool, &parts, &values, nodes.len());
    claim(begin.is_some(), "the formula does not fail on the trajectory")?;
    claim(begin == Some(evidence.step as usize), "it does not begin to fail at the step named")?;

    let tells = |blame: &Blame, values: &FxHashMap<Id, Value>, length: usize| {
        let position = blame.position as usize;
        let value = values.get(&blame.formula).filter(|_| position < length);
        value.is_some_and(|value| match blame.truth {
            Truth::True => value.holds(position),
            Truth::False => value.fails(position),
            Truth::Inconclusive | Truth::Unsupported => {
                !value.holds(position) && !value.fails(position)
            }
        })
    };
    for blame in &evidence.blame {
        claim(blame.position <= evidence.certain_at, "blame lies after it is certain")?;
        claim(tells(blame, &values, nodes.len()), "a blamed formula has another value")?;
    }
    if !evidence.cut {
        let blamed: FxHashSet<(u32, Id)> =
            evidence.blame.iter().map(|blame| (blame.position, blame.formula)).collect();
        let values = checker.values(&order, evidence.trajectory, Some(&blamed))?;
        let fails = parts.iter().any(|part| values[part].fails(0));
        claim(fails, "the blame does not imply that the formula fails")?;
    }

    for branch in &evidence.branches {
        let Node::Unary(op, inner) = pool.node(branch.formula) else {
            return Err(Rejection::Claim("a branch is not about a path-quantified formula"));
        };
        claim(branch.trajectory < tree.trajectories() as u32, "a branch has no trajectory")?;
        let order = pool.reachable(&[inner]);
        let values = checker.values(&order, branch.trajectory, None)?;
        let (value, position) = (&values[&inner], branch.position as usize);
        let length = tree.depth(tree.end(branch.trajectory)) as usize + 1;
        claim(position < length, "a branch begins after its end")?;
        let decides = match op {
            Unary::AllPaths => value.fails(position),
            Unary::SomePath => value.holds(position),
            _ => false,
        };
        claim(decides, "a branch does not decide its formula")?;
        let true_blame = branch.blame.iter().all(|blame| tells(blame, &values, length));
        claim(true_blame, "a formula blamed on a branch has another value")?;
    }

    let clock = order.iter().any(|&id| counts_seconds(pool.node(id)));
    let mut same = None;
    for &other in &evidence.trajectories {
        claim(other < tree.trajectories() as u32, "there is no such trajectory")?;
        let way = tree.depth(tree.end(other)) as usize >= certain
            && tree.nodes(other)[certain] == nodes[certain];
        claim(way, "a trajectory listed goes another way")?;
        // Equal trajectories need be looked at once, unless their clocks may differ.
        let key = Some(tree.end(other));
        if key != same || clock {
            let values = checker.values(&order, other, None)?;
            let fails = parts.iter().any(|part| values[part].fails(0));
            claim(fails, "a trajectory listed does not violate the formula")?;
        }
        same = key;
    }
    let listed = evidence.trajectories.contains(&evidence.trajectory);
    claim(listed, "the trajectory shown is not listed")
}

fn counts_seconds(node: Node) -> bool {
    match node {
        Node::UnaryWithin(_, interval, _) | Node::BinaryWithin(_, interval, ..) => {
            interval.unit == Unit::Seconds
        }
        _ => false,
    }
}

/// What the formula demands of each trajectory: below leading `A` and `&`.
fn parts(pool: &Pool, root: Id) -> Vec<Id> {
    let (mut parts, mut open, mut seen) = (Vec::new(), vec![root], FxHashSet::default());
    while let Some(id) = open.pop() {
        match pool.node(id) {
            _ if !seen.insert(id) => {}
            Node::Unary(Unary::AllPaths, a) => open.push(a),
            Node::Binary(Binary::And, a, b) => open.extend([a, b]),
            _ => parts.push(id),
        }
    }
    parts
}

/// The earliest position at which a failing part begins to fail.
fn begin(pool: &Pool, parts: &[Id], values: &FxHashMap<Id, Value>, length: usize) -> Option<usize> {
    let failing = parts.iter().filter(|part| values[part].fails(0));
    let starts = failing.map(|&part| match pool.node(part) {
        Node::Unary(Unary::Globally, body) => {
            (0..length).find(|&i| values[&body].fails(i)).unwrap_or(length)
        }
        _ => 0,
    });
    starts.min()
}

struct Recheck<'a, L> {
    pool: &'a Pool,
    tree: &'a Tree,
    labels: &'a L,
    budget: &'a Budget<'a>,
    /// What each path-quantified formula is at each node: must and may.
    quantified: FxHashMap<Id, Value>,
}

impl<L: Labels> Recheck<'_, L> {
    /// Evaluates the path-quantified formulas below `roots`, inner ones first; returns all
    /// formulas below `roots`: the blame may go on below a quantifier along its own trajectory.
    fn prepare(&mut self, roots: &[Id]) -> Result<Vec<Id>, Rejection> {
        for id in self.pool.reachable(roots) {
            let Node::Unary(op @ (Unary::AllPaths | Unary::SomePath), inner) = self.pool.node(id)
            else {
                continue;
            };
            let order = self.cone(&[inner]);
            let all = op == Unary::AllPaths;
            let mut nodes = Value {
                must: FixedBitSet::with_capacity(self.tree.len()),
                may: FixedBitSet::with_capacity(self.tree.len()),
            };
            nodes.must.set_range(.., all);
            nodes.may.set_range(.., all);
            for trajectory in 0..self.tree.trajectories() as u32 {
                let values = self.values(&order, trajectory, None)?;
                let value = &values[&inner];
                for (i, &node) in self.tree.nodes(trajectory).iter().enumerate() {
                    let node = node as usize;
                    if value.holds(i) != all {
                        nodes.must.set(node, !all);
                    }
                    if value.fails(i) == all {
                        nodes.may.set(node, !all);
                    }
                }
            }
            self.quantified.insert(id, nodes);
        }
        Ok(self.pool.reachable(roots))
    }

    /// The formulas that are read along the same trajectory as `roots`, children first: those not
    /// below a path quantifier.
    fn cone(&self, roots: &[Id]) -> Vec<Id> {
        let (mut open, mut seen) = (roots.to_vec(), FxHashSet::default());
        let mut order = Vec::new();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                order.push(id);
                let node = self.pool.node(id);
                if !matches!(node, Node::Unary(op, _) if op.is_path()) {
                    open.extend(node.children());
                }
            }
        }
        order.sort_unstable();
        order
    }

    /// The values along a trajectory. With `only`, every leaf that is not in it is unknown.
    fn values(
        &self,
        order: &[Id],
        trajectory: u32,
        only: Option<&FxHashSet<(u32, Id)>>,
    ) -> Result<FxHashMap<Id, Value>, Rejection> {
        let nodes = self.tree.nodes(trajectory);
        let length = nodes.len();
        let times: Option<Vec<f64>> =
            (0..length as u32).map(|step| self.labels.seconds(trajectory, step)).collect();
        let times = times.filter(|times| {
            times.iter().all(|time| time.is_finite())
                && times.windows(2).all(|pair| pair[0] <= pair[1])
        });
        let trace = Trace { pool: self.pool, length, times };
        trace.values(order, self.budget, |id| {
            let mut value = unknown(length);
            for (i, &node) in nodes.iter().enumerate() {
                if only.is_some_and(|only| !only.contains(&(i as u32, id))) {
                    continue;
                }
                let (must, may) = if let Node::Atom(atom) = self.pool.node(id) {
                    let truth = self.labels.truth(self.tree.state(node), atom);
                    (truth == Truth::True, truth != Truth::False)
                } else {
                    let known = &self.quantified[&id];
                    (known.must.contains(node as usize), known.may.contains(node as usize))
                };
                value.must.set(i, must);
                value.may.set(i, may);
            }
            value
        })
    }
}
