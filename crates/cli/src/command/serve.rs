//! `vedette serve`: the web app on this machine, optionally with a bundle.

use crate::api::annotations::Store;
use crate::api::plan::Places;
use crate::app::App;
use crate::exit::{Done, Exit, Failure};
use crate::http::{self, Site};
use crate::options::Global;
use std::path::{Path, PathBuf};

/// Arguments of `vedette serve`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The folder (or zip archive) of a bundle to show
    bundle: Option<PathBuf>,
    /// The port [default: the first free one from 8080 on]
    #[arg(long)]
    port: Option<u16>,
    /// The folder of the built web app [default: the one that this program carries]
    #[arg(long, value_name = "DIR", env = "VEDETTE_APP")]
    app: Option<PathBuf>,
    /// A log of judgements that several browsers share; made if it does not exist
    #[arg(long, value_name = "FILE")]
    annotations: Option<PathBuf>,
}

/// Serves until the process is stopped.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let app = App::find(args.app.as_deref())?;
    let bundle = match &args.bundle {
        Some(path) => loaded(path)?,
        None => Vec::new(),
    };
    let sample = super::bundle::sample(super::bundle::SEED)?;
    let mut annotations = None;
    if let Some(path) = &args.annotations {
        let (store, damaged) = Store::open(path)?;
        for damage in damaged {
            eprintln!("{}: line {}: {}", path.display(), damage.line, damage.message);
        }
        annotations = Some(store);
    }
    let site = Site { app, bundle, sample, places: Places::default(), annotations };
    http::serve(site, args.port, global.quiet)?;
    Ok(Exit::Fine)
}

/// The files of a sound bundle, and nothing else of its folder.
fn loaded(path: &Path) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let mut get = super::bundle::open(path)?;
    let manifest = super::bundle::sound(path, &mut get)?;
    let paths = manifest.files.iter().map(|entry| entry.path.as_str());
    paths
        .chain([vedette_report::bundle::MANIFEST])
        .map(|path| {
            let content = get(path).map_err(|e| Failure::failed(format!("{path}: {e}")))?;
            Ok((path.to_owned(), content))
        })
        .collect()
}
