//! A bundle in a zip archive: what people make of a folder when they send it.

use super::{BundleError, MANIFEST, MANIFEST_LIMIT};
use std::io::{Cursor, Read, Write};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// The most files an archive may have.
const FILES: usize = 20_000;
/// The most bytes that all files may have together, unpacked.
const TOTAL: u64 = 512 << 20;

/// Whether `bytes` start as a zip archive does.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Unpacks the files beside the archive's manifest: paths within the bundle, and contents.
///
/// What an archive claims about sizes is not believed: every file is read up to the limit and no
/// further, so that a small archive cannot fill the memory.
pub fn unpack(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, BundleError> {
    let error = |what: String| BundleError::new("the archive", what);
    let mut archive = ZipArchive::new(Cursor::new(bytes))
        .map_err(|e| error(format!("is no zip archive that can be read: {e}")))?;
    if archive.len() > FILES {
        return Err(error(format!("has {} files; a bundle has at most {FILES}", archive.len())));
    }
    let top = archive
        .file_names()
        .filter_map(|name| Some(name.ok()?.strip_suffix(MANIFEST)?.to_owned()))
        .filter(|top| top.is_empty() || top.ends_with('/'))
        .min_by_key(String::len)
        .ok_or_else(|| error(format!("holds no {MANIFEST}; expected the folder of a bundle")))?;
    let mut files = Vec::new();
    let mut total = 0;
    for index in 0..archive.len() {
        let file = archive
            .by_index(index)
            .map_err(|e| error(format!("its entry {index} cannot be unpacked: {e}")))?;
        let name = file.name().map_err(|e| error(format!("its entry {index} has no name: {e}")))?;
        let Some(path) = name.strip_prefix(&top).map(str::to_owned) else { continue };
        if file.is_dir() {
            continue;
        }
        let mut content = Vec::new();
        file.take(MANIFEST_LIMIT + 1)
            .read_to_end(&mut content)
            .map_err(|e| BundleError::new(&path, format!("cannot be unpacked: {e}")))?;
        total += content.len() as u64;
        if content.len() as u64 > MANIFEST_LIMIT || total > TOTAL {
            return Err(BundleError::new(
                &path,
                format!(
                    "unpacks to more than a bundle may have ({MANIFEST_LIMIT} bytes a file, {TOTAL} \
                     in all)"
                ),
            ));
        }
        files.push((path, content));
    }
    Ok(files)
}

/// Packs the files of a bundle. The same files give the same bytes: no time of day goes in.
pub fn pack(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, BundleError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in files {
        archive
            .start_file(path.as_str(), SimpleFileOptions::default())
            .map_err(|e| BundleError::new(path, format!("cannot be packed: {e}")))?;
        archive
            .write_all(content)
            .map_err(|e| BundleError::new(path, format!("cannot be packed: {e}")))?;
    }
    let packed = archive.finish().map_err(|e| BundleError::new("the archive", e.to_string()))?;
    Ok(packed.into_inner())
}
