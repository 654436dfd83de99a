//! `vedette annotate`: logs of judgements, merged, compared, exported, and shared as a site.

use crate::app::App;
use crate::exit::{Done, Exit, Failure};
use crate::options::Global;
use crate::output::Printer;
use crate::read;
use std::path::{Path, PathBuf};
use std::time::Instant;
use vedette_annotate::agreement::{Agreement, pairs};
use vedette_annotate::export::{Format, export};
use vedette_annotate::import::{Columns, Wanted, import};
use vedette_annotate::prepare::{Options, prepare};
use vedette_annotate::{Log, Role, Writer, fold};
use vedette_report::bundle::sha256;

/// Arguments of `vedette annotate`.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Args {
    /// Put logs together; the result goes to standard output or to a file that does not exist
    Merge {
        /// The logs
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The file to make
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// How far all pairs of annotators agree
    Agreement {
        /// The logs
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Of those who label, check or judge
        #[arg(long, default_value = "label")]
        role: String,
    },
    /// The result as `log`, `final` (JSON lines), `csv` or `bundle` (a zip archive)
    Export {
        /// The logs
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// What to make
        #[arg(long = "as", value_name = "WHAT", default_value = "final")]
        kind: String,
        /// The file to make
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Items of any file as the log that a set begins with
    Import {
        /// JSON lines, CSV, TSV, a bundle, `rule => formula`
        file: PathBuf,
        /// Who brings them in
        #[arg(long, default_value = "import")]
        annotator: String,
        /// The column with the rule in words
        #[arg(long)]
        rule: Option<String>,
        /// The column with the formula
        #[arg(long)]
        formula: Option<String>,
        /// The file to make
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// What is shown of every item: readings, signals, traces that tell its formula from others
    Prepare {
        /// A file as for `import`, or a log
        file: PathBuf,
    },
    /// The web app with a set of items beside it, for any static host
    Site {
        /// A file as for `import`, or a log
        file: PathBuf,
        /// The folder to make
        #[arg(long)]
        out: PathBuf,
        /// The folder of the built web app [default: the one that this program carries]
        #[arg(long, value_name = "DIR", env = "VEDETTE_APP")]
        app: Option<PathBuf>,
    },
}

/// Runs it.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    match args {
        Args::Merge { files, out } => {
            let (log, exit) = logs(files)?;
            put(&log.text().into_bytes(), out.as_deref())?;
            Ok(exit)
        }
        Args::Agreement { files, role } => agreement(files, role, global),
        Args::Export { files, kind, out } => {
            let kind: Format = kind.parse().map_err(Failure::failed)?;
            let (log, exit) = logs(files)?;
            put(&export(&log, kind).map_err(Failure::rejected)?, out.as_deref())?;
            Ok(exit)
        }
        Args::Import { file, annotator, rule, formula, out } => {
            let columns =
                Columns { rule: rule.clone(), formula: formula.clone(), ..Columns::default() };
            let (log, exit) = set(file, annotator, columns, global)?;
            put(&log.text().into_bytes(), out.as_deref())?;
            Ok(exit)
        }
        Args::Prepare { file } => prepared(file, global),
        Args::Site { file, out, app } => {
            let app = App::find(app.as_deref())?;
            let (log, exit) = set(file, "import", Columns::default(), global)?;
            // Browsers keep what is judged by the name of the set and the host. Sets of two sites on one
            // host must not run into one; a log that has grown stays the same set.
            let first = log.ordered().first().map(|event| event.id.to_string()).unwrap_or_default();
            let name = format!("annotations/items-{}.jsonl", &sha256(first.as_bytes())[..10]);
            let start = format!("#/annotate?set={name}");
            let beside = vec![(name, log.text().into_bytes())];
            super::bundle_site::write(&app, beside, &start, false, out)?;
            if !global.quiet {
                eprintln!("it opens at the set: {start}");
            }
            Ok(exit)
        }
    }
}

/// All logs as one; status 2 if lines are damaged, which are named and left out.
fn logs(files: &[PathBuf]) -> Result<(Log, Exit), Failure> {
    let mut all = Log::default();
    let mut exit = Exit::Fine;
    for path in files {
        let found = Log::read(&read::bytes(path)?);
        for damage in &found.damaged {
            eprintln!("{}: line {}: {}", read::name(path), damage.line, damage.message);
            exit = Exit::Rejected;
        }
        all.merge(&found.log);
    }
    if all.is_empty() {
        return Err(Failure::rejected("there is no event in the logs"));
    }
    Ok((all, exit))
}

/// Items of a file as a log, or the log that the file is.
fn set(
    path: &Path,
    annotator: &str,
    columns: Columns,
    global: &Global,
) -> Result<(Log, Exit), Failure> {
    let wanted = Wanted { columns, dialect: global.dialect.clone() };
    let bytes = read::bytes(path)?;
    let found = import(&bytes, &wanted).map_err(Failure::rejected)?;
    let mut exit = Exit::Fine;
    if !global.quiet {
        for guess in &found.guesses {
            eprintln!("{guess}");
        }
    }
    for problem in &found.problems {
        let used = if problem.used { " (taken all the same)" } else { "" };
        eprintln!("{}: line {}: {}{used}", read::name(path), problem.line, problem.message);
        exit = if problem.used { exit } else { Exit::Rejected };
    }
    let mut log = Log::default();
    for event in found.events {
        log.insert(event);
    }
    // The same file gives the same events wherever it is imported: no time, and a session of its own.
    // Another file gives others: two imports that are merged must not claim the same names.
    let session = format!("import-{}", &sha256(&bytes)[..16]);
    let mut writer = Writer::new(annotator, &session, &log).map_err(Failure::failed)?;
    for event in writer.items(0, found.items) {
        log.insert(event);
    }
    Ok((log, exit))
}

fn put(bytes: &[u8], out: Option<&Path>) -> Result<(), Failure> {
    use std::io::Write;
    let done = match out {
        None => std::io::stdout().lock().write_all(bytes),
        Some(path) => {
            super::bundle::refuse_existing(path)?;
            std::fs::write(path, bytes)
        }
    };
    done.map_err(|e| Failure::failed(format!("the result cannot be written: {e}")))
}

fn agreement(files: &[PathBuf], role: &str, global: &Global) -> Done {
    let role = [Role::Label, Role::Check, Role::Judge].into_iter().find(|r| r.name() == role);
    let role = role.ok_or_else(|| Failure::failed("expected the role label, check or judge"))?;
    let (log, exit) = logs(files)?;
    let mut printer = Printer::new(global.format(), true);
    let mut differ = Exit::Fine;
    for pair in pairs(&fold(&log), role) {
        if !pair.disagreements.is_empty() {
            differ = Exit::Violated;
        }
        printer.print(&pair, human)?;
    }
    printer.finish()?;
    Ok(exit.and(differ))
}

fn human(pair: &Agreement) -> String {
    let kappa = pair.overall.kappa.map_or_else(
        || "kappa has no meaning here".to_owned(),
        |k| format!("kappa {:.3} ({:.3} to {:.3})", k.value, k.low, k.high),
    );
    let mut text = format!("{} and {}: {}, {kappa}", pair.first, pair.second, pair.overall.same);
    for found in &pair.disagreements {
        let (first, second) = (found.first.name(), found.second.name());
        let item = &found.item;
        text.push_str("\n  ");
        text.push_str(item);
        text.push_str(": ");
        text.push_str(first);
        text.push_str(" / ");
        text.push_str(second);
    }
    text
}

fn prepared(file: &Path, global: &Global) -> Done {
    let (log, exit) = set(file, "import", Columns::default(), global)?;
    let options = Options { dialect: global.dialect.clone(), ..Options::default() };
    let mut printer = Printer::new(global.format(), true);
    for item in fold(&log).items.values().filter_map(|state| state.item.as_ref()) {
        let start = Instant::now();
        let ready = prepare(item, &options).map_err(Failure::failed)?;
        let micros = start.elapsed().as_micros() as u64;
        let mut value = serde_json::to_value(&ready).map_err(Failure::failed)?;
        value["schema"] = "vedette.prepared/1".into();
        value["micros"] = micros.into();
        printer.print(&value, |_| {
            let mut text = format!("{}: {}", item.id, ready.formula.english);
            for signal in &ready.signals {
                text.push_str("\n  ");
                text.push_str(&signal.text);
            }
            for trace in &ready.traces {
                text.push_str("\n  ? ");
                text.push_str(&trace.text);
            }
            text
        })?;
    }
    printer.finish()?;
    Ok(exit)
}
