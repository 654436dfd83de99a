//! What was found, where, and what was expected instead: the one shape of every input error.

use super::clip;
use std::borrow::Cow;
use std::fmt;

/// The most characters of what was found that are kept.
const FOUND: usize = 600;
/// The most of the file's name, and of a path in it.
const PLACE: usize = 200;
/// The most of what was expected, which may be a list of all words.
const EXPECTED: usize = 2_000;

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// The file as a whole.
    Whole,
    /// A byte, counted from 0.
    Byte(usize),
    /// A line, counted from 1, and a column, counted from 1.
    Line(usize, usize),
    /// A line, a column, and the JSON path of the value that starts or ends there.
    Path(usize, usize, String),
    /// The JSON path of a value that is well-formed but wrong.
    Value(String),
}

/// An input that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// What was found.
    pub what: String,
    /// The file.
    pub source: String,
    /// The place in it.
    pub at: At,
    /// What was expected, and what to do.
    pub expected: String,
}

impl InputError {
    /// An error at a place of `source`. Of texts that are too long to be read the beginning is kept.
    pub fn new(source: &str, at: At, what: impl Into<String>, expected: impl Into<String>) -> Self {
        let clipped = |text: String, most| match clip(&text, most) {
            Cow::Borrowed(_) => text,
            Cow::Owned(clipped) => clipped,
        };
        let at = match at {
            At::Value(path) => At::Value(clipped(path, PLACE)),
            At::Path(line, column, path) => At::Path(line, column, clipped(path, PLACE)),
            other => other,
        };
        Self {
            what: clipped(what.into(), FOUND),
            source: clip(source, PLACE).into_owned(),
            at,
            expected: clipped(expected.into(), EXPECTED),
        }
    }

    /// An error of the whole of `source`.
    pub fn whole(source: &str, what: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::new(source, At::Whole, what, expected)
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)?;
        match &self.at {
            At::Whole => {}
            At::Byte(byte) => write!(f, ", byte {byte}")?,
            At::Line(line, column) => write!(f, ", line {line}, column {column}")?,
            At::Value(path) => write!(f, ", at {path}")?,
            At::Path(line, column, path) => {
                write!(f, ", line {line}, column {column}, at {path}")?;
            }
        }
        write!(f, ": {}, expected {}", self.what, self.expected)
    }
}

impl std::error::Error for InputError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_no_longer_than_somebody_reads() {
        let long = "é".repeat(1_000_000);
        for at in [At::Value(long.clone()), At::Path(1, 2, long.clone()), At::Line(1, 2)] {
            let told = InputError::new(&long, at, long.clone(), long.clone()).to_string();
            assert!(told.chars().count() < 3_200 && told.ends_with('…'), "{}", told.len());
        }
        let short = InputError::new("a", At::Byte(3), "found b", "c");
        assert_eq!(short.to_string(), "a, byte 3: found b, expected c");
    }
}
