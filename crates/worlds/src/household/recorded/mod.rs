//! Recorded runs of the reference executor, and how ours compares with them.
//!
//! ```
//! use vedette_worlds::household::recorded::{Recorded, compare};
//! use vedette_worlds::household::{Rules, read_graph};
//!
//! let graph = r#"{"nodes": [{"id": 1, "class": "hall", "category": "Rooms"},
//!     {"id": 2, "class": "character"}, {"id": 3, "class": "lamp"}],
//!   "edges": [[2, "INSIDE", 1], [3, "INSIDE", 1]]}"#;
//! let home = read_graph(graph.as_bytes(), "home").unwrap();
//! let line = r#"{"id": "a", "graph": "home", "program": ["[WALK] <lamp> (3)"], "steps": [{
//!     "line": "[WALK] <lamp> (3)", "ok": true, "add": [[2, "CLOSE", 3], [3, "CLOSE", 2]]}]}"#
//!     .replace('\n', "");
//! let mut recorded = Recorded::read(&line, "oracle.jsonl").unwrap();
//! assert_eq!(compare(&recorded[0], home.clone(), Rules::compat()).difference, None);
//! recorded[0].steps[0].add.pop();
//! let found = compare(&recorded[0], home, Rules::compat()).difference.unwrap();
//! assert_eq!((found.step, found.what.as_str()), (0, "relations added: ours also has 3 CLOSE 2"));
//! ```
//!
//! # Why it ships
//!
//! Agreement with a reference is a claim that a user should be able to check: `vedette world oracle`
//! holds this simulator against any records in this format. A *record* is a program with the outcome of
//! each step: what changed, or the kind of failure with the preconditions that were missing.

mod compare;
mod finals;
mod tasks;

pub use compare::{Comparison, Difference, compare};
pub use finals::{RecordedFinal, final_agrees};
pub use tasks::Tasks;

use crate::input::{InputError, Limits, read};
use serde::Deserialize;

/// A program and what the reference executor made of it.
#[derive(Clone, Debug, Deserialize)]
pub struct Recorded {
    /// Its name.
    pub id: String,
    /// The name of the scene that it starts in.
    pub graph: String,
    /// Its lines.
    pub program: Vec<String>,
    /// The outcome of each step, up to and with the first that failed.
    pub steps: Vec<RecordedStep>,
}

/// The outcome of a step.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordedStep {
    /// The line.
    pub line: String,
    /// Whether it was done.
    pub ok: bool,
    /// Objects with the states that they lost and gained.
    #[serde(default)]
    pub states: Vec<(u32, Vec<String>, Vec<String>)>,
    /// Relations that came to hold.
    #[serde(default)]
    pub add: Vec<(u32, String, u32)>,
    /// Relations that ended.
    #[serde(default)]
    pub del: Vec<(u32, String, u32)>,
    /// The kind of failure.
    pub kind: Option<String>,
    /// The same, with the wrong order told apart.
    pub kind_with_history: Option<String>,
    /// The preconditions that were missing, each with whether it must not hold.
    #[serde(default)]
    pub missing: Vec<(bool, RecordedCondition)>,
    /// How they count together.
    pub connective: Option<String>,
}

/// A condition, as records spell it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum RecordedCondition {
    /// An object in a state.
    State {
        /// The object.
        id: u32,
        /// The state.
        state: String,
    },
    /// Two objects in a relation; -1 is any object.
    Relation {
        /// Whose relation.
        from_id: i64,
        /// Which.
        relation: String,
        /// To whom.
        to_id: i64,
    },
}

const EXPECTED: &str = "a record a line: {\"id\", \"graph\", \"program\": […], \"steps\": [{\"line\", \
                        \"ok\", \"states\", \"add\", \"del\"} or {\"line\", \"ok\", \"kind\"}, …]}";

impl Recorded {
    /// The records of a file, one JSON object a line.
    pub fn read(text: &str, source: &str) -> Result<Vec<Self>, InputError> {
        lines(text, source, EXPECTED)
    }
}

/// A value a line.
fn lines<'a, T: Deserialize<'a>>(
    text: &'a str,
    source: &str,
    expected: &str,
) -> Result<Vec<T>, InputError> {
    let limits = Limits::default();
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| read(line, source, index + 1, expected, &limits))
        .collect()
}
