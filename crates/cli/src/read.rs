//! Reading files: from a path or standard input, with one clear message when that fails.

use crate::exit::Failure;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use vedette_worlds::input::{self, Limits};

/// The most bytes that a file may have. More than any run needs, less than the memory.
const LIMIT: u64 = 4 << 30;

/// The bytes of the file at `path`, or of standard input for `-`.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut content = Vec::new();
    let shown = path.display();
    let result = if path.as_os_str() == "-" {
        std::io::stdin().lock().take(LIMIT + 1).read_to_end(&mut content)
    } else if path.is_dir() {
        return Err(Failure::failed(format!("{shown} is a folder; expected a file")));
    } else {
        File::open(path).and_then(|file| file.take(LIMIT + 1).read_to_end(&mut content))
    };
    result.map_err(|e| Failure::failed(format!("{shown} cannot be read: {e}")))?;
    if content.len() as u64 > LIMIT {
        return Err(Failure::rejected(format!("{shown} has more than {LIMIT} bytes")));
    }
    Ok(content)
}

/// The name that messages and manifests use for a file: its last part.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |n| n.display().to_string())
}

/// The text of the file at `path`; gzip is unpacked.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    let bytes = bytes(path)?;
    let limits = Limits::default();
    let text = input::text(&bytes, &name(path), &limits).map_err(Failure::rejected)?;
    Ok(text.into_owned())
}

/// A formula given on the command line; `-` reads it from standard input.
pub(crate) fn formula(given: &str) -> Result<String, Failure> {
    let text = if given == "-" { text(Path::new("-"))? } else { given.to_owned() };
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}

/// All files below `folder`: their paths within it, with forward slashes, sorted.
pub(crate) fn folder(folder: &Path) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    let mut open = vec![String::new()];
    while let Some(inner) = open.pop() {
        let here = folder.join(&inner);
        let error = |e: std::io::Error| Failure::failed(format!("{}: {e}", here.display()));
        for entry in std::fs::read_dir(&here).map_err(error)? {
            let entry = entry.map_err(error)?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = if inner.is_empty() { name } else { format!("{inner}/{name}") };
            if entry.path().is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}
