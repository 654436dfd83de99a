//! A file of answers: rows with a rule, the truth and a candidate; which column is which is guessed.
//!
//! ```
//! use vedette_report::semantic::{Columns, read};
//!
//! let table = read("rule\tgold\tanswer\nnever p\tG !p\t!F p\n", &Columns::default()).unwrap();
//! assert_eq!(table.rows[0].truth, "G !p");
//! assert_eq!(table.rows[0].candidate, "!F p");
//! assert_eq!(table.columns.candidate.as_deref(), Some("answer"));
//! ```

use serde::{Deserialize, Serialize};
use serde_json::Value;
use vedette_checker::classify::{Logic, logic};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;

/// The most rows of a file.
const ROWS: usize = 1_000_000;
/// How many rows are looked at to guess a column by its content.
const LOOKED: usize = 20;

/// A row to be judged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The line or record of the file, counted from 1.
    pub line: usize,
    /// The row's own name, where it has one.
    pub id: Option<String>,
    /// The rule in words.
    pub rule: Option<String>,
    /// The ground truth.
    pub truth: String,
    /// Other truths that are as good.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<String>,
    /// The answer, as it was given.
    pub candidate: String,
}

/// Which column holds what: given by the user, or guessed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns {
    /// The row's name.
    pub id: Option<String>,
    /// The rule in words.
    pub rule: Option<String>,
    /// The ground truth.
    pub truth: Option<String>,
    /// The answer.
    pub candidate: Option<String>,
    /// Columns with further truths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<String>,
}

/// A file of answers, read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// `json_lines`, `json`, `csv` or `tsv`.
    pub format: String,
    /// Every column, in the order of the file.
    pub header: Vec<String>,
    /// Which column holds what.
    pub columns: Columns,
    /// How that was found, in words.
    pub guesses: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
}

struct Raw {
    format: &'static str,
    header: Vec<String>,
    records: Vec<(usize, Vec<String>)>,
}

/// Reads a file of answers. `wanted` names the columns that are not to be guessed.
pub fn read(text: &str, wanted: &Columns) -> Result<Table, String> {
    let text = text.trim_start_matches('\u{feff}');
    let raw = match text.trim_start().chars().next() {
        None => return Err("the file is empty; expected rows with a truth and an answer".into()),
        Some('{') => json_lines(text)?,
        Some('[') if serde_json::from_str::<Vec<Value>>(text).is_ok() => json(text)?,
        _ => separated(text)?,
    };
    let (columns, guesses) = choose(&raw, wanted)?;
    let place = |name: &Option<String>| {
        name.as_ref().and_then(|name| raw.header.iter().position(|column| column == name))
    };
    let (id, rule) = (place(&columns.id), place(&columns.rule));
    let (truth, candidate) = (place(&columns.truth), place(&columns.candidate));
    let cell = |record: &[String], at: Option<usize>| at.and_then(|at| record.get(at)).cloned();
    let others: Vec<Option<usize>> =
        columns.or.iter().map(|name| raw.header.iter().position(|column| column == name)).collect();
    let rows = raw.records.iter().map(|(line, record)| {
        let mut truths = list(cell(record, truth).unwrap_or_default());
        let first = if truths.is_empty() { String::new() } else { truths.remove(0) };
        truths.extend(others.iter().filter_map(|&at| cell(record, at)).flat_map(list));
        truths.retain(|text| !text.trim().is_empty());
        Row {
            line: *line,
            id: cell(record, id),
            rule: cell(record, rule),
            truth: first,
            or: truths,
            candidate: cell(record, candidate).unwrap_or_default(),
        }
    });
    let rows = rows.collect();
    Ok(Table { format: raw.format.to_owned(), columns, guesses, rows, header: raw.header })
}

/// A cell with one truth, or a JSON list of several.
fn list(cell: String) -> Vec<String> {
    if cell.trim_start().starts_with('[')
        && let Ok(several) = serde_json::from_str::<Vec<String>>(&cell)
        && !several.is_empty()
    {
        return several;
    }
    vec![cell]
}

fn json_lines(text: &str) -> Result<Raw, String> {
    let mut values = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let value = serde_json::from_str(line)
            .map_err(|e| format!("line {}: {e}; expected one JSON object a line", index + 1))?;
        values.push((index + 1, value));
    }
    objects("json_lines", values)
}

fn json(text: &str) -> Result<Raw, String> {
    let values: Vec<Value> = serde_json::from_str(text).map_err(|e| e.to_string())?;
    objects("json", values.into_iter().enumerate().map(|(i, v)| (i + 1, v)).collect())
}

fn objects(format: &'static str, values: Vec<(usize, Value)>) -> Result<Raw, String> {
    let mut header: indexmap::IndexSet<String, rustc_hash::FxBuildHasher> =
        indexmap::IndexSet::default();
    let mut records = Vec::new();
    for (line, value) in values {
        let Value::Object(fields) = value else {
            return Err(format!("row {line}: found no JSON object, expected one for each row"));
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
        records.push((line, record));
        limit(records.len())?;
    }
    Ok(Raw { format, header: header.into_iter().collect(), records })
}

fn separated(text: &str) -> Result<Raw, String> {
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
            records.push((line, cells));
            limit(records.len())?;
        }
    }
    let width = records.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
    let named = records.first().is_some_and(|(_, cells)| {
        cells.iter().any(|cell| role(cell).is_some()) || !cells.iter().any(|c| is_temporal(c))
    });
    let mut header = if named { records.remove(0).1 } else { Vec::new() };
    for at in header.len()..width {
        header.push(format!("column {}", at + 1));
    }
    let format = if tabs { "tsv" } else { "csv" };
    Ok(Raw { format, header, records })
}

fn limit(rows: usize) -> Result<(), String> {
    if rows <= ROWS {
        return Ok(());
    }
    Err(format!("the file has more than {ROWS} rows; expected fewer: split it"))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Id,
    Rule,
    Truth,
    Candidate,
}

/// What a column of this name usually holds.
fn role(name: &str) -> Option<Role> {
    let name: String =
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    Some(match name.as_str() {
        "id" | "key" | "uid" => Role::Id,
        "rule" | "nl" | "sentence" | "naturallanguage" | "instruction" | "english" | "text"
        | "requirement" | "description" | "utterance" => Role::Rule,
        "truth" | "groundtruth" | "gold" | "reference" | "target" | "expected" | "label"
        | "ltl" | "goldltl" | "trueltl" => Role::Truth,
        "candidate" | "answer" | "prediction" | "predicted" | "pred" | "output" | "response"
        | "generated" | "completion" | "predictedltl" | "llm" => Role::Candidate,
        _ => return None,
    })
}

fn is_temporal(cell: &str) -> bool {
    let parsed = parse(cell, Dialect::Auto, Reading::Infinite).ok();
    parsed.is_ok_and(|f| logic(&f.pool, f.root) != Logic::Propositional)
}

fn choose(raw: &Raw, wanted: &Columns) -> Result<(Columns, Vec<String>), String> {
    let mut guesses = Vec::new();
    let mut columns = wanted.clone();
    let named = [&wanted.id, &wanted.rule, &wanted.truth, &wanted.candidate];
    for name in named.into_iter().flatten().chain(&wanted.or) {
        if !raw.header.contains(name) {
            return Err(format!(
                "there is no column {name:?}; expected one of {}",
                raw.header.join(", ")
            ));
        }
    }
    for (field, kind, what) in [
        (&mut columns.id, Role::Id, "the row's name"),
        (&mut columns.rule, Role::Rule, "the rule"),
        (&mut columns.truth, Role::Truth, "the truth"),
        (&mut columns.candidate, Role::Candidate, "the answer"),
    ] {
        if field.is_some() {
            continue;
        }
        let named = raw.header.iter().find(|name| role(name) == Some(kind));
        if let Some(name) = named {
            guesses.push(format!("column {name:?} is taken for {what}, by its name"));
            *field = Some(name.clone());
        }
    }
    let taken = |columns: &Columns, name: &String| {
        [&columns.id, &columns.rule, &columns.truth, &columns.candidate]
            .into_iter()
            .flatten()
            .chain(&columns.or)
            .any(|other| other == name)
    };
    for truth in [true, false] {
        let given = if truth { &columns.truth } else { &columns.candidate };
        if given.is_some() {
            continue;
        }
        let found = raw.header.iter().enumerate().find(|(at, name)| {
            let cells = raw.records.iter().take(LOOKED).filter_map(|(_, record)| record.get(*at));
            let (mut all, mut temporal) = (0, 0);
            for cell in cells {
                all += 1;
                temporal += usize::from(is_temporal(cell));
            }
            let further = name.ends_with(|c: char| c.is_ascii_digit())
                && role(name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_'))
                    == Some(Role::Truth);
            !further && !taken(&columns, name) && temporal * 2 > all
        });
        let what = if truth { "truth" } else { "answer" };
        let Some((_, name)) = found else {
            return Err(format!(
                "no column looks like the {what}; expected one of these to be named: {}",
                raw.header.join(", ")
            ));
        };
        let name = name.clone();
        guesses.push(format!("column {name:?} is taken for the {what}, as it holds formulas"));
        if truth { columns.truth = Some(name) } else { columns.candidate = Some(name) }
    }
    if columns.or.is_empty() {
        let others = raw.header.iter().filter(|name| {
            // `truth_2` beside `truth`.
            let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
            plain.len() < name.len() && role(plain) == Some(Role::Truth) && !taken(&columns, name)
        });
        columns.or = others.cloned().collect();
        for name in &columns.or {
            guesses.push(format!("column {name:?} is taken for a further truth, by its name"));
        }
    }
    Ok((columns, guesses))
}
