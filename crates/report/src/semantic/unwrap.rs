//! Getting the formula out of an answer that wraps it in a sentence or a code fence.
//!
//! ```
//! use vedette_checker::syntax::Dialect;
//! use vedette_checker::words::Reading;
//! use vedette_report::semantic::{Unwrapped, unwrap};
//!
//! let unwrap = |text| unwrap(text, Dialect::Auto, Reading::Infinite);
//! let Unwrapped::Formula { text, repair } = unwrap("The formula is G !open(m).") else { panic!() };
//! assert_eq!(text, "G !open(m)");
//! assert!(repair.is_some());
//! assert!(matches!(unwrap("I cannot answer that."), Unwrapped::NotInFormat));
//! assert!(matches!(unwrap("G(p -> "), Unwrapped::SyntaxError));
//! assert!(matches!(unwrap("Either G !p or else: F !p"), Unwrapped::Ambiguous));
//! ```
//!
//! # How
//! A text that parses is left alone. Else the code fences and back-quoted parts are tried; else every
//! part from the start of a word to the end of a clause. Such a part must have a temporal operator:
//! much English ("p and q") is a formula of propositional logic by accident. The first
//! word from which a formula starts is meant. Two parts that are different formulas, because they end
//! or start elsewhere, are ambiguous, and nothing is guessed.

use std::ops::Range;
use vedette_checker::classify::{Logic, logic};
use vedette_checker::formula::Formula;
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;

/// How many parts of an answer are tried.
const TRIED: usize = 4_000;
/// The longest answer that is searched, in bytes.
const LONGEST: usize = 20_000;

/// What is in an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwrapped {
    /// A formula.
    Formula {
        /// Its text.
        text: String,
        /// What was taken off, if anything was.
        repair: Option<String>,
    },
    /// Something meant as a formula that is none.
    SyntaxError,
    /// Two different formulas.
    Ambiguous,
    /// No formula at all.
    NotInFormat,
}

/// Looks for the formula in `answer`.
pub fn unwrap(answer: &str, dialect: Dialect, reading: Reading) -> Unwrapped {
    let read = |text: &str| parse(text, dialect, reading).ok().ok();
    let trimmed = answer.trim();
    if trimmed.is_empty() {
        return Unwrapped::NotInFormat;
    }
    if read(trimmed).is_some() {
        return Unwrapped::Formula { text: trimmed.to_owned(), repair: None };
    }
    if trimmed.len() <= LONGEST {
        for (parts, what) in [
            (quoted(trimmed, "```"), "taken out of a code fence"),
            (quoted(trimmed, "`"), "taken out of back-quotes"),
            (dollars(trimmed), "taken out of dollar signs"),
        ] {
            let found: Vec<_> = parts.into_iter().filter_map(|p| Some((read(p)?, p))).collect();
            if let Some(answer) = single(&found, what) {
                return answer;
            }
        }
        let found = clauses(trimmed, read);
        if let Some(answer) = single(&found, "taken out of a sentence") {
            return answer;
        }
    }
    if looks_like_a_formula(trimmed) { Unwrapped::SyntaxError } else { Unwrapped::NotInFormat }
}

/// The one formula that `found` agrees on.
fn single(found: &[(Formula, &str)], what: &str) -> Option<Unwrapped> {
    let (first, text) = found.first()?;
    if found.iter().any(|(other, _)| !first.same_as(other)) {
        return Some(Unwrapped::Ambiguous);
    }
    Some(Unwrapped::Formula { text: (*text).to_owned(), repair: Some(what.to_owned()) })
}

/// The parts between pairs of `mark`; the name of a language after a fence is dropped.
fn quoted<'a>(text: &'a str, mark: &str) -> Vec<&'a str> {
    let part = |part: &'a str| match part.split_once('\n') {
        Some((language, rest)) if language.trim().chars().all(char::is_alphanumeric) => rest,
        _ => part,
    };
    text.split(mark).skip(1).step_by(2).map(|p| part(p).trim()).filter(|p| !p.is_empty()).collect()
}

fn dollars(text: &str) -> Vec<&str> {
    text.split('$').skip(1).step_by(2).map(str::trim).filter(|p| !p.is_empty()).collect()
}

/// The longest parts, from a word to the end of a clause, that are temporal formulas.
fn clauses(text: &str, read: impl Fn(&str) -> Option<Formula>) -> Vec<(Formula, &str)> {
    let starts = word_starts(text);
    let ends = clause_ends(text);
    let mut taken: Vec<(Range<usize>, Formula)> = Vec::new();
    let mut tried = 0;
    for &start in &starts {
        if taken.last().is_some_and(|(range, _)| start < range.end) {
            continue;
        }
        let before = taken.len();
        for &end in ends.iter().rev().take_while(|&&end| end > start) {
            tried += 1;
            if tried > TRIED {
                // Half a search could miss the second formula of an ambiguous answer.
                return Vec::new();
            }
            let part = text[start..end].trim();
            if let Some(formula) = read(part)
                && logic(&formula.pool, formula.root) != Logic::Propositional
            {
                // "G p, or nothing" must not become `G p | nothing`: all ends have to agree.
                taken.push((start..end, formula));
            }
        }
        taken[before..].sort_by_key(|(range, _)| range.end);
    }
    taken.into_iter().map(|(range, formula)| (formula, text[range].trim())).collect()
}

fn word_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if before.is_whitespace() && !c.is_whitespace() {
            starts.push(at);
        }
        before = c;
    }
    starts
}

/// Where a clause may end: at the end, at a line break, before a mark that a blank follows.
fn clause_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, c)| *c);
        let mark = matches!(c, '.' | ',' | ';' | ':') && next.is_none_or(char::is_whitespace);
        if c == '\n' || mark {
            ends.push(at);
        }
    }
    ends.push(text.len());
    ends
}

/// Whether somebody meant this as a formula.
fn looks_like_a_formula(text: &str) -> bool {
    const SIGNS: [&str; 16] = [
        "->", "=>", "→", "&", "|", "∧", "∨", "¬", "[]", "<>", "□", "◇", "G(", "F(", "X(", "forall ",
    ];
    let first = text.split_whitespace().next().unwrap_or_default();
    text.starts_with('!')
        || matches!(first, "G" | "F" | "X" | "AG" | "AF" | "EF" | "EG")
        || SIGNS.iter().any(|sign| text.contains(sign))
}
