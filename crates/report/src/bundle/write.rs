//! Writing a bundle: packs rows into files of at most [`SHARD_LIMIT`] bytes, then the manifest.

use super::{
    BundleError, Chunk, Counts, FileEntry, FileKind, FullStep, Input, Item, MANIFEST_LIMIT,
    Manifest, Run, SHARD_LIMIT, StepChange, Tool, TrajectoryChunk, TrajectoryEntry,
    TrajectoryShard, sha256,
};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};
use serde::Serialize;

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
    runs: Packer,
    items: Packer,
    trajectories: Trajectories,
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
            files: Vec::new(),
        };
        Self {
            manifest,
            runs: Packer::new("runs", "vedette.runs/1"),
            items: Packer::new("items", "vedette.items/1"),
            trajectories: Trajectories::default(),
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

    /// Adds a run; `run.trajectories` is filled in here from `samples`: name, success, steps.
    pub fn run(
        &mut self,
        mut run: Run,
        samples: &[(String, Option<bool>, Vec<FullStep>)],
    ) -> Result<(), BundleError> {
        run.trajectories.clear();
        for (sample, success, steps) in samples {
            run.trajectories.push(TrajectoryEntry {
                sample: sample.clone(),
                steps: steps.len() as u64,
                success: *success,
                chunks: self.trajectories.add(&run.id, sample, steps)?,
            });
        }
        self.manifest.counts.runs += 1;
        self.manifest.counts.trajectories += samples.len() as u64;
        self.runs.add(&run, &format!("run {:?}", run.id))
    }

    /// Adds an item.
    pub fn item(&mut self, item: &Item) -> Result<(), BundleError> {
        self.manifest.counts.items += 1;
        self.items.add(item, &format!("item {:?} of run {:?}", item.rule, item.run))
    }

    /// Writes everything.
    pub fn finish(mut self) -> Result<Bundle, BundleError> {
        let mut files = Vec::new();
        for (kind, shards) in [
            (FileKind::Runs, self.runs.finish()),
            (FileKind::Items, self.items.finish()),
            (FileKind::Trajectories, self.trajectories.finish()?),
        ] {
            for (path, content) in shards {
                self.manifest.files.push(FileEntry {
                    path: path.clone(),
                    kind,
                    bytes: content.len() as u64,
                    sha256: sha256(&content),
                });
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

fn json<T: Serialize>(value: &T, what: &str) -> Result<Vec<u8>, BundleError> {
    serde_json::to_vec(value).map_err(|e| BundleError::new(what, format!("cannot be written: {e}")))
}

fn too_large(what: &str, bytes: usize, limit: u64) -> BundleError {
    BundleError::new(what, format!("needs {bytes} bytes, and a file may have {limit}"))
}

/// Packs rows of one kind into files.
#[derive(Debug)]
struct Packer {
    kind: &'static str,
    schema: &'static str,
    done: Vec<(String, Vec<u8>)>,
    open: Vec<u8>,
}

impl Packer {
    fn new(kind: &'static str, schema: &'static str) -> Self {
        Self { kind, schema, done: Vec::new(), open: Vec::new() }
    }

    fn add<T: Serialize>(&mut self, row: &T, name: &str) -> Result<(), BundleError> {
        let row = json(row, name)?;
        let limit = SHARD_LIMIT as usize - self.schema.len() - self.kind.len() - 32;
        if row.len() > limit {
            return Err(too_large(name, row.len(), SHARD_LIMIT));
        }
        if !self.open.is_empty() && self.open.len() + row.len() + 1 > limit {
            self.close();
        }
        if !self.open.is_empty() {
            self.open.push(b',');
        }
        self.open.extend(row);
        Ok(())
    }

    fn close(&mut self) {
        let mut content =
            format!("{{\"schema\":\"{}\",\"{}\":[", self.schema, self.kind).into_bytes();
        content.append(&mut self.open);
        content.extend(b"]}");
        self.done.push((format!("{}/{:04}.json", self.kind, self.done.len()), content));
    }

    fn finish(mut self) -> Vec<(String, Vec<u8>)> {
        if !self.open.is_empty() {
            self.close();
        }
        self.done
    }
}

/// Packs trajectories into shards; a long one is cut into pieces.
#[derive(Debug, Default)]
struct Trajectories {
    done: Vec<(String, Vec<u8>)>,
    names: IndexSet<String, FxBuildHasher>,
    chunks: Vec<TrajectoryChunk>,
    size: usize,
}

/// Room kept for the frame of a shard or chunk.
const FRAME: usize = 200;

impl Trajectories {
    fn add(
        &mut self,
        run: &str,
        sample: &str,
        steps: &[FullStep],
    ) -> Result<Vec<Chunk>, BundleError> {
        let mut places = Vec::new();
        let mut next = 0;
        while next < steps.len() {
            let from = next;
            let mut open =
                TrajectoryChunk { run: run.into(), sample: sample.into(), from, steps: Vec::new() };
            let frame = FRAME + run.len() + sample.len();
            self.size += frame;
            while next < steps.len() {
                let before = (next > from).then(|| &steps[next - 1]);
                let (names, size) = (self.names.len(), self.size);
                let change = self.change(before, &steps[next]);
                self.size += json(&change, sample)?.len() + 1;
                if self.size + FRAME > SHARD_LIMIT as usize {
                    self.names.truncate(names);
                    self.size = size;
                    break;
                }
                open.steps.push(change);
                next += 1;
            }
            if open.steps.is_empty() {
                self.size -= frame;
                if self.chunks.is_empty() {
                    return Err(BundleError::new(
                        format!("run {run:?}"),
                        format!(
                            "step {next} of sample {sample:?} does not fit into a file of \
                             {SHARD_LIMIT} bytes"
                        ),
                    ));
                }
                self.close()?;
                continue;
            }
            places.push(Chunk { file: self.path(), index: self.chunks.len() });
            self.chunks.push(open);
        }
        Ok(places)
    }

    /// The change from `before` (nothing: the whole state is added) to `step`.
    fn change(&mut self, before: Option<&FullStep>, step: &FullStep) -> StepChange {
        let old: FxHashSet<&String> = before.iter().flat_map(|step| &step.facts).collect();
        let new: FxHashSet<&String> = step.facts.iter().collect();
        let mut change = StepChange {
            action: step.action.as_ref().map(|action| self.name(action)),
            numeric: step.numeric.clone(),
            clock: step.clock,
            ..StepChange::default()
        };
        for fact in &step.facts {
            if !old.contains(fact) {
                change.add.push(self.name(fact));
            }
        }
        for fact in before.iter().flat_map(|step| &step.facts) {
            if !new.contains(fact) {
                change.remove.push(self.name(fact));
            }
        }
        change
    }

    fn name(&mut self, name: &str) -> usize {
        if let Some(index) = self.names.get_index_of(name) {
            return index;
        }
        // Every character may need an escape of six.
        self.size += 6 * name.len() + 3;
        self.names.insert_full(name.into()).0
    }

    fn path(&self) -> String {
        format!("trajectories/{:04}.json", self.done.len())
    }

    fn close(&mut self) -> Result<(), BundleError> {
        let path = self.path();
        let shard = TrajectoryShard {
            schema: "vedette.trajectories/1".into(),
            names: std::mem::take(&mut self.names).into_iter().collect(),
            chunks: std::mem::take(&mut self.chunks),
        };
        let content = json(&shard, &path)?;
        debug_assert!(content.len() as u64 <= SHARD_LIMIT);
        self.done.push((path, content));
        self.size = 0;
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<(String, Vec<u8>)>, BundleError> {
        if !self.chunks.is_empty() {
            self.close()?;
        }
        Ok(self.done)
    }
}
