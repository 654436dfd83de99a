//! A word, ready to be drawn or read: letters, and the truth of every sub-formula along it.

mod build;

pub use build::view;

use serde::{Deserialize, Serialize};

/// A finite word, or a lasso: the prefix once, then the cycle for ever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordView {
    /// The word in Spot's notation, such as `a; !b; cycle{a & b}`.
    pub text: String,
    /// The word in a sentence, for those who do not see the picture.
    pub sentence: String,
    /// The letters, prefix first.
    pub letters: Vec<Letter>,
    /// Where the cycle starts; none for a finite word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loop_start: Option<usize>,
    /// The formulas of interest, sub-formulas first: their truth at every letter.
    pub rows: Vec<Row>,
}

/// One letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// The atoms that matter, in the order of the formula, with their values.
    pub atoms: Vec<(String, bool)>,
}

/// The truth of one formula along a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The formula.
    pub formula: String,
    /// Which of the compared formulas it is, if it is a whole one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<Side>,
    /// Its truth at every letter.
    pub values: Vec<bool>,
}

/// One of the two formulas that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The candidate.
    Candidate,
    /// The ground truth.
    Truth,
}
