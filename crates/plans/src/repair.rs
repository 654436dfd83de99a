//! The loop of a planner and the verifier: a plan, what is wrong with it, another plan.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_plans::policy::Policy;
//! use vedette_plans::repair::{Edits, Stop, repair};
//! use vedette_plans::tools::Tools;
//! use vedette_plans::verify::Options;
//!
//! let tools = Tools::read(r#"{"ask": {"params": []}, "pay": {"params": []}}"#, None).unwrap();
//! let policies = [Policy::new("P", "AG(call_pay -> ask_called)")];
//! let (options, budget) = (Options::default(), Budget::default());
//! let repaired = repair("pay()\n", &tools, &policies, &options, &mut Edits, 5, &budget);
//! assert_eq!((repaired.stop, repaired.rounds.len()), (Stop::Satisfied, 2));
//! assert_eq!(repaired.rounds[1].plan, "ask()\npay()\n");
//! ```
//!
//! # What a planner is asked
//!
//! A [`Planner`] gets the plan, what is wrong with it in words, and the verified edits; it answers with
//! a whole plan. Every answer is verified from the beginning, as if nothing were known of it, and a plan
//! that came before ends the loop: a planner that goes round in circles is not asked again. Nothing of a
//! refused plan was run, so a next plan starts with the history and the labels of the task, and no
//! others (`CaMeLoT`, section 4; [`Options`] carry what earlier plans of the task have done).

use crate::policy::Policy;
use crate::source::Source;
use crate::tools::Tools;
use crate::verify::{Options, Outcome, Plan, Unread, Verdict};
use rustc_hash::FxHashSet;
use std::fmt::Write;
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::syntax::SyntaxError;

/// What a planner is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The plan that was refused.
    pub plan: String,
    /// What is wrong with it, in words.
    pub feedback: String,
    /// The plan after a verified edit, if there is one.
    pub edited: Option<String>,
}

/// Something that answers with a plan.
pub trait Planner {
    /// The next plan; none if it has no more.
    fn next(&mut self, prompt: &Prompt) -> Option<String>;
}

/// The planner that applies the verified edits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Edits;

impl Planner for Edits {
    fn next(&mut self, prompt: &Prompt) -> Option<String> {
        prompt.edited.clone()
    }
}

/// Plans that were recorded, in their order.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    /// The plans that are left.
    pub plans: std::collections::VecDeque<String>,
}

impl Planner for Recorded {
    fn next(&mut self, _: &Prompt) -> Option<String> {
        self.plans.pop_front()
    }
}

/// A round: a plan and what became of it.
#[derive(Clone, Debug)]
pub struct Round {
    /// The plan.
    pub plan: String,
    /// What is wrong with its text; it then has no verdicts.
    pub problems: Vec<SyntaxError>,
    /// Why it was not read to its end; it then has no verdicts.
    pub limit: Option<Limit>,
    /// The verdict of every policy that is about it, with the policy's number.
    pub outcomes: Vec<(usize, Outcome)>,
    /// What the planner was told; blank if nothing is wrong.
    pub feedback: String,
}

/// Why the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// No policy is violated, and all were decided as far as they are before running.
    Satisfied,
    /// A policy could not be decided or read: no other plan would help.
    Undecided,
    /// So many rounds were allowed.
    Budget,
    /// The planner answered with a plan that came before.
    Repeated,
    /// The planner has no more plans.
    Exhausted,
}

impl Stop {
    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Satisfied => "satisfied",
            Self::Undecided => "undecided",
            Self::Budget => "budget",
            Self::Repeated => "repeated",
            Self::Exhausted => "exhausted",
        }
    }
}

/// How a repair went.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The rounds, at least one.
    pub rounds: Vec<Round>,
    /// Why it ended.
    pub stop: Stop,
}

/// Asks `planner` for other plans until no policy is violated; at most `most` plans are looked at.
pub fn repair(
    plan: &str,
    tools: &Tools,
    policies: &[Policy],
    options: &Options,
    planner: &mut dyn Planner,
    most: usize,
    budget: &Budget<'_>,
) -> Repaired {
    let (mut rounds, mut plan) = (Vec::new(), plan.to_owned());
    let mut seen = FxHashSet::default();
    loop {
        seen.insert(plan.clone());
        let (round, edited) = look(plan, tools, policies, options, budget);
        let stop = stop(&round);
        let prompt = Prompt { plan: round.plan.clone(), feedback: round.feedback.clone(), edited };
        rounds.push(round);
        if let Some(stop) = stop {
            return Repaired { rounds, stop };
        }
        if rounds.len() >= most {
            return Repaired { rounds, stop: Stop::Budget };
        }
        let Some(next) = planner.next(&prompt) else {
            return Repaired { rounds, stop: Stop::Exhausted };
        };
        if seen.contains(&next) {
            return Repaired { rounds, stop: Stop::Repeated };
        }
        plan = next;
    }
}

fn stop(round: &Round) -> Option<Stop> {
    let some = |wanted: &[Verdict]| {
        round.outcomes.iter().any(|(_, outcome)| wanted.contains(&outcome.verdict))
    };
    if !round.problems.is_empty() || some(&[Verdict::Violated]) {
        return None;
    }
    let open = round.limit.is_some() || some(&[Verdict::Unknown, Verdict::Error]);
    Some(if open { Stop::Undecided } else { Stop::Satisfied })
}

/// A round, and the plan after the first verified edit that is complete.
fn look(
    text: String,
    tools: &Tools,
    policies: &[Policy],
    options: &Options,
    budget: &Budget<'_>,
) -> (Round, Option<String>) {
    let round = |plan: String| Round {
        plan,
        problems: Vec::new(),
        limit: None,
        outcomes: Vec::new(),
        feedback: String::new(),
    };
    let read = Source::new(&text).map_err(|error| Unread::Problems(vec![error]));
    let plan = match read.and_then(|source| Plan::within(source, tools, options.clone(), budget)) {
        Ok(plan) => plan,
        Err(Unread::Limit(limit)) => return (Round { limit: Some(limit), ..round(text) }, None),
        Err(Unread::Problems(problems)) => {
            let source = Source::plain(&text);
            let mut feedback = String::from("The plan is not accepted:\n");
            for problem in &problems {
                let line = source.place(problem.span.start).line;
                let hint = problem.mend.as_ref().map(|mend| format!(": {mend}"));
                let _ = writeln!(
                    feedback,
                    "  line {line}: found {}, expected {}{}",
                    problem.found,
                    problem.expected,
                    hint.unwrap_or_default()
                );
            }
            return (Round { problems, feedback, ..round(text) }, None);
        }
    };
    let numbers: Vec<usize> =
        (0..policies.len()).filter(|&index| plan.selects(&policies[index])).collect();
    let about: Vec<Policy> = numbers.iter().map(|&index| policies[index].clone()).collect();
    let outcomes: Vec<Outcome> = about.iter().map(|policy| plan.check(policy, budget)).collect();
    let feedback = plan.feedback(&about, &outcomes);
    let edits = (0..about.len()).filter_map(|it| plan.suggest(&about, &outcomes, it, budget));
    let edited = edits.into_iter().find(|edit| !edit.incomplete).map(|edit| edit.code);
    let outcomes = numbers.into_iter().zip(outcomes).collect();
    (Round { outcomes, feedback, ..round(text) }, edited)
}
