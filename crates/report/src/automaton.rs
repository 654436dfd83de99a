//! A formula as an automaton, schema `vedette.automaton/1`: to be drawn, and in the formats that other
//! tools read.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_report::automaton::{Kind, Refused, report};
//!
//! let seen = report("F a", "auto", "finite", Kind::Finite, &Budget::default()).unwrap();
//! assert_eq!((seen.kind.as_str(), seen.states.len()), ("dfa", 2));
//! assert!(seen.edges.iter().any(|edge| edge.guard == "a" && edge.from != edge.to));
//! assert!(seen.hoa.starts_with("HOA: v1\nname: \"F a\""));
//! let budget = Budget::states(1);
//! let refused = report("F a & F b", "auto", "infinite", Kind::Buchi, &budget).unwrap_err();
//! assert!(matches!(refused, Refused::Undecided(_)));
//! ```
//!
//! Atoms are opaque: `d < 0.3` and `d < 0.5` are two propositions.

use crate::diagnostic::Diagnostic;
use crate::reading;
use crate::typed::typed;
use serde::{Deserialize, Serialize};
use std::fmt;
use vedette_checker::automata::deterministic::{Machine, dfa};
use vedette_checker::automata::dot;
use vedette_checker::automata::explicit::{Acceptance, Automaton, atom_names, automaton};
use vedette_checker::automata::guard::{Guard, Guards, Symbols};
use vedette_checker::automata::hoa::{self, Header};
use vedette_checker::automata::monitor::{Outlook, monitor};
use vedette_checker::automata::translate::NotBuilt;
use vedette_checker::budget::Budget;
use vedette_checker::formula::Formula;
use vedette_checker::syntax::{Style, print};
use vedette_checker::words::Reading;

/// The schema of [`AutomatonReport`].
pub const SCHEMA: &str = "vedette.automaton/1";

/// Which automaton is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A generalized Büchi automaton that accepts on transitions.
    #[default]
    Buchi,
    /// A Büchi automaton that accepts on states, in one set.
    StateBased,
    /// The monitor that says of every prefix whether it is good, bad or undecided.
    Monitor,
    /// The minimal deterministic automaton over non-empty finite words.
    Finite,
}

/// An automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutomatonReport {
    /// [`SCHEMA`].
    pub schema: String,
    /// The formula in our notation.
    pub formula: String,
    /// `generalized-buchi`, `buchi`, `monitor` or `dfa`.
    pub kind: String,
    /// Whether no state has two steps for one letter.
    pub deterministic: bool,
    /// The atoms.
    pub atoms: Vec<String>,
    /// How many acceptance sets there are; a run is accepted if it meets each of them again and again.
    pub acceptance_sets: u32,
    /// Where runs begin.
    pub start: usize,
    /// The states, in the order of their numbers.
    pub states: Vec<State>,
    /// The steps.
    pub edges: Vec<Step>,
    /// The automaton in the Hanoi Omega-Automata format.
    pub hoa: String,
    /// The automaton in the language of Graphviz.
    pub dot: String,
}

/// A state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Its number.
    pub id: usize,
    /// Whether it accepts, where states do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepting: Option<bool>,
    /// What a monitor says here: `good`, `bad`, `undecided`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outlook: Option<String>,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The state that it leaves.
    pub from: usize,
    /// The state that it enters.
    pub to: usize,
    /// The letters, as a formula over the atoms.
    pub guard: String,
    /// The acceptance sets that it is in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<u32>,
}

/// Why there is no automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The dialect or the reading has no such name, or does not fit the kind.
    Usage(String),
    /// The text is no formula.
    Syntax(Vec<Diagnostic>),
    /// The formula has no automaton over words.
    Rejected(String),
    /// A limit was hit.
    Undecided(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(why) | Self::Rejected(why) | Self::Undecided(why) => f.write_str(why),
            Self::Syntax(errors) => {
                for (index, error) in errors.iter().enumerate() {
                    let separator = if index > 0 { "; " } else { "" };
                    write!(f, "{separator}column {}: {}", error.column, error.message)?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for Refused {}

/// What was built.
enum Built {
    Buchi(Automaton),
    Finite(Machine<bool>),
    Monitor(Machine<Outlook>),
}

/// The automaton of `text`. `reading` is how words end: `finite` goes with [`Kind::Finite`], `infinite`
/// with the others.
pub fn report(
    text: &str,
    dialect: &str,
    reading: &str,
    kind: Kind,
    budget: &Budget<'_>,
) -> Result<AutomatonReport, Refused> {
    let read = reading::parse(reading).map_err(Refused::Usage)?;
    let needed = if kind == Kind::Finite { Reading::Finite } else { Reading::Infinite };
    if read != needed {
        let expected = reading::name(needed);
        return Err(Refused::Usage(format!(
            "found the reading {reading}, expected {expected} for this kind of automaton"
        )));
    }
    let typed = typed(text, dialect, read).map_err(Refused::Usage)?;
    if !typed.errors.is_empty() {
        return Err(Refused::Syntax(typed.errors));
    }
    let built = build(&typed.formula, kind, budget).map_err(|why| match why {
        NotBuilt::Limit(_) | NotBuilt::Atoms { .. } | NotBuilt::Sets { .. } => {
            Refused::Undecided(why.to_string())
        }
        NotBuilt::Undefined(_) | NotBuilt::Unbounded(_) => Refused::Rejected(why.to_string()),
    })?;
    Ok(drawn(&built, &typed.formula))
}

fn build(formula: &Formula, kind: Kind, budget: &Budget<'_>) -> Result<Built, NotBuilt> {
    let (pool, root) = (&formula.pool, formula.root);
    let acceptance = match kind {
        Kind::Finite => return dfa(pool, root, Reading::Finite, budget).map(Built::Finite),
        Kind::Monitor => return monitor(pool, root, budget).map(Built::Monitor),
        Kind::StateBased => Acceptance::States,
        Kind::Buchi => Acceptance::Transitions,
    };
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

fn drawn(built: &Built, formula: &Formula) -> AutomatonReport {
    let (atoms, start) = match built {
        Built::Buchi(automaton) => (&automaton.atoms, automaton.start),
        Built::Finite(machine) => (&machine.atoms, machine.start),
        Built::Monitor(machine) => (&machine.atoms, machine.start),
    };
    let atoms = atom_names(&formula.pool, atoms);
    let plain = |id: usize| State { id, accepting: None, outlook: None };
    let (kind, deterministic, acceptance_sets, states, edges) = match built {
        Built::Buchi(automaton) => {
            let states = (0..automaton.states()).map(|id| State {
                accepting: automaton.state_based.then(|| automaton.state_marks(id) != 0),
                ..plain(id)
            });
            let kind = if automaton.state_based { "buchi" } else { "generalized-buchi" };
            let deterministic = automaton.clone().is_deterministic();
            let steps = buchi_steps(automaton, &atoms);
            (kind, deterministic, automaton.sets, states.collect(), steps)
        }
        Built::Finite(machine) => {
            let states = machine.colours.iter().enumerate();
            let states = states.map(|(id, &own)| State { accepting: Some(own), ..plain(id) });
            ("dfa", true, 0, states.collect(), machine_steps(machine, &atoms))
        }
        Built::Monitor(machine) => {
            let states = machine.colours.iter().enumerate();
            let states =
                states.map(|(id, o)| State { outlook: Some(o.name().to_owned()), ..plain(id) });
            ("monitor", true, 0, states.collect(), machine_steps(machine, &atoms))
        }
    };
    let title = print(&formula.pool, formula.root, Style::Vedette);
    AutomatonReport {
        schema: SCHEMA.to_owned(),
        hoa: hoa_text(built, &atoms, &title),
        dot: dot_text(built, &atoms, &title),
        formula: title,
        kind: kind.to_owned(),
        deterministic,
        atoms,
        acceptance_sets,
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
