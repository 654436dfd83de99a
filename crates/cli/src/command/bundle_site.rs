//! `vedette bundle site`: the web app with a bundle, as a folder for any static host.
//!
//! A site that this command made before may be made again in the same place; nothing else is ever
//! written over. The folder carries a list of its files with their hashes: one file that is not in it,
//! or was changed since, and the folder is left alone.

use super::bundle::{create, open, refuse_existing, sound};
use crate::app::App;
use crate::exit::{Done, Exit, Failure};
use crate::read;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use vedette_report::bundle::{MANIFEST, sha256};

/// Where a site with results opens.
pub(super) const RESULTS: &str = "#/r";

/// The list of a site's files.
const LIST: &str = "vedette-site.json";

/// Arguments of `vedette bundle site`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The folder of the bundle, or a zip archive of it
    bundle: PathBuf,
    /// The folder to make; one that this command made before is made anew
    out: PathBuf,
    /// The folder of the built web app [default: the one that this program carries]
    #[arg(long, value_name = "DIR", env = "VEDETTE_APP")]
    app: Option<PathBuf>,
    /// Let search engines list the site
    #[arg(long)]
    public: bool,
    /// Make one HTML file instead, which opens from disk without a server
    #[arg(long, conflicts_with = "public")]
    single_file: bool,
}

/// What this command has written.
#[derive(Serialize, Deserialize)]
struct List {
    schema: String,
    /// By path: the SHA-256.
    files: BTreeMap<String, String>,
}

/// Writes the site.
pub(crate) fn run(args: &Args) -> Done {
    let app = App::find(args.app.as_deref())?;
    if args.single_file {
        refuse_existing(&args.out)?;
    } else {
        // Before a large bundle is read.
        ours(&args.out)?;
    }
    let mut get = open(&args.bundle)?;
    let manifest = sound(&args.bundle, &mut get)?;
    let mut bundle = Vec::new();
    let paths = manifest.files.iter().map(|entry| entry.path.as_str());
    for path in [MANIFEST].into_iter().chain(paths) {
        let content = get(path).map_err(|e| Failure::failed(format!("{path}: {e}")))?;
        bundle.push((path.to_owned(), content));
    }
    if args.single_file {
        return super::bundle_single::write(&app, &bundle, &args.out);
    }
    let data = bundle.into_iter().map(|(path, content)| (format!("data/{path}"), content));
    write(&app, data.collect(), RESULTS, args.public, &args.out)
}

/// Writes the app with files beside it, over nothing but an unchanged site of ours. An address without
/// a page opens at `start`.
pub(super) fn write(
    app: &App,
    beside: Vec<(String, Vec<u8>)>,
    start: &str,
    public: bool,
    out: &Path,
) -> Done {
    ours(out)?;
    let mut files = Vec::new();
    for path in app.paths()? {
        let mut content = app.file(&path).ok_or_else(|| {
            Failure::failed(format!("the file {path} of the web app cannot be read"))
        })?;
        if path == "index.html" {
            content = opening_at(&content, start)?;
        }
        files.push((path, content));
    }
    files.extend(beside);
    if !public {
        files.retain(|(path, _)| path != "robots.txt");
        files.push(("robots.txt".to_owned(), b"User-agent: *\nDisallow: /\n".to_vec()));
    }
    // GitHub Pages leaves out files that its own generator would, unless this one is there.
    files.push((".nojekyll".to_owned(), Vec::new()));
    let list = List {
        schema: "vedette.site/1".to_owned(),
        files: files.iter().map(|(path, content)| (path.clone(), sha256(content))).collect(),
    };
    files.push((LIST.to_owned(), serde_json::to_vec_pretty(&list).map_err(Failure::failed)?));
    replace(out, &files)?;
    Ok(Exit::Fine)
}

/// The page with the element that says where the site opens.
fn opening_at(index: &[u8], start: &str) -> Result<Vec<u8>, Failure> {
    let (head, rest) = std::str::from_utf8(index)
        .ok()
        .and_then(|index| index.split_once("</head>"))
        .ok_or_else(|| Failure::failed("the web app's index.html has no head"))?;
    Ok(format!("{head}{}</head>{rest}", start_element(start)).into_bytes())
}

/// The element that says where a page opens whose address names no page (`state::navigation` of the
/// web app reads it). `start` is of our own making and needs no escaping.
pub(super) fn start_element(start: &str) -> String {
    format!("<meta name=\"vedette-start\" content=\"{start}\">\n")
}

/// Refuses a folder that holds anything but an unchanged site of ours.
fn ours(out: &Path) -> Result<(), Failure> {
    if !out.exists() {
        return Ok(());
    }
    let shown = out.display();
    let refused = |what: String| {
        Failure::failed(format!(
            "{shown} exists, and {what}: nothing was written. Name a folder that does not exist, or \
             remove this one first"
        ))
    };
    let list = fs::read(out.join(LIST))
        .ok()
        .and_then(|bytes| serde_json::from_slice::<List>(&bytes).ok())
        .filter(|list| list.schema == "vedette.site/1")
        .ok_or_else(|| refused(format!("has no {LIST}, so it was not made by this command")))?;
    for path in read::folder(out)? {
        if path == LIST {
            continue;
        }
        let wanted = list
            .files
            .get(&path)
            .ok_or_else(|| refused(format!("this command did not make its file {path}")))?;
        let content = fs::read(out.join(&path))
            .map_err(|e| Failure::failed(format!("{shown}: {path} cannot be read: {e}")))?;
        if sha256(&content) != *wanted {
            return Err(refused(format!("its file {path} was changed since")));
        }
    }
    Ok(())
}

/// Writes the site beside the old one, then puts it in its place.
fn replace(out: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    if !out.exists() {
        return super::bundle::write(out, files);
    }
    let part = create(out, files)?;
    let beside = |end: &str| {
        let mut name = out.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.{end}", std::process::id()));
        out.with_file_name(name)
    };
    let old = beside("old");
    let failed =
        |e: std::io::Error| Failure::failed(format!("{} cannot be replaced: {e}", out.display()));
    fs::rename(out, &old).map_err(failed)?;
    if let Err(e) = fs::rename(&part, out) {
        // Back to what was there.
        let _ = fs::rename(&old, out);
        let _ = fs::remove_dir_all(&part);
        return Err(failed(e));
    }
    fs::remove_dir_all(&old).map_err(failed)
}
