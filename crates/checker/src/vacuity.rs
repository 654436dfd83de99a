//! Parts of a formula that do not matter: true or false in their place changes nothing.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_checker::syntax::{Dialect, Style, parse, print};
//! use vedette_checker::vacuity::idle;
//! use vedette_checker::words::Reading;
//!
//! let rule = parse("G(p -> F p | q)", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let found = idle(&rule.pool, rule.root, Reading::Infinite, &Budget::default());
//! // The whole rule is valid, and that is said elsewhere.
//! assert!(found.is_empty());
//!
//! let rule = parse("F(p & F p) & G(q | !q & r)", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let found = idle(&rule.pool, rule.root, Reading::Infinite, &Budget::default());
//! let said: Vec<String> = found
//!     .iter()
//!     .map(|part| format!("{} as {}", print(&rule.pool, part.part, Style::Vedette), part.value))
//!     .collect();
//! assert_eq!(said, ["F p as true", "!q as true"]);
//! ```
//!
//! # Why so
//!
//! A rule with an idle part says less than its author thinks, and the model checker will never
//! complain. The notion is inherent vacuity: Fisman, Kupferman, Sheinvald-Faragy, Vardi, *A Framework
//! for Inherent Vacuity*, HVC 2008, for formulas without a system, after Beer, Ben-David, Eisner,
//! Rodeh, *Efficient Detection of Vacuity in Temporal Model Checking*, FMSD 18 (2001). A place, not a
//! sub-formula, is what is replaced: the two `p` of `p & F(p & q)` are two. Within a shared part they
//! are one, as the formula is a graph. Words that refuted one replacement are tried on the next ones,
//! so that few are decided.

use crate::budget::Budget;
use crate::equivalence::{Verdict, compare};
use crate::formula::{Id, Node, Pool};
use crate::words::{Reading, Word, holds};

/// The largest formula that is looked at, in different parts.
const PARTS: usize = 60;
/// The most replacements that are decided, after the words at hand did not refute them.
const DECIDED: usize = 120;
/// The most idle parts that are named.
const ENOUGH: usize = 3;

/// A part that does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Idle {
    /// The part.
    pub part: Id,
    /// What it can be replaced by.
    pub value: bool,
}

/// The largest parts of `root` that can be replaced by a constant. None if the whole can be, if there
/// are none, or if `budget` is too small to know.
pub fn idle(pool: &Pool, root: Id, reading: Reading, budget: &Budget<'_>) -> Vec<Idle> {
    if pool.reachable(&[root]).len() > PARTS {
        return Vec::new();
    }
    let mut search =
        Search { pool: pool.clone(), root, reading, budget, words: vec![], decided: 0 };
    for value in [true, false] {
        let constant = search.pool.constant(value);
        if search.means_the_same(constant) != Some(false) {
            return Vec::new();
        }
    }
    let mut found = Vec::new();
    let mut open = vec![root];
    let mut seen = vec![root];
    while let Some(parent) = open.pop() {
        let children: Vec<Id> = pool.node(parent).children().collect();
        let mut busy = Vec::new();
        let mut best: Option<(usize, Idle)> = None;
        for (place, &child) in children.iter().enumerate() {
            if matches!(pool.node(child), Node::Constant(_)) {
                continue;
            }
            let idle = [true, false].into_iter().find(|&value| {
                let other = search.replaced(parent, place, value);
                search.means_the_same(other) == Some(true)
            });
            let Some(value) = idle else {
                busy.push(child);
                continue;
            };
            let size = pool.reachable(&[child]).len();
            if best.is_none_or(|(largest, _)| size >= largest) {
                best = Some((size, Idle { part: child, value }));
            }
        }
        // Either operand of `p & F p`, below `F`, can go, but not both: the larger one is named.
        found.extend(best.map(|(_, idle)| idle));
        for child in busy.into_iter().rev() {
            if !seen.contains(&child) {
                seen.push(child);
                open.push(child);
            }
        }
        if found.len() >= ENOUGH || search.decided >= DECIDED {
            break;
        }
    }
    found.truncate(ENOUGH);
    found
}

struct Search<'a, 'b> {
    pool: Pool,
    root: Id,
    reading: Reading,
    budget: &'a Budget<'b>,
    /// Words, and whether the formula allows them.
    words: Vec<(Word, bool)>,
    decided: usize,
}

impl Search<'_, '_> {
    /// Whether `other` is equivalent to the formula, as far as is known.
    fn means_the_same(&mut self, other: Id) -> Option<bool> {
        for (word, allowed) in &self.words {
            if holds(&self.pool, other, word, self.reading).ok()? != *allowed {
                return Some(false);
            }
        }
        if self.decided >= DECIDED {
            return None;
        }
        self.decided += 1;
        let found = compare(&self.pool, self.root, other, self.reading, self.budget).ok()?;
        let before = self.words.len();
        self.words.extend(found.candidate_only.map(|word| (word, true)));
        self.words.extend(found.truth_only.map(|word| (word, false)));
        match found.verdict {
            Verdict::Equivalent => Some(true),
            _ if self.words.len() > before => Some(false),
            _ => None,
        }
    }

    /// The formula with a constant in one place of one part.
    fn replaced(&mut self, parent: Id, place: usize, value: bool) -> Id {
        let constant = self.pool.constant(value);
        let mut done = vec![Id::default(); self.root.index() + 1];
        for id in self.pool.reachable(&[self.root]) {
            let mut at = 0;
            let node = self.pool.node(id).map_children(|child| {
                let here = id == parent && at == place;
                at += 1;
                if here { constant } else { done[child.index()] }
            });
            done[id.index()] = self.pool.add(node);
        }
        done[self.root.index()]
    }
}
