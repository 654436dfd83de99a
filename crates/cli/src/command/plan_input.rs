//! What the commands about plans read: tools, policies, obligations, and how a plan is read.

use crate::exit::Failure;
use crate::read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vedette_checker::budget::Limit;
use vedette_plans::policy::pack;
use vedette_plans::tools::shipped;
use vedette_report::plan::{Given, Mode, PlanOptions, PlanQuestion, Variable};

/// Arguments about everything but the plan.
#[derive(clap::Args, Debug)]
pub(crate) struct Input {
    /// The tools: a file (JSON), or the name of a shipped table
    #[arg(long, value_name = "TOOLS")]
    pub(crate) tools: String,
    /// The domain; chooses the suite of a table of several
    #[arg(long)]
    domain: Option<String>,
    /// Policies: files or folders of YAML, or names of shipped packs
    #[arg(long, value_name = "PATH", num_args = 1..)]
    policies: Vec<String>,
    /// Typed obligations (JSON)
    #[arg(long, value_name = "FILE")]
    obligations: Option<PathBuf>,
    /// Whether what is assigned under a test depends on it: normal or strict
    #[arg(long, value_enum, default_value = "normal")]
    mode: ModeName,
    /// Any call of a tool may fail and so end the plan
    #[arg(long)]
    tools_may_fail: bool,
    /// A run that ends in an exception owes what was still to come
    #[arg(long)]
    aborts_count: bool,
    /// A variable that the plan may read: NAME=LABEL, or NAME=LABEL:READERS
    #[arg(long = "variable", value_name = "NAME=LABEL")]
    variables: Vec<String>,
    /// A tool that an earlier plan of the same task has called
    #[arg(long, value_name = "TOOL")]
    called: Vec<String>,
    /// Give up after this many states
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub(crate) max_states: u64,
    /// Give up on a plan after this many milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    max_millis: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ModeName {
    Normal,
    Strict,
}

impl Input {
    /// Tools and policies, and nothing else out of the ordinary.
    pub(crate) fn of(tools: &str, policies: &[String]) -> Self {
        Self {
            tools: tools.into(),
            domain: None,
            policies: policies.to_vec(),
            obligations: None,
            mode: ModeName::Normal,
            tools_may_fail: false,
            aborts_count: false,
            variables: Vec::new(),
            called: Vec::new(),
            max_states: u64::MAX,
            max_millis: u64::MAX,
        }
    }

    /// The question about a plan whose text is put in later.
    pub(crate) fn question(&self) -> Result<PlanQuestion, Failure> {
        let mut question = PlanQuestion {
            tools: Given::Text(tools(&self.tools)?),
            domain: self.domain.clone(),
            mode: if self.mode == ModeName::Strict { Mode::Strict } else { Mode::Normal },
            options: PlanOptions {
                tools_may_fail: self.tools_may_fail,
                aborts_count: self.aborts_count,
                called: self.called.clone(),
                ..PlanOptions::default()
            },
            ..PlanQuestion::default()
        };
        let mut texts: Vec<String> = Vec::new();
        for given in &self.policies {
            let path = Path::new(given);
            if path.is_dir() {
                for inner in read::folder(path)? {
                    let wanted = inner.trim_end_matches(".gz").rsplit_once('.');
                    if matches!(wanted, Some((_, "yaml" | "yml"))) {
                        texts.push(policies(&path.join(inner))?);
                    }
                }
            } else if !path.exists() && pack::names().any(|name| name == given) {
                question.packs.push(given.clone());
            } else {
                texts.push(policies(path)?);
            }
        }
        question.policies = texts.join("\n---\n");
        if let Some(path) = &self.obligations {
            question.obligations = Given::Text(read::text(path)?);
        }
        for given in &self.variables {
            let (name, label) = given.split_once('=').ok_or_else(|| {
                Failure::failed(format!("--variable {given}: expected NAME=LABEL"))
            })?;
            let (label, readers) = label.split_once(':').unwrap_or((label, "depends"));
            let (name, label, readers) = (name.into(), label.into(), readers.into());
            question.options.variables.push(Variable { name, label, readers });
        }
        Ok(question)
    }

    /// Something to ask whether the time of one plan is over.
    pub(crate) fn deadline(&self) -> impl Fn() -> Option<Limit> + use<> {
        let (millis, start) = (self.max_millis, Instant::now());
        move || {
            let over = start.elapsed() > Duration::from_millis(millis);
            over.then_some(Limit::Time { millis })
        }
    }
}

/// A policy file, tried by itself so that a message can name it.
fn policies(path: &Path) -> Result<String, Failure> {
    let text = read::text(path)?;
    pack::read(&text).map_err(|e| Failure::rejected(format!("{}: {e}", read::name(path))))?;
    Ok(text)
}

/// The text of a table of tools, or the name of a shipped one.
pub(crate) fn tools(given: &str) -> Result<String, Failure> {
    let path = Path::new(given);
    if given != "-" && !path.exists() && shipped::names().any(|name| name == given) {
        return Ok(given.to_owned());
    }
    if given != "-" && !path.exists() {
        let names = shipped::names().collect::<Vec<_>>().join(", ");
        return Err(Failure::failed(format!(
            "{given}: no such file, and no shipped table of tools ({names})"
        )));
    }
    read::text(path)
}
