//! The automaton of a formula beside the table, with its run on the trace.
//!
//! ```
//! use vedette_report::playground::Trace;
//! use vedette_report::playground::automaton::{AutomatonQuestion, Kind, automaton};
//!
//! let view = automaton(&AutomatonQuestion {
//!     formula: "G F a".into(),
//!     dialect: "auto".into(),
//!     reading: "infinite".into(),
//!     kind: Kind::States,
//!     trace: Trace::parse("1; cycle{a; 1}").unwrap(),
//! })
//! .unwrap();
//! assert_eq!((view.graph.states, view.accepted), (2, Some(true)));
//! assert_eq!(view.path.len(), 4, "a state before each letter, and one after the last");
//! assert!(view.hoa.starts_with("HOA: v1"));
//! ```

use super::answer::{atom_named, word};
use super::decided::{Decided, decided};
use super::run::Product;
use super::{Trace, TraceRow};
use crate::reading;
use crate::typed::typed;
use serde::{Deserialize, Serialize};
use vedette_checker::automata::deterministic::{Machine, dfa};
use vedette_checker::automata::dot;
use vedette_checker::automata::explicit::{self, Acceptance, atom_names};
use vedette_checker::automata::guard::{Guard, Guards, Symbols};
use vedette_checker::automata::hierarchy::hierarchy;
use vedette_checker::automata::hoa::{self, Header};
use vedette_checker::automata::monitor::{Outlook, monitor};
use vedette_checker::automata::translate::NotBuilt;
use vedette_checker::budget::Budget;
use vedette_checker::formula::{AtomId, Formula};
use vedette_checker::syntax::{Style, print};
use vedette_checker::words::{Letter, Reading};

/// So many states may be built for a picture.
const STATES: u64 = 4_000;
/// Automata with more states come without a run; nobody looks at them state by state.
const RUN: usize = 400;

/// Which automaton.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Büchi, accepting states. Over finite words the minimal DFA, whatever is asked for.
    #[default]
    States,
    /// Generalized Büchi, accepting steps.
    Transitions,
    /// The three-valued monitor.
    Monitor,
}

/// A formula, and a trace to run its automaton on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutomatonQuestion {
    /// The formula's text.
    pub formula: String,
    /// The dialect's name.
    pub dialect: String,
    /// The reading's name.
    pub reading: String,
    /// Which automaton.
    pub kind: Kind,
    /// The trace.
    pub trace: Trace,
}

/// States and steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    /// How many states there are.
    pub states: usize,
    /// Where runs begin.
    pub start: usize,
    /// The steps.
    pub edges: Vec<GraphEdge>,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphEdge {
    /// The state that it leaves.
    pub from: usize,
    /// The state that it leads to.
    pub to: usize,
    /// The letters that take it, as a formula.
    pub guard: String,
    /// The acceptance sets that it is in, as bits.
    pub marks: u64,
}

/// What a state says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StateMark {
    /// Nothing.
    Plain,
    /// It accepts.
    Accepting,
    /// No continuation satisfies the formula.
    Bad,
    /// Every continuation does.
    Good,
    /// Some do.
    Undecided,
}

/// An automaton with its run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutomatonView {
    /// The formula, in our notation.
    pub formula: String,
    /// `buchi`, `generalized-buchi`, `monitor` or `dfa`.
    pub kind: String,
    /// Whether every state has at most one step for every letter.
    pub deterministic: bool,
    /// The number of acceptance sets on steps.
    pub sets: u32,
    /// States and steps.
    pub graph: Graph,
    /// What each state says.
    pub marks: Vec<StateMark>,
    /// Whether the trace is accepted; a monitor accepts nothing.
    pub accepted: Option<bool>,
    /// The states of one run (an accepting one, if the trace is accepted and runs are not unique):
    /// before each letter, and after the last. Empty where no such run exists.
    pub path: Vec<usize>,
    /// The steps of that run.
    pub steps: Vec<usize>,
    /// The states that runs can be in: before each letter, and after the last.
    pub reach: Vec<Vec<usize>>,
    /// When the verdict is settled; none if that took more than a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<Decided>,
    /// The class in the hierarchy of Manna and Pnueli; only over infinite words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The automaton in the Hanoi format.
    pub hoa: String,
    /// The automaton for Graphviz.
    pub dot: String,
}

/// What was built, with everything that goes into the view.
struct Built {
    kind: &'static str,
    deterministic: bool,
    sets: u32,
    start: usize,
    atoms: Vec<AtomId>,
    guards: Guards,
    /// From, to, guard, marks.
    edges: Vec<(usize, usize, Guard, u64)>,
    marks: Vec<StateMark>,
    hoa: String,
    dot: String,
}

/// Builds the automaton and runs it. Fails, with the reason, if there is none of a size to look at.
pub fn automaton(question: &AutomatonQuestion) -> Result<AutomatonView, String> {
    let reading = reading::parse(&question.reading)?;
    let typed = typed(&question.formula, &question.dialect, reading)?;
    if !typed.errors.is_empty() {
        return Err("the formula is not readable".to_owned());
    }
    let mut formula = typed.formula;
    let title = print(&formula.pool, formula.root, Style::Vedette);
    let budget = || Budget::states(STATES);
    let built = build(&formula, reading, question.kind, &title, &budget())
        .map_err(|why| why.to_string())?;
    let mut trace = question.trace.clone();
    trace.repair();
    let name = |row: &TraceRow| atom_named(&row.atom, &mut formula.pool);
    let names: Vec<Option<AtomId>> = trace.rows.iter().map(name).collect();
    let word = word(&trace, &names, reading);
    let (pool, root) = (&formula.pool, formula.root);
    let decided = decided(pool, root, &word, reading, &budget()).ok();
    let class = (reading == Reading::Infinite)
        .then(|| hierarchy(pool, root, &budget()).ok().map(|class| class.name().to_owned()))
        .flatten();
    let atoms = atom_names(pool, &built.atoms);
    let mut guards = built.guards.clone();
    let edges = built.edges.iter().map(|&(from, to, guard, marks)| GraphEdge {
        from,
        to,
        guard: guards.text(guard, Symbols::WORDS, |v| atoms[v as usize].clone()),
        marks,
    });
    let edges = edges.collect();
    let mut view = AutomatonView {
        formula: title,
        kind: built.kind.to_owned(),
        deterministic: built.deterministic,
        sets: built.sets,
        graph: Graph { states: built.marks.len(), start: built.start, edges },
        marks: built.marks,
        accepted: None,
        path: Vec::new(),
        steps: Vec::new(),
        reach: Vec::new(),
        decided,
        class,
        hoa: built.hoa,
        dot: built.dot,
    };
    if view.graph.states <= RUN {
        let takes = |edge: usize, letter: &Letter| {
            let is_true = |v: u32| letter.contains(built.atoms[v as usize]);
            built.guards.contains(built.edges[edge].2, is_true)
        };
        let product = Product::new(&view.graph, &word, takes);
        run(&mut view, &product);
    }
    Ok(view)
}

/// Fills in the run.
fn run(view: &mut AutomatonView, product: &Product) {
    view.reach = product.reach(&view.graph);
    if matches!(view.kind.as_str(), "dfa" | "monitor") {
        view.path = view.reach.iter().filter_map(|states| states.first().copied()).collect();
        let edge = |pair: &[usize]| {
            // Machines have one step between two states: their guards are merged.
            view.graph.edges.iter().position(|e| e.from == pair[0] && e.to == pair[1])
        };
        view.steps = view.path.windows(2).filter_map(edge).collect();
        if view.kind == "dfa" {
            let last = view.path.last().map(|&state| view.marks[state]);
            view.accepted = Some(last == Some(StateMark::Accepting));
        }
        return;
    }
    let all = 1_u64.checked_shl(view.sets).map_or(u64::MAX, |bit| bit - 1);
    let steps = product.accepting(&view.graph, all);
    view.accepted = Some(steps.is_some());
    if let Some(steps) = steps {
        view.path.push(view.graph.start);
        view.path.extend(steps.iter().map(|&edge| view.graph.edges[edge].to));
        view.steps = steps;
    }
}

fn build(
    formula: &Formula,
    reading: Reading,
    kind: Kind,
    title: &str,
    budget: &Budget<'_>,
) -> Result<Built, NotBuilt> {
    let (pool, root) = (&formula.pool, formula.root);
    if reading != Reading::Infinite {
        let machine = dfa(pool, root, reading, budget)?;
        let names = atom_names(pool, &machine.atoms);
        let header = Header { name: title, atoms: &names, finite: true, ..Header::default() };
        let hoa = hoa::write(&machine.as_automaton(), &header);
        let dot = dot::machine(&machine, &names, title, |&accepts| ("", accepts));
        let mark = |&accepts: &bool| if accepts { StateMark::Accepting } else { StateMark::Plain };
        return Ok(of_machine("dfa", machine, mark, hoa, dot));
    }
    if kind == Kind::Monitor {
        let machine = monitor(pool, root, budget)?;
        let names = atom_names(pool, &machine.atoms);
        let (automaton, states) = machine.as_automaton();
        let header = Header { name: title, atoms: &names, states: &states, ..Header::default() };
        let hoa = hoa::write(&automaton, &header);
        let dot = dot::machine(&machine, &names, title, |o| (o.name(), *o == Outlook::Good));
        let mark = |outlook: &Outlook| match outlook {
            Outlook::Bad => StateMark::Bad,
            Outlook::Good => StateMark::Good,
            Outlook::Undecided => StateMark::Undecided,
        };
        return Ok(of_machine("monitor", machine, mark, hoa, dot));
    }
    let acceptance =
        if kind == Kind::States { Acceptance::States } else { Acceptance::Transitions };
    let mut automaton = explicit::automaton(pool, root, acceptance, budget)?;
    let names = atom_names(pool, &automaton.atoms);
    let header = Header { name: title, atoms: &names, ..Header::default() };
    let on_states = automaton.state_based && acceptance == Acceptance::States;
    let mark = |state: usize| {
        let accepts = on_states && automaton.sets > 0 && automaton.state_marks(state) != 0;
        let accepts = accepts || (on_states && automaton.sets == 0);
        if accepts { StateMark::Accepting } else { StateMark::Plain }
    };
    let marks = (0..automaton.states()).map(mark).collect();
    let edges = automaton.edges.iter().enumerate();
    let edges = edges
        .flat_map(|(from, edges)| edges.iter().map(move |e| (from, e.target, e.guard, e.marks)));
    Ok(Built {
        kind: if acceptance == Acceptance::States { "buchi" } else { "generalized-buchi" },
        sets: automaton.sets,
        start: automaton.start,
        edges: edges.collect(),
        marks,
        hoa: hoa::write(&automaton, &header),
        dot: dot::automaton(&automaton, &names, title),
        deterministic: automaton.is_deterministic(),
        atoms: automaton.atoms,
        guards: automaton.guards,
    })
}

fn of_machine<C>(
    kind: &'static str,
    machine: Machine<C>,
    mark: impl Fn(&C) -> StateMark,
    hoa: String,
    dot: String,
) -> Built {
    let edges = machine.edges.iter().enumerate();
    let edges =
        edges.flat_map(|(from, own)| own.iter().map(move |&(guard, to)| (from, to, guard, 0)));
    Built {
        kind,
        deterministic: true,
        sets: 0,
        start: machine.start,
        edges: edges.collect(),
        marks: machine.colours.iter().map(mark).collect(),
        atoms: machine.atoms,
        guards: machine.guards,
        hoa,
        dot,
    }
}

#[cfg(test)]
mod tests;
