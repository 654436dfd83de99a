//! Formulas on one finite trace, straight from the definition `∃ j. ψ(j) ∧ ∀ k < j. φ(k)`.
//!
//! A Kleene value is two classical ones: what holds *however* the unknown turns out (`must`), and
//! what holds *if* it turns out well (`may`). Every operator is brought back to negation,
//! conjunction, next and until; until asks for the nearest witness and the nearest obstacle. None of
//! this is shared with the engines of [`crate::tree`], which work by expansion laws.

use super::Rejection;
use crate::budget::Budget;
use crate::formula::{Binary, Bound, Id, Interval, Node, Pool, Unary, Unit};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// The positions at which a formula must and may hold.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) must: FixedBitSet,
    pub(super) may: FixedBitSet,
}

impl Value {
    /// Known to be false at `position`.
    pub(super) fn fails(&self, position: usize) -> bool {
        !self.may.contains(position)
    }

    /// Known to be true at `position`.
    pub(super) fn holds(&self, position: usize) -> bool {
        self.must.contains(position)
    }

    fn not(&self) -> Self {
        Self { must: complement(&self.may), may: complement(&self.must) }
    }

    fn and(&self, other: &Self) -> Self {
        Self { must: &self.must & &other.must, may: &self.may & &other.may }
    }

    fn or(&self, other: &Self) -> Self {
        Self { must: &self.must | &other.must, may: &self.may | &other.may }
    }

    /// `self U other`, the witness within the windows.
    fn until(&self, other: &Self, windows: &Windows) -> Self {
        let Some(ranges) = &windows.ranges else { return unknown(windows.length) };
        Self {
            must: until(&self.must, &other.must, windows.length, ranges, false),
            may: until(&self.may, &other.may, windows.length, ranges, true),
        }
    }
}

/// A trace: its length, its clock, and what its leaves are.
pub(super) struct Trace<'a> {
    pub(super) pool: &'a Pool,
    pub(super) length: usize,
    /// The time of every step, if all are known and none is earlier than the one before.
    pub(super) times: Option<Vec<f64>>,
}

/// Where the witness of an until may lie.
struct Windows {
    length: usize,
    /// First position, one past the last, and whether a later position could also count; none if
    /// that cannot be said.
    ranges: Option<Vec<(usize, usize, bool)>>,
}

impl Trace<'_> {
    /// The values of all formulas of `order` (children first). `leaf` gives those of atoms and of
    /// path-quantified formulas.
    pub(super) fn values(
        &self,
        order: &[Id],
        budget: &Budget<'_>,
        mut leaf: impl FnMut(Id) -> Value,
    ) -> Result<FxHashMap<Id, Value>, Rejection> {
        let mut values: FxHashMap<Id, Value> = FxHashMap::default();
        for &id in order {
            for _ in 0..=self.length / 64 {
                budget.tick()?;
            }
            let value = match self.pool.node(id) {
                Node::Atom(_) | Node::Unary(Unary::AllPaths | Unary::SomePath, _) => leaf(id),
                node => self.value(node, |child| &values[&child])?,
            };
            values.insert(id, value);
        }
        Ok(values)
    }

    fn value<'v>(&self, node: Node, get: impl Fn(Id) -> &'v Value) -> Result<Value, Rejection> {
        let (n, all) = (self.length, self.always());
        Ok(match node {
            Node::Constant(value) => constant(n, value),
            Node::Unary(Unary::Not, a) => get(a).not(),
            Node::Unary(Unary::Next, a) => shift(get(a), n, false),
            Node::Unary(Unary::WeakNext, a) => shift(get(a), n, true),
            Node::Unary(op, a) => self.eventually(op, get(a), &all)?,
            Node::UnaryWithin(op, interval, a) => {
                self.eventually(op, get(a), &self.within(interval)?)?
            }
            Node::Binary(op, a, b) => two(op, get(a), get(b), &all),
            Node::BinaryWithin(op, interval, a, b) if op.is_temporal() => {
                two(op, get(a), get(b), &self.within(interval)?)
            }
            Node::BinaryWithin(..) | Node::Atom(_) | Node::Hole | Node::Bind(..) => {
                return Err(Rejection::Claim("the formula of the evidence cannot be evaluated"));
            }
        })
    }

    /// `F φ ≡ true U φ`, `G φ ≡ !F !φ`.
    fn eventually(&self, op: Unary, a: &Value, windows: &Windows) -> Result<Value, Rejection> {
        let yes = constant(self.length, true);
        match op {
            Unary::Finally => Ok(yes.until(a, windows)),
            Unary::Globally => Ok(yes.until(&a.not(), windows).not()),
            _ => Err(Rejection::Claim("the formula of the evidence cannot be evaluated")),
        }
    }

    fn always(&self) -> Windows {
        let ranges = (0..self.length).map(|i| (i, self.length, false)).collect();
        Windows { length: self.length, ranges: Some(ranges) }
    }

    /// The positions `j` with `low <= distance(i, j) <= high`.
    fn within(&self, interval: Interval) -> Result<Windows, Rejection> {
        let number = |bound| match bound {
            Bound::Number(real) => Ok(real.get()),
            Bound::Constant(_) => Err(Rejection::Claim("a bound of the evidence has no value")),
        };
        let low = number(interval.low)?;
        let high = interval.high.map(number).transpose()?.unwrap_or(f64::INFINITY);
        let n = self.length;
        let positions: Vec<f64> = match (interval.unit, &self.times) {
            (Unit::Seconds, None) => return Ok(Windows { length: n, ranges: None }),
            (Unit::Seconds, Some(times)) => times.clone(),
            (Unit::Steps, _) => (0..n as u32).map(f64::from).collect(),
        };
        let range = |i: usize| {
            let distance = |at: &f64| at - positions[i];
            let from = i + positions[i..].partition_point(|at| distance(at) < low);
            let to = i + positions[i..].partition_point(|at| distance(at) <= high);
            // The next position, if there were one, is a step further on, and at no earlier time.
            let left = distance(&positions[n - 1]);
            let (possible, beyond) = match interval.unit {
                Unit::Steps => (low.max(0.0).ceil() <= high.floor(), left + 1.0 <= high),
                Unit::Seconds => (low.max(0.0) <= high, left < high),
            };
            let beyond = possible && beyond && high.is_finite();
            (from, if possible { to } else { from }, beyond)
        };
        Ok(Windows { length: n, ranges: Some((0..n).map(range).collect()) })
    }
}

/// An operator of two operands, brought back to negation, conjunction and until.
fn two(op: Binary, a: &Value, b: &Value, windows: &Windows) -> Value {
    let equal = || a.and(b).or(&a.not().and(&b.not()));
    match op {
        Binary::And => a.and(b),
        Binary::Or => a.or(b),
        Binary::Implies => a.not().or(b),
        Binary::Iff => equal(),
        Binary::Xor => equal().not(),
        Binary::Until => a.until(b, windows),
        // φ R ψ: not even once does !ψ come with !φ all the way before it.
        Binary::Release => a.not().until(&b.not(), windows).not(),
        // φ M ψ: ψ up to and including a position at which φ holds as well.
        Binary::StrongRelease => b.until(&a.and(b), windows),
        // φ W ψ: never do both fail with ψ failing all the way before.
        Binary::WeakUntil => {
            let (a, b) = (a.not(), b.not());
            b.until(&a.and(&b), windows).not()
        }
    }
}

/// Some position of the window has `b`, and all before it have `a`.
fn until(
    a: &FixedBitSet,
    b: &FixedBitSet,
    n: usize,
    ranges: &[(usize, usize, bool)],
    hope: bool,
) -> FixedBitSet {
    let (mut witness, mut obstacle) = (vec![n; n + 1], vec![n; n + 1]);
    for i in (0..n).rev() {
        witness[i] = if b.contains(i) { i } else { witness[i + 1] };
        obstacle[i] = if a.contains(i) { obstacle[i + 1] } else { i };
    }
    let mut out = FixedBitSet::with_capacity(n);
    for (i, &(from, to, beyond)) in ranges.iter().enumerate() {
        let found = witness[from] < to && witness[from] <= obstacle[i];
        let open = hope && beyond && obstacle[i] == n;
        out.set(i, found || open);
    }
    out
}

fn shift(a: &Value, n: usize, last: bool) -> Value {
    let next = |bits: &FixedBitSet| {
        let mut out = FixedBitSet::with_capacity(n);
        (0..n).for_each(|i| out.set(i, if i + 1 < n { bits.contains(i + 1) } else { last }));
        out
    };
    Value { must: next(&a.must), may: next(&a.may) }
}

fn complement(bits: &FixedBitSet) -> FixedBitSet {
    let mut out = bits.clone();
    out.toggle_range(..);
    out
}

fn constant(n: usize, value: bool) -> Value {
    let mut bits = FixedBitSet::with_capacity(n);
    bits.set_range(.., value);
    Value { must: bits.clone(), may: bits }
}

/// Nothing is known at any position.
pub(super) fn unknown(n: usize) -> Value {
    Value { must: constant(n, false).must, may: constant(n, true).may }
}
