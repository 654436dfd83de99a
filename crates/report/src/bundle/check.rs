//! Checking a whole bundle: every file against the manifest, and the files against one another.

use super::{
    BundleError, FileKind, Item, Manifest, Run, TrajectoryShard, check_file, read_items,
    read_manifest, read_runs, read_trajectories, rebuild,
};
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
            problems.extend(rebuild(run, |path| self.shards.get(path)).err());
        }
        let mut items = FxHashSet::default();
        for item in &self.items {
            let place = format!("item {:?} of run {:?}", item.rule, item.run);
            if !items.insert((&item.run, &item.rule)) {
                problems.push(BundleError::new(&place, "it is there twice"));
            }
            match runs.get(item.run.as_str()) {
                None => problems.push(BundleError::new(&place, "there is no such run")),
                Some(run) => problems.extend(check_item(item, run, &place)),
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
fn check_item(item: &Item, run: &Run, place: &str) -> Option<BundleError> {
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
    let evidence = item.counterexample.as_ref()?;
    let Some(trajectory) = run.trajectories.get(evidence.trajectory) else {
        return error(format!("there is no trajectory {}", evidence.trajectory));
    };
    let last = evidence.step.max(evidence.certain_at);
    if last as u64 >= trajectory.steps {
        return error(format!(
            "the evidence is at step {last}, and the trajectory has {} steps",
            trajectory.steps
        ));
    }
    None
}
