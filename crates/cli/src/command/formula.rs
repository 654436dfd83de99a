//! `vedette formula`: read a formula and say everything about it.

use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::read;
use crate::scene::vocabulary;
use std::fmt::Write;
use std::path::PathBuf;
use vedette_report::diagnostic::Diagnostic;
use vedette_report::formula::{FormulaReport, report};
use vedette_report::typed::{ENGLISH, InWords};

/// Arguments of `vedette formula`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The formula, or - to read it from standard input
    #[arg(allow_hyphen_values = true)]
    text: String,
    /// Read over finite words (plain X of the spot dialect is weak then)
    #[arg(long)]
    finite: bool,
    /// Read a rule in words, such as "whenever p, eventually q"; found out by itself where a text is no
    /// formula
    #[arg(long)]
    english: bool,
    /// The predicates and objects of the scene, with their other names (docs/formats/vocabulary.md)
    #[arg(long, value_name = "FILE")]
    vocabulary: Option<PathBuf>,
}

/// Reads the formula and prints the report.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let text = &read::formula(&args.text)?;
    let reading = if args.finite { "finite" } else { "infinite" };
    let dialect = if args.english { ENGLISH } else { &global.dialect };
    let words = args.vocabulary.as_deref().map(vocabulary).transpose()?;
    let report = report(text, dialect, reading, words.as_ref()).map_err(Failure::failed)?;
    let rejected = !report.errors.is_empty() || !report.ungrounded.is_empty();
    if !report.errors.is_empty() && global.format() == Format::Human {
        return Err(Failure::rejected(errors(text, &report.errors)));
    }
    let mut printer = Printer::new(global.format(), false);
    printer.print(&report, human)?;
    printer.finish()?;
    Ok(if rejected { Exit::Rejected } else { Exit::Fine })
}

fn human(report: &FormulaReport) -> String {
    let mut text = format!("{}\n\n{}\n", report.canonical, report.english);
    if let Some(words) = &report.words {
        let _ = writeln!(text, "\n{}", self::words(words, "\n"));
    }
    for note in report.renamed.iter().chain(&report.notes) {
        let _ = writeln!(text, "\n{note}");
    }
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

/// How a rule in words was understood: the pattern, then a line for each gap.
pub(crate) fn words(words: &InWords, newline: &str) -> String {
    let mut text = format!("understood as \"{}\": {}", words.pattern, words.meaning);
    if let Some(objects) = &words.objects {
        let _ = write!(text, "{newline}  about  {objects}");
    }
    for part in &words.parts {
        let _ = write!(text, "{newline}  {{{}}}    {} = {}", part.gap, part.words, part.formula);
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
