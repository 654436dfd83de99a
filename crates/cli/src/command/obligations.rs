//! `vedette obligations compile`: typed obligations to CTL.

use super::plan_input;
use crate::exit::{Done, Exit, Failure};
use crate::options::Global;
use crate::output::Printer;
use crate::read;
use serde::Serialize;
use std::path::PathBuf;
use vedette_report::plan::{Given, ObligationReport, obligations};

/// Arguments of `vedette obligations`.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Args {
    /// Ground obligations against a table of tools and compile them to CTL
    Compile(Compile),
}

/// Arguments of `vedette obligations compile`.
#[derive(clap::Args, Debug)]
pub(crate) struct Compile {
    /// The obligations (JSON); `-` for standard input
    file: PathBuf,
    /// The tools: a file (JSON), or the name of a shipped table
    #[arg(long, value_name = "TOOLS")]
    tools: String,
    /// The domain; chooses the suite of a table of several
    #[arg(long)]
    domain: Option<String>,
}

#[derive(Serialize)]
struct Row<'a> {
    schema: &'static str,
    #[serde(flatten)]
    report: &'a ObligationReport,
}

/// Compiles, and prints one formula or reason each; status 2 if one is rejected.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let Args::Compile(args) = args;
    let tools = Given::Text(plan_input::tools(&args.tools)?);
    let reports = obligations(&read::text(&args.file)?, &tools, args.domain.as_deref())
        .map_err(Failure::rejected)?;
    let mut printer = Printer::new(global.format(), true);
    let mut worst = Exit::Fine;
    for report in &reports {
        if report.rejected.is_some() {
            worst = worst.and(Exit::Rejected);
        }
        let row = Row { schema: "vedette.obligation/1", report };
        printer.print(&row, |row| human(row.report))?;
    }
    printer.finish()?;
    Ok(worst)
}

fn human(report: &ObligationReport) -> String {
    match (&report.rejected, &report.formula) {
        (Some(reason), _) => format!("REJECTED  {reason}"),
        (None, formula) => format!(
            "ACCEPTED  {}: {}\n          {}",
            report.id.as_deref().unwrap_or_default(),
            report.title.as_deref().unwrap_or_default(),
            formula.as_deref().unwrap_or_default()
        ),
    }
}
