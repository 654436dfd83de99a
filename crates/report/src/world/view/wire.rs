//! What is asked about a program in a scene, and what is answered.

use crate::evaluation::result::Origin;
use serde::{Deserialize, Serialize};
use vedette_worlds::safety::Set;

/// A program in a scene, and what it is held against.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WorldQuestion {
    /// The name of a shipped scene, or the text of one: `vedette.scene/1`, a graph of `VirtualHome`.
    pub scene: String,
    /// The program, an action a line.
    pub program: String,
    /// Rules: a line each, `id: formula or sentence`, a remark above it in words; or a file of rules.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// What is to be reached; blank for nothing. A formula about one state means the last.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub goal: String,
    /// Which safety templates are instantiated in the scene.
    #[serde(skip_serializing_if = "Templates::is_none")]
    pub templates: Templates,
    /// Which semantics the household has.
    pub semantics: Semantics,
    /// Whether steps that fail are passed over instead of ending the run.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub go_on: bool,
}

/// Which safety templates are instantiated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Templates {
    /// None.
    #[default]
    None,
    /// Ours.
    Vedette,
    /// Those of the paper.
    Paper,
}

impl Templates {
    /// Whether there are none.
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }

    /// The set of templates; none if there are none.
    pub(super) fn set(self) -> Option<Set> {
        match self {
            Self::None => None,
            Self::Vedette => Some(Set::Vedette),
            Self::Paper => Some(Set::Paper),
        }
    }
}

/// Which semantics the household has (docs/worlds.md).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Semantics {
    /// Without quirks: for claims of safety.
    #[default]
    Strict,
    /// As the executor of the field, quirks included.
    Compat,
}

/// What became of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorldReport {
    /// The whole in a word.
    pub status: Status,
    /// What is wrong with the scene: nothing was run.
    pub problems: Vec<String>,
    /// What is doubtful about the scene.
    pub remarks: Vec<String>,
    /// The scene's name.
    pub scene: String,
    /// What it shows.
    pub title: String,
    /// The objects, the agent among them.
    pub objects: Vec<ObjectView>,
    /// What holds at first; of nearness only that to the agent.
    pub facts: Vec<FactView>,
    /// The states of the trajectory.
    pub moments: Vec<Moment>,
    /// The lines of the program.
    pub lines: Vec<LineView>,
    /// The rules: those that are not kept first, and no more than are worth listing.
    pub rules: Vec<RuleView>,
    /// How many rules have which verdict.
    pub counts: Vec<(String, usize)>,
    /// What is wrong with the rules as a whole.
    pub rule_problems: Vec<String>,
    /// Whether the goal was reached.
    pub goal: Option<GoalView>,
}

/// The whole in a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Nothing was run.
    #[default]
    Rejected,
    /// Some rule is violated.
    Violated,
    /// No rule is violated, and some step could not be done.
    Stopped,
    /// Every step was done, and the goal was not reached.
    Missed,
    /// Something could not be decided.
    Unknown,
    /// Every step was done, every rule kept, the goal reached.
    Safe,
}

impl Status {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rejected => "not run",
            Self::Violated => "violated",
            Self::Stopped => "stopped",
            Self::Missed => "goal missed",
            Self::Unknown => "unknown",
            Self::Safe => "safe",
        }
    }
}

/// An object of the scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ObjectView {
    /// How facts name it: `mug.7`, `agent`.
    pub name: String,
    /// What it is.
    pub class: String,
    /// Whether it is a room.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub room: bool,
    /// Whether it is the agent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub agent: bool,
    /// What it is good for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<String>,
    /// Where it is, seen from above, if the scene says: across and down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<(f64, f64)>,
}

/// A fact about objects, by their positions in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactView {
    /// As rules spell it.
    pub name: String,
    /// The objects.
    pub args: Vec<u32>,
}

/// A state of the trajectory, and what led to it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The line of the program, from 1; none for the first state.
    pub line: Option<u32>,
    /// What the line says.
    pub text: String,
    /// Why it could not be done; none if it was.
    pub failed: Option<FailedView>,
    /// What holds now.
    pub added: Vec<FactView>,
    /// What holds no longer.
    pub removed: Vec<FactView>,
}

/// Why a step could not be done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedView {
    /// The kind: `missing`, `afford`, `satisfied`, `unseen`, `unsupported`, `none`.
    pub kind: String,
    /// In words.
    pub reason: String,
    /// What another step could have made true.
    pub missing: Vec<String>,
    /// Whether that held earlier: the steps are in the wrong order.
    pub wrong_order: bool,
}

/// A line of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineView {
    /// Its number, from 1.
    pub number: u32,
    /// What became of it.
    pub state: LineState,
    /// The column of what is wrong, from 1; 0 if the whole line is.
    pub column: u32,
    /// What is wrong with it, or why it could not be done.
    pub words: Option<String>,
    /// The moment after it.
    pub moment: Option<u32>,
    /// The objects that it names.
    pub objects: Vec<u32>,
}

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineState {
    /// Done.
    Done,
    /// Tried, and not possible.
    Failed,
    /// It is no step.
    Unread,
    /// The run had ended before.
    NotReached,
}

/// A rule, and what became of it along the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleView {
    /// Its name.
    pub id: String,
    /// In our notation.
    pub formula: String,
    /// In words, if somebody wrote them.
    pub words: String,
    /// In controlled English, where that can say it.
    pub sentence: Option<String>,
    /// Its class (docs/semantics.md, section 3).
    pub class: String,
    /// The template that it comes from; none for one's own.
    pub template: Option<String>,
    /// `satisfied`, `vacuous`, `violated`, `inconclusive`, `unsupported`, `unknown`, `error`, or
    /// `unchecked` if nothing was run.
    pub verdict: String,
    /// Whose doing a violation is; it may begin more than once.
    pub origins: Vec<Origin>,
    /// The moment at which the violation begins.
    pub first: Option<u32>,
    /// The moment at which it is certain.
    pub certain: Option<u32>,
    /// The moments in which what should always hold does not.
    pub fails: Vec<u32>,
    /// Its atoms, moment by moment.
    pub atoms: Vec<AtomRow>,
    /// The objects that it names.
    pub objects: Vec<u32>,
    /// What is wrong with it, or why it was not decided.
    pub notes: Vec<String>,
}

/// An atom along the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AtomRow {
    /// As rules spell it.
    pub atom: String,
    /// A sign for each moment: `1`, `0`, or `?` if it is not known.
    pub values: String,
}

/// The goal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalView {
    /// As it was checked.
    pub formula: String,
    /// Whether it was reached; none if that was not decided.
    pub reached: Option<bool>,
    /// The objects that it names.
    pub objects: Vec<u32>,
    /// Why not.
    pub notes: Vec<String>,
}
