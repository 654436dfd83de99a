//! `vedette play`: formulas on one trace, every sub-formula at every time, and why.

use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::read;
use std::fmt::Write;
use vedette_report::playground::{PlayReport, Played, Question, Trace, play};

/// Arguments of `vedette play`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The formulas
    #[arg(required = true)]
    formulas: Vec<String>,
    /// The trace, such as `a & !b; cycle{b}`; what a step does not name is false
    #[arg(long, value_name = "WORD")]
    on: String,
    /// Read the trace as finite
    #[arg(long, conflicts_with = "stuttering")]
    finite: bool,
    /// Read the trace as finite, with a last state that repeats for ever
    #[arg(long)]
    stuttering: bool,
}

/// Evaluates, and prints the tables.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let reading = match (args.finite, args.stuttering) {
        (true, _) => "finite",
        (_, true) => "stuttering",
        _ => "infinite",
    };
    let trace =
        Trace::parse(&args.on).map_err(|why| Failure::rejected(format!("the trace: {why}")))?;
    if reading != "infinite" && trace.loop_start.is_some() {
        let why = "the trace: found a cycle; expected none, for the trace is read as finite";
        return Err(Failure::rejected(why));
    }
    if reading == "infinite" && trace.loop_start.is_none() {
        let why = "the trace: found no cycle; expected `cycle{…}`, or --finite, or --stuttering";
        return Err(Failure::rejected(why));
    }
    let formulas = args.formulas.iter().map(|text| read::formula(text));
    let question = Question {
        formulas: formulas.collect::<Result<_, _>>()?,
        trace,
        dialect: global.dialect.clone(),
        reading: reading.to_owned(),
    };
    let report = play(&question).map_err(Failure::failed)?;
    if let Some(unknown) = report.rows.iter().find(|row| row.canonical.is_none()) {
        let why = format!("the trace: found `{}`; expected a proposition", unknown.atom);
        return Err(Failure::rejected(why));
    }
    let exit = report.formulas.iter().map(exit).fold(Exit::Fine, Exit::and);
    if exit == Exit::Rejected && global.format() == Format::Human {
        return Err(Failure::rejected(rejection(&question, &report)));
    }
    let mut printer = Printer::new(global.format(), false);
    printer.print(&report, human)?;
    printer.finish()?;
    Ok(exit)
}

fn exit(played: &Played) -> Exit {
    match played.holds {
        Some(true) => Exit::Fine,
        Some(false) => Exit::Violated,
        None => Exit::Rejected,
    }
}

/// What is wrong with the formulas that have no verdict.
fn rejection(question: &Question, report: &PlayReport) -> String {
    let mut out = Vec::new();
    for (text, played) in question.formulas.iter().zip(&report.formulas) {
        let errors = &played.understood.errors;
        if let Some(why) = &played.undefined {
            out.push(format!("{text}: {why}"));
        } else if !errors.is_empty() {
            out.push(super::formula::errors(text, errors));
        }
    }
    out.join("\n")
}

/// For each formula its verdict, its table and its reasons.
fn human(report: &PlayReport) -> String {
    let mut out = String::new();
    for played in &report.formulas {
        let verdict = if played.holds == Some(true) { "holds" } else { "violated" };
        let _ = write!(out, "{verdict}  {}\n\n", played.understood.canonical);
        let width = played.rows.iter().map(|row| row.formula.chars().count()).max().unwrap_or(0);
        for row in &played.rows {
            let values = row.values.iter().map(|value| if *value { " 1" } else { " 0" });
            let pad = width - row.formula.chars().count();
            let _ = writeln!(out, "  {}{:pad$} {}", row.formula, "", values.collect::<String>());
        }
        out.push('\n');
        for sentence in &played.because {
            let _ = writeln!(out, "  {sentence}");
        }
        out.push('\n');
    }
    out.trim_end().to_owned()
}
