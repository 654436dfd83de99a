//! `vedette bundle`: write, check and publish bundles.

use crate::app::App;
use crate::exit::{Done, Exit, Failure};
use crate::options::Global;
use crate::output::Printer;
use crate::read;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use vedette_report::bundle::{About, Writer, check, is_archive, record, unpack};
use vedette_worlds::rules;
use vedette_worlds::sample;

/// The seed of the sample bundle.
pub(crate) const SEED: u64 = 1;

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
    /// Make a folder for any static host: the web app with the bundle
    Site {
        /// The folder of the bundle
        bundle: PathBuf,
        /// The folder to make; must not exist
        out: PathBuf,
        /// The folder of the built web app [default: the one that this program carries]
        #[arg(long, value_name = "DIR", env = "VEDETTE_APP")]
        app: Option<PathBuf>,
        /// Let search engines list the site
        #[arg(long)]
        public: bool,
    },
    /// Write the sample bundle: made-up trajectories of made-up agents in small household scenes
    Sample {
        /// The folder to make; must not exist
        out: PathBuf,
        /// Other numbers give other trajectories
        #[arg(long, default_value_t = SEED)]
        seed: u64,
    },
}

/// Runs the sub-command.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    match &args.command {
        Command::Check { bundle } => check_bundle(bundle, global),
        Command::Site { bundle, out, app, public } => site(bundle, out, app.as_deref(), *public),
        Command::Sample { out, seed } => {
            write(out, &sample(*seed)?)?;
            Ok(Exit::Fine)
        }
    }
}

#[derive(Serialize)]
struct CheckReport {
    schema: &'static str,
    sound: bool,
    title: Option<String>,
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
    let report = CheckReport {
        schema: "vedette.bundle-check/1",
        sound: problems.is_empty(),
        title: manifest.map(|manifest| manifest.title),
        problems: problems.iter().map(ToString::to_string).collect(),
    };
    let mut printer = Printer::new(global.format(), false);
    printer.print(&report, |report| {
        if report.sound {
            return format!("{}: sound", report.title.as_deref().unwrap_or_default());
        }
        report.problems.join("\n")
    })?;
    printer.finish()?;
    Ok(if problems.is_empty() { Exit::Fine } else { Exit::Rejected })
}

fn site(bundle: &Path, out: &Path, app: Option<&Path>, public: bool) -> Done {
    let app = App::find(app)?;
    let mut get = open(bundle)?;
    let (manifest, problems) = check(&mut get);
    if let Some(first) = problems.first() {
        return Err(Failure::rejected(format!(
            "{} is no sound bundle: {first} (`vedette bundle check` lists all)",
            read::name(bundle)
        )));
    }
    let mut files = Vec::new();
    for path in app.paths()? {
        let content = app.file(&path).ok_or_else(|| {
            Failure::failed(format!("the file {path} of the web app cannot be read"))
        })?;
        files.push((path, content));
    }
    let entries = manifest.iter().flat_map(|manifest| &manifest.files);
    let paths = entries.map(|entry| entry.path.as_str());
    for path in paths.chain([vedette_report::bundle::MANIFEST]) {
        let content = get(path).map_err(|e| Failure::failed(format!("{path}: {e}")))?;
        files.push((format!("data/{path}"), content));
    }
    if !public {
        files.retain(|(path, _)| path != "robots.txt");
        files.push(("robots.txt".to_owned(), b"User-agent: *\nDisallow: /\n".to_vec()));
    }
    // GitHub Pages leaves out files that its own generator would, unless this one is there.
    files.push((".nojekyll".to_owned(), Vec::new()));
    write(out, &files)?;
    Ok(Exit::Fine)
}

/// The files of the sample bundle.
pub(crate) fn sample(seed: u64) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let vocabulary = sample::vocabulary();
    let mut writer = Writer::new(
        "Sample: two made-up agents in three small scenes",
        "Synthetic trajectories, made to show what the checks find: some are unsafe in instructive \
         ways. No model and no simulator was run.",
        true,
        &format!("vedette bundle sample --seed {seed}"),
    );
    for task in sample::tasks(seed) {
        let options = rules::Options::default();
        let report = rules::check(&task.rules, &task.trajectories, &vocabulary, &options);
        let about = About {
            id: format!("{}/{}", task.id, task.model),
            model: task.model.clone(),
            task: task.id.clone(),
            title: format!("{}: {}", task.title, task.instruction),
            scene: task.scene.clone(),
        };
        record(&mut writer, &about, &task.rules, &task.trajectories, &vocabulary, &report)
            .map_err(Failure::rejected)?;
    }
    Ok(writer.finish().map_err(Failure::rejected)?.files)
}

/// Writes files into a new folder: first beside it, then renamed, so that nothing half-written stays
/// under the name asked for.
pub(crate) fn write(out: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    if out.exists() {
        return Err(Failure::failed(format!(
            "{} exists; name a folder that does not, or remove it first",
            out.display()
        )));
    }
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = out.with_file_name(name);
    let written = files.iter().try_for_each(|(path, content)| {
        let file = part.join(path);
        fs::create_dir_all(file.parent().unwrap_or(&part))?;
        fs::write(file, content)
    });
    written.and_then(|()| fs::rename(&part, out)).map_err(|e| {
        // The first error is the one to tell.
        let _ = fs::remove_dir_all(&part);
        Failure::failed(format!("{} cannot be written: {e}", out.display()))
    })
}
