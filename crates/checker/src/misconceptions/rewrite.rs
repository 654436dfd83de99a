//! The rewritings: what a node of the truth turns into under each misconception.

use super::Misconception;
use crate::formula::{Binary, Id, Node, Pool, Unary};

use Misconception as M;

/// Everything that `site` of `pool` may turn into. `outermost` tells whether it is the rule itself.
pub(super) fn rewritings(pool: &mut Pool, site: Id, outermost: bool) -> Vec<(M, Id)> {
    let mut out = Vec::new();
    match pool.node(site) {
        Node::Unary(op, a) => unary(pool, (op, a), site, outermost, &mut out),
        Node::UnaryWithin(op, _, a) => out.push((M::BoundDropped, pool.unary(op, a))),
        Node::BinaryWithin(op, _, a, b) => out.push((M::BoundDropped, pool.binary(op, a, b))),
        Node::Binary(op, a, b) => {
            binary(pool, op, a, b, &mut out);
            regroup(pool, op, a, b, &mut out);
        }
        Node::Atom(_) if !outermost => {
            let next = pool.unary(Unary::Next, site);
            out.push((M::BadStateIndex, next));
        }
        Node::Atom(_) | Node::Constant(_) | Node::Hole | Node::Bind(..) => {}
    }
    out
}

fn unary(pool: &mut Pool, (op, a): (Unary, Id), site: Id, outermost: bool, out: &mut Vec<(M, Id)>) {
    let inner = pool.node(a);
    match op {
        Unary::Globally => {
            out.push((if outermost { M::MissingOuterGlobally } else { M::ImplicitGlobally }, a));
            out.push((M::BadStateQuantification, pool.unary(Unary::Finally, a)));
        }
        Unary::Finally => {
            out.push((M::ImplicitFinally, a));
            out.push((M::NextForFinally, pool.unary(Unary::Next, a)));
            out.push((M::BadStateQuantification, pool.unary(Unary::Globally, a)));
        }
        Unary::Next | Unary::WeakNext => {
            out.push((M::BadStateIndex, a));
            out.push((M::BadStateIndex, pool.unary(op, site)));
            out.push((M::FinallyForNext, pool.unary(Unary::Finally, a)));
        }
        Unary::Not => {
            out.push((M::MissingNegation, a));
            if let Node::Unary(inner, b) = inner
                && inner.is_temporal()
            {
                let not = pool.unary(Unary::Not, b);
                out.push((M::NegationScope, pool.unary(inner, not)));
            }
        }
        Unary::AllPaths | Unary::SomePath => return,
    }
    match inner {
        Node::Unary(other @ (Unary::Finally | Unary::Globally), b)
            if matches!(op, Unary::Finally | Unary::Globally) && other != op =>
        {
            let swapped = pool.unary(op, b);
            out.push((M::BadStateQuantification, pool.unary(other, swapped)));
        }
        Node::Unary(Unary::Not, b) if op.is_temporal() => {
            let moved = pool.unary(op, b);
            out.push((M::NegationScope, pool.unary(Unary::Not, moved)));
        }
        Node::Binary(inner @ (Binary::And | Binary::Or), b, c) if op.is_temporal() => {
            let (left, right) = (pool.unary(op, b), pool.unary(op, c));
            out.push((M::TogetherOrApart, pool.binary(inner, left, right)));
            out.push((M::Precedence, pool.binary(inner, left, c)));
        }
        Node::Binary(inner, b, c) => {
            let left = pool.unary(op, b);
            out.push((M::Precedence, pool.binary(inner, left, c)));
        }
        _ => {}
    }
}

fn binary(pool: &mut Pool, op: Binary, a: Id, b: Id, out: &mut Vec<(M, Id)>) {
    match op {
        Binary::Implies => {
            out.push((M::SwappedImplication, pool.binary(op, b, a)));
            out.push((M::ImplicationAsConjunction, pool.binary(Binary::And, a, b)));
            out.push((M::ImplicationAsEquivalence, pool.binary(Binary::Iff, a, b)));
            let later = pool.unary(Unary::Next, b);
            out.push((M::StrictAfter, pool.binary(op, a, later)));
            if let Node::Unary(Unary::Next, b) = pool.node(b) {
                out.push((M::NonStrictAfter, pool.binary(op, a, b)));
            }
        }
        Binary::And => out.push((M::AndForOr, pool.binary(Binary::Or, a, b))),
        Binary::Or => out.push((M::AndForOr, pool.binary(Binary::And, a, b))),
        Binary::Until => {
            out.push((M::WeakUntil, pool.binary(Binary::WeakUntil, a, b)));
            exclusive(pool, op, a, b, out);
            out.push((M::ReleaseMoment, pool.binary(Binary::StrongRelease, b, a)));
            out.push((M::SwappedUntil, pool.binary(op, b, a)));
            let later = pool.unary(Unary::Next, b);
            out.push((M::BadStateIndex, pool.binary(op, a, later)));
        }
        Binary::WeakUntil => {
            out.push((M::StrongUntil, pool.binary(Binary::Until, a, b)));
            exclusive(pool, op, a, b, out);
            out.push((M::ReleaseMoment, pool.binary(Binary::Release, b, a)));
            out.push((M::SwappedUntil, pool.binary(op, b, a)));
        }
        Binary::Release => {
            out.push((M::StrongUntil, pool.binary(Binary::StrongRelease, a, b)));
            out.push((M::ReleaseMoment, pool.binary(Binary::WeakUntil, b, a)));
            out.push((M::SwappedUntil, pool.binary(op, b, a)));
        }
        Binary::StrongRelease => {
            out.push((M::WeakUntil, pool.binary(Binary::Release, a, b)));
            out.push((M::ReleaseMoment, pool.binary(Binary::Until, b, a)));
            out.push((M::SwappedUntil, pool.binary(op, b, a)));
        }
        Binary::Xor | Binary::Iff => {}
    }
    if let (Node::Unary(left, p), Node::Unary(right, q)) = (pool.node(a), pool.node(b))
        && left == right
        && left.is_temporal()
        && matches!(op, Binary::And | Binary::Or)
    {
        let both = pool.binary(op, p, q);
        out.push((M::TogetherOrApart, pool.unary(left, both)));
    }
}

fn exclusive(pool: &mut Pool, op: Binary, a: Id, b: Id, out: &mut Vec<(M, Id)>) {
    let not = pool.unary(Unary::Not, a);
    let end = pool.binary(Binary::And, b, not);
    out.push((M::ExclusiveUntil, pool.binary(op, a, end)));
}

/// `op1 p op2 q` with other brackets.
fn regroup(pool: &mut Pool, op: Binary, a: Id, b: Id, out: &mut Vec<(M, Id)>) {
    match pool.node(a) {
        Node::Unary(outer, p) if outer != Unary::AllPaths && outer != Unary::SomePath => {
            let body = pool.binary(op, p, b);
            out.push((M::Precedence, pool.unary(outer, body)));
        }
        Node::Binary(inner, p, q) => {
            let right = pool.binary(op, q, b);
            out.push((M::Precedence, pool.binary(inner, p, right)));
        }
        _ => {}
    }
    if let Node::Binary(inner, q, r) = pool.node(b) {
        let left = pool.binary(op, a, q);
        out.push((M::Precedence, pool.binary(inner, left, r)));
    }
}
