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

use super::file::{Resolved, Rule, RuleSet};
use super::gather::{Gathered, Outcome};
use super::instance::{Environment, Failure, Grounds, Instance, bindings, instance};
use super::words::{Constants, Words};
use super::{RuleError, prefix};
use crate::labels::World;
use crate::trajectory::{State, Trajectory};
use crate::vocabulary::Vocabulary;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::fmt;
use std::rc::Rc;
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::formula::{AtomId, Formula, Node, Unary};
use vedette_checker::syntax::Dialect;
use vedette_checker::tree::{self, CheckError, Checked, Labels, Path, Tree};
use vedette_checker::truth::Truth;

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
    words: Words<'a>,
    /// Their positions among all trajectories.
    pub(super) numbers: &'a [usize],
    options: &'a Options<'a>,
}

/// A rule about certain objects.
pub(super) struct Job {
    rule: usize,
    pub(super) binding: Vec<(String, String)>,
    pub(super) instance: Instance,
}

/// What decides the verdict of a job: the rule, the shape of the instance, the columns.
type Key = (usize, Vec<Node>, Vec<u32>);

/// The result of a job.
pub(super) struct Decided {
    pub(super) checked: Checked,
    /// For each trajectory whether the data leaves open if an antecedent was seen.
    pub(super) open: Vec<bool>,
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
        let columns: Vec<Vec<Truth>> =
            grounds.iter().map(|ground| self.words.world.column(ground)).collect();
        let merged = Merged::new(self, &columns);
        summary.nodes += merged.tree.len();
        let mut known: FxHashMap<Key, Rc<Decided>> = FxHashMap::default();
        for job in jobs {
            let key = merged.key(&job);
            let budget = self.budget();
            let checked = match known.get(&key) {
                Some(checked) => checked.clone(),
                None => match merged.check(&job, &budget) {
                    Ok(checked) => {
                        let checked = Rc::new(checked);
                        known.insert(key, checked.clone());
                        checked
                    }
                    Err(CheckError::Limit(limit)) => {
                        gathered[job.rule].limit(limit);
                        continue;
                    }
                    Err(error) => {
                        gathered[job.rule].errors(vec![RuleError::new(error.to_string(), "")]);
                        continue;
                    }
                },
            };
            let present = self.present(&job);
            gathered[job.rule].add(self, &job, &checked, &present);
        }
        for gathered in gathered {
            gathered.explain(self.options.evidence, &merged, &self.budget());
        }
    }

    /// For making instances, of which there may be very many.
    fn instances_budget(&self) -> Budget<'_> {
        self.interruptible(Budget::states(self.options.nodes))
    }

    /// For checking, which is linear.
    fn budget(&self) -> Budget<'_> {
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

    /// For each trajectory whether all objects of the binding occur in it.
    fn present(&self, job: &Job) -> Vec<bool> {
        let has = |trajectory: &&Trajectory| {
            job.binding.iter().all(|(_, object)| trajectory.objects.contains_key(object.as_str()))
        };
        self.words.world.trajectories().iter().map(has).collect()
    }

    fn merges_by_labels(&self) -> bool {
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

/// The tree of a task, with the columns over its states.
pub(super) struct Merged<'a> {
    pub(super) tree: Tree,
    pub(super) paths: Vec<Path>,
    columns: Vec<Vec<Truth>>,
    /// For every column the first one that is equal to it.
    same: Vec<u32>,
    world: &'a World<'a>,
    /// The positions of its trajectories among all that were given.
    pub(super) numbers: &'a [usize],
}

impl<'a> Merged<'a> {
    fn new(task: &Task<'a>, columns: &[Vec<Truth>]) -> Self {
        let world = task.words.world;
        // Which state of the tree each moment is, and a moment of each state.
        let (mut state_of, mut moments) = (Vec::with_capacity(world.len()), Vec::new());
        if task.merges_by_labels() {
            let mut rows: FxHashMap<Box<[Truth]>, u32> = FxHashMap::default();
            for moment in 0..world.len() {
                let row = columns.iter().map(|column| column[moment]).collect();
                let next = moments.len() as u32;
                let state = *rows.entry(row).or_insert(next);
                if state == next {
                    moments.push(moment);
                }
                state_of.push(state);
            }
        } else {
            let mut known: FxHashMap<(u32, Option<u32>), u32> = FxHashMap::default();
            for (moment, facts) in world.by_facts().into_iter().enumerate() {
                let next = moments.len() as u32;
                let state = *known.entry((facts, world.action(moment as u32))).or_insert(next);
                if state == next {
                    moments.push(moment);
                }
                state_of.push(state);
            }
        }
        let path = |path: &Vec<u32>| Path {
            states: path.iter().map(|&moment| state_of[moment as usize]).collect(),
            actions: path.iter().map(|&moment| world.action(moment)).collect(),
        };
        let paths: Vec<Path> = world.paths().iter().map(path).collect();
        let tree = Tree::merge(&paths).expect("trajectories have steps, and an action a step");
        let columns: Vec<Vec<Truth>> =
            columns.iter().map(|c| moments.iter().map(|&moment| c[moment]).collect()).collect();
        let mut first: FxHashMap<&[Truth], u32> = FxHashMap::default();
        let same = (0_u32..).zip(&columns).map(|(n, c)| *first.entry(c).or_insert(n)).collect();
        Self { tree, paths, same, columns, world, numbers: task.numbers }
    }

    fn key(&self, job: &Job) -> Key {
        let Formula { pool, root } = job.instance.formula.as_ref();
        let nodes =
            (0..=root.index()).map(|at| pool.node(vedette_checker::formula::Id::from_index(at)));
        let same = job.instance.columns.iter().map(|&column| self.same[column as usize]);
        (job.rule, nodes.collect(), same.collect())
    }

    fn check(&self, job: &Job, budget: &Budget<'_>) -> Result<Decided, CheckError> {
        let Formula { pool, root } = job.instance.formula.as_ref();
        let labels = self.labels(&job.instance);
        let checked = tree::check(pool, *root, &self.tree, &labels, budget)?;
        let mut open = vec![false; checked.engaged.len()];
        let columns = job.instance.columns.iter().map(|&column| &self.columns[column as usize]);
        if columns.into_iter().any(|column| column.contains(&Truth::Unsupported)) {
            let mut pool = pool.clone();
            for antecedent in tree::antecedents(&pool, *root) {
                let seen = pool.unary(Unary::Finally, antecedent);
                let seen = tree::check(&pool, seen, &self.tree, &labels, budget)?;
                for (open, &value) in open.iter_mut().zip(&seen.per_trajectory) {
                    *open |= value == Truth::Unsupported;
                }
            }
        }
        Ok(Decided { checked, open })
    }

    /// The labels of the atoms of an instance.
    pub(super) fn labels<'b>(&'b self, instance: &'b Instance) -> Columns<'b> {
        Columns { table: &self.columns, of: &instance.columns, world: self.world }
    }
}

/// Labels looked up in columns.
pub(super) struct Columns<'a> {
    table: &'a [Vec<Truth>],
    of: &'a [u32],
    world: &'a World<'a>,
}

impl Labels for Columns<'_> {
    fn truth(&self, state: u32, atom: AtomId) -> Truth {
        self.table[self.of[atom.index()] as usize][state as usize]
    }

    fn seconds(&self, trajectory: u32, step: u32) -> Option<f64> {
        let steps = &self.world.trajectories()[trajectory as usize].steps;
        steps[step as usize].clock.map(vedette_checker::formula::Real::get)
    }
}

/// The constants of a rule set.
pub(super) type Defaults = Constants;
