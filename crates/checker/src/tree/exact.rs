//! The exact engine: a column of values per sub-formula over the positions of all trajectories.
//!
//! A *state formula* (atoms, path-quantified formulas and what is boolean over them) has one value
//! per node; anything else has one per position of a run, because what follows a node differs from
//! run to run. A path quantifier combines, at each node, the values of all runs through it. Columns
//! are dropped after their last use, so a deep formula needs no more memory than a shallow one, and
//! all rules are computed together: what they share is computed once.

use super::Tree;
use super::bits::Column;
use super::blame::Table;
use super::check::{CheckError, Labels};
use super::layout::Layout;
use super::linear::{bounded, temporal, unbounded};
use super::runs::{Runs, Within};
use crate::budget::{Budget, Limit};
use crate::formula::{AtomId, Binary, Bound, Id, Node, Pool, Unary};
use crate::truth::Truth;
use std::cell::OnceCell;
use std::rc::Rc;

/// The values of a formula: one per node, where it is a state formula, and one per position of a run.
#[derive(Debug)]
pub(super) struct Values {
    nodes: Option<Column>,
    along: OnceCell<Column>,
}

impl Values {
    fn of_nodes(column: Column) -> Rc<Self> {
        Rc::new(Self { nodes: Some(column), along: OnceCell::new() })
    }

    fn of_runs(column: Column) -> Rc<Self> {
        Rc::new(Self { nodes: None, along: OnceCell::from(column) })
    }

    /// The values along the runs.
    pub(super) fn along(&self, runs: &Runs) -> &Column {
        self.along.get_or_init(|| {
            let nodes = self.nodes.as_ref().expect("values are known per node or per run");
            runs.gather(nodes)
        })
    }
}

/// What the engines need to know.
pub(super) struct Problem<'a, L> {
    pub(super) pool: &'a Pool,
    pub(super) tree: &'a Tree,
    pub(super) nodes: &'a Layout,
    pub(super) runs: &'a Runs,
    pub(super) labels: &'a L,
    pub(super) budget: &'a Budget<'a>,
    /// Path quantifiers are dropped: every trajectory is checked as if it were alone.
    pub(super) alone: bool,
}

impl<L: Labels> Problem<'_, L> {
    /// Computes every formula of `order` (children before parents, closed under children), and shows
    /// the values of each, and how to get at those of its operands, to `see`.
    pub(super) fn columns(
        &self,
        order: &[Id],
        mut see: impl FnMut(Id, &Rc<Values>, &dyn Fn(Id) -> Rc<Values>),
    ) -> Result<(), CheckError> {
        let size = order.last().map_or(0, |id| id.index() + 1);
        let mut uses = vec![0_u32; size];
        for &id in order {
            for child in self.pool.node(id).children() {
                uses[child.index()] += 1;
            }
        }
        let mut columns: Vec<Option<Rc<Values>>> = vec![None; size];
        for &id in order {
            let node = self.pool.node(id);
            let get = |child: Id| columns[child.index()].clone().expect("children come first");
            let values = self.values(id, node, get)?;
            see(id, &values, &get);
            if uses[id.index()] > 0 {
                columns[id.index()] = Some(values);
            }
            for child in node.children() {
                uses[child.index()] -= 1;
                if uses[child.index()] == 0 {
                    columns[child.index()] = None;
                }
            }
        }
        Ok(())
    }

    fn values(
        &self,
        id: Id,
        node: Node,
        get: impl Fn(Id) -> Rc<Values>,
    ) -> Result<Rc<Values>, CheckError> {
        let runs = self.runs;
        self.work(runs.layout.len / 64)?;
        if let Some((step, a, b)) = temporal(node) {
            let (a, b) = (get(a), get(b));
            let (a, b) = (a.along(runs), b.along(runs));
            return Ok(Values::of_runs(match self.within(id)? {
                None => runs.layout.temporal(true, step, a, b),
                Some(within) => {
                    self.work(runs.layout.len)?;
                    runs.bounded(step, within, a, b, self.labels)
                }
            }));
        }
        match node {
            Node::Constant(value) => Ok(Values::of_nodes(Column::constant(value, self.tree.len()))),
            Node::Atom(atom) => Ok(Values::of_nodes(self.atom(atom)?)),
            Node::Unary(Unary::Not, a) => {
                let a = get(a);
                Ok(match &a.nodes {
                    Some(nodes) => Values::of_nodes(nodes.not(self.tree.len())),
                    None => Values::of_runs(a.along(runs).not(runs.layout.len)),
                })
            }
            Node::Unary(_, a) if self.alone => Ok(get(a)),
            Node::Unary(op, a) => {
                let a = get(a);
                // A state formula does not depend on the run.
                if a.nodes.is_some() {
                    return Ok(a);
                }
                let all = op == Unary::AllPaths;
                Ok(Values::of_nodes(runs.quantify(all, a.along(runs), self.tree.len())))
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (get(a), get(b));
                Ok(if let (Some(a), Some(b)) = (&a.nodes, &b.nodes) {
                    Values::of_nodes(a.boolean(op, b, self.tree.len()))
                } else {
                    let (a, b) = (a.along(runs), b.along(runs));
                    Values::of_runs(a.boolean(op, b, runs.layout.len))
                })
            }
            other => Err(refuse(id, other)),
        }
    }

    /// The values of a formula along one run, first step first, from those of its operands. The
    /// values of path-quantified formulas must be known already. This is plain code, value by value:
    /// explanations hold the engines to account.
    pub(super) fn column_along(
        &self,
        id: Id,
        run: usize,
        nodes: &[u32],
        table: &mut Table,
    ) -> Result<Rc<[Truth]>, CheckError> {
        let node = self.pool.node(id);
        self.work(nodes.len())?;
        if let Some((step, a, b)) = temporal(node) {
            let windows = match self.within(id)? {
                None => None,
                Some(within) => match self.runs.windows(within, run, self.labels) {
                    Some(windows) => Some(windows),
                    None => return Ok(vec![Truth::Unsupported; nodes.len()].into()),
                },
            };
            let (a, b) = (table.column(a), table.column(b));
            let Some(windows) = windows else { return Ok(unbounded(step, a, b).into()) };
            let values = bounded(step, &windows, a, b);
            table.windows.insert(id, windows);
            return Ok(values.into());
        }
        Ok(match node {
            Node::Constant(value) => vec![value.into(); nodes.len()].into(),
            Node::Atom(atom) => {
                nodes.iter().map(|&node| self.labels.truth(self.tree.state(node), atom)).collect()
            }
            Node::Unary(_, a) => table.column(a).iter().map(|&a| !a).collect(),
            Node::Binary(op, a, b) => {
                let pairs = table.column(a).iter().zip(table.column(b));
                pairs.map(|(&a, &b)| boolean(op, a, b)).collect()
            }
            other => return Err(refuse(id, other)),
        })
    }

    /// The labels of an atom, per node.
    pub(super) fn atom(&self, atom: AtomId) -> Result<Column, CheckError> {
        let last = self.tree.len().saturating_sub(1) as u32;
        Column::collect(self.tree.len(), |position| {
            if position % 64 == 0 {
                self.budget.tick()?;
            }
            Ok(self.labels.truth(self.tree.state(last - position as u32), atom))
        })
    }

    /// The numbers of the interval of an operator, if it has one.
    pub(super) fn within(&self, id: Id) -> Result<Option<Within>, CheckError> {
        within(self.pool, id)
    }

    /// Asks the budget once for every 64 units.
    pub(super) fn work(&self, units: usize) -> Result<(), Limit> {
        (0..=units / 64).try_for_each(|_| self.budget.tick())
    }
}

/// The numbers of the interval of an operator, if it has one.
pub(super) fn within(pool: &Pool, id: Id) -> Result<Option<Within>, CheckError> {
    let interval = match pool.node(id) {
        Node::UnaryWithin(op, interval, _) if op.is_temporal() => interval,
        Node::BinaryWithin(op, interval, ..) if op.is_temporal() => interval,
        _ => return Ok(None),
    };
    if matches!(pool.node(id), Node::UnaryWithin(Unary::Next | Unary::WeakNext, ..)) {
        return Err(CheckError::Malformed { formula: id });
    }
    let number = |bound| match bound {
        Bound::Number(real) => Ok(real.get()),
        Bound::Constant(symbol) => Err(CheckError::Constant { name: pool.name(symbol).into() }),
    };
    let high = interval.high.map(number).transpose()?;
    Ok(Some(Within { low: number(interval.low)?, high, unit: interval.unit }))
}

/// Why a formula has no values, if it has none, its operands apart.
pub(super) fn fault(pool: &Pool, id: Id) -> Option<CheckError> {
    let node = pool.node(id);
    match node {
        Node::Hole | Node::Bind(..) => Some(refuse(id, node)),
        Node::UnaryWithin(op, ..) if !op.is_temporal() => Some(refuse(id, node)),
        Node::BinaryWithin(op, ..) if !op.is_temporal() => Some(refuse(id, node)),
        _ => within(pool, id).err(),
    }
}

/// Why a formula has no values.
pub(super) fn refuse(id: Id, node: Node) -> CheckError {
    match node {
        Node::Hole => CheckError::Hole { formula: id },
        Node::Bind(..) => CheckError::Quantifier { formula: id },
        _ => CheckError::Malformed { formula: id },
    }
}

/// A boolean operator on Kleene values; an equivalence is known only if both sides are.
fn boolean(op: Binary, a: Truth, b: Truth) -> Truth {
    match op {
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Implies => !a | b,
        Binary::Iff => (!a | b) & (!b | a),
        Binary::Xor => (a | b) & (!a | !b),
        Binary::Until | Binary::Release | Binary::WeakUntil | Binary::StrongRelease => {
            unreachable!("a temporal operator is no boolean one")
        }
    }
}
