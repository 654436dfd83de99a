//! `vedette bench`: timings as tables.

use super::bench_tree;
use crate::exit::Done;
use crate::options::Global;

/// Arguments of `vedette bench`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    /// Reading, labelling, merging and checking trajectories
    Tree(bench_tree::Args),
}

/// Measures and prints.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    match &args.what {
        What::Tree(args) => bench_tree::run(args, global),
    }
}
