//! `vedette world constraints`: the safety templates bound to the objects of a scene.

use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::read;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use vedette_checker::budget::Limit;
use vedette_report::world::constraints::{
    Asked, FindingReport, Report, RuleReport, SCHEMA, SceneReport, SkippedReport, constraints,
};
use vedette_worlds::safety::Set;
use vedette_worlds::safety::analysis::Options;
use vedette_worlds::scene::Scene;

/// Arguments of `vedette world constraints`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A scene (docs/formats/scene.md), a graph of VirtualHome, an event of AI2-THOR, or trajectories, of
    /// which the first state counts (also .gz)
    #[arg(long, value_name = "SCENE")]
    scene: PathBuf,
    /// Changes to categories and templates (docs/safety.md), YAML
    #[arg(long, value_name = "FILE")]
    overrides: Option<PathBuf>,
    /// Which templates
    #[arg(long, value_enum, default_value = "vedette")]
    templates: Templates,
    /// Look for this many milliseconds what the constraints come to together (0: not at all)
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    max_millis: u64,
}

/// Which templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Templates {
    /// As the paper prints them.
    Paper,
    /// Corrected, and more.
    Vedette,
}

/// The last line: all but the rules.
#[derive(Serialize)]
struct Summary<'a> {
    schema: &'static str,
    scene: &'a SceneReport,
    templates: &'static str,
    vocabulary: &'static str,
    constraints: usize,
    skipped: &'a [SkippedReport],
    findings: &'a [FindingReport],
    unknown: &'a [String],
}

/// Reads, binds, prints.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let bytes = read::bytes(&args.scene)?;
    let scene = Scene::read(&bytes, &read::name(&args.scene)).map_err(Failure::rejected)?;
    let overrides = args.overrides.as_deref().map(read::text).transpose()?;
    let start = Instant::now();
    let deadline = Duration::from_millis(args.max_millis);
    let interrupt =
        || (start.elapsed() >= deadline).then_some(Limit::Time { millis: args.max_millis });
    let asked = Asked {
        set: match args.templates {
            Templates::Paper => Set::Paper,
            Templates::Vedette => Set::Vedette,
        },
        overrides: overrides.as_deref(),
        analysis: (args.max_millis > 0)
            .then(|| Options { interrupt: Some(&interrupt), ..Options::default() }),
    };
    let report = constraints(&scene, &asked).map_err(|why| {
        let file = args.overrides.as_deref().map_or_else(|| read::name(&args.scene), read::name);
        Failure::rejected(format!("{file}: {why}"))
    })?;
    print(&report, global.format())?;
    let open = if report.unknown.is_empty() { Exit::Fine } else { Exit::Undecided };
    Ok(if report.has_conflict() { Exit::Violated } else { open })
}

fn print(report: &Report, format: Format) -> Result<(), Failure> {
    let mut printer = Printer::new(format, false);
    if format == Format::Json {
        printer.print(report, |_| String::new())?;
        return printer.finish();
    }
    for rule in &report.rules {
        printer.print(rule, human)?;
    }
    let summary = Summary {
        schema: SCHEMA,
        scene: &report.scene,
        templates: report.templates,
        vocabulary: report.vocabulary,
        constraints: report.rules.len(),
        skipped: &report.skipped,
        findings: &report.findings,
        unknown: &report.unknown,
    };
    printer.print(&summary, told)?;
    printer.finish()
}

fn human(rule: &RuleReport) -> String {
    format!("{}\n    {}\n    {}", rule.id, rule.english, rule.formula)
}

fn told(summary: &Summary<'_>) -> String {
    let mut text = String::new();
    for finding in summary.findings {
        let _ = write!(text, "\n{}: {}", finding.kind.replace('_', " "), finding.rules.join(", "));
        if let Some(trigger) = &finding.trigger {
            let _ = write!(text, "\n    so that this never happens: {trigger}");
        }
        for axiom in &finding.axioms {
            let _ = write!(text, "\n    with {axiom}");
        }
    }
    for open in summary.unknown {
        let _ = write!(text, "\nnot decided: {open}");
    }
    for skipped in summary.skipped {
        let _ = write!(text, "\nleft out: template {}: {}", skipped.template, skipped.why);
    }
    let SceneReport { id, source, objects } = summary.scene;
    let _ = write!(
        text,
        "\n{} constraints of the {} templates in {id} ({objects} objects, {source}), in the words of {}",
        summary.constraints, summary.templates, summary.vocabulary
    );
    text
}
