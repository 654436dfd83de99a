//! Whether some continuation satisfies a rest, and whether some fails it.
//!
//! The rest is written as a formula about the step just seen, in which only nexts speak, and the
//! automata over finite words are asked. What the data does not say counts as it would help: a
//! verdict for good must not depend on it. A bound in seconds is forgotten in the direction that can
//! only make a verdict late: for ever instead of in time.

use super::Undecided;
use super::progress::{Formulas, Within, numbers};
use super::rest::{Leaf, Rest, Rests, Shape};
use crate::budget::Budget;
use crate::equivalence::satisfiable;
use crate::formula::{Binary, Bound, Id, Interval, Node, Pool, Real, Unary};
use crate::truth::Truth;
use crate::words::Reading;

impl Formulas {
    /// Whether some continuation satisfies `rest`, and whether some fails it; `now` is its value if
    /// none follows, which answers one of the two.
    pub(super) fn ask(
        &mut self,
        rests: &Rests,
        rest: Rest,
        now: Truth,
        budget: &Budget<'_>,
    ) -> Result<(bool, bool), Undecided> {
        let some_satisfies = now == Truth::True || self.possible(rests, rest, true, budget)?;
        let some_fails = now == Truth::False || self.possible(rests, rest, false, budget)?;
        Ok((some_satisfies, some_fails))
    }

    /// Whether some continuation makes `rest` have the value `wanted`.
    fn possible(
        &self,
        rests: &Rests,
        rest: Rest,
        wanted: bool,
        budget: &Budget<'_>,
    ) -> Result<bool, Undecided> {
        let mut pool = self.pool.clone();
        let order = rests.within(rest);
        let mut there: Vec<Id> = Vec::with_capacity(order.len());
        for &part in &order {
            let of = |inner: &Rest| there[order.binary_search(inner).expect("operands come first")];
            let join = |pool: &mut Pool, op: Binary, inner: &[Rest]| {
                let mut inner = inner.iter().map(of);
                let first = inner.next().expect("a junction has operands");
                inner.fold(first, |left, right| pool.binary(op, left, right))
            };
            there.push(match rests.shape(part) {
                Shape::Constant(value) => pool.constant(*value),
                Shape::Silent => pool.constant(wanted),
                Shape::Leaf(leaf) => condition(&mut pool, *leaf, wanted),
                Shape::And(inner) => join(&mut pool, Binary::And, inner),
                Shape::Or(inner) => join(&mut pool, Binary::Or, inner),
            });
        }
        let mut root = there.last().copied().unwrap_or_default();
        if !wanted {
            root = pool.unary(Unary::Not, root);
        }
        match satisfiable(&pool, root, Reading::Finite, budget) {
            Ok(Ok(word)) => Ok(word.is_some()),
            Ok(Err(limit)) => Err(Undecided::Limit(limit)),
            Err(_) => Err(Undecided::Bound),
        }
    }
}

/// A leaf as a formula about the step just seen. With a clock it is the weakest one if `wanted`, the
/// strongest otherwise.
fn condition(pool: &mut Pool, leaf: Leaf, wanted: bool) -> Id {
    let (formula, age) = match leaf {
        Leaf::Strong(id) => return pool.unary(Unary::Next, id),
        Leaf::Weak(id) => return pool.unary(Unary::WeakNext, id),
        Leaf::Within { formula, age } => (formula, age),
        Leaf::Clock { formula, .. } => return with_clock(pool, formula, wanted),
    };
    let node = pool.node(formula);
    let (op, interval) = match node {
        Node::UnaryWithin(op, interval, _) => (Within::Unary(op), interval),
        Node::BinaryWithin(op, interval, ..) => (Within::Binary(op), interval),
        _ => unreachable!("only bounded operators have an age"),
    };
    let (low, high) = numbers(pool, interval).unwrap_or_default();
    let left = |bound: f64| {
        Bound::Number(Real::new((bound - f64::from(age)).max(0.0)).expect("bounds are finite"))
    };
    let interval = Interval { low: left(low), high: high.map(left), unit: interval.unit };
    let later = pool.add(match node {
        Node::UnaryWithin(op, _, a) => Node::UnaryWithin(op, interval, a),
        Node::BinaryWithin(op, _, a, b) => Node::BinaryWithin(op, interval, a, b),
        other => other,
    });
    pool.unary(if op.is_due() { Unary::Next } else { Unary::WeakNext }, later)
}

/// A bounded operator with a clock: what it implies without, or what implies it.
fn with_clock(pool: &mut Pool, formula: Id, wanted: bool) -> Id {
    let (op, operands) = match pool.node(formula) {
        Node::UnaryWithin(op, _, a) => (Within::Unary(op), (a, a)),
        Node::BinaryWithin(op, _, a, b) => (Within::Binary(op), (a, b)),
        _ => unreachable!("only bounded operators have a clock"),
    };
    // In time implies at all; at all times implies in time.
    if op.is_due() != wanted {
        return pool.constant(wanted);
    }
    let (a, b) = operands;
    let (next, later) = match op {
        Within::Unary(op) => (op, pool.unary(op, a)),
        Within::Binary(op) => {
            let next = if matches!(op, Binary::Until | Binary::StrongRelease) {
                Unary::Finally
            } else {
                Unary::Globally
            };
            (next, pool.binary(op, a, b))
        }
    };
    let next = if next == Unary::Finally { Unary::Next } else { Unary::WeakNext };
    pool.unary(next, later)
}
