//! `vedette world reach`: steps from subgoal to subgoal, or why there are none.

use crate::exit::{Done, Exit, Failure};
use crate::options::Global;
use crate::output::Printer;
use crate::read;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use vedette_checker::budget::Limit;
use vedette_report::world::reach::{Report, reach};
use vedette_worlds::household::reach::Effort;
use vedette_worlds::household::read_household;

/// Arguments of `vedette world reach`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A scene (docs/formats/scene.md) or a graph of VirtualHome (also .gz)
    #[arg(long, value_name = "SCENE")]
    scene: PathBuf,
    /// Facts that are to hold together, such as `held(mug.7) & closed(cupboard.3)`; several goals are
    /// subgoals, one after another
    #[arg(long, value_name = "FACTS", required = true)]
    goal: Vec<String>,
    /// The most states for each subgoal by steps on the objects that matter for it, and a hundred times as
    /// many steps tried among all
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    max_states: u64,
    /// Give up after this many milliseconds in all
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    max_millis: u64,
}

/// Reads, searches, prints.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let scene = read::name(&args.scene);
    let household =
        read_household(&read::bytes(&args.scene)?, &scene).map_err(Failure::rejected)?;
    let start = Instant::now();
    let deadline = Duration::from_millis(args.max_millis);
    let interrupt =
        || (start.elapsed() >= deadline).then_some(Limit::Time { millis: args.max_millis });
    let effort = Effort {
        relevant: args.max_states,
        every: args.max_states.saturating_mul(100),
        interrupt: Some(&interrupt),
    };
    let report = reach(household, &scene, &args.goal, &effort).map_err(Failure::rejected)?;
    let mut printer = Printer::new(global.format(), false);
    printer.print(&report, human)?;
    printer.finish()?;
    let read = if report.left_out.is_empty() { Exit::Fine } else { Exit::Rejected };
    Ok(read.and(match report.verdict {
        "found" => Exit::Fine,
        "unreachable" => Exit::Violated,
        _ => Exit::Undecided,
    }))
}

fn human(report: &Report) -> String {
    let mut text = String::new();
    for left_out in &report.left_out {
        let _ = writeln!(text, "left out of the scene: {left_out}");
    }
    for subgoal in &report.subgoals {
        let _ = writeln!(text, "{}: {}", subgoal.goal, subgoal.verdict);
        for step in &subgoal.steps {
            let _ = writeln!(text, "    {step}");
        }
        if let Some(why) = &subgoal.why {
            let _ = writeln!(text, "    {why}");
        }
    }
    text.trim_end().to_owned()
}
