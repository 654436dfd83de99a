//! `runs/*.json`: a task done by a model, several times.

use super::{BundleError, IndexRow};
use crate::evaluation::result::Levels;
use serde::{Deserialize, Serialize};

/// A file of runs, schema `vedette.runs/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunShard {
    /// `vedette.runs/1`.
    pub schema: String,
    /// The rows.
    pub runs: Vec<RunRow>,
}

/// A row of a run: its objects, and where its trajectories lie. A run with very many trajectories has
/// several rows, one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunRow {
    /// The run.
    pub id: String,
    /// The number of the first trajectory here.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub from: u64,
    /// The objects of the scene, each with its categories; in the first row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<SceneObject>,
    /// The trajectories, in order.
    pub trajectories: Vec<TrajectoryEntry>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The trajectories of one task by one model, which are merged into one computation tree: an index row
/// with what it refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    pub objects: Vec<SceneObject>,
    /// The rules it was checked against.
    pub rules: Vec<RunRule>,
    /// The trajectories, in order.
    pub trajectories: Vec<TrajectoryEntry>,
    /// States over all trajectories, before merging.
    pub states: u64,
    /// Nodes of the merged tree.
    pub nodes: u64,
    /// What the answers come to at the three levels, where they were evaluated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<Levels>,
}

impl Run {
    /// The run of an index row, from its rules and rows; what is wrong if they do not belong together.
    pub fn assemble(
        index: &IndexRow,
        rules: Vec<RunRule>,
        rows: Vec<RunRow>,
    ) -> Result<Self, BundleError> {
        let error = |what: String| BundleError::new(format!("run {:?}", index.id), what);
        if rules.len() != index.verdicts.len() {
            return Err(error(format!(
                "the index has {} verdicts for {} rules; expected one a rule",
                index.verdicts.len(),
                rules.len()
            )));
        }
        let mut run = Self {
            id: index.id.clone(),
            model: index.model.clone(),
            task: index.task.clone(),
            title: index.title.clone(),
            scene: index.scene.clone(),
            objects: Vec::new(),
            rules,
            trajectories: Vec::new(),
            states: index.states,
            nodes: index.nodes,
            levels: index.levels.clone(),
        };
        for row in rows {
            let next = run.trajectories.len() as u64;
            if row.id != index.id || row.from != next {
                return Err(error(format!(
                    "the index leads to trajectory {} of run {:?}; expected trajectory {next} of this \
                     one",
                    row.from, row.id
                )));
            }
            run.objects.extend(row.objects);
            run.trajectories.extend(row.trajectories);
        }
        let (said, found) = (index.trajectories.total, run.trajectories.len() as u64);
        if said != found {
            return Err(error(format!(
                "the index says {said} trajectories, and there are {found}"
            )));
        }
        Ok(run)
    }
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chunk {
    /// The file of trajectories, counted from 0 in the order of the manifest.
    pub shard: u32,
    /// The entry of `chunks` there.
    pub index: u32,
}
