//! Three-valued monitors: what a prefix of an infinite word already decides.
//!
//! ```
//! use vedette_checker::automata::monitor::{Outlook, monitor};
//! use vedette_checker::budget::Budget;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let f = parse("a U b", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let machine = monitor(&f.pool, f.root, &Budget::default()).unwrap();
//! let mut outlooks = machine.colours.clone();
//! outlooks.sort();
//! assert_eq!(outlooks, [Outlook::Bad, Outlook::Good, Outlook::Undecided]);
//!
//! let f = parse("G F a", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let machine = monitor(&f.pool, f.root, &Budget::default()).unwrap();
//! assert_eq!(machine.colours, [Outlook::Undecided], "not monitorable: nothing is ever decided");
//! ```
//!
//! # Why from two automata
//!
//! A prefix is bad if no continuation satisfies the formula, good if none satisfies its negation
//! (Bauer, Leucker & Schallhart, *Runtime verification for LTL and TLTL*, TOSEM 2011, section 3). Drop
//! all states of both automata from which nothing is accepted; then a prefix is bad exactly when no
//! run of the first one is left. Determinised together and minimised, that is the least monitor. Going
//! by formula progression instead would call `G F a & G F !a & F G a` undecided for ever.

use super::deterministic::{Machine, Rows, blocks};
use super::explicit::{Automaton, Edge};
use super::simulation::trim;
use super::table::Table;
use super::translate::{NotBuilt, Translation};
use crate::budget::Budget;
use crate::formula::{Id, Pool};
use crate::words::Reading;

/// What a prefix decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outlook {
    /// No continuation satisfies the formula.
    Bad,
    /// Every continuation does.
    Good,
    /// Some do, some do not.
    Undecided,
}

impl Outlook {
    /// One word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bad => "bad",
            Self::Good => "good",
            Self::Undecided => "undecided",
        }
    }
}

impl Machine<Outlook> {
    /// The automaton that accepts the words of which no prefix is bad, with the names of its states;
    /// bad states are left out, as usual for monitors.
    pub fn as_automaton(&self) -> (Automaton, Vec<String>) {
        let edges = self.edges.iter().zip(&self.colours).map(|(edges, outlook)| {
            let live = edges
                .iter()
                .filter(|e| *outlook != Outlook::Bad && self.colours[e.1] != Outlook::Bad);
            live.map(|&(guard, target)| Edge { target, marks: 0, guard }).collect()
        });
        let mut automaton = Automaton {
            atoms: self.atoms.clone(),
            guards: self.guards.clone(),
            start: self.start,
            sets: 0,
            edges: edges.collect(),
            state_based: true,
        };
        let names: Vec<String> = self.colours.iter().map(|o| o.name().to_owned()).collect();
        let order = trim(&mut automaton);
        (automaton, order.into_iter().map(|state| names[state].clone()).collect())
    }
}

/// The least three-valued monitor of `root` over infinite words.
pub fn monitor(pool: &Pool, root: Id, budget: &Budget<'_>) -> Result<Machine<Outlook>, NotBuilt> {
    let mut translation = Translation::new(pool, root, Reading::Infinite)?;
    let mut yes = translation.automaton(budget)?;
    let no = translation.negated().automaton(budget)?;
    let [yes_table, no_table] = live_tables(&mut yes, no)?;
    let step = |(yes, no): &(Vec<usize>, Vec<usize>), block: usize| {
        (yes_table.step(yes, block), no_table.step(no, block))
    };
    let start = |table: &Table| if table.moves.is_empty() { Vec::new() } else { vec![0] };
    let start = (start(&yes_table), start(&no_table));
    let outlook = |(yes, no): &(Vec<usize>, Vec<usize>)| match (yes.is_empty(), no.is_empty()) {
        (true, _) => Outlook::Bad,
        (_, true) => Outlook::Good,
        _ => Outlook::Undecided,
    };
    let count = yes_table.blocks.len();
    let (rows, _) = Rows::explore(start, count, budget, step, outlook)?;
    Ok(rows.minimal(budget)?.machine(yes.atoms, yes.guards, &yes_table.blocks))
}

/// The two automata without the states that accept nothing, over common blocks of letters; a table
/// without states where nothing at all is accepted. The guards of the first know the blocks.
pub(super) fn live_tables(yes: &mut Automaton, mut no: Automaton) -> Result<[Table; 2], NotBuilt> {
    trim(yes);
    trim(&mut no);
    let own = yes.guards.import(&no.guards);
    for edge in no.edges.iter_mut().flatten() {
        edge.guard = own(edge.guard);
    }
    let all: Vec<_> = yes.edges.iter().chain(&no.edges).flatten().map(|e| e.guard).collect();
    let blocks = blocks(&mut yes.guards, all)?;
    // A trimmed automaton that accepts nothing is one state without a step.
    let live = |automaton: &Automaton| automaton.edges.iter().any(|edges| !edges.is_empty());
    let live = [live(yes), live(&no)];
    let mut table = |edges: &[Vec<_>], live: bool| {
        Table::new(&mut yes.guards, if live { edges } else { &[] }, &blocks)
    };
    Ok([table(&yes.edges, live[0]), table(&no.edges, live[1])])
}
