//! Whether anything has changed that the web app is built from: a hash over the files themselves, so
//! that neither a fresh clone nor a touched file misleads it.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::Path;

/// What the web app is built from.
const INPUTS: [&str; 13] = [
    "Cargo.toml",
    "Cargo.lock",
    "Trunk.toml",
    "index.html",
    "src",
    "style",
    "public",
    "packs",
    "crates/checker/src",
    "crates/worlds/src",
    "crates/plans/src",
    "crates/report/src",
    "xtask/src/seal.rs",
];

/// A number that changes when any input does.
pub(crate) fn fingerprint(root: &Path) -> Result<u64, String> {
    let mut hasher = DefaultHasher::new();
    for input in INPUTS {
        add(&root.join(input), &mut hasher)?;
    }
    Ok(hasher.finish())
}

fn add(path: &Path, hasher: &mut DefaultHasher) -> Result<(), String> {
    let error = |e: std::io::Error| format!("{} cannot be read: {e}", path.display());
    if !path.is_dir() {
        path.file_name().hash(hasher);
        fs::read(path).map_err(error)?.hash(hasher);
        return Ok(());
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(path).map_err(error)? {
        entries.push(entry.map_err(error)?.path());
    }
    entries.sort();
    entries.iter().try_for_each(|entry| add(entry, hasher))
}
