//! Controlled English: a rule in one of a few dozen sentences becomes a formula.
//!
//! ```
//! use vedette_checker::controlled::read;
//!
//! let found = read("Whenever on(stove), eventually off(stove).").unwrap();
//! assert_eq!(found.text, "G(on(stove) -> F off(stove))");
//! assert_eq!(found.parts[0].span, 9..18);
//! let wrong = read("whenever p, perhaps eventually until q").unwrap_err();
//! assert_eq!(wrong.nearest.sentence, "whenever {p} eventually {q}");
//! ```
//!
//! # Why this construction
//!
//! Free English has no one meaning; a list of sentences with gaps has. The words that carry a
//! temporal meaning are reserved: none may stand in a gap, so that a sentence of another kind is
//! refused instead of half understood. A gap holds facts, all joined by "and" or all by "or". The
//! idea of fixed sentences for temporal patterns: Dwyer, Avrunin, Corbett, *Patterns in Property
//! Specifications for Finite-State Verification*, ICSE 1999; Konrad, Cheng, *Real-time Specification
//! Patterns*, ICSE 2005.

mod patterns;

pub use patterns::{PATTERNS, Pattern};

use crate::classify::{Logic, logic};
use crate::formula::Formula;
use crate::syntax::{Dialect, Style, parse, print};
use crate::words::Reading;
use std::fmt;
use std::ops::Range;

/// Words with a temporal meaning, and those that only patterns use.
const RESERVED: &[&str] = &[
    "always",
    "never",
    "eventually",
    "next",
    "until",
    "unless",
    "before",
    "after",
    "whenever",
    "when",
    "if",
    "then",
    "while",
    "within",
    "once",
    "must",
    "happens",
    "happen",
    "it",
    "that",
    "every",
    "moment",
    "step",
    "steps",
    "most",
    "at",
    "in",
    "only",
    "except",
    "again",
    "finally",
    "globally",
    "afterwards",
    "later",
    "since",
    "during",
    "sometimes",
    "often",
    "twice",
];
/// The longest sentence, in words.
const WORDS: usize = 200;

/// A sentence, understood.
#[derive(Clone, Debug)]
pub struct Understood {
    /// The formula.
    pub formula: Formula,
    /// The formula in our notation.
    pub text: String,
    /// The pattern that fits.
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
    /// The pattern that shares the most words.
    pub nearest: &'static Pattern,
}

impl fmt::Display for NotUnderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "found `{}`, which fits no known sentence, expected something like `{}`: for example \
             \"{}\"",
            self.found, self.nearest.sentence, self.nearest.example
        )
    }
}

impl std::error::Error for NotUnderstood {}

#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    from: usize,
    /// Whether a comma follows.
    comma: bool,
}

/// Reads a sentence.
pub fn read(sentence: &str) -> Result<Understood, NotUnderstood> {
    let words = words(sentence);
    let fitting = PATTERNS.iter().filter(|_| words.len() <= WORDS);
    let mut found = fitting.filter_map(|pattern| fit(pattern, &words));
    found.next().ok_or_else(|| not_understood(sentence, &words))
}

/// The words; what stands in brackets belongs to its word.
fn words(sentence: &str) -> Vec<Word<'_>> {
    let end = sentence.trim_end().trim_end_matches('.').len();
    let sentence = &sentence[..end];
    let (mut words, mut start, mut depth) = (Vec::new(), None, 0_usize);
    let mut push = |from: usize, to: usize| {
        let text = &sentence[from..to];
        let bare = text.trim_end_matches(',');
        if !bare.is_empty() {
            words.push(Word { text: bare, from, comma: bare.len() < text.len() });
        }
    };
    for (at, c) in sentence.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match start {
            Some(from) if c.is_whitespace() && depth == 0 => {
                push(from, at);
                start = None;
            }
            None if !c.is_whitespace() => start = Some(at),
            _ => {}
        }
    }
    if let Some(from) = start {
        push(from, end);
    }
    words
}

/// The pattern with its gaps filled, if `words` fit it in exactly one way.
fn fit(pattern: &'static Pattern, words: &[Word<'_>]) -> Option<Understood> {
    let items: Vec<&str> = pattern.sentence.split(' ').collect();
    let mut fits = Vec::new();
    // (item, word, what the gaps took): work left to do, so that nothing recurses.
    let mut open: Vec<(usize, usize, Vec<Part>)> = vec![(0, 0, Vec::new())];
    while let Some((item, at, parts)) = open.pop() {
        let Some(&wanted) = items.get(item) else {
            if at == words.len() {
                fits.push(parts);
            }
            continue;
        };
        let Some(gap) = wanted.strip_prefix('{').and_then(|w| w.strip_suffix('}')) else {
            if words.get(at).is_some_and(|word| word.text.eq_ignore_ascii_case(wanted)) {
                open.push((item + 1, at + 1, parts));
            }
            continue;
        };
        for to in at + 1..=words.len() {
            let taken = &words[at..to];
            if to < words.len() && is_reserved(words[to - 1].text) {
                break;
            }
            // Two gaps side by side are told apart by a comma alone.
            let beside = items.get(item + 1).is_some_and(|next| next.starts_with('{'));
            if beside && !taken[taken.len() - 1].comma {
                continue;
            }
            let Some(formula) = (if gap == "n" { number(taken) } else { state(taken) }) else {
                continue;
            };
            let last = taken[taken.len() - 1];
            let span = taken[0].from..last.from + last.text.len();
            let mut parts = parts.clone();
            parts.push(Part { gap: gap.to_owned(), span, formula });
            open.push((item + 1, to, parts));
        }
    }
    if fits.len() != 1 {
        return None;
    }
    let parts = fits.pop()?;
    let mut text = pattern.formula.to_owned();
    for part in &parts {
        let gap = format!("{{{}}}", part.gap);
        let filled =
            if part.gap == "n" { part.formula.clone() } else { format!("({})", part.formula) };
        text = text.replace(&gap, &filled);
    }
    let formula = parse(&text, Dialect::Vedette, Reading::Infinite).ok().ok()?;
    let text = print(&formula.pool, formula.root, Style::Vedette);
    Some(Understood { formula, text, pattern, parts })
}

fn is_reserved(word: &str) -> bool {
    RESERVED.iter().any(|reserved| word.eq_ignore_ascii_case(reserved))
}

fn number(words: &[Word<'_>]) -> Option<String> {
    let [word] = words else { return None };
    word.text.parse::<u32>().ok().map(|number| number.to_string())
}

/// Facts joined by "and", or by "or"; not both, since English has no brackets.
fn state(words: &[Word<'_>]) -> Option<String> {
    let is = |word: &Word<'_>, text: &str| word.text.eq_ignore_ascii_case(text);
    let (and, or) = (words.iter().any(|w| is(w, "and")), words.iter().any(|w| is(w, "or")));
    if (and && or) || words.iter().any(|word| is_reserved(word.text)) {
        return None;
    }
    let facts: Option<Vec<String>> =
        words.split(|word| is(word, "and") || is(word, "or")).map(fact).collect();
    Some(facts?.join(if or { " | " } else { " & " }))
}

/// `not p`, `on(stove)`, `stove is not on`, `door open`.
fn fact(words: &[Word<'_>]) -> Option<String> {
    // A comma within a fact is an enumeration, or the start of something else.
    let (_, before) = words.split_last()?;
    if before.iter().any(|word| word.comma) {
        return None;
    }
    let texts: Vec<&str> = words
        .iter()
        .map(|word| word.text)
        .filter(|text| !["the", "a", "an"].iter().any(|a| text.eq_ignore_ascii_case(a)))
        .collect();
    let (negated, texts) = match texts.split_first()? {
        (first, rest) if first.eq_ignore_ascii_case("not") => (true, rest),
        _ => (false, &texts[..]),
    };
    let simple = |text: &&str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let (negated, text) = match texts {
        [subject, "is", "not", quality] if !negated && simple(subject) && simple(quality) => {
            (true, format!("{quality}({subject})"))
        }
        [subject, "is", quality] if simple(subject) && simple(quality) && *quality != "not" => {
            (negated, format!("{quality}({subject})"))
        }
        [one] => (negated, (*one).to_owned()),
        many if many.iter().all(simple)
            && !many.iter().any(|text| {
                ["is", "are", "not", "no"].iter().any(|word| text.eq_ignore_ascii_case(word))
            }) =>
        {
            (negated, many.join("_"))
        }
        _ => return None,
    };
    let read = parse(&text, Dialect::Vedette, Reading::Infinite).ok().ok()?;
    if logic(&read.pool, read.root) != Logic::Propositional {
        return None;
    }
    Some(if negated { format!("!({text})") } else { text })
}

fn not_understood(sentence: &str, words: &[Word<'_>]) -> NotUnderstood {
    let nearest = PATTERNS
        .iter()
        .rev()
        .max_by_key(|pattern| {
            let fixed = pattern.sentence.split(' ').filter(|item| !item.starts_with('{'));
            let (mut shared, mut missing) = (0_i32, 0_i32);
            for item in fixed {
                let hit = words.iter().any(|word| word.text.eq_ignore_ascii_case(item));
                shared += i32::from(hit);
                missing += i32::from(!hit);
            }
            2 * shared - missing
        })
        .unwrap_or(&PATTERNS[0]);
    // The first reserved word that the nearest pattern has no place for, else everything.
    let stray = words.iter().find(|word| {
        is_reserved(word.text)
            && !nearest.sentence.split(' ').any(|item| word.text.eq_ignore_ascii_case(item))
    });
    let span = stray.map_or(0..sentence.len(), |word| word.from..word.from + word.text.len());
    NotUnderstood { found: sentence[span.clone()].to_owned(), span, nearest }
}
