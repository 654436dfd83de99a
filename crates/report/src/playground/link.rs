//! The whole playground as one short text for a link ([`crate::packed`]).
//!
//! ```
//! use vedette_report::packed::{pack, unpack};
//! use vedette_report::playground::link::State;
//!
//! let state = State {
//!     formulas: vec!["G(req -> F grant)".into(); 40],
//!     trace: "req & !grant; cycle{1}".into(),
//!     ..State::default()
//! };
//! let packed = pack(&state);
//! assert!(packed.starts_with("1.") && packed.len() < 120, "{packed}");
//! assert_eq!(unpack(&packed), Ok(state));
//! ```
//!
//! Links are readable while they are short; this is for the others. What a link does not say is left
//! out, so that links of older versions are read.

use serde::{Deserialize, Serialize};

/// What the playground shows, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The formulas.
    #[serde(rename = "f", default)]
    pub formulas: Vec<String>,
    /// The trace, as a word.
    #[serde(rename = "t", default, skip_serializing_if = "String::is_empty")]
    pub trace: String,
    /// The reading's name; empty for the infinite one.
    #[serde(rename = "r", default, skip_serializing_if = "String::is_empty")]
    pub reading: String,
    /// The dialect's name; empty for `auto`.
    #[serde(rename = "d", default, skip_serializing_if = "String::is_empty")]
    pub dialect: String,
    /// The time that is looked at.
    #[serde(rename = "at", default, skip_serializing_if = "Option::is_none")]
    pub time: Option<usize>,
}
