//! Fitting the words of a sentence into a pattern.
//!
//! The work left is a list of (item, word) pairs, so that nothing recurses. A gap ends where the
//! next item begins; two gaps side by side are told apart by a comma alone.

use super::facts::{number, state};
use super::{Part, Pattern};

/// Words with a temporal meaning, and those that only patterns use. Sorted.
const RESERVED: &[&str] = &[
    "after",
    "afterwards",
    "again",
    "always",
    "at",
    "before",
    "between",
    "during",
    "eventually",
    "every",
    "except",
    "finally",
    "globally",
    "happen",
    "happens",
    "if",
    "in",
    "infinitely",
    "it",
    "later",
    "leads",
    "moment",
    "most",
    "must",
    "never",
    "next",
    "often",
    "once",
    "only",
    "seconds",
    "since",
    "sometimes",
    "step",
    "steps",
    "that",
    "then",
    "twice",
    "unless",
    "until",
    "when",
    "whenever",
    "while",
    "within",
];

/// Comparisons in words: they count as one word.
const RELATIONS: &[(&str, &str)] = &[
    ("is less than", "<"),
    ("is at most", "<="),
    ("is equal to", "="),
    ("is different from", "!="),
    ("is at least", ">="),
    ("is greater than", ">"),
    ("is not less than", ">="),
    ("is not at most", ">"),
    ("is not equal to", "!="),
    ("is not different from", "="),
    ("is not at least", "<"),
    ("is not greater than", "<="),
];

/// A word of a sentence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) from: usize,
    pub(super) to: usize,
    /// Whether a comma follows.
    pub(super) comma: bool,
}

pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.iter().any(|reserved| word.eq_ignore_ascii_case(reserved))
}

/// The words from a byte on; what stands in brackets belongs to its word.
pub(super) fn words(sentence: &str, start: usize) -> Vec<Word<'_>> {
    let end = sentence.trim_end().trim_end_matches('.').len().max(start);
    let (mut words, mut from, mut depth) = (Vec::new(), None, 0_usize);
    let mut push = |from: usize, to: usize| {
        let text = &sentence[from..to];
        let bare = text.trim_end_matches(',');
        if !bare.is_empty() {
            let to = from + bare.len();
            words.push(Word { text: bare, from, to, comma: bare.len() < text.len() });
        }
    };
    for (at, c) in sentence[..end].char_indices().skip_while(|(at, _)| *at < start) {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match from {
            Some(begun) if c.is_whitespace() && depth == 0 => {
                push(begun, at);
                from = None;
            }
            None if !c.is_whitespace() => from = Some(at),
            _ => {}
        }
    }
    if let Some(from) = from {
        push(from, end);
    }
    relations(&words)
}

/// The words with each comparison joined to one.
fn relations<'a>(words: &[Word<'a>]) -> Vec<Word<'a>> {
    let mut joined = Vec::with_capacity(words.len());
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let found = RELATIONS.iter().find_map(|&(phrase, sign)| {
            let parts: Vec<&str> = phrase.split(' ').collect();
            let here = words.get(at..at + parts.len())?;
            let same = here.iter().zip(&parts).all(|(w, part)| w.text.eq_ignore_ascii_case(part));
            let last = here.last().filter(|_| same)?;
            Some((Word { text: sign, to: last.to, comma: last.comma, ..*word }, parts.len()))
        });
        let (word, length) = found.unwrap_or((*word, 1));
        joined.push(word);
        at += length;
    }
    joined
}

/// All ways in which `words` fit. If `lenient`, a gap takes any words that are not reserved; those
/// that are no facts give an empty formula.
pub(super) fn fit(pattern: &Pattern, words: &[Word<'_>], lenient: bool) -> Vec<Vec<Part>> {
    let items: Vec<&str> = pattern.sentence.split(' ').collect();
    let gap_of = |item: &str| item.strip_prefix('{').and_then(|w| w.strip_suffix('}')).is_some();
    let is = |at: usize, item: &str| {
        words.get(at).is_some_and(|word: &Word<'_>| word.text.eq_ignore_ascii_case(item))
    };
    let mut fits = Vec::new();
    let mut open: Vec<(usize, usize, Vec<Part>)> = vec![(0, 0, Vec::new())];
    while let Some((item, at, parts)) = open.pop() {
        let Some(&wanted) = items.get(item) else {
            if at == words.len() {
                fits.push(parts);
            }
            continue;
        };
        if !gap_of(wanted) {
            if is(at, wanted) {
                open.push((item + 1, at + 1, parts));
            }
            continue;
        }
        let gap = &wanted[1..wanted.len() - 1];
        for to in at + 1..=words.len() {
            let taken = &words[at..to];
            let last = taken[taken.len() - 1];
            if is_reserved(last.text) {
                break;
            }
            let goes_on = match items.get(item + 1) {
                None => to == words.len(),
                Some(next) if gap_of(next) => last.comma,
                Some(next) => is(to, next),
            };
            if !goes_on {
                continue;
            }
            let formula = if gap == "n" { number(taken) } else { state(taken) };
            let Some(formula) = formula.or_else(|| lenient.then(String::new)) else { continue };
            let mut parts = parts.clone();
            parts.push(Part { gap: gap.to_owned(), span: taken[0].from..last.to, formula });
            open.push((item + 1, to, parts));
        }
    }
    fits
}
