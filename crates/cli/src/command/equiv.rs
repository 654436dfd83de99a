//! `vedette equiv`: compare two formulas, or every pair of a file.

use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::progress::Progress;
use crate::read;
use crate::scene::Scene;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use vedette_checker::budget::Limit;
use vedette_report::compare::{CompareReport, Options, Relation, best};

/// Arguments of `vedette equiv`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The candidate, or - to read it from standard input
    #[arg(allow_hyphen_values = true, required_unless_present = "pairs")]
    candidate: Option<String>,
    /// The ground truth, or -
    #[arg(allow_hyphen_values = true, required_unless_present = "pairs")]
    truth: Option<String>,
    /// Read over finite words
    #[arg(long, conflicts_with = "stuttering")]
    finite: bool,
    /// Read over finite words whose last state repeats for ever
    #[arg(long)]
    stuttering: bool,
    /// Compare every line of a file: candidate, tab, truth; further columns are ignored
    #[arg(long, value_name = "FILE.tsv", conflicts_with_all = ["candidate", "truth"])]
    pairs: Option<PathBuf>,
    /// Another truth; the one that the candidate matches best counts
    #[arg(
        long = "or",
        value_name = "FORMULA",
        allow_hyphen_values = true,
        conflicts_with = "pairs"
    )]
    or: Vec<String>,
    #[command(flatten)]
    scene: Scene,
    /// Give up after this many states
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    max_states: u64,
    /// Give up after this many milliseconds a pair
    #[arg(long, value_name = "MS", default_value_t = 60_000)]
    max_millis: u64,
}

/// A line of a file of pairs.
#[derive(Serialize)]
struct Line {
    line: usize,
    #[serde(flatten)]
    report: CompareReport,
}

/// Compares, and prints what came out.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let reading = match (args.finite, args.stuttering) {
        (true, _) => "finite",
        (_, true) => "stuttering",
        _ => "infinite",
    };
    let mut options = Options::new(&global.dialect, reading);
    options.max_states = args.max_states;
    options.axioms = args.scene.axioms(&global.dialect)?;
    options.vocabulary = args.scene.vocabulary()?;
    args.scene.add_constants(&mut options.constants);
    if let Some(path) = &args.pairs {
        // A long file is compared for its verdicts; a difference is explained pair by pair.
        options.diagnose = false;
        return pairs(args, &options, (&read::name(path), &read::text(path)?), global);
    }
    let (Some(candidate), Some(truth)) = (&args.candidate, &args.truth) else {
        return Err(Failure::failed("expected two formulas, or --pairs"));
    };
    if candidate == "-" && truth == "-" {
        return Err(Failure::failed("standard input can be one of the formulas, not both"));
    }
    let candidate = &read::formula(candidate)?;
    let mut truths = vec![read::formula(truth)?];
    truths.extend(args.or.iter().cloned());
    options.pictures = global.format() != Format::Human;
    let report = timed(candidate, &truths, &options, args.max_millis)?;
    let exit = exit(&report);
    if report.verdict == Relation::Error
        && exit == Exit::Rejected
        && global.format() == Format::Human
    {
        return Err(Failure::rejected(rejection(candidate, &truths, &report)));
    }
    let mut printer = Printer::new(global.format(), false);
    printer.print(&report, human)?;
    printer.finish()?;
    Ok(exit)
}

fn pairs(args: &Args, options: &Options, (name, text): (&str, &str), global: &Global) -> Done {
    let lines: Vec<&str> = text.lines().collect();
    // A line each is what `--pairs` promises; only a person on a terminal gets prose.
    let format = if global.format() == Format::Json { Format::Jsonl } else { global.format() };
    let mut printer = Printer::new(format, true);
    let mut progress = Progress::new(lines.len(), global);
    let mut worst = Exit::Fine;
    for (index, text) in lines.iter().enumerate() {
        progress.step();
        let text = text.trim_end_matches('\r');
        if text.trim().is_empty() {
            continue;
        }
        let line = index + 1;
        let mut columns = text.split('\t');
        let (Some(candidate), Some(truth)) = (columns.next(), columns.next()) else {
            return Err(Failure::rejected(format!(
                "{name}, line {line}: found one column, expected two formulas with a tab between them"
            )));
        };
        let report = timed(candidate, &[truth.to_owned()], options, args.max_millis)?;
        worst = worst.and(exit(&report));
        printer.print(&Line { line, report }, |line| {
            format!("{:>6}  {:<13} {candidate}   {truth}", line.line, line.report.verdict.name())
        })?;
    }
    printer.finish()?;
    Ok(worst)
}

/// Compares with a deadline, and notes the time taken.
fn timed(
    candidate: &str,
    truths: &[String],
    options: &Options,
    millis: u64,
) -> Result<CompareReport, Failure> {
    let start = Instant::now();
    let deadline = Duration::from_millis(millis);
    let interrupt = || (start.elapsed() > deadline).then_some(Limit::Time { millis });
    let mut report =
        best(candidate, truths, options, Some(&interrupt)).map_err(Failure::rejected)?;
    report.micros = Some(start.elapsed().as_micros() as u64);
    Ok(report)
}

fn exit(report: &CompareReport) -> Exit {
    // A name that the vocabulary does not have is malformed input, whatever the verdict on it.
    if !report.candidate.ungrounded.is_empty() || !report.truth.ungrounded.is_empty() {
        return Exit::Rejected;
    }
    match report.verdict {
        Relation::Equivalent => Exit::Fine,
        Relation::Stronger | Relation::Weaker | Relation::Incomparable => Exit::Violated,
        Relation::Unknown => Exit::Undecided,
        Relation::Error => Exit::Rejected,
    }
}

fn rejection(candidate: &str, truths: &[String], report: &CompareReport) -> String {
    let mut text = String::from("the formulas cannot be compared");
    if let Some(reason) = &report.reason {
        let _ = write!(text, ": {reason}");
    }
    let matched = report.matched.as_ref().map_or(0, |matched| matched.number - 1);
    let truth = &truths[matched];
    for (name, source, side) in
        [("candidate", candidate, &report.candidate), ("truth", truth, &report.truth)]
    {
        if !side.errors.is_empty() {
            let _ = write!(text, "\n{name}: {}", super::formula::errors(source, &side.errors));
        }
    }
    text
}

fn human(report: &CompareReport) -> String {
    let mut text = format!("{}. {}", report.verdict.name().to_uppercase(), report.explanation);
    for (name, witness) in [
        ("only the candidate allows", &report.witness_candidate_only),
        ("only the truth allows", &report.witness_truth_only),
    ] {
        if let Some(witness) = witness {
            let _ = write!(text, "\n{name:<26} {witness}");
        }
    }
    if let Some(reason) = &report.reason {
        let _ = write!(text, "\n{reason}");
    }
    if let Some(under) = &report.under_axioms {
        let _ = write!(
            text,
            "\nstrictly: {}; under the axioms: {}. {}",
            report.verdict.name(),
            under.verdict.name().to_uppercase(),
            under.explanation
        );
        for (name, witness) in [
            ("only the candidate allows", &under.witness_candidate_only),
            ("only the truth allows", &under.witness_truth_only),
        ] {
            if let Some(witness) = witness {
                let _ = write!(text, "\n{name:<26} {witness}");
            }
        }
    }
    for remark in &report.remarks {
        let _ = write!(text, "\n{remark}");
    }
    for diagnosis in &report.diagnoses {
        let _ = write!(text, "\n\nThis is what the truth becomes as `{}`:", diagnosis.rewritten);
        for kind in &diagnosis.misconceptions {
            let _ = write!(text, "\n- {}: {} {}", kind.name, kind.explanation, kind.tip);
        }
    }
    for (name, side) in [("candidate", &report.candidate), ("truth", &report.truth)] {
        let _ = write!(text, "\n\n{name:<10} {}\n{:<10} {}", side.canonical, "", side.english);
        if let Some(words) = &side.words {
            let _ = write!(
                text,
                "\n{:<10} {}",
                "",
                super::formula::words(words, &format!("\n{:<10} ", ""))
            );
        }
        for note in side.renamed.iter().chain(&side.notes) {
            let _ = write!(text, "\n{:<10} {note}", "");
        }
        for warning in &side.warnings {
            let _ = write!(
                text,
                "\n{:<10} warning, column {}: {}",
                "", warning.column, warning.message
            );
        }
    }
    text
}
