//! The bundle: results of a run, in a folder that a static site can serve (`docs/formats/bundle.md`).
//!
//! ```text
//! manifest.json            what was run, by which version; every other file with size and hash
//! runs/0000.json           tasks, rules, and where the trajectories of each lie
//! items/0000.json          one item a (run, rule): verdict and evidence
//! trajectories/0000.json   steps as changes of state
//! ```
//!
//! No file but the manifest is larger than [`SHARD_LIMIT`], so that a viewer loads only what it
//! shows; the manifest is at most [`MANIFEST_LIMIT`]. Unknown keys are ignored, so that a reader of
//! version 1 reads what a later writer adds; another major version is refused by name.

mod archive;
mod check;
mod error;
mod hash;
mod item;
mod letters;
mod manifest;
mod read;
mod rebuild;
mod record;
mod run;
mod shard;
mod write;

pub use archive::{is_archive, unpack};
pub use check::check;
pub use error::BundleError;
pub use hash::sha256;
pub use item::{Evidence, Item, ItemShard, Reason, Verdict};
pub use manifest::{
    Counts, FileEntry, FileKind, Input, MANIFEST_LIMIT, Manifest, SHARD_LIMIT, Tool,
};
pub use read::{MANIFEST, check_file, read_items, read_manifest, read_runs, read_trajectories};
pub use rebuild::{FullStep, rebuild};
pub use record::{About, evidence, letter_of, record, verdict_of};
pub use run::{Chunk, Run, RunRule, RunShard, SceneObject, TrajectoryEntry};
pub use shard::{StepChange, TrajectoryChunk, TrajectoryShard};
pub use write::{Bundle, Writer};
