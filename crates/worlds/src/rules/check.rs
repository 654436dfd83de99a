//! Checking a set of rules on trajectories: columns, one tree a task, verdicts per rule.
//!
//! ```
//! use vedette_worlds::rules::{Options, RuleSet, Verdict, check};
//! use vedette_worlds::trajectory::{self, read};
//! use vedette_worlds::vocabulary::Vocabulary;
//!
//! let rules = r#"{"rules": [
//!     {"id": "stove", "formula": "forall s: StoveBurner. G(on(s) -> F[<=T_MAX] !on(s))"}],
//!     "defaults": {"T_MAX": 1}}"#;
//! let rules = RuleSet::read(rules.as_bytes(), "rules.json").unwrap();
//! let trace = r#"{"steps": [
//!     {"state": ["ON(StoveBurner.1)"]},
//!     {"action": "toggle_on(StoveBurner.2)", "state": ["ON(StoveBurner.1)", "ON(StoveBurner.2)"]},
//!     {"action": "toggle_off(StoveBurner.2)", "state": ["ON(StoveBurner.1)"]}]}"#;
//! let traces = read(trace.as_bytes(), "t", &trajectory::Options::default()).unwrap();
//! let report = check(&rules, &traces, &Vocabulary::ai2thor(), &Options::default());
//! let outcome = &report.rules[0];
//! assert_eq!(outcome.verdict, Verdict::Violated);
//! let binding = &outcome.violations[0].binding;
//! assert_eq!(binding, &[("s".to_owned(), "StoveBurner.1".to_owned())], "not burner 2");
//! ```
//!
//! Bindings that ask for equal columns have equal verdicts and are checked once: most pairs of
//! objects are never near each other.

use super::decide::{Columns, Decisions, Merged};
use super::file::{Resolved, Rule, RuleSet};
use super::gather::{Gathered, Outcome};
use super::instance::{Environment, Failure, Grounds, Instance, bindings, instance};
use super::words::{Constants, Words};
use super::{RuleError, prefix};
use crate::labels::World;
use crate::trajectory::{State, Trajectory};
use crate::vocabulary::Vocabulary;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::fmt;
use std::sync::Arc;
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::syntax::Dialect;
use vedette_checker::tree::CheckError;

/// When two states are the same node of the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Merge {
    /// By labels where poses were recorded, since floats seldom match; else by facts.
    #[default]
    Auto,
    /// If every atom of the rules has the same value. Exact for these rules.
    Labels,
    /// If everything recorded is equal.
    Facts,
}

/// How to check.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// When two states are the same.
    pub merge: Merge,
    /// How a rule's `rule` is read (its `formula` is always in our grammar).
    pub dialect: Dialect,
    /// For how many violating trajectories of a rule evidence is worked out.
    pub evidence: usize,
    /// How many nodes all instances of one rule may have.
    pub nodes: u64,
    /// Asked every so often whether to stop.
    pub interrupt: Option<&'a Interrupt<'a>>,
    /// Told of every stage of every task: a caller with a clock can measure them.
    pub stages: Option<&'a dyn Fn(Stage)>,
}

/// What checking has got done; see [`Options::stages`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The rules of a task are bound to objects, and its states are labelled.
    Labelled,
    /// Its trajectories are merged.
    Merged,
    /// Some rules are decided by the exact engine.
    Exact,
    /// The same rules are decided by the second engine, lifted.
    Lifted,
    /// All rules are decided.
    Decided,
    /// The violations have their evidence.
    Explained,
}

/// Says what ran out, if anything.
pub type Interrupt<'a> = dyn Fn() -> Option<Limit> + 'a;

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("merge", &self.merge)
            .field("dialect", &self.dialect)
            .field("evidence", &self.evidence)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            merge: Merge::Auto,
            dialect: Dialect::Sentinel,
            evidence: 8,
            nodes: 1_000_000,
            interrupt: None,
            stages: None,
        }
    }
}

/// What became of all rules.
#[derive(Debug)]
pub struct Report {
    /// In the order of the rules.
    pub rules: Vec<Outcome>,
    /// How much there was.
    pub summary: Summary,
}

/// How much was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Trajectories.
    pub trajectories: usize,
    /// Steps of all trajectories.
    pub states: usize,
    /// Nodes of the computation trees, one tree a task.
    pub nodes: usize,
    /// Bindings checked.
    pub bindings: usize,
}

/// Checks `rules` on `trajectories`. Trajectories of one task are one computation tree.
pub fn check(
    rules: &RuleSet,
    trajectories: &[Trajectory],
    vocabulary: &Vocabulary,
    options: &Options<'_>,
) -> Report {
    let mut gathered: Vec<Gathered> =
        rules.rules.iter().map(|rule| Gathered::new(rule, trajectories.len())).collect();
    let mut summary = Summary { trajectories: trajectories.len(), ..Summary::default() };
    let mut tasks: IndexMap<&str, Vec<usize>, FxBuildHasher> = IndexMap::default();
    for (index, trajectory) in trajectories.iter().enumerate() {
        tasks.entry(&trajectory.task).or_default().push(index);
        summary.states += trajectory.steps.len();
    }
    if tasks.is_empty() {
        // Without trajectories the words of the rules are still looked at.
        tasks.insert("", Vec::new());
    }
    for numbers in tasks.values() {
        let world = World::new(numbers.iter().map(|&at| &trajectories[at]).collect(), vocabulary);
        let words = Words { vocabulary, constants: &rules.defaults, world: &world };
        let task = Task { words, numbers, options };
        task.check(&rules.rules, &mut gathered, &mut summary);
    }
    Report { rules: gathered.into_iter().map(Gathered::finish).collect(), summary }
}

/// The trajectories of one task.
pub(super) struct Task<'a> {
    pub(super) words: Words<'a>,
    /// Their positions among all trajectories.
    pub(super) numbers: &'a [usize],
    pub(super) options: &'a Options<'a>,
}

/// A rule about certain objects.
pub(super) struct Job {
    rule: usize,
    pub(super) binding: Vec<(String, String)>,
    pub(super) instance: Instance,
}

impl Task<'_> {
    fn check(&self, rules: &[Rule], gathered: &mut [Gathered], summary: &mut Summary) {
        let mut grounds = Grounds::default();
        let mut jobs = Vec::new();
        for (index, rule) in rules.iter().enumerate() {
            let resolved =
                rule.resolve(self.words.vocabulary, self.words.world, self.options.dialect);
            match resolved {
                Ok(resolved) => {
                    let result = self.jobs(index, &resolved, &mut grounds, &mut gathered[index]);
                    gathered[index].resolved(resolved);
                    match result {
                        Ok(more) => jobs.extend(more),
                        Err(Failure::Rule(error)) => gathered[index].errors(vec![error]),
                        Err(Failure::Limit(limit)) => gathered[index].limit(limit),
                    }
                }
                Err(errors) => gathered[index].errors(errors),
            }
        }
        summary.bindings += jobs.len();
        let columns = Columns::new(self.words.world, &grounds);
        self.reached(Stage::Labelled);
        let merged = Merged::new(self, &columns);
        summary.nodes += merged.tree.len();
        self.reached(Stage::Merged);
        let decided = Decisions::new(self, &merged, &jobs, &self.budget());
        let absent = self.absent();
        let mut known = FxHashSet::default();
        for (at, job) in jobs.iter().enumerate() {
            let gathered = &mut gathered[job.rule];
            match decided.of(at) {
                Ok(checked) => {
                    let present = present(&job.binding, &absent);
                    // What another binding has decided in the same way adds nothing but its number.
                    if present.is_none() && !known.insert((job.rule, decided.roots[at])) {
                        gathered.same(checked);
                    } else {
                        gathered.add(self, job, decided.roots[at], checked, present.as_deref());
                    }
                }
                Err(CheckError::Limit(limit)) => gathered.limit(*limit),
                Err(error) => gathered.errors(vec![RuleError::new(error.to_string(), "")]),
            }
        }
        self.reached(Stage::Decided);
        for gathered in gathered {
            gathered.explain(self.options.evidence, &merged, &decided, &self.budget());
        }
        self.reached(Stage::Explained);
    }

    pub(super) fn reached(&self, stage: Stage) {
        if let Some(observer) = self.options.stages {
            observer(stage);
        }
    }

    /// For making instances, of which there may be very many.
    pub(super) fn instances_budget(&self) -> Budget<'_> {
        self.interruptible(Budget::states(self.options.nodes))
    }

    /// For checking, which is linear.
    pub(super) fn budget(&self) -> Budget<'_> {
        self.interruptible(Budget::states(u64::MAX))
    }

    fn interruptible<'b>(&'b self, budget: Budget<'b>) -> Budget<'b> {
        match self.options.interrupt {
            Some(interrupt) => budget.with_interrupt(interrupt),
            None => budget,
        }
    }

    /// The instances of a rule.
    fn jobs(
        &self,
        index: usize,
        resolved: &Resolved,
        grounds: &mut Grounds,
        gathered: &mut Gathered,
    ) -> Result<Vec<Job>, Failure> {
        let found = self.words.look(&resolved.formula);
        gathered.notes(found.notes);
        if !found.errors.is_empty() {
            gathered.errors(found.errors);
            return Ok(Vec::new());
        }
        let budget = self.instances_budget();
        let prefix = prefix::split(&resolved.formula);
        let pool = &prefix.body.pool;
        let mut jobs = Vec::new();
        for bound in bindings(pool, &prefix.variables, Environment::new(), self.words) {
            let name = |(variable, object): &(_, std::sync::Arc<str>)| {
                (pool.name(*variable).to_owned(), object.to_string())
            };
            let binding = bound.iter().map(name).collect();
            let instance = instance(&prefix.body, bound, self.words, grounds, &budget)?;
            jobs.push(Job { rule: index, binding, instance });
        }
        Ok(jobs)
    }

    /// The objects that do not occur in every trajectory: for each trajectory whether they do.
    pub(super) fn absent(&self) -> FxHashMap<Arc<str>, Vec<bool>> {
        let world = self.words.world;
        let mut absent = FxHashMap::default();
        for id in world.objects().keys() {
            let has = |trajectory: &&Trajectory| trajectory.objects.contains_key(id);
            let seen: Vec<bool> = world.trajectories().iter().map(has).collect();
            if seen.contains(&false) {
                absent.insert(id.clone(), seen);
            }
        }
        absent
    }

    pub(super) fn merges_by_labels(&self) -> bool {
        let scene = |trajectory: &&Trajectory| {
            trajectory.steps.iter().any(|step| matches!(step.state.as_ref(), State::Scene(_)))
        };
        match self.options.merge {
            Merge::Labels => true,
            Merge::Facts => false,
            Merge::Auto => self.words.world.trajectories().iter().any(scene),
        }
    }
}

/// For each trajectory whether all objects of the binding occur in it; none if they do in all.
pub(super) fn present(
    binding: &[(String, String)],
    absent: &FxHashMap<Arc<str>, Vec<bool>>,
) -> Option<Vec<bool>> {
    let mut present: Option<Vec<bool>> = None;
    for (_, object) in binding {
        let Some(seen) = absent.get(object.as_str()) else { continue };
        match &mut present {
            None => present = Some(seen.clone()),
            Some(all) => all.iter_mut().zip(seen).for_each(|(all, seen)| *all &= seen),
        }
    }
    present
}

/// The constants of a rule set.
pub(super) type Defaults = Constants;
