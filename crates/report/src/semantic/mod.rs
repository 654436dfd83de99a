//! The semantic level for a whole file of answers: did the agent understand the rules?
//! (`docs/semantics.md`, section 3), schema `vedette.semantic/1`.
//!
//! ```
//! use vedette_report::semantic::{Columns, Options, Outcome, Summary, judge, read};
//!
//! let file = r#"{"rule": "never p", "truth": "G !p", "candidate": "The answer is !F p."}"#;
//! let table = read(file, &Columns::default()).unwrap();
//! let mut summary = Summary::default();
//! for row in &table.rows {
//!     let report = judge(row, &Options::default(), None).unwrap();
//!     assert_eq!(report.outcome, Outcome::Equivalent);
//!     assert_eq!(report.repairs, ["taken out of a sentence"]);
//!     summary.add(&report);
//! }
//! assert_eq!(summary.overall.equivalent, 1);
//! ```
//!
//! Rows are judged one by one, by whoever asks: a worker in a browser can stop between two rows and
//! show how far it is. The rates are those of the SENTINEL paper (section 4.1, semantic level).

mod judge;
pub mod listing;
mod table;
mod unwrap;

pub use judge::judge;
pub use table::{Columns, Row, Table, read};
pub use unwrap::{Unwrapped, unwrap};

use crate::compare::CompareReport;
use crate::rates::Rate;
use crate::vocabulary::Vocabulary;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The schema of [`Summary`].
pub const SCHEMA: &str = "vedette.semantic/1";

/// How rows are judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// The dialect's name.
    pub dialect: String,
    /// The reading's name.
    pub reading: String,
    /// The most states for a row.
    pub max_states: u64,
    /// Axioms of the domain.
    #[serde(default)]
    pub axioms: Vec<String>,
    /// The words of the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vocabulary: Option<Vocabulary>,
    /// Values of named constants; the row says which were used.
    #[serde(default)]
    pub constants: BTreeMap<String, f64>,
    /// Whether an answer around the formula makes it "not in the requested format".
    #[serde(default)]
    pub strict_format: bool,
    /// Whether differences are explained.
    pub diagnose: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            dialect: "auto".to_owned(),
            reading: "infinite".to_owned(),
            max_states: 1_000_000,
            axioms: Vec::new(),
            vocabulary: None,
            // The defaults of rule files (`docs/cli.md`).
            constants: [("T_MAX".to_owned(), 10.0), ("SAFE_DISTANCE".to_owned(), 0.5)].into(),
            strict_format: false,
            diagnose: true,
        }
    }
}

/// What came out for a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The answer means what the truth means.
    Equivalent,
    /// It does not.
    Nonequivalent,
    /// The answer is meant as a formula, but is none.
    SyntaxError,
    /// A limit was reached.
    Undecided,
    /// Both are formulas that cannot be compared; never counted as equivalent.
    NotComparable,
    /// There is no formula in the answer, or more than one.
    NotInFormat,
    /// The truth is no formula: the row is counted nowhere.
    NoTruth,
}

/// What is wrong with, or remarkable about, a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// `candidate` or `truth`.
    pub place: String,
    /// What was found: a lower-case fragment.
    pub message: String,
    /// The column within the text, in characters, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

/// The judgement of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowReport {
    /// The line or record of the file, counted from 1.
    pub line: usize,
    /// The row's own name, where it has one.
    pub id: Option<String>,
    /// The rule in words.
    pub rule: Option<String>,
    /// The ground truth; of several, the one that the answer matches best.
    pub truth: String,
    /// The other truths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<String>,
    /// The answer, as it was given.
    pub answer: String,
    /// The formula found in the answer.
    pub candidate: Option<String>,
    /// What came out.
    pub outcome: Outcome,
    /// The class of the truth.
    pub class: String,
    /// The family of that class.
    pub family: String,
    /// What was taken off the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<String>,
    /// What is wrong or remarkable.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
    /// The comparison with its words and diagnoses, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Box<CompareReport>>,
}

/// Counts over rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rates {
    /// Answers asked for.
    pub asked: u64,
    /// Answers in the requested format.
    pub generated: u64,
    /// Answers that are no formula, of those generated.
    pub syntax_errors: u64,
    /// Answers that mean something else, of those generated.
    pub nonequivalent: u64,
    /// Answers that mean the same, of those generated.
    pub equivalent: u64,
    /// Answers for which this was not decided, of those generated.
    pub undecided: u64,
}

/// A rate with its interval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// `gen_succ`, `syntax_err`, `nonequiv`, `equiv` or `undecided`.
    pub name: String,
    /// The counts.
    pub rate: Rate,
    /// The share, if there was anything to share.
    pub value: Option<f64>,
    /// The lower end of its 95 % Wilson interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// The counts of a class of rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Class {
    /// The class's name.
    pub class: String,
    /// The family it belongs to.
    pub family: String,
    /// The counts.
    pub rates: Rates,
}

/// The table of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// [`SCHEMA`].
    pub schema: String,
    /// Rows whose truth is no formula; they are counted nowhere else.
    pub without_truth: u64,
    /// Answers that were unwrapped.
    pub repaired: u64,
    /// All rows.
    pub overall: Rates,
    /// By class of the truth.
    pub classes: Vec<Class>,
}
