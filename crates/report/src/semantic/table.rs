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

use crate::table::{self, Raw, is_temporal};
use serde::{Deserialize, Serialize};
use vedette_worlds::input::clip;

/// The most characters of the names of columns that a message repeats.
const NAMED: usize = 600;

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

/// Reads a file of answers. `wanted` names the columns that are not to be guessed.
pub fn read(text: &str, wanted: &Columns) -> Result<Table, String> {
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Err("the file is empty; expected rows with a truth and an answer".into());
    }
    let raw = table::read(text, &|name| role(name).is_some())?;
    // Rates are of all rows: a row that cannot be read is an error, not a row less.
    if let Some(problem) = raw.problems.first() {
        let what = if raw.format == "json" { "row" } else { "line" };
        return Err(format!("{what} {}: {}", problem.line, problem.message));
    }
    let (columns, guesses) = choose(&raw, wanted)?;
    let place = |name: &Option<String>| name.as_ref().and_then(|name| raw.place(name));
    let (id, rule) = (place(&columns.id), place(&columns.rule));
    let (truth, candidate) = (place(&columns.truth), place(&columns.candidate));
    let cell = |record: &[String], at: Option<usize>| at.and_then(|at| record.get(at)).cloned();
    let others: Vec<Option<usize>> = columns.or.iter().map(|name| raw.place(name)).collect();
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
    Ok(Table { format: raw.format, columns, guesses, rows, header: raw.header })
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
                clip(&raw.header.join(", "), NAMED)
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
