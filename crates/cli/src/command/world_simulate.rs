//! `vedette world simulate`: a plan carried out in a metric room.

use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::read;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use vedette_report::world::simulate::{
    Asked, Report, RuleReport, RunReport, SCHEMA, Shield, StepReport, simulate,
};
use vedette_worlds::metric::shield::Effort;
use vedette_worlds::metric::{Room, plan};
use vedette_worlds::rules::RuleSet;
use vedette_worlds::scene::Scene;
use vedette_worlds::trajectory::{Trajectory, write_events};

/// Arguments of `vedette world simulate`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A scene with positions, sizes and a room (docs/worlds-metric.md; also .gz)
    #[arg(long, value_name = "SCENE")]
    scene: PathBuf,
    /// The plan, an action a line: `goto(mug.1)`, `pickup(mug.1)`
    #[arg(long, value_name = "FILE")]
    plan: PathBuf,
    /// Where the chances come from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many runs
    #[arg(long, value_name = "N", default_value_t = 1)]
    runs: u64,
    /// The most actions of a run
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_steps: usize,
    /// Check the runs against these rules
    #[arg(long, value_name = "RULES")]
    rules: Option<PathBuf>,
    /// Who steps in before harm is done (docs/worlds-metric.md); `search` keeps the rules of `--rules`
    #[arg(long, value_enum, default_value = "none")]
    shield: Which,
    /// The most actions on the spot that `search` tries before an unsafe one, and the most things it does to
    /// settle what is open
    #[arg(long, value_name = "N", default_value_t = Effort::default().depth)]
    shield_depth: usize,
    /// The most actions that `search` looks at before each that is done
    #[arg(long, value_name = "N", default_value_t = Effort::default().work)]
    shield_work: usize,
    /// The most actions that `search` looks at for ways around, in a whole run (0: none)
    #[arg(long, value_name = "N", default_value_t = Effort::default().detour)]
    shield_detour: usize,
    /// Write the run as events that `vedette tree` reads; of several runs, NAME-0.jsonl, NAME-1.jsonl, …
    #[arg(long, value_name = "NAME.jsonl")]
    out: Option<PathBuf>,
}

/// Who steps in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Which {
    /// Nobody.
    None,
    /// The paper's: a lit candle is put out when something flammable is in view.
    Paper,
    /// Ours: looks ahead over everything that may come of an action.
    Search,
}

/// The last line: all but the runs.
#[derive(Serialize)]
struct Summary<'a> {
    schema: &'static str,
    scene: &'a str,
    seed: u64,
    shield: &'static str,
    unwatched: &'a [String],
    runs: usize,
    done: usize,
    assumed: &'a [String],
    rules: &'a [RuleReport],
}

/// Reads, runs, prints.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let scene = Scene::read(&read::bytes(&args.scene)?, &read::name(&args.scene))
        .map_err(Failure::rejected)?;
    let room = Room::new(&scene).map_err(|problems| {
        let all: Vec<String> = problems.iter().map(ToString::to_string).collect();
        Failure::rejected(all.join("\n"))
    })?;
    let name = read::name(&args.plan);
    let lines = plan(&read::text(&args.plan)?, &room).map_err(|errors| {
        let all: Vec<String> = errors.iter().map(|error| format!("{name}, {error}")).collect();
        Failure::rejected(all.join("\n"))
    })?;
    let rules = match &args.rules {
        Some(path) => {
            Some(RuleSet::read(&read::bytes(path)?, &read::name(path)).map_err(Failure::rejected)?)
        }
        None => None,
    };
    if args.shield == Which::Search && rules.is_none() {
        return Err(Failure::failed(
            "found `--shield search` without rules, expected `--rules` with what it has to keep",
        ));
    }
    let asked = Asked {
        seed: args.seed,
        runs: args.runs,
        steps: args.max_steps,
        rules: rules.as_ref(),
        shield: match args.shield {
            Which::None => Shield::None,
            Which::Paper => Shield::Paper,
            Which::Search => Shield::Search,
        },
        effort: Effort {
            depth: args.shield_depth,
            work: args.shield_work,
            detour: args.shield_detour,
        },
    };
    let (report, runs) = simulate(&room, &lines, &asked);
    print(&report, global.format())?;
    if let Some(path) = &args.out {
        for (number, run) in runs.iter().enumerate() {
            save(&run.trajectory, &numbered(path, (runs.len() > 1).then_some(number)))?;
        }
    }
    let mut exit = if report.all_done() { Exit::Fine } else { Exit::Violated };
    if !report.unwatched.is_empty() {
        exit = exit.and(Exit::Rejected);
    }
    for rule in &report.rules {
        exit = exit.and(match rule.verdict {
            "satisfied" | "vacuous" => Exit::Fine,
            "violated" => Exit::Violated,
            "error" => Exit::Rejected,
            _ => Exit::Undecided,
        });
    }
    Ok(exit)
}

/// `NAME-3.jsonl` of `NAME.jsonl`.
fn numbered(path: &Path, number: Option<usize>) -> PathBuf {
    let Some(number) = number else { return path.to_owned() };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().map_or(String::new(), |end| format!(".{}", end.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{end}"))
}

fn save(trajectory: &Trajectory, path: &Path) -> Result<(), Failure> {
    let text = write_events(trajectory).map_err(Failure::rejected)?;
    std::fs::write(path, text)
        .map_err(|e| Failure::failed(format!("{} cannot be written: {e}", path.display())))
}

fn print(report: &Report, format: Format) -> Result<(), Failure> {
    let mut printer = Printer::new(format, false);
    if format == Format::Json {
        printer.print(report, |_| String::new())?;
        return printer.finish();
    }
    for run in &report.runs {
        printer.print(run, human)?;
    }
    let summary = Summary {
        schema: SCHEMA,
        scene: &report.scene,
        seed: report.seed,
        shield: report.shield,
        unwatched: &report.unwatched,
        runs: report.runs.len(),
        done: report.runs.iter().filter(|run| run.end == "done").count(),
        assumed: &report.assumed,
        rules: &report.rules,
    };
    printer.print(&summary, told)?;
    printer.finish()
}

fn human(run: &RunReport) -> String {
    let mut text = format!("run {}: {}", run.run, run.end);
    if let Some(line) = run.line {
        let _ = write!(text, " at line {line}");
    }
    if let Some(why) = &run.why {
        let _ = write!(text, ": {why}");
    }
    if run.own > 0 {
        let _ = write!(text, " ({} actions of the shield)", run.own);
    }
    for StepReport { step, action, line, outcome, kind, reason, .. } in &run.steps {
        let line = line.map_or(String::new(), |line| format!("line {line}"));
        let _ = write!(text, "\n{step:>4}  {line:<9}{action}");
        if let Some(outcome) = outcome {
            let _ = write!(text, "  [{outcome}]");
        }
        if let Some(kind) = kind {
            let _ = write!(text, "  not done ({kind})");
        }
        if let Some(reason) = reason {
            let _ = write!(text, "\n               {reason}");
        }
    }
    text
}

fn told(summary: &Summary<'_>) -> String {
    let Summary { scene, seed, shield, unwatched, runs, done, assumed, rules, .. } = summary;
    let mut text = format!("{scene}, seed {seed}: {done} of {runs} runs carried out the plan");
    if !assumed.is_empty() {
        let _ = write!(text, "\nsizes assumed: {}", assumed.join(", "));
    }
    if *shield != "none" {
        let _ = write!(text, "\nshield: {shield}");
    }
    for problem in *unwatched {
        let _ = write!(text, "\nnot watched by the shield: {problem}");
    }
    for RuleReport { id, verdict, letters, violations, errors } in *rules {
        let _ = write!(text, "\n{id}: {verdict} ({letters})");
        for one in violations.iter().take(3) {
            let _ = write!(text, "\n    run {}, step {}, {}", one.run, one.step, one.origin);
        }
        for error in errors {
            let _ = write!(text, "\n    {error}");
        }
    }
    text
}
