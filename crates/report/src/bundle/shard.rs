//! `trajectories/*.json`: steps as changes of state.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A file of trajectory pieces, schema `vedette.trajectories/1`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrajectoryShard {
    /// `vedette.trajectories/1`.
    pub schema: String,
    /// The facts and actions that the pieces refer to by position.
    pub names: Vec<String>,
    /// The pieces.
    pub chunks: Vec<TrajectoryChunk>,
}

/// Consecutive steps of one trajectory. The first step of a piece adds its whole state, so that a
/// piece can be read alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrajectoryChunk {
    /// The run.
    pub run: String,
    /// The sample.
    pub sample: String,
    /// The number of the first step here.
    pub from: usize,
    /// The steps.
    pub steps: Vec<StepChange>,
}

/// A step, as the change from the step before it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepChange {
    /// The action that led here; none for an initial state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<usize>,
    /// Facts that became true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub add: Vec<usize>,
    /// Facts that became false.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remove: Vec<usize>,
    /// Signals, where they were recorded (all of them, not only changes).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub numeric: BTreeMap<String, f64>,
    /// Seconds since the start, where there is a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
}
