//! One step: every sub-formula is expanded at the step just seen, and the rest so far is rewritten.
//!
//! An unbounded operator is its expansion law (`φ U ψ` is `ψ`, or `φ` and itself at the next step). A
//! bounded one is unfolded by its age: at age `k` the step counts if `k` lies in the interval, and
//! after the last step that counts nothing is left. The laws of all operators are those of
//! [`crate::words`].

use super::rest::{Leaf, Rest, Rests, Shape};
use crate::formula::{AtomId, Binary, Bound, Id, Interval, Node, Pool, Real, Unary, Unit};
use crate::tree::CheckError;
use crate::truth::Truth;

/// A formula in negation normal form, ready to be expanded.
#[derive(Debug)]
pub(super) struct Formulas {
    pub(super) pool: Pool,
    root: Id,
    /// Its nodes, operands first.
    order: Vec<Id>,
}

/// A bounded operator at some age.
#[derive(Clone, Copy)]
struct Age {
    /// Whether the step counts.
    counts: bool,
    /// What the operator is at the next step; none if no later step counts.
    next: Option<Leaf>,
}

impl Formulas {
    pub(super) fn new(pool: &Pool, root: Id) -> Result<Self, CheckError> {
        for id in pool.reachable(&[root]) {
            match pool.node(id) {
                Node::Hole => return Err(CheckError::Hole { formula: id }),
                Node::Bind(..) => return Err(CheckError::Quantifier { formula: id }),
                Node::Unary(Unary::AllPaths | Unary::SomePath, _) => {
                    return Err(CheckError::Malformed { formula: id });
                }
                Node::UnaryWithin(_, interval, _) | Node::BinaryWithin(_, interval, ..) => {
                    numbers(pool, interval)?;
                }
                _ => {}
            }
        }
        let mut pool = pool.clone();
        let root = pool.negation_normal_form(root);
        let order = pool.reachable(&[root]);
        Ok(Self { pool, root, order })
    }

    pub(super) fn root(&self) -> Id {
        self.root
    }

    pub(super) fn pool(&self) -> &Pool {
        &self.pool
    }

    /// What every sub-formula comes to at this step, by index.
    pub(super) fn expand(
        &self,
        rests: &mut Rests,
        truth: &mut impl FnMut(AtomId) -> Truth,
        now: Option<f64>,
    ) -> Vec<Rest> {
        let mut values = vec![Rests::constant(false); self.root.index() + 1];
        for &id in &self.order {
            let of = |id: Id| values[id.index()];
            values[id.index()] = match self.pool.node(id) {
                Node::Constant(value) => Rests::constant(value),
                Node::Atom(atom) => Rests::truth(truth(atom)),
                Node::Unary(Unary::Not, a) => match self.pool.node(a) {
                    Node::Atom(atom) => Rests::truth(!truth(atom)),
                    _ => unreachable!("negations stand before atoms only"),
                },
                Node::Unary(Unary::Next, a) => rests.leaf(Leaf::Strong(a)),
                Node::Unary(Unary::WeakNext, a) => rests.leaf(Leaf::Weak(a)),
                Node::Unary(Unary::Finally, a) => {
                    let later = rests.leaf(Leaf::Strong(id));
                    rests.or(&[of(a), later])
                }
                Node::Unary(_, a) => {
                    let later = rests.leaf(Leaf::Weak(id));
                    rests.and(&[of(a), later])
                }
                Node::Binary(op, a, b) => binary(rests, id, op, of(a), of(b)),
                Node::UnaryWithin(..) | Node::BinaryWithin(..) => {
                    let since = now.and_then(Real::new);
                    self.bounded(rests, id, 0, since, now, &values)
                }
                Node::Hole | Node::Bind(..) => unreachable!("refused when the monitor was made"),
            };
        }
        values
    }

    /// A bounded operator that began `age` steps ago, or at the time `since`.
    fn bounded(
        &self,
        rests: &mut Rests,
        id: Id,
        age: u32,
        since: Option<Real>,
        now: Option<f64>,
        values: &[Rest],
    ) -> Rest {
        let (op, interval, a, b) = match self.pool.node(id) {
            Node::UnaryWithin(op, interval, a) => (Within::Unary(op), interval, a, a),
            Node::BinaryWithin(op, interval, a, b) => (Within::Binary(op), interval, a, b),
            _ => unreachable!("only bounded operators have an age"),
        };
        let (low, high) = numbers(&self.pool, interval).unwrap_or_default();
        let due = op.is_due();
        if high.is_some_and(|high| high < low) {
            return Rests::constant(!due);
        }
        let age = match (interval.unit, since, now) {
            (Unit::Steps, ..) => by_steps(id, age, low, high),
            (Unit::Seconds, Some(since), Some(now)) => by_clock(id, since, now, low, high),
            // Without a clock the data does not say.
            (Unit::Seconds, ..) => return Rests::truth(Truth::Unsupported),
        };
        let (a, b) = (values[a.index()], values[b.index()]);
        // F, U and M: what counts now, or later. G, R and W: what counts now, and later.
        let later = match age.next {
            Some(leaf) => rests.leaf(leaf),
            None => Rests::constant(!due),
        };
        let (goal, keep) = match op {
            Within::Unary(_) => (b, None),
            Within::Binary(Binary::StrongRelease) => (rests.and(&[a, b]), Some(b)),
            Within::Binary(Binary::WeakUntil) => (rests.or(&[a, b]), Some(b)),
            Within::Binary(_) => (b, Some(a)),
        };
        if due {
            let goal = if age.counts { goal } else { Rests::constant(false) };
            let later = match keep {
                Some(keep) => rests.and(&[keep, later]),
                None => later,
            };
            rests.or(&[goal, later])
        } else {
            let goal = if age.counts { goal } else { Rests::constant(true) };
            let later = match keep {
                Some(keep) => rests.or(&[keep, later]),
                None => later,
            };
            rests.and(&[goal, later])
        }
    }

    /// The rest after one more step, at which the sub-formulas came to `values`.
    pub(super) fn progress(
        &self,
        rests: &mut Rests,
        rest: Rest,
        values: &[Rest],
        now: Option<f64>,
    ) -> Rest {
        let order = rests.within(rest);
        let mut there: Vec<Rest> = Vec::with_capacity(order.len());
        for &part in &order {
            let of = |inner: &Rest| there[order.binary_search(inner).expect("operands come first")];
            let shape = rests.shape(part).clone();
            there.push(match shape {
                Shape::Constant(_) | Shape::Silent => part,
                Shape::Leaf(Leaf::Strong(id) | Leaf::Weak(id)) => values[id.index()],
                Shape::Leaf(Leaf::Within { formula, age }) => {
                    self.bounded(rests, formula, age, None, now, values)
                }
                Shape::Leaf(Leaf::Clock { formula, since }) => {
                    self.bounded(rests, formula, 0, Some(since), now, values)
                }
                Shape::And(inner) => {
                    let inner: Vec<Rest> = inner.iter().map(of).collect();
                    rests.and(&inner)
                }
                Shape::Or(inner) => {
                    let inner: Vec<Rest> = inner.iter().map(of).collect();
                    rests.or(&inner)
                }
            });
        }
        there.last().copied().unwrap_or(rest)
    }

    /// What a leaf is worth if the trace ends here.
    pub(super) fn at_end(&self, leaf: &Leaf) -> Truth {
        match leaf {
            Leaf::Strong(_) => Truth::False,
            Leaf::Weak(_) => Truth::True,
            Leaf::Within { formula, .. } | Leaf::Clock { formula, .. } => {
                let (op, interval) = match self.pool.node(*formula) {
                    Node::UnaryWithin(op, interval, _) => (Within::Unary(op), interval),
                    Node::BinaryWithin(op, interval, ..) => (Within::Binary(op), interval),
                    _ => unreachable!("only bounded operators have an age"),
                };
                match interval.high {
                    // The deadline lies beyond the end.
                    Some(_) => Truth::Inconclusive,
                    None => Truth::from(!op.is_due()),
                }
            }
        }
    }
}

/// An unbounded operator of two operands.
fn binary(rests: &mut Rests, id: Id, op: Binary, a: Rest, b: Rest) -> Rest {
    let strong = Leaf::Strong(id);
    let weak = Leaf::Weak(id);
    match op {
        Binary::And => rests.and(&[a, b]),
        Binary::Or => rests.or(&[a, b]),
        Binary::Until | Binary::WeakUntil => {
            let later = rests.leaf(if op == Binary::Until { strong } else { weak });
            let later = rests.and(&[a, later]);
            rests.or(&[b, later])
        }
        Binary::Release | Binary::StrongRelease => {
            let later = rests.leaf(if op == Binary::Release { weak } else { strong });
            let later = rests.or(&[a, later]);
            rests.and(&[b, later])
        }
        Binary::Xor | Binary::Implies | Binary::Iff => {
            unreachable!("the negation normal form has none")
        }
    }
}

/// A bounded operator.
#[derive(Clone, Copy)]
pub(super) enum Within {
    Unary(Unary),
    Binary(Binary),
}

impl Within {
    /// Whether something has to come.
    pub(super) fn is_due(self) -> bool {
        matches!(
            self,
            Self::Unary(Unary::Finally) | Self::Binary(Binary::Until | Binary::StrongRelease)
        )
    }
}

#[expect(clippy::cast_sign_loss, reason = "clamped to be positive")]
fn by_steps(id: Id, age: u32, low: f64, high: Option<f64>) -> Age {
    let (low, high) = (low.max(0.0).ceil(), high.map(f64::floor));
    let k = f64::from(age);
    let counts = k >= low && high.is_none_or(|high| k <= high);
    // For ever is for ever, however old.
    let cap =
        if high.is_none() { low.clamp(0.0, f64::from(u32::MAX - 1)) as u32 } else { u32::MAX };
    let later = high.is_none_or(|high| k < high);
    let next = Leaf::Within { formula: id, age: age.saturating_add(1).min(cap) };
    Age { counts, next: later.then_some(next) }
}

fn by_clock(id: Id, since: Real, now: f64, low: f64, high: Option<f64>) -> Age {
    let k = now - since.get();
    let counts = k >= low && high.is_none_or(|high| k <= high);
    // A later step may have the same time.
    let later = high.is_none_or(|high| k <= high);
    let next = Leaf::Clock { formula: id, since };
    Age { counts, next: later.then_some(next) }
}

/// The bounds of an interval.
pub(super) fn numbers(pool: &Pool, interval: Interval) -> Result<(f64, Option<f64>), CheckError> {
    let number = |bound| match bound {
        Bound::Number(real) => Ok(real.get()),
        Bound::Constant(symbol) => Err(CheckError::Constant { name: pool.name(symbol).into() }),
    };
    let high = interval.high.map(number).transpose()?;
    let low = number(interval.low)?.max(0.0);
    // No whole number of steps between 0.2 and 0.8.
    let (low, high) = match interval.unit {
        Unit::Steps => (low.ceil(), high.map(f64::floor)),
        Unit::Seconds => (low, high),
    };
    Ok((low, high))
}
