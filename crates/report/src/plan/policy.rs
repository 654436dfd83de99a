//! A policy's verdict with its evidence, on source lines.

use super::machine::guard;
use super::marks::{line, span};
use super::wire::{Blame, Change, Moment, Owed, PolicyReport, Station, Tested};
use vedette_checker::syntax::{Style, print};
use vedette_plans::machine::Event;
use vedette_plans::policy::{Policy, ground};
use vedette_plans::verify::{self, Evidence, Outcome, Plan, Verdict};

/// A policy that was not checked.
pub(super) fn described(policy: &Policy, origin: &str) -> PolicyReport {
    PolicyReport {
        id: policy.id.to_string(),
        title: policy.title.clone(),
        description: policy.description.clone(),
        level: policy.level.clone(),
        tags: policy.tags.clone(),
        origin: origin.into(),
        formula: policy.formula.clone(),
        verdict: "skipped".into(),
        ..PolicyReport::default()
    }
}

/// A policy that was checked.
pub(super) fn decided(
    plan: &Plan<'_>,
    policy: &Policy,
    origin: &str,
    outcome: &Outcome,
) -> PolicyReport {
    let mut report = described(policy, origin);
    report.verdict = outcome.verdict.name().into();
    report.vacuous = outcome.vacuous;
    match outcome.verdict {
        // Without a reason nothing is left.
        Verdict::Holds => {
            report.runtime = policy.runtime.clone().filter(|_| outcome.reason.is_some());
        }
        Verdict::Runtime => {
            report.runtime = policy.runtime.clone().or_else(|| outcome.reason.clone());
        }
        Verdict::Violated => report.satisfying = plan.satisfying(policy),
        Verdict::Unknown | Verdict::Error => {}
    }
    if outcome.verdict != Verdict::Holds {
        report.reason.clone_from(&outcome.reason);
    }
    if let Some(evidence) = &outcome.evidence {
        report.path = evidence.run.iter().map(|it| moment(plan, it)).collect();
        report.open = open(plan, policy, evidence);
        report.blame = evidence.blame.as_ref().map(|it| blame(plan, it));
    }
    report
}

fn moment(plan: &Plan<'_>, moment: &verify::Moment) -> Moment {
    let (flow, source) = (plan.flow(), plan.source());
    let tool = match moment.event {
        Event::Call(call) => Some(flow.calls[call as usize].tool),
        _ => None,
    };
    let kind = match moment.event {
        Event::Start | Event::Silent => "start",
        Event::Call(_) => "call",
        Event::Done => "done",
        Event::Aborted => "aborted",
    };
    let tested = |&(node, outcome): &(u32, bool)| {
        let range = &flow.nodes[node as usize].span;
        Tested {
            span: span(source, range),
            text: source.excerpt(range).trim().lines().next().unwrap_or_default().into(),
            way: guard(flow, node, outcome).into(),
            outcome,
        }
    };
    let changed =
        moment.changed.iter().map(|(atom, value)| Change { atom: atom.to_string(), value: *value });
    Moment {
        kind: kind.into(),
        event: plan.event_words(moment.event),
        tool: tool.map(|tool| plan.tools().get(tool).name.to_string()),
        span: span(source, &moment.span),
        text: match moment.event {
            Event::Call(_) => line(source, moment.place.line),
            _ => String::new(),
        },
        node: plan.machine().states[moment.state as usize].node,
        through: moment.through.clone(),
        tests: moment.tests.iter().map(tested).collect(),
        changed: changed.collect(),
    }
}

fn open(plan: &Plan<'_>, policy: &Policy, evidence: &Evidence) -> Vec<Owed> {
    let Ok(grounded) = ground(policy, plan.tools()) else { return Vec::new() };
    let owed = |&(formula, since): &(_, usize)| Owed {
        formula: print(&grounded.formula.pool, formula, Style::Vedette),
        since,
    };
    evidence.open.iter().map(owed).collect()
}

fn blame(plan: &Plan<'_>, blame: &verify::Blame) -> Blame {
    let source = plan.source();
    let station = |it: &verify::Origin| {
        let tool = it.tool.map(|tool| plan.tools().get(tool).name.to_string());
        let words = match (&it.variable, &tool) {
            (_, Some(tool)) => format!("result of `{tool}`"),
            (Some(name), None) => format!("`{name}`"),
            (None, None) => {
                source.excerpt(&it.span).trim().lines().next().unwrap_or_default().into()
            }
        };
        let variable = it.variable.as_deref().map(Into::into);
        Station { span: span(source, &it.span), words, variable, tool }
    };
    Blame {
        moment: blame.moment,
        span: span(source, &blame.span),
        text: line(source, blame.place.line),
        why: blame.why.clone(),
        way: blame.origin.iter().map(station).collect(),
    }
}
