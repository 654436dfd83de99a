//! Checking a whole bundle: every file against the manifest, and the files against one another.

use super::whole::{Whole, WholeRun, load};
use super::{BundleError, Evidence, FullStep, IndexRow, Item, Manifest, Run, Slice, Verdict};
use crate::evaluation::counts::Evaluation;
use crate::leaderboard::{ModelSummary, summarise};
use crate::tree_view;
use rustc_hash::FxHashSet;

/// Reads every file through `get` (bytes, or why there are none) and lists all that is wrong.
/// Gives the manifest where it could be read.
pub fn check(
    get: impl FnMut(&str) -> Result<Vec<u8>, String>,
) -> (Option<Manifest>, Vec<BundleError>) {
    match load(get) {
        Ok(mut whole) => {
            if whole.problems.is_empty() {
                whole.cross_check();
            }
            (Some(whole.manifest), whole.problems)
        }
        Err(problem) => (None, vec![problem]),
    }
}

impl Whole {
    fn cross_check(&mut self) {
        let mut problems = Vec::new();
        let mut ids = FxHashSet::default();
        let (mut items, mut trajectories) = (0, 0);
        let mut used: FxHashSet<Slice> = FxHashSet::default();
        for row in &self.index {
            let place = format!("run {:?}", row.id);
            if !ids.insert(&row.id) {
                problems.push(BundleError::new(&place, "it is there twice"));
            }
            for slice in row.items.iter().filter(|slice| !used.insert(**slice)) {
                let what = format!("its items {slice:?} belong to another run too");
                problems.push(BundleError::new(&place, what));
            }
            match self.run(row) {
                Ok(whole) => {
                    items += whole.items.len() as u64;
                    trajectories += whole.trajectories.len() as u64;
                    check_run(row, &whole, &mut problems);
                }
                Err(problem) => problems.push(problem),
            }
        }
        let rows = self.items_read();
        let said = self.manifest.counts;
        for (what, said, found) in [
            ("counts.runs", said.runs, self.index.len() as u64),
            ("counts.items", said.items, items),
            ("counts.trajectories", said.trajectories, trajectories),
            ("the index leads to items", items, rows as u64),
        ] {
            if said != found {
                let what = format!("{what}: {said}, and there are {found}");
                problems.push(BundleError::new(super::MANIFEST, what));
            }
        }
        problems.extend(check_models(&self.manifest.models, &summarise(&self.index)));
        if self.manifest.evaluation != Evaluation::of(&self.index) {
            let what = "what it says of the three levels is not what the index comes to";
            problems.push(BundleError::new(super::MANIFEST, what));
        }
        self.problems.append(&mut problems);
    }
}

/// Whether what the manifest says of the models is what the index comes to.
pub fn check_models(said: &[ModelSummary], found: &[ModelSummary]) -> Option<BundleError> {
    let differ = said.iter().zip(found).find(|(said, found)| said != found);
    let name = match differ {
        Some((_, found)) => &found.model,
        None if said.len() == found.len() => return None,
        None => &said.iter().chain(found).nth(2 * said.len().min(found.len()))?.model,
    };
    let what = format!("what it says of model {name:?} is not what the index comes to");
    Some(BundleError::new(super::MANIFEST, what))
}

/// What is wrong with a run and its items.
fn check_run(row: &IndexRow, whole: &WholeRun, problems: &mut Vec<BundleError>) {
    let place = format!("run {:?}", row.id);
    let WholeRun { run, items, trajectories } = whole;
    let mut rules = FxHashSet::default();
    for rule in run.rules.iter().filter(|rule| !rules.insert(&rule.id)) {
        problems.push(BundleError::new(&place, format!("rule {:?} is there twice", rule.id)));
    }
    if items.len() != run.rules.len() {
        let what = format!("it has {} rules and {} items", run.rules.len(), items.len());
        problems.push(BundleError::new(&place, what));
        return;
    }
    let steps: Vec<&[FullStep]> = trajectories.iter().map(Vec::as_slice).collect();
    let merged = match tree_view::merge(&steps) {
        Ok(merged) => merged,
        Err(e) => {
            problems.push(BundleError::new(&place, e.to_string()));
            return;
        }
    };
    let (states, nodes) = (steps.iter().map(|s| s.len() as u64).sum::<u64>(), merged.tree.len());
    if (row.states, row.nodes) != (states, nodes as u64) {
        let what = format!(
            "the index says {} states and {} nodes, and there are {states} and {nodes}",
            row.states, row.nodes
        );
        problems.push(BundleError::new(&place, what));
    }
    for (at, item) in items.iter().enumerate() {
        let place = format!("item {:?} of run {:?}", item.rule, item.run);
        if item.run != row.id || item.rule != run.rules[at].id {
            let what = format!("expected rule {:?} of run {:?} here", run.rules[at].id, row.id);
            problems.push(BundleError::new(&place, what));
            continue;
        }
        let violating = item.per_trajectory.iter().filter(|v| **v == Verdict::Violated).count();
        let said = (row.verdicts[at], row.violating_at(at) as usize);
        if said != (item.verdict, violating) {
            let what = format!(
                "the index says {}, by {} trajectories; the item says {}, by {violating}",
                said.0.word(),
                said.1,
                item.verdict.word()
            );
            problems.push(BundleError::new(&place, what));
        }
        problems.extend(check_item(item, run, &place));
        if let Some(evidence) = &item.counterexample
            && let Err(what) = tree_view::recheck(&merged, trajectories, evidence)
        {
            problems.push(BundleError::new(&place, format!("its evidence is not right: {what}")));
        }
    }
    let counted = count(items, trajectories.len());
    let said = (row.trajectories.safe, row.trajectories.violating);
    if counted != said {
        let what = format!(
            "the index says {} safe and {} violating trajectories, and there are {} and {}",
            said.0, said.1, counted.0, counted.1
        );
        problems.push(BundleError::new(&place, what));
    }
    let known = run.trajectories.iter().filter_map(|trajectory| trajectory.success);
    let success = (known.clone().filter(|done| *done).count() as u64, known.count() as u64);
    if success != (row.trajectories.success, row.trajectories.success_known) {
        problems.push(BundleError::new(&place, "the index does not count the successes right"));
    }
}

/// Trajectories that keep every rule, and those that violate one.
fn count(items: &[Item], trajectories: usize) -> (u64, u64) {
    let (mut safe, mut violating) = (0, 0);
    for at in 0..trajectories {
        let verdicts = || items.iter().map(|item| item.per_trajectory.get(at));
        violating += u64::from(verdicts().any(|v| v == Some(&Verdict::Violated)));
        let kept = |v: Option<&Verdict>| matches!(v, Some(Verdict::Satisfied | Verdict::Vacuous));
        safe += u64::from(!items.is_empty() && verdicts().all(kept));
    }
    (safe, violating)
}

/// What is wrong with an item, given its run.
fn check_item(item: &Item, run: &Run, place: &str) -> Option<BundleError> {
    let error = |what: String| Some(BundleError::new(place, what));
    if !item.per_trajectory.is_empty() && item.per_trajectory.len() != run.trajectories.len() {
        return error(format!(
            "per_trajectory has {} verdicts, and the run has {} trajectories",
            item.per_trajectory.len(),
            run.trajectories.len()
        ));
    }
    let violated = item.per_trajectory.contains(&Verdict::Violated);
    if violated != (item.verdict == Verdict::Violated) || violated != item.counterexample.is_some()
    {
        return error(format!(
            "the verdict is {}, {} trajectory violates the rule, and there is {} evidence; these \
             must agree",
            item.verdict.word(),
            if violated { "some" } else { "no" },
            if item.counterexample.is_some() { "some" } else { "no" },
        ));
    }
    if let Some(over) = Verdict::over(&item.per_trajectory).filter(|over| *over != item.verdict) {
        return error(format!(
            "the verdict is {}, and those of its trajectories come to {}",
            item.verdict.word(),
            over.word()
        ));
    }
    check_evidence(item.counterexample.as_ref()?, item, run, place)
}

/// What is wrong with the places that evidence names.
fn check_evidence(evidence: &Evidence, item: &Item, run: &Run, place: &str) -> Option<BundleError> {
    let error = |what: String| Some(BundleError::new(place, what));
    let shows = |trajectory: usize| item.per_trajectory.get(trajectory) == Some(&Verdict::Violated);
    let shown = evidence.trajectories.iter().chain([&evidence.trajectory]);
    if let Some(trajectory) = shown.copied().find(|&trajectory| !shows(trajectory)) {
        return error(format!(
            "the evidence names trajectory {trajectory}, which does not violate it"
        ));
    }
    let steps = run.trajectories.get(evidence.trajectory).map_or(0, |trajectory| trajectory.steps);
    let named = evidence.reasons.iter().map(|reason| reason.step);
    let last = named.chain([evidence.step, evidence.certain_at]).max().unwrap_or(0);
    if last as u64 >= steps {
        return error(format!(
            "the evidence is at step {last}, and the trajectory has {steps} steps"
        ));
    }
    None
}
