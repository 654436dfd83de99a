//! Rows and columns of a file: JSON lines, a JSON list, CSV or TSV, with what cannot be read by its line.
//!
//! ```
//! use vedette_report::table::read;
//!
//! let raw = read("{\"nl\": \"never p\", \"ltl\": \"G !p\"}\n{\"nl\": \n", &|_| false).unwrap();
//! assert_eq!(raw.header, ["ltl", "nl"]);
//! assert_eq!(raw.records, [(1, vec!["G !p".to_owned(), "never p".to_owned()])]);
//! assert_eq!(raw.problems[0].line, 2);
//!
//! // A table without names: there is a formula in its first line.
//! let raw = read("never p\tG !p\n", &|_| false).unwrap();
//! assert_eq!(raw.header, ["column 1", "column 2"]);
//! ```
//!
//! Which column means what is for others to guess: [`crate::semantic`] for answers of models, the
//! annotation crate for items.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use vedette_checker::classify::{Logic, logic};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;

/// The most rows of a file.
const ROWS: usize = 1_000_000;

/// A file as rows and columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Raw {
    /// `json_lines`, `json`, `csv` or `tsv`.
    pub format: String,
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows: the line or record of the file, counted from 1, and the cells; a row may be short.
    pub records: Vec<(usize, Vec<String>)>,
    /// Rows that cannot be read.
    pub problems: Vec<Problem>,
}

/// A row that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The line or record of the file, counted from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl Raw {
    /// Where a column stands.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|column| column == name)
    }
}

/// Reads a file as rows and columns. `known` tells a name of a column from a content: the first line of a
/// CSV or TSV file with such a name, or without any formula, is a header.
pub fn read(text: &str, known: &dyn Fn(&str) -> bool) -> Result<Raw, String> {
    let text = text.trim_start_matches('\u{feff}');
    match text.trim_start().chars().next() {
        None => Ok(Raw::default()),
        Some('{') => json_lines(text),
        Some('[') => match serde_json::from_str(text) {
            Ok(values) => json(values),
            Err(_) => separated(text, known),
        },
        _ => separated(text, known),
    }
}

/// Whether a cell is a formula with a temporal operator.
pub fn is_temporal(cell: &str) -> bool {
    let parsed = parse(cell, Dialect::Auto, Reading::Infinite).ok();
    parsed.is_ok_and(|f| logic(&f.pool, f.root) != Logic::Propositional)
}

fn json_lines(text: &str) -> Result<Raw, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let values = lines.map(|(index, line)| {
        let value = serde_json::from_str(line);
        (index + 1, value.map_err(|e| format!("{e}; expected one JSON object a line")))
    });
    objects("json_lines", values)
}

fn json(values: Vec<Value>) -> Result<Raw, String> {
    objects("json", values.into_iter().enumerate().map(|(index, value)| (index + 1, Ok(value))))
}

fn objects(
    format: &str,
    values: impl Iterator<Item = (usize, Result<Value, String>)>,
) -> Result<Raw, String> {
    let mut header: IndexSet<String, FxBuildHasher> = IndexSet::default();
    let mut raw = Raw { format: format.to_owned(), ..Raw::default() };
    for (line, value) in values {
        limit(raw.records.len() + raw.problems.len())?;
        let fields = match value {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => {
                let message = "found no JSON object, expected one for each row".to_owned();
                raw.problems.push(Problem { line, message });
                continue;
            }
            Err(message) => {
                raw.problems.push(Problem { line, message });
                continue;
            }
        };
        let mut record = vec![String::new(); header.len()];
        for (name, value) in fields {
            let at = header.insert_full(name).0;
            record.resize(record.len().max(at + 1), String::new());
            record[at] = match value {
                Value::String(text) => text,
                Value::Null => String::new(),
                other => other.to_string(),
            };
        }
        raw.records.push((line, record));
    }
    raw.header = header.into_iter().collect();
    Ok(raw)
}

fn separated(text: &str, known: &dyn Fn(&str) -> bool) -> Result<Raw, String> {
    let first = text.lines().next().unwrap_or_default();
    let tabs = first.contains('\t');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(if tabs { b'\t' } else { b',' })
        .has_headers(false)
        .flexible(true)
        // Tab-separated files quote nothing as a rule; a lone quote there is a character.
        .quoting(!tabs)
        .from_reader(text.as_bytes());
    let mut records = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| format!("the table cannot be read: {e}"))?;
        let line = record.position().map_or(0, |position| position.line() as usize);
        let cells: Vec<String> = record.iter().map(|cell| cell.trim().to_owned()).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            limit(records.len())?;
            records.push((line, cells));
        }
    }
    let width = records.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
    let named = records.first().is_some_and(|(_, cells)| {
        cells.iter().any(|cell| known(cell)) || !cells.iter().any(|cell| is_temporal(cell))
    });
    let mut header = if named { records.remove(0).1 } else { Vec::new() };
    for at in header.len()..width {
        header.push(format!("column {}", at + 1));
    }
    let format = if tabs { "tsv" } else { "csv" };
    Ok(Raw { format: format.to_owned(), header, records, problems: Vec::new() })
}

fn limit(before: usize) -> Result<(), String> {
    if before < ROWS {
        return Ok(());
    }
    Err(format!("the file has more than {ROWS} rows; expected fewer: split it"))
}
