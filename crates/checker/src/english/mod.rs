//! A reading of any formula in plain English.
//!
//! ```
//! use vedette_checker::english::read;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let english = |text| {
//!     let formula = parse(text, Dialect::Vedette, Reading::Finite).ok().unwrap();
//!     read(&formula.pool, formula.root)
//! };
//! assert_eq!(
//!     english("forall m: Microwave. G(on(m) -> !open(m))"),
//!     "For every microwave m: whenever m is on, m is not open.",
//! );
//! assert_eq!(english("G(p -> F[<=10] q)"), "Whenever p, within 10 steps q.");
//! assert_eq!(
//!     english("G(p & (F q | r) -> F(s & X t))"),
//!     "Whenever (1), eventually all of these hold: s; in the next step t.\n\
//!      (1) means: all of these hold: p; (2).\n\
//!      (2) means: at least one of these holds: eventually q; r.",
//! );
//! ```
//!
//! # Why this construction
//!
//! English has no brackets: "eventually p and q" can be read in two ways. So an operand is a fact, or
//! a list of facts of one kind, unless it stands at the end of the sentence; there it may be a
//! sentence again, since it runs to the end whichever way one reads it. Every other operand gets a
//! number and a sentence of its own. The numbers are worked off from a queue, so depth costs no
//! stack, and a shared part is explained once.

mod atoms;
mod sentences;

pub(crate) use atoms::predicate_named;

use crate::formula::{Id, Pool};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// How many numbered parts are spelled out.
const PARTS: usize = 40;

/// After how many bytes no further part is begun.
const LENGTH: usize = 8_000;

/// The formula `root` in English: one sentence, and one line more for each numbered part.
pub fn read(pool: &Pool, root: Id) -> String {
    let mut reader = Reader { pool, numbers: FxHashMap::default(), queue: Vec::new() };
    let mut out = capitalised(&reader.sentence(root));
    out.push('.');
    let mut done = 0;
    while done < reader.queue.len() && done < PARTS && out.len() < LENGTH {
        let sentence = reader.sentence(reader.queue[done]);
        done += 1;
        let _ = write!(out, "\n({done}) means: {sentence}.");
    }
    if done < reader.queue.len() {
        let parts = pool.reachable(&[root]).len();
        let _ = write!(
            out,
            "\n(cut here: the parts from ({}) on are not spelled out; the formula has {parts} \
             different parts)",
            done + 1
        );
    }
    out
}

struct Reader<'a> {
    pool: &'a Pool,
    numbers: FxHashMap<Id, usize>,
    queue: Vec<Id>,
}

impl Reader<'_> {
    /// The number of a part, which will be explained in its own sentence.
    fn number(&mut self, id: Id) -> String {
        let next = self.queue.len() + 1;
        let number = *self.numbers.entry(id).or_insert(next);
        if number == next {
            self.queue.push(id);
        }
        format!("({number})")
    }
}

fn capitalised(text: &str) -> String {
    // A name keeps its case: `p never happens` is about `p`, not about `P`.
    const OPENERS: &[&str] = &[
        "for ",
        "whenever ",
        "it ",
        "at ",
        "eventually",
        "in ",
        "within ",
        "until ",
        "up ",
        "all ",
        "exactly ",
        "if ",
        "either ",
        "on ",
        "from ",
    ];
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if OPENERS.iter().any(|opener| text.starts_with(opener)) => {
            first.to_uppercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}
