//! `vedette automaton`: a formula as an automaton, for people and for other tools.

use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::read;
use clap::ValueEnum;
use std::time::{Duration, Instant};
use vedette_checker::budget::{Budget, Limit};
use vedette_report::automaton::{Kind, Refused, report};

/// Arguments of `vedette automaton`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The formula, or - to read it from standard input
    #[arg(allow_hyphen_values = true)]
    text: String,
    /// What to write [default: hoa on a terminal, else json]
    #[arg(long, value_enum)]
    to: Option<Target>,
    /// The monitor that says of every prefix whether it is good, bad or undecided
    #[arg(long, conflicts_with_all = ["state_based", "finite"])]
    monitor: bool,
    /// Accept on states, in one set, instead of on transitions
    #[arg(long, conflicts_with = "finite")]
    state_based: bool,
    /// The minimal deterministic automaton over non-empty finite words
    #[arg(long)]
    finite: bool,
    /// Give up after this many states
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    max_states: u64,
    /// Give up after this many milliseconds
    #[arg(long, value_name = "MS", default_value_t = 60_000)]
    max_millis: u64,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    /// The Hanoi Omega-Automata format, version 1
    Hoa,
    /// Graphviz
    Dot,
    /// JSON
    Json,
}

/// Builds the automaton and writes it.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let text = &read::formula(&args.text)?;
    let (kind, reading) = match (args.finite, args.monitor, args.state_based) {
        (true, ..) => (Kind::Finite, "finite"),
        (_, true, _) => (Kind::Monitor, "infinite"),
        (_, _, true) => (Kind::StateBased, "infinite"),
        _ => (Kind::Buchi, "infinite"),
    };
    let start = Instant::now();
    let (millis, deadline) = (args.max_millis, Duration::from_millis(args.max_millis));
    let interrupt = || (start.elapsed() > deadline).then_some(Limit::Time { millis });
    let budget = Budget::states(args.max_states).with_interrupt(&interrupt);
    let report =
        report(text, &global.dialect, reading, kind, &budget).map_err(|why| match why {
            Refused::Usage(why) => Failure::failed(why),
            Refused::Syntax(errors) => Failure::rejected(super::formula::errors(text, &errors)),
            Refused::Rejected(why) => Failure::rejected(why),
            Refused::Undecided(message) => Failure { exit: Exit::Undecided, message },
        })?;
    let target = args.to.unwrap_or(match global.format() {
        Format::Human => Target::Hoa,
        Format::Json | Format::Jsonl => Target::Json,
    });
    let format = match (target, global.format()) {
        (Target::Json, Format::Jsonl) => Format::Jsonl,
        (Target::Json, _) => Format::Json,
        _ => Format::Human,
    };
    let mut printer = Printer::new(format, false);
    printer.print(&report, |report| {
        let text = if target == Target::Dot { &report.dot } else { &report.hoa };
        text.trim_end().to_owned()
    })?;
    printer.finish()?;
    Ok(Exit::Fine)
}
