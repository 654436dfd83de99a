//! `items/*.json`: a rule checked on a run, with its verdict and evidence.

use super::Extras;
use serde::{Deserialize, Serialize};
use vedette_worlds::rules;

/// A file of items, schema `vedette.items/1`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ItemShard {
    /// `vedette.items/1`.
    pub schema: String,
    /// The items.
    pub items: Vec<Item>,
}

/// A rule checked on a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Item {
    /// The run.
    pub run: String,
    /// The rule.
    pub rule: String,
    /// The verdict over all trajectories.
    pub verdict: Verdict,
    /// Why, where the verdict needs a reason (a limit, a missing signal, a syntax error).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The verdict of every trajectory alone, in order; a letter each on the wire.
    #[serde(with = "super::letters")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub per_trajectory: Vec<Verdict>,
    /// The verdict of the formula lifted to CTL, where it was computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifted_verdict: Option<Verdict>,
    /// The evidence of a violation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Evidence>,
    /// How close the verdict is, where it was looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extras: Option<Extras>,
}

/// What a verdict can be (`docs/semantics.md`, section 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Decided, with its antecedent seen at least once.
    Satisfied,
    /// True, but only because its antecedent never occurs or no instance exists.
    Vacuous,
    /// With evidence that was re-checked.
    Violated,
    /// A deadline lies beyond the end of a trace.
    Inconclusive,
    /// The data cannot decide it.
    Unsupported,
    /// A limit was reached.
    Unknown,
    /// The rule is malformed.
    Error,
}

impl Verdict {
    /// The word used on every wire: that of the verdict of a rule.
    pub fn word(self) -> &'static str {
        rules::Verdict::from(self).name()
    }

    /// The verdict on trajectories together that have these verdicts alone: a violation decides, else
    /// what keeps it from being decided. None if there are none.
    ///
    /// ```
    /// use vedette_report::bundle::Verdict::{self, *};
    ///
    /// assert_eq!(Verdict::over(&[Vacuous, Satisfied]), Some(Satisfied));
    /// assert_eq!(Verdict::over(&[Satisfied, Unknown, Unsupported]), Some(Unknown));
    /// assert_eq!(Verdict::over(&[Unknown, Violated]), Some(Violated));
    /// assert_eq!(Verdict::over(&[]), None);
    /// ```
    pub fn over(trajectories: &[Self]) -> Option<Self> {
        trajectories.iter().copied().max_by_key(|verdict| match verdict {
            Self::Vacuous => 0,
            Self::Satisfied => 1,
            Self::Inconclusive => 2,
            Self::Unsupported => 3,
            Self::Unknown => 4,
            Self::Violated => 5,
            Self::Error => 6,
        })
    }
}

impl From<Verdict> for rules::Verdict {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Satisfied => Self::Satisfied,
            Verdict::Vacuous => Self::Vacuous,
            Verdict::Violated => Self::Violated,
            Verdict::Inconclusive => Self::Inconclusive,
            Verdict::Unsupported => Self::Unsupported,
            Verdict::Unknown => Self::Unknown,
            Verdict::Error => Self::Error,
        }
    }
}

/// Why a rule is violated: a path of the computation tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evidence {
    /// The trajectory that shows it, counted from 0.
    pub trajectory: usize,
    /// The step at which the violation, or the obligation that stays unmet, begins.
    pub step: usize,
    /// The step at which it is certain.
    pub certain_at: usize,
    /// The instances that the rule's variables stand for.
    pub binding: Vec<(String, String)>,
    /// All trajectories that take this path and violate the rule.
    pub trajectories: Vec<usize>,
    /// Whose doing it is: `caused by the agent`, `present at the start`, or
    /// `not repaired by the agent`.
    pub origin: String,
    /// The rule about these instances.
    pub formula: String,
    /// What fails where, in the order of the path.
    pub reasons: Vec<Reason>,
}

/// One step of the blame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason {
    /// The step.
    pub step: usize,
    /// The sub-formula, with instances filled in.
    pub formula: String,
    /// Its truth there: `true`, `false`, `inconclusive` or `unsupported`.
    pub value: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_on_the_wire_are_those_of_the_rules() {
        for verdict in [
            Verdict::Satisfied,
            Verdict::Vacuous,
            Verdict::Violated,
            Verdict::Inconclusive,
            Verdict::Unsupported,
            Verdict::Unknown,
            Verdict::Error,
        ] {
            let wire = serde_json::to_value(verdict).expect("a word");
            assert_eq!(wire, verdict.word());
        }
    }
}
