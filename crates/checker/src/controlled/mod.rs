//! Controlled English: a rule in one of a few dozen sentences becomes a formula.
//!
//! ```
//! use vedette_checker::controlled::read;
//!
//! let found = read("Whenever on(stove), eventually off(stove).").unwrap();
//! assert_eq!(found.text, "G(on(stove) -> F off(stove))");
//! assert_eq!(found.parts[0].span, 9..18);
//! let found = read("For every stove burner s: whenever s is on, s is near agent.").unwrap();
//! assert_eq!(found.text, "forall s: StoveBurner. G(on(s) -> near(s, agent))");
//! let wrong = read("whenever p, perhaps eventually until q").unwrap_err();
//! assert_eq!(wrong.nearest.sentence, "whenever {p} eventually {q}");
//! ```
//!
//! # Why this construction
//!
//! Free English has no one meaning; a list of sentences with gaps has. The words that carry a
//! temporal meaning are reserved: none may stand in a gap, so that a sentence of another kind is
//! refused instead of half understood. A gap holds facts, all joined by "and" or all by "or". A
//! sentence that fits a pattern in two ways is refused too. The idea of fixed sentences for temporal
//! patterns: Dwyer, Avrunin, Corbett, *Patterns in Property Specifications for Finite-State
//! Verification*, ICSE 1999; Konrad, Cheng, *Real-time Specification Patterns*, ICSE 2005.

mod facts;
mod fit;
mod objects;
mod patterns;

pub use patterns::{PATTERNS, Pattern};

use crate::formula::Formula;
use crate::syntax::{Dialect, Style, parse, print};
use crate::words::Reading;
use fit::{Word, fit, is_reserved, words};
use std::fmt;
use std::ops::Range;

/// The longest sentence, in words.
const WORDS: usize = 200;
/// The longest sentence, in bytes.
const BYTES: usize = 8_000;

/// A sentence, understood.
#[derive(Clone, Debug)]
pub struct Understood {
    /// The formula.
    pub formula: Formula,
    /// The formula in our notation.
    pub text: String,
    /// The words about objects at the beginning ("for every stove s:"), in bytes of the sentence.
    pub objects: Option<Range<usize>>,
    /// The pattern that fits the rest.
    pub pattern: &'static Pattern,
    /// What stands in its gaps, in the order of the sentence.
    pub parts: Vec<Part>,
}

/// What stands in a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The gap's name: `p`, `q`, `r` or `n`.
    pub gap: String,
    /// The words, in bytes of the sentence.
    pub span: Range<usize>,
    /// What they mean, in our notation.
    pub formula: String,
}

/// A sentence that fits no pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotUnderstood {
    /// The words that do not fit, in bytes of the sentence.
    pub span: Range<usize>,
    /// These words.
    pub found: String,
    /// What was expected in their place.
    pub expected: Expected,
    /// The pattern that shares the most words.
    pub nearest: &'static Pattern,
}

/// What should stand where words were not understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A fact, or a list of facts.
    Facts,
    /// A whole number.
    Number,
    /// Which objects the rule is about.
    Objects,
    /// Another word, or none: this one has a meaning that the nearest pattern has no place for.
    OtherWord,
    /// A sentence of a known form.
    Sentence,
}

impl fmt::Display for NotUnderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = match self.expected {
            Expected::Facts => {
                "expected facts such as `on(stove)`, `stove is on` or `not p`, joined all by `and` or \
                 all by `or`"
            }
            Expected::Number => "expected a whole number",
            Expected::Objects => "expected objects as in `for every stove burner s:`",
            Expected::OtherWord => {
                return write!(
                    f,
                    "found `{}`, which has no place in a sentence like `{}`",
                    self.found, self.nearest.sentence
                );
            }
            Expected::Sentence => {
                return write!(
                    f,
                    "found `{}`, which fits no known sentence, expected something like `{}`",
                    self.found, self.nearest.sentence
                );
            }
        };
        write!(f, "found `{}`, {expected}", self.found)
    }
}

impl std::error::Error for NotUnderstood {}

/// Reads a sentence.
pub fn read(sentence: &str) -> Result<Understood, NotUnderstood> {
    let refused = |span: Range<usize>, expected| NotUnderstood {
        found: sentence.get(span.clone()).unwrap_or_default().to_owned(),
        span,
        expected,
        nearest: &PATTERNS[0],
    };
    if sentence.len() > BYTES {
        return Err(refused(0..0, Expected::Sentence));
    }
    let prefix = objects::read(sentence).map_err(|span| refused(span, Expected::Objects))?;
    let start = prefix.as_ref().map_or(0, |prefix| prefix.span.end);
    let words = words(sentence, start);
    if words.len() > WORDS {
        return Err(refused(start..sentence.len(), Expected::Sentence));
    }
    for pattern in PATTERNS {
        let mut fits = fit(pattern, &words, false);
        if let (Some(parts), true) = (fits.pop(), fits.is_empty())
            && let Some(found) = filled(pattern, parts, prefix.as_ref())
        {
            return Ok(found);
        }
    }
    Err(not_understood(sentence, start, &words))
}

/// Whether a text that is no formula was probably meant as a sentence: no sign of a formula, and a
/// word that only sentences have.
pub fn looks_like_words(text: &str) -> bool {
    if text.len() > BYTES || ["->", "=>", "&", "|", "[]", "<>"].iter().any(|s| text.contains(s)) {
        return false;
    }
    let words = words(text, 0);
    let telling = |word: &Word<'_>| is_reserved(word.text) || word.text.eq_ignore_ascii_case("is");
    words.len() > 1 && words.iter().any(telling)
}

/// The pattern's formula with its gaps filled.
fn filled(
    pattern: &'static Pattern,
    parts: Vec<Part>,
    prefix: Option<&objects::Prefix>,
) -> Option<Understood> {
    let mut body = pattern.formula.to_owned();
    for part in &parts {
        let gap = format!("{{{}}}", part.gap);
        let filled =
            if part.gap == "n" { part.formula.clone() } else { format!("({})", part.formula) };
        body = body.replace(&gap, &filled);
    }
    let text = prefix.map_or_else(|| body.clone(), |prefix| format!("{}({body})", prefix.text));
    let formula = parse(&text, Dialect::Vedette, Reading::Infinite).ok().ok()?;
    let text = print(&formula.pool, formula.root, Style::Vedette);
    let objects = prefix.map(|prefix| prefix.span.clone());
    Some(Understood { formula, text, objects, pattern, parts })
}

fn not_understood(sentence: &str, start: usize, words: &[Word<'_>]) -> NotUnderstood {
    let refused = |span: Range<usize>, expected, nearest| NotUnderstood {
        found: sentence[span.clone()].to_owned(),
        span,
        expected,
        nearest,
    };
    // A pattern whose own words are all there: then a gap is to blame.
    let whole = PATTERNS.iter().filter_map(|pattern| {
        let mut fits = fit(pattern, words, true);
        let parts = fits.pop().filter(|_| fits.is_empty())?;
        let bad = parts.into_iter().find(|part| part.formula.is_empty())?;
        Some((pattern, bad))
    });
    if let Some((pattern, bad)) = whole.max_by_key(|(pattern, _)| own_words(pattern).count()) {
        let expected = if bad.gap == "n" { Expected::Number } else { Expected::Facts };
        return refused(bad.span, expected, pattern);
    }
    let nearest = PATTERNS.iter().rev().max_by_key(|pattern| {
        let (mut shared, mut missing) = (0_i32, 0_i32);
        for item in own_words(pattern) {
            let hit = words.iter().any(|word| word.text.eq_ignore_ascii_case(item));
            shared += i32::from(hit);
            missing += i32::from(!hit);
        }
        2 * shared - missing
    });
    let nearest = nearest.unwrap_or(&PATTERNS[0]);
    // The first reserved word that the nearest pattern has no place for, else everything.
    let stray = words.iter().find(|word| {
        is_reserved(word.text)
            && !nearest.sentence.split(' ').any(|item| word.text.eq_ignore_ascii_case(item))
    });
    match stray {
        Some(word) => refused(word.from..word.to, Expected::OtherWord, nearest),
        None => refused(start..sentence.len(), Expected::Sentence, nearest),
    }
}

/// The words of a pattern that are not gaps.
fn own_words(pattern: &Pattern) -> impl Iterator<Item = &str> {
    pattern.sentence.split(' ').filter(|item| !item.starts_with('{'))
}
