//! `vedette world check`: a program run in a scene, with rules, a goal and templates checked on the run: what the
//! page of worlds shows.

use super::world_run::Mode;
use crate::exit::{Done, Exit, Failure};
use crate::options::Global;
use crate::output::Printer;
use crate::read;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use vedette_report::world::view::{
    LineState, Opened, RuleView, Semantics, Status, Templates, WorldQuestion, WorldReport, open,
    run as answer,
};

/// The most constraints that are kept are counted, and these rules are printed one by one.
const KEPT: usize = 20;

/// Arguments of `vedette world check`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// What the page of worlds saved: everything at once (also .gz)
    #[arg(value_name = "QUESTION", required_unless_present = "scene", conflicts_with = "scene")]
    question: Option<PathBuf>,
    /// A scene (docs/formats/scene.md), a graph of VirtualHome (also .gz), or the name of a shipped scene
    #[arg(long, value_name = "SCENE", requires = "program")]
    scene: Option<PathBuf>,
    /// The program, a step a line: `[GRAB] <mug> (7)` (also .gz)
    #[arg(long, value_name = "FILE", requires = "scene")]
    program: Option<PathBuf>,
    /// Rules: one a line, `id: formula` or a sentence, or a file of rules in JSON (also .gz)
    #[arg(long, value_name = "FILE", requires = "scene")]
    rules: Option<PathBuf>,
    /// What is to be reached: a formula; one about a single state means the last
    #[arg(long, value_name = "FORMULA", requires = "scene")]
    goal: Option<String>,
    /// Which safety templates are instantiated in the scene
    #[arg(long, value_enum, default_value = "none", requires = "scene")]
    templates: Given,
    /// Which semantics (docs/worlds.md)
    #[arg(long, value_enum, default_value = "strict", requires = "scene")]
    mode: Mode,
    /// Go on after a step that fails instead of ending the run there
    #[arg(long, requires = "scene")]
    go_on: bool,
}

/// Which templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Given {
    /// None: one's own rules only.
    None,
    /// Ours.
    Vedette,
    /// As the paper prints them.
    Paper,
}

/// Reads, runs, checks, prints.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let report = answer(&question(args)?);
    let mut printer = Printer::new(global.format(), false);
    printer.print(&report, human)?;
    printer.finish()?;
    Ok(exit(&report))
}

fn question(args: &Args) -> Result<WorldQuestion, Failure> {
    if let Some(path) = &args.question {
        return match opened(path)? {
            Opened::Question(question) => Ok(*question),
            _ => Err(Failure::rejected(format!(
                "{}: found another file, expected a question that the page of worlds saved",
                read::name(path)
            ))),
        };
    }
    let text = |path: &Option<PathBuf>| path.as_deref().map(read::text).transpose();
    Ok(WorldQuestion {
        scene: args.scene.as_deref().map(scene).transpose()?.unwrap_or_default(),
        program: text(&args.program)?.unwrap_or_default(),
        rules: text(&args.rules)?.unwrap_or_default(),
        goal: args.goal.clone().unwrap_or_default(),
        templates: match args.templates {
            Given::None => Templates::None,
            Given::Vedette => Templates::Vedette,
            Given::Paper => Templates::Paper,
        },
        semantics: match args.mode {
            Mode::Strict => Semantics::Strict,
            Mode::Compat => Semantics::Compat,
        },
        go_on: args.go_on,
    })
}

/// What a file holds.
fn opened(path: &Path) -> Result<Opened, Failure> {
    open(&read::bytes(path)?, &read::name(path)).map_err(Failure::rejected)
}

/// The text of a scene; a word that is no file is the name of a shipped one.
fn scene(path: &Path) -> Result<String, Failure> {
    let plain = |c: u8| c.is_ascii_alphanumeric() || b"-_".contains(&c);
    let name = path.to_str().filter(|name| name.bytes().all(plain));
    match name.filter(|_| !path.exists()) {
        // Whether it is one is said when it is run.
        Some(name) if name != "-" => Ok(name.to_owned()),
        _ => read::text(path),
    }
}

/// Malformed input first, for it may hide anything.
fn exit(report: &WorldReport) -> Exit {
    let malformed = report.status == Status::Rejected
        || !report.problems.is_empty()
        || !report.rule_problems.is_empty()
        || report.rules.iter().any(|rule| rule.verdict == "error")
        || report.lines.iter().any(|line| line.state == LineState::Unread)
        || report.goal.as_ref().is_some_and(|goal| !goal.notes.is_empty());
    let read = if malformed { Exit::Rejected } else { Exit::Fine };
    read.and(match report.status {
        Status::Safe | Status::Rejected => Exit::Fine,
        Status::Violated | Status::Stopped | Status::Missed => Exit::Violated,
        Status::Unknown => Exit::Undecided,
    })
}

fn human(report: &WorldReport) -> String {
    let mut text = String::new();
    for problem in &report.problems {
        let _ = writeln!(text, "the scene cannot be run: {problem}");
    }
    for remark in &report.remarks {
        let _ = writeln!(text, "doubtful: {remark}");
    }
    for line in report.lines.iter().filter(|line| line.words.is_some()) {
        let words = line.words.as_deref().unwrap_or_default();
        let said = if line.state == LineState::Failed { "cannot be done: " } else { "" };
        let column =
            if line.column > 0 { format!(", column {}", line.column) } else { String::new() };
        let _ = writeln!(text, "line {}{column}: {said}{words}", line.number);
    }
    for problem in &report.rule_problems {
        let _ = writeln!(text, "rules: {problem}");
    }
    let is_kept = |rule: &&RuleView| matches!(rule.verdict.as_str(), "satisfied" | "vacuous");
    let (kept, other): (Vec<&RuleView>, Vec<&RuleView>) = report.rules.iter().partition(is_kept);
    for one in other.into_iter().chain(kept.iter().copied().take(KEPT)) {
        rule(&mut text, report, one);
    }
    let more = kept.len().saturating_sub(KEPT);
    if more > 0 {
        let _ = writeln!(text, "and {more} more that are kept");
    }
    for note in report.goal.iter().flat_map(|goal| &goal.notes) {
        let _ = writeln!(text, "goal: {note}");
    }
    let _ = write!(text, "{}: {}", report.status.word(), report.sentence());
    text
}

fn rule(text: &mut String, report: &WorldReport, rule: &RuleView) {
    let _ = writeln!(text, "{:<12}  {}", rule.verdict, rule.id);
    let _ =
        writeln!(text, "      {}", if rule.words.is_empty() { &rule.formula } else { &rule.words });
    if let Some(first) = rule.first {
        let step = report.moments.get(first as usize).filter(|moment| moment.line.is_some());
        let step = step.map(|moment| format!(": {}", moment.text)).unwrap_or_default();
        let _ = writeln!(text, "      first fails at step {first}{step}");
    }
    for origin in &rule.origins {
        let _ = writeln!(text, "      {}", origin.words());
    }
    for note in &rule.notes {
        let _ = writeln!(text, "      {note}");
    }
}
