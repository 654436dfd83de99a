//! `vedette ctl`: CTL formulas on Kripke structures.

use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::progress::Progress;
use crate::read;
use std::fmt::Write;
use std::path::PathBuf;
use vedette_checker::budget::Budget;
use vedette_checker::syntax::Dialect;
use vedette_report::kripke::{CtlReport, Model, Ready};
use vedette_report::reasons::lines;

/// Arguments of `vedette ctl`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A model (.json), or one model a line (.jsonl); recognised by content
    model: PathBuf,
    /// The formulas [default: the specs of the model]
    formulas: Vec<String>,
    /// Also list the states that satisfy each formula
    #[arg(long)]
    sat: bool,
    /// Give up after this many states of work a formula
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    max_states: u64,
}

/// The most claims that are told in words.
const CLAIMS: usize = 20;

/// Checks, and prints a verdict a formula.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let dialect: Dialect = global.dialect.parse().map_err(Failure::failed)?;
    let name = read::name(&args.model);
    let text = read::text(&args.model)?;
    let models = models(&name, &text)?;
    let count = models.iter().map(|(_, m)| m.specs.len().max(args.formulas.len())).sum();
    let format = match global.format() {
        Format::Json if models.len() > 1 => Format::Jsonl,
        other => other,
    };
    let mut printer = Printer::new(format, true);
    let mut progress = Progress::new(count, global);
    let mut worst = Exit::Fine;
    for (place, model) in &models {
        let ready = Ready::new(model).map_err(|e| Failure::rejected(format!("{place}: {e}")))?;
        let specs = model.specs.iter().map(|spec| &spec.ctl);
        let formulas: Vec<&String> =
            if args.formulas.is_empty() { specs.collect() } else { args.formulas.iter().collect() };
        if formulas.is_empty() {
            return Err(Failure::failed(format!(
                "{place}: no formula is given; name some after the model, or in its `specs`"
            )));
        }
        for formula in formulas {
            progress.step();
            let report = ready.check(formula, dialect, args.sat, &Budget::states(args.max_states));
            worst = worst.and(match report.verdict {
                "holds" => Exit::Fine,
                "violated" => Exit::Violated,
                "unknown" => Exit::Undecided,
                _ => Exit::Rejected,
            });
            printer.print(&report, human)?;
        }
    }
    printer.finish()?;
    Ok(worst)
}

/// The models of a file, each with the place that messages name.
fn models(name: &str, text: &str) -> Result<Vec<(String, Model)>, Failure> {
    let whole: Result<Model, _> = serde_json::from_str(text);
    match whole {
        Ok(model) => Ok(vec![(name.to_owned(), model)]),
        Err(error) => {
            let mut lines = text.lines().filter(|line| !line.trim().is_empty());
            let several = lines.clone().count() > 1
                && lines.next().is_some_and(|line| serde_json::from_str::<Model>(line).is_ok());
            if !several {
                return Err(Failure::rejected(format!(
                    "{name}: not a Kripke model: {error}; expected {{\"init\", \"states\", \
                     \"edges\", \"labels\"}}"
                )));
            }
            let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
            lines
                .map(|(index, line)| {
                    let place = format!("{name}, line {}", index + 1);
                    let model = serde_json::from_str(line).map_err(|e| {
                        Failure::rejected(format!("{place}: not a Kripke model: {e}"))
                    })?;
                    Ok((place, model))
                })
                .collect()
        }
    }
}

fn human(report: &CtlReport) -> String {
    let mut text = format!("{:<9} {}", report.verdict.to_uppercase(), report.ctl);
    if !report.id.is_empty() {
        let _ = write!(text, "   ({})", report.id);
    }
    if let Some(reason) = &report.reason {
        let _ = write!(text, "\n          {reason}");
    }
    for path in &report.evidence {
        let value = if path.holds { "holds" } else { "fails" };
        let _ = write!(text, "\n          {} {value}: {}", path.formula, path.prefix.join(" → "));
        if !path.cycle.is_empty() {
            let arrow = if path.prefix.is_empty() { "" } else { " → " };
            let _ = write!(text, "{arrow}({}) for ever", path.cycle.join(" → "));
        }
    }
    // What single paths show was told above.
    if report.reasons.first().is_some_and(|first| first.why != "path") {
        for line in lines(&report.reasons, CLAIMS) {
            let _ = write!(text, "\n          {line}");
        }
    }
    if let Some(sat) = &report.sat {
        let _ = write!(text, "\n          true in: {}", sat.join(" "));
    }
    text
}
