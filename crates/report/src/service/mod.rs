//! What can be asked of the engines from afar: the protocol of the web app's worker.
//!
//! A request is a JSON text, with the bytes of files beside it; so is the answer. The page gives
//! every request a number, cancels by ending the worker, and shows only the newest answer.

mod answer;

pub use answer::answer;

use crate::bundle::{FileEntry, IndexRow, Item, Manifest, Run, RunRow, RunRule};
use crate::compare::CompareReport;
use crate::formula::FormulaReport;
use crate::playground::automaton::{AutomatonQuestion, AutomatonView};
use crate::playground::link::State;
use crate::playground::{PlayReport, Question};
use crate::semantic::{self, Columns, Row, RowReport, Table};
use crate::tree_wire::TreeHead;
use serde::{Deserialize, Serialize};

/// What is known of a scene, as it was typed or dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SceneText {
    /// Axioms, one a line; `#` starts a remark.
    #[serde(default)]
    pub axioms: String,
    /// A vocabulary file's text; blank for none.
    #[serde(default)]
    pub vocabulary: String,
}

/// A sentence that is understood, with gaps, and what it means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    /// The sentence.
    pub sentence: String,
    /// The formula, with the same gaps.
    pub formula: String,
    /// A sentence of this kind.
    pub example: String,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "one request is held at a time")]
pub enum Request {
    /// Read a formula.
    Formula {
        /// The text.
        text: String,
        /// The dialect's name, as in the companion's `--dialect`.
        dialect: String,
        /// The reading's name: `infinite`, `finite`, `stuttering`.
        reading: String,
    },
    /// The sentences that are understood as rules in words.
    Sentences,
    /// Compare two formulas.
    Compare {
        /// The candidate's text.
        candidate: String,
        /// The truth's text.
        truth: String,
        /// The dialect's name.
        dialect: String,
        /// The reading's name.
        reading: String,
        /// Other truths: the one that matches best counts.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        or: Vec<String>,
        /// What is known of the scene.
        #[serde(default)]
        scene: SceneText,
    },
    /// Evaluate formulas on a trace.
    Play {
        /// The formulas and the trace.
        question: Question,
    },
    /// Build the automaton of a formula, and run it on a trace.
    Automaton {
        /// The formula and the trace.
        question: AutomatonQuestion,
    },
    /// Make a short link of a playground.
    Pack {
        /// What the playground shows.
        state: State,
    },
    /// Read such a link.
    Unpack {
        /// The packed state.
        packed: String,
    },
    /// Read and check a manifest; its bytes stand beside the request.
    Manifest,
    /// Unpack a zip archive whose bytes stand beside the request; the files come back as blobs.
    Archive,
    /// Check a file of a bundle against its entry, and read it; its bytes stand beside the request.
    Shard {
        /// The manifest's entry.
        entry: FileEntry,
    },
    /// Build the tree of a run, seen from a rule. Beside the request: the bytes of the trajectory
    /// shards, in the order of `files`.
    Tree {
        /// The run.
        run: Run,
        /// The item: the rule and its verdict.
        item: Item,
        /// The shards' entries, each with its number among the files of trajectories.
        files: Vec<(u32, FileEntry)>,
    },
    /// Read a file of answers, whose bytes stand beside the request.
    SemanticTable {
        /// Columns that are not to be guessed.
        columns: Columns,
    },
    /// Judge some rows of such a file; the page sends batch after batch.
    SemanticRows {
        /// The rows.
        rows: Vec<Row>,
        /// How they are judged.
        options: semantic::Options,
        /// What is known of the scene.
        #[serde(default)]
        scene: SceneText,
    },
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    /// To [`Request::Formula`].
    Formula(Box<FormulaReport>),
    /// To [`Request::Sentences`].
    Sentences {
        /// The table.
        sentences: Vec<Sentence>,
    },
    /// To [`Request::Compare`].
    Compare(Box<CompareReport>),
    /// To [`Request::Play`].
    Play(Box<PlayReport>),
    /// To [`Request::Automaton`].
    Automaton(Box<AutomatonView>),
    /// To [`Request::Pack`].
    Packed {
        /// The packed state.
        packed: String,
    },
    /// To [`Request::Unpack`].
    Unpacked {
        /// What the playground showed.
        state: State,
    },
    /// To [`Request::Manifest`].
    Manifest(Manifest),
    /// To [`Request::Archive`]: the paths, in the order of the blobs beside the answer.
    Archive {
        /// The paths within the archive.
        paths: Vec<String>,
    },
    /// To [`Request::Shard`] of the index.
    Index {
        /// The rows.
        runs: Vec<IndexRow>,
    },
    /// To [`Request::Shard`] of rules.
    Rules {
        /// The rules.
        rules: Vec<RunRule>,
    },
    /// To [`Request::Shard`] of runs.
    Runs {
        /// The rows.
        runs: Vec<RunRow>,
    },
    /// To [`Request::Shard`] of items.
    Items {
        /// The items.
        items: Vec<Item>,
    },
    /// To [`Request::Tree`]; the nodes are the blob beside it ([`crate::tree_wire`]).
    Tree(Box<TreeHead>),
    /// To [`Request::SemanticTable`].
    SemanticTable(Table),
    /// To [`Request::SemanticRows`], in their order.
    SemanticRows {
        /// The judgements.
        rows: Vec<RowReport>,
    },
    /// The input was rejected: what is wrong, where, and what was expected.
    Rejected {
        /// One clear message.
        message: String,
    },
}
