//! The Hanoi Omega-Automata format, version 1: writing. (Reading is in [`hoa_read`](super::hoa_read).)
//!
//! ```
//! use vedette_checker::automata::explicit::{Acceptance, automaton, atom_names};
//! use vedette_checker::automata::hoa::{Header, write};
//! use vedette_checker::budget::Budget;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let f = parse("G F a", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let found = automaton(&f.pool, f.root, Acceptance::Transitions, &Budget::default()).unwrap();
//! let names = atom_names(&f.pool, &found.atoms);
//! let text = write(&found, &Header { name: "G F a", atoms: &names, ..Header::default() });
//! assert!(text.contains("acc-name: Buchi\nAcceptance: 1 Inf(0)"));
//! assert!(text.ends_with("State: 0\n[!0] 0\n[0] 0 {0}\n--END--\n"));
//! ```
//!
//! # Why this format
//!
//! It is what the tools of the field exchange (Babiak et al., *The Hanoi Omega-Automata Format*, CAV
//! 2015), so that every automaton here can be held against another tool's. It has no word for finite
//! words; an automaton over them carries a header whose name begins with a capital, which by the
//! format's own rule tells other tools not to read on as if they understood.

use super::explicit::Automaton;
use super::guard::{Guards, Symbols};
use std::fmt::Write;

/// What is said about an automaton besides its states.
#[derive(Clone, Copy, Debug, Default)]
pub struct Header<'a> {
    /// The title: usually the formula.
    pub name: &'a str,
    /// The names of the atoms, in the order of the automaton's variables.
    pub atoms: &'a [String],
    /// By state, a name; empty for none.
    pub states: &'a [String],
    /// Whether it reads finite words, accepted in marked states.
    pub finite: bool,
}

/// The automaton as text.
pub fn write(automaton: &Automaton, header: &Header<'_>) -> String {
    let mut text = String::from("HOA: v1\n");
    // A string takes what it is given.
    let mut line = |line: &str| {
        text.push_str(line);
        text.push('\n');
    };
    if !header.name.is_empty() {
        line(&format!("name: {}", quoted(header.name)));
    }
    if header.finite {
        line("Finite-Words: true");
    }
    line(&format!("States: {}", automaton.states()));
    line(&format!("Start: {}", automaton.start));
    let atoms = header.atoms.iter().fold(String::new(), |text, name| text + " " + &quoted(name));
    line(&format!("AP: {}{atoms}", header.atoms.len()));
    let sets = automaton.sets;
    line(&match sets {
        0 => "acc-name: all".to_owned(),
        1 => "acc-name: Buchi".to_owned(),
        _ => format!("acc-name: generalized-Buchi {sets}"),
    });
    let all: Vec<String> = (0..sets).map(|set| format!("Inf({set})")).collect();
    let condition = if sets == 0 { "t".to_owned() } else { all.join("&") };
    line(&format!("Acceptance: {sets} {condition}"));
    let mut guards = automaton.guards.clone();
    let placed = if automaton.state_based { "state-acc" } else { "trans-acc" };
    let deterministic = if automaton.clone().is_deterministic() { " deterministic" } else { "" };
    line(&format!("properties: trans-labels explicit-labels {placed}{deterministic}"));
    line("--BODY--");
    for (state, edges) in automaton.edges.iter().enumerate() {
        let name = header.states.get(state).map(|name| format!(" {}", quoted(name)));
        let marks =
            if automaton.state_based { marks(automaton.state_marks(state)) } else { String::new() };
        line(&format!("State: {state}{}{marks}", name.unwrap_or_default()));
        for edge in edges {
            let marks = if automaton.state_based { String::new() } else { self::marks(edge.marks) };
            let guard = label(&mut guards, edge.guard);
            line(&format!("[{guard}] {}{marks}", edge.target));
        }
    }
    line("--END--");
    text
}

fn label(guards: &mut Guards, guard: super::guard::Guard) -> String {
    guards.text(guard, Symbols::HOA, |variable| variable.to_string())
}

/// The sets in braces, with a blank before; nothing for none.
fn marks(marks: u64) -> String {
    if marks == 0 {
        return String::new();
    }
    let sets = (0..64).filter(|set| marks >> set & 1 == 1);
    let mut text = String::new();
    for set in sets {
        let _ = write!(text, "{}{set}", if text.is_empty() { " {" } else { " " });
    }
    text + "}"
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
