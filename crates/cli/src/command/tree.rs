//! `vedette tree`: trajectories merged into a computation tree, every rule checked on it.

use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::progress::Progress;
use crate::read;
use indexmap::IndexMap;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use vedette_checker::budget::Limit;
use vedette_checker::syntax::Dialect;
use vedette_report::bundle::{About, Extras, Writer, examined, record};
use vedette_report::closeness::sentences;
use vedette_report::tree_report::{RuleReport, SummaryReport, rule, summary};
use vedette_worlds::rules::{self, Report, RuleSet};
use vedette_worlds::trajectory::{self, State, Trajectory};
use vedette_worlds::vocabulary::Vocabulary;

/// Arguments of `vedette tree`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Files of trajectories: JSON lines, traces of the SENTINEL code base, events of AI2-THOR,
    /// demonstrations of ALFRED (also .gz)
    #[arg(required = true)]
    traces: Vec<PathBuf>,
    /// The rules
    #[arg(long, value_name = "RULES.json")]
    rules: PathBuf,
    /// Also give the verdict of every trajectory by itself
    #[arg(long)]
    each: bool,
    /// The predicates that are declared [default: what the rule file says, else ai2thor for its traces,
    /// else observed]
    #[arg(long, value_enum)]
    vocabulary: Option<Words>,
    /// Write the results as a bundle into this folder, which must not exist
    #[arg(long, value_name = "DIR")]
    bundle: Option<PathBuf>,
    /// The model or agent, for the bundle
    #[arg(long, default_value = "agent")]
    model: String,
    /// Give up on a rule after this many milliseconds in all
    #[arg(long, value_name = "MS", default_value_t = 600_000)]
    max_millis: u64,
    /// Look for this many milliseconds how close the verdicts are: margins, flicker, parts that do not
    /// matter (0: not at all)
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    extras_millis: u64,
}

/// Which predicates are declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Words {
    /// The household predicates of AI2-THOR; a name that is not among them is an error.
    Ai2thor,
    /// Those of symbolic households; a name that is not among them is an error.
    Household,
    /// Those that the trajectories use, and those that the rule file lists under `predicates`; any
    /// other name in a rule is an error.
    Observed,
    /// Those that rules or trajectories use: finds no typing error in a rule.
    AsUsed,
}

#[derive(Serialize)]
struct Whole {
    rules: Vec<RuleReport>,
    summary: SummaryReport,
}

/// Reads, checks, prints.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let dialect = match global.dialect.parse().map_err(Failure::failed)? {
        // Rule texts as found come from that code base; its importer also reads clean ones.
        Dialect::Auto => Dialect::Sentinel,
        other => other,
    };
    if let Some(folder) = &args.bundle {
        super::bundle::refuse_existing(folder)?;
    }
    let start = Instant::now();
    let rules_bytes = read::bytes(&args.rules)?;
    let rules = RuleSet::read(&rules_bytes, &read::name(&args.rules)).map_err(Failure::rejected)?;
    let mut inputs = vec![(read::name(&args.rules), rules_bytes)];
    let (mut trajectories, mut left_out) = (Vec::new(), Vec::new());
    let mut progress = Progress::new(args.traces.len(), global);
    for path in &args.traces {
        let bytes = read::bytes(path)?;
        let options = trajectory::Options::default();
        let reading = trajectory::read_partly(&bytes, &read::name(path), &options)
            .map_err(Failure::rejected)?;
        trajectories.extend(reading.trajectories);
        left_out.extend(reading.left_out);
        if args.bundle.is_some() {
            inputs.push((read::name(path), bytes));
        }
        progress.step();
    }
    drop(progress);
    trajectory::distinct(&trajectories).map_err(Failure::rejected)?;
    let read_micros = start.elapsed().as_micros() as u64;
    let vocabulary = vocabulary(args, &rules, &trajectories, dialect);
    let start = Instant::now();
    let deadline = Duration::from_millis(args.max_millis);
    let interrupt =
        || (start.elapsed() > deadline).then_some(Limit::Time { millis: args.max_millis });
    let options =
        rules::Options { dialect, interrupt: Some(&interrupt), ..rules::Options::default() };
    // A bundle has a run for each task; what is known of the tasks is known of the whole.
    let parts: Vec<(Vec<usize>, Report)> = by_task(&trajectories)
        .into_iter()
        .map(|numbers| {
            let part: Vec<Trajectory> =
                numbers.iter().map(|&at| trajectories[at].clone()).collect();
            let report = rules::check(&rules, &part, &vocabulary, &options);
            (numbers, report)
        })
        .collect();
    let report = match Report::join(&parts, trajectories.len()) {
        Some(report) => report,
        None => rules::check(&rules, &trajectories, &vocabulary, &options),
    };
    let check_micros = start.elapsed().as_micros() as u64;
    let start = Instant::now();
    let deadline = Duration::from_millis(args.extras_millis);
    let interrupt =
        || (start.elapsed() > deadline).then_some(Limit::Time { millis: args.extras_millis });
    let options =
        rules::Options { dialect, interrupt: Some(&interrupt), ..rules::Options::default() };
    let run = Checked {
        rules: &rules,
        trajectories: &trajectories,
        vocabulary: &vocabulary,
        closer: (args.extras_millis > 0).then_some(&options),
    };
    let summary = summary(&report, read_micros, check_micros);
    print(args, global, &report, run.extras(&trajectories), summary)?;
    if let Some(folder) = &args.bundle {
        bundle(args, &inputs, &run, &parts, folder)?;
    }
    let verdicts = report.rules.iter().map(|o| vedette_report::bundle::verdict_of(o.verdict));
    // What could not be read may hide anything: the verdicts are about the rest only.
    for error in &left_out {
        eprintln!("vedette: left out: {error}");
    }
    let read = if left_out.is_empty() { Exit::Fine } else { Exit::Rejected };
    Ok(verdicts.map(Exit::from).fold(read, Exit::and))
}

/// The trajectories of each task, by their numbers.
fn by_task(trajectories: &[Trajectory]) -> Vec<Vec<usize>> {
    let mut tasks: IndexMap<&str, Vec<usize>> = IndexMap::new();
    for (at, trajectory) in trajectories.iter().enumerate() {
        tasks.entry(&trajectory.task).or_default().push(at);
    }
    tasks.into_values().collect()
}

fn vocabulary(
    args: &Args,
    rules: &RuleSet,
    trajectories: &[Trajectory],
    dialect: Dialect,
) -> Vocabulary {
    let scenes =
        trajectories.iter().flat_map(|t| &t.steps).any(|s| matches!(*s.state, State::Scene(_)));
    let default = match rules.vocabulary.as_deref() {
        Some("household") => Words::Household,
        Some("ai2thor") => Words::Ai2thor,
        _ if scenes => Words::Ai2thor,
        _ => Words::Observed,
    };
    match args.vocabulary.unwrap_or(default) {
        Words::Ai2thor => Vocabulary::ai2thor(),
        Words::Household => Vocabulary::household(),
        Words::Observed => rules.observed(trajectories),
        Words::AsUsed => rules.as_used(trajectories, dialect),
    }
}

fn print(
    args: &Args,
    global: &Global,
    report: &Report,
    extras: Vec<Option<Extras>>,
    summary: SummaryReport,
) -> Result<(), Failure> {
    let mut extras = extras.into_iter();
    let rules =
        report.rules.iter().map(|outcome| rule(outcome, args.each, extras.next().flatten()));
    let mut printer = Printer::new(global.format(), false);
    if global.format() == Format::Json {
        printer.print(&Whole { rules: rules.collect(), summary }, |_| String::new())?;
    } else {
        for rule in rules {
            printer.print(&rule, human)?;
        }
        printer.print(&summary, |summary| {
            let counts: Vec<String> = summary
                .verdicts
                .0
                .iter()
                .filter(|(_, count)| *count > 0)
                .map(|(verdict, count)| format!("{count} {}", verdict.word()))
                .collect();
            format!(
                "\n{} trajectories with {} states in a tree of {} nodes: {}",
                summary.trajectories,
                summary.states,
                summary.nodes,
                counts.join(", ")
            )
        })?;
    }
    printer.finish()
}

fn human(report: &RuleReport) -> String {
    let letters: String = report.per_trajectory.iter().map(|verdict| verdict.letter()).collect();
    let mut text = format!("{:<13} {:<12} {letters}", report.verdict.word(), report.rule);
    if let Some(found) = &report.counterexample {
        let binding: Vec<String> = found
            .binding
            .iter()
            .map(|(variable, object)| format!("{variable} = {object}"))
            .collect();
        let _ = write!(
            text,
            "\n              trajectory {}, from step {}, certain at step {}, {}{}{}",
            found.trajectory,
            found.step,
            found.certain_at,
            found.origin,
            if binding.is_empty() { "" } else { ": " },
            binding.join(", ")
        );
        for reason in found.reasons.iter().take(8) {
            let _ = write!(
                text,
                "\n              step {:>3}  {} is {}",
                reason.step, reason.formula, reason.value
            );
        }
    }
    let lines = report.errors.iter().chain(&report.limit).chain(&report.repairs).cloned();
    let closeness = report.extras.as_ref().map(sentences).unwrap_or_default();
    for line in lines.chain(closeness) {
        let _ = write!(text, "\n              {line}");
    }
    text
}

/// What was checked.
struct Checked<'a> {
    rules: &'a RuleSet,
    trajectories: &'a [Trajectory],
    vocabulary: &'a Vocabulary,
    /// How to look how close verdicts are; none for not at all.
    closer: Option<&'a rules::Options<'a>>,
}

impl Checked<'_> {
    /// How close the verdicts of all rules on these trajectories are.
    fn extras(&self, trajectories: &[Trajectory]) -> Vec<Option<Extras>> {
        let Some(options) = self.closer else { return Vec::new() };
        examined(self.rules, trajectories, self.vocabulary, options)
    }
}

/// Writes a bundle with one run a task: trajectories of different tasks are different trees.
fn bundle(
    args: &Args,
    inputs: &[(String, Vec<u8>)],
    checked: &Checked<'_>,
    parts: &[(Vec<usize>, Report)],
    folder: &std::path::Path,
) -> Result<(), Failure> {
    let Checked { rules, trajectories, vocabulary, .. } = checked;
    let title = format!("Results of {}", args.model);
    let tasks = match parts.len() {
        0 | 1 => String::new(),
        many => format!(" of {many} tasks, each task a tree of its own,"),
    };
    let description = format!(
        "{} trajectories{tasks} checked against {} rules.",
        trajectories.len(),
        rules.rules.len()
    );
    let command = format!("vedette tree … --rules {} --bundle …", read::name(&args.rules));
    let mut writer = Writer::new(&title, &description, false, &command);
    for (name, bytes) in inputs {
        writer.input(name, bytes);
    }
    for (numbers, report) in parts {
        let trajectories: Vec<Trajectory> =
            numbers.iter().map(|&at| trajectories[at].clone()).collect();
        let task = trajectories.first().map_or("", |one| one.task.as_str());
        let about = About {
            id: format!("{task}/{}", args.model),
            model: args.model.clone(),
            task: task.to_owned(),
            title: task.to_owned(),
            scene: String::new(),
            levels: None,
        };
        let extras = checked.extras(&trajectories);
        record(&mut writer, &about, rules, &trajectories, vocabulary, report, &extras)
            .map_err(Failure::failed)?;
    }
    super::bundle::write(folder, &writer.finish().map_err(Failure::failed)?.files)
}
