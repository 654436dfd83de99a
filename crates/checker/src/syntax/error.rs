//! Syntax errors, warnings and repairs: what was found, what was expected, what to do.
//!
//! ```
//! use vedette_checker::syntax::{Dialect, parse, render};
//! use vedette_checker::words::Reading;
//!
//! let text = "G(on -> F off";
//! let parsed = parse(text, Dialect::Vedette, Reading::Infinite);
//! assert_eq!(
//!     render(text, &parsed.errors[0]),
//!     "error: found the end of the text, expected `)`: add `)` at the end\n  \
//!      1 | G(on -> F off\n    \
//!        |  -           ^\n    \
//!        |  opened here\n",
//! );
//! ```

use std::fmt::{self, Write};
use std::ops::Range;

/// Something that is not a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where, in bytes.
    pub span: Range<usize>,
    /// What stands there.
    pub found: String,
    /// What could have stood there.
    pub expected: String,
    /// What to do about it, where that is likely.
    pub mend: Option<String>,
    /// Another place that belongs to the error: where an unclosed bracket opens.
    pub related: Option<Range<usize>>,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {}, expected {}", self.found, self.expected)?;
        self.mend.as_ref().map_or(Ok(()), |mend| write!(f, ": {mend}"))
    }
}

impl std::error::Error for SyntaxError {}

/// A formula that was read, but that the author may have meant otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where, in bytes.
    pub span: Range<usize>,
    /// What may be misread, and how it was read.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// A deviation that an importer mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// Where, in bytes.
    pub span: Range<usize>,
    /// What was found and how it was read.
    pub what: String,
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// How many characters of a long line are shown around an error.
const WINDOW: usize = 72;

/// The error with its line and a caret under the place; a long line is cut to a window around it.
pub fn render(source: &str, error: &SyntaxError) -> String {
    let mut out = format!("error: {error}\n");
    let start = floor(source, error.span.start);
    let line_start = source[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = source[start..].find('\n').map_or(source.len(), |at| start + at);
    let number = source[..line_start].matches('\n').count() + 1;
    let line = source[line_start..line_end].trim_end();
    let offset = (start - line_start).min(line.len());

    let from = back(line, offset, WINDOW / 2);
    let to = forth(line, offset, WINDOW - WINDOW / 2);
    let (head, tail) = (if from > 0 { "…" } else { "" }, if to < line.len() { "…" } else { "" });
    let shown: String =
        line[from..to].chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let margin = " ".repeat(number.to_string().len());
    let _ = writeln!(out, "  {number} | {head}{shown}{tail}");

    let column = |at: usize| head.chars().count() + line[from..at].chars().count();
    let caret = column(offset);
    let end = floor(source, error.span.end).min(line_start + to).max(start);
    let width = source[start..end].chars().count().max(1);
    let mut marks = vec![' '; caret];
    let mut note = None;
    if let Some(related) = &error.related
        && related.start >= line_start + from
        && related.start < line_start + to
    {
        let at = column(floor(source, related.start) - line_start);
        if at < caret {
            marks[at] = '-';
            note = Some(" ".repeat(at) + "opened here");
        }
    }
    let marks: String = marks.into_iter().chain(std::iter::repeat_n('^', width)).collect();
    let _ = writeln!(out, "  {margin} | {marks}");
    if let Some(note) = note {
        let _ = writeln!(out, "  {margin} | {note}");
    } else if let Some(related) = &error.related {
        let _ = writeln!(out, "  {margin} | opened at character {}", related.start + 1);
    }
    out
}

/// The nearest character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

fn back(line: &str, at: usize, count: usize) -> usize {
    line[..at].char_indices().rev().take(count).last().map_or(at, |(at, _)| at)
}

fn forth(line: &str, at: usize, count: usize) -> usize {
    line[at..].char_indices().nth(count).map_or(line.len(), |(more, _)| at + more)
}

/// `text`, cut to a length that fits a message.
pub(super) fn excerpt(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
