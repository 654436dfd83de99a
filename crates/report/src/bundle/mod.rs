//! The bundle: results of a run, in a folder that a static site can serve (`docs/formats/bundle.md`).
//!
//! ```text
//! manifest.json           what was run, what every model comes to, all other files with their hashes
//! index/0000-….json        of every run: the verdict of every rule, and where everything lies
//! rules/0000-….json        rules, shared by the runs
//! runs/0000-….json         objects of the scenes, and where the trajectories of each run lie
//! items/0000-….json        one item a (run, rule): verdict and evidence
//! trajectories/0000-….json steps as changes of state
//! ```
//!
//! No file but the manifest is larger than [`SHARD_LIMIT`], so that a viewer loads only what it
//! shows; the manifest is at most [`MANIFEST_LIMIT`]. Unknown keys are ignored, so that a reader of
//! version 1 reads what a later writer adds; another major version is refused by name.

mod archive;
mod check;
mod error;
mod extras;
mod hash;
mod index;
mod item;
mod letters;
mod manifest;
mod pack;
mod read;
mod rebuild;
mod record;
mod run;
mod shard;
mod whole;
mod write;

pub use archive::{is_archive, pack, unpack};
pub use check::{check, check_models};
pub use error::BundleError;
pub use extras::{
    End, Engagement, Exposure, Extras, Flicker, Lifting, Margin, Spot, Threshold, examined,
};
pub use hash::sha256;
pub use index::{IndexRow, IndexShard, RuleShard, Slice, TrajectoryCounts};
pub use item::{Evidence, Item, ItemShard, Reason, Verdict};
pub use manifest::{
    Counts, FileEntry, FileKind, Input, MANIFEST_LIMIT, Manifest, SHARD_LIMIT, Tool,
};
pub use read::{
    MANIFEST, check_file, read_index, read_items, read_manifest, read_rules, read_runs,
    read_trajectories,
};
pub use rebuild::{FullStep, Named, rebuild};
pub use record::{About, evidence, letters, lifted, record, verdict_of};
pub use run::{Chunk, Run, RunRow, RunRule, RunShard, SceneObject, TrajectoryEntry};
pub use shard::{StepChange, TrajectoryChunk, TrajectoryShard};
pub use whole::{Whole, WholeRun, load, load_run};
pub use write::{Bundle, Writer};
