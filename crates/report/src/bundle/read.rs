//! Reading the files of a bundle, each checked against the manifest before it is believed.

use super::{
    BundleError, FileEntry, FileKind, IndexRow, IndexShard, Item, ItemShard, MANIFEST_LIMIT,
    Manifest, RuleShard, RunRow, RunRule, RunShard, SHARD_LIMIT, TrajectoryShard, sha256,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";

/// Reads a manifest and checks all that can be checked without the other files.
pub fn read_manifest(bytes: &[u8]) -> Result<Manifest, BundleError> {
    let error = |what: String| BundleError::new(MANIFEST, what);
    if bytes.len() as u64 > MANIFEST_LIMIT {
        return Err(error(format!(
            "it has {} bytes, and a manifest has at most {MANIFEST_LIMIT}",
            bytes.len()
        )));
    }
    let manifest: Manifest = parse(MANIFEST, "vedette.bundle", 1, bytes)?;
    if manifest.models.len() > manifest.counts.runs as usize {
        return Err(error(format!(
            "models has {} entries, and there are {} runs",
            manifest.models.len(),
            manifest.counts.runs
        )));
    }
    let mut seen = rustc_hash::FxHashSet::default();
    for (index, file) in manifest.files.iter().enumerate() {
        let place = format!("files[{index}]");
        if !is_plain_path(&file.path) {
            return Err(error(format!(
                "{place}.path is {:?}; expected letters, digits, `-`, `_`, `.` and `/`, within the \
                 bundle",
                file.path
            )));
        }
        if !seen.insert(&file.path) || file.path == MANIFEST {
            return Err(error(format!("{place}.path {:?} is there twice", file.path)));
        }
        if file.bytes > SHARD_LIMIT {
            return Err(error(format!(
                "{place} ({}) has {} bytes; a file of a bundle has at most {SHARD_LIMIT}",
                file.path, file.bytes
            )));
        }
        let is_digit = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
        if file.sha256.len() != 64 || !file.sha256.bytes().all(is_digit) {
            return Err(error(format!(
                "{place}.sha256 is {:?}; expected 64 lower-case hexadecimal digits",
                file.sha256
            )));
        }
    }
    Ok(manifest)
}

/// Reads a file of the index.
pub fn read_index(entry: &FileEntry, bytes: &[u8]) -> Result<Vec<IndexRow>, BundleError> {
    let shard: IndexShard = read(entry, FileKind::Index, "vedette.index", bytes)?;
    Ok(shard.runs)
}

/// Reads a file of rules.
pub fn read_rules(entry: &FileEntry, bytes: &[u8]) -> Result<Vec<RunRule>, BundleError> {
    let shard: RuleShard = read(entry, FileKind::Rules, "vedette.rules", bytes)?;
    Ok(shard.rules)
}

/// Reads a file of runs.
pub fn read_runs(entry: &FileEntry, bytes: &[u8]) -> Result<Vec<RunRow>, BundleError> {
    let shard: RunShard = read(entry, FileKind::Runs, "vedette.runs", bytes)?;
    Ok(shard.runs)
}

/// Reads a file of items.
pub fn read_items(entry: &FileEntry, bytes: &[u8]) -> Result<Vec<Item>, BundleError> {
    let shard: ItemShard = read(entry, FileKind::Items, "vedette.items", bytes)?;
    Ok(shard.items)
}

/// Reads a file of trajectories; every position in it is within its tables.
pub fn read_trajectories(entry: &FileEntry, bytes: &[u8]) -> Result<TrajectoryShard, BundleError> {
    let shard: TrajectoryShard =
        read(entry, FileKind::Trajectories, "vedette.trajectories", bytes)?;
    for (index, chunk) in shard.chunks.iter().enumerate() {
        for (offset, step) in chunk.steps.iter().enumerate() {
            let mut names = step.add.iter().chain(&step.remove).chain(&step.action);
            if let Some(name) = names.find(|&&name| name >= shard.names.len()) {
                return Err(BundleError::new(
                    &entry.path,
                    format!(
                        "chunks[{index}].steps[{offset}] refers to name {name}, and there are {}",
                        shard.names.len()
                    ),
                ));
            }
        }
    }
    Ok(shard)
}

/// Checks size, hash and kind, then reads.
fn read<T: DeserializeOwned>(
    entry: &FileEntry,
    kind: FileKind,
    schema: &str,
    bytes: &[u8],
) -> Result<T, BundleError> {
    if entry.kind != kind {
        return Err(BundleError::new(
            &entry.path,
            format!("the manifest says that it holds {:?}; expected {kind:?}", entry.kind),
        ));
    }
    check_file(entry, bytes)?;
    parse(&entry.path, schema, 1, bytes)
}

/// Checks size and hash of a file against the manifest.
pub fn check_file(entry: &FileEntry, bytes: &[u8]) -> Result<(), BundleError> {
    if bytes.len() as u64 != entry.bytes {
        return Err(BundleError::new(
            &entry.path,
            format!("it has {} bytes; the manifest says {}", bytes.len(), entry.bytes),
        ));
    }
    let found = sha256(bytes);
    if found != entry.sha256 {
        return Err(BundleError::new(
            &entry.path,
            format!(
                "its SHA-256 is {found}; the manifest says {}. The file was changed after the \
                 bundle was written: write the bundle again, or get an undamaged copy",
                entry.sha256
            ),
        ));
    }
    Ok(())
}

/// Parses JSON of `schema`, whose version must be `version`.
fn parse<T: DeserializeOwned>(
    file: &str,
    schema: &str,
    version: u32,
    bytes: &[u8],
) -> Result<T, BundleError> {
    /// Just the schema, so that a file of another kind is named before its fields are missed.
    #[derive(Deserialize)]
    struct Head {
        schema: Option<String>,
    }
    let error = |what: String| BundleError::new(file, what);
    if bytes.is_empty() {
        return Err(error(format!("it is empty; expected JSON of schema {schema}/{version}")));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|e| error(format!("byte {} is not UTF-8; expected JSON text", e.valid_up_to())))?;
    let json = |e: serde_json::Error| error(format!("not as expected: {e}"));
    let head: Head = serde_json::from_str(text).map_err(json)?;
    let Some(found) = head.schema else {
        return Err(error(format!("it has no `schema`; expected {schema}/{version}")));
    };
    match found.rsplit_once('/').map(|(name, number)| (name, number.parse::<u32>())) {
        Some((name, Ok(number))) if name == schema && number == version => {}
        Some((name, Ok(number))) if name == schema && number > version => {
            return Err(error(format!(
                "its schema is {found}, newer than {schema}/{version}: open it with a newer vedette"
            )));
        }
        _ => {
            return Err(error(format!("its schema is {found:?}; expected {schema}/{version}")));
        }
    }
    serde_json::from_str(text).map_err(json)
}

/// Whether a path stays within the bundle and needs no escaping anywhere.
fn is_plain_path(path: &str) -> bool {
    let plain = |c: u8| c.is_ascii_alphanumeric() || b"-_.".contains(&c);
    path.len() <= 200
        && path
            .split('/')
            .all(|part| !part.is_empty() && !part.starts_with('.') && part.bytes().all(plain))
}
