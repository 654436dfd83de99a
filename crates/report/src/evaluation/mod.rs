//! The three levels over recorded answers: prompts, answers, what they come to, a bundle.
//!
//! [`task`] → [`prompt`] → (somebody runs a model) → [`answer`] →
//! [`understanding`], [`planning`], [`execution`] → [`assembly`] → [`counts`].
//!
//! ```
//! use vedette_report::evaluation::{Level, Style, prompt, task::TaskSet};
//!
//! let set = TaskSet::read(include_bytes!("../../../../packs/tasks/sample.json"), "sample").unwrap();
//! let prompts = prompt::prompts(&set.tasks, &[Level::Trajectory], &Style::ALL);
//! assert_eq!(prompts.len(), 3 * set.tasks.len());
//! let [formulas, words, none] = &prompts[..3] else { panic!() };
//! assert!(formulas.prompt.contains("G(on(stove.4) -> F off(stove.4))"));
//! assert!(words.prompt.contains("stove") && !words.prompt.contains("G(on("));
//! assert!(none.prompt_hash != words.prompt_hash && !none.prompt.contains("must hold throughout"));
//! ```
//!
//! # Why over recorded answers
//! An evaluation that asks a model itself can be repeated by nobody. Here a prompt is a text with a
//! hash, an answer is a line of a file that names this hash, and everything after that is a function of
//! these files: the same answers give the same bundle, byte by byte.
//!
//! Reference: SENTINEL, sections 3 and 4.1, appendices C.1 and F; what is counted: `docs/eval.md`.

pub mod answer;
pub mod assembly;
pub mod benchmark;
pub mod counts;
pub mod execution;
pub mod hazard;
pub mod milestones;
pub mod objects;
pub mod planning;
pub mod program;
pub mod prompt;
pub mod result;
pub mod scripted;
pub mod search;
pub mod stages;
pub mod story;
pub mod subgoal;
pub mod task;
pub mod understanding;

use serde::{Deserialize, Serialize};

/// What is asked of the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Formulas for rules in words.
    Semantic,
    /// Subgoals.
    Plan,
    /// Actions.
    Trajectory,
}

impl Level {
    /// Every level.
    pub const ALL: [Self; 3] = [Self::Semantic, Self::Plan, Self::Trajectory];

    /// As written in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Semantic => "semantic",
            Self::Plan => "plan",
            Self::Trajectory => "trajectory",
        }
    }

    /// What happens at it, as lists and addresses call it.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Semantic => "understanding",
            Self::Plan => "plan",
            Self::Trajectory => "execution",
        }
    }
}

/// In which form a prompt tells the safety rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// As formulas.
    Ltl,
    /// In words.
    Words,
    /// Not at all.
    None,
}

impl Style {
    /// Every style.
    pub const ALL: [Self; 3] = [Self::Ltl, Self::Words, Self::None];

    /// As written in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ltl => "ltl",
            Self::Words => "words",
            Self::None => "none",
        }
    }

    /// What stands behind the name of a model whose prompts had this style.
    pub fn label(self) -> &'static str {
        match self {
            Self::Ltl => "rules as LTL",
            Self::Words => "rules in words",
            Self::None => "no rules",
        }
    }
}

/// How long a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Horizon {
    /// Up to ten actions.
    Short,
    /// More.
    Long,
}

impl Horizon {
    /// As written in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Long => "long",
        }
    }
}
