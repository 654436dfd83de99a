//! Automata as pictures: the language of Graphviz.
//!
//! ```
//! use vedette_checker::automata::dot;
//! use vedette_checker::automata::explicit::{Acceptance, atom_names, automaton};
//! use vedette_checker::budget::Budget;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let f = parse("G a", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let found = automaton(&f.pool, f.root, Acceptance::States, &Budget::default()).unwrap();
//! let text = dot::automaton(&found, &atom_names(&f.pool, &found.atoms), "G a");
//! assert!(text.contains("0 [label=\"0\", shape=doublecircle]"));
//! assert!(text.contains("0 -> 0 [label=\"a\"]"));
//! ```
//!
//! Accepting states have a double line, as in textbooks; the sets of a transition stand in brackets
//! behind its guard.

use super::deterministic::Machine;
use super::explicit::Automaton;
use super::guard::Symbols;
use std::fmt::Write;

/// A Büchi automaton; `names` are those of its atoms.
pub fn automaton(automaton: &Automaton, names: &[String], title: &str) -> String {
    let mut guards = automaton.guards.clone();
    let mut text = begin(title, automaton.start);
    for state in 0..automaton.states() {
        let double = automaton.state_based && automaton.state_marks(state) != 0;
        node(&mut text, state, &state.to_string(), double);
    }
    for (state, edges) in automaton.edges.iter().enumerate() {
        for each in edges {
            let guard = guards.text(each.guard, Symbols::WORDS, |v| names[v as usize].clone());
            let sets = (0..automaton.sets).filter(|set| each.marks >> set & 1 == 1);
            let sets: Vec<String> = sets.map(|set| set.to_string()).collect();
            let sets = if sets.is_empty() || automaton.state_based {
                String::new()
            } else {
                format!(" {{{}}}", sets.join(" "))
            };
            edge(&mut text, state, each.target, &format!("{guard}{sets}"));
        }
    }
    text + "}\n"
}

/// A deterministic machine; `label` says what a colour is, and whether it is drawn with a double line.
pub fn machine<C>(
    machine: &Machine<C>,
    names: &[String],
    title: &str,
    label: impl Fn(&C) -> (&str, bool),
) -> String {
    let mut guards = machine.guards.clone();
    let mut text = begin(title, machine.start);
    for (state, colour) in machine.colours.iter().enumerate() {
        let (colour, double) = label(colour);
        let name = if colour.is_empty() { state.to_string() } else { format!("{state}: {colour}") };
        node(&mut text, state, &name, double);
    }
    for (state, edges) in machine.edges.iter().enumerate() {
        for &(guard, target) in edges {
            let guard = guards.text(guard, Symbols::WORDS, |v| names[v as usize].clone());
            edge(&mut text, state, target, &guard);
        }
    }
    text + "}\n"
}

fn begin(title: &str, start: usize) -> String {
    format!(
        "digraph {{\n  label={}\n  rankdir=LR\n  start [shape=point]\n  start -> {start}\n",
        quoted(title)
    )
}

// Writing to a string does not fail.
fn node(text: &mut String, state: usize, label: &str, double: bool) {
    let shape = if double { "doublecircle" } else { "circle" };
    let _ = writeln!(text, "  {state} [label={}, shape={shape}]", quoted(label));
}

fn edge(text: &mut String, from: usize, to: usize, label: &str) {
    let _ = writeln!(text, "  {from} -> {to} [label={}]", quoted(label));
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " "))
}
