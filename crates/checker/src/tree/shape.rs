//! What shape a rule has: the conjuncts it makes of every trajectory, the body of its outermost `G`,
//! and the antecedents of its implications.

use crate::formula::{Binary, Id, Node, Pool, Unary};
use rustc_hash::FxHashSet;

/// A conjunct of a rule: something that every trajectory has to satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conjunct {
    /// The conjunct, a formula that is read along a trajectory.
    pub(super) whole: Id,
    /// `φ`, if the conjunct is `G φ`.
    pub(super) body: Option<Id>,
}

/// The conjuncts below the leading `A` and `&` of `root`. `A(φ & ψ) ≡ Aφ & Aψ`, so the rule holds if
/// every trajectory satisfies every one of them.
pub(super) fn conjuncts(pool: &Pool, root: Id) -> Vec<Conjunct> {
    let mut found = Vec::new();
    walk(pool, &[root], |id, node| match node {
        Node::Unary(Unary::AllPaths, a) => vec![a],
        Node::Binary(Binary::And, a, b) => vec![a, b],
        Node::Unary(Unary::Globally, a) => {
            found.push(Conjunct { whole: id, body: Some(a) });
            Vec::new()
        }
        _ => {
            found.push(Conjunct { whole: id, body: None });
            Vec::new()
        }
    });
    found
}

/// The antecedents of a rule, and whether some part of it has none.
pub(super) fn engagement(pool: &Pool, root: Id) -> (Vec<Id>, bool) {
    let (mut found, mut plain) = (Vec::new(), false);
    walk(pool, &[root], |_, node| match node {
        Node::Unary(Unary::AllPaths | Unary::Globally, a) => vec![a],
        Node::Binary(Binary::And, a, b) => vec![a, b],
        Node::Binary(Binary::Implies, p, _) => {
            found.push(p);
            Vec::new()
        }
        _ => {
            plain = true;
            Vec::new()
        }
    });
    found.sort_unstable();
    found.dedup();
    (found, plain)
}

/// The antecedents `p` of the implications `p -> q` that stand below the leading `A`, `G` and `&` of
/// a rule, ascending. A rule was *engaged* in a trajectory if one of them was true in it.
///
/// ```
/// use vedette_checker::formula::{Binary, Pool, Unary};
/// use vedette_checker::tree::antecedents;
///
/// let mut pool = Pool::default();
/// let (p, q) = (pool.proposition("p"), pool.proposition("q"));
/// let body = pool.binary(Binary::Implies, p, q);
/// let rule = pool.unary(Unary::Globally, body);
/// assert_eq!(antecedents(&pool, rule), [p]);
/// ```
pub fn antecedents(pool: &Pool, root: Id) -> Vec<Id> {
    engagement(pool, root).0
}

/// Visits every formula once, left to right, going on to those that `visit` returns.
fn walk(pool: &Pool, roots: &[Id], mut visit: impl FnMut(Id, Node) -> Vec<Id>) {
    let mut seen = FxHashSet::default();
    let mut stack = roots.to_vec();
    while let Some(id) = stack.pop() {
        if seen.insert(id) {
            stack.extend(visit(id, pool.node(id)).into_iter().rev());
        }
    }
}
