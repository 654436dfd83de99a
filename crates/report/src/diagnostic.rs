//! What is wrong with a text, and where.

use serde::{Deserialize, Serialize};
use std::ops::Range;
use vedette_checker::syntax::Parsed;

/// A remark on a place of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// First byte.
    pub from: usize,
    /// One past the last byte.
    pub to: usize,
    /// Column of `from`, in characters, counted from 1.
    pub column: usize,
    /// What was found and what was expected: a lower-case fragment.
    pub message: String,
    /// The likely mend, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mend: Option<String>,
}

impl Diagnostic {
    /// A remark on `span` of `text`.
    pub fn new(text: &str, span: &Range<usize>, message: String, mend: Option<String>) -> Self {
        let column = text.get(..span.start).map_or(0, |before| before.chars().count()) + 1;
        Self { from: span.start, to: span.end, column, message, mend }
    }

    /// The errors of a parse.
    pub fn errors(text: &str, parsed: &Parsed) -> Vec<Self> {
        let error = |error: &vedette_checker::syntax::SyntaxError| {
            let message = format!("found {}, expected {}", error.found, error.expected);
            Self::new(text, &error.span, message, error.mend.clone())
        };
        parsed.errors.iter().map(error).collect()
    }

    /// The warnings and repairs of a parse.
    pub fn warnings(text: &str, parsed: &Parsed) -> Vec<Self> {
        let warnings = parsed.warnings.iter().map(|w| (&w.span, &w.message));
        let repairs = parsed.repairs.iter().map(|r| (&r.span, &r.what));
        warnings
            .chain(repairs)
            .map(|(span, message)| Self::new(text, span, message.clone(), None))
            .collect()
    }
}
