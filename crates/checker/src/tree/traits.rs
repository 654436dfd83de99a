//! What is known of formulas before any of them is evaluated: faults, clocks, quantifiers, shapes.

use super::branching::Shapes;
use super::check::CheckError;
use super::exact::fault;
use crate::formula::{Id, Node, Pool, Unit};
use rustc_hash::FxHashMap;

/// What is known of formulas before any of them is evaluated.
pub(super) struct Traits {
    /// Why a formula cannot be evaluated.
    pub(super) fault: FxHashMap<Id, CheckError>,
    /// By index: whether a bound counts seconds, so that equal trajectories may still differ.
    pub(super) clocked: Vec<bool>,
    /// By index: whether there is a path quantifier.
    pub(super) quantified: Vec<bool>,
    pub(super) shapes: Shapes,
}

impl Traits {
    pub(super) fn new(pool: &Pool, roots: &[Id]) -> Self {
        let order = pool.reachable(roots);
        let size = order.last().map_or(0, |id| id.index() + 1);
        let mut fault_of: FxHashMap<Id, CheckError> = FxHashMap::default();
        let (mut clocked, mut quantified) = (vec![false; size], vec![false; size]);
        for &id in &order {
            let node = pool.node(id);
            let mut children = node.children();
            let inherited = children.find_map(|child| fault_of.get(&child).cloned());
            if let Some(fault) = inherited.or_else(|| fault(pool, id)) {
                fault_of.insert(id, fault);
            }
            clocked[id.index()] =
                counts_seconds(node) || node.children().any(|child| clocked[child.index()]);
            quantified[id.index()] = matches!(node, Node::Unary(op, _) if op.is_path())
                || node.children().any(|child| quantified[child.index()]);
        }
        Self { fault: fault_of, clocked, quantified, shapes: Shapes::new(pool, &order) }
    }
}

/// Whether an operator has a bound in seconds.
pub(super) fn counts_seconds(node: Node) -> bool {
    match node {
        Node::UnaryWithin(_, interval, _) | Node::BinaryWithin(_, interval, ..) => {
            interval.unit == Unit::Seconds
        }
        _ => false,
    }
}
