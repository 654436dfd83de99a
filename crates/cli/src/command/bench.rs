//! `vedette bench`: how long the engines take.

use crate::bench::times::{SHOWN, Spread, micros};
use crate::exit::{Done, Exit, Failure};
use crate::options::Global;
use crate::output::Printer;
use crate::progress::Progress;
use crate::read;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::equivalence::{Verdict, compare};
use vedette_checker::formula::{Id, Pool};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;
use vedette_report::diagnostic::Diagnostic;

/// Arguments of `vedette bench`.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Args {
    /// Compare every pair of a file, and time it
    Equiv(Equiv),
    /// Time reading, labelling, merging and checking trajectories made on the spot
    Tree(super::bench_tree::Args),
    /// Time programs against policies
    Plan(super::bench_plan::Args),
    /// Time the household simulator, the search from subgoal to subgoal, constraints and metric rooms
    World(super::bench_world::Args),
}

/// Arguments of `vedette bench equiv`.
#[derive(clap::Args, Debug)]
pub(crate) struct Equiv {
    /// Candidate, tab, truth on every line; further columns are ignored
    #[arg(long, value_name = "FILE.tsv")]
    pairs: PathBuf,
    /// Read over finite words
    #[arg(long)]
    finite: bool,
    /// Give up on a pair after this many states
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    max_states: u64,
    /// Give up on a pair after this many milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    max_millis: u64,
}

/// How long a pair took.
#[derive(Clone, Serialize)]
struct Timed {
    line: usize,
    micros: f64,
    verdict: &'static str,
    candidate: String,
    truth: String,
}

/// What the times amount to, in microseconds.
#[derive(Serialize)]
struct Times {
    schema: &'static str,
    reading: &'static str,
    pairs: usize,
    unknown: usize,
    #[serde(flatten)]
    spread: Spread,
    slowest: Vec<Timed>,
}

/// Runs a benchmark and prints the times.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    match args {
        Args::Equiv(args) => equiv(args, global),
        Args::Tree(args) => super::bench_tree::run(args),
        Args::Plan(args) => super::bench_plan::run(args, global),
        Args::World(args) => super::bench_world::run(args, global),
    }
}

fn equiv(args: &Equiv, global: &Global) -> Done {
    let dialect: Dialect = global.dialect.parse().map_err(Failure::failed)?;
    let (name, text) = (read::name(&args.pairs), read::text(&args.pairs)?);
    let lines: Vec<&str> = text.lines().collect();
    let mut progress = Progress::new(lines.len(), global);
    let mut timed = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        progress.step();
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let place = format!("{name}, line {}", index + 1);
        timed.push(pair(args, dialect, index + 1, line.trim_end_matches('\r'), &place)?);
    }
    if timed.is_empty() {
        return Err(Failure::rejected(format!("{name}: found no pairs, expected one a line")));
    }
    let times = times(timed, args.finite);
    let unknown = times.unknown > 0;
    let mut printer = Printer::new(global.format(), false);
    printer.print(&times, human)?;
    printer.finish()?;
    Ok(if unknown { Exit::Undecided } else { Exit::Fine })
}

/// Times one comparison: both containments, with witnesses; reading the text is not counted.
fn pair(
    args: &Equiv,
    dialect: Dialect,
    line: usize,
    text: &str,
    place: &str,
) -> Result<Timed, Failure> {
    let reading = if args.finite { Reading::Finite } else { Reading::Infinite };
    let mut columns = text.split('\t');
    let (Some(candidate), Some(truth)) = (columns.next(), columns.next()) else {
        return Err(Failure::rejected(format!(
            "{place}: found one column, expected two formulas with a tab between them"
        )));
    };
    let mut pool = Pool::default();
    let mut root = |text: &str| -> Result<Id, Failure> {
        let parsed = parse(text, dialect, reading);
        let errors = Diagnostic::errors(text, &parsed);
        if errors.is_empty() {
            Ok(pool.import(&parsed.formula.pool, parsed.formula.root))
        } else {
            let found = super::formula::errors(text, &errors);
            Err(Failure::rejected(format!("{place}, {found}")))
        }
    };
    let (left, right) = (root(candidate)?, root(truth)?);
    let start = Instant::now();
    let (millis, deadline) = (args.max_millis, Duration::from_millis(args.max_millis));
    let interrupt = || (start.elapsed() > deadline).then_some(Limit::Time { millis });
    let budget = Budget::states(args.max_states).with_interrupt(&interrupt);
    let found = compare(&pool, left, right, reading, &budget)
        .map_err(|why| Failure::rejected(format!("{place}: {why}")))?;
    let micros = micros(start.elapsed());
    let verdict = match found.verdict {
        Verdict::Equivalent => "equivalent",
        Verdict::Stronger => "stronger",
        Verdict::Weaker => "weaker",
        Verdict::Incomparable => "incomparable",
        Verdict::Unknown(_) => "unknown",
    };
    Ok(Timed { line, micros, verdict, candidate: candidate.into(), truth: truth.into() })
}

fn times(mut timed: Vec<Timed>, finite: bool) -> Times {
    Times {
        schema: "vedette.bench/1",
        reading: if finite { "finite" } else { "infinite" },
        pairs: timed.len(),
        unknown: timed.iter().filter(|pair| pair.verdict == "unknown").count(),
        spread: Spread::of(&mut timed, |pair| pair.micros),
        slowest: timed.into_iter().take(SHOWN).collect(),
    }
}

fn human(times: &Times) -> String {
    let mut text = format!(
        "{} pairs over {} words, {} not decided\n\n{}\n\nslowest",
        times.pairs, times.reading, times.unknown, times.spread
    );
    for pair in &times.slowest {
        let _ = write!(
            text,
            "\n{:>12.1} µs  line {:<6} {:<13} {}   {}",
            pair.micros, pair.line, pair.verdict, pair.candidate, pair.truth
        );
    }
    text
}
