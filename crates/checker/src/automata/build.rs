//! From a [`Pool`] to the [`Kernel`].
//!
//! ```
//! use vedette_checker::automata::build::build;
//! use vedette_checker::automata::kernel::Kernel;
//! use vedette_checker::formula::{Binary, Pool, Unary};
//! use vedette_checker::words::Reading;
//!
//! let mut pool = Pool::default();
//! let (a, b) = (pool.proposition("a"), pool.proposition("b"));
//! let weak = pool.binary(Binary::WeakUntil, a, b);
//! let until = pool.binary(Binary::Until, a, b);
//! let globally = pool.unary(Unary::Globally, a);
//! let either = pool.binary(Binary::Or, globally, until);
//! let mut kernel = Kernel::new(Reading::Infinite);
//! let refs = build(&mut kernel, &pool, &[weak, until], |kernel, atom| {
//!     kernel.variable(atom.index() as u32)
//! })
//! .unwrap();
//! assert_ne!(refs[0], refs[1]);
//! ```
//!
//! Chains of `&` and of `|` are collected into one set before they are built: a disjunction of
//! 40,000 atoms is one node made once, not 40,000 ever longer ones.

use super::kernel::{Kernel, Ref};
use crate::formula::{AtomId, Binary, Id, Node, Pool, Unary};
use crate::words::Undefined;

/// The formulas `roots`, in order; `atom` says what an atom is.
///
/// Bounded operators must have been expanded; they and all that has no value on a word are errors.
pub fn build(
    kernel: &mut Kernel,
    pool: &Pool,
    roots: &[Id],
    mut atom: impl FnMut(&mut Kernel, AtomId) -> Ref,
) -> Result<Vec<Ref>, Undefined> {
    let nodes = pool.reachable(roots);
    let size = nodes.last().map_or(0, |last| last.index() + 1);
    // Which members of a chain are needed on their own: roots, and operands of something else.
    let mut needed = vec![false; size];
    for root in roots {
        needed[root.index()] = true;
    }
    for &id in &nodes {
        let node = pool.node(id);
        let chain = chain_of(node);
        for child in node.children() {
            if chain.is_none() || chain_of(pool.node(child)) != chain {
                needed[child.index()] = true;
            }
        }
    }
    let mut built = vec![Ref::TRUE; size];
    let mut collected = vec![false; size];
    for &id in nodes.iter().filter(|id| needed[id.index()]) {
        let node = pool.node(id);
        built[id.index()] = if let Some(op) = chain_of(node) {
            let mut members = Vec::new();
            let mut inner = vec![id];
            let mut stack: Vec<Id> = node.children().collect();
            while let Some(child) = stack.pop() {
                if needed[child.index()] {
                    members.push(built[child.index()]);
                } else if !std::mem::replace(&mut collected[child.index()], true) {
                    inner.push(child);
                    stack.extend(pool.node(child).children());
                }
            }
            for child in inner {
                collected[child.index()] = false;
            }
            if op == Binary::And { kernel.and(members) } else { kernel.or(members) }
        } else if let Node::Atom(id) = node {
            atom(kernel, id)
        } else {
            single(kernel, node, &built)?
        };
    }
    Ok(roots.iter().map(|root| built[root.index()]).collect())
}

/// The operator of a node that belongs to a chain.
fn chain_of(node: Node) -> Option<Binary> {
    match node {
        Node::Binary(op @ (Binary::And | Binary::Or), ..) => Some(op),
        _ => None,
    }
}

fn single(kernel: &mut Kernel, node: Node, built: &[Ref]) -> Result<Ref, Undefined> {
    let of = |id: Id| built[id.index()];
    Ok(match node {
        Node::Constant(value) => Ref::TRUE.xor(!value),
        // Atoms are the caller's.
        Node::Atom(_) | Node::Hole => return Err(Undefined::Hole),
        Node::Bind(..) => return Err(Undefined::ObjectQuantifier),
        Node::UnaryWithin(..) | Node::BinaryWithin(..) => return Err(Undefined::Bounded),
        Node::Unary(op, a) => {
            let a = of(a);
            match op {
                Unary::Not => !a,
                Unary::Next => kernel.next(a),
                Unary::WeakNext => kernel.weak_next(a),
                Unary::Finally => kernel.until(Ref::TRUE, a),
                Unary::Globally => kernel.globally(a),
                Unary::AllPaths | Unary::SomePath => return Err(Undefined::PathQuantifier),
            }
        }
        Node::Binary(op, a, b) => {
            let (a, b) = (of(a), of(b));
            match op {
                Binary::And => kernel.and(vec![a, b]),
                Binary::Or => kernel.or(vec![a, b]),
                Binary::Implies => kernel.or(vec![!a, b]),
                Binary::Iff => iff(kernel, a, b),
                Binary::Xor => !iff(kernel, a, b),
                Binary::Until => kernel.until(a, b),
                Binary::Release => !kernel.until(!a, !b),
                // φ W ψ = ψ R (φ | ψ), and φ M ψ = ψ U (φ & ψ).
                Binary::WeakUntil => {
                    let neither = kernel.and(vec![!a, !b]);
                    !kernel.until(!b, neither)
                }
                Binary::StrongRelease => {
                    let both = kernel.and(vec![a, b]);
                    kernel.until(b, both)
                }
            }
        }
    })
}

fn iff(kernel: &mut Kernel, a: Ref, b: Ref) -> Ref {
    let forth = kernel.or(vec![!a, b]);
    let back = kernel.or(vec![a, !b]);
    kernel.and(vec![forth, back])
}
