//! `vedette bundle`: write, check and publish bundles.

use super::bundle_sample::{Size, large};
use super::{bundle_merge, bundle_show, bundle_site};
use crate::exit::{Done, Exit, Failure};
use crate::options::Global;
use crate::output::Printer;
use crate::read;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use vedette_report::bundle::{Counts, Manifest, check, is_archive, unpack};
use vedette_report::leaderboard::ModelSummary;

pub(crate) use super::bundle_sample::{SEED, sample};

/// Arguments of `vedette bundle`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Check a bundle: every file against its hash and schema, and the files against one another
    Check {
        /// The folder of the bundle, or a zip archive of it
        bundle: PathBuf,
    },
    /// Show one result, with its evidence checked again
    Show(bundle_show::Args),
    /// Make a folder (or one file) for any static host: the web app with the bundle
    Site(bundle_site::Args),
    /// Write several bundles as one, to see their models side by side
    Merge(bundle_merge::MergeArgs),
    /// Compare the verdicts of two bundles, with an exact paired test
    Diff(bundle_merge::DiffArgs),
    /// Write the sample bundle: scripted planners evaluated on shipped tasks, and a plan in a metric room
    Sample {
        /// The folder to make; must not exist
        out: PathBuf,
        /// Other numbers give other answers and other trajectories
        #[arg(long, default_value_t = SEED)]
        seed: u64,
        #[command(flatten)]
        size: Size,
    },
}

/// Runs the sub-command.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    match &args.command {
        Command::Check { bundle } => check_bundle(bundle, global),
        Command::Show(args) => bundle_show::run(args, global),
        Command::Site(args) => bundle_site::run(args),
        Command::Merge(args) => bundle_merge::merge(args),
        Command::Diff(args) => bundle_merge::diff(args, global),
        Command::Sample { out, seed, size } => {
            refuse_existing(out)?;
            let files = if size.tasks.is_some() { large(*seed, *size)? } else { sample(*seed)? };
            write(out, &files)?;
            Ok(Exit::Fine)
        }
    }
}

#[derive(Serialize)]
struct CheckReport {
    schema: &'static str,
    sound: bool,
    title: Option<String>,
    /// What was counted anew, of a sound bundle.
    counts: Option<Counts>,
    models: Vec<ModelSummary>,
    problems: Vec<String>,
}

/// The files of a bundle: of a folder, or of an archive.
pub(crate) fn open(
    bundle: &Path,
) -> Result<impl FnMut(&str) -> Result<Vec<u8>, String> + use<>, Failure> {
    let folder = bundle.to_path_buf();
    let files = if bundle.is_dir() {
        None
    } else {
        let bytes = read::bytes(bundle)?;
        if !is_archive(&bytes) {
            return Err(Failure::rejected(format!(
                "{} is neither a folder nor a zip archive; expected the folder that holds \
                 manifest.json",
                read::name(bundle)
            )));
        }
        Some(unpack(&bytes).map_err(Failure::rejected)?)
    };
    Ok(move |path: &str| match &files {
        None => fs::read(folder.join(path)).map_err(|e| format!("it cannot be read: {e}")),
        Some(files) => files
            .iter()
            .find(|(known, _)| known == path)
            .map(|(_, content)| content.clone())
            .ok_or_else(|| "it is not in the archive".to_owned()),
    })
}

fn check_bundle(bundle: &Path, global: &Global) -> Done {
    let (manifest, problems) = check(open(bundle)?);
    // Checking compared these with all the items.
    let sound = manifest.as_ref().filter(|_| problems.is_empty());
    let (counts, models) =
        sound.map_or_else(Default::default, |m| (Some(m.counts), m.models.clone()));
    let report = CheckReport {
        schema: "vedette.bundle-check/1",
        sound: problems.is_empty(),
        title: manifest.map(|manifest| manifest.title),
        counts,
        models,
        problems: problems.iter().map(ToString::to_string).collect(),
    };
    let mut printer = Printer::new(global.format(), false);
    printer.print(&report, |report| {
        if report.sound {
            let title = report.title.as_deref().unwrap_or_default();
            let models = report.models.iter().map(told).collect::<String>();
            return format!("{title}: sound{models}");
        }
        report.problems.join("\n")
    })?;
    printer.finish()?;
    Ok(if problems.is_empty() { Exit::Fine } else { Exit::Rejected })
}

/// What a model comes to, on a line of its own.
fn told(summary: &ModelSummary) -> String {
    let ModelSummary { model, verdicts, trajectories, .. } = summary;
    let (kept, safe) = (verdicts.kept(), trajectories.safe_rate());
    format!(
        "\n  {model}: rules kept {kept}, {} violated, {} vacuous, {} undecided; trajectories without a \
         violation {safe}",
        verdicts.violated,
        verdicts.vacuous,
        verdicts.undecided()
    )
}

/// Nothing that is there is written over.
pub(crate) fn refuse_existing(out: &Path) -> Result<(), Failure> {
    if out.exists() {
        return Err(Failure::failed(format!(
            "{} exists; name a folder that does not, or remove it first",
            out.display()
        )));
    }
    Ok(())
}

/// The manifest of a sound bundle; its first problem otherwise.
pub(crate) fn sound(
    bundle: &Path,
    get: impl FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Manifest, Failure> {
    match check(get) {
        (Some(manifest), problems) if problems.is_empty() => Ok(manifest),
        (_, problems) => Err(Failure::rejected(format!(
            "{} is no sound bundle: {} (`vedette bundle check` lists all)",
            read::name(bundle),
            problems.first().map(ToString::to_string).unwrap_or_default()
        ))),
    }
}

/// Writes files into a new folder: first beside it, then renamed, so that nothing half-written stays
/// under the name asked for.
pub(crate) fn write(out: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    refuse_existing(out)?;
    let part = create(out, files)?;
    fs::rename(&part, out).map_err(|e| {
        // The first error is the one to tell.
        let _ = fs::remove_dir_all(&part);
        Failure::failed(format!("{} cannot be written: {e}", out.display()))
    })
}

/// Writes files into a folder beside `out`, which is not touched; gives the folder.
pub(crate) fn create(out: &Path, files: &[(String, Vec<u8>)]) -> Result<PathBuf, Failure> {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = out.with_file_name(name);
    let written = files.iter().try_for_each(|(path, content)| {
        let file = part.join(path);
        fs::create_dir_all(file.parent().unwrap_or(&part))?;
        fs::write(file, content)
    });
    written.map_err(|e| {
        let _ = fs::remove_dir_all(&part);
        Failure::failed(format!("{} cannot be written: {e}", out.display()))
    })?;
    Ok(part)
}
