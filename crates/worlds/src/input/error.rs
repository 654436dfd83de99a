//! What was found, where, and what was expected instead: the one shape of every input error.

use std::fmt;

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
    /// An error at a place of `source`.
    pub fn new(source: &str, at: At, what: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { what: what.into(), source: source.to_owned(), at, expected: expected.into() }
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
