//! Items from a file: JSON lines, JSON, CSV, TSV, a rule file, a bundle, pasted text, or another log.
//!
//! ```
//! use vedette_annotate::import::{Wanted, import};
//!
//! let file = br#"{"id": 1, "nl": "never p", "ltl": "G !p"}
//! {"id": 2, "nl": "damaged", "ltl": "G ("}
//! {"id": 3, "nl":
//! {"id": 1, "nl": "always p", "ltl": "G p"}
//! "#;
//! let found = import(file, &Wanted::default()).unwrap();
//! let ids: Vec<&str> = found.items.iter().map(|item| item.id.as_str()).collect();
//! // What is wrong with a formula is for the annotator to say; a row that is none is named.
//! assert_eq!(ids, ["1", "2"]);
//! let lines: Vec<(usize, bool)> = found.problems.iter().map(|p| (p.line, p.used)).collect();
//! assert_eq!(lines, [(2, true), (3, false), (4, false)]);
//! ```
//!
//! # Why rows without a name are named by content
//! The same file must be importable twice, with rows added in between, without anything there twice
//! ([`Item::named`]).

mod columns;
mod rules;

pub use columns::Columns;

use crate::event::{Event, SCHEMA};
use crate::item::{Item, Note};
use crate::log::{Damage, Log};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use vedette_checker::syntax::Dialect;
use vedette_checker::words::Reading;
use vedette_report::bundle::is_archive;
use vedette_report::table::{self, Problem as Unread, Raw};
use vedette_report::typed::typed;

/// What somebody wants of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// Columns that are not to be guessed.
    #[serde(default)]
    pub columns: Columns,
    /// The dialect's name; empty for `auto`.
    #[serde(default)]
    pub dialect: String,
}

/// What was found in a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Imported {
    /// `json_lines`, `json`, `csv`, `tsv`, `rules`, `bundle`, `pasted` or `log`.
    pub format: String,
    /// Every column, in the order of the file.
    pub header: Vec<String>,
    /// Which column holds what.
    pub columns: Columns,
    /// How that was found, in sentences.
    pub guesses: Vec<String>,
    /// The items.
    pub items: Vec<Item>,
    /// The events, if the file is a log; they are merged instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// What is wrong with single rows.
    pub problems: Vec<Problem>,
}

/// What is wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The line or record of the file, counted from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub message: String,
    /// Whether the row was taken all the same.
    pub used: bool,
}

impl From<Unread> for Problem {
    fn from(unread: Unread) -> Self {
        Self { line: unread.line, message: unread.message, used: false }
    }
}

impl From<Damage> for Problem {
    fn from(damage: Damage) -> Self {
        Self { line: damage.line, message: damage.message, used: false }
    }
}

/// Reads a file. Fails only if nothing in it can be used.
pub fn import(bytes: &[u8], wanted: &Wanted) -> Result<Imported, String> {
    let dialect = if wanted.dialect.is_empty() { "auto" } else { wanted.dialect.as_str() };
    dialect.parse::<Dialect>()?;
    if is_archive(bytes) {
        return finish(rules::bundle(bytes)?, "bundle", wanted, dialect);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if is_log(bytes) {
        let found = Log::read(bytes);
        let events = found.log.ordered().into_iter().cloned().collect();
        let problems = found.damaged.into_iter().map(Problem::from).collect();
        return Ok(Imported { format: "log".into(), events, problems, ..Imported::default() });
    }
    let text = std::str::from_utf8(bytes).map_err(|e| {
        format!("found bytes that are no UTF-8 text after byte {}; expected text", e.valid_up_to())
    })?;
    if let Some(raw) = pasted(text) {
        return finish(raw, "pasted", wanted, dialect);
    }
    if let Some(raw) = rules::file(text) {
        return finish(raw?, "rules", wanted, dialect);
    }
    let raw = table::read(text, &columns::known)?;
    let format = raw.format.clone();
    finish(raw, &format, wanted, dialect)
}

/// Whether the first line that can be read is an event.
fn is_log(bytes: &[u8]) -> bool {
    let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let first = lines.filter_map(|line| serde_json::from_slice::<serde_json::Value>(line).ok());
    first.take(1).any(|value| value.get("schema").and_then(|v| v.as_str()) == Some(SCHEMA))
}

/// `rule => formula`, in every line.
fn pasted(text: &str) -> Option<Raw> {
    let mut raw = Raw { header: vec!["rule".into(), "formula".into()], ..Raw::default() };
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        if line.trim_start().starts_with('{') {
            return None;
        }
        // The first arrow: a formula may have another, a rule in words hardly.
        let (rule, formula) = line.split_once("=>")?;
        raw.records.push((index + 1, vec![rule.trim().to_owned(), formula.trim().to_owned()]));
    }
    (!raw.records.is_empty()).then_some(raw)
}

fn finish(raw: Raw, format: &str, wanted: &Wanted, dialect: &str) -> Result<Imported, String> {
    if raw.records.is_empty() {
        let first = raw.problems.first();
        let why = first.map(|p| format!("line {}: {}", p.line, p.message)).unwrap_or_default();
        return Err(if why.is_empty() {
            "the file has no rows; expected a rule in words and a formula in each".to_owned()
        } else {
            format!("no row can be read; {why}")
        });
    }
    let (columns, guesses) = columns::choose(&raw, &wanted.columns)?;
    let mut found = Imported { format: format.to_owned(), guesses, ..Imported::default() };
    found.problems = raw.problems.iter().cloned().map(Problem::from).collect();
    let mut items: IndexMap<String, (usize, Item), FxBuildHasher> = IndexMap::default();
    for (line, record) in &raw.records {
        let mut problem = |message: String, used: bool| {
            found.problems.push(Problem { line: *line, message, used });
        };
        let item = item(&raw, &columns, record);
        if item.rule.is_empty() || item.formula.is_empty() {
            let missing = if item.rule.is_empty() { &columns.rule } else { &columns.formula };
            let missing = missing.as_deref().unwrap_or_default();
            problem(format!("found nothing in column {missing:?}; expected a text"), false);
            continue;
        }
        let item = item.named();
        match items.get(&item.id) {
            Some((before, known)) if *known == item => {
                problem(format!("found the same as in line {before}; it is there once"), false);
                continue;
            }
            Some((before, _)) => {
                problem(
                    format!("found the id {:?} of line {before} again; expected another", item.id),
                    false,
                );
                continue;
            }
            None => {}
        }
        let errors = typed(&item.formula, dialect, Reading::Infinite)?.errors;
        if let Some(error) = errors.first() {
            problem(format!("the formula cannot be read: {}", error.message), true);
        }
        items.insert(item.id.clone(), (*line, item));
    }
    found.problems.sort_by_key(|problem| problem.line);
    found.items = items.into_values().map(|(_, item)| item).collect();
    found.columns = columns;
    found.header = raw.header;
    Ok(found)
}

fn item(raw: &Raw, columns: &Columns, record: &[String]) -> Item {
    let cell = |name: &str| {
        let cell = raw.place(name).and_then(|at| record.get(at));
        cell.map(|cell| cell.trim()).unwrap_or_default().to_owned()
    };
    let one = |name: &Option<String>| name.as_deref().map(cell).unwrap_or_default();
    let some = |name: &Option<String>| Some(one(name)).filter(|text| !text.is_empty());
    let mut item = Item {
        id: one(&columns.id),
        rule: one(&columns.rule),
        formula: one(&columns.formula),
        scene: some(&columns.scene),
        category: some(&columns.category),
        ..Item::default()
    };
    for text in columns.alternatives.iter().flat_map(|name| list(cell(name))) {
        if !text.is_empty() && text != item.formula && !item.alternatives.contains(&text) {
            item.alternatives.push(text);
        }
    }
    for source in &columns.notes {
        let text = cell(source);
        if !text.is_empty() {
            item.notes.push(Note { source: source.clone(), text });
        }
    }
    let taken = |name: &String| {
        let single =
            [&columns.id, &columns.rule, &columns.formula, &columns.scene, &columns.category];
        single.into_iter().flatten().any(|column| column == name)
            || columns.alternatives.contains(name)
            || columns.notes.contains(name)
    };
    for name in raw.header.iter().filter(|name| !taken(name)) {
        let text = cell(name);
        if !text.is_empty() {
            item.other.insert(name.clone(), text);
        }
    }
    item
}

/// A cell with one formula, or a JSON list of several.
fn list(cell: String) -> Vec<String> {
    if cell.starts_with('[')
        && let Ok(several) = serde_json::from_str::<Vec<String>>(&cell)
    {
        return several.into_iter().map(|text| text.trim().to_owned()).collect();
    }
    vec![cell]
}
