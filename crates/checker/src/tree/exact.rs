//! The exact engine: a column of values per sub-formula over the positions of all trajectories.
//!
//! A *state formula* (atoms, path-quantified formulas and what is boolean over them) has one value
//! per node; anything else has one per position of a run, because what follows a node differs from
//! run to run. A path quantifier combines, at each node, the values of all runs through it. Columns
//! are dropped after their last use, so a deep formula needs no more memory than a shallow one.

use super::blame::Table;
use super::check::{CheckError, Labels};
use super::linear::{Step, Window, bounded, clock_windows, step_windows, temporal, unbounded};
use super::{Tree, runs::Runs};
use crate::budget::{Budget, Limit};
use crate::formula::{AtomId, Binary, Bound, Id, Node, Pool, Unary, Unit};
use crate::truth::Truth;
use std::borrow::Cow;
use std::rc::Rc;

/// The values of a formula.
#[derive(Clone, Debug)]
pub(super) enum Column {
    /// One per node.
    Node(Rc<[Truth]>),
    /// One per position of a run.
    Run(Rc<[Truth]>),
}

impl Column {
    /// The values along a run.
    pub(super) fn along<'c>(&'c self, runs: &Runs, run: usize) -> Cow<'c, [Truth]> {
        match self {
            Self::Node(values) => {
                runs.nodes(run).iter().map(|&node| values[node as usize]).collect()
            }
            Self::Run(values) => Cow::Borrowed(&values[runs.range(run)]),
        }
    }
}

/// What the engines need to know.
pub(super) struct Problem<'a, L> {
    pub(super) pool: &'a Pool,
    pub(super) tree: &'a Tree,
    pub(super) runs: &'a Runs,
    pub(super) labels: &'a L,
    pub(super) budget: &'a Budget<'a>,
    /// Path quantifiers are dropped: every trajectory is checked as if it were alone.
    pub(super) alone: bool,
}

impl<L: Labels> Problem<'_, L> {
    /// Computes every formula of `order` (children before parents, closed under children), and shows
    /// each column to `see`.
    pub(super) fn columns(
        &self,
        order: &[Id],
        mut see: impl FnMut(Id, &Column),
    ) -> Result<(), CheckError> {
        let size = order.last().map_or(0, |id| id.index() + 1);
        let mut uses = vec![0_u32; size];
        for &id in order {
            for child in self.pool.node(id).children() {
                uses[child.index()] += 1;
            }
        }
        let mut columns: Vec<Option<Column>> = vec![None; size];
        for &id in order {
            let node = self.pool.node(id);
            let get = |child: Id| columns[child.index()].as_ref().expect("children come first");
            let column = self.column(id, node, get)?;
            see(id, &column);
            if uses[id.index()] > 0 {
                columns[id.index()] = Some(column);
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

    fn column<'c>(
        &self,
        id: Id,
        node: Node,
        get: impl Fn(Id) -> &'c Column,
    ) -> Result<Column, CheckError> {
        if let Some((step, a, b)) = temporal(node) {
            return self.temporal(step, self.within(id)?.as_ref(), get(a), get(b));
        }
        match node {
            Node::Constant(value) => Ok(Column::Node(vec![value.into(); self.tree.len()].into())),
            Node::Atom(atom) => Ok(Column::Node(self.atom(atom)?)),
            Node::Unary(Unary::Not, a) => self.pointwise(get(a), get(a), |a, _| !a),
            Node::Unary(_, a) if self.alone => Ok(get(a).clone()),
            Node::Unary(op, a) => self.quantify(op == Unary::AllPaths, get(a)),
            Node::Binary(op, a, b) => self.pointwise(get(a), get(b), |a, b| boolean(op, a, b)),
            other => Err(refuse(id, other)),
        }
    }

    /// The values of a formula along one run, from the columns of its operands there. The values of
    /// path-quantified formulas must be known already.
    pub(super) fn column_along(
        &self,
        id: Id,
        run: usize,
        table: &mut Table,
    ) -> Result<Rc<[Truth]>, CheckError> {
        let node = self.pool.node(id);
        let nodes = self.runs.nodes(run);
        self.work(nodes.len())?;
        if let Some((step, a, b)) = temporal(node) {
            let windows = match self.within(id)? {
                None => None,
                Some(within) => match self.windows(within, run) {
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
    pub(super) fn atom(&self, atom: AtomId) -> Result<Rc<[Truth]>, CheckError> {
        self.work(self.tree.len())?;
        let label = |node| self.labels.truth(self.tree.state(node), atom);
        Ok((0..self.tree.len() as u32).map(label).collect())
    }

    fn pointwise(
        &self,
        a: &Column,
        b: &Column,
        f: impl Fn(Truth, Truth) -> Truth,
    ) -> Result<Column, CheckError> {
        let zip = |a: &[Truth], b: &[Truth]| a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect();
        if let (Column::Node(a), Column::Node(b)) = (a, b) {
            self.work(a.len())?;
            return Ok(Column::Node(zip(a, b)));
        }
        let mut out = Vec::with_capacity(self.runs.node.len());
        for run in 0..self.runs.len() {
            let (a, b) = (a.along(self.runs, run), b.along(self.runs, run));
            self.work(a.len())?;
            out.extend(a.iter().zip(&*b).map(|(&a, &b)| f(a, b)));
        }
        Ok(Column::Run(out.into()))
    }

    /// A temporal operator along every run.
    pub(super) fn temporal(
        &self,
        step: Step,
        within: Option<&Within>,
        a: &Column,
        b: &Column,
    ) -> Result<Column, CheckError> {
        let mut out = Vec::with_capacity(self.runs.node.len());
        for run in 0..self.runs.len() {
            let (a, b) = (a.along(self.runs, run), b.along(self.runs, run));
            out.extend(self.along(step, within, run, &a, &b)?);
        }
        Ok(Column::Run(out.into()))
    }

    /// A temporal operator along one run.
    fn along(
        &self,
        step: Step,
        within: Option<&Within>,
        run: usize,
        a: &[Truth],
        b: &[Truth],
    ) -> Result<Vec<Truth>, CheckError> {
        self.work(a.len())?;
        let Some(within) = within else { return Ok(unbounded(step, a, b)) };
        Ok(match self.windows(*within, run) {
            Some(windows) => bounded(step, &windows, a, b),
            None => vec![Truth::Unsupported; a.len()],
        })
    }

    /// What a bounded operator looks at along one run; none if that takes a clock and there is none.
    fn windows(&self, within: Within, run: usize) -> Option<Vec<Window>> {
        match within.unit {
            Unit::Steps => Some(step_windows(self.runs.nodes(run).len(), within.low, within.high)),
            Unit::Seconds => {
                let times = self.runs.clock(run, self.labels)?;
                Some(clock_windows(&times, within.low, within.high))
            }
        }
    }

    /// The conjunction (disjunction) over all runs through each node.
    pub(super) fn quantify(&self, all: bool, a: &Column) -> Result<Column, CheckError> {
        let values = match a {
            // A state formula does not depend on the run.
            Column::Node(_) => return Ok(a.clone()),
            Column::Run(values) => values,
        };
        self.work(values.len())?;
        let mut out = vec![Truth::from(all); self.tree.len()];
        for (&node, &value) in self.runs.node.iter().zip(&**values) {
            let here = &mut out[node as usize];
            *here = if all { *here & value } else { *here | value };
        }
        Ok(Column::Node(out.into()))
    }

    /// The numbers of the interval of an operator, if it has one.
    pub(super) fn within(&self, id: Id) -> Result<Option<Within>, CheckError> {
        let interval = match self.pool.node(id) {
            Node::UnaryWithin(op, interval, _) if op.is_temporal() => interval,
            Node::BinaryWithin(_, interval, ..) => interval,
            _ => return Ok(None),
        };
        if matches!(self.pool.node(id), Node::UnaryWithin(Unary::Next | Unary::WeakNext, ..)) {
            return Err(CheckError::Malformed { formula: id });
        }
        let number = |bound| match bound {
            Bound::Number(real) => Ok(real.get()),
            Bound::Constant(symbol) => {
                Err(CheckError::Constant { name: self.pool.name(symbol).into() })
            }
        };
        let high = interval.high.map(number).transpose()?;
        Ok(Some(Within { low: number(interval.low)?, high, unit: interval.unit }))
    }

    /// Asks the budget once for every 64 values.
    pub(super) fn work(&self, values: usize) -> Result<(), Limit> {
        (0..=values / 64).try_for_each(|_| self.budget.tick())
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

/// An interval whose bounds are numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within {
    pub(super) low: f64,
    pub(super) high: Option<f64>,
    pub(super) unit: Unit,
}

/// A boolean operator on Kleene values; an equivalence is known only if both sides are.
pub(super) fn boolean(op: Binary, a: Truth, b: Truth) -> Truth {
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
