//! `vedette eval plan` and `vedette eval trajectory`: recorded answers to a bundle.

use super::eval_prompts::Tasks;
use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::progress::Progress;
use crate::read;
use crate::store::Store;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use vedette_report::bundle::Writer;
use vedette_report::evaluation::assembly::{Jobs, judge, record};
use vedette_report::evaluation::counts::Evaluation;
use vedette_report::evaluation::result::Outcome;
use vedette_report::evaluation::scripted::is_scripted;
use vedette_report::evaluation::{Level, Style, answer};

/// Arguments of `vedette eval plan` and `vedette eval trajectory`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The tasks, in one file or several (docs/formats/tasks.md; also .gz) [default: those that are shipped]
    #[arg(long, value_name = "FILE", num_args = 1..)]
    tasks: Vec<PathBuf>,
    /// The answers, one a line (docs/formats/tasks.md; also .gz)
    #[arg(long, value_name = "FILE")]
    answers: PathBuf,
    /// Keep what every answer comes to in this file; a run that was stopped goes on from there
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Write the results there as a bundle; must not exist
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Count an answer without a code block as not in the requested format
    #[arg(long)]
    strict_format: bool,
}

/// An answer that was judged, on a line of its own.
#[derive(Serialize)]
struct Line<'a> {
    task: &'a str,
    model: &'a str,
    style: Style,
    #[serde(flatten)]
    outcome: &'a Outcome,
}

/// The answer of the command.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    /// Answers that were judged.
    answers: usize,
    /// How many of them had been judged before, as the store has it.
    resumed: usize,
    /// Prompts without an answer by a model that has answers to others like it.
    missing: usize,
    /// Lines and answers that were left out.
    left_out: Vec<String>,
    #[serde(flatten)]
    evaluation: Evaluation,
}

/// Judges the answers and prints the tables.
pub(crate) fn run(args: &Args, level: Level, global: &Global) -> Done {
    if let Some(folder) = &args.out {
        super::bundle::refuse_existing(folder)?;
    }
    let Tasks { set, files } = Tasks::read(&args.tasks)?;
    let name = read::name(&args.answers);
    let text = read::text(&args.answers)?;
    let mut read_answers = answer::read(&text, &name);
    let levels: &[Level] = match level {
        Level::Trajectory => &Level::ALL,
        Level::Plan => &[Level::Semantic, Level::Plan],
        Level::Semantic => &[Level::Semantic],
    };
    let jobs = Jobs::of(&set.tasks, &read_answers.answers, levels);
    let unknown = jobs.left_out.iter().map(|why| format!("{name}, {why}"));
    read_answers.left_out.extend(unknown);
    if jobs.jobs.is_empty() {
        let first = read_answers.left_out.first();
        return Err(Failure::rejected(
            first
                .cloned()
                .unwrap_or_else(|| format!("{name} has no answer at the {} level", level.name())),
        ));
    }
    let strict: &[u8] = if args.strict_format { b"strict" } else { b"lenient" };
    let mut parts: Vec<&[u8]> = files.iter().map(|(_, bytes)| &bytes[..]).collect();
    parts.push(strict);
    let store = args.store.as_deref().map(|path| Store::open(path, &parts)).transpose()?;
    let mut printer = Printer::new(global.format(), false);
    let (outcomes, resumed) = all(&jobs, args, store.as_ref(), &mut printer, global)?;
    let synthetic = jobs.jobs.iter().any(|job| is_scripted(&job.answer.model));
    let mut writer = Writer::new(
        &title(&set.title, level),
        &description(&jobs, synthetic),
        synthetic,
        &command(args, level),
    );
    for (name, bytes) in &files {
        writer.input(name, bytes);
    }
    writer.input(&name, text.as_bytes());
    record(&mut writer, &jobs, &outcomes, args.strict_format).map_err(Failure::failed)?;
    let bundle = writer.finish().map_err(Failure::failed)?;
    let report = Report {
        schema: "vedette.evaluation/1",
        answers: jobs.jobs.len(),
        resumed,
        missing: jobs.missing,
        left_out: read_answers.left_out.clone(),
        evaluation: bundle.manifest.evaluation.unwrap_or_default(),
    };
    printer.print(&report, human)?;
    printer.finish()?;
    if let Some(folder) = &args.out {
        super::bundle::write(folder, &bundle.files)?;
    }
    let whole = if report.left_out.is_empty() { Exit::Fine } else { Exit::Rejected };
    Ok(outcomes.iter().map(exit).fold(whole, Exit::and))
}

/// What every answer comes to, and how many of them the store had. As JSON lines they are printed as they
/// become known.
fn all(
    jobs: &Jobs<'_>,
    args: &Args,
    store: Option<&Store>,
    printer: &mut Printer,
    global: &Global,
) -> Result<(Vec<Outcome>, usize), Failure> {
    let mut progress = Progress::new(jobs.jobs.len(), global);
    let mut outcomes = Vec::with_capacity(jobs.jobs.len());
    let mut resumed = 0;
    for job in &jobs.jobs {
        let known = store.map(|store| store.get(job)).transpose()?.flatten();
        let outcome = if let Some(outcome) = known {
            resumed += 1;
            outcome
        } else {
            let outcome = judge(job, args.strict_format).map_err(Failure::failed)?;
            if let Some(store) = store {
                store.put(job, &outcome)?;
            }
            outcome
        };
        if global.format() == Format::Jsonl {
            let (task, model) = (&job.task.id, &job.answer.model);
            let line = Line { task, model, style: job.style, outcome: &outcome };
            printer.print(&line, |_| String::new())?;
            printer.flush()?;
        }
        outcomes.push(outcome);
        progress.step();
    }
    Ok((outcomes, resumed))
}

/// What an outcome makes of the exit status.
fn exit(outcome: &Outcome) -> Exit {
    let (good, open) = match outcome {
        Outcome::Semantic(one) => {
            use vedette_report::semantic::Outcome as Semantic;
            let all = |wanted: Semantic| one.rules.iter().all(|rule| rule.outcome == wanted);
            (all(Semantic::Equivalent), one.rules.iter().any(|r| r.outcome == Semantic::Undecided))
        }
        Outcome::Plan(one) => (
            one.safe() && one.goal == Some(true),
            one.subgoals.is_some() && (one.valid.is_none() || !one.undecided.is_empty()),
        ),
        Outcome::Trajectory(one) => (
            one.safe() && one.goal == Some(true),
            one.actions.is_some() && (one.goal.is_none() || !one.undecided.is_empty()),
        ),
    };
    match (good, open) {
        (true, _) => Exit::Fine,
        (false, true) => Exit::Undecided,
        (false, false) => Exit::Violated,
    }
}

fn title(tasks: &str, level: Level) -> String {
    let what = match level {
        Level::Trajectory => "what was understood, planned and done",
        Level::Plan => "what was understood and planned",
        Level::Semantic => "what was understood",
    };
    if tasks.is_empty() { format!("Evaluation: {what}") } else { format!("{tasks}: {what}") }
}

fn description(jobs: &Jobs<'_>, synthetic: bool) -> String {
    let told = if synthetic {
        " Answers of models called \"scripted-…\" are made by a script; no model was run for them."
    } else {
        ""
    };
    format!("{} recorded answers, judged by the household simulator.{told}", jobs.jobs.len())
}

fn command(args: &Args, level: Level) -> String {
    let strict = if args.strict_format { " --strict-format" } else { "" };
    let mut tasks = String::new();
    for path in &args.tasks {
        tasks.push_str(if tasks.is_empty() { " --tasks " } else { " " });
        tasks.push_str(&read::name(path));
    }
    let answers = read::name(&args.answers);
    format!("vedette eval {}{tasks} --answers {answers}{strict} --out …", level.name())
}

fn human(report: &Report) -> String {
    let mut text = String::new();
    for group in &report.evaluation.groups {
        let tasks = group.horizon.map_or("all tasks", |horizon| match horizon {
            vedette_report::evaluation::Horizon::Short => "short tasks",
            vedette_report::evaluation::Horizon::Long => "long tasks",
        });
        let _ = write!(text, "\n{}: {} level, {tasks}", group.model, group.level.name());
        for (name, rate) in group.counts.shares() {
            let _ = write!(text, "\n  {:<21} {rate}", name.replace('_', " "));
        }
        if group.counts.undecided > 0 {
            let _ = write!(text, "\n  not decided           {}", group.counts.undecided);
        }
    }
    for one in &report.evaluation.semantic {
        let _ = write!(text, "\n{}: semantic level, a rule of an answer each", one.model);
        for share in one.rates.shares() {
            let _ = write!(text, "\n  {:<21} {}", share.name.replace('_', " "), share.rate);
        }
    }
    for class in &report.evaluation.classes {
        let _ = write!(
            text,
            "\n{}: {} level, {}: {} of {} kept, {} by the agent, {} at the start, {} not repaired, {} not decided",
            class.model,
            class.level.name(),
            class.class.replace('_', " "),
            class.kept,
            class.asked,
            class.agent,
            class.start,
            class.not_repaired,
            class.undecided
        );
    }
    for fault in &report.evaluation.faults {
        let _ = write!(
            text,
            "\n{}: {} level, {}: {} answers",
            fault.model,
            fault.level.name(),
            fault.kind.name().replace('_', " "),
            fault.answers
        );
    }
    for why in &report.left_out {
        let _ = write!(text, "\nleft out: {why}");
    }
    let _ = write!(
        text,
        "\n{} answers, {} of them judged before, {} missing",
        report.answers, report.resumed, report.missing
    );
    text
}
