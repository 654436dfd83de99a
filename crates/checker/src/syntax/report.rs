//! Reporting: errors and warnings at tokens, with the likely mend.

use super::error::{SyntaxError, Warning, excerpt};
use super::parser::{Entry, Parser};
use super::token::{Kind, Token};
use std::ops::Range;

/// How many errors and warnings are reported; the rest would say the same.
const REPORTED: usize = 20;

impl Parser<'_> {
    /// Reports the current token.
    pub(super) fn error(&mut self, expected: impl Into<String>, mend: Option<String>) {
        let token = self.token();
        let found = self.describe(token);
        self.error_at(token, found, expected, mend, None);
    }

    /// Reports `token`.
    pub(super) fn error_at(
        &mut self,
        token: Token,
        found: impl Into<String>,
        expected: impl Into<String>,
        mend: Option<String>,
        related: Option<Range<usize>>,
    ) {
        if self.errors.len() < REPORTED {
            self.errors.push(SyntaxError {
                span: token.start as usize..token.end as usize,
                found: found.into(),
                expected: expected.into(),
                mend,
                related,
            });
        }
    }

    pub(super) fn warn(&mut self, span: Range<usize>, message: String) {
        if self.warnings.len() < REPORTED {
            self.warnings.push(Warning { span, message });
        }
    }

    pub(super) fn describe(&self, token: Token) -> String {
        match token.kind {
            Kind::End => "the end of the text".to_owned(),
            Kind::OpenQuote => "a quote that is never closed".to_owned(),
            _ => format!("`{}`", excerpt(self.slice(token), 24)),
        }
    }

    /// Notes that no operand came, and goes on as if one had.
    pub(super) fn missing_operand(&mut self) {
        let expected = if self.tokens.len() == 1 { "a formula" } else { "an operand" };
        let before = self.at.checked_sub(1).map(|at| self.tokens[at]);
        let mend = [Some(self.token()), before].into_iter().flatten().find_map(|token| {
            let letter = self.slice(token);
            (letter.len() == 1 && letter.as_bytes()[0].is_ascii_uppercase()).then(|| {
                format!("`{letter}` alone is an operator; a name must be quoted: \"{letter}\"")
            })
        });
        self.error(expected, mend);
        let start = self.token().start;
        self.push_hole(start, start);
    }

    /// Notes a token that fits nowhere, and skips it and its like.
    pub(super) fn unexpected(&mut self, expected: &str) {
        let mend = (self.peek() == Kind::Junk)
            .then(|| "remove it, or quote the name that it belongs to".to_owned());
        self.error(expected, mend);
        self.bump();
        while matches!(
            self.peek(),
            Kind::Junk | Kind::Comma | Kind::Colon | Kind::Dot | Kind::Dots | Kind::Unbounded
        ) {
            self.bump();
        }
    }

    /// What may stand where an operator is due.
    pub(super) fn expected_operator(&self) -> String {
        if self.errors.len() >= REPORTED {
            return String::new();
        }
        let open = self.operators.iter().rev().find_map(|entry| match entry {
            Entry::Open { square, .. } => Some(*square),
            _ => None,
        });
        match open {
            Some(square) => format!("an operator or `{}`", closing(square)),
            None => "an operator or the end of the text".to_owned(),
        }
    }
}

/// The bracket that closes.
pub(super) fn closing(square: bool) -> char {
    if square { ']' } else { ')' }
}
