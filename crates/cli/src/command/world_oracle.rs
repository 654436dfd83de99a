//! `vedette world oracle`: the simulator held against recorded programs.

use super::world_run::Mode;
use crate::exit::{Done, Exit};
use crate::options::Global;
use crate::output::Printer;
use crate::progress::Progress;
use crate::recorded::{Graphs, records};
use std::fmt::Write;
use std::path::PathBuf;
use vedette_report::world::oracle::{Report, Tally};

/// Arguments of `vedette world oracle`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A folder with recorded programs: `oracle*.jsonl` (also .gz)
    folder: PathBuf,
    /// The folder with the scenes: `base_graph.json` and `tasks.jsonl`, or a graph a file (also .gz)
    /// [default: the same]
    #[arg(long, value_name = "DIR")]
    graphs: Option<PathBuf>,
    /// Which semantics (docs/worlds.md)
    #[arg(long, value_enum, default_value = "compat")]
    mode: Mode,
}

/// Reads, compares, prints.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let records = records(&args.folder)?;
    let graphs = Graphs::open(args.graphs.as_deref().unwrap_or(&args.folder))?;
    let mut tally = Tally::new(args.mode.rules());
    let mut progress = Progress::new(records.len(), global);
    for record in &records {
        match graphs.household(&record.graph) {
            Ok(household) => tally.hold(record, household),
            // Nothing else is lost for one scene that cannot be had.
            Err(failure) if failure.exit == Exit::Rejected => {
                tally.leave_out(record, &failure.message);
            }
            Err(failure) => return Err(failure),
        }
        progress.step();
    }
    drop(progress);
    let report = tally.report();
    let mut printer = Printer::new(global.format(), false);
    printer.print(&report, human)?;
    printer.finish()?;
    let read = if report.left_out.is_empty() { Exit::Fine } else { Exit::Rejected };
    Ok(read.and(if report.differing == 0 { Exit::Fine } else { Exit::Violated }))
}

fn human(report: &Report) -> String {
    let mut text = String::new();
    for difference in &report.differences {
        let _ = writeln!(
            text,
            "{} ({}), step {} {}: {}",
            difference.id, difference.graph, difference.step, difference.text, difference.what
        );
    }
    for left_out in &report.left_out {
        let _ = writeln!(text, "left out: {left_out}");
    }
    let Report { programs, steps, differing, mode, .. } = report;
    let _ = write!(text, "{differing} of {programs} programs differ ({steps} steps, {mode})");
    text
}
