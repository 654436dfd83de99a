//! The states that satisfy each sub-formula, sub-formulas first.

use super::fixpoint::{Model, complement, full};
use super::witness::{Piece, Witness};
use crate::budget::{Budget, Limit};
use crate::evidence::recheck_ctl;
use crate::formula::{AtomId, Binary, Id, Node, Pool, Unary};
use crate::kripke::Kripke;
use crate::reasons::{Steps, steps};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use std::fmt;

/// Why a formula cannot be checked as CTL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CtlError {
    /// A temporal operator does not stand directly under a path quantifier.
    NotCtl {
        /// That operator.
        formula: Id,
    },
    /// The formula has a hole, an unexpanded quantifier over objects, or an interval at an operator
    /// that takes none.
    Malformed {
        /// That sub-formula.
        formula: Id,
    },
    /// An interval in seconds, or one with a named bound: a structure has no clock.
    Interval {
        /// The operator.
        formula: Id,
    },
    /// A limit was hit.
    Limit(Limit),
    /// The evidence was rejected: a fault of this program.
    Internal {
        /// What was rejected.
        what: &'static str,
    },
}

impl From<Limit> for CtlError {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl fmt::Display for CtlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCtl { .. } => f.write_str(
                "not CTL: found a temporal operator without a path quantifier, expected `A` or `E` \
                 directly before it",
            ),
            Self::Malformed { .. } => f.write_str(
                "found a part that is missing or a quantifier over objects, expected a complete \
                 formula without; mend or expand it first",
            ),
            Self::Interval { .. } => f.write_str(
                "found an interval in seconds or with a named bound, expected a number of steps",
            ),
            Self::Limit(limit) => limit.fmt(f),
            Self::Internal { what } => {
                write!(f, "internal error: {what}; please report this input, no verdict is given")
            }
        }
    }
}

impl std::error::Error for CtlError {}

/// The states that satisfy each state formula.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sat {
    pub(super) sets: FxHashMap<Id, FixedBitSet>,
}

impl Sat {
    /// The states that satisfy a sub-formula; none if it is no state formula.
    pub fn states(&self, formula: Id) -> Option<&FixedBitSet> {
        self.sets.get(&formula)
    }

    /// Whether a state satisfies a sub-formula that is known to be a state formula.
    pub(super) fn has(&self, formula: Id, state: u32) -> bool {
        self.sets[&formula].contains(state as usize)
    }
}

/// What is known of a formula on a structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Whether all initial states satisfy it.
    pub holds: bool,
    /// The states that satisfy each sub-formula.
    pub sat: Sat,
    /// Evidence, re-checked: of a formula that fails why it fails in the first initial state that
    /// violates it; of one that holds, witnesses in the first initial state. Outer reasons first;
    /// empty if no path can show it (an `A` that holds, an `E` that fails).
    pub evidence: Vec<Piece>,
}

/// Checks the CTL formula `root`. A path is *fair* if it satisfies each of `fairness` (CTL formulas,
/// read without fairness) infinitely often; `A` and `E` range over fair paths.
pub fn check(
    pool: &Pool,
    root: Id,
    kripke: &Kripke,
    label: &impl Fn(u32, AtomId) -> bool,
    fairness: &[Id],
    budget: &Budget<'_>,
) -> Result<Checked, CtlError> {
    let model = fair_model(pool, kripke, label, fairness, budget)?;
    let sat = satisfying(pool, &[root], &model, label)?;
    let failing = kripke.initial().iter().copied().find(|&state| !sat.has(root, state));
    let start = failing.unwrap_or(kripke.initial()[0]);
    let evidence = Witness { pool, model: &model, sat: &sat }.explain(root, start)?;
    recheck_ctl(pool, root, kripke, label, fairness, start, failing.is_none(), &evidence, budget)
        .map_err(|rejection| match rejection {
        crate::evidence::Rejection::Claim(what) => CtlError::Internal { what },
        crate::evidence::Rejection::Limit(limit) => CtlError::Limit(limit),
    })?;
    Ok(Checked { holds: failing.is_none(), sat, evidence })
}

/// The structure with its fairness constraints evaluated.
pub(super) fn fair_model<'a>(
    pool: &Pool,
    kripke: &'a Kripke,
    label: &impl Fn(u32, AtomId) -> bool,
    fairness: &[Id],
    budget: &'a Budget<'a>,
) -> Result<Model<'a>, CtlError> {
    let plain = Model::new(kripke, Vec::new(), budget)?;
    let constraints = satisfying(pool, fairness, &plain, label)?;
    let constraints = fairness.iter().map(|id| constraints.sets[id].clone()).collect();
    Ok(Model::new(kripke, constraints, budget)?)
}

fn satisfying(
    pool: &Pool,
    roots: &[Id],
    model: &Model<'_>,
    label: &impl Fn(u32, AtomId) -> bool,
) -> Result<Sat, CtlError> {
    let n = model.kripke.len();
    let order = pool.reachable(roots);
    let temporal = |id: Id| PathOp::of(pool.node(id)).is_some();
    if let Some(&formula) = roots.iter().find(|&&root| temporal(root)) {
        return Err(CtlError::NotCtl { formula });
    }
    let mut sat = Sat::default();
    for &id in &order {
        let node = pool.node(id);
        model.budget.tick()?;
        if PathOp::of(node).is_some() {
            continue;
        }
        let quantifier = matches!(node, Node::Unary(op, _) if op.is_path());
        if let Some(formula) = node.children().find(|&child| !quantifier && temporal(child)) {
            return Err(CtlError::NotCtl { formula });
        }
        // The children of an operator under a quantifier must be state formulas too.
        let inner = node.children().filter(|&child| temporal(child));
        for child in inner.flat_map(|child| pool.node(child).children()) {
            if temporal(child) {
                return Err(CtlError::NotCtl { formula: child });
            }
        }
        let get = |child: Id| &sat.sets[&child];
        let set = match node {
            Node::Constant(value) => {
                if value {
                    full(n)
                } else {
                    FixedBitSet::with_capacity(n)
                }
            }
            Node::Atom(atom) => {
                let mut set = FixedBitSet::with_capacity(n);
                set.extend((0..n).filter(|&state| label(state as u32, atom)));
                set
            }
            Node::Unary(Unary::Not, a) => complement(get(a)),
            Node::Unary(op, a) => {
                let all = op == Unary::AllPaths;
                match PathOp::of(pool.node(a)) {
                    Some(op) => quantified(model, &sat, all, &op, op.steps(pool, a)?)?,
                    // Of a state formula: there is a fair path, or there is none.
                    None if all => get(a) | &complement(&model.fair),
                    None => get(a) & &model.fair,
                }
            }
            Node::Binary(op, a, b) => boolean(op, get(a), get(b)),
            Node::Hole | Node::Bind(..) | Node::UnaryWithin(..) | Node::BinaryWithin(..) => {
                return Err(CtlError::Malformed { formula: id });
            }
        };
        sat.sets.insert(id, set);
    }
    Ok(sat)
}

fn boolean(op: Binary, a: &FixedBitSet, b: &FixedBitSet) -> FixedBitSet {
    match op {
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Implies => &complement(a) | b,
        Binary::Xor => a ^ b,
        _ => complement(&(a ^ b)),
    }
}

/// `A op` or `E op`, by the dualities from `EX`, `EU`, `ER`.
fn quantified(
    model: &Model<'_>,
    sat: &Sat,
    all: bool,
    op: &PathOp,
    steps: Steps,
) -> Result<FixedBitSet, Limit> {
    let (basic, phi, psi) = op.basic(&|id| sat.sets[&id].clone(), model.kripke.len(), all);
    let set = match basic {
        Basic::Next => model.ex(&psi)?,
        Basic::Until => model.eu(&phi, &psi, steps)?,
        Basic::Release => model.er(&phi, &psi, steps)?,
    };
    Ok(if all { complement(&set) } else { set })
}

/// A temporal operator and its operands.
#[derive(Clone, Copy, Debug)]
pub(super) enum PathOp {
    One(Unary, Id),
    Two(Binary, Id, Id),
}

/// What is left of the temporal operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Basic {
    Next,
    Until,
    Release,
}

impl PathOp {
    pub(super) fn of(node: Node) -> Option<Self> {
        match node {
            Node::Unary(op, a) if op.is_temporal() => Some(Self::One(op, a)),
            Node::UnaryWithin(op, _, a) => Some(Self::One(op, a)),
            Node::Binary(op, a, b) if op.is_temporal() => Some(Self::Two(op, a, b)),
            Node::BinaryWithin(op, _, a, b) => Some(Self::Two(op, a, b)),
            _ => None,
        }
    }

    /// The operator brought back to next, until or release; with `negated`, the dual operator of the
    /// negated operands.
    pub(super) fn basic(
        self,
        get: &dyn Fn(Id) -> FixedBitSet,
        n: usize,
        negated: bool,
    ) -> (Basic, FixedBitSet, FixedBitSet) {
        let set = |id| if negated { complement(&get(id)) } else { get(id) };
        let (yes, no) = (full(n), FixedBitSet::with_capacity(n));
        match (self, negated) {
            (Self::One(Unary::Finally, a), false) | (Self::One(Unary::Globally, a), true) => {
                (Basic::Until, yes, set(a))
            }
            (Self::One(Unary::Finally | Unary::Globally, a), _) => (Basic::Release, no, set(a)),
            // There is always a next state: both nexts are one.
            (Self::One(_, a), _) => (Basic::Next, no, set(a)),
            (Self::Two(Binary::Until, a, b), false) | (Self::Two(Binary::Release, a, b), true) => {
                (Basic::Until, set(a), set(b))
            }
            (Self::Two(Binary::Release | Binary::Until, a, b), _) => {
                (Basic::Release, set(a), set(b))
            }
            // φ M ψ ≡ ψ U (φ & ψ), φ W ψ ≡ ψ R (φ | ψ)
            (Self::Two(Binary::StrongRelease, a, b), false)
            | (Self::Two(Binary::WeakUntil, a, b), true) => {
                (Basic::Until, set(b), &set(a) & &set(b))
            }
            (Self::Two(_, a, b), _) => (Basic::Release, set(b), &set(a) | &set(b)),
        }
    }

    /// The bounds of the operator at `id`.
    pub(super) fn steps(self, pool: &Pool, id: Id) -> Result<Steps, CtlError> {
        let next = matches!(self, Self::One(Unary::Next | Unary::WeakNext, _));
        match pool.node(id) {
            Node::UnaryWithin(Unary::Finally | Unary::Globally, ..) | Node::BinaryWithin(..)
                if !next =>
            {
                steps(pool, id).ok_or(CtlError::Interval { formula: id })
            }
            Node::Unary(..) | Node::Binary(..) => Ok((0, None)),
            _ => Err(CtlError::Malformed { formula: id }),
        }
    }
}
