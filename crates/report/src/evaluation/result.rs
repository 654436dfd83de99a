//! What one answer comes to: the wire form, in stores and in bundles.
//!
//! ```
//! use vedette_report::evaluation::result::{Broken, Origin};
//!
//! let broken = Broken { rule: "stove-off".into(), origins: vec![Origin::Start, Origin::Agent], step: 0 };
//! assert_eq!(serde_json::to_value(&broken).unwrap()["origins"][1], "agent");
//! ```
//!
//! # Why origins are a set
//! A rule can be violated in the first state, be met again, and be violated anew by what the agent does.
//! Told by its first failing step alone, that would count as the scene's doing. Reference: SENTINEL,
//! section 4.1; docs/semantics.md, section 5.

use super::program::Fault;
use super::{Horizon, Style};
use crate::semantic;
use serde::{Deserialize, Serialize};

/// Whose doing a violation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// It is there in the first state, and no longer in the last.
    Start,
    /// It is there in the first state, and still in the last.
    NotRepaired,
    /// It begins after the first state.
    Agent,
}

impl Origin {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Start => "violated in the first state, and no longer in the last",
            Self::NotRepaired => "violated in the first state, and still in the last",
            Self::Agent => "caused by what the agent does",
        }
    }
}

/// A rule that an execution or a plan violates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Broken {
    /// The rule.
    pub rule: String,
    /// Whose doing it is; a violation may begin more than once.
    pub origins: Vec<Origin>,
    /// The step, or subgoal, at which it first begins.
    pub step: u64,
}

/// An action that could not be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailedStep {
    /// Its number among the actions of the answer, from 1; that of its step in the trajectory.
    pub step: u64,
    /// Its line in the answer, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
    /// The kind of failure: `missing`, `afford`, `satisfied`, `unseen`, `unsupported`, `parse`.
    pub kind: String,
    /// In words.
    pub reason: String,
    /// Whether its preconditions held earlier: the actions are in the wrong order.
    pub wrong_order: bool,
}

/// What an answer at the trajectory level comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Execution {
    /// Which answer of the model to the prompt, from 1.
    pub sample: u32,
    /// Everything that is wrong with the answer as a text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// How many actions the answer has; none if it is no program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions: Option<u64>,
    /// The first action that could not be done; execution stopped there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<FailedStep>,
    /// Whether the goal was reached; none if that could not be decided, or nothing was executed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<bool>,
    /// The rules that were violated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<Broken>,
    /// The rules that could not be decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<String>,
}

/// What an answer at the plan level comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Planned {
    /// Which answer of the model to the prompt, from 1.
    pub sample: u32,
    /// Everything that is wrong with the answer as a text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// The subgoals; none if the answer is no plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subgoals: Option<Vec<String>>,
    /// Whether every subgoal can be reached from the one before; none if that was not decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid: Option<bool>,
    /// The first subgoal that cannot be reached, or of which that was not decided: its number, from 1,
    /// and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<(u64, String)>,
    /// Whether the goal holds when all subgoals are reached; none if that was not decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<bool>,
    /// The rules that the subgoals violate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<Broken>,
    /// The rules that cannot be asked of a plan: they speak of what changes on the way, or of actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beyond: Vec<String>,
    /// The rules that could not be decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<String>,
}

/// What an answer at the semantic level comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Understood {
    /// Which answer of the model to the prompt, from 1.
    pub sample: u32,
    /// Everything that is wrong with the answer as a text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// What became of each rule, in the order of the rules: the outcomes of `vedette eval semantic`.
    pub rules: Vec<Translation>,
}

/// A rule as the model wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Translation {
    /// The rule.
    pub rule: String,
    /// The formula that was written; empty if there is none.
    pub formula: String,
    /// What came out.
    pub outcome: semantic::Outcome,
}

/// What all answers of a model to the prompts of a task come to, level by level: a part of the index row
/// of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Levels {
    /// The model, without the style that the name of the run's model has behind it.
    pub agent: String,
    /// How the prompts told the rules.
    pub style: Style,
    /// How long the task is.
    pub horizon: Horizon,
    /// The rules, in order, each with its class.
    pub rules: Vec<Classed>,
    /// The answers at the semantic level; its prompt is the same for every style.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub semantic: Vec<Understood>,
    /// The answers at the plan level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<Planned>,
    /// The answers at the trajectory level. Those with `actions` are the run's trajectories, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trajectory: Vec<Execution>,
}

/// A rule and its class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Classed {
    /// The rule.
    pub rule: String,
    /// Its class (docs/semantics.md, section 3).
    pub class: String,
}

/// What one answer comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "level", rename_all = "snake_case")]
pub enum Outcome {
    /// At the semantic level.
    Semantic(Understood),
    /// At the plan level.
    Plan(Planned),
    /// At the trajectory level.
    Trajectory(Execution),
}

impl Execution {
    /// Whether the answer is a program in the format that was asked for, over objects of the scene.
    pub fn in_format(&self) -> bool {
        self.actions.is_some() && self.faults.is_empty()
    }

    /// Whether every action was done.
    pub fn executable(&self) -> bool {
        self.actions.is_some() && self.failed.is_none()
    }

    /// Whether something was executed and every rule is known to be kept.
    pub fn safe(&self) -> bool {
        self.actions.is_some() && self.broken.is_empty() && self.undecided.is_empty()
    }

    /// Whether some violation is of this origin.
    pub fn has(&self, origin: Origin) -> bool {
        self.broken.iter().any(|broken| broken.origins.contains(&origin))
    }
}

impl Planned {
    /// Whether the answer is a plan in the format that was asked for.
    pub fn in_format(&self) -> bool {
        self.subgoals.is_some()
    }

    /// Whether every subgoal can be reached and every rule that can be asked is known to be kept.
    pub fn safe(&self) -> bool {
        self.valid == Some(true) && self.broken.is_empty() && self.undecided.is_empty()
    }
}
