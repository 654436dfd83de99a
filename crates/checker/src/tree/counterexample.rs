//! Evidence for a violated formula: which trajectory, from which step, certain at which step, and why.

use super::blame::{Blame, Reasons, Table, explain, horizons};
use super::check::{CheckError, Labels};
use super::exact::{Problem, Values};
use super::places::Places;
use super::shape::{Conjunct, conjuncts};
use crate::budget::Limit;
use crate::formula::{Id, Node, Unary};
use crate::truth::Truth;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Evidence for a violation, to be read along its own trajectory.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterexample {
    /// The trajectory shown.
    pub trajectory: u32,
    /// Where the violation begins: the first step at which the body of the outermost `G` fails; 0 if
    /// there is no outer `G`.
    pub step: u32,
    /// The last step that one has to see to be certain.
    pub certain_at: u32,
    /// All trajectories that take the same way up to `certain_at` and violate the formula.
    pub trajectories: Vec<u32>,
    /// The sub-formulas to blame, by position, outer ones first.
    pub blame: Vec<Blame>,
    /// Whether the list of blame was cut because it is very long.
    pub cut: bool,
    /// Reasons that lie on other trajectories: the path-quantified formulas among the blame.
    pub branches: Vec<Branch>,
}

impl Counterexample {
    /// Gives the trajectories other numbers.
    pub fn renumber(&mut self, number: impl Fn(u32) -> u32) {
        self.trajectory = number(self.trajectory);
        self.trajectories.iter_mut().for_each(|at| *at = number(*at));
        self.branches.iter_mut().for_each(|branch| branch.trajectory = number(branch.trajectory));
    }
}

/// The reason of a path-quantified formula, on another trajectory through the same node.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The path-quantified formula.
    pub formula: Id,
    /// The step at which the ways part or later.
    pub position: u32,
    /// A trajectory that decides it: one on which an `A` fails or an `E` succeeds.
    pub trajectory: u32,
    /// Why the quantified formula has its value there.
    pub blame: Vec<Blame>,
}

/// More branches than anyone follows.
const MOST_BRANCHES: usize = 16;

/// The largest table of values that is built to explain one trajectory.
const LARGEST_TABLE: usize = 1 << 28;

/// What is kept from the exact engine to explain trajectories one by one.
pub(super) struct Explainer<'p, 'a, L> {
    problem: &'p Problem<'a, L>,
    order: &'p [Id],
    conjuncts: Vec<Conjunct>,
    horizon: FxHashMap<Id, f64>,
    /// The path-quantified formulas and what they quantify.
    quantified: FxHashMap<Id, Rc<Values>>,
    places: &'p Places,
    /// The first failing step per run; none if it is not violated.
    failing: &'p [Option<u32>],
}

impl<'p, 'a, L: Labels> Explainer<'p, 'a, L> {
    pub(super) fn new(
        problem: &'p Problem<'a, L>,
        root: Id,
        order: &'p [Id],
        quantified: FxHashMap<Id, Rc<Values>>,
        places: &'p Places,
        failing: &'p [Option<u32>],
    ) -> Self {
        let conjuncts = conjuncts(problem.pool, root);
        let horizon = horizons(problem.pool, order);
        Self { problem, order, conjuncts, horizon, quantified, places, failing }
    }

    /// The counterexample that is certain first; among those the one that begins first; among those
    /// the one of the lowest trajectory.
    pub(super) fn best(&self) -> Result<Option<Counterexample>, CheckError> {
        let mut best: Option<(u32, u32, usize)> = None;
        for run in 0..self.problem.runs.len() {
            let Some(step) = self.failing[run] else { continue };
            // It cannot be certain before it begins.
            if best.is_some_and(|(certain, start, _)| (step, step) >= (certain, start)) {
                continue;
            }
            let certain = self.reasons(run)?.1.last.max(step);
            if best.is_none_or(|(old, start, _)| (certain, step) < (old, start)) {
                best = Some((certain, step, run));
            }
        }
        best.map(|(_, _, run)| self.of(run, self.problem.runs.trajectory(run))).transpose()
    }

    /// The counterexample of a violating run.
    pub(super) fn of(&self, run: usize, trajectory: u32) -> Result<Counterexample, CheckError> {
        let (step, reasons) = self.reasons(run)?;
        let certain_at = reasons.last.max(step);
        let (runs, tree) = (self.problem.runs, self.problem.tree);
        let here = tree.nodes(trajectory)[certain_at as usize];
        let trajectories = (0..tree.trajectories() as u32)
            .filter(|&other| {
                self.failing[runs.of(other)].is_some() && self.places.passes(tree.end(other), here)
            })
            .collect();
        let branches = self.branches(run, &reasons.elsewhere)?;
        let (blame, cut) = (reasons.blame, reasons.cut);
        Ok(Counterexample { trajectory, step, certain_at, trajectories, blame, cut, branches })
    }

    /// Where the violation of a run begins, and its reasons.
    fn reasons(&self, run: usize) -> Result<(u32, Reasons), CheckError> {
        let table = self.table(run)?;
        let step = self.failing[run].ok_or(CheckError::Internal { what: "nothing to explain" })?;
        let fails = |id: Id| table.value(id, 0) == Truth::False;
        let begins = |conjunct: &&Conjunct| {
            fails(conjunct.whole)
                && (0..=step).all(|i| {
                    let failed = conjunct
                        .body
                        .map_or(i == 0, |body| table.value(body, i as usize) == Truth::False);
                    failed == (i == step)
                })
        };
        let conjunct = self.conjuncts.iter().find(begins);
        let conjunct = conjunct.ok_or(CheckError::Internal { what: "no part fails" })?;
        let start = (conjunct.whole, 0);
        let budget = self.problem.budget;
        Ok((step, explain(self.problem.pool, &table, &self.horizon, start, budget)?))
    }

    /// The values of a path-quantified formula along a run.
    fn values(&self, id: Id, run: usize) -> Vec<Truth> {
        self.problem.runs.along(self.quantified[&id].along(self.problem.runs), run)
    }

    /// All columns of one run.
    fn table(&self, run: usize) -> Result<Table, CheckError> {
        let problem = self.problem;
        let nodes = problem.tree.nodes(problem.runs.trajectory(run));
        let length = nodes.len();
        if self.order.len().saturating_mul(length) > LARGEST_TABLE {
            return Err(CheckError::Limit(Limit::Parts {
                what: "entries of a table",
                limit: LARGEST_TABLE as u64,
            }));
        }
        let row: FxHashMap<Id, u32> = self.order.iter().copied().zip(0..).collect();
        let mut table = Table { row, columns: Vec::new(), windows: FxHashMap::default(), length };
        for &id in self.order {
            let path = matches!(problem.pool.node(id), Node::Unary(op, _) if op.is_path());
            let column = if path {
                self.values(id, run).into()
            } else {
                problem.column_along(id, run, &nodes, &mut table)?
            };
            table.columns.push(column);
        }
        Ok(table)
    }

    /// Follows path-quantified formulas to trajectories that decide them.
    fn branches(&self, run: usize, start: &[(u32, Id)]) -> Result<Vec<Branch>, CheckError> {
        let problem = self.problem;
        let mut found: Vec<Branch> = Vec::new();
        let mut open: Vec<(usize, u32, Id)> = start.iter().map(|&(at, id)| (run, at, id)).collect();
        while let Some((run, position, formula)) = open.pop() {
            if found.len() == MOST_BRANCHES {
                break;
            }
            let Node::Unary(op, inner) = problem.pool.node(formula) else { continue };
            let at = position as usize;
            let node = problem.tree.nodes(problem.runs.trajectory(run))[at];
            let wanted = Truth::from(op == Unary::SomePath);
            let inner_column = self.quantified[&inner].along(problem.runs);
            let decides = |&other: &usize| {
                let end = problem.tree.end(problem.runs.trajectory(other));
                self.places.passes(end, node)
                    && problem.runs.value(inner_column, other, at) == wanted
            };
            // An `A` that holds or an `E` that fails has all trajectories as its reason.
            let column = self.quantified[&formula].along(problem.runs);
            let holds = problem.runs.value(column, run, at);
            if holds != wanted {
                continue;
            }
            let Some(other) = (0..problem.runs.len()).find(decides) else { continue };
            let table = self.table(other)?;
            let reasons =
                explain(problem.pool, &table, &self.horizon, (inner, at), problem.budget)?;
            open.extend(reasons.elsewhere.iter().map(|&(at, id)| (other, at, id)));
            let trajectory = problem.runs.trajectory(other);
            found.push(Branch { formula, position, trajectory, blame: reasons.blame });
        }
        Ok(found)
    }
}
