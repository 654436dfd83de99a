//! The temporal operators as two: something must come while something else stays, or something must stay
//! until something else comes.

use crate::formula::{Binary, Bound, Id, Interval, Node, Pool, Unary, Unit};

/// The steps that an interval counts: from, and up to (none: any number).
pub(crate) type Steps = (u32, Option<u32>);

/// An operator, or its dual, on operands that have the value asked for (or all the other one).
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// The next state has the operand.
    Next(Id),
    /// The hit comes, and up to then the operand stays (none: nothing need stay).
    Until(Option<Id>, Hit),
    /// The hit stays, up to and including where the operand comes (none: for ever).
    Release(Option<Id>, Hit),
}

/// What hits.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hit {
    /// This operand.
    One(Id),
    /// Both.
    Both(Id, Id),
    /// One of the two.
    Either(Id, Id),
}

/// The form of a temporal operator; with `negated`, that of its dual on operands negated.
pub(crate) fn form(node: Node, negated: bool) -> Option<Form> {
    Some(match (node, negated) {
        (Node::Unary(Unary::Next | Unary::WeakNext, a), _) => Form::Next(a),
        (Node::Unary(op, a) | Node::UnaryWithin(op, _, a), _) => match (op, negated) {
            (Unary::Finally, false) | (Unary::Globally, true) => Form::Until(None, Hit::One(a)),
            (Unary::Finally | Unary::Globally, _) => Form::Release(None, Hit::One(a)),
            _ => return None,
        },
        (Node::Binary(op, a, b) | Node::BinaryWithin(op, _, a, b), _) => match (op, negated) {
            (Binary::Until, false) | (Binary::Release, true) => Form::Until(Some(a), Hit::One(b)),
            (Binary::Until | Binary::Release, _) => Form::Release(Some(a), Hit::One(b)),
            (Binary::StrongRelease, false) | (Binary::WeakUntil, true) => {
                Form::Until(Some(b), Hit::Both(a, b))
            }
            (Binary::StrongRelease | Binary::WeakUntil, _) => {
                Form::Release(Some(b), Hit::Either(a, b))
            }
            _ => return None,
        },
        _ => return None,
    })
}

/// The steps that count for a temporal operator; none if that takes a clock or the value of a constant.
pub(crate) fn steps(pool: &Pool, id: Id) -> Option<Steps> {
    match pool.node(id) {
        Node::UnaryWithin(Unary::Next | Unary::WeakNext, ..) => None,
        Node::UnaryWithin(_, interval, _) | Node::BinaryWithin(_, interval, ..) => whole(interval),
        _ => Some((0, None)),
    }
}

#[expect(clippy::cast_sign_loss, reason = "clamped to be positive")]
fn whole(interval: Interval) -> Option<Steps> {
    let number = |bound| match bound {
        Bound::Number(real) => Some(real.get()),
        Bound::Constant(_) => None,
    };
    if interval.unit != Unit::Steps {
        return None;
    }
    let most = f64::from(u32::MAX);
    let low = number(interval.low)?.ceil().clamp(0.0, most) as u32;
    let Some(high) = interval.high else { return Some((low, None)) };
    let high = number(high)?.floor();
    // Nothing lies in an interval that ends before it begins.
    if high < 0.0 {
        return Some((1, Some(0)));
    }
    Some((low, Some(high.min(most) as u32)))
}
