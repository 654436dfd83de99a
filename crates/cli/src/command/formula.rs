//! `vedette formula`: read a formula and say everything about it.

use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::read;
use std::fmt::Write;
use vedette_report::diagnostic::Diagnostic;
use vedette_report::formula::{FormulaReport, report};

/// Arguments of `vedette formula`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The formula, or - to read it from standard input
    #[arg(allow_hyphen_values = true)]
    text: String,
    /// Read over finite words (plain X of the spot dialect is weak then)
    #[arg(long)]
    finite: bool,
}

/// Reads the formula and prints the report.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let text = &read::formula(&args.text)?;
    let reading = if args.finite { "finite" } else { "infinite" };
    let report = report(text, &global.dialect, reading).map_err(Failure::failed)?;
    let rejected = !report.errors.is_empty();
    if rejected && global.format() == Format::Human {
        return Err(Failure::rejected(errors(text, &report.errors)));
    }
    let mut printer = Printer::new(global.format(), false);
    printer.print(&report, human)?;
    printer.finish()?;
    Ok(if rejected { Exit::Rejected } else { Exit::Fine })
}

fn human(report: &FormulaReport) -> String {
    let mut text = format!("{}\n\n{}\n", report.canonical, report.english);
    let _ = write!(text, "\nlogic    {}\nclass    {}\n", report.logic, report.class);
    if !report.hierarchy.is_empty() {
        let _ = writeln!(text, "over ω   {}", report.hierarchy);
    }
    match (&*report.differs_on_finite, &report.finite_word) {
        ("yes", Some(word)) => {
            let _ = writeln!(text, "finite   means something else when a trace ends: {word}");
        }
        ("no", _) => {
            text.push_str("finite   means the same when a trace ends in a state that stays\n");
        }
        ("unknown", _) => text.push_str("finite   unknown\n"),
        _ => {}
    }
    for limit in &report.limits {
        let _ = writeln!(text, "         {limit}");
    }
    for (dialect, printed) in &report.dialects {
        let _ = write!(text, "\n{dialect:<8} {printed}");
    }
    for warning in &report.warnings {
        let _ = write!(text, "\n\nwarning, column {}: {}", warning.column, warning.message);
    }
    text
}

/// The errors of a text, each with its place and a window of the text around it.
pub(crate) fn errors(text: &str, errors: &[Diagnostic]) -> String {
    let mut out = String::new();
    for (index, error) in errors.iter().enumerate() {
        let separator = if index > 0 { "\n" } else { "" };
        let _ = write!(out, "{separator}column {}: {}", error.column, error.message);
        if let Some(mend) = &error.mend {
            let _ = write!(out, ": {mend}");
        }
        let _ = write!(out, "\n{}", window(text, error.from));
    }
    out
}

/// The surroundings of a byte, with a caret below it.
fn window(text: &str, at: usize) -> String {
    const WIDTH: usize = 36;
    let before = text.get(..at).unwrap_or(text);
    let start = before.char_indices().rev().nth(WIDTH).map_or(0, |(index, _)| index);
    let start = before[start..].rfind('\n').map_or(start, |line| start + line + 1);
    let line: String = text[start..].chars().take_while(|c| *c != '\n').take(2 * WIDTH).collect();
    let column = before[start..].chars().count();
    format!("  {line}\n  {:column$}^", "")
}
