//! Checking a whole bundle: every file against the manifest, and the files against one another.

use super::{
    BundleError, Evidence, FileKind, FullStep, Item, Manifest, Run, TrajectoryShard, Verdict,
    check_file, read_items, read_manifest, read_runs, read_trajectories, rebuild,
};
use crate::tree_view;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// Reads every file through `get` (bytes, or why there are none) and lists all that is wrong.
/// Gives the manifest where it could be read.
pub fn check(
    mut get: impl FnMut(&str) -> Result<Vec<u8>, String>,
) -> (Option<Manifest>, Vec<BundleError>) {
    let manifest = match get(super::MANIFEST)
        .map_err(|what| BundleError::new(super::MANIFEST, what))
        .and_then(|bytes| read_manifest(&bytes))
    {
        Ok(manifest) => manifest,
        Err(problem) => return (None, vec![problem]),
    };
    let mut whole = Whole::default();
    for entry in &manifest.files {
        let read = get(&entry.path).map_err(|what| BundleError::new(&entry.path, what)).and_then(
            |bytes| {
                check_file(entry, &bytes)?;
                match entry.kind {
                    FileKind::Runs => whole.runs.extend(read_runs(entry, &bytes)?),
                    FileKind::Items => whole.items.extend(read_items(entry, &bytes)?),
                    FileKind::Trajectories => {
                        let shard = read_trajectories(entry, &bytes)?;
                        whole.shards.insert(entry.path.clone(), shard);
                    }
                }
                Ok(())
            },
        );
        whole.problems.extend(read.err());
    }
    if whole.problems.is_empty() {
        whole.cross_check(&manifest);
    }
    (Some(manifest), whole.problems)
}

#[derive(Default)]
struct Whole {
    runs: Vec<Run>,
    items: Vec<Item>,
    shards: IndexMap<String, TrajectoryShard, FxBuildHasher>,
    problems: Vec<BundleError>,
}

impl Whole {
    fn cross_check(&mut self, manifest: &Manifest) {
        let mut problems = Vec::new();
        let mut runs: FxHashMap<&str, &Run> = FxHashMap::default();
        let mut rebuilt: FxHashMap<&str, Vec<Vec<FullStep>>> = FxHashMap::default();
        let mut trajectories = 0;
        for run in &self.runs {
            let place = format!("run {:?}", run.id);
            if runs.insert(&run.id, run).is_some() {
                problems.push(BundleError::new(&place, "it is there twice"));
            }
            trajectories += run.trajectories.len() as u64;
            let mut rules = FxHashSet::default();
            for rule in run.rules.iter().filter(|rule| !rules.insert(&rule.id)) {
                problems
                    .push(BundleError::new(&place, format!("rule {:?} is there twice", rule.id)));
            }
            match rebuild(run, |path| self.shards.get(path)) {
                Ok(trajectories) => {
                    rebuilt.insert(&run.id, trajectories);
                }
                Err(problem) => problems.push(problem),
            }
        }
        let mut items = FxHashSet::default();
        for item in &self.items {
            let place = format!("item {:?} of run {:?}", item.rule, item.run);
            if !items.insert((&item.run, &item.rule)) {
                problems.push(BundleError::new(&place, "it is there twice"));
            }
            match runs.get(item.run.as_str()) {
                None => problems.push(BundleError::new(&place, "there is no such run")),
                Some(run) => {
                    if let Some(trajectories) = rebuilt.get(item.run.as_str()) {
                        problems.extend(check_item(item, run, trajectories, &place));
                    }
                }
            }
        }
        let counts = [
            ("runs", manifest.counts.runs, self.runs.len() as u64),
            ("items", manifest.counts.items, self.items.len() as u64),
            ("trajectories", manifest.counts.trajectories, trajectories),
        ];
        for (what, said, found) in counts {
            if said != found {
                problems.push(BundleError::new(
                    super::MANIFEST,
                    format!("counts.{what} is {said}, and there are {found}"),
                ));
            }
        }
        self.problems.append(&mut problems);
    }
}

/// What is wrong with an item, given its run.
fn check_item(
    item: &Item,
    run: &Run,
    trajectories: &[Vec<FullStep>],
    place: &str,
) -> Option<BundleError> {
    let error = |what: String| Some(BundleError::new(place, what));
    if !run.rules.iter().any(|rule| rule.id == item.rule) {
        return error("the run has no such rule".into());
    }
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
    let evidence = item.counterexample.as_ref()?;
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
    let again = recheck(evidence, trajectories);
    again.err().and_then(|what| error(format!("its evidence is not right: {what}")))
}

/// Checks evidence again on the rebuilt trajectories of its run.
fn recheck(evidence: &Evidence, trajectories: &[Vec<FullStep>]) -> Result<(), String> {
    let steps: Vec<&[FullStep]> = trajectories.iter().map(Vec::as_slice).collect();
    let merged = tree_view::merge(&steps).map_err(|e| e.to_string())?;
    tree_view::recheck(&merged, trajectories, evidence)
}
