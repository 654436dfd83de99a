//! `vedette world`: scenes, and what programs do there.

use crate::exit::Done;
use crate::options::Global;

/// Arguments of `vedette world`.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Args {
    /// The safety constraints of a scene, as rules for `vedette tree`, and what they come to together
    Constraints(super::world_constraints::Args),
    /// What other programs wrote (PDDL, VirtualHome, AI2-THOR, ALFRED) as scenes and trajectories
    Import(super::world_import::Args),
}

/// Runs a command about worlds.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    match args {
        Args::Constraints(args) => super::world_constraints::run(args, global),
        Args::Import(args) => super::world_import::run(args, global),
    }
}
