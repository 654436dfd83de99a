//! `vedette plan repair`: a planner is asked for other plans until no policy is violated.

use super::plan_human::human;
use super::plan_input::Input;
use super::plan_planner::{Chosen, hash};
use super::plan_verify::exit;
use crate::exit::{Done, Exit, Failure};
use crate::options::Global;
use crate::output::Printer;
use crate::read;
use serde::Serialize;
use std::path::PathBuf;
use vedette_checker::budget::Budget;
use vedette_plans::policy::Policy;
use vedette_plans::repair::{Stop, repair};
use vedette_report::plan::{PlanQuestion, PlanReport, Prepared, verify};

/// Arguments of `vedette plan repair`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The first plan; `-` for standard input
    plan: PathBuf,
    #[command(flatten)]
    input: Input,
    /// Who is asked: `edits` (our own verified edits), or `recorded:FILE.jsonl` (answers: objects with
    /// `prompt`, the hash of what is asked, and `plan`; or strings or objects with `plan`, in order)
    #[arg(long, value_name = "SPEC")]
    planner: String,
    /// Look at this many plans at most
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    budget: u16,
}

/// A round.
#[derive(Serialize)]
struct Row<'a> {
    schema: &'static str,
    round: usize,
    plan: &'a str,
    violated: Vec<&'a str>,
    feedback: &'a str,
    problems: usize,
    /// The hash of the plan and what is wrong with it: what recorded answers are found by.
    prompt: String,
}

/// The end.
#[derive(Serialize)]
struct End<'a> {
    schema: &'static str,
    stop: &'static str,
    rounds: usize,
    plan: &'a str,
    report: &'a PlanReport,
}

/// Repairs, and prints every round, then the last plan's report.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let question = args.input.question()?;
    let prepared = Prepared::sound(&question).map_err(Failure::rejected)?;
    let policies: Vec<Policy> = prepared.policies.iter().map(|(_, it)| it.clone()).collect();
    let mut planner = Chosen::read(&args.planner)?;
    let ask = args.input.deadline();
    let budget = Budget::states(args.input.max_states).with_interrupt(&ask);
    let first = read::text(&args.plan)?;
    let most = usize::from(args.budget);
    let (tools, options) = (&prepared.tools, &prepared.options);
    let repaired = repair(&first, tools, &policies, options, &mut planner, most, &budget);
    let mut printer = Printer::new(global.format(), true);
    for (index, round) in repaired.rounds.iter().enumerate() {
        let violated = round.outcomes.iter().filter(|(_, it)| it.verdict.name() == "violated");
        let row = Row {
            schema: "vedette.plan.round/1",
            round: index + 1,
            plan: &round.plan,
            violated: violated.map(|(index, _)| &*policies[*index].id).collect(),
            feedback: &round.feedback,
            problems: round.problems.len(),
            prompt: hash(&round.plan, &round.feedback),
        };
        printer.print(&row, |row| {
            let head = format!(
                "round {}: {} violated, {} problems",
                row.round,
                row.violated.len(),
                row.problems
            );
            let lines = row.plan.lines().map(|line| format!("\n  | {line}"));
            format!("{head}{}\n{}", lines.collect::<String>(), row.feedback)
        })?;
    }
    if let (Stop::Exhausted, Some(missing)) = (repaired.stop, planner.missing()) {
        printer.finish()?;
        return Err(Failure::rejected(format!(
            "{}: found no answer to the prompt {missing}, expected a line with that `prompt` and a \
             `plan`; the prompt is the last round above",
            args.planner
        )));
    }
    let Some(last) = repaired.rounds.last() else { return Ok(Exit::Undecided) };
    let report = verify(&PlanQuestion { plan: last.plan.clone(), ..question }, &budget);
    let schema = "vedette.plan.repair/1";
    let (stop, rounds) = (repaired.stop.name(), repaired.rounds.len());
    let end = End { schema, stop, rounds, plan: &last.plan, report: &report };
    printer.print(&end, |end| {
        let text = human(&read::name(&args.plan), end.plan, end.report);
        format!("stopped after {} rounds: {}\n{text}", end.rounds, words(repaired.stop))
    })?;
    printer.finish()?;
    Ok(exit(report.status))
}

fn words(stop: Stop) -> &'static str {
    match stop {
        Stop::Satisfied => "no policy is violated",
        Stop::Undecided => "a policy was not decided",
        Stop::Budget => "so many plans were allowed",
        Stop::Repeated => "the planner repeated a plan",
        Stop::Exhausted => "the planner has no other plan",
    }
}
