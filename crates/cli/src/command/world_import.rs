//! `vedette world import`: what other programs wrote, as our scenes and trajectories.

use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::read;
use std::fmt::Write as _;
use std::path::PathBuf;
use vedette_report::world::import::{self, Report, Source, import};

/// Arguments of `vedette world import`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// What wrote the file
    #[arg(long, value_enum)]
    from: From,
    /// What to print: all, or the scene, the trajectories, the goal or the items alone, ready to be kept in a file
    #[arg(long, value_enum, default_value = "report")]
    to: To,
    /// The domain of a PDDL problem
    #[arg(long, value_name = "FILE", required_if_eq("from", "pddl"))]
    domain: Option<PathBuf>,
    /// A plan (PDDL) to run: an action a line
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,
    /// The words of a PDDL problem's scene, trajectory and goal
    #[arg(long, value_enum, default_value = "fitting")]
    words: Words,
    /// A program (VirtualHome) to run
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Run the program as the recorded executor does, quirks included (docs/worlds.md)
    #[arg(long)]
    compat: bool,
    /// A PDDL problem, a graph of VirtualHome, an event or trace of AI2-THOR, demonstrations of ALFRED,
    /// tasks of SafeAgentBench (also .gz)
    file: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum From {
    /// A problem of PDDL
    Pddl,
    /// A graph of VirtualHome
    Virtualhome,
    /// Metadata of AI2-THOR
    Ai2thor,
    /// Demonstrations of ALFRED
    Alfred,
    /// Tasks of SafeAgentBench
    Safeagentbench,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum To {
    /// All, with what is missing
    Report,
    /// The scene
    Scene,
    /// The trajectories
    Trajectories,
    /// The goal as a formula
    Goal,
    /// The tasks as items for `vedette annotate`
    Items,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Words {
    /// Those of the household if they say all that the actions do, else those of the domain
    Fitting,
    /// Those of the domain
    Domain,
    /// Those of the household
    Household,
}

/// Reads, converts, prints.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let other = |given: bool, option: &str, from: &str| {
        let what = format!("{option} is for --from {from}, and this is another; leave it out");
        if given { Err(Failure::failed(what)) } else { Ok(()) }
    };
    if args.from != From::Pddl {
        other(args.domain.is_some() || args.plan.is_some(), "--domain or --plan", "pddl")?;
        other(args.words != Words::Fitting, "--words", "pddl")?;
    }
    if args.from != From::Virtualhome {
        other(args.program.is_some() || args.compat, "--program or --compat", "virtualhome")?;
    }
    let text = |path: &Option<PathBuf>| path.as_deref().map(read::text).transpose();
    let source = match args.from {
        From::Pddl => Source::Pddl {
            domain: text(&args.domain)?.unwrap_or_default(),
            named: args.domain.as_deref().map(read::name).unwrap_or_default(),
            plan: text(&args.plan)?,
            words: match args.words {
                Words::Fitting => import::Words::Fitting,
                Words::Domain => import::Words::Domain,
                Words::Household => import::Words::Household,
            },
        },
        From::Virtualhome => {
            Source::VirtualHome { program: text(&args.program)?, compat: args.compat }
        }
        From::Ai2thor => Source::Ai2Thor,
        From::Alfred => Source::Alfred,
        From::Safeagentbench => Source::SafeAgentBench,
    };
    let bytes = read::bytes(&args.file)?;
    let report = import(&bytes, &read::name(&args.file), &source).map_err(Failure::rejected)?;
    let stopped = if report.stopped.is_some() { Exit::Violated } else { Exit::Fine };
    let exit = if report.problems.is_empty() { stopped } else { Exit::Rejected };
    if args.to == To::Report {
        let mut printer = Printer::new(global.format(), false);
        printer.print(&report, human)?;
        printer.finish()?;
        return Ok(exit);
    }
    alone(&report, args.to, global.format())?;
    let aside = aside(&report);
    if !aside.is_empty() {
        eprintln!("{}", aside.trim_start());
    }
    Ok(exit)
}

/// One of the things that were taken over, without the report around it.
fn alone(report: &Report, to: To, format: Format) -> Result<(), Failure> {
    let none = |what: &str, instead: &str| {
        let why = format!("found no {what} in the file, expected {instead}");
        Err(Failure::rejected(why))
    };
    match (to, &report.goal) {
        (To::Goal, None) => {
            return none("goal", "a PDDL problem with one that these words can say");
        }
        (To::Goal, Some(goal)) => {
            let mut printer = Printer::new(format, false);
            printer.print(goal, Clone::clone)?;
            return printer.finish();
        }
        _ => {}
    }
    if to == To::Trajectories && report.trajectories.is_empty() {
        let from = "a plan (--plan), or a program (--program); recordings of simulators need no \
                    import: every command reads them, and keeps what they do not say apart";
        return none("trajectory", from);
    }
    if to == To::Scene && report.scene.is_null() {
        return none("scene", "what describes one; tasks only name theirs");
    }
    if to == To::Items && report.items.is_empty() {
        return none("item", "tasks of SafeAgentBench");
    }
    // All are files for other commands, whatever the terminal: a scene is one text, the others are lines.
    let format = if to == To::Scene { Format::Json } else { Format::Jsonl };
    let mut printer = Printer::new(format, false);
    match to {
        To::Scene => printer.print(&report.scene, |_| String::new())?,
        To::Items => {
            report.items.iter().try_for_each(|item| printer.print(item, |_| String::new()))?;
        }
        _ => {
            report.trajectories.iter().try_for_each(|one| printer.print(one, |_| String::new()))?;
        }
    }
    printer.finish()
}

fn human(report: &Report) -> String {
    let objects = report.scene["objects"].as_array().map_or(0, Vec::len);
    let Report { from, words, trajectories, items, .. } = report;
    let mut text = format!(
        "{from}: {objects} objects, {} trajectories, {} items, in the words of {words}",
        trajectories.len(),
        items.len(),
    );
    for item in items {
        let _ = write!(text, "\n{}: {}", item.id, item.rule);
        if !item.missing.is_empty() {
            let _ = write!(text, "\n    without {}", item.missing.join("; "));
        }
    }
    if let Some(goal) = &report.goal {
        let _ = write!(text, "\ngoal: {goal}");
    }
    if let Some(reached) = report.reached {
        let _ = write!(
            text,
            "\nthe goal {} at the end",
            if reached { "holds" } else { "does not hold" }
        );
    }
    for known in report.known.iter().filter(|known| known.unknown > 0) {
        let _ =
            write!(text, "\nnot known: {} of {} {}", known.unknown, known.asked, known.predicate);
        if let Some(first) = &known.first {
            let _ = write!(text, " (first {first})");
        }
    }
    text + &aside(report)
}

/// What is wrong, odd and missing, a line each.
fn aside(report: &Report) -> String {
    let mut text = String::new();
    for (word, all) in
        [("problem", &report.problems), ("note", &report.notes), ("missing", &report.missing)]
    {
        for one in all {
            let _ = write!(text, "\n{word}: {one}");
        }
    }
    if let Some(stopped) = &report.stopped {
        let _ = write!(text, "\nstopped in line {}: {}", stopped.line, stopped.why);
    }
    text
}
