//! Which bundle the files are that somebody dropped or chose; recognised by what they hold.

use super::files::Found;
use super::source::{Missing, Source, bytes};
use crate::bridge::{Answer, Engine, Failure};
use rustc_hash::FxHashMap;
use vedette_report::bundle::MANIFEST;
use vedette_report::service::{Request, Response};

/// What a command line calls a bundle that has no name on somebody's own disk.
pub const UNNAMED: &str = "BUNDLE";

/// A bundle that was found.
#[derive(Clone, Debug)]
pub struct Recognised {
    /// What it is and where it comes from, in words.
    pub origin: String,
    /// What a command line calls it.
    pub called: String,
    /// Its files.
    pub source: Source,
}

impl Recognised {
    /// A bundle at an address.
    pub fn at(base: &str, origin: &str) -> Self {
        Self {
            origin: origin.to_owned(),
            called: UNNAMED.into(),
            source: Source::Address(base.to_owned()),
        }
    }
}

/// How many folders a path goes down.
fn depth(path: &str) -> usize {
    path.matches('/').count()
}

fn is_manifest(path: &str) -> bool {
    path.rsplit('/').next() == Some(MANIFEST)
}

/// What the files are; recognised by what they hold, not by their names alone.
pub async fn recognise(engine: Engine, files: Vec<Found>) -> Result<Recognised, String> {
    let count = files.len();
    let manifest = files
        .iter()
        .map(|(path, _)| path.clone())
        .filter(|path| is_manifest(path))
        .min_by_key(|path| (depth(path), path.clone()));
    if let Some(path) = manifest {
        let same = files.iter().filter(|(other, _)| {
            is_manifest(other) && *other != path && depth(other) == depth(&path)
        });
        if let Some((other, _)) = same.into_iter().next() {
            return Err(format!(
                "two bundles at once: {path} and {other}. Drop one of them; or make them one with \
                 `vedette bundle merge A B --out C`, to see their models side by side"
            ));
        }
        if count == 1 {
            return Err(format!(
                "{path}: a manifest alone; its runs, items and trajectories are other files. \
                 Drop the whole folder of the bundle, or a .zip of it"
            ));
        }
        let folder = path.trim_end_matches(MANIFEST).to_owned();
        let below = |(path, file): Found| Some((path.strip_prefix(&folder)?.to_owned(), file));
        let called = folder.trim_end_matches('/').to_owned();
        let name = if called.is_empty() { "files" } else { &*called };
        let map: FxHashMap<_, _> = files.into_iter().filter_map(below).collect();
        let ignored = count - map.len();
        let ignored =
            if ignored == 0 { String::new() } else { format!(", {ignored} others ignored") };
        return Ok(Recognised {
            origin: format!("a bundle in a folder: {name} ({} files{ignored})", map.len()),
            called: if called.is_empty() { ".".into() } else { called },
            source: Source::Files(map),
        });
    }
    let [(path, file)] = &files[..] else {
        return Err(format!(
            "{count} files, and none is a manifest.json: expected the folder of a bundle, or a \
             .zip of it"
        ));
    };
    let data = bytes(file).await.map_err(|e| format!("{path}: {}", told(&e)))?;
    if !data.starts_with(b"PK\x03\x04") {
        return Err(format!(
            "{path}: neither a bundle's folder nor a .zip of one. A bundle is written by \
             `vedette tree TRACES --rules RULES` or `vedette eval`"
        ));
    }
    unpack_archive(engine, path, data).await
}

/// The files of an archive.
pub async fn unpack_archive(
    engine: Engine,
    path: &str,
    data: Vec<u8>,
) -> Result<Recognised, String> {
    match engine.ask(&Request::Archive, vec![data]).await {
        Ok((Response::Archive { paths }, blobs)) => {
            let shallowest = paths.iter().filter(|path| is_manifest(path));
            let manifest = shallowest.min_by_key(|path| depth(path)).ok_or_else(|| {
                format!("{path}: the archive has no {MANIFEST}; expected a zipped bundle")
            })?;
            let folder = manifest.trim_end_matches(MANIFEST);
            let below = |(path, blob): (&String, Vec<u8>)| {
                Some((path.strip_prefix(folder)?.to_owned(), blob))
            };
            let map: FxHashMap<_, _> = paths.iter().zip(blobs).filter_map(below).collect();
            Ok(Recognised {
                origin: format!("a zipped bundle: {path} ({} files)", map.len()),
                called: path.to_owned(),
                source: Source::Unpacked(map),
            })
        }
        other => Err(format!("{path}: {}", refused(other))),
    }
}

/// Why a file could not be had, in words.
pub fn told(missing: &Missing) -> String {
    match missing {
        Missing::Absent => "the manifest names it, and it is not there".into(),
        Missing::Failed(what) => what.clone(),
    }
}

/// Why an answer is not what was asked for.
pub fn refused(answer: Answer) -> String {
    match answer {
        Ok((Response::Rejected { message }, _)) => message,
        Ok(_) => "the worker answered another question; please reload the page".into(),
        Err(Failure::Cancelled) => "cancelled".into(),
        Err(Failure::Stopped(what)) => {
            format!("the worker stopped ({what}) and was started again")
        }
    }
}
