//! `vedette eval prompts` and `vedette eval scripted`: what models are asked, and what a script says.

use crate::exit::{Done, Exit, Failure};
use crate::read;
use serde::Serialize;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use vedette_report::evaluation::prompt::{Prompt, prompts};
use vedette_report::evaluation::scripted::{Planner, answers};
use vedette_report::evaluation::task::TaskSet;
use vedette_report::evaluation::{Level, Style, benchmark};

/// Which prompts.
#[derive(clap::Args, Debug)]
pub(crate) struct Which {
    /// The tasks, in one file or several (docs/formats/tasks.md; also .gz) [default: those that are shipped]
    #[arg(long, value_name = "FILE", num_args = 1..)]
    tasks: Vec<PathBuf>,
    /// Only this level; may be given several times
    #[arg(long, value_enum)]
    level: Vec<LevelName>,
    /// Only prompts that tell the rules so; may be given several times
    #[arg(long, value_enum)]
    style: Vec<StyleName>,
}

/// Arguments of `vedette eval scripted`.
#[derive(clap::Args, Debug)]
pub(crate) struct Scripted {
    #[command(flatten)]
    which: Which,
    /// Who answers; may be given several times [default: noisy]
    #[arg(long, value_enum)]
    planner: Vec<PlannerName>,
    /// Other answers for another number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Answers to every prompt
    #[arg(long, value_name = "N", default_value_t = 5)]
    samples: u32,
}

/// A level, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum LevelName {
    /// Formulas for rules in words.
    Semantic,
    /// Subgoals.
    Plan,
    /// Actions.
    Trajectory,
}

/// How rules are told, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum StyleName {
    /// As formulas.
    Ltl,
    /// In words.
    Words,
    /// Not at all.
    None,
}

/// A scripted planner, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PlannerName {
    /// It slips a quarter as often as the noisy one.
    Careful,
    /// It slips often.
    Noisy,
}

/// Tasks, and the files that they were read from, each with its name.
pub(crate) struct Tasks {
    pub(crate) set: TaskSet,
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

impl Tasks {
    /// The tasks of all files together; without a file, those that are shipped.
    pub(crate) fn read(paths: &[PathBuf]) -> Result<Self, Failure> {
        if paths.is_empty() {
            let shipped =
                |(name, text): &(&str, &str)| ((*name).to_owned(), text.as_bytes().to_vec());
            let files = benchmark::FILES.iter().map(shipped).collect();
            return Ok(Self { set: benchmark::shipped(), files });
        }
        let mut files = Vec::with_capacity(paths.len());
        let mut all: Option<TaskSet> = None;
        for path in paths {
            let (name, bytes) = (read::name(path), read::bytes(path)?);
            let set = TaskSet::read(&bytes, &name).map_err(Failure::rejected)?;
            all = Some(match all {
                None => set,
                Some(all) => all.and(set).map_err(Failure::rejected)?,
            });
            files.push((name, bytes));
        }
        let set = all.expect("there is a path");
        Ok(Self { set, files })
    }
}

impl Which {
    fn prompts(&self) -> Result<(TaskSet, Vec<Prompt>), Failure> {
        let set = Tasks::read(&self.tasks)?.set;
        let level = |name: &LevelName| match name {
            LevelName::Semantic => Level::Semantic,
            LevelName::Plan => Level::Plan,
            LevelName::Trajectory => Level::Trajectory,
        };
        let style = |name: &StyleName| match name {
            StyleName::Ltl => Style::Ltl,
            StyleName::Words => Style::Words,
            StyleName::None => Style::None,
        };
        let mut levels: Vec<Level> = self.level.iter().map(level).collect();
        if levels.is_empty() {
            levels = Level::ALL.to_vec();
        }
        let mut styles: Vec<Style> = self.style.iter().map(style).collect();
        if styles.is_empty() {
            styles = Style::ALL.to_vec();
        }
        let prompts = prompts(&set.tasks, &levels, &styles);
        Ok((set, prompts))
    }
}

/// Prints the prompts, one a line.
pub(crate) fn prompts_of(which: &Which) -> Done {
    let (_, prompts) = which.prompts()?;
    lines(&prompts)
}

/// Prints the answers of the script, one a line.
pub(crate) fn scripted_of(args: &Scripted) -> Done {
    let (set, prompts) = args.which.prompts()?;
    let planner = |name: &PlannerName| match name {
        PlannerName::Careful => Planner::Careful,
        PlannerName::Noisy => Planner::Noisy,
    };
    let mut planners: Vec<Planner> = args.planner.iter().map(planner).collect();
    if planners.is_empty() {
        planners.push(Planner::Noisy);
    }
    lines(&answers(&set.tasks, &prompts, &planners, args.seed, args.samples))
}

/// Prints a JSON object a line: a file of lines whatever `--format` says, since another program reads it.
fn lines<T: Serialize>(all: &[T]) -> Done {
    let mut text = String::new();
    for one in all {
        text.push_str(&serde_json::to_string(one).map_err(Failure::failed)?);
        text.push('\n');
    }
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::failed(format!("output cannot be written: {e}")))
        }
        _ => Ok(Exit::Fine),
    }
}
