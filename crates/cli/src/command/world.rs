//! `vedette world`: scenes, and what programs do there.

use crate::exit::Done;
use crate::options::Global;

/// Arguments of `vedette world`.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Args {
    /// The safety constraints of a scene, as rules for `vedette tree`, and what they come to together
    Constraints(super::world_constraints::Args),
    /// A plan carried out in a metric room, with declared chances and, if wanted, a shield
    Simulate(super::world_simulate::Args),
    /// A program run step by step in a scene by the symbolic household simulator
    Run(super::world_run::Args),
    /// A program run in a scene, shipped or one's own, and rules, a goal and safety templates checked on the run
    Check(super::world_check::Args),
    /// The simulator held against recorded runs of the reference executor
    Oracle(super::world_oracle::Args),
    /// Steps from subgoal to subgoal in a scene, or why there are none
    Reach(super::world_reach::Args),
    /// What other programs wrote (PDDL, VirtualHome, AI2-THOR, ALFRED) as scenes and trajectories
    Import(super::world_import::Args),
}

/// Runs a command about worlds.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    match args {
        Args::Constraints(args) => super::world_constraints::run(args, global),
        Args::Simulate(args) => super::world_simulate::run(args, global),
        Args::Run(args) => super::world_run::run(args, global),
        Args::Check(args) => super::world_check::run(args, global),
        Args::Oracle(args) => super::world_oracle::run(args, global),
        Args::Reach(args) => super::world_reach::run(args, global),
        Args::Import(args) => super::world_import::run(args, global),
    }
}
