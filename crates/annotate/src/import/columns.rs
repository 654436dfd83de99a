//! Which column holds what: by name, else by content; shown, and corrected by whoever imports.
//!
//! ```
//! use vedette_annotate::import::{Wanted, import};
//!
//! let file = b"key,said,meant\n1,never p,G !p\n2,at some time q,F q\n";
//! let found = import(file, &Wanted::default()).unwrap();
//! assert_eq!(found.columns.rule.as_deref(), Some("said"));
//! assert_eq!(found.columns.formula.as_deref(), Some("meant"));
//! assert!(found.guesses.iter().any(|guess| guess.contains("holds formulas")));
//! ```

use serde::{Deserialize, Serialize};
use vedette_report::table::{Raw, is_temporal};

/// How many rows are looked at to guess a column by its content.
const LOOKED: usize = 200;

/// Which column holds what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns {
    /// The row's name.
    #[serde(default)]
    pub id: Option<String>,
    /// The rule in words.
    #[serde(default)]
    pub rule: Option<String>,
    /// The formula.
    #[serde(default)]
    pub formula: Option<String>,
    /// Other formulas for the same rule.
    #[serde(default)]
    pub alternatives: Vec<String>,
    /// The scene.
    #[serde(default)]
    pub scene: Option<String>,
    /// The category.
    #[serde(default)]
    pub category: Option<String>,
    /// Remarks of earlier reviewers.
    #[serde(default)]
    pub notes: Vec<String>,
}

impl Columns {
    fn takes(&self, name: &str) -> bool {
        let single = [&self.id, &self.rule, &self.formula, &self.scene, &self.category];
        let all = single.into_iter().flatten().chain(&self.alternatives).chain(&self.notes);
        all.into_iter().any(|taken| taken == name)
    }
}

const ID: &[&str] = &["id", "key", "uid", "itemid"];
const RULE: &[&str] = &[
    "rule",
    "nl",
    "sentence",
    "naturallanguage",
    "instruction",
    "english",
    "words",
    "text",
    "requirement",
    "description",
    "utterance",
];
const FORMULA: &[&str] = &[
    "formula",
    "ltl",
    "ltlclean",
    "groundtruth",
    "truth",
    "gold",
    "goldltl",
    "trueltl",
    "reference",
    "target",
    "expected",
    "label",
    "output",
];
const SCENE: &[&str] = &["scene", "environment", "floorplan", "room"];
const CATEGORY: &[&str] =
    &["category", "class", "kind", "type", "pattern", "template", "group", "source"];
const OTHER_FORMULAS: &[&str] = &[
    "suggest",
    "alternative",
    "candidate",
    "answer",
    "predict",
    "repair",
    "proposal",
    "generated",
];
const NOTES: &[&str] = &["note", "comment", "remark", "review", "rulecheck"];

/// The name without case and marks.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// Whether a text is the usual name of some column.
pub(super) fn known(name: &str) -> bool {
    let name = plain(name);
    [ID, RULE, FORMULA, SCENE, CATEGORY].iter().any(|names| names.contains(&name.as_str()))
}

/// Completes the columns that are not given, and says how.
pub(super) fn choose(raw: &Raw, wanted: &Columns) -> Result<(Columns, Vec<String>), String> {
    let mut columns = wanted.clone();
    for name in raw_names(wanted) {
        if raw.place(name).is_none() {
            let names = raw.header.join(", ");
            return Err(format!("there is no column {name:?}; expected one of {names}"));
        }
    }
    let mut guesses = Vec::new();
    let filled = |name: &str| {
        let at = raw.place(name);
        let cells = raw.records.iter().filter_map(|(_, record)| record.get(at?));
        cells.filter(|cell| !cell.trim().is_empty()).count() * 2 >= raw.records.len()
    };
    let by_name = |columns: &Columns, names: &[&str], mostly: bool| {
        // The first of the names, not the first of the columns: the names are in order of trust.
        let found = names.iter().find_map(|&name| {
            raw.header.iter().find(|column| {
                plain(column) == name && !columns.takes(column) && (!mostly || filled(column))
            })
        });
        found.cloned()
    };
    let mut by_name_into = |columns: &mut Columns, part: Part| {
        let (names, what, mostly) = part.names();
        if part.of(columns).is_none()
            && let Some(name) = by_name(columns, names, mostly)
        {
            guesses.push(format!("column {name:?} is taken for {what}, by its name"));
            *part.of(columns) = Some(name);
        }
    };
    for part in [Part::Id, Part::Rule, Part::Formula, Part::Scene, Part::Category] {
        by_name_into(&mut columns, part);
    }
    if columns.formula.is_none() {
        let best = best(raw, &columns, |cell| {
            usize::from(!cell.trim_start().starts_with('[') && is_temporal(cell))
        });
        let Some(name) = best else {
            return Err(format!(
                "no column looks like formulas; say which of these holds them: {}",
                raw.header.join(", ")
            ));
        };
        guesses.push(format!("column {name:?} is taken for the formula, as it holds formulas"));
        columns.formula = Some(name);
    }
    if columns.rule.is_none() {
        // Words: several, of letters, and no formula.
        let words = |cell: &str| {
            let words = cell.split_whitespace().filter(|w| w.chars().all(char::is_alphabetic));
            usize::from(words.count() >= 2 && !is_temporal(cell))
        };
        let Some(name) = best(raw, &columns, words) else {
            return Err(format!(
                "no column looks like rules in words; say which of these holds them: {}",
                raw.header.join(", ")
            ));
        };
        guesses.push(format!("column {name:?} is taken for the rule, as it holds words"));
        columns.rule = Some(name);
    }
    for name in &raw.header {
        if columns.takes(name) {
            continue;
        }
        let short = plain(name);
        if wanted.alternatives.is_empty() && OTHER_FORMULAS.iter().any(|part| short.contains(part))
        {
            guesses.push(format!("column {name:?} is taken for other formulas, by its name"));
            columns.alternatives.push(name.clone());
        } else if wanted.notes.is_empty() && NOTES.iter().any(|part| short.contains(part)) {
            guesses.push(format!("column {name:?} is taken for earlier remarks, by its name"));
            columns.notes.push(name.clone());
        }
    }
    Ok((columns, guesses))
}

fn raw_names(columns: &Columns) -> impl Iterator<Item = &String> {
    let single = [&columns.id, &columns.rule, &columns.formula, &columns.scene, &columns.category];
    single.into_iter().flatten().chain(&columns.alternatives).chain(&columns.notes)
}

#[derive(Clone, Copy)]
enum Part {
    Id,
    Rule,
    Formula,
    Scene,
    Category,
}

impl Part {
    /// The usual names, the words for it, and whether most rows must have it.
    fn names(self) -> (&'static [&'static str], &'static str, bool) {
        match self {
            Self::Id => (ID, "the row's name", false),
            Self::Rule => (RULE, "the rule", true),
            Self::Formula => (FORMULA, "the formula", true),
            Self::Scene => (SCENE, "the scene", false),
            Self::Category => (CATEGORY, "the category", true),
        }
    }

    fn of(self, columns: &mut Columns) -> &mut Option<String> {
        match self {
            Self::Id => &mut columns.id,
            Self::Rule => &mut columns.rule,
            Self::Formula => &mut columns.formula,
            Self::Scene => &mut columns.scene,
            Self::Category => &mut columns.category,
        }
    }
}

/// The free column with the most cells of a kind, if they are more than half; the first of equals.
fn best(raw: &Raw, columns: &Columns, is: impl Fn(&str) -> usize) -> Option<String> {
    let mut best: Option<(usize, &String)> = None;
    let looked = raw.records.len().min(LOOKED);
    for (at, name) in raw.header.iter().enumerate().filter(|(_, name)| !columns.takes(name)) {
        let cells = raw.records.iter().take(looked).filter_map(|(_, record)| record.get(at));
        let count: usize = cells.map(|cell| is(cell)).sum();
        if count * 2 > looked && best.is_none_or(|(most, _)| count > most) {
            best = Some((count, name));
        }
    }
    best.map(|(_, name)| name.clone())
}
