//! The results as files: the whole log, the final state, a table, a bundle; each can be imported again.
//!
//! ```
//! use vedette_annotate::export::{Format, export};
//! use vedette_annotate::import::{Wanted, import};
//! use vedette_annotate::{Decision, Log, Role, What, Writer};
//!
//! let mut log = Log::default();
//! let mut ann = Writer::new("ann", "s", &log).unwrap();
//! let items = import(b"never p => F p\n", &Wanted::default()).unwrap().items;
//! let id = items[0].id.clone();
//! for event in ann.items(1, items) {
//!     log.insert(event);
//! }
//! let decision = Decision::Repair { formula: "G !p".into() };
//! log.insert(ann.event(2, Role::Label, Some(&id), What::Decision { decision, replaces: vec![] }));
//! for format in [Format::Log, Format::Final, Format::Table, Format::Bundle] {
//!     let bytes = export(&log, format).unwrap();
//!     let again = import(&bytes, &Wanted::default()).unwrap();
//!     assert_eq!(again.items.len() + again.events.len(), if format == Format::Log { 2 } else { 1 });
//! }
//! ```
//!
//! # What a bundle carries
//! A bundle holds rules checked on runs, and has no room for who judged what. So it gets the result of the
//! work, a ground truth: one run without trajectories, whose rules are the items with the formula that
//! stands in the end. Its verdicts are `unknown`, with the reason that nothing was run. Items that were
//! rejected, are unclear, disputed or not judged are left out, as no formula stands for them.

use crate::agreement::standing;
use crate::event::Decision;
use crate::fold::fold;
use crate::log::Log;
use crate::state::{ItemState, State};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use vedette_report::bundle::{self, Bundle, Run, RunRule, Verdict};
use vedette_report::sheet::{Cell, Sheet};

/// The schema of a line of the final state.
pub const SCHEMA: &str = "vedette.annotated/1";

/// What is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Every event, as JSON lines: nothing is lost.
    Log,
    /// A JSON line an item, with what stands and who thinks what.
    Final,
    /// A row an item, as CSV.
    Table,
    /// The formulas that stand, as a bundle in a zip archive.
    Bundle,
}

impl std::str::FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Ok(match name {
            "log" => Self::Log,
            "final" => Self::Final,
            "csv" => Self::Table,
            "bundle" => Self::Bundle,
            _ => {
                return Err(format!(
                    "found the format {name:?}; expected log, final, csv or bundle"
                ));
            }
        })
    }
}

/// The log in a format.
pub fn export(log: &Log, format: Format) -> Result<Vec<u8>, String> {
    match format {
        Format::Log => Ok(log.text().into_bytes()),
        Format::Final => Ok(lines(&fold(log)).into_bytes()),
        Format::Table => Ok(table(&fold(log)).csv().into_bytes()),
        Format::Bundle => {
            let made = ground_truth(&fold(log)).map_err(|e| e.to_string())?;
            bundle::pack(&made.files).map_err(|e| e.to_string())
        }
    }
}

/// The formula that stands for an item: the given one if it was accepted, the repair if it was repaired.
pub fn formula(state: &ItemState) -> Option<&str> {
    match standing(state).1? {
        Decision::Accept => state.item.as_ref().map(|item| item.formula.as_str()),
        Decision::Repair { formula } => Some(formula),
        Decision::Reject | Decision::Unclear | Decision::Skip => None,
    }
}

/// A line an item.
fn lines(state: &State) -> String {
    let mut text = String::new();
    for (id, item) in &state.items {
        let (standing, decision) = standing(item);
        let mut line = Map::new();
        line.insert("schema".into(), SCHEMA.into());
        line.insert("id".into(), id.as_str().into());
        if let Some(content) = &item.item {
            // The names that an import knows.
            for (name, value) in json!({
                "rule": content.rule,
                "formula": content.formula,
                "alternatives": content.alternatives,
                "scene": content.scene,
                "category": content.category,
                "notes": content.notes.iter().map(|n| format!("{}: {}", n.source, n.text))
                    .collect::<Vec<_>>().join("; "),
            })
            .as_object()
            .into_iter()
            .flatten()
            {
                let empty = value.is_null()
                    || value.as_array().is_some_and(Vec::is_empty)
                    || value.as_str() == Some("");
                if !empty {
                    line.insert(name.clone(), value.clone());
                }
            }
        }
        line.insert("standing".into(), standing.name().into());
        line.insert("decision".into(), decision.map_or(Value::Null, |d| d.name().into()));
        line.insert("final_formula".into(), formula(item).map_or(Value::Null, Value::from));
        line.insert("opinions".into(), json!(item.opinions));
        if let Some(content) = &item.item {
            for (name, value) in &content.other {
                line.entry(name.clone()).or_insert_with(|| value.as_str().into());
            }
        }
        text.push_str(&Value::Object(line).to_string());
        text.push('\n');
    }
    text
}

/// A row an item, with columns for everybody who judged.
pub fn table(state: &State) -> Sheet {
    let mut people: Vec<(&str, crate::event::Role)> = Vec::new();
    for opinion in state.items.values().flat_map(|item| &item.opinions) {
        let who = (opinion.annotator.as_str(), opinion.role);
        if !people.contains(&who) {
            people.push(who);
        }
    }
    people.sort_unstable();
    let mut columns: Vec<String> =
        ["id", "rule", "formula", "scene", "category", "standing", "decision", "final_formula"]
            .map(str::to_owned)
            .to_vec();
    for (who, role) in &people {
        for what in ["decision", "repair", "flagged", "comments"] {
            columns.push(format!("{who} ({}) {what}", role.name()));
        }
    }
    let rows = state.items.iter().map(|(id, item)| {
        let (standing, decision) = standing(item);
        let content = item.item.clone().unwrap_or_default();
        let mut row = vec![
            Cell::text(id),
            Cell::text(&content.rule),
            Cell::text(&content.formula),
            Cell::text(&content.scene.unwrap_or_default()),
            Cell::text(&content.category.unwrap_or_default()),
            Cell::text(standing.name()),
            Cell::text(decision.map_or("", Decision::name)),
            Cell::text(formula(item).unwrap_or_default()),
        ];
        for &(who, role) in &people {
            let opinion = item.opinion(who, role);
            let decision = opinion.and_then(|o| o.current.as_ref()).map(|held| &held.decision);
            let repair = match decision {
                Some(Decision::Repair { formula }) => formula.as_str(),
                _ => "",
            };
            let comments = opinion.map(|o| o.comments.iter().map(|c| c.text.as_str()).collect());
            let comments: Vec<&str> = comments.unwrap_or_default();
            row.push(Cell::text(decision.map_or("", Decision::name)));
            row.push(Cell::text(repair));
            row.push(Cell::text(if opinion.is_some_and(|o| o.flagged) { "yes" } else { "" }));
            row.push(Cell::text(&comments.join(" / ")));
        }
        row
    });
    let rows = rows.collect();
    Sheet { columns, rows }
}

/// The formulas that stand, as a bundle.
fn ground_truth(state: &State) -> Result<Bundle, bundle::BundleError> {
    let description = "Rules whose formulas were judged by people. Nothing was run.";
    let title = "Annotated rules";
    let mut writer = bundle::Writer::new(title, description, false, "vedette annotate export");
    let mut rules = Vec::new();
    for (id, item) in &state.items {
        if let (Some(formula), Some(content)) = (formula(item), &item.item) {
            let (words, formula) = (content.rule.clone(), formula.to_owned());
            rules.push(RunRule { id: id.clone(), words, formula });
        }
    }
    let ids: Vec<String> = rules.iter().map(|rule| rule.id.clone()).collect();
    let run = "annotated".to_owned();
    writer.run(
        Run {
            id: run.clone(),
            model: "ground truth".to_owned(),
            task: "annotation".to_owned(),
            title: title.to_owned(),
            scene: String::new(),
            objects: Vec::new(),
            rules,
            trajectories: Vec::new(),
            states: 0,
            nodes: 0,
            levels: None,
        },
        &[],
    )?;
    for rule in ids {
        writer.item(&bundle::Item {
            run: run.clone(),
            rule,
            verdict: Verdict::Unknown,
            reason: Some("a formula that was judged by people; nothing was run".to_owned()),
            per_trajectory: Vec::new(),
            lifted_verdict: None,
            counterexample: None,
            extras: None,
        })?;
    }
    writer.finish()
}
