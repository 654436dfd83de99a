//! Checking one formula over a tree, and what a caller wants to know of the result.

use super::session::Session;
use super::{Counterexample, Tree};
use crate::budget::{Budget, Limit};
use crate::evidence::Rejection;
use crate::formula::{AtomId, Id, Pool};
use crate::truth::Truth;
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

impl<L: Labels> Labels for &L {
    fn truth(&self, state: u32, atom: AtomId) -> Truth {
        (**self).truth(state, atom)
    }

    fn seconds(&self, trajectory: u32, step: u32) -> Option<f64> {
        (**self).seconds(trajectory, step)
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
    /// that begins first, then the lowest. It has been re-checked. A [`Session`] leaves it out: ask it
    /// for that of a trajectory.
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
/// trajectories. For many formulas over one tree use a [`Session`].
///
/// The work is linear in the positions of the distinct trajectories times the nodes of the formula,
/// and looks at all of `pool` up to `root`: keep a pool per set of rules.
pub fn check(
    pool: &Pool,
    root: Id,
    tree: &Tree,
    labels: &impl Labels,
    budget: &Budget<'_>,
) -> Result<Checked, CheckError> {
    let session = Session::new(tree, labels);
    let mut checked = session.check(pool, &[root], budget).remove(0)?;
    checked.counterexample = session.best(pool, root, &checked, budget)?;
    Ok(checked)
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
    let session = Session::new(tree, labels);
    let checked = session.check(pool, &[root], budget).remove(0)?;
    session.counterexample(pool, root, &checked, trajectory, budget)
}

impl From<Rejection> for CheckError {
    fn from(rejection: Rejection) -> Self {
        match rejection {
            Rejection::Limit(limit) => Self::Limit(limit),
            Rejection::Claim(what) => Self::Internal { what },
        }
    }
}
