//! The playground: several formulas on one trace, every sub-formula at every time, and why.
//!
//! ```
//! use vedette_report::playground::{Question, Trace, play};
//!
//! let report = play(&Question {
//!     formulas: vec!["G(req -> F grant)".into()],
//!     trace: Trace::parse("req; grant; cycle{req}").unwrap(),
//!     dialect: "auto".into(),
//!     reading: "infinite".into(),
//! })
//! .unwrap();
//! let formula = &report.formulas[0];
//! assert_eq!(formula.holds, Some(false));
//! assert_eq!(formula.rows[0].formula, "F grant");
//! assert_eq!(formula.rows[0].values, [true, true, false]);
//! assert_eq!(
//!     formula.because[0],
//!     "G(req -> F grant) is false at time 0, because req -> F grant is false at time 2.",
//! );
//! ```

mod answer;
pub mod automaton;
pub mod decided;
pub mod gallery;
pub mod link;
mod run;
mod trace;
mod why;

pub use answer::play;
pub use trace::{MAX_ROWS, MAX_STEPS, Trace, TraceRow};

use crate::compare::Compared;
use crate::word_view::WordView;
use serde::{Deserialize, Serialize};

/// The schema of [`PlayReport`].
pub const SCHEMA: &str = "vedette.play/1";

/// Formulas, and a trace to evaluate them on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The formulas' texts.
    pub formulas: Vec<String>,
    /// The trace.
    pub trace: Trace,
    /// The dialect's name.
    pub dialect: String,
    /// The reading's name: whether the trace goes back, ends, or repeats its last step.
    pub reading: String,
}

/// What the formulas say of the trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayReport {
    /// [`SCHEMA`].
    pub schema: String,
    /// The reading's name.
    pub reading: String,
    /// The rows of the trace, in the question's order: what each of their names means.
    pub rows: Vec<Named>,
    /// The propositions of the formulas that the trace has no row for; they are false.
    pub missing: Vec<String>,
    /// The formulas, in the question's order.
    pub formulas: Vec<Played>,
    /// The trace, ready to be drawn.
    pub word: WordView,
}

/// A row of the trace, as understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// The name in the question.
    pub atom: String,
    /// The proposition in our notation; none if the name is no proposition.
    pub canonical: Option<String>,
    /// Whether a formula uses it.
    pub used: bool,
}

/// One formula on the trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// The formula as understood.
    pub understood: Compared,
    /// Why it has no value on a trace, if it was understood and has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undefined: Option<String>,
    /// Whether it holds at the first step.
    pub holds: Option<bool>,
    /// Its sub-formulas, smaller ones first, and itself last.
    pub rows: Vec<PlayRow>,
    /// How many sub-formulas are not shown.
    pub left_out: usize,
    /// The propositions that the verdict rests on, with the steps at which it does.
    pub rests_on: Vec<RestsOn>,
    /// Why, in sentences, from the whole down to propositions.
    pub because: Vec<String>,
}

/// A sub-formula along the trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayRow {
    /// The sub-formula.
    pub formula: String,
    /// Its value at every step.
    pub values: Vec<bool>,
    /// The steps at which its value is part of the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<usize>,
}

/// A proposition whose values are part of the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RestsOn {
    /// The proposition.
    pub atom: String,
    /// The steps at which its value matters.
    pub steps: Vec<usize>,
}
