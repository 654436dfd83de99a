//! What a comparison says.

use crate::budget::Limit;
use crate::formula::Unbounded;
use crate::words::{Undefined, Word};
use std::fmt;

/// How a candidate relates to the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The same words satisfy both.
    Equivalent,
    /// The candidate implies the truth.
    Stronger,
    /// The truth implies the candidate.
    Weaker,
    /// Neither implies the other.
    Incomparable,
    /// A limit was hit.
    Unknown(Limit),
}

/// Whether a formula says anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// True of every word.
    Valid,
    /// True of no word.
    Unsatisfiable,
    /// True of some words, false of others.
    Contingent,
}

/// What came out of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// How the candidate relates to the truth.
    pub verdict: Verdict,
    /// A word that satisfies the candidate and not the truth. With an unknown verdict there may be
    /// one too: what was found before the limit was hit.
    pub candidate_only: Option<Word>,
    /// A word that satisfies the truth and not the candidate.
    pub truth_only: Option<Word>,
    /// Whether no shorter words separate the two in the same direction. Always so over finite and
    /// stuttering words; over infinite ones, a few long lassos over many atoms are only short.
    pub shortest: bool,
    /// Whether the candidate says anything by itself; none if a limit was hit.
    pub candidate_status: Option<Status>,
    /// Whether the truth says anything by itself; none if a limit was hit.
    pub truth_status: Option<Status>,
    /// States built.
    pub states: u64,
}

/// Why two formulas cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotComparable {
    /// A formula has no value on a word.
    Undefined(Undefined),
    /// A bounded operator cannot be expanded.
    Unbounded(Unbounded),
    /// A witness was refused by the plain evaluator: a fault of this program.
    Internal,
}

impl From<Undefined> for NotComparable {
    fn from(why: Undefined) -> Self {
        Self::Undefined(why)
    }
}

impl From<Unbounded> for NotComparable {
    fn from(why: Unbounded) -> Self {
        Self::Unbounded(why)
    }
}

impl fmt::Display for NotComparable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined(why) => why.fmt(f),
            Self::Unbounded(why) => why.fmt(f),
            Self::Internal => f.write_str(
                "internal error: a word that should separate the formulas does not; please report \
                 this input, no verdict is given",
            ),
        }
    }
}

impl std::error::Error for NotComparable {}
