//! Checking one formula over a tree: both engines, and what a caller wants to know of the result.

use super::Tree;
use super::branching::is_ctl;
use super::counterexample::{Counterexample, Explainer};
use super::exact::{Column, Problem};
use super::runs::Runs;
use super::shape::{conjuncts, engagement};
use crate::budget::{Budget, Limit};
use crate::evidence::{Rejection, recheck};
use crate::formula::{AtomId, Id, Node, Pool, Unary, Unit};
use crate::truth::Truth;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

/// What is true in the states, and when they were seen.
pub trait Labels {
    /// The value of an atom in a state.
    fn truth(&self, state: u32, atom: AtomId) -> Truth;

    /// The time of a step of a trajectory, in seconds; none if it was not recorded.
    fn seconds(&self, trajectory: u32, step: u32) -> Option<f64> {
        let _ = (trajectory, step);
        None
    }
}

/// Why a formula could not be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckError {
    /// The formula has a place where the parser found nothing.
    Hole {
        /// That place.
        formula: Id,
    },
    /// A quantifier over objects was not expanded.
    Quantifier {
        /// The quantified formula.
        formula: Id,
    },
    /// An interval at an operator that takes none.
    Malformed {
        /// The operator.
        formula: Id,
    },
    /// A named bound without a value.
    Constant {
        /// Its name.
        name: Box<str>,
    },
    /// A limit was hit.
    Limit(Limit),
    /// The engines, or an engine and the re-checker, disagree: a fault of this program.
    Internal {
        /// What disagreed.
        what: &'static str,
    },
}

impl From<Limit> for CheckError {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hole { .. } => f.write_str(
                "a part of the formula is missing, expected a complete one; mend the syntax error",
            ),
            Self::Quantifier { .. } => f.write_str(
                "found `forall` or `exists`, expected a formula without; expand it over the objects \
                 of a scene first",
            ),
            Self::Malformed { .. } => f.write_str(
                "found an interval at an operator that takes none, expected F, G, U, R, W or M",
            ),
            Self::Constant { name } => {
                write!(f, "the constant `{name}` has no value, expected a number; declare it")
            }
            Self::Limit(limit) => limit.fmt(f),
            Self::Internal { what } => {
                write!(f, "internal error: {what}; please report this input, no verdict is given")
            }
        }
    }
}

impl std::error::Error for CheckError {}

/// What is known of a formula on a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Whether all trajectories satisfy the formula; [`Truth::True`] if there is none.
    pub verdict: Truth,
    /// The value of each trajectory *in the tree*: leading `A`s are dropped, inner path quantifiers
    /// range over the other trajectories too. The verdict is their conjunction.
    pub per_trajectory: Vec<Truth>,
    /// The value of each trajectory as if it were the only one. Without path quantifiers the same.
    pub alone: Vec<Truth>,
    /// Whether an antecedent of the rule was true somewhere in each trajectory. A rule with a part
    /// that has no antecedent is always engaged.
    pub engaged: Vec<bool>,
    /// The verdict of the lifted formula: a path quantifier before every temporal operator.
    pub lifted: Truth,
    /// For each violating trajectory the first step at which the body of the outermost `G` fails; 0
    /// if there is no outer `G`.
    pub failing_step: Vec<Option<u32>>,
    /// Evidence, if some trajectory violates the formula: the one that is certain first, then the one
    /// that begins first, then the lowest. It has been re-checked.
    pub counterexample: Option<Counterexample>,
}

impl Checked {
    /// The lowest trajectory that violates the formula, and the step at which it does.
    pub fn first_violation(&self) -> Option<(u32, u32)> {
        let mut steps = self.failing_step.iter().enumerate();
        steps.find_map(|(trajectory, step)| Some((trajectory as u32, (*step)?)))
    }
}

/// Checks the formula `root` over `tree`. A formula without a leading path quantifier means: on all
/// trajectories.
///
/// The work is linear in the positions of the distinct trajectories times the nodes of the formula,
/// and looks at all of `pool` up to `root`: keep a pool per rule.
pub fn check(
    pool: &Pool,
    root: Id,
    tree: &Tree,
    labels: &impl Labels,
    budget: &Budget<'_>,
) -> Result<Checked, CheckError> {
    let order = pool.reachable(&[root]);
    let runs = Runs::new(tree, has_clock(pool, &order));
    let problem = Problem { pool, tree, runs: &runs, labels, budget, alone: false };
    let outcome = Outcome::of(&problem, root, &order)?;
    let per_run = outcome.values;
    let verdict = per_run.iter().fold(Truth::True, |all, &value| all & value);

    let lifted = problem.lifted(root, &order)?;
    let lifted = tree.roots().iter().fold(Truth::True, |all, &n| all & lifted[n as usize]);
    let exact = is_ctl(pool, root, &order);
    let quantified = !outcome.quantified.is_empty();
    let differs = exact && decided(lifted) != decided(verdict);
    if differs || (!quantified && lifted == Truth::True && verdict == Truth::False) {
        return Err(CheckError::Internal { what: "the two engines disagree" });
    }
    let alone = if quantified { alone(&problem, root, &order)? } else { per_run.clone() };

    let explainer = Explainer::new(&problem, root, &order, outcome.quantified, &outcome.step);
    let counterexample = explainer.best()?;
    if let Some(counterexample) = &counterexample {
        recheck(pool, root, tree, labels, counterexample, budget)?;
    }
    Ok(Checked {
        verdict,
        per_trajectory: runs.spread(&per_run),
        alone: runs.spread(&alone),
        engaged: runs.spread(&outcome.engaged),
        lifted,
        failing_step: runs.spread(&outcome.step),
        counterexample,
    })
}

/// The counterexample of one trajectory, re-checked; none if it does not violate the formula. To
/// check a trajectory as if it were alone, give it a tree of its own.
pub fn counterexample(
    pool: &Pool,
    root: Id,
    tree: &Tree,
    labels: &impl Labels,
    trajectory: u32,
    budget: &Budget<'_>,
) -> Result<Option<Counterexample>, CheckError> {
    let order = pool.reachable(&[root]);
    let runs = Runs::new(tree, has_clock(pool, &order));
    let problem = Problem { pool, tree, runs: &runs, labels, budget, alone: false };
    let outcome = Outcome::of(&problem, root, &order)?;
    let run = runs.of(trajectory);
    if outcome.step[run].is_none() {
        return Ok(None);
    }
    let explainer = Explainer::new(&problem, root, &order, outcome.quantified, &outcome.step);
    let found = explainer.of(run, trajectory)?;
    recheck(pool, root, tree, labels, &found, budget)?;
    Ok(Some(found))
}

impl From<Rejection> for CheckError {
    fn from(rejection: Rejection) -> Self {
        match rejection {
            Rejection::Limit(limit) => Self::Limit(limit),
            Rejection::Claim(what) => Self::Internal { what },
        }
    }
}

/// The value of every run as if it were alone.
fn alone<L: Labels>(
    problem: &Problem<'_, L>,
    root: Id,
    order: &[Id],
) -> Result<Vec<Truth>, CheckError> {
    let runs = problem.runs;
    let mut alone = vec![Truth::True; runs.len()];
    Problem { alone: true, ..*problem }.columns(order, |id, column| {
        if id == root {
            for (run, value) in alone.iter_mut().enumerate() {
                *value = column.along(runs, run)[0];
            }
        }
    })?;
    Ok(alone)
}

/// What is gathered from the columns, per run.
struct Outcome {
    values: Vec<Truth>,
    step: Vec<Option<u32>>,
    engaged: Vec<bool>,
    antecedents: Vec<Id>,
    /// The conjuncts, each with the body of its `G`.
    conjuncts: FxHashMap<Id, Option<Id>>,
    /// The first failing position of each body, per run, until its conjunct is seen.
    failing: FxHashMap<Id, Vec<Option<u32>>>,
    /// The path-quantified formulas and what they quantify.
    quantified: FxHashMap<Id, Column>,
}

impl Outcome {
    fn of<L: Labels>(problem: &Problem<'_, L>, root: Id, order: &[Id]) -> Result<Self, CheckError> {
        let mut keep = FxHashSet::default();
        for &id in order {
            if let Node::Unary(Unary::AllPaths | Unary::SomePath, a) = problem.pool.node(id) {
                keep.extend([id, a]);
            }
        }
        let mut outcome = Self::new(problem.pool, root, problem.runs.len());
        problem.columns(order, |id, column| {
            outcome.see(id, column, problem.runs);
            if keep.contains(&id) {
                outcome.quantified.insert(id, column.clone());
            }
        })?;
        Ok(outcome)
    }

    fn new(pool: &Pool, root: Id, runs: usize) -> Self {
        let (antecedents, plain) = engagement(pool, root);
        let conjuncts = conjuncts(pool, root);
        Self {
            values: vec![Truth::True; runs],
            step: vec![None; runs],
            engaged: vec![plain; runs],
            antecedents,
            failing: conjuncts.iter().filter_map(|c| Some((c.body?, Vec::new()))).collect(),
            conjuncts: conjuncts.iter().map(|c| (c.whole, c.body)).collect(),
            quantified: FxHashMap::default(),
        }
    }

    fn see(&mut self, id: Id, column: &Column, runs: &Runs) {
        if self.antecedents.binary_search(&id).is_ok() {
            for run in 0..runs.len() {
                self.engaged[run] |= column.along(runs, run).contains(&Truth::True);
            }
        }
        if let Some(failing) = self.failing.get_mut(&id) {
            let first = |run| {
                let values = column.along(runs, run);
                values.iter().position(|&value| value == Truth::False).map(|step| step as u32)
            };
            *failing = (0..runs.len()).map(first).collect();
        }
        let Some(body) = self.conjuncts.get(&id) else { return };
        let failing = body.and_then(|body| self.failing.remove(&body));
        for run in 0..runs.len() {
            let value = column.along(runs, run)[0];
            self.values[run] = self.values[run] & value;
            if value == Truth::False {
                let step = failing.as_ref().and_then(|failing| failing[run]).unwrap_or(0);
                self.step[run] = Some(self.step[run].map_or(step, |old| old.min(step)));
            }
        }
    }
}

fn decided(value: Truth) -> Option<bool> {
    match value {
        Truth::False => Some(false),
        Truth::True => Some(true),
        Truth::Inconclusive | Truth::Unsupported => None,
    }
}

/// Whether a bound counts seconds: then equal trajectories may still differ in their clocks.
fn has_clock(pool: &Pool, order: &[Id]) -> bool {
    order.iter().any(|&id| match pool.node(id) {
        Node::UnaryWithin(_, interval, _) | Node::BinaryWithin(_, interval, ..) => {
            interval.unit == Unit::Seconds
        }
        _ => false,
    })
}
