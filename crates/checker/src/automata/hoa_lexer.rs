//! The words of the Hanoi format: headers, numbers, texts in quotes, signs; comments are left out.

use super::hoa_read::HoaError;
use std::fmt;

/// A word of the format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `States:`, without the colon.
    Header(String),
    Word(String),
    Alias(String),
    Number(usize),
    Text(String),
    Sign(char),
    /// `--BODY--`, `--END--`, `--ABORT--`.
    Mark(&'static str),
    End,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(name) => write!(f, "{name}:"),
            Self::Word(word) => f.write_str(word),
            Self::Alias(alias) => write!(f, "@{alias}"),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Sign(sign) => sign.fmt(f),
            Self::Mark(mark) => f.write_str(mark),
            Self::End => f.write_str("the end of the text"),
        }
    }
}

/// The words of a text, with where each begins.
pub(super) struct Lexer<'a> {
    text: &'a str,
    tokens: Vec<(Token, usize)>,
    next: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Result<Self, HoaError> {
        let mut lexer = Self { text, tokens: Vec::new(), next: 0 };
        let mut at = 0;
        while let Some(first) = text[at..].chars().next() {
            if first.is_whitespace() {
                at += first.len_utf8();
                continue;
            }
            if text[at..].starts_with("/*") {
                at = lexer.comment(at)?;
                continue;
            }
            let (token, length) = lexer.token(at, first)?;
            lexer.tokens.push((token, at));
            at += length;
        }
        lexer.tokens.push((Token::End, text.len()));
        Ok(lexer)
    }

    /// The end of the comment at `at`; comments nest.
    fn comment(&self, at: usize) -> Result<usize, HoaError> {
        let mut depth = 0_usize;
        let mut here = at;
        while let Some(next) = self.text[here..].chars().next() {
            let rest = &self.text[here..];
            if rest.starts_with("/*") {
                depth += 1;
                here += 2;
            } else if rest.starts_with("*/") {
                depth -= 1;
                here += 2;
                if depth == 0 {
                    return Ok(here);
                }
            } else {
                here += next.len_utf8();
            }
        }
        Err(self.error_at(at, "found a comment without an end, expected */".to_owned()))
    }

    /// The token at `at`, and how long it is.
    fn token(&self, at: usize, first: char) -> Result<(Token, usize), HoaError> {
        let rest = &self.text[at..];
        let part_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let name = |text: &str| text.find(|c| !part_of_name(c)).unwrap_or(text.len());
        for mark in ["--BODY--", "--END--", "--ABORT--"] {
            if rest.starts_with(mark) {
                return Ok((Token::Mark(mark), mark.len()));
            }
        }
        if first.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let Ok(number) = rest[..length].parse() else {
                return Err(
                    self.error_at(at, format!("found {}, which is too large", &rest[..length]))
                );
            };
            return Ok((Token::Number(number), length));
        }
        if first.is_ascii_alphabetic() || first == '_' {
            let length = name(rest);
            let word = rest[..length].to_owned();
            return Ok(if rest[length..].starts_with(':') {
                (Token::Header(word), length + 1)
            } else {
                (Token::Word(word), length)
            });
        }
        if first == '@' {
            let length = name(&rest[1..]);
            return Ok((Token::Alias(rest[1..=length].to_owned()), length + 1));
        }
        if first == '"' {
            let mut text = String::new();
            let mut escaped = false;
            for (offset, c) in rest.char_indices().skip(1) {
                match c {
                    _ if escaped => {
                        escaped = false;
                        text.push(c);
                    }
                    '\\' => escaped = true,
                    '"' => return Ok((Token::Text(text), offset + 1)),
                    _ => text.push(c),
                }
            }
            return Err(
                self.error_at(at, "found a \" that is not closed, expected another".to_owned())
            );
        }
        if "[](){}&|!".contains(first) {
            return Ok((Token::Sign(first), 1));
        }
        Err(self.error_at(at, format!("found {first}, which has no meaning in this format")))
    }

    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.next].0
    }

    pub(super) fn peek_is(&self, token: &Token) -> bool {
        self.peek() == token
    }

    /// The next token; the end again and again at the end.
    pub(super) fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        token
    }

    /// Leaves out what belongs to a header that says nothing here.
    pub(super) fn skip_item(&mut self) {
        while !matches!(self.peek(), Token::Header(_) | Token::Mark(_) | Token::End) {
            self.next();
        }
    }

    /// An error at the last token taken.
    pub(super) fn error(&self, message: String) -> HoaError {
        let token = if self.next + 1 == self.tokens.len() && self.next > 0 {
            // At the end it is the last one that says where.
            self.next.min(self.tokens.len() - 1)
        } else {
            self.next.saturating_sub(1)
        };
        self.error_at(self.tokens[token].1, message)
    }

    fn error_at(&self, at: usize, message: String) -> HoaError {
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        HoaError { line, column, message }
    }
}
