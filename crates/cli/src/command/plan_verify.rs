//! `vedette plan verify`: plans against policies.

use super::plan_human::human;
use super::plan_input::Input;
use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::progress::Progress;
use crate::read;
use serde::Serialize;
use std::path::PathBuf;
use vedette_checker::budget::Budget;
use vedette_report::plan::{
    Fault, Finding, ObligationReport, PlanQuestion, PlanReport, PolicyReport, Problem, Status,
    verify,
};

/// Arguments of `vedette plan verify`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The plans; `-` for standard input
    #[arg(required = true)]
    plans: Vec<PathBuf>,
    #[command(flatten)]
    input: Input,
    /// Check policies that are not about the plan, too
    #[arg(long)]
    all: bool,
    /// Look for no edits that satisfy violated policies
    #[arg(long)]
    no_suggestions: bool,
    /// One object a plan, with its graph and labels, instead of one a policy
    #[arg(long)]
    whole: bool,
}

/// A verdict.
#[derive(Serialize)]
struct Verdict<'a> {
    schema: &'static str,
    plan: &'a str,
    policy: &'a str,
    #[serde(flatten)]
    report: &'a PolicyReport,
}

/// What else is known of a plan.
#[derive(Serialize)]
struct Summary<'a> {
    schema: &'static str,
    plan: &'a str,
    status: Status,
    problems: &'a [Problem],
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'a str>,
    remarks: &'a [Problem],
    faults: &'a [Fault],
    obligations: &'a [ObligationReport],
    lint: &'a [Finding],
    feedback: &'a str,
}

/// The exit status of a plan.
pub(crate) fn exit(status: Status) -> Exit {
    match status {
        Status::Accepted => Exit::Fine,
        Status::Violated => Exit::Violated,
        Status::Unknown => Exit::Undecided,
        Status::Rejected => Exit::Rejected,
    }
}

/// Checks, and prints the verdicts of every plan.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let mut question = args.input.question()?;
    question.options.all = args.all;
    question.options.suggest = !args.no_suggestions;
    let mut printer = Printer::new(global.format(), true);
    let mut progress = Progress::new(args.plans.len(), global);
    let mut worst = Exit::Fine;
    for path in &args.plans {
        progress.step();
        let question = PlanQuestion { plan: plan(path)?, ..question.clone() };
        let ask = args.input.deadline();
        let budget = Budget::states(args.input.max_states).with_interrupt(&ask);
        let report = verify(&question, &budget);
        worst = worst.and(exit(report.status));
        print(&mut printer, &read::name(path), &question.plan, &report, args, global)?;
    }
    printer.finish()?;
    Ok(worst)
}

/// The text of a plan: bytes that are no text are a problem of the plan.
pub(crate) fn plan(path: &std::path::Path) -> Result<String, Failure> {
    read::text(path)
}

fn print(
    printer: &mut Printer,
    name: &str,
    text: &str,
    report: &PlanReport,
    args: &Args,
    global: &Global,
) -> Result<(), Failure> {
    if global.format() == Format::Human || args.whole {
        return printer.print(report, |report| human(name, text, report));
    }
    for policy in report.policies.iter().filter(|policy| policy.verdict != "skipped") {
        let (schema, plan) = ("vedette.plan.verdict/1", name);
        let verdict = Verdict { schema, plan, policy: &policy.id, report: policy };
        printer.print(&verdict, |_| String::new())?;
    }
    let summary = Summary {
        schema: "vedette.plan.summary/1",
        plan: name,
        status: report.status,
        problems: &report.problems,
        limit: report.limit.as_deref(),
        remarks: &report.remarks,
        faults: &report.faults,
        obligations: &report.obligations,
        lint: &report.lint,
        feedback: &report.feedback,
    };
    printer.print(&summary, |_| String::new())
}
