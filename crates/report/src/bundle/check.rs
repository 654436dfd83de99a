//! Checking a whole bundle: every file against the manifest, and the files against one another.

use super::{
    BundleError, Evidence, FileEntry, FileKind, FullStep, IndexRow, Item, Manifest, Run, RunRow,
    RunRule, Slice, TrajectoryShard, Verdict, check_file, read_index, read_items, read_manifest,
    read_rules, read_runs, read_trajectories, rebuild,
};
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

/// Reads every file, each checked against the manifest; only a manifest that cannot be read is an
/// error, everything else is among the problems.
pub fn load(mut get: impl FnMut(&str) -> Result<Vec<u8>, String>) -> Result<Whole, BundleError> {
    let manifest = get(super::MANIFEST)
        .map_err(|what| BundleError::new(super::MANIFEST, what))
        .and_then(|bytes| read_manifest(&bytes))?;
    let mut whole = Whole {
        index: Vec::new(),
        rules: Vec::new(),
        runs: Vec::new(),
        items: Vec::new(),
        trajectories: Vec::new(),
        problems: Vec::new(),
        manifest,
    };
    let files = std::mem::take(&mut whole.manifest.files);
    for entry in &files {
        let read = get(&entry.path)
            .map_err(|what| BundleError::new(&entry.path, what))
            .and_then(|bytes| whole.read(entry, &bytes));
        whole.problems.extend(read.err());
    }
    whole.manifest.files = files;
    Ok(whole)
}

/// A bundle with all its files.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The manifest.
    pub manifest: Manifest,
    /// The index.
    pub index: Vec<IndexRow>,
    /// What could not be read.
    pub problems: Vec<BundleError>,
    rules: Vec<Vec<RunRule>>,
    runs: Vec<Vec<RunRow>>,
    items: Vec<Vec<Item>>,
    trajectories: Vec<(String, TrajectoryShard)>,
}

/// A run with its items and trajectories.
#[derive(Clone, Debug)]
pub struct WholeRun {
    /// The run.
    pub run: Run,
    /// Its items, one a rule.
    pub items: Vec<Item>,
    /// Its trajectories, in order.
    pub trajectories: Vec<Vec<FullStep>>,
}

/// The rows that slices lead to.
fn rows<T: Clone>(shards: &[Vec<T>], slices: &[Slice], what: &str) -> Result<Vec<T>, String> {
    let mut found = Vec::new();
    for slice in slices {
        let (from, to) = (slice.from as usize, slice.from as usize + slice.count as usize);
        let rows = shards.get(slice.shard as usize).and_then(|rows| rows.get(from..to));
        found.extend_from_slice(rows.ok_or_else(|| {
            format!(
                "it needs rows {from} to {to} of file {} of {what}, and they are not there",
                slice.shard
            )
        })?);
    }
    Ok(found)
}

impl Whole {
    fn read(&mut self, entry: &FileEntry, bytes: &[u8]) -> Result<(), BundleError> {
        check_file(entry, bytes)?;
        match entry.kind {
            FileKind::Index => self.index.extend(read_index(entry, bytes)?),
            FileKind::Rules => self.rules.push(read_rules(entry, bytes)?),
            FileKind::Runs => self.runs.push(read_runs(entry, bytes)?),
            FileKind::Items => self.items.push(read_items(entry, bytes)?),
            FileKind::Trajectories => {
                self.trajectories.push((entry.path.clone(), read_trajectories(entry, bytes)?));
            }
        }
        Ok(())
    }

    /// The rules of all files.
    pub fn rules(&self) -> crate::rules::Rules {
        let mut rules = crate::rules::Rules::default();
        for (at, shard) in self.rules.iter().enumerate() {
            rules.insert(at, shard.clone());
        }
        rules
    }

    /// A run, from its row of the index.
    pub fn run(&self, row: &IndexRow) -> Result<WholeRun, BundleError> {
        let error = |what: String| BundleError::new(format!("run {:?}", row.id), what);
        let rules = rows(&self.rules, &row.rules, "rules").map_err(error)?;
        let run = rows(&self.runs, &row.run, "runs").map_err(error)?;
        let items = rows(&self.items, &row.items, "items").map_err(error)?;
        let run = Run::assemble(row, rules, run)?;
        let trajectories = rebuild(&run, |number| {
            let (path, shard) = self.trajectories.get(number as usize)?;
            Some((path.as_str(), shard))
        })?;
        Ok(WholeRun { run, items, trajectories })
    }

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
        let rows: usize = self.items.iter().map(Vec::len).sum();
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
