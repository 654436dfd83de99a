//! Packing rows and trajectories into files of at most [`SHARD_LIMIT`] bytes.

use super::{
    BundleError, Chunk, FullStep, SHARD_LIMIT, StepChange, TrajectoryChunk, TrajectoryShard,
};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};
use serde::Serialize;

/// A value as JSON; `what` names it in the message should that fail.
pub(super) fn json<T: Serialize>(value: &T, what: &str) -> Result<Vec<u8>, BundleError> {
    serde_json::to_vec(value).map_err(|e| BundleError::new(what, format!("cannot be written: {e}")))
}

/// `what` does not fit.
pub(super) fn too_large(what: &str, bytes: usize, limit: u64) -> BundleError {
    BundleError::new(what, format!("needs {bytes} bytes, and a file may have {limit}"))
}

/// Packs rows of one kind into files.
#[derive(Debug)]
pub(super) struct Packer {
    key: &'static str,
    schema: &'static str,
    done: Vec<Vec<u8>>,
    open: Vec<u8>,
    /// How many rows are open.
    rows: u32,
}

impl Packer {
    /// Rows of `schema`, under the name `key`.
    pub(super) fn new(key: &'static str, schema: &'static str) -> Self {
        Self { key, schema, done: Vec::new(), open: Vec::new(), rows: 0 }
    }

    /// Adds a row; gives its file and its position there.
    pub(super) fn add<T: Serialize>(
        &mut self,
        row: &T,
        name: &str,
    ) -> Result<(u32, u32), BundleError> {
        let row = json(row, name)?;
        let limit = SHARD_LIMIT as usize - self.schema.len() - self.key.len() - 32;
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
        self.rows += 1;
        Ok((self.done.len() as u32, self.rows - 1))
    }

    fn close(&mut self) {
        let mut content =
            format!("{{\"schema\":\"{}\",\"{}\":[", self.schema, self.key).into_bytes();
        content.append(&mut self.open);
        content.extend(b"]}");
        self.done.push(content);
        self.rows = 0;
    }

    /// The files' contents.
    pub(super) fn finish(mut self) -> Vec<Vec<u8>> {
        if !self.open.is_empty() {
            self.close();
        }
        self.done
    }
}

/// Packs trajectories into shards; a long one is cut into pieces.
#[derive(Debug, Default)]
pub(super) struct Trajectories {
    done: Vec<Vec<u8>>,
    names: IndexSet<String, FxBuildHasher>,
    chunks: Vec<TrajectoryChunk>,
    size: usize,
}

/// Room kept for the frame of a shard or chunk.
const FRAME: usize = 200;

impl Trajectories {
    /// Adds a trajectory; gives where its pieces lie.
    pub(super) fn add(
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
            places.push(Chunk { shard: self.done.len() as u32, index: self.chunks.len() as u32 });
            self.chunks.push(open);
        }
        Ok(places)
    }

    /// The change from `before` (nothing: the whole state is added) to `step`.
    fn change(&mut self, before: Option<&FullStep>, step: &FullStep) -> StepChange {
        let old: FxHashSet<&str> =
            before.iter().flat_map(|step| &step.facts).map(|fact| &**fact).collect();
        let new: FxHashSet<&str> = step.facts.iter().map(|fact| &**fact).collect();
        let mut change = StepChange {
            action: step.action.as_ref().map(|action| self.name(action)),
            numeric: step.numeric.clone(),
            clock: step.clock,
            ..StepChange::default()
        };
        for fact in &step.facts {
            if !old.contains(&**fact) {
                change.add.push(self.name(fact));
            }
        }
        for fact in before.iter().flat_map(|step| &step.facts) {
            if !new.contains(&**fact) {
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

    fn close(&mut self) -> Result<(), BundleError> {
        let shard = TrajectoryShard {
            schema: "vedette.trajectories/1".into(),
            names: std::mem::take(&mut self.names).into_iter().collect(),
            chunks: std::mem::take(&mut self.chunks),
        };
        let content = json(&shard, "trajectories")?;
        debug_assert!(content.len() as u64 <= SHARD_LIMIT);
        self.done.push(content);
        self.size = 0;
        Ok(())
    }

    /// The files' contents.
    pub(super) fn finish(mut self) -> Result<Vec<Vec<u8>>, BundleError> {
        if !self.chunks.is_empty() {
            self.close()?;
        }
        Ok(self.done)
    }
}
