//! A text that somebody typed: a formula in one of the notations, or a rule in words.
//!
//! ```
//! use vedette_checker::words::Reading;
//! use vedette_report::typed::typed;
//!
//! let rule = typed("whenever p, eventually q", "auto", Reading::Infinite).unwrap();
//! let words = rule.words.unwrap();
//! assert_eq!(words.pattern, "whenever {p} eventually {q}");
//! assert_eq!((words.parts[1].gap.as_str(), words.parts[1].words.as_str()), ("q", "q"));
//!
//! // What is a formula is read as one, and what is neither says so in the terms of its kind.
//! assert!(typed("G(p -> F q)", "auto", Reading::Infinite).unwrap().words.is_none());
//! let wrong = typed("whenever p, maybe q later", "auto", Reading::Infinite).unwrap();
//! assert!(wrong.errors[0].message.contains("`later`"));
//! assert!(typed("G(p -> ", "auto", Reading::Infinite).unwrap().errors[0].message.contains("end"));
//! ```
//!
//! # Why detected
//! No sentence of the table is a formula too (a test sees to it), so nobody has to choose first. Answers
//! of models are not read this way: a sentence is not the formula that was asked for.

use crate::diagnostic::Diagnostic;
use serde::{Deserialize, Serialize};
use vedette_checker::controlled;
use vedette_checker::formula::Formula;
use vedette_checker::syntax::{Dialect, Parsed, parse};
use vedette_checker::words::Reading;

/// The name of controlled English where a dialect is named.
pub const ENGLISH: &str = "english";

/// A text, as understood.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The formula; it has holes if there are errors.
    pub formula: Formula,
    /// What is wrong.
    pub errors: Vec<Diagnostic>,
    /// What may be misread.
    pub warnings: Vec<Diagnostic>,
    /// How the words were understood, if it is a rule in words.
    pub words: Option<InWords>,
}

/// How a rule in words was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InWords {
    /// The sentence with gaps that fits.
    pub pattern: String,
    /// What it means, with the same gaps.
    pub meaning: String,
    /// The words about objects at the beginning, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objects: Option<String>,
    /// What stands in the gaps, in the order of the sentence.
    pub parts: Vec<WordsPart>,
}

/// The words of a gap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordsPart {
    /// The gap: `p`, `q`, `r` or `n`.
    pub gap: String,
    /// First byte in the text.
    pub from: usize,
    /// One past the last byte.
    pub to: usize,
    /// The words.
    pub words: String,
    /// What they mean.
    pub formula: String,
}

/// Reads a text in a dialect, in words (`english`), or in whichever it is (`auto`). Fails only if there
/// is no such dialect.
pub fn typed(text: &str, dialect: &str, reading: Reading) -> Result<Typed, String> {
    if dialect == ENGLISH {
        let sentence = controlled::read(text);
        return Ok(sentence.map_or_else(|why| refused(text, &why), |found| understood(text, found)));
    }
    let named: Dialect =
        dialect.parse().map_err(|why| format!("{why}, or `{ENGLISH}` for a rule in words"))?;
    let parsed = parse(text, named, reading);
    if named == Dialect::Auto && !parsed.errors.is_empty() {
        match controlled::read(text) {
            Ok(found) => return Ok(understood(text, found)),
            Err(why) if controlled::looks_like_words(text) => return Ok(refused(text, &why)),
            Err(_) => {}
        }
    }
    Ok(formula(text, parsed))
}

/// A text that is meant as a formula, never as words.
pub(crate) fn formula(text: &str, parsed: Parsed) -> Typed {
    Typed {
        errors: Diagnostic::errors(text, &parsed),
        warnings: Diagnostic::warnings(text, &parsed),
        formula: parsed.formula,
        words: None,
    }
}

fn understood(text: &str, found: controlled::Understood) -> Typed {
    let parts = found.parts.iter().map(|part| WordsPart {
        gap: part.gap.clone(),
        from: part.span.start,
        to: part.span.end,
        words: text[part.span.clone()].to_owned(),
        formula: part.formula.clone(),
    });
    let words = InWords {
        pattern: found.pattern.sentence.to_owned(),
        meaning: found.pattern.formula.to_owned(),
        objects: found.objects.map(|span| text[span].trim().to_owned()),
        parts: parts.collect(),
    };
    Typed { formula: found.formula, errors: vec![], warnings: vec![], words: Some(words) }
}

fn refused(text: &str, why: &controlled::NotUnderstood) -> Typed {
    let mend = format!("for example \"{}\"", why.nearest.example);
    // A formula with a hole, as every parse with errors has.
    let hole = parse("", Dialect::Vedette, Reading::Infinite).formula;
    Typed {
        formula: hole,
        errors: vec![Diagnostic::new(text, &why.span, why.to_string(), Some(mend))],
        warnings: vec![],
        words: None,
    }
}
