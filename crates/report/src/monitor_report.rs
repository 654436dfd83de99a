//! What a monitor tells, as `vedette monitor` prints it: schemas `vedette.monitor/1` for a change and
//! `vedette.monitor-end/1` for what a rule comes to when the trace has ended.

use crate::bundle::{Verdict, verdict_of};
use serde::Serialize;
use vedette_checker::monitor::Status;
use vedette_checker::truth::Truth;
use vedette_worlds::rules::{self, RuleSet};
use vedette_worlds::watch::{Change, Watch};

/// The schema of [`ChangeReport`].
pub const CHANGE: &str = "vedette.monitor/1";
/// The schema of [`EndReport`].
pub const END: &str = "vedette.monitor-end/1";

/// A change of what is known of a rule about certain objects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangeReport {
    /// [`CHANGE`].
    pub schema: &'static str,
    /// The step after which it is known, from 0.
    pub step: u32,
    /// The rule's id.
    pub rule: String,
    /// What the variables name.
    pub binding: Vec<(String, String)>,
    /// `satisfied` and `violated` for good, `open`, or `error`.
    pub status: &'static str,
    /// The verdict if the trace ended here; none for an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub if_ended: Option<Verdict>,
    /// The status before; none if the binding is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<&'static str>,
    /// The rule about these objects.
    pub formula: String,
    /// What holds at this step, or is not known to fail, of what the rule looks at.
    pub because: Vec<String>,
    /// What must still come.
    pub obligations: Vec<ObligationReport>,
    /// What is wrong with the rule, or why nothing is known for good.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

/// Something that must still come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObligationReport {
    /// The formula.
    pub formula: String,
    /// The step at which it began.
    pub since: u32,
}

/// What a rule comes to when the trace has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndReport {
    /// [`END`].
    pub schema: &'static str,
    /// The rule's id.
    pub rule: String,
    /// The verdict.
    pub verdict: Verdict,
    /// How many bindings were watched.
    pub bindings: usize,
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Satisfied => "satisfied",
        Status::Violated => "violated",
        Status::Open(_) => "open",
    }
}

fn value(status: Status) -> Truth {
    match status {
        Status::Satisfied => Truth::True,
        Status::Violated => Truth::False,
        Status::Open(now) => now,
    }
}

fn verdict(value: Truth) -> Verdict {
    verdict_of(match value {
        Truth::True => rules::Verdict::Satisfied,
        Truth::False => rules::Verdict::Violated,
        Truth::Inconclusive => rules::Verdict::Inconclusive,
        Truth::Unsupported => rules::Verdict::Unsupported,
    })
}

/// The report on a change.
pub fn change(rules: &RuleSet, change: Change) -> ChangeReport {
    let label = |(atom, value): (String, Truth)| match value {
        Truth::Unsupported | Truth::Inconclusive => format!("{atom} is not known"),
        _ => atom,
    };
    let (status, if_ended, mut remarks) = match change.status {
        Ok(status) => (word(status), Some(verdict(value(status))), Vec::new()),
        Err(errors) => ("error", None, errors.iter().map(ToString::to_string).collect()),
    };
    remarks.extend(change.limit);
    let open = |(formula, since)| ObligationReport { formula, since };
    ChangeReport {
        schema: CHANGE,
        step: change.step,
        rule: rules.rules[change.rule].id.clone(),
        binding: change.binding,
        status,
        if_ended,
        before: change.before.map(word),
        formula: change.formula,
        because: change.labels.into_iter().map(label).collect(),
        obligations: change.obligations.into_iter().map(open).collect(),
        remarks,
    }
}

/// What every rule comes to if the trace ends now.
pub fn end(rules: &RuleSet, watch: &Watch<'_>) -> Vec<EndReport> {
    let mut found: Vec<(Option<Truth>, usize)> = vec![(None, 0); rules.rules.len()];
    for (rule, _, status) in watch.statuses() {
        let (all, count) = &mut found[rule];
        let value = value(status);
        *all = Some(all.map_or(value, |all| all & value));
        *count += 1;
    }
    let report = |(rule, (all, bindings)): (usize, (Option<Truth>, usize))| {
        let verdict = match all {
            _ if watch.is_wrong(rule) => Verdict::Error,
            Some(value) => verdict(value),
            None => Verdict::Vacuous,
        };
        EndReport { schema: END, rule: rules.rules[rule].id.clone(), verdict, bindings }
    };
    found.into_iter().enumerate().map(report).collect()
}
