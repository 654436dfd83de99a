//! `runs/*.json`: a task done by a model, several times.

use serde::{Deserialize, Serialize};

/// A file of runs, schema `vedette.runs/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunShard {
    /// `vedette.runs/1`.
    pub schema: String,
    /// The runs.
    pub runs: Vec<Run>,
}

/// The trajectories of one task by one model, which are merged into one computation tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Run {
    /// Unique within the bundle.
    pub id: String,
    /// The agent or model.
    pub model: String,
    /// The task's id; the same task by another model has the same.
    pub task: String,
    /// The task in words.
    pub title: String,
    /// The scene.
    pub scene: String,
    /// The objects of the scene, each with its categories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<SceneObject>,
    /// The rules it was checked against.
    pub rules: Vec<RunRule>,
    /// The trajectories, in order.
    pub trajectories: Vec<TrajectoryEntry>,
    /// States over all trajectories, before merging.
    pub states: u64,
    /// Nodes of the merged tree.
    pub nodes: u64,
}

/// An object of a scene.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SceneObject {
    /// Its id.
    pub id: String,
    /// The categories that quantifiers range over.
    pub categories: Vec<String>,
}

/// A rule, as it stood in the rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunRule {
    /// Unique within the run.
    pub id: String,
    /// The rule in words; may be empty.
    pub words: String,
    /// The formula in our notation, or the text that could not be read.
    pub formula: String,
}

/// Where a trajectory lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrajectoryEntry {
    /// The sample's name.
    pub sample: String,
    /// How many steps it has, the initial state included.
    pub steps: u64,
    /// Whether the task succeeded, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub success: Option<bool>,
    /// The pieces, in order.
    pub chunks: Vec<Chunk>,
}

/// A piece of a trajectory: which file, and which entry of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chunk {
    /// The path of a trajectory shard.
    pub file: String,
    /// The entry of `chunks` there.
    pub index: usize,
}
