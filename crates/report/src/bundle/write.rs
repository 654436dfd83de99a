//! Writing a bundle: packs rows into files of at most [`SHARD_LIMIT`] bytes, then the manifest.

use super::pack::{Packer, Trajectories, json, too_large};
use super::{
    BundleError, Counts, FileEntry, FileKind, FullStep, IndexRow, Input, Item, MANIFEST_LIMIT,
    Manifest, Run, RunRow, RunRule, SHARD_LIMIT, Slice, Tool, TrajectoryCounts, TrajectoryEntry,
    Verdict, sha256,
};
use crate::evaluation::counts::Tally;
use crate::leaderboard::Board;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// A bundle in memory.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The manifest.
    pub manifest: Manifest,
    /// Every file, the manifest first: path and content.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Collects runs and items, then writes a [`Bundle`].
#[derive(Debug)]
pub struct Writer {
    manifest: Manifest,
    index: Packer,
    rules: Packer,
    known_rules: FxHashMap<RunRule, (u32, u32)>,
    runs: Packer,
    items: Packer,
    trajectories: Trajectories,
    open: Option<Open>,
    board: Board,
    tally: Tally,
}

impl Writer {
    /// A bundle with this title, written by `command`.
    pub fn new(title: &str, description: &str, synthetic: bool, command: &str) -> Self {
        let manifest = Manifest {
            schema: "vedette.bundle/1".into(),
            title: title.into(),
            description: description.into(),
            synthetic,
            tool: Tool { name: "vedette".into(), version: env!("CARGO_PKG_VERSION").into() },
            command: command.into(),
            inputs: Vec::new(),
            counts: Counts::default(),
            models: Vec::new(),
            evaluation: None,
            files: Vec::new(),
        };
        Self {
            manifest,
            index: Packer::new("runs", "vedette.index/1"),
            rules: Packer::new("rules", "vedette.rules/1"),
            known_rules: FxHashMap::default(),
            runs: Packer::new("runs", "vedette.runs/1"),
            items: Packer::new("items", "vedette.items/1"),
            trajectories: Trajectories::default(),
            open: None,
            board: Board::default(),
            tally: Tally::default(),
        }
    }

    /// Notes a file that went in.
    pub fn input(&mut self, name: &str, bytes: &[u8]) {
        self.manifest.inputs.push(Input {
            name: name.into(),
            bytes: bytes.len() as u64,
            sha256: sha256(bytes),
        });
    }

    /// Notes a file that went into a bundle that this one is made from.
    pub fn input_known(&mut self, input: Input) {
        self.manifest.inputs.push(input);
    }

    /// Adds a run; `run.trajectories` is filled in here from `samples`: name, success, steps. Its items
    /// follow, one a rule in the order of the rules.
    pub fn run(
        &mut self,
        run: Run,
        samples: &[(String, Option<bool>, Vec<FullStep>)],
    ) -> Result<(), BundleError> {
        self.close_run()?;
        let place = format!("run {:?}", run.id);
        let mut rules = Vec::new();
        for rule in &run.rules {
            let known = self.known_rules.get(rule).copied();
            let at = match known {
                Some(at) => at,
                None => self.rules.add(rule, &format!("rule {:?} of {place}", rule.id))?,
            };
            self.known_rules.insert(rule.clone(), at);
            Slice::extend(&mut rules, at);
        }
        let mut counts = TrajectoryCounts { total: samples.len() as u64, ..Default::default() };
        let mut row =
            RunRow { id: run.id.clone(), from: 0, objects: run.objects, trajectories: Vec::new() };
        let mut rows = Vec::new();
        let mut size = 0;
        for (at, (sample, success, steps)) in samples.iter().enumerate() {
            counts.success += u64::from(*success == Some(true));
            counts.success_known += u64::from(success.is_some());
            let entry = TrajectoryEntry {
                sample: sample.clone(),
                steps: steps.len() as u64,
                success: *success,
                chunks: self.trajectories.add(&run.id, sample, steps)?,
            };
            let own = json(&entry, &place)?.len();
            if size + own > ROW && !row.trajectories.is_empty() {
                Slice::extend(&mut rows, self.runs.add(&row, &place)?);
                row.objects.clear();
                row.trajectories.clear();
                row.from = at as u64;
                size = 0;
            }
            size += own;
            row.trajectories.push(entry);
        }
        Slice::extend(&mut rows, self.runs.add(&row, &place)?);
        self.manifest.counts.runs += 1;
        self.manifest.counts.trajectories += samples.len() as u64;
        self.open = Some(Open {
            row: IndexRow {
                id: run.id,
                model: run.model,
                task: run.task,
                title: run.title,
                scene: run.scene,
                states: run.states,
                nodes: run.nodes,
                rules,
                verdicts: Vec::new(),
                violating: Vec::new(),
                trajectories: counts,
                run: rows,
                items: Vec::new(),
                levels: run.levels,
            },
            rules: run.rules.into_iter().map(|rule| rule.id).collect(),
            broken: FixedBitSet::with_capacity(samples.len()),
            undecided: FixedBitSet::with_capacity(samples.len()),
        });
        Ok(())
    }

    /// Adds the next item of the run that was added last.
    pub fn item(&mut self, item: &Item) -> Result<(), BundleError> {
        let place = format!("item {:?} of run {:?}", item.rule, item.run);
        let open = self.open.as_mut().filter(|open| {
            open.row.id == item.run && open.rules.get(open.row.verdicts.len()) == Some(&item.rule)
        });
        let Some(open) = open else {
            return Err(BundleError::new(place, "it is not the next rule of the run added last"));
        };
        open.count(item);
        let at = self.items.add(item, &place)?;
        Slice::extend(&mut open.row.items, at);
        self.manifest.counts.items += 1;
        Ok(())
    }

    /// Writes the index row of the run that was added last.
    fn close_run(&mut self) -> Result<(), BundleError> {
        let Some(mut open) = self.open.take() else { return Ok(()) };
        let place = format!("run {:?}", open.row.id);
        let (rules, items) = (open.rules.len(), open.row.verdicts.len());
        if rules != items {
            return Err(BundleError::new(place, format!("it has {rules} rules and {items} items")));
        }
        let total = open.row.trajectories.total;
        open.row.trajectories.violating = open.broken.count_ones(..) as u64;
        open.undecided.union_with(&open.broken);
        if rules > 0 {
            open.row.trajectories.safe = total - open.undecided.count_ones(..) as u64;
        }
        self.index.add(&open.row, &place)?;
        self.board.add(&open.row);
        self.tally.add(&open.row);
        Ok(())
    }

    /// Writes everything. The name of every file carries its hash, so that no cache between this
    /// bundle and a reader can mix two versions of it.
    pub fn finish(mut self) -> Result<Bundle, BundleError> {
        self.close_run()?;
        self.manifest.models = std::mem::take(&mut self.board).finish();
        self.manifest.evaluation = std::mem::take(&mut self.tally).finish();
        let mut files = Vec::new();
        for (kind, name, shards) in [
            (FileKind::Index, "index", self.index.finish()),
            (FileKind::Rules, "rules", self.rules.finish()),
            (FileKind::Runs, "runs", self.runs.finish()),
            (FileKind::Items, "items", self.items.finish()),
            (FileKind::Trajectories, "trajectories", self.trajectories.finish()?),
        ] {
            for (number, content) in shards.into_iter().enumerate() {
                let sha256 = sha256(&content);
                let path = format!("{name}/{number:04}-{}.json", &sha256[..16]);
                let bytes = content.len() as u64;
                self.manifest.files.push(FileEntry { path: path.clone(), kind, bytes, sha256 });
                files.push((path, content));
            }
        }
        let manifest = json(&self.manifest, super::MANIFEST)?;
        if manifest.len() as u64 > MANIFEST_LIMIT {
            return Err(too_large(super::MANIFEST, manifest.len(), MANIFEST_LIMIT));
        }
        files.insert(0, (super::MANIFEST.into(), manifest));
        Ok(Bundle { manifest: self.manifest, files })
    }
}

/// The most bytes that the trajectories of one row come to; the objects of the scene need room too.
const ROW: usize = SHARD_LIMIT as usize / 2;

/// A run whose items are being added.
#[derive(Debug)]
struct Open {
    row: IndexRow,
    /// The ids of its rules.
    rules: Vec<String>,
    /// Trajectories that violate a rule.
    broken: FixedBitSet,
    /// Trajectories of which a rule was not decided.
    undecided: FixedBitSet,
}

impl Open {
    fn count(&mut self, item: &Item) {
        self.row.verdicts.push(item.verdict);
        for at in 0..self.broken.len() {
            match item.per_trajectory.get(at) {
                Some(Verdict::Satisfied | Verdict::Vacuous) => {}
                Some(Verdict::Violated) => self.broken.insert(at),
                _ => self.undecided.insert(at),
            }
        }
        if item.verdict == Verdict::Violated {
            let many = item.per_trajectory.iter().filter(|v| **v == Verdict::Violated).count();
            self.row.violating.push(many as u32);
        }
    }
}
