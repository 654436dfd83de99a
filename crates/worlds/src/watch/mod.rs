//! Rules over objects on a trace that grows: a monitor for every binding, objects as they appear.
//!
//! ```
//! use vedette_checker::monitor::Status;
//! use vedette_checker::truth::Truth;
//! use vedette_worlds::rules::RuleSet;
//! use vedette_worlds::watch::{Options, Watch};
//!
//! let rules = br#"{"rules": [{"id": "stove",
//!     "formula": "forall s: stove. G(on(s) -> F[<=1] !on(s))"}]}"#;
//! let rules = RuleSet::read(rules, "rules.json").unwrap();
//! let mut watch = Watch::new(&rules, Options::default());
//! let mut statuses = Vec::new();
//! for line in [r#"{"state": []}"#, r#"{"state": ["on(stove.1)"]}"#, r#"{"state": ["on(stove.1)"]}"#] {
//!     let changes = watch.line(line, "standard input").unwrap();
//!     statuses.extend(changes.into_iter().map(|change| (change.step, change.status.unwrap())));
//! }
//! // Nothing to watch at first; then a stove appears that has a step left; then it has none.
//! assert_eq!(statuses, [(1, Status::Open(Truth::Inconclusive)), (2, Status::Violated)]);
//! ```
//!
//! # Why the past is kept
//!
//! An object that appears late was there before, with nothing said of it. Its rules are about the
//! whole trace, so the steps already seen are shown to its monitors once. A rule with quantifiers
//! inside changes when an object appears, and starts anew in the same way.

mod instances;

use crate::input::InputError;
use crate::labels::World;
use crate::rules::{RuleError, RuleSet};
use crate::trajectory::{StepReader, Trajectory};
use crate::vocabulary::Vocabulary;
use instances::{Watched, instances};
use vedette_checker::budget::Budget;
use vedette_checker::monitor::{Obligation, Status};
use vedette_checker::syntax::Dialect;
use vedette_checker::truth::Truth;

/// How to watch.
#[derive(Clone, Debug)]
pub struct Options {
    /// The words that are declared; none for those that rules and steps use.
    pub vocabulary: Option<Vocabulary>,
    /// How a rule's `rule` is read.
    pub dialect: Dialect,
    /// How many states one question to the automata may build.
    pub states: u64,
    /// How many nodes all instances of one rule may have.
    pub nodes: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { vocabulary: None, dialect: Dialect::Sentinel, states: 10_000, nodes: 1_000_000 }
    }
}

/// A change of what is known.
#[derive(Clone, Debug)]
pub struct Change {
    /// The step after which it is known, from 0.
    pub step: u32,
    /// The rule, by its place in the set.
    pub rule: usize,
    /// What the variables name.
    pub binding: Vec<(String, String)>,
    /// What is known now; the errors of a rule that cannot be watched.
    pub status: Result<Status, Vec<RuleError>>,
    /// What was known before; none if the binding is new.
    pub before: Option<Status>,
    /// The rule about these objects, printed.
    pub formula: String,
    /// What must still come, printed, with the step at which it began.
    pub obligations: Vec<(String, u32)>,
    /// The labels of the atoms of the rule at this step, as far as they are true or undecided.
    pub labels: Vec<(String, Truth)>,
    /// Why nothing is known for good yet, where a limit is the reason.
    pub limit: Option<String>,
}

/// Rules on a trace that grows.
#[derive(Debug)]
pub struct Watch<'a> {
    rules: &'a RuleSet,
    options: Options,
    reader: StepReader,
    /// What was seen so far.
    seen: Trajectory,
    vocabulary: Vocabulary,
    watched: Vec<Watched>,
    /// Which rules were found wrong.
    wrong: Vec<bool>,
}

impl<'a> Watch<'a> {
    /// Watches `rules`, before the first step.
    pub fn new(rules: &'a RuleSet, options: Options) -> Self {
        let seen = Trajectory {
            task: String::new(),
            sample: String::new(),
            source: String::new(),
            objects: crate::trajectory::Objects::default(),
            steps: Vec::new(),
            success: None,
        };
        let wrong = vec![false; rules.rules.len()];
        let vocabulary = options.vocabulary.clone().unwrap_or_default();
        let reader = StepReader::default();
        Self { rules, options, reader, seen, vocabulary, watched: Vec::new(), wrong }
    }

    /// Takes a line of JSON: a step of a trajectory; it may declare objects too (`"objects"`).
    pub fn line(&mut self, text: &str, source: &str) -> Result<Vec<Change>, InputError> {
        let number = self.seen.steps.len() + 1;
        let step = self.reader.read(text, source, number)?;
        let grown = self.reader.objects().len() > self.seen.objects.len();
        let first = self.seen.steps.is_empty();
        if grown {
            self.seen.objects.clone_from(self.reader.objects());
        }
        let Some(step) = step else { return Ok(Vec::new()) };
        self.seen.steps.push(step);
        let mut changes = Vec::new();
        if first || grown {
            self.rebind(&mut changes);
        }
        self.advance(&mut changes);
        Ok(changes)
    }

    /// How many bindings are watched.
    pub fn bindings(&self) -> usize {
        self.watched.len()
    }

    /// Whether a rule cannot be watched.
    pub fn is_wrong(&self, rule: usize) -> bool {
        self.wrong[rule]
    }

    /// The status of every binding: the rule, its objects, and what is known.
    pub fn statuses(&self) -> impl Iterator<Item = (usize, &[(String, String)], Status)> {
        self.watched.iter().map(|one| (one.rule, &one.binding[..], one.monitor.status()))
    }

    /// Finds the bindings over the objects known now. What is new, or means something else now, is
    /// shown all steps but the last.
    fn rebind(&mut self, changes: &mut Vec<Change>) {
        if self.options.vocabulary.is_none() {
            let seen = std::slice::from_ref(&self.seen);
            self.vocabulary = self.rules.as_used(seen, self.options.dialect);
        }
        let step = self.seen.steps.len() as u32 - 1;
        let world = World::new(vec![&self.seen], &self.vocabulary);
        let budget = Budget::states(self.options.states);
        let mut old = std::mem::take(&mut self.watched);
        for rule in 0..self.rules.rules.len() {
            match instances(self.rules, rule, &world, &self.vocabulary, &self.options) {
                Ok(found) => {
                    for new in found {
                        let same = old.iter().position(|one| one.is_same(&new));
                        let mut one = same.map_or(new, |at| old.swap_remove(at));
                        one.catch_up(&world, step, &budget);
                        self.watched.push(one);
                    }
                }
                Err(errors) if !std::mem::replace(&mut self.wrong[rule], true) => {
                    changes.push(Change::error(step, rule, errors));
                }
                Err(_) => {}
            }
        }
    }

    /// Shows the last step to all monitors.
    fn advance(&mut self, changes: &mut Vec<Change>) {
        let Some(last) = self.seen.steps.last() else { return };
        let step = self.seen.steps.len() as u32 - 1;
        let objects = self.seen.objects.clone();
        let now = Trajectory { objects, steps: vec![last.clone()], ..empty(&self.seen) };
        let world = World::new(vec![&now], &self.vocabulary);
        for one in &mut self.watched {
            let budget = Budget::states(self.options.states);
            let before = one.told;
            let labels = one.step(&world, &budget);
            let status = one.monitor.status();
            if before == Some(status) {
                continue;
            }
            one.told = Some(status);
            changes.push(Change {
                step,
                rule: one.rule,
                binding: one.binding.clone(),
                status: Ok(status),
                before,
                formula: one.printed(),
                obligations: one.obligations(),
                labels,
                limit: one.monitor.limit().map(|limit| limit.to_string()),
            });
        }
    }
}

fn empty(like: &Trajectory) -> Trajectory {
    Trajectory {
        task: like.task.clone(),
        sample: like.sample.clone(),
        source: like.source.clone(),
        objects: crate::trajectory::Objects::default(),
        steps: Vec::new(),
        success: None,
    }
}

impl Change {
    fn error(step: u32, rule: usize, errors: Vec<RuleError>) -> Self {
        Self {
            step,
            rule,
            binding: Vec::new(),
            status: Err(errors),
            before: None,
            formula: String::new(),
            obligations: Vec::new(),
            labels: Vec::new(),
            limit: None,
        }
    }
}

impl Watched {
    fn obligations(&self) -> Vec<(String, u32)> {
        let text = |open: &Obligation| (self.show(open.formula), open.since);
        self.monitor.obligations().iter().map(text).collect()
    }
}
