//! Sample bundles to damage: written by the companion, changed so that only the rest of the bundle tells.

use crate::{companion, scratch};
use std::fs;
use std::path::{Path, PathBuf};
use vedette_report::bundle::{FileKind, MANIFEST, read_manifest, sha256};

/// The sample bundle, in a folder of its own below the test's folder of this name.
///
/// # Panics
/// If it cannot be written.
pub fn sample(name: &str) -> PathBuf {
    let folder = scratch(name).join("bundle");
    let made =
        companion().args(["bundle", "sample", "--quiet"]).arg(&folder).status().expect("it runs");
    assert!(made.success(), "the sample bundle is written");
    folder
}

/// Makes the manifest say that the first model violates nothing; gives the model.
///
/// # Panics
/// If it violates nothing as it is.
pub fn flatter(folder: &Path) -> String {
    let path = folder.join(MANIFEST);
    let text = fs::read_to_string(&path).expect("the bundle has a manifest");
    let first = read_manifest(text.as_bytes()).expect("the manifest is sound").models.remove(0);
    let said = format!("\"violated\":{},", first.verdicts.violated);
    let flattered = text.replacen(&said, "\"violated\":0,", 1);
    assert_ne!(text, flattered, "it violates something");
    fs::write(&path, flattered).expect("the manifest can be written");
    first.model
}

/// The first file of a kind: its path within the bundle.
///
/// # Panics
/// If the bundle has none.
pub fn first(folder: &Path, kind: FileKind) -> String {
    let manifest = fs::read(folder.join(MANIFEST)).expect("the bundle has a manifest");
    let manifest = read_manifest(&manifest).expect("the manifest is sound");
    manifest.shard(kind, 0).expect("the bundle has such a file").path.clone()
}

/// Changes the text of a file of the bundle, and mends the manifest's size and hash: damage that only
/// the other files can tell.
///
/// # Panics
/// If the file cannot be changed, or the change changes nothing.
pub fn forge(folder: &Path, path: &str, change: impl FnOnce(&str) -> String) {
    let file = folder.join(path);
    let old = fs::read_to_string(&file).expect("the bundle has the file");
    let new = change(&old);
    assert_ne!(old, new, "{path} is changed");
    fs::write(&file, &new).expect("the file can be written");
    let manifest = folder.join(MANIFEST);
    let text = fs::read_to_string(&manifest).expect("the bundle has a manifest");
    let text = text
        .replace(&sha256(old.as_bytes()), &sha256(new.as_bytes()))
        .replace(&format!("\"bytes\":{},", old.len()), &format!("\"bytes\":{},", new.len()));
    fs::write(&manifest, text).expect("the manifest can be written");
}
