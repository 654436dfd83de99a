//! Rules checked on a computation tree, as `vedette tree` prints them, schema `vedette.tree/1`.

use crate::bundle::{Evidence, Extras, Verdict, evidence, letters, lifted, verdict_of};
use crate::printed::printed;
use serde::{Serialize, Serializer};
use vedette_worlds::rules::{Letter, Outcome, Report};

/// The schema of [`RuleReport`].
pub const RULE: &str = "vedette.tree/1";
/// The schema of [`SummaryReport`].
pub const SUMMARY: &str = "vedette.tree-summary/1";

/// The longest formula that is printed, in bytes.
const SHOWN: usize = 20_000;

/// One rule.
#[derive(Clone, Debug, Serialize)]
pub struct RuleReport {
    /// [`RULE`].
    pub schema: &'static str,
    /// The rule's id.
    pub rule: String,
    /// The rule as understood, in our notation; empty if it could not be read.
    pub formula: String,
    /// The verdict over all trajectories.
    pub verdict: Verdict,
    /// The verdict of every trajectory as part of the tree, in order.
    pub per_trajectory: Vec<Verdict>,
    /// The verdict of every trajectory by itself, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub each: Option<Vec<Verdict>>,
    /// In how many trajectories something that the rule asks about occurred: those that are not vacuous.
    pub engaged: usize,
    /// The first violation.
    pub counterexample: Option<Evidence>,
    /// The verdict of the rule lifted to CTL.
    pub lifted_verdict: Verdict,
    /// How close the verdict is, where it was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Extras>,
    /// Bindings of the rule's variables that were checked, and how many of them are violated.
    pub bindings: (usize, usize),
    /// What is wrong with the rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// The limit that was hit, where the verdict is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// What an importer mended or decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<String>,
    /// Remarks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// The whole check.
#[derive(Clone, Debug, Serialize)]
pub struct SummaryReport {
    /// [`SUMMARY`].
    pub schema: &'static str,
    /// Trajectories read.
    pub trajectories: usize,
    /// Steps of all trajectories.
    pub states: usize,
    /// Nodes after merging.
    pub nodes: usize,
    /// Rules by verdict.
    pub verdicts: Counts,
    /// Microseconds to read the files.
    pub read_micros: u64,
    /// Microseconds to label, merge and check.
    pub check_micros: u64,
}

/// How many rules have each verdict, in the order of `docs/semantics.md`, section 9.
#[derive(Clone, Debug)]
pub struct Counts(pub Vec<(Verdict, usize)>);

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(verdict, count)| (verdict.word(), count)))
    }
}

/// The report on one rule; `each` asks for every trajectory by itself too.
pub fn rule(outcome: &Outcome, each: bool, extras: Option<Extras>) -> RuleReport {
    RuleReport {
        schema: RULE,
        rule: outcome.rule.clone(),
        formula: outcome
            .formula
            .as_ref()
            .map_or_else(String::new, |formula| printed(&formula.pool, formula.root, SHOWN)),
        verdict: verdict_of(outcome.verdict),
        per_trajectory: letters(outcome, &outcome.per_trajectory),
        each: each.then(|| letters(outcome, &outcome.alone)),
        engaged: outcome.per_trajectory.iter().filter(|&&l| l != Letter::Vacuous).count(),
        counterexample: outcome.violations.first().map(evidence),
        lifted_verdict: lifted(outcome),
        extras,
        bindings: (outcome.bindings, outcome.violated_bindings),
        errors: outcome.errors.iter().map(ToString::to_string).collect(),
        limit: outcome.limit.map(|limit| limit.to_string()),
        repairs: outcome.repairs.clone(),
        notes: outcome.notes.clone(),
    }
}

/// The report on the whole; the times are the caller's, who has a clock.
pub fn summary(report: &Report, read_micros: u64, check_micros: u64) -> SummaryReport {
    const ORDER: [Verdict; 7] = [
        Verdict::Satisfied,
        Verdict::Vacuous,
        Verdict::Violated,
        Verdict::Inconclusive,
        Verdict::Unsupported,
        Verdict::Unknown,
        Verdict::Error,
    ];
    let count = |verdict| report.rules.iter().filter(|o| verdict_of(o.verdict) == verdict).count();
    SummaryReport {
        schema: SUMMARY,
        trajectories: report.summary.trajectories,
        states: report.summary.states,
        nodes: report.summary.nodes,
        verdicts: Counts(ORDER.iter().map(|&verdict| (verdict, count(verdict))).collect()),
        read_micros,
        check_micros,
    }
}
