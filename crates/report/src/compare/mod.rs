//! The comparison of two formulas (`docs/semantics.md`, section 3), schema `vedette.equiv/1`.

pub mod axioms;
mod best;
mod build;
mod regions;
pub(crate) mod said;
pub(crate) mod sides;

pub use best::{Alternative, Matched, best};
pub use build::report;
pub use regions::{Region, Regions};

use crate::diagnostic::Diagnostic;
use crate::printed::printed;
use crate::typed::{InWords, Typed};
use crate::vocabulary::{Ungrounded, Vocabulary};
use crate::word_view::WordView;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vedette_checker::english;
use vedette_checker::formula::Formula;

/// The schema of [`CompareReport`].
pub const SCHEMA: &str = "vedette.equiv/1";

/// How two formulas relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// The same words satisfy both.
    Equivalent,
    /// The candidate implies the truth.
    Stronger,
    /// The truth implies the candidate.
    Weaker,
    /// Neither implies the other.
    Incomparable,
    /// A limit was reached; see `reason`.
    Unknown,
    /// One of the texts is not a formula that can be compared; see `errors`.
    Error,
}

impl Relation {
    /// A stable name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Equivalent => "equivalent",
            Self::Stronger => "stronger",
            Self::Weaker => "weaker",
            Self::Incomparable => "incomparable",
            Self::Unknown => "unknown",
            Self::Error => "error",
        }
    }
}

/// Whether a formula says anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// True of every word.
    Valid,
    /// True of no word.
    Unsatisfiable,
    /// True of some words, false of others.
    Contingent,
}

/// One of the two formulas, as understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compared {
    /// The formula in our notation; empty if it could not be read.
    pub canonical: String,
    /// A reading in English; empty if it could not be read.
    pub english: String,
    /// Errors, with their places in the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Diagnostic>,
    /// Remarks that do not stop the comparison.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Diagnostic>,
    /// Whether it says anything, where that was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// How the words were understood, if it is a rule in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<InWords>,
    /// Parts that do not matter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<IdlePart>,
    /// What is remarkable about it, in sentences: that it is always or never true, parts that do not
    /// matter, names that the vocabulary does not have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Names that were replaced by those of the vocabulary, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub renamed: Vec<String>,
    /// Names that the vocabulary does not have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ungrounded: Vec<Ungrounded>,
}

impl Compared {
    /// A text as it was read: its formula in our notation, at most `shown` bytes of it, and in English.
    pub(crate) fn read(typed: Typed, shown: usize) -> (Formula, Self) {
        let Typed { formula, errors, warnings, words } = typed;
        let sound = errors.is_empty();
        let compared = Self {
            canonical: if sound {
                printed(&formula.pool, formula.root, shown)
            } else {
                String::new()
            },
            english: if sound { english::read(&formula.pool, formula.root) } else { String::new() },
            errors,
            warnings,
            status: None,
            words,
            idle: Vec::new(),
            notes: Vec::new(),
            renamed: Vec::new(),
            ungrounded: Vec::new(),
        };
        (formula, compared)
    }
}

/// A part of a formula that can be replaced by a constant without a change of meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdlePart {
    /// The part.
    pub part: String,
    /// The constant.
    pub value: bool,
}

/// The comparison of two formulas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompareReport {
    /// [`SCHEMA`].
    pub schema: String,
    /// How they relate.
    pub verdict: Relation,
    /// The verdict in one or two sentences, naming direction and consequence.
    pub explanation: String,
    /// Why the verdict is unknown, or how quantified rules were compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The reading: `infinite`, `finite` or `stuttering`.
    pub reading: String,
    /// A word that only the candidate allows, in Spot's notation.
    pub witness_candidate_only: Option<String>,
    /// A word that only the truth allows, in Spot's notation.
    pub witness_truth_only: Option<String>,
    /// The first witness, ready to be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture_candidate_only: Option<WordView>,
    /// The second witness, ready to be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture_truth_only: Option<WordView>,
    /// Which regions of the two languages have members; none if pictures were not wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Regions>,
    /// A word that both allow, ready to be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture_both: Option<WordView>,
    /// A word that neither allows, ready to be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture_neither: Option<WordView>,
    /// What is remarkable about the two together, in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// Which of several truths this is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matched: Option<Matched>,
    /// The verdict under the axioms, where some were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under_axioms: Option<UnderAxioms>,
    /// Known misconceptions that turn the truth into the candidate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diagnoses: Vec<Diagnosed>,
    /// The candidate as understood.
    pub candidate: Compared,
    /// The truth as understood.
    pub truth: Compared,
    /// States built for the decision.
    pub states: u64,
    /// Microseconds taken, where a clock was at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub micros: Option<u64>,
}

/// One explanation of a difference: misconceptions that turn the truth into the candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnosed {
    /// One misconception, or two together.
    pub misconceptions: Vec<Misconceived>,
    /// The truth under these misconceptions; it is equivalent to the candidate.
    pub rewritten: String,
}

/// A misconception, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Misconceived {
    /// Its stable name.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// What the candidate says instead.
    pub explanation: String,
    /// What to remember.
    pub tip: String,
}

/// The verdict under axioms of the domain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnderAxioms {
    /// How the formulas relate on words that satisfy the axioms.
    pub verdict: Relation,
    /// What that means, beside the strict verdict.
    #[serde(default)]
    pub explanation: String,
    /// The axioms, as they were used.
    #[serde(default)]
    pub axioms: Vec<String>,
    /// A word that satisfies the axioms and only the candidate allows.
    pub witness_candidate_only: Option<String>,
    /// A word that satisfies the axioms and only the truth allows.
    pub witness_truth_only: Option<String>,
}

/// What to compare by.
#[derive(Clone, Debug)]
pub struct Options {
    /// The dialect's name.
    pub dialect: String,
    /// The reading's name.
    pub reading: String,
    /// The most states that may be built.
    pub max_states: u64,
    /// Axioms of the domain: formulas in the same dialect, or schemes.
    pub axioms: Vec<String>,
    /// The words of the scene.
    pub vocabulary: Option<Vocabulary>,
    /// Values of named constants.
    pub constants: BTreeMap<String, f64>,
    /// Whether a text may be a rule in words.
    pub words: bool,
    /// Whether the words are wanted ready to be drawn.
    pub pictures: bool,
    /// Whether misconceptions that explain a difference, and parts that do not matter, are looked for.
    pub diagnose: bool,
}

impl Options {
    /// A million states, no axioms, no vocabulary, with pictures and diagnoses.
    pub fn new(dialect: &str, reading: &str) -> Self {
        Self {
            dialect: dialect.to_owned(),
            reading: reading.to_owned(),
            max_states: 1_000_000,
            axioms: Vec::new(),
            vocabulary: None,
            constants: BTreeMap::new(),
            words: true,
            pictures: true,
            diagnose: true,
        }
    }
}
