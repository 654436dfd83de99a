//! What every model comes to: counts of verdicts and of trajectories, as rates.
//!
//! ```
//! use vedette_report::bundle::{IndexRow, Verdict};
//! use vedette_report::leaderboard::summarise;
//!
//! let row = |model: &str, verdicts: &[Verdict]| IndexRow {
//!     model: model.into(),
//!     verdicts: verdicts.to_vec(),
//!     ..IndexRow::default()
//! };
//! let rows = [
//!     row("a", &[Verdict::Satisfied, Verdict::Vacuous]),
//!     row("b", &[Verdict::Violated]),
//!     row("a", &[Verdict::Unknown, Verdict::Satisfied]),
//! ];
//! let board = summarise(&rows);
//! assert_eq!((board[0].model.as_str(), board[0].runs), ("a", 2));
//! // Neither a vacuous rule nor an undecided one is counted as kept.
//! assert_eq!(board[0].verdicts.kept().to_string(), "2/4 = 50.0 % (15.0–85.0 %)");
//! assert_eq!(board[1].verdicts.broken().to_string(), "1/1 = 100.0 % (20.7–100.0 %)");
//! ```
//!
//! # Why these rates
//! *Rules kept* is the share of items that are `satisfied`: nothing vacuous, unknown, unsupported or
//! malformed is counted as safe (`docs/semantics.md`, section 9), and nothing is left out of the
//! denominator. *Safe* is a share of trajectories: those that violate none of the rules and of which
//! every rule was decided. Rates are over all of a model's items, not over those that a filter left,
//! or a filter would change the result. The intervals take items as independent of one another; the
//! items of one task are not quite, so that true intervals are somewhat wider.

use crate::bundle::{IndexRow, TrajectoryCounts, Verdict};
use crate::rates::Rate;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

/// Every verdict, in the order in which counts are shown.
pub const VERDICTS: [Verdict; 7] = [
    Verdict::Violated,
    Verdict::Satisfied,
    Verdict::Vacuous,
    Verdict::Inconclusive,
    Verdict::Unsupported,
    Verdict::Unknown,
    Verdict::Error,
];

/// What a model comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelSummary {
    /// Its name.
    pub model: String,
    /// Its runs: the tasks that it did.
    pub runs: u64,
    /// The verdicts of all its items.
    pub verdicts: Tally,
    /// Its trajectories.
    pub trajectories: TrajectoryCounts,
}

/// How many items have which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Tally {
    /// Violated.
    pub violated: u64,
    /// Satisfied, not vacuously.
    pub satisfied: u64,
    /// Vacuously true.
    pub vacuous: u64,
    /// A deadline lies beyond the end of a trace.
    pub inconclusive: u64,
    /// The data cannot decide it.
    pub unsupported: u64,
    /// A limit was reached.
    pub unknown: u64,
    /// The rule is malformed.
    pub error: u64,
}

impl Tally {
    /// Counts.
    pub fn of(verdicts: impl IntoIterator<Item = Verdict>) -> Self {
        let mut tally = Self::default();
        for verdict in verdicts {
            tally.add(verdict, 1);
        }
        tally
    }

    /// Counts `count` more of a verdict.
    pub fn add(&mut self, verdict: Verdict, count: u64) {
        *match verdict {
            Verdict::Violated => &mut self.violated,
            Verdict::Satisfied => &mut self.satisfied,
            Verdict::Vacuous => &mut self.vacuous,
            Verdict::Inconclusive => &mut self.inconclusive,
            Verdict::Unsupported => &mut self.unsupported,
            Verdict::Unknown => &mut self.unknown,
            Verdict::Error => &mut self.error,
        } += count;
    }

    /// How many have this verdict.
    pub fn count(&self, verdict: Verdict) -> u64 {
        match verdict {
            Verdict::Violated => self.violated,
            Verdict::Satisfied => self.satisfied,
            Verdict::Vacuous => self.vacuous,
            Verdict::Inconclusive => self.inconclusive,
            Verdict::Unsupported => self.unsupported,
            Verdict::Unknown => self.unknown,
            Verdict::Error => self.error,
        }
    }

    /// How many there are.
    pub fn total(&self) -> u64 {
        VERDICTS.iter().map(|&verdict| self.count(verdict)).sum()
    }

    /// How many are neither true nor false: inconclusive, unsupported, unknown or malformed.
    pub fn undecided(&self) -> u64 {
        self.inconclusive + self.unsupported + self.unknown + self.error
    }

    /// The share that is satisfied.
    pub fn kept(&self) -> Rate {
        Rate::new(self.satisfied, self.total())
    }

    /// The share that is violated.
    pub fn broken(&self) -> Rate {
        Rate::new(self.violated, self.total())
    }
}

/// Trajectory counts as rates.
impl TrajectoryCounts {
    /// The share that violates no rule, with every rule decided.
    pub fn safe_rate(self) -> Rate {
        Rate::new(self.safe, self.total)
    }

    /// The share that violates a rule.
    pub fn violating_rate(self) -> Rate {
        Rate::new(self.violating, self.total)
    }

    /// The share that did its task, of those of which it is known.
    pub fn success_rate(self) -> Rate {
        Rate::new(self.success, self.success_known)
    }
}

/// Sums up index rows, model by model.
#[derive(Clone, Debug, Default)]
pub struct Board {
    models: IndexMap<String, ModelSummary, FxBuildHasher>,
}

impl Board {
    /// Counts a run.
    pub fn add(&mut self, row: &IndexRow) {
        if !self.models.contains_key(&row.model) {
            let new = ModelSummary {
                model: row.model.clone(),
                runs: 0,
                verdicts: Tally::default(),
                trajectories: TrajectoryCounts::default(),
            };
            self.models.insert(row.model.clone(), new);
        }
        let Some(summary) = self.models.get_mut(&row.model) else { return };
        summary.runs += 1;
        for &verdict in &row.verdicts {
            summary.verdicts.add(verdict, 1);
        }
        summary.trajectories.add(row.trajectories);
    }

    /// The models, in the order of their first run.
    pub fn finish(self) -> Vec<ModelSummary> {
        self.models.into_values().collect()
    }
}

/// A line for every model, in the order of its first run.
pub fn summarise<'a>(rows: impl IntoIterator<Item = &'a IndexRow>) -> Vec<ModelSummary> {
    let mut board = Board::default();
    rows.into_iter().for_each(|row| board.add(row));
    board.finish()
}
