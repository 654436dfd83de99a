//! The plan level: are the subgoals safe, can they be reached, do they reach the goal?
//!
//! ```
//! use vedette_report::evaluation::{planning::planned, result::Origin, task::TaskSet};
//!
//! let set = TaskSet::read(include_bytes!("../../../../packs/tasks/sample.json"), "sample").unwrap();
//! let answer = "```plan\non(stove.4)\nontop(pan.5, stove.4)\noff(stove.4)\n```";
//! let found = planned(&set.tasks[0], 1, answer, false);
//! assert_eq!((found.valid, found.goal), (Some(true), Some(true)), "it can be done, and does the task");
//! assert_eq!((found.broken[0].rule.as_str(), found.broken[0].step), ("never-empty", 1));
//! let found = planned(&set.tasks[0], 1, "```plan\nheld(pan.5)\non(pan.5)\n```", false);
//! assert_eq!((found.valid, found.stopped.unwrap().0), (Some(false), 2));
//! ```
//!
//! # How
//! *Safe* is asked of the states at the subgoals ([`super::milestones`]), *valid* of the simulator
//! ([`super::search`]), from subgoal to subgoal; the *goal* of the execution that was found on the way. A
//! subgoal that was neither reached nor shown to be impossible leaves validity and goal undecided.
//! Reference: SENTINEL, Algorithms 2, 4 and 5, section 4.1 (plan level).

use super::execution::{broken, reached};
use super::milestones::{asked, milestones};
use super::program::clip;
use super::result::Planned;
use super::search::{Segment, segment};
use super::subgoal::{Found, plan};
use super::task::Task;
use vedette_worlds::household::{Line, Recording};
use vedette_worlds::rules::{Rule, RuleSet, RuleText};

/// Judges a plan. With `strict`, a plan without a code block is none.
pub fn planned(task: &Task, sample: u32, answer: &str, strict: bool) -> Planned {
    let Found { subgoals, faults } = plan(answer, &task.household.scene, strict);
    let mut outcome = Planned { sample, faults, ..Planned::default() };
    let Some(subgoals) = subgoals else { return outcome };
    outcome.subgoals = Some(subgoals.iter().map(|one| clip(&one.to_string())).collect());
    let (rules, beyond): (Vec<&Rule>, Vec<&Rule>) = task.rules.rules.iter().partition(|rule| {
        let (RuleText::Formula(text) | RuleText::Rule(text)) = &rule.text;
        asked(text, task)
    });
    outcome.beyond = beyond.iter().map(|rule| rule.id.clone()).collect();
    let rules = RuleSet { rules: rules.into_iter().cloned().collect(), ..task.rules.clone() };
    (outcome.broken, outcome.undecided) = broken(&rules, &milestones(task, &subgoals, sample));
    let (mut run, mut recording) = (task.start(), Recording::new(task.start()));
    for (at, subgoal) in subgoals.iter().enumerate() {
        let stopped = |why: String| Some((at as u64 + 1, clip(&why)));
        match segment(&run, subgoal) {
            Segment::Found { steps, run: next } => {
                for step in steps {
                    let line = Line { number: 0, text: String::new(), step: Ok(step) };
                    // The search did the same step in the same state.
                    let _ = recording.step(&line);
                }
                run = *next;
            }
            Segment::Impossible(why) => {
                (outcome.valid, outcome.stopped) = (Some(false), stopped(why));
                outcome.goal = Some(false);
                return outcome;
            }
            Segment::NotFound(why) => {
                outcome.stopped = stopped(why);
                return outcome;
            }
        }
    }
    outcome.valid = Some(true);
    outcome.goal = reached(task, &recording.finish(&task.id, &sample.to_string(), "found"));
    outcome
}
