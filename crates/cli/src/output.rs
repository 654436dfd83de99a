//! Printing answers: for people, as one JSON text, or as a line each.

use crate::exit::Failure;
use crate::options::Format;
use serde::Serialize;
use std::io::{ErrorKind, Write};

/// Prints answers one after another. JSON of several answers is an array.
pub(crate) struct Printer {
    format: Format,
    many: bool,
    count: usize,
    out: std::io::BufWriter<std::io::Stdout>,
}

impl Printer {
    /// Prints `many` answers, or just one.
    pub(crate) fn new(format: Format, many: bool) -> Self {
        Self { format, many, count: 0, out: std::io::BufWriter::new(std::io::stdout()) }
    }

    /// Prints an answer: `human` makes the text for people.
    pub(crate) fn print<T: Serialize>(
        &mut self,
        answer: &T,
        human: impl FnOnce(&T) -> String,
    ) -> Result<(), Failure> {
        let text = match self.format {
            Format::Human => human(answer),
            Format::Json => serde_json::to_string_pretty(answer).map_err(Failure::failed)?,
            Format::Jsonl => serde_json::to_string(answer).map_err(Failure::failed)?,
        };
        let before = match (self.format, self.many, self.count) {
            (Format::Json, true, 0) => "[\n",
            (Format::Json, true, _) => ",\n",
            _ => "",
        };
        self.count += 1;
        let newline = if self.format == Format::Json && self.many { "" } else { "\n" };
        self.write(&format!("{before}{text}{newline}"))
    }

    /// Writes out what is held back, for readers that wait for it.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        flushed(self.out.flush())
    }

    /// Ends the output.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        if self.format == Format::Json && self.many {
            self.write(if self.count == 0 { "[]\n" } else { "\n]\n" })?;
        }
        flushed(self.out.flush())
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        flushed(self.out.write_all(text.as_bytes()))
    }
}

/// A reader that has seen enough (`| head`) is no error.
fn flushed(written: std::io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|e| Failure::failed(format!("output cannot be written: {e}"))),
    }
}
