//! Gathering the verdicts of bindings and trajectories into the verdict of a rule.

use super::check::{Job, Task};
use super::decide::{Decided, Decisions, Merged};
use super::file::{Resolved, Rule};
use super::instance::Instance;
use super::{Letter, Origin, RuleError, Verdict, Violation};
use std::collections::BTreeMap;
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::formula::{Formula, Id, Node};
use vedette_checker::syntax::Warning;
use vedette_checker::tree::{self, Path, Tree};
use vedette_checker::truth::Truth;

/// What became of a rule.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Its name.
    pub rule: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The verdict on each trajectory, as part of its tree.
    pub per_trajectory: Vec<Letter>,
    /// The verdict on each trajectory by itself; differs only where path quantifiers see others.
    pub alone: Vec<Letter>,
    /// The verdict of the lifted rule: a path quantifier before every temporal operator.
    pub lifted: Verdict,
    /// The violating trajectories, in order, with the first step, and of equal steps the first
    /// binding.
    pub violations: Vec<Violation>,
    /// How many bindings were checked.
    pub bindings: usize,
    /// How many of them are violated somewhere.
    pub violated_bindings: usize,
    /// The rule with its variables, unless it could not be read.
    pub formula: Option<Formula>,
    /// What an importer mended or decided, in words.
    pub repairs: Vec<String>,
    /// Where the text might be read differently.
    pub warnings: Vec<Warning>,
    /// What is worth knowing about the verdict.
    pub notes: Vec<String>,
    /// What is wrong with the rule.
    pub errors: Vec<RuleError>,
    /// The limit that was hit, if the verdict is *unknown*.
    pub limit: Option<Limit>,
}

/// An outcome in the making.
pub(super) struct Gathered {
    outcome: Outcome,
    lifted: Truth,
    /// The violations of the task at hand, by trajectory.
    pending: BTreeMap<usize, Pending>,
}

/// A violation that is still to be explained.
struct Pending {
    violation: Violation,
    /// The number of the trajectory in its task.
    at: u32,
    instance: Instance,
    /// What the instance is in the pool that all share.
    root: Id,
}

impl Gathered {
    pub(super) fn new(rule: &Rule, trajectories: usize) -> Self {
        Self {
            outcome: Outcome {
                rule: rule.id.clone(),
                verdict: Verdict::Vacuous,
                per_trajectory: vec![Letter::Vacuous; trajectories],
                alone: vec![Letter::Vacuous; trajectories],
                lifted: Verdict::Vacuous,
                violations: Vec::new(),
                bindings: 0,
                violated_bindings: 0,
                formula: None,
                repairs: Vec::new(),
                warnings: Vec::new(),
                notes: Vec::new(),
                errors: Vec::new(),
                limit: None,
            },
            lifted: Truth::True,
            pending: BTreeMap::new(),
        }
    }

    pub(super) fn resolved(&mut self, resolved: Resolved) {
        if self.outcome.formula.is_none() {
            self.outcome.formula = Some(resolved.formula);
            self.outcome.repairs = resolved.repairs;
            self.outcome.warnings = resolved.warnings;
        }
    }

    pub(super) fn errors(&mut self, errors: Vec<RuleError>) {
        for error in errors {
            if !self.outcome.errors.contains(&error) {
                self.outcome.errors.push(error);
            }
        }
    }

    pub(super) fn notes(&mut self, notes: Vec<String>) {
        for note in notes {
            if !self.outcome.notes.contains(&note) {
                self.outcome.notes.push(note);
            }
        }
    }

    pub(super) fn limit(&mut self, limit: Limit) {
        self.outcome.limit.get_or_insert(limit);
    }

    /// Takes the result of one more binding that was decided like one before it in every trajectory.
    pub(super) fn same(&mut self, decided: &Decided) {
        self.outcome.bindings += 1;
        let violated = decided.checked.failing_step.iter().any(Option::is_some);
        self.outcome.violated_bindings += usize::from(violated);
    }

    /// Takes the result of one binding. It says nothing of a trajectory without its objects; `present`
    /// is none if all have them.
    pub(super) fn add(
        &mut self,
        task: &Task<'_>,
        job: &Job,
        root: Id,
        decided: &Decided,
        present: Option<&[bool]>,
    ) {
        let checked = &decided.checked;
        let outcome = &mut self.outcome;
        outcome.bindings += 1;
        // True only because no instance exists: nothing was engaged.
        let whole = job.instance.formula.as_ref();
        let trivial = matches!(whole.pool.node(whole.root), Node::Constant(true));
        let has = |at: usize| present.is_none_or(|present| present[at]);
        let (mut better, mut exact) = (Vec::new(), Truth::True);
        for (at, &number) in task.numbers.iter().enumerate().filter(|&(at, _)| has(at)) {
            let engaged = checked.engaged[at] && !trivial;
            let letter = |value| match Letter::of(value, engaged) {
                // It holds, but whether vacuously the data does not say.
                Letter::Vacuous if decided.open.as_ref().is_some_and(|open| open[at]) => {
                    Letter::Unsupported
                }
                letter => letter,
            };
            let seen = &mut outcome.per_trajectory[number];
            *seen = (*seen).max(letter(checked.per_trajectory[at]));
            let seen = &mut outcome.alone[number];
            *seen = (*seen).max(letter(checked.alone[at]));
            exact = exact & checked.per_trajectory[at];
            if let Some(step) = checked.failing_step[at] {
                better.push((number, at, step));
            }
        }
        // The lifted rule is about the whole tree: it tells nothing if some trajectory is left out.
        let whole = present.is_none_or(|p| !p.contains(&false)) || exact == Truth::False;
        self.lifted = self.lifted & if whole { checked.lifted } else { exact };
        if better.is_empty() {
            return;
        }
        outcome.violated_bindings += 1;
        for (trajectory, at, step) in better {
            // Of equal steps the first binding stays.
            if self.pending.get(&trajectory).is_some_and(|known| known.violation.step <= step) {
                continue;
            }
            let violation = Violation {
                trajectory,
                step,
                binding: job.binding.clone(),
                origin: Origin::ByAgent,
                formula: job.instance.formula.clone(),
                evidence: None,
            };
            let instance = job.instance.clone();
            let pending = Pending { violation, at: at as u32, instance, root };
            self.pending.insert(trajectory, pending);
        }
    }

    /// Works out origin and evidence of the violations of the task at hand.
    pub(super) fn explain(
        &mut self,
        most: usize,
        merged: &Merged<'_>,
        decisions: &Decisions<'_>,
        budget: &Budget<'_>,
    ) {
        let mut explained = self.outcome.violations.iter().filter(|v| v.evidence.is_some()).count();
        for Pending { mut violation, at, instance, root: decided } in
            std::mem::take(&mut self.pending).into_values()
        {
            let labels = merged.labels(&instance);
            let Formula { pool, root } = instance.formula.as_ref();
            if violation.step == 0 {
                violation.origin = origin(&instance, merged, at, budget);
            }
            if explained >= most {
                self.outcome.violations.push(violation);
                continue;
            }
            let session = decisions.session.relabelled(labels);
            let found = match decisions.result(decided) {
                Ok(decided) => session.counterexample(pool, *root, &decided.checked, at, budget),
                Err(error) => Err(error.clone()),
            };
            match found {
                Ok(Some(mut evidence)) => {
                    evidence.renumber(|at| merged.numbers[at as usize] as u32);
                    violation.evidence = Some(evidence);
                    explained += 1;
                }
                Ok(None) => self.errors(vec![RuleError::new(
                    "internal error: a violation has no evidence",
                    "please report this input",
                )]),
                Err(tree::CheckError::Limit(limit)) => {
                    let note = format!("no evidence worked out: {limit}");
                    self.notes(vec![note]);
                }
                Err(error) => self.errors(vec![RuleError::new(error.to_string(), "")]),
            }
            self.outcome.violations.push(violation);
        }
    }

    pub(super) fn finish(self) -> Outcome {
        let mut outcome = self.outcome;
        outcome.violations.sort_by_key(|violation| violation.trajectory);
        outcome.verdict = Verdict::of(&outcome.per_trajectory);
        outcome.lifted = match self.lifted {
            Truth::False => Verdict::Violated,
            Truth::Inconclusive => Verdict::Inconclusive,
            Truth::Unsupported => Verdict::Unsupported,
            Truth::True if outcome.verdict == Verdict::Satisfied => Verdict::Satisfied,
            Truth::True => Verdict::Vacuous,
        };
        outcome.settle();
        outcome
    }
}

impl Outcome {
    /// What a limit or an error makes of the verdict.
    pub(super) fn settle(&mut self) {
        if self.limit.is_some() && self.verdict != Verdict::Violated {
            self.verdict = Verdict::Unknown;
        }
        if !self.errors.is_empty() {
            self.verdict = Verdict::Error;
            self.violations.clear();
        }
    }
}

/// Whose doing a violation is that begins in the first state: a rule without an outer `G` always
/// begins there, so the first state, and then the last one, is asked by itself.
fn origin(instance: &Instance, merged: &Merged<'_>, at: u32, budget: &Budget<'_>) -> Origin {
    let states = &merged.paths[at as usize].states;
    let violates = |state: Option<&u32>| {
        let path = Path { states: state.copied().into_iter().collect(), actions: vec![None] };
        let Ok(tree) = Tree::merge(&[path]) else { return false };
        let Formula { pool, root } = instance.formula.as_ref();
        let checked = tree::check(pool, *root, &tree, &merged.labels(instance), budget);
        checked.is_ok_and(|checked| checked.verdict == Truth::False)
    };
    match (violates(states.first()), violates(states.last())) {
        (false, _) => Origin::ByAgent,
        (true, false) => Origin::AtStart,
        (true, true) => Origin::NotRepaired,
    }
}
