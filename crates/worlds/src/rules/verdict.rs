//! The possible verdicts, of a rule and of a trajectory.

use std::fmt;
use std::sync::Arc;
use vedette_checker::formula::Formula;
use vedette_checker::tree::Counterexample;
use vedette_checker::truth::Truth;

/// The verdict of a rule (`docs/semantics.md`, section 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Decided, with its antecedent seen at least once.
    Satisfied,
    /// True, but only because the antecedent never occurs or no instance exists.
    Vacuous,
    /// With evidence that was re-checked.
    Violated,
    /// A deadline lies beyond the end of a trace.
    Inconclusive,
    /// The data cannot decide it.
    Unsupported,
    /// A limit was hit.
    Unknown,
    /// The rule is malformed.
    Error,
}

impl Verdict {
    /// As written in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Satisfied => "satisfied",
            Self::Vacuous => "vacuous",
            Self::Violated => "violated",
            Self::Inconclusive => "inconclusive",
            Self::Unsupported => "unsupported",
            Self::Unknown => "unknown",
            Self::Error => "error",
        }
    }

    /// The verdict of a rule from those of its trajectories.
    pub(super) fn of(letters: &[Letter]) -> Self {
        match letters.iter().max() {
            None | Some(Letter::Vacuous) => Self::Vacuous,
            Some(Letter::Satisfied) => Self::Satisfied,
            Some(Letter::Inconclusive) => Self::Inconclusive,
            Some(Letter::Unsupported) => Self::Unsupported,
            Some(Letter::Violated) => Self::Violated,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The verdict of a rule on one trajectory. The later one decides: of several bindings, the verdict
/// is the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Letter {
    /// `-`
    Vacuous,
    /// `S`
    Satisfied,
    /// `?`
    Inconclusive,
    /// `U`
    Unsupported,
    /// `V`
    Violated,
}

impl Letter {
    /// The letter.
    pub fn char(self) -> char {
        match self {
            Self::Vacuous => '-',
            Self::Satisfied => 'S',
            Self::Inconclusive => '?',
            Self::Unsupported => 'U',
            Self::Violated => 'V',
        }
    }

    /// The letter of a value, with whether an antecedent was seen.
    pub(super) fn of(value: Truth, engaged: bool) -> Self {
        match value {
            Truth::False => Self::Violated,
            Truth::True if engaged => Self::Satisfied,
            Truth::True => Self::Vacuous,
            Truth::Inconclusive => Self::Inconclusive,
            Truth::Unsupported => Self::Unsupported,
        }
    }
}

/// Whose doing a violation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It holds in the first recorded state, and no longer in the last.
    AtStart,
    /// It holds in the first recorded state and in the last: not repaired by the agent.
    NotRepaired,
    /// It begins later: caused by the agent.
    ByAgent,
}

impl Origin {
    /// As written in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::AtStart => "present at the start",
            Self::NotRepaired => "not repaired by the agent",
            Self::ByAgent => "caused by the agent",
        }
    }
}

/// A trajectory that violates a rule.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Its position among the trajectories given.
    pub trajectory: usize,
    /// The first step at which the body of the outermost `G` fails; 0 if there is no outer `G`.
    pub step: u32,
    /// Which objects the variables name: `(variable, object)`.
    pub binding: Vec<(String, String)>,
    /// Whose doing it is.
    pub origin: Origin,
    /// The rule about these objects.
    pub formula: Arc<Formula>,
    /// Re-checked evidence; only of the first violations of a rule. Its trajectories are numbered as
    /// those given.
    pub evidence: Option<Counterexample>,
}
