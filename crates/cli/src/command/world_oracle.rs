//! `vedette world oracle`: the simulator held against recorded programs.

use super::world_run::Mode;
use crate::exit::{Done, Exit, Failure};
use crate::options::Global;
use crate::output::Printer;
use crate::progress::Progress;
use crate::read;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use vedette_report::world::oracle::{Report, Tally};
use vedette_worlds::household::recorded::{Recorded, Tasks};
use vedette_worlds::household::{Household, read_graph};

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
    let mut records = Vec::new();
    for path in files(&args.folder)? {
        let text = read::text(&path)?;
        records.extend(Recorded::read(&text, &read::name(&path)).map_err(Failure::rejected)?);
    }
    if records.is_empty() {
        return Err(Failure::rejected(format!(
            "{}: found no recorded program, expected files `oracle*.jsonl`",
            args.folder.display()
        )));
    }
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

/// The records of a folder, by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let told = |e| Failure::failed(format!("{} cannot be read: {e}", folder.display()));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(told)? {
        let path = entry.map_err(told)?.path();
        let name = read::name(&path);
        let plain = Path::new(name.strip_suffix(".gz").unwrap_or(&name));
        let lines = plain.extension().is_some_and(|end| end.eq_ignore_ascii_case("jsonl"));
        if lines && name.starts_with("oracle") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Where scenes come from.
struct Graphs {
    folder: PathBuf,
    tasks: Option<Tasks>,
}

impl Graphs {
    fn open(folder: &Path) -> Result<Self, Failure> {
        let tasks =
            match (plain_or_gz(folder, "base_graph.json"), plain_or_gz(folder, "tasks.jsonl")) {
                (Some(base), Some(tasks)) => {
                    let (base, list) = (read::text(&base)?, read::text(&tasks)?);
                    Some(
                        Tasks::read(&base, &list, &read::name(&tasks))
                            .map_err(Failure::rejected)?,
                    )
                }
                _ => None,
            };
        Ok(Self { folder: folder.to_owned(), tasks })
    }

    /// The scene of this name.
    fn household(&self, name: &str) -> Result<Household, Failure> {
        let known = self.tasks.as_ref().and_then(|tasks| tasks.household(name));
        let household =
            known.map_or_else(|| self.file(name), |it| it.map_err(Failure::rejected))?;
        match household.problems.first() {
            Some(problem) => Err(Failure::rejected(problem)),
            None => Ok(household),
        }
    }

    /// The scene in a file of this name.
    fn file(&self, name: &str) -> Result<Household, Failure> {
        let file = (!name.contains(['/', '\\']))
            .then(|| plain_or_gz(&self.folder, &format!("{name}.json")))
            .flatten();
        let path = file.ok_or_else(|| {
            Failure::rejected(format!(
                "found the scene {name:?}, expected a task of tasks.jsonl or a file {name}.json in {}",
                self.folder.display()
            ))
        })?;
        read_graph(&read::bytes(&path)?, &read::name(&path)).map_err(Failure::rejected)
    }
}

fn plain_or_gz(folder: &Path, name: &str) -> Option<PathBuf> {
    [name.to_owned(), format!("{name}.gz")]
        .iter()
        .map(|name| folder.join(name))
        .find(|path| path.is_file())
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
