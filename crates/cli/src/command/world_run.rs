//! `vedette world run`: a program in a scene, step by step.

use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::read;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use vedette_report::world::run::{Asked, Problem, Report, SCHEMA, StepReport, run as run_program};
use vedette_worlds::household::{Rules, read_household, read_program};
use vedette_worlds::trajectory::{Trajectory, write};

/// Arguments of `vedette world run`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A scene (docs/formats/scene.md) or a graph of VirtualHome (also .gz)
    #[arg(long, value_name = "SCENE")]
    scene: PathBuf,
    /// The program, a step a line: `[GRAB] <mug> (7)` (also .gz)
    #[arg(long, value_name = "FILE")]
    program: PathBuf,
    /// Which semantics (docs/worlds.md)
    #[arg(long, value_enum, default_value = "strict")]
    mode: Mode,
    /// Go on after a step that fails instead of ending the run there
    #[arg(long)]
    go_on: bool,
    /// Write the trajectory there, as `vedette tree` reads it
    #[arg(long, value_name = "OUT.jsonl")]
    trace: Option<PathBuf>,
    /// The task that the trajectory is one of [default: the name of the scene file]
    #[arg(long, value_name = "NAME")]
    task: Option<String>,
    /// The name of the trajectory [default: the name of the program file]
    #[arg(long, value_name = "NAME")]
    sample: Option<String>,
}

/// Which semantics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Mode {
    /// Ours, for claims of safety.
    Strict,
    /// As the reference executor has it, quirks included.
    Compat,
}

impl Mode {
    /// The rules of this mode.
    pub(super) fn rules(self) -> Rules {
        match self {
            Self::Strict => Rules::strict(),
            Self::Compat => Rules::compat(),
        }
    }
}

/// The last line: all but the steps.
#[derive(Serialize)]
struct Summary<'a> {
    schema: &'static str,
    scene: &'a str,
    mode: &'static str,
    done: usize,
    of: usize,
    stopped_at: Option<usize>,
    problems: &'a [Problem],
    left_out: &'a [String],
    remarks: &'a [String],
}

/// Reads, runs, prints.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let scene = read::name(&args.scene);
    let household =
        read_household(&read::bytes(&args.scene)?, &scene).map_err(Failure::rejected)?;
    let name = read::name(&args.program);
    let program = read_program(&read::text(&args.program)?);
    if program.lines.is_empty() {
        return Err(Failure::rejected(format!(
            "{name}: found no step, expected one a line, such as `[GRAB] <mug> (7)`"
        )));
    }
    let asked = Asked {
        rules: args.mode.rules(),
        go_on: args.go_on,
        scene: &scene,
        task: args.task.as_deref(),
        sample: args.sample.as_deref().unwrap_or(&name),
    };
    let (report, trajectory) = run_program(household, &program, &asked);
    print(&report, &name, global.format())?;
    if let Some(path) = &args.trace {
        save(&trajectory, path)?;
    }
    let whole = report.problems.is_empty() && report.left_out.is_empty();
    let read = if whole { Exit::Fine } else { Exit::Rejected };
    let all = report.steps.iter().all(|step| step.ok);
    Ok(read.and(if all { Exit::Fine } else { Exit::Violated }))
}

/// Writes a trajectory as a file of one line.
pub(super) fn save(trajectory: &Trajectory, path: &Path) -> Result<(), Failure> {
    let mut line = write(trajectory).map_err(Failure::rejected)?;
    line.push('\n');
    std::fs::write(path, line)
        .map_err(|e| Failure::failed(format!("{} cannot be written: {e}", path.display())))
}

fn print(report: &Report, program: &str, format: Format) -> Result<(), Failure> {
    let mut printer = Printer::new(format, false);
    if format == Format::Json {
        printer.print(report, |_| String::new())?;
        return printer.finish();
    }
    for step in &report.steps {
        printer.print(step, human)?;
    }
    let summary = Summary {
        schema: SCHEMA,
        scene: &report.scene,
        mode: report.mode,
        done: report.done,
        of: report.of,
        stopped_at: report.stopped_at,
        problems: &report.problems,
        left_out: &report.left_out,
        remarks: &report.remarks,
    };
    printer.print(&summary, |summary| told(summary, program))?;
    printer.finish()
}

fn human(step: &StepReport) -> String {
    let mut text = format!("{:>4}  {}", step.step, step.text);
    if let (Some(kind), Some(reason)) = (step.kind, &step.reason) {
        let order = if step.wrong_order { ", in the wrong order" } else { "" };
        let _ = write!(text, "\n      not done ({kind}{order}): {reason}");
        if !step.missing.is_empty() {
            let between = if step.connective == Some("or") { " or " } else { ", " };
            let _ = write!(text, "\n      missing: {}", step.missing.join(between));
        }
    }
    for (sign, facts) in [('+', &step.diff.added), ('-', &step.diff.removed)] {
        if !facts.is_empty() {
            let _ = write!(text, "\n      {sign} {}", facts.join(" "));
        }
    }
    text
}

fn told(summary: &Summary<'_>, program: &str) -> String {
    let mut text = String::new();
    for left_out in summary.left_out {
        let _ = writeln!(text, "left out of the scene: {left_out}");
    }
    for remark in summary.remarks {
        let _ = writeln!(text, "doubtful: {remark}");
    }
    for Problem { line, column, message } in summary.problems {
        let at = column.map(|column| format!(", column {column}")).unwrap_or_default();
        let _ = writeln!(text, "{program}, line {line}{at}: {message}");
    }
    let Summary { done, of, scene, mode, .. } = summary;
    let _ = write!(text, "{done} of {of} steps done in {scene} ({mode})");
    if let Some(step) = summary.stopped_at {
        let _ = write!(text, "; stopped at step {step}");
    }
    text
}
