//! A scene, a program and rules: what the page of worlds asks, and what is answered.
//!
//! ```
//! use vedette_report::world::view::{Status, WorldQuestion, run};
//!
//! let question = WorldQuestion {
//!     scene: "kitchen".into(),
//!     program: "[WALK] <stove> (4)\n[SWITCHON] <stove> (4)".into(),
//!     rules: "# Switch it off again.\nstove-off: G(on(stove.4) -> F off(stove.4))".into(),
//!     ..WorldQuestion::default()
//! };
//! let report = run(&question);
//! assert_eq!((report.status, report.moments.len()), (Status::Violated, 3));
//! let rule = &report.rules[0];
//! assert_eq!((rule.words.as_str(), rule.first, &rule.fails[..]), ("Switch it off again.", Some(2), &[2][..]));
//! ```
//!
//! # One number for all panes
//! The program is executed in the household simulator ([`vedette_worlds::household`]), which writes a
//! trajectory; a *moment* is a state of that trajectory, 0 the first. The plan's lines, the picture, the
//! facts that changed and the steps at which a rule fails are all told by moments, so that the page
//! follows one number. Rules are checked on the whole trajectory, as `vedette eval trajectory` does.
//!
//! # Why a module of its own
//! [`answer`] is to the page of worlds what [`crate::service::answer`] is to all others: a worker of its
//! own carries the simulator, the templates and the tasks. Reference: SENTINEL, Algorithm 6 and B.2.

mod findings;
mod gallery;
mod open;
mod picture;
mod replay;
mod rules;
mod scene;
mod situation;
mod steps;
#[cfg(test)]
mod tests;
mod texts;
mod told;
mod wire;

pub use findings::{FindingView, Findings, FindingsQuestion, NamedRule, findings};
pub use gallery::{Example, Library, Shipped, library, tasks};
pub use open::{Opened, open};
pub use picture::{Cell, CellKind, Picture, Plan};
pub use replay::{Recorded, replay};
pub use situation::{How, Situation, situation};
pub use texts::rules_text;
pub use wire::*;

use super::constraints::vocabulary;
use serde::{Deserialize, Serialize};

/// A question of the page of worlds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Run a program in a scene, and check rules.
    Run(Box<WorldQuestion>),
    /// What is shipped: scenes and examples.
    Library,
    /// The tasks of a shipped set.
    Tasks(usize),
    /// What the constraints of a scene come to together.
    Findings(FindingsQuestion),
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// To [`Question::Run`].
    Run(Box<WorldReport>),
    /// To [`Question::Library`].
    Library(Box<Library>),
    /// To [`Question::Tasks`].
    Tasks(Vec<Example>),
    /// To [`Question::Findings`].
    Findings(Box<Findings>),
}

/// Answers a question. Pure: same question, same answer.
pub fn answer(question: &Question) -> Answer {
    match question {
        Question::Run(question) => Answer::Run(Box::new(run(question))),
        Question::Library => Answer::Library(Box::new(library())),
        Question::Tasks(set) => Answer::Tasks(tasks(*set)),
        Question::Findings(asked) => Answer::Findings(Box::new(findings(asked))),
    }
}

/// Runs a program in a scene and checks the rules.
pub fn run(question: &WorldQuestion) -> WorldReport {
    let mut report = WorldReport::default();
    let found = match scene::read(&question.scene) {
        Ok(found) => found,
        Err(problem) => {
            report.problems.push(problem);
            return report;
        }
    };
    found.describe(&mut report);
    if let Some(household) = found.household {
        let (_, words) = vocabulary(found.scene.source);
        let trajectory = steps::run(household, question, &mut report);
        let checked = rules::check(question, &found.scene, Some(&trajectory), &words, &mut report);
        rules::goal(question, &trajectory, &words, &mut report);
        report.status = status(&report, checked);
    } else {
        // What the simulator cannot run is shown all the same, and its constraints are listed.
        let (_, words) = vocabulary(found.scene.source);
        steps::unread(question, &mut report);
        rules::check(question, &found.scene, None, &words, &mut report);
    }
    report
}

/// The whole in a word: what is worst counts.
fn status(report: &WorldReport, checked: bool) -> Status {
    let verdict = |wanted: &[&str]| {
        report
            .counts
            .iter()
            .any(|(verdict, count)| wanted.contains(&verdict.as_str()) && *count > 0)
    };
    let goal = report.goal.as_ref();
    if verdict(&["violated"]) {
        Status::Violated
    } else if report
        .lines
        .iter()
        .any(|line| matches!(line.state, LineState::Failed | LineState::Unread))
    {
        Status::Stopped
    } else if goal.is_some_and(|goal| goal.reached == Some(false)) {
        Status::Missed
    } else if !checked
        || verdict(&["error", "unknown", "inconclusive", "unsupported"])
        || goal.is_some_and(|goal| goal.reached.is_none())
    {
        Status::Unknown
    } else {
        Status::Safe
    }
}
