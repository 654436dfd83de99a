//! `vedette automaton`: a formula as an automaton, for people and for other tools.

use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::read;
use clap::ValueEnum;
use serde::Serialize;
use std::time::{Duration, Instant};
use vedette_checker::automata::deterministic::{Machine, dfa};
use vedette_checker::automata::dot;
use vedette_checker::automata::explicit::{Acceptance, Automaton, atom_names, automaton};
use vedette_checker::automata::guard::{Guard, Guards, Symbols};
use vedette_checker::automata::hoa::{self, Header};
use vedette_checker::automata::monitor::{Outlook, monitor};
use vedette_checker::automata::translate::NotBuilt;
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::formula::Formula;
use vedette_checker::syntax::{Dialect, Style, parse, print};
use vedette_checker::words::Reading;
use vedette_report::diagnostic::Diagnostic;

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

/// An automaton as JSON.
#[derive(Serialize)]
struct Drawn {
    schema: &'static str,
    formula: String,
    kind: &'static str,
    deterministic: bool,
    atoms: Vec<String>,
    acceptance_sets: u32,
    start: usize,
    states: Vec<State>,
    edges: Vec<Step>,
}

#[derive(Serialize)]
struct State {
    id: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepting: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outlook: Option<&'static str>,
}

#[derive(Serialize)]
struct Step {
    from: usize,
    to: usize,
    guard: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sets: Vec<u32>,
}

/// What was built.
enum Built {
    Buchi(Automaton),
    Finite(Machine<bool>),
    Monitor(Machine<Outlook>),
}

/// Builds the automaton and writes it.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let text = &read::formula(&args.text)?;
    let dialect: Dialect = global.dialect.parse().map_err(Failure::failed)?;
    let reading = if args.finite { Reading::Finite } else { Reading::Infinite };
    let parsed = parse(text, dialect, reading);
    let errors = Diagnostic::errors(text, &parsed);
    if !errors.is_empty() {
        return Err(Failure::rejected(super::formula::errors(text, &errors)));
    }
    let formula = parsed.formula;
    let start = Instant::now();
    let (millis, deadline) = (args.max_millis, Duration::from_millis(args.max_millis));
    let interrupt = || (start.elapsed() > deadline).then_some(Limit::Time { millis });
    let budget = Budget::states(args.max_states).with_interrupt(&interrupt);
    let built = build(args, &formula, &budget).map_err(|why| match why {
        NotBuilt::Limit(_) | NotBuilt::Atoms { .. } | NotBuilt::Sets { .. } => {
            Failure { exit: Exit::Undecided, message: why.to_string() }
        }
        NotBuilt::Undefined(_) | NotBuilt::Unbounded(_) => Failure::rejected(why),
    })?;
    let target = args.to.unwrap_or(match global.format() {
        Format::Human => Target::Hoa,
        Format::Json | Format::Jsonl => Target::Json,
    });
    let title = print(&formula.pool, formula.root, Style::Vedette);
    let format = match (target, global.format()) {
        (Target::Json, Format::Jsonl) => Format::Jsonl,
        (Target::Json, _) => Format::Json,
        _ => Format::Human,
    };
    let mut printer = Printer::new(format, false);
    let drawn = drawn(&built, &formula, &title);
    printer.print(&drawn, |drawn| {
        let text = match target {
            Target::Dot => dot_text(&built, &drawn.atoms, &title),
            _ => hoa_text(&built, &drawn.atoms, &title),
        };
        text.trim_end().to_owned()
    })?;
    printer.finish()?;
    Ok(Exit::Fine)
}

fn build(args: &Args, formula: &Formula, budget: &Budget<'_>) -> Result<Built, NotBuilt> {
    let (pool, root) = (&formula.pool, formula.root);
    if args.finite {
        return dfa(pool, root, Reading::Finite, budget).map(Built::Finite);
    }
    if args.monitor {
        return monitor(pool, root, budget).map(Built::Monitor);
    }
    let acceptance = if args.state_based { Acceptance::States } else { Acceptance::Transitions };
    automaton(pool, root, acceptance, budget).map(Built::Buchi)
}

fn hoa_text(built: &Built, atoms: &[String], name: &str) -> String {
    let header = Header { name, atoms, ..Header::default() };
    match built {
        Built::Buchi(automaton) => hoa::write(automaton, &header),
        Built::Finite(machine) => {
            hoa::write(&machine.as_automaton(), &Header { finite: true, ..header })
        }
        Built::Monitor(machine) => {
            let (automaton, states) = machine.as_automaton();
            hoa::write(&automaton, &Header { states: &states, ..header })
        }
    }
}

fn dot_text(built: &Built, atoms: &[String], title: &str) -> String {
    match built {
        Built::Buchi(automaton) => dot::automaton(automaton, atoms, title),
        Built::Finite(machine) => dot::machine(machine, atoms, title, |&accepts| ("", accepts)),
        Built::Monitor(machine) => {
            dot::machine(machine, atoms, title, |o| (o.name(), *o == Outlook::Good))
        }
    }
}

fn drawn(built: &Built, formula: &Formula, title: &str) -> Drawn {
    let (atoms, start) = match built {
        Built::Buchi(automaton) => (&automaton.atoms, automaton.start),
        Built::Finite(machine) => (&machine.atoms, machine.start),
        Built::Monitor(machine) => (&machine.atoms, machine.start),
    };
    let atoms = atom_names(&formula.pool, atoms);
    let plain = |id: usize| State { id, accepting: None, outlook: None };
    let (kind, deterministic, sets, states, edges) = match built {
        Built::Buchi(automaton) => {
            let states = (0..automaton.states()).map(|id| State {
                accepting: automaton.state_based.then(|| automaton.state_marks(id) != 0),
                ..plain(id)
            });
            let kind = if automaton.state_based { "buchi" } else { "generalized-buchi" };
            let deterministic = automaton.clone().is_deterministic();
            let states = states.collect::<Vec<_>>();
            (kind, deterministic, automaton.sets, states, buchi_steps(automaton, &atoms))
        }
        Built::Finite(machine) => {
            let states = machine.colours.iter().enumerate();
            let states = states.map(|(id, &own)| State { accepting: Some(own), ..plain(id) });
            ("dfa", true, 0, states.collect(), machine_steps(machine, &atoms))
        }
        Built::Monitor(machine) => {
            let states = machine.colours.iter().enumerate();
            let states = states.map(|(id, o)| State { outlook: Some(o.name()), ..plain(id) });
            ("monitor", true, 0, states.collect(), machine_steps(machine, &atoms))
        }
    };
    Drawn {
        schema: "vedette.automaton/1",
        formula: title.to_owned(),
        kind,
        deterministic,
        atoms,
        acceptance_sets: sets,
        start,
        states,
        edges,
    }
}

fn buchi_steps(automaton: &Automaton, atoms: &[String]) -> Vec<Step> {
    let mut guards = automaton.guards.clone();
    let mut steps = Vec::new();
    for (from, edges) in automaton.edges.iter().enumerate() {
        for edge in edges {
            let sets = (0..automaton.sets).filter(|set| edge.marks >> set & 1 == 1).collect();
            let guard = guard_text(&mut guards, edge.guard, atoms);
            steps.push(Step { from, to: edge.target, guard, sets });
        }
    }
    steps
}

fn machine_steps<C>(machine: &Machine<C>, atoms: &[String]) -> Vec<Step> {
    let mut guards = machine.guards.clone();
    let mut steps = Vec::new();
    for (from, edges) in machine.edges.iter().enumerate() {
        for &(guard, to) in edges {
            let guard = guard_text(&mut guards, guard, atoms);
            steps.push(Step { from, to, guard, sets: Vec::new() });
        }
    }
    steps
}

fn guard_text(guards: &mut Guards, guard: Guard, atoms: &[String]) -> String {
    guards.text(guard, Symbols::WORDS, |variable| atoms[variable as usize].clone())
}
