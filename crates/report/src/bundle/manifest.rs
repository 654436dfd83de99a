//! `manifest.json`: what was run, and every other file with its size and hash.

use crate::evaluation::counts::Evaluation;
use crate::leaderboard::ModelSummary;
use serde::{Deserialize, Serialize};

/// The most bytes a manifest may have.
pub const MANIFEST_LIMIT: u64 = 4 << 20;
/// The most bytes any other file may have.
pub const SHARD_LIMIT: u64 = 256 << 10;

/// The manifest, schema `vedette.bundle/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Manifest {
    /// `vedette.bundle/1`.
    pub schema: String,
    /// The title shown above the results.
    pub title: String,
    /// What this is, in a sentence or two.
    pub description: String,
    /// Whether the trajectories were made up for demonstration.
    pub synthetic: bool,
    /// What wrote the bundle.
    pub tool: Tool,
    /// The command that was run.
    pub command: String,
    /// The files that went in.
    pub inputs: Vec<Input>,
    /// How much there is.
    pub counts: Counts,
    /// What every model comes to, in the order of its first run: the first screen of a viewer.
    pub models: Vec<ModelSummary>,
    /// What the three levels come to, where answers were evaluated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
    /// Every other file.
    pub files: Vec<FileEntry>,
}

impl Manifest {
    /// The files of a kind, in order; references count them from 0.
    pub fn shards(&self, kind: FileKind) -> impl Iterator<Item = &FileEntry> {
        self.files.iter().filter(move |file| file.kind == kind)
    }

    /// File number `number` of a kind.
    pub fn shard(&self, kind: FileKind, number: u32) -> Option<&FileEntry> {
        self.shards(kind).nth(number as usize)
    }
}

/// A program and its version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tool {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
}

/// A file that went into the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Input {
    /// Its name, without folders.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256, in lower-case hexadecimal digits.
    pub sha256: String,
}

/// How much there is in a bundle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counts {
    /// Runs: a task done by a model.
    pub runs: u64,
    /// Items: a rule checked on a run.
    pub items: u64,
    /// Trajectories over all runs.
    pub trajectories: u64,
}

/// A file of the bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileEntry {
    /// Its path within the bundle, with forward slashes.
    pub path: String,
    /// What it holds.
    pub kind: FileKind,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256, in lower-case hexadecimal digits.
    pub sha256: String,
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FileKind {
    /// A [`super::IndexShard`].
    Index,
    /// A [`super::RuleShard`].
    Rules,
    /// A [`super::RunShard`].
    Runs,
    /// An [`super::ItemShard`].
    Items,
    /// A [`super::TrajectoryShard`].
    Trajectories,
}
