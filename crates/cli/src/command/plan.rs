//! `vedette plan`: agent programs, held against policies before they run.

use crate::exit::Done;
use crate::options::Global;

/// Arguments of `vedette plan`.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Args {
    /// Hold plans against policies: a verdict each, with the run that violates it
    Verify(super::plan_verify::Args),
    /// The state machine of a plan, for people and other tools
    Machine(super::plan_machine::Args),
    /// Ask a planner for another plan until no policy is violated
    Repair(super::plan_repair::Args),
}

/// Runs a command about plans.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    match args {
        Args::Verify(args) => super::plan_verify::run(args, global),
        Args::Machine(args) => super::plan_machine::run(args, global),
        Args::Repair(args) => super::plan_repair::run(args, global),
    }
}
