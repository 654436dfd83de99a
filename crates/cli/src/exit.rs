//! Exit codes, as promised in `docs/cli.md`.

use std::fmt::Display;
use std::process::ExitCode;
use vedette_report::bundle::Verdict;

/// What stands below every help text.
pub(crate) const HELP: &str = "\
Exit status: 0 decided and fine, 1 usage or I/O error, 2 input rejected, 3 decided: violated or not
equivalent, 4 not decided";

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Decided, and fine.
    Fine = 0,
    /// A usage or I/O error.
    Failed = 1,
    /// The input was rejected: syntax, schema, grounding.
    Rejected = 2,
    /// Decided: violated, or not equivalent.
    Violated = 3,
    /// Not decided: a limit was reached, or the data does not say.
    Undecided = 4,
}

impl Exit {
    /// How much an outcome outweighs others when many are asked at once: malformed input first, for
    /// it may hide anything; then a violation; then what was not decided.
    fn weight(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Undecided => 1,
            Self::Violated => 2,
            Self::Rejected => 3,
            Self::Failed => 4,
        }
    }

    /// The weightier of two outcomes.
    pub(crate) fn and(self, other: Self) -> Self {
        if self.weight() >= other.weight() { self } else { other }
    }
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Satisfied | Verdict::Vacuous => Self::Fine,
            Verdict::Violated => Self::Violated,
            Verdict::Inconclusive | Verdict::Unsupported | Verdict::Unknown => Self::Undecided,
            Verdict::Error => Self::Rejected,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command gave no answer.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The exit status.
    pub(crate) exit: Exit,
    /// One clear message.
    pub(crate) message: String,
}

impl Failure {
    /// A usage or I/O error.
    pub(crate) fn failed(message: impl Display) -> Self {
        Self { exit: Exit::Failed, message: message.to_string() }
    }

    /// Rejected input.
    pub(crate) fn rejected(message: impl Display) -> Self {
        Self { exit: Exit::Rejected, message: message.to_string() }
    }
}

/// What every command gives.
pub(crate) type Done = Result<Exit, Failure>;
