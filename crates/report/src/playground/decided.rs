//! The step that decides: after which no continuation can change the verdict.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_checker::formula::Formula;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::{Reading, Word};
//! use vedette_report::playground::decided::{Decided, decided};
//!
//! let at = |formula, word| {
//!     let Formula { mut pool, root } =
//!         parse(formula, Dialect::Vedette, Reading::Infinite).ok().unwrap();
//!     let word = Word::parse(word, &mut pool).unwrap();
//!     decided(&pool, root, &word, Reading::Infinite, &Budget::default()).unwrap()
//! };
//! assert_eq!(at("G a", "a; a; 1; cycle{a}"), Decided::At { time: 2, holds: false });
//! assert_eq!(at("F b", "a; b; cycle{a}"), Decided::At { time: 1, holds: true });
//! assert_eq!(at("G a", "cycle{a}"), Decided::Never, "it could still fail");
//! assert_eq!(at("F[<=9] b", "cycle{a}"), Decided::At { time: 9, holds: false });
//! assert_eq!(at("a | !a", "cycle{a}"), Decided::Before { holds: true });
//! ```
//!
//! # The definition
//! The step at time `t` decides if it is the first one such that all words of the reading that begin
//! with the letters up to and including `t` give the formula the same value (`docs/semantics.md`,
//! section 7). Over infinite words these are the good and bad prefixes of Kupferman & Vardi (*Model
//! checking of safety properties*, 2001), which the three-valued monitor tells exactly; over finite ones
//! the word may also end right there, and a state of the minimal DFA decides if all states that it
//! reaches, itself among them, accept alike.

use serde::{Deserialize, Serialize};
use vedette_checker::automata::deterministic::{Machine, dfa};
use vedette_checker::automata::monitor::{Outlook, monitor};
use vedette_checker::automata::translate::NotBuilt;
use vedette_checker::budget::Budget;
use vedette_checker::formula::{Id, Pool};
use vedette_checker::words::{Letter, Reading, Word};

/// When the verdict is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "when", rename_all = "snake_case")]
pub enum Decided {
    /// Before anything happens: the formula has this value on every word.
    Before {
        /// The value.
        holds: bool,
    },
    /// With the letter at this time, which may lie in a later round of the cycle.
    At {
        /// The time.
        time: usize,
        /// The value.
        holds: bool,
    },
    /// By no prefix: only the whole word has a verdict.
    Never,
}

/// When `word` settles the value of `root`.
pub fn decided(
    pool: &Pool,
    root: Id,
    word: &Word,
    reading: Reading,
    budget: &Budget<'_>,
) -> Result<Decided, NotBuilt> {
    if reading == Reading::Infinite {
        let machine = monitor(pool, root, budget)?;
        let settled = |state: usize| match machine.colours[state] {
            Outlook::Good => Some(true),
            Outlook::Bad => Some(false),
            Outlook::Undecided => None,
        };
        return Ok(first(&machine, word, settled(machine.start), settled));
    }
    let machine = dfa(pool, root, reading, budget)?;
    let settled = |state: usize| uniform(&machine, &[state]);
    // Nothing read is no word: only what comes after it counts.
    let next: Vec<usize> = machine.edges[machine.start].iter().map(|edge| edge.1).collect();
    Ok(first(&machine, word, uniform(&machine, &next), settled))
}

/// The colour of everything that is reached from `from`, if it is one.
fn uniform(machine: &Machine<bool>, from: &[usize]) -> Option<bool> {
    let mut reached = vec![false; machine.states()];
    let mut stack = from.to_vec();
    let mut found = [false; 2];
    while let Some(state) = stack.pop() {
        if std::mem::replace(&mut reached[state], true) {
            continue;
        }
        found[usize::from(machine.colours[state])] = true;
        stack.extend(machine.edges[state].iter().map(|edge| edge.1));
    }
    match found {
        [false, true] => Some(true),
        [true, false] => Some(false),
        _ => None,
    }
}

fn first<C>(
    machine: &Machine<C>,
    word: &Word,
    before: Option<bool>,
    settled: impl Fn(usize) -> Option<bool>,
) -> Decided {
    if let Some(holds) = before {
        return Decided::Before { holds };
    }
    let letters: Vec<&Letter> = word.letters().collect();
    let back = if let Word::Lasso(lasso) = word { Some(lasso.prefix.len()) } else { None };
    let mut state = machine.start;
    let (mut time, mut position) = (0, 0);
    // States met at the first position of the cycle: when one comes again, nothing new does.
    let mut met = vec![false; machine.states()];
    while position < letters.len() {
        if back == Some(position) && std::mem::replace(&mut met[state], true) {
            break;
        }
        state = machine.step(state, letters[position]);
        if let Some(holds) = settled(state) {
            return Decided::At { time, holds };
        }
        time += 1;
        position += 1;
        if position == letters.len() {
            position = back.unwrap_or(position);
        }
    }
    Decided::Never
}

#[cfg(test)]
mod tests;
