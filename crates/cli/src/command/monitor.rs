//! `vedette monitor`: states in as JSON lines, changes of verdicts out, as they become known.

use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::read;
use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::time::Duration;
use vedette_checker::syntax::Dialect;
use vedette_report::bundle::Verdict;
use vedette_report::monitor_report::{ChangeReport, EndReport, change, end};
use vedette_worlds::rules::RuleSet;
use vedette_worlds::vocabulary::Vocabulary;
use vedette_worlds::watch::{Options, Watch};

/// Arguments of `vedette monitor`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The steps, one JSON object a line, as in our trajectories
    #[arg(default_value = "-")]
    steps: PathBuf,
    /// The rules
    #[arg(long, value_name = "RULES.json")]
    rules: PathBuf,
    /// At the end of the file wait for more, until the process is stopped
    #[arg(long)]
    follow: bool,
    /// Declare only the household predicates of AI2-THOR [default: those that rules and steps use]
    #[arg(long)]
    ai2thor: bool,
    /// How many states one look into the future may take
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    max_states: u64,
}

/// How long to wait before looking for more lines.
const WAIT: Duration = Duration::from_millis(100);

/// Reads, watches, prints.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let dialect = match global.dialect.parse().map_err(Failure::failed)? {
        Dialect::Auto => Dialect::Sentinel,
        other => other,
    };
    let bytes = read::bytes(&args.rules)?;
    let rules = RuleSet::read(&bytes, &read::name(&args.rules)).map_err(Failure::rejected)?;
    let options = Options {
        vocabulary: args.ai2thor.then(Vocabulary::ai2thor),
        dialect,
        states: args.max_states,
        ..Options::default()
    };
    // A stream of lines is no JSON text: what others print as one text is a line each here.
    let format = match global.format() {
        Format::Json => Format::Jsonl,
        other => other,
    };
    let mut printer = Printer::new(format, false);
    let mut watch = Watch::new(&rules, options);
    let (mut lines, name) = (open(args)?, read::name(&args.steps));
    let (mut line, mut worst) = (String::new(), Exit::Fine);
    loop {
        let more =
            lines.read_line(&mut line).map_err(|e| Failure::failed(format!("{name}: {e}")))?;
        // A line that is still being written has no end yet.
        if args.follow && !line.ends_with('\n') {
            std::thread::sleep(WAIT);
            continue;
        }
        if more == 0 {
            break;
        }
        if !line.trim().is_empty() {
            for found in watch.line(&line, &name).map_err(Failure::rejected)? {
                printer.print(&change(&rules, found), told)?;
            }
            printer.flush()?;
        }
        line.clear();
    }
    for report in end(&rules, &watch) {
        worst = worst.and(match report.verdict {
            Verdict::Satisfied | Verdict::Vacuous => Exit::Fine,
            Verdict::Violated => Exit::Violated,
            Verdict::Error => Exit::Rejected,
            Verdict::Inconclusive | Verdict::Unsupported | Verdict::Unknown => Exit::Undecided,
        });
        printer.print(&report, ended)?;
    }
    printer.finish()?;
    Ok(worst)
}

fn open(args: &Args) -> Result<Box<dyn BufRead>, Failure> {
    if args.steps.as_os_str() == "-" {
        return Ok(Box::new(std::io::stdin().lock()));
    }
    let file = std::fs::File::open(&args.steps);
    let file =
        file.map_err(|e| Failure::failed(format!("{} cannot be read: {e}", args.steps.display())))?;
    Ok(Box::new(BufReader::new(file)))
}

fn told(report: &ChangeReport) -> String {
    let binding: Vec<String> =
        report.binding.iter().map(|(name, object)| format!("{name} = {object}")).collect();
    let mut text = format!("step {:>4}  {:<9} {}", report.step, report.status, report.rule);
    if !binding.is_empty() {
        let _ = write!(text, "  {}", binding.join(", "));
    }
    if let (Some(verdict), "open") = (report.if_ended, report.status) {
        let _ = write!(text, "  ({} if it ended here)", verdict.word());
    }
    if !report.because.is_empty() {
        let _ = write!(text, "\n           {}", report.because.join(", "));
    }
    for open in &report.obligations {
        let _ = write!(text, "\n           since step {}: {}", open.since, open.formula);
    }
    for remark in &report.remarks {
        let _ = write!(text, "\n           {remark}");
    }
    text
}

fn ended(report: &EndReport) -> String {
    format!(
        "at the end {:<12} {}  ({} bindings)",
        report.verdict.word(),
        report.rule,
        report.bindings
    )
}
