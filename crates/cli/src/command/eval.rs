//! `vedette eval`: the levels of evaluation for whole files. Here: the semantic level of a table.

use super::{eval_levels, eval_prompts};
use crate::exit::{Done, Exit, Failure};
use crate::options::Global;
use crate::output::Printer;
use crate::progress::Progress;
use crate::read;
use crate::scene::Scene;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vedette_checker::budget::Limit;
use vedette_report::evaluation;
use vedette_report::semantic::listing::rates_csv;
use vedette_report::semantic::{
    Columns, Options, Outcome, RowReport, Summary, judge, listing, read as read_table,
};

/// Arguments of `vedette eval`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    level: Level,
}

#[derive(clap::Subcommand, Debug)]
enum Level {
    /// Judge every answer of a file (JSON lines, JSON, CSV or TSV) against its ground truth
    Semantic(Box<Semantic>),
    /// Judge recorded plans: do their subgoals keep the rules, and can each be reached?
    Plan(eval_levels::Args),
    /// Execute recorded programs and judge what happened; other levels in the same answers stand beside it
    Trajectory(eval_levels::Args),
    /// Print the prompts of tasks, one JSON object a line, for people to run their model on
    Prompts(eval_prompts::Which),
    /// Print made-up answers to the prompts of tasks, by a script with a seed: for tests and samples
    Scripted(eval_prompts::Scripted),
}

#[derive(clap::Args, Debug)]
struct Semantic {
    /// The file with a rule, a truth and an answer a row, or -
    file: PathBuf,
    /// Write the table there too: .json with every row, or .csv with the rates
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The column with the row's name [default: guessed]
    #[arg(long, value_name = "COLUMN")]
    id: Option<String>,
    /// The column with the rule in words [default: guessed]
    #[arg(long, value_name = "COLUMN")]
    rule: Option<String>,
    /// The column with the ground truth [default: guessed]
    #[arg(long, value_name = "COLUMN")]
    truth: Option<String>,
    /// The column with the answer [default: guessed]
    #[arg(long, value_name = "COLUMN")]
    candidate: Option<String>,
    /// Count an answer with text around its formula as not in the requested format
    #[arg(long)]
    strict_format: bool,
    /// A column with a further truth; a truth may also be a JSON list [default: guessed]
    #[arg(long = "or", value_name = "COLUMN")]
    or: Vec<String>,
    #[command(flatten)]
    scene: Scene,
    /// Read over finite words
    #[arg(long)]
    finite: bool,
    /// Give up on a row after this many states
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    max_states: u64,
    /// Give up on a row after this many milliseconds
    #[arg(long, value_name = "MS", default_value_t = 60_000)]
    max_millis: u64,
}

/// The whole answer.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    summary: Summary,
    columns: Columns,
    guesses: Vec<String>,
    rows: Vec<RowReport>,
}

/// Judges the file and prints the table.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    match &args.level {
        Level::Semantic(args) => semantic(args, global),
        Level::Plan(args) => eval_levels::run(args, evaluation::Level::Plan, global),
        Level::Trajectory(args) => eval_levels::run(args, evaluation::Level::Trajectory, global),
        Level::Prompts(which) => eval_prompts::prompts_of(which),
        Level::Scripted(args) => eval_prompts::scripted_of(args),
    }
}

fn semantic(args: &Semantic, global: &Global) -> Done {
    let name = read::name(&args.file);
    let wanted = Columns {
        id: args.id.clone(),
        rule: args.rule.clone(),
        truth: args.truth.clone(),
        candidate: args.candidate.clone(),
        or: args.or.clone(),
    };
    let table = read_table(&read::text(&args.file)?, &wanted)
        .map_err(|e| Failure::rejected(format!("{name}: {e}")))?;
    let mut options = Options {
        dialect: global.dialect.clone(),
        reading: if args.finite { "finite" } else { "infinite" }.to_owned(),
        max_states: args.max_states,
        strict_format: args.strict_format,
        axioms: args.scene.axioms(&global.dialect)?,
        vocabulary: args.scene.vocabulary()?,
        ..Options::default()
    };
    args.scene.add_constants(&mut options.constants);
    let mut progress = Progress::new(table.rows.len(), global);
    let mut summary = Summary::default();
    let mut rows = Vec::with_capacity(table.rows.len());
    for row in &table.rows {
        let (start, millis) = (Instant::now(), args.max_millis);
        let deadline = Duration::from_millis(millis);
        let interrupt = || (start.elapsed() > deadline).then_some(Limit::Time { millis });
        let report = judge(row, &options, Some(&interrupt)).map_err(Failure::failed)?;
        summary.add(&report);
        rows.push(report);
        progress.step();
    }
    drop(progress);
    let report = Report { summary, columns: table.columns, guesses: table.guesses, rows };
    if let Some(path) = &args.out {
        write(path, &report)?;
    }
    let mut printer = Printer::new(global.format(), false);
    // On a terminal the rows that need a look; for scripts everything.
    printer.print(&report, human)?;
    printer.finish()?;
    let all = &report.summary.overall;
    Ok(if all.undecided > 0 {
        Exit::Undecided
    } else if all.equivalent < all.asked {
        Exit::Violated
    } else {
        Exit::Fine
    })
}

fn write(path: &Path, report: &Report) -> Result<(), Failure> {
    let csv = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("csv"));
    let text = if csv {
        rates_csv(&report.summary)
    } else {
        serde_json::to_string_pretty(report).map_err(Failure::failed)?
    };
    std::fs::write(path, text)
        .map_err(|e| Failure::failed(format!("{} cannot be written: {e}", path.display())))
}

fn human(report: &Report) -> String {
    let mut text = String::new();
    for guess in &report.guesses {
        let _ = writeln!(text, "{guess}");
    }
    for (class, _, rates) in listing::groups(&report.summary) {
        let _ = write!(text, "\n{class}");
        for share in rates.shares() {
            let _ = write!(text, "\n  {:<11} {}", share.name, share.rate);
        }
    }
    let summary = &report.summary;
    let _ = write!(text, "\n\n{} answers were unwrapped", summary.repaired);
    if summary.without_truth > 0 {
        let _ = write!(text, ", {} rows have no readable truth", summary.without_truth);
    }
    for row in report.rows.iter().filter(|row| row.outcome != Outcome::Equivalent) {
        let name = row.id.clone().unwrap_or_else(|| format!("line {}", row.line));
        let _ = write!(text, "\n\n{name}: {}", row.outcome.words());
        let _ = write!(text, "\n  truth  {}\n  answer {}", row.truth, row.answer);
        for problem in &row.problems {
            let _ = write!(text, "\n  {}: {}", problem.place, problem.message);
        }
        let Some(comparison) = &row.comparison else { continue };
        for (what, witness) in [
            ("only the answer allows", &comparison.witness_candidate_only),
            ("only the truth allows", &comparison.witness_truth_only),
        ] {
            if let Some(witness) = witness {
                let _ = write!(text, "\n  {what} {witness}");
            }
        }
        if let Some(diagnosis) = comparison.diagnoses.first() {
            let names: Vec<&str> =
                diagnosis.misconceptions.iter().map(|kind| kind.name.as_str()).collect();
            let _ = write!(text, "\n  because: {}", names.join("; "));
        }
    }
    text
}
