//! Which names can stand unquoted where.

use super::dialect::Dialect;
use super::lexer;
use super::token::Kind;
use super::words;
use std::borrow::Cow;

/// Whether `text` can stand unquoted among arguments: a word or a plain number.
pub(super) fn is_argument(text: &str) -> bool {
    is_word(text, true) || is_plain_number(text)
}

/// `12` or `12.5`.
fn is_plain_number(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once('.') {
        Some((whole, fraction)) => digits(whole) && digits(fraction),
        None => digits(text),
    }
}

/// A word in the sense of the lexer, with inner dots if `dots`.
fn is_word(text: &str, dots: bool) -> bool {
    text.starts_with(words::starts_name)
        && text.split('.').all(|part| !part.is_empty() && part.chars().all(words::inside_name))
        && (dots || !text.contains('.'))
}

/// A name as an argument.
pub(super) fn argument(name: &str) -> Cow<'_, str> {
    if is_argument(name) { Cow::Borrowed(name) } else { Cow::Owned(quote(name)) }
}

/// A predicate, a function or a constant in `dialect`.
pub(super) fn predicate(name: &str, dialect: Dialect) -> Cow<'_, str> {
    if lexer::is_one(name, dialect, Kind::Name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(quote(name))
    }
}

/// Whether the name can be the constant of a bound.
pub(super) fn is_bound(name: &str) -> bool {
    lexer::is_one(name, Dialect::Vedette, Kind::Name)
        && !matches!(name, "inf" | "oo" | "infinity" | "s" | "sec" | "second" | "seconds")
}

/// A variable or category in the head of a quantifier. Words of operators are names there.
pub(super) fn in_head(name: &str) -> Cow<'_, str> {
    if is_word(name, false) { Cow::Borrowed(name) } else { Cow::Owned(quote(name)) }
}

/// A placeholder's inner text that is read back as it is.
pub(super) fn is_placeholder(name: &str) -> bool {
    lexer::is_one(&format!("<{name}>"), Dialect::Vedette, Kind::Placeholder)
}

/// `name` in quotes.
pub(super) fn quote(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    out.push('"');
    for c in name.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}
