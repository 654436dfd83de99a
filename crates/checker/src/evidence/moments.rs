//! Temporal operators moment by moment: their expansion laws, alone and along a path or lasso.

use crate::formula::{Binary, Bound, Id, Interval, Node, Unary, Unit};

/// A temporal operator but next.
#[derive(Clone, Copy)]
pub(super) struct Operator {
    kind: Kind,
    within: Option<Interval>,
    a: Id,
    b: Id,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Finally,
    Globally,
    Two(Binary),
}

impl Operator {
    pub(super) fn new(node: Node) -> Option<Self> {
        let one = |op, within, a| {
            let kind = match op {
                Unary::Finally => Kind::Finally,
                Unary::Globally => Kind::Globally,
                _ => return None,
            };
            Some(Self { kind, within, a, b: a })
        };
        match node {
            Node::Unary(op, a) => one(op, None, a),
            Node::UnaryWithin(op, within, a) => one(op, Some(within), a),
            Node::Binary(op, a, b) if op.is_temporal() => {
                Some(Self { kind: Kind::Two(op), within: None, a, b })
            }
            Node::BinaryWithin(op, within, a, b) if op.is_temporal() => {
                Some(Self { kind: Kind::Two(op), within: Some(within), a, b })
            }
            _ => None,
        }
    }

    /// Whether it asks for something to come.
    pub(super) fn least(self) -> bool {
        matches!(self.kind, Kind::Finally | Kind::Two(Binary::Until | Binary::StrongRelease))
    }

    /// First and last moment that count.
    pub(super) fn steps(self) -> Option<(f64, f64)> {
        let Some(within) = self.within else { return Some((0.0, f64::INFINITY)) };
        let number = |bound| match bound {
            Bound::Number(real) => Some(real.get()),
            Bound::Constant(_) => None,
        };
        let high = within.high.map_or(Some(f64::INFINITY), number)?;
        let low = number(within.low)?;
        (within.unit == Unit::Steps).then(|| (low.max(0.0).ceil(), high.floor()))
    }

    /// The value at a moment, from the operands and from the value at the next moment.
    pub(super) fn expand(self, counts: bool, next: bool, value: &dyn Fn(Id) -> bool) -> bool {
        let (a, b) = (value(self.a), value(self.b));
        match self.kind {
            Kind::Finally => (counts && a) || next,
            Kind::Globally => (!counts || a) && next,
            Kind::Two(Binary::Until) => (counts && b) || (a && next),
            Kind::Two(Binary::Release) => (!counts || b) && (a || next),
            Kind::Two(Binary::StrongRelease) => b && ((counts && a) || next),
            Kind::Two(_) => (!counts || a || b) && (b || next),
        }
    }
}

/// More moments than a path that anyone shows has.
const MOST_MOMENTS: f64 = 1e7;

/// The positions of a path.
pub(super) struct Path {
    pub(super) len: usize,
    /// Where the cycle begins.
    pub(super) back: Option<usize>,
    /// Whether the path may end at the last position.
    pub(super) ends: bool,
}

impl Path {
    /// The value of a temporal operator at the first position; none if what comes after matters.
    pub(super) fn value(&self, node: Node, at: &dyn Fn(Id, usize) -> bool) -> Option<bool> {
        if let Node::Unary(op @ (Unary::Next | Unary::WeakNext), a) = node {
            return match (self.len > 1, self.back) {
                (true, _) => Some(at(a, 1)),
                (false, Some(_)) => Some(at(a, 0)),
                (false, None) => self.ends.then_some(op == Unary::WeakNext),
            };
        }
        let operator = Operator::new(node)?;
        let (low, high) = operator.steps()?;
        let unfulfilled = !operator.least();
        if high < low {
            return Some(unfulfilled);
        }
        if low > MOST_MOMENTS {
            return None;
        }
        // From this moment on all moments that count count alike: once more round the cycle shows all.
        let settled = self
            .back
            .map(|back| low.max(f64::from(back as u32)) + f64::from((self.len - back) as u32));
        let mut moments = Vec::new();
        let (mut position, mut moment) = (0, 0.0);
        // What the value is after the last moment looked at: known, or not.
        let end = loop {
            moments.push((position, moment >= low));
            if moment >= high {
                break Some(unfulfilled);
            }
            if settled.is_some_and(|settled| moment > settled) {
                break Some(unfulfilled);
            }
            position += 1;
            moment += 1.0;
            if position == self.len {
                match self.back {
                    Some(back) => position = back,
                    None if self.ends && high.is_infinite() => break Some(unfulfilled),
                    None => break None,
                }
            }
        };
        let fold = |after: bool| {
            moments.iter().rev().fold(after, |next, &(position, counts)| {
                operator.expand(counts, next, &|id| at(id, position))
            })
        };
        match end {
            Some(value) => Some(fold(value)),
            None => (fold(false) == fold(true)).then(|| fold(false)),
        }
    }
}
