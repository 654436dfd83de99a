//! `vedette serve`: the web app on this machine, optionally with a bundle.

use crate::app::App;
use crate::exit::{Done, Exit, Failure};
use crate::http::{self, Site};
use crate::options::Global;
use crate::read;
use std::path::PathBuf;
use vedette_report::bundle::check;

/// Arguments of `vedette serve`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The folder of a bundle to show
    bundle: Option<PathBuf>,
    /// The port [default: the first free one from 8080 on]
    #[arg(long)]
    port: Option<u16>,
    /// The folder of the built web app [default: the one that this program carries]
    #[arg(long, value_name = "DIR", env = "VEDETTE_APP")]
    app: Option<PathBuf>,
}

/// Serves until the process is stopped.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let app = App::find(args.app.as_deref())?;
    if let Some(folder) = &args.bundle {
        let (_, problems) = check(|path| {
            std::fs::read(folder.join(path)).map_err(|e| format!("it cannot be read: {e}"))
        });
        if let Some(first) = problems.first() {
            return Err(Failure::rejected(format!(
                "{} is no sound bundle: {first} (`vedette bundle check` lists all)",
                read::name(folder)
            )));
        }
    }
    let sample = super::bundle::sample(super::bundle::SEED)?;
    http::serve(&Site { app, bundle: args.bundle.clone(), sample }, args.port, global.quiet)?;
    Ok(Exit::Fine)
}
