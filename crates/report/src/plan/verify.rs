//! Answers a question about a plan.

use super::question::{Given, Mode, PlanQuestion, Variable};
use super::suggestion::suggestion;
use super::wire::{
    Fault, Finding, ObligationReport, PlanReport, Problem, SCHEMA, Status, ToolView,
};
use super::{machine, marks, policy};
use vedette_checker::budget::{Budget, Limit};
use vedette_plans::flow::Context;
use vedette_plans::obligations::{Compiled, compile};
use vedette_plans::policy::lint::{Kind, lint};
use vedette_plans::policy::{Policy, PolicyError, ground, pack};
use vedette_plans::provenance::Readers;
use vedette_plans::source::Source;
use vedette_plans::tools::{Tools, shipped};
use vedette_plans::verify::{self, Options, Outcome, Plan, Verdict};

/// Larger graphs are not drawn.
const DRAWN: usize = 2_000;

/// The most policies and obligations of a question.
const MOST: usize = 2_000;

/// Why a plan was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// Something is wrong with it.
    Problems(Vec<Problem>),
    /// There was no time for it.
    Limit(Limit),
}

/// A question without its plan: tools, policies and options as they were understood.
#[derive(Debug)]
pub struct Prepared {
    /// The tools.
    pub tools: Tools,
    /// The policies, each with where it comes from.
    pub policies: Vec<(String, Policy)>,
    /// How plans are read.
    pub options: Options,
    /// The obligations, accepted or not.
    pub obligations: Vec<ObligationReport>,
    /// What is wrong with the question.
    pub faults: Vec<Fault>,
}

impl Prepared {
    /// Reads everything but the plan; without tools there is nothing to go on with.
    pub fn new(question: &PlanQuestion) -> Result<Self, Fault> {
        let tools = tools(&question.tools, question.domain.as_deref())
            .map_err(|message| Fault { part: "tools".into(), message })?;
        let mut prepared = Self {
            tools,
            policies: Vec::new(),
            options: Options::default(),
            obligations: Vec::new(),
            faults: Vec::new(),
        };
        prepared.read_policies(question);
        prepared.read_options(question);
        Ok(prepared)
    }

    /// It, if nothing is wrong with the question.
    pub fn sound(question: &PlanQuestion) -> Result<Self, String> {
        let words = |fault: &Fault| format!("{}: {}", fault.part, fault.message);
        let prepared = Self::new(question).map_err(|fault| words(&fault))?;
        let faults: Vec<String> = prepared.faults.iter().map(words).collect();
        if faults.is_empty() { Ok(prepared) } else { Err(faults.join("\n")) }
    }

    /// Reads a plan.
    pub fn plan(&self, text: &str, budget: &Budget<'_>) -> Result<Plan<'_>, Unread> {
        let errors = match Source::new(text) {
            Ok(source) => match Plan::within(source, &self.tools, self.options.clone(), budget) {
                Ok(plan) => return Ok(plan),
                Err(verify::Unread::Limit(limit)) => return Err(Unread::Limit(limit)),
                Err(verify::Unread::Problems(errors)) => errors,
            },
            Err(error) => vec![error],
        };
        // A text that is no plan has places all the same.
        let source = Source::plain(text);
        let problems = errors.iter().map(|error| marks::problem(&source, error));
        Err(Unread::Problems(problems.collect()))
    }

    /// The policies that are about a plan.
    pub fn selected(&self, plan: &Plan<'_>) -> Vec<Policy> {
        let about = self.policies.iter().filter(|(_, policy)| plan.selects(policy));
        about.map(|(_, policy)| policy.clone()).collect()
    }

    fn fault(&mut self, part: &str, message: String) {
        self.faults.push(Fault { part: part.into(), message });
    }

    fn read_policies(&mut self, question: &PlanQuestion) {
        for name in &question.packs {
            if let Some(pack) = pack::shipped(name) {
                self.policies.extend(pack.into_iter().map(|policy| (name.clone(), policy)));
            } else {
                let names = pack::names().collect::<Vec<_>>().join(", ");
                self.fault("packs", format!("found pack `{name}`, expected one of {names}"));
            }
        }
        if !question.policies.trim().is_empty() {
            match pack::read(&question.policies) {
                Ok(own) => self.policies.extend(own.into_iter().map(|it| ("policies".into(), it))),
                Err(error) => self.fault("policies", error.to_string()),
            }
        }
        if !question.obligations.is_blank() {
            match compile(&question.obligations.text(), &self.tools) {
                Ok(compiled) => {
                    for result in compiled {
                        self.obligations.push(obligation(&result));
                        match result {
                            Ok(it) => self.policies.push(("obligations".into(), it.policy())),
                            Err(error) => self.fault("obligations", error.to_string()),
                        }
                    }
                }
                Err(error) => self.fault("obligations", error.to_string()),
            }
        }
        if self.policies.len() > MOST {
            let found = self.policies.len();
            self.fault("policies", format!("found {found} policies, expected at most {MOST}"));
            self.policies.truncate(MOST);
        }
    }

    fn read_options(&mut self, question: &PlanQuestion) {
        let given = &question.options;
        let mut context = Context {
            strict: question.mode == Mode::Strict,
            may_fail: given.tools_may_fail,
            ..Context::default()
        };
        for Variable { name, label, readers } in &given.variables {
            match (self.tools.lattice.level(label), Readers::of_name(readers)) {
                (Some(level), Some(readers)) => {
                    context.variables.push((name.as_str().into(), level, readers));
                }
                (None, _) => {
                    let names = self.tools.lattice.names().collect::<Vec<_>>().join(", ");
                    let message = format!(
                        "variable `{name}`: found label `{label}`, expected one of {names}"
                    );
                    self.fault("options", message);
                }
                (_, None) => {
                    let message = format!(
                        "variable `{name}`: found readers `{readers}`, expected public, private or \
                         depends"
                    );
                    self.fault("options", message);
                }
            }
        }
        for name in &given.called {
            if let Some(tool) = self.tools.find(name) {
                context.called.push(tool);
            } else {
                let message = format!("`called`: found `{name}`, expected a tool of the table");
                self.fault("options", message);
            }
        }
        self.options = Options { context, count_aborts: given.aborts_count };
    }
}

/// Everything that is known of a plan.
pub fn verify(question: &PlanQuestion, budget: &Budget<'_>) -> PlanReport {
    let mut report = PlanReport { schema: SCHEMA.into(), ..PlanReport::default() };
    let prepared = match Prepared::new(question) {
        Ok(prepared) => prepared,
        Err(fault) => {
            report.faults.push(fault);
            return report;
        }
    };
    let (tools, policies) = (&prepared.tools, &prepared.policies);
    report.faults.clone_from(&prepared.faults);
    report.obligations.clone_from(&prepared.obligations);
    report.domain = tools.domain.as_deref().map(Into::into);
    report.labels = marks::labels(tools);
    if question.options.lint {
        report.lint = findings(policies, tools, budget);
    }
    match prepared.plan(&question.plan, budget) {
        Ok(plan) => {
            report.tools = views(tools, Some(&plan));
            let remarks = plan.flow().remarks.iter();
            report.remarks = remarks.map(|it| marks::remark(plan.source(), it)).collect();
            report.machine = machine::machine(&plan, DRAWN);
            report.taint = marks::occurrences(&plan);
            decide(question, &plan, policies, &mut report, budget);
        }
        Err(unread) => {
            report.tools = views(tools, None);
            let described = policies.iter().map(|(origin, it)| policy::described(it, origin));
            report.policies = described.collect();
            match unread {
                Unread::Problems(problems) => report.problems = problems,
                Unread::Limit(limit) => report.limit = Some(limit.to_string()),
            }
        }
    }
    report.status = status(&report);
    report
}

/// Obligations by themselves; an error if the file or the table cannot be read.
pub fn obligations(
    text: &str,
    given: &Given,
    domain: Option<&str>,
) -> Result<Vec<ObligationReport>, String> {
    let tools = tools(given, domain)?;
    let compiled = compile(text, &tools).map_err(|error| error.to_string())?;
    Ok(compiled.iter().map(obligation).collect())
}

fn obligation(result: &Result<Compiled, PolicyError>) -> ObligationReport {
    match result {
        Ok(it) => ObligationReport {
            id: Some(it.id.to_string()),
            form: Some(it.form.into()),
            title: Some(it.title.clone()),
            formula: Some(it.formula.clone()),
            rejected: None,
        },
        Err(error) => {
            ObligationReport { rejected: Some(error.to_string()), ..ObligationReport::default() }
        }
    }
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
    } else if some(Verdict::Unknown) || report.limit.is_some() {
        Status::Unknown
    } else {
        Status::Accepted
    }
}
