//! Answers a question about a plan.

use super::question::{Given, Mode, PlanQuestion};
use super::suggestion::suggestion;
use super::wire::{Fault, Finding, ObligationReport, PlanReport, SCHEMA, Status, ToolView};
use super::{machine, marks, policy};
use vedette_checker::budget::Budget;
use vedette_plans::flow::Context;
use vedette_plans::obligations::compile;
use vedette_plans::policy::lint::{Kind, lint};
use vedette_plans::policy::{Policy, ground, pack};
use vedette_plans::provenance::Readers;
use vedette_plans::source::Source;
use vedette_plans::tools::{Tools, shipped};
use vedette_plans::verify::{Options, Outcome, Plan, Verdict};

/// Larger graphs are not drawn.
const DRAWN: usize = 2_000;

/// The most policies and obligations of a question.
const MOST: usize = 2_000;

/// Everything that is known of a plan.
pub fn verify(question: &PlanQuestion, budget: &Budget<'_>) -> PlanReport {
    let mut report = PlanReport { schema: SCHEMA.into(), ..PlanReport::default() };
    let tools = match tools(&question.tools, question.domain.as_deref()) {
        Ok(tools) => tools,
        Err(message) => {
            fault(&mut report, "tools", message);
            return report;
        }
    };
    report.domain = tools.domain.as_deref().map(Into::into);
    report.labels = marks::labels(&tools);
    let policies = policies(question, &tools, &mut report);
    let options = options(question, &tools, &mut report);
    if question.options.lint {
        report.lint = findings(&policies, &tools, budget);
    }
    let plan = read(&question.plan, &tools, options, &mut report);
    report.tools = views(&tools, plan.as_ref());
    if let Some(plan) = &plan {
        report.remarks =
            plan.flow().remarks.iter().map(|it| marks::remark(plan.source(), it)).collect();
        report.machine = machine::machine(plan, DRAWN);
        report.taint = marks::occurrences(plan);
        decide(question, plan, &policies, &mut report, budget);
    } else {
        report.policies =
            policies.iter().map(|(origin, it)| policy::described(it, origin)).collect();
    }
    report.status = status(&report);
    report
}

fn fault(report: &mut PlanReport, part: &str, message: String) {
    report.faults.push(Fault { part: part.into(), message });
}

/// The table of tools that is meant: a shipped one by its name, or one in JSON.
pub(super) fn tools(given: &Given, domain: Option<&str>) -> Result<Tools, String> {
    let text = given.text();
    if given.is_blank() {
        return Err(
            "found no tools, expected the name of a shipped table or a table in JSON".into()
        );
    }
    if let Some(tools) = shipped::tools(text.trim()) {
        return Ok(tools);
    }
    if !text.trim_start().starts_with(['{', '[']) {
        let names = shipped::names().collect::<Vec<_>>().join(", ");
        return Err(format!(
            "found `{}`, expected a table in JSON or one of {names}",
            text.trim().chars().take(40).collect::<String>()
        ));
    }
    Tools::read(&text, domain).map_err(|error| error.to_string())
}

/// The policies of a question, each with where it comes from.
fn policies(
    question: &PlanQuestion,
    tools: &Tools,
    report: &mut PlanReport,
) -> Vec<(String, Policy)> {
    let mut policies: Vec<(String, Policy)> = Vec::new();
    for name in &question.packs {
        if let Some(pack) = pack::shipped(name) {
            policies.extend(pack.into_iter().map(|policy| (name.clone(), policy)));
        } else {
            let names = pack::names().collect::<Vec<_>>().join(", ");
            fault(report, "packs", format!("found pack `{name}`, expected one of {names}"));
        }
    }
    if !question.policies.trim().is_empty() {
        match pack::read(&question.policies) {
            Ok(own) => policies.extend(own.into_iter().map(|it| ("policies".to_owned(), it))),
            Err(error) => fault(report, "policies", error.to_string()),
        }
    }
    if !question.obligations.is_blank() {
        match compile(&question.obligations.text(), tools) {
            Ok(compiled) => {
                for result in compiled {
                    report.obligations.push(match &result {
                        Ok(it) => ObligationReport {
                            id: Some(it.id.to_string()),
                            form: Some(it.form.into()),
                            title: Some(it.title.clone()),
                            formula: Some(it.formula.clone()),
                            rejected: None,
                        },
                        Err(error) => ObligationReport {
                            rejected: Some(error.to_string()),
                            ..ObligationReport::default()
                        },
                    });
                    match result {
                        Ok(it) => policies.push(("obligations".into(), it.policy())),
                        Err(error) => fault(report, "obligations", error.to_string()),
                    }
                }
            }
            Err(error) => fault(report, "obligations", error.to_string()),
        }
    }
    if policies.len() > MOST {
        let message = format!("found {} policies, expected at most {MOST}", policies.len());
        fault(report, "policies", message);
        policies.truncate(MOST);
    }
    policies
}

fn options(question: &PlanQuestion, tools: &Tools, report: &mut PlanReport) -> Options {
    let given = &question.options;
    let mut context = Context {
        strict: question.mode == Mode::Strict,
        may_fail: given.tools_may_fail,
        ..Context::default()
    };
    for variable in &given.variables {
        let (level, readers) =
            (tools.lattice.level(&variable.label), Readers::of_name(&variable.readers));
        match (level, readers) {
            (Some(level), Some(readers)) => {
                context.variables.push((variable.name.as_str().into(), level, readers));
            }
            (None, _) => {
                let names = tools.lattice.names().collect::<Vec<_>>().join(", ");
                let (name, label) = (&variable.name, &variable.label);
                let message =
                    format!("variable `{name}`: found label `{label}`, expected one of {names}");
                fault(report, "options", message);
            }
            (_, None) => {
                let (name, readers) = (&variable.name, &variable.readers);
                let message = format!(
                    "variable `{name}`: found readers `{readers}`, expected public, private or depends"
                );
                fault(report, "options", message);
            }
        }
    }
    for name in &given.called {
        if let Some(tool) = tools.find(name) {
            context.called.push(tool);
        } else {
            let message = format!("`called`: found `{name}`, expected a tool of the table");
            fault(report, "options", message);
        }
    }
    Options { context, count_aborts: given.aborts_count }
}

/// What is wrong with the question's own policies; those of packs were looked at before.
fn findings(policies: &[(String, Policy)], tools: &Tools, budget: &Budget<'_>) -> Vec<Finding> {
    let own: Vec<Policy> = policies
        .iter()
        .filter(|(origin, _)| matches!(origin.as_str(), "policies" | "obligations"))
        .map(|(_, policy)| policy.clone())
        .collect();
    let kind = |kind: Kind| match kind {
        Kind::Malformed => "malformed",
        Kind::UnknownTool => "unknown_tool",
        Kind::NeverViolated => "never_violated",
        Kind::AlwaysViolated => "always_violated",
        Kind::Duplicate => "duplicate",
        Kind::Contradiction => "contradiction",
    };
    let found = lint(&own, tools, budget).into_iter().map(|finding| Finding {
        policy: finding.policy.to_string(),
        kind: kind(finding.kind).into(),
        error: finding.kind.is_error(),
        message: finding.message,
    });
    found.collect()
}

fn read<'t>(
    text: &str,
    tools: &'t Tools,
    options: Options,
    report: &mut PlanReport,
) -> Option<Plan<'t>> {
    let source = match Source::new(text) {
        Ok(source) => source,
        Err(error) => {
            // A text that is no plan has places all the same, unless it is too long.
            report.problems.push(marks::problem(&Source::plain(text), &error));
            return None;
        }
    };
    match Plan::of_source(source, tools, options) {
        Ok(plan) => Some(plan),
        Err(errors) => {
            let source = Source::plain(text);
            report.problems = errors.iter().map(|error| marks::problem(&source, error)).collect();
            None
        }
    }
}

fn views(tools: &Tools, plan: Option<&Plan<'_>>) -> Vec<ToolView> {
    let mut calls = vec![0; tools.len()];
    for call in plan.iter().flat_map(|plan| &plan.flow().calls) {
        calls[call.tool.0 as usize] += 1;
    }
    let view = |(id, tool): (vedette_plans::tools::ToolId, &vedette_plans::tools::Tool)| ToolView {
        name: tool.name.to_string(),
        params: tool
            .params
            .iter()
            .map(|param| format!("{}{}", param.name, if param.required { "" } else { "?" }))
            .collect(),
        side_effect: tool.side_effect,
        label: usize::from(tool.result.0),
        readers: tool.readers.name().into(),
        description: tool.description.to_string(),
        calls: calls[id.0 as usize],
    };
    tools.all().map(view).collect()
}

/// The verdicts, with what a planner is told.
fn decide(
    question: &PlanQuestion,
    plan: &Plan<'_>,
    policies: &[(String, Policy)],
    report: &mut PlanReport,
    budget: &Budget<'_>,
) {
    // Where in the report each checked policy stands.
    let (mut places, mut checked): (Vec<usize>, Vec<Policy>) = (Vec::new(), Vec::new());
    let mut outcomes: Vec<Outcome> = Vec::new();
    for (origin, it) in policies {
        let own = matches!(origin.as_str(), "policies" | "obligations");
        let selected = plan.selects(it);
        // A policy of one's own that cannot be read is told even if it is not about this plan.
        let wrong = own && it.formula.is_some() && ground(it, plan.tools()).is_err();
        if selected || question.options.all || wrong {
            let outcome = plan.check(it, budget);
            let mut described = policy::decided(plan, it, origin, &outcome);
            described.selected = selected;
            places.push(report.policies.len());
            report.policies.push(described);
            checked.push(it.clone());
            outcomes.push(outcome);
        } else {
            report.policies.push(policy::described(it, origin));
        }
    }
    report.feedback = plan.feedback(&checked, &outcomes);
    if question.options.suggest {
        for index in 0..checked.len() {
            if outcomes[index].verdict == Verdict::Violated && budget.ask().is_ok() {
                let edit = plan.suggest(&checked, &outcomes, index, budget);
                let edit = edit.map(|edit| suggestion(plan.source().text(), &edit));
                report.policies[places[index]].suggestion = edit;
            }
        }
    }
}

fn status(report: &PlanReport) -> Status {
    let some = |verdict: Verdict| {
        let mut selected = report.policies.iter().filter(|policy| policy.selected);
        selected.any(|policy| policy.verdict == verdict.name())
    };
    let wrong = report.policies.iter().any(|policy| policy.verdict == Verdict::Error.name());
    if !report.problems.is_empty() || !report.faults.is_empty() || wrong {
        Status::Rejected
    } else if some(Verdict::Violated) {
        Status::Violated
    } else if some(Verdict::Unknown) {
        Status::Unknown
    } else {
        Status::Accepted
    }
}
