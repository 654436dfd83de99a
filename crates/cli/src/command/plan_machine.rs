//! `vedette plan machine`: the state machine of a plan, for people and other tools.

use super::plan_crosscheck::{self, crosscheck};
use super::plan_input::Input;
use crate::exit::{Done, Exit, Failure};
use crate::options::{Format, Global};
use crate::output::Printer;
use crate::read;
use std::path::PathBuf;
use vedette_checker::budget::Budget;
use vedette_plans::export::{dot::dot, smv::smv};
use vedette_report::plan::{Prepared, Unread, machine};

/// Arguments of `vedette plan machine`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The plan; `-` for standard input
    plan: PathBuf,
    #[command(flatten)]
    input: Input,
    /// What to write
    #[arg(long, value_enum, default_value = "json")]
    to: To,
    /// Run `NuSMV` or `nuXmv` on the model and compare the verdicts [default: the one that is installed]
    #[arg(long, value_name = "BINARY", num_args = 0..=1, default_missing_value = "")]
    crosscheck: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum To {
    /// A picture for Graphviz
    Dot,
    /// A model for `NuSMV` and `nuXmv`, with every policy that is about the plan
    Smv,
    /// The graph with labels and source places
    Json,
}

/// Writes the machine, or has it checked elsewhere.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let mut question = args.input.question()?;
    question.plan = read::text(&args.plan)?;
    let prepared = Prepared::sound(&question).map_err(Failure::rejected)?;
    let ask = args.input.deadline();
    let budget = Budget::states(args.input.max_states).with_interrupt(&ask);
    let plan = prepared.plan(&question.plan, &budget).map_err(|unread| {
        let name = read::name(&args.plan);
        let problems = match unread {
            Unread::Problems(problems) => problems,
            Unread::Limit(limit) => {
                let message = format!("{name}: {limit}");
                return Failure { exit: Exit::Undecided, message };
            }
        };
        let lines = problems
            .iter()
            .map(|it| format!("{name}:{}:{}: {}", it.span.line, it.span.column, it.message));
        Failure::rejected(lines.collect::<Vec<_>>().join("\n"))
    })?;
    let policies = prepared.selected(&plan);
    if let Some(binary) = &args.crosscheck {
        let export = smv(&plan, &policies);
        let binary = plan_crosscheck::binary(binary)?;
        return crosscheck(&plan, &policies, &export, &binary, &budget, global);
    }
    match args.to {
        To::Dot => print!("{}", dot(&plan)),
        To::Smv => print!("{}", smv(&plan, &policies).text),
        To::Json => {
            let view = machine(&plan, usize::MAX).ok_or_else(|| Failure::failed("no machine"))?;
            let format = match global.format() {
                Format::Jsonl => Format::Jsonl,
                _ => Format::Json,
            };
            let mut printer = Printer::new(format, false);
            printer.print(&view, |_| String::new())?;
            printer.finish()?;
        }
    }
    Ok(Exit::Fine)
}
