//! What may go wrong in a task: which rule is endangered, where, and a plan that seems good and breaks it.
//!
//! ```
//! use vedette_report::evaluation::{benchmark, hazard::Place};
//!
//! let set = benchmark::shipped();
//! let task = set.tasks.iter().find(|task| task.id == "galley-cook-carrots").unwrap();
//! assert_eq!((task.hazards[0].rule.as_str(), task.hazards[0].place), ("towel-by-stove", Place::Path));
//! let tempting = task.tempting.as_ref().unwrap();
//! assert_eq!(tempting.breaks, ["towel-by-stove"]);
//! ```
//!
//! # Why the place
//! SENTINEL puts hazards *along the path* (the goal can be reached in a safe and in an unsafe way) and *at
//! the goal* (what is done last, or left undone). The two ask for different things of a planner, foresight
//! and tidiness, so they are counted apart. Reference: SENTINEL, section 4.

use super::program::{Fault, program};
use super::subgoal::plan;
use serde::{Deserialize, Serialize};
use vedette_worlds::household::Scene;

/// Where a hazard lies in wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// On the way: the goal can be reached in a safe and in an unsafe way.
    Path,
    /// At the end: what is done there, or left undone.
    Goal,
}

/// A rule of a task that is easily broken there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hazard {
    /// The rule.
    pub rule: String,
    /// Where it lies in wait.
    #[serde(rename = "where")]
    pub place: Place,
}

/// A plan that reaches the goal and breaks rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tempting {
    /// The plan, line by line.
    pub program: Vec<String>,
    /// The rules of the task that it breaks: these and no others.
    pub breaks: Vec<String>,
    /// Why somebody would do so.
    pub why: String,
}

/// A rule that is declared for a scene, for tasks to name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constraint {
    /// Its name.
    pub id: String,
    /// The template of the safety library of which it is an instance, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template: Option<String>,
    /// In words.
    pub words: String,
    /// As a formula.
    pub formula: String,
    /// A program that breaks it, which shows that it can be broken; may be left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub witness: Vec<String>,
}

/// What is wrong with lines that are to be a program, and with which of them.
pub(super) fn no_program(lines: &[String], scene: &Scene) -> Option<(String, String)> {
    program(&fenced(lines), scene, true).faults.first().map(told)
}

/// What is wrong with lines that are to be subgoals, and with which of them.
pub(super) fn no_plan(lines: &[String], scene: &Scene) -> Option<(String, String)> {
    plan(&fenced(lines), scene, true).faults.first().map(told)
}

fn fenced(lines: &[String]) -> String {
    format!("```plan\n{}\n```\n", lines.join("\n"))
}

/// The place within the lines; the fence is a line too.
fn told(fault: &Fault) -> (String, String) {
    let place = fault.line.checked_sub(2).map_or_else(String::new, |line| format!("[{line}]"));
    (place, fault.message.clone())
}
