//! The native companion: everything that the page does, for scripts, files and long runs.
//!
//! The contract that scripts rely on is `docs/cli.md`: options, JSON fields and exit codes. One
//! command is one file of [`command`]; what they share is beside it. Nothing is decided here.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool prints")]

mod api;
mod app;
mod bench;
mod command;
mod exit;
mod http;
mod options;
mod output;
mod progress;
mod read;
mod recorded;
mod scene;
mod store;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Checks what AI agents understood, plan and did against temporal logic.
#[derive(Parser, Debug)]
#[command(name = "vedette", version, arg_required_else_help = true, after_help = exit::HELP)]
struct Cli {
    #[command(flatten)]
    global: options::Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Read a formula: print it in every notation, say its class, read it in English
    Formula(command::formula::Args),
    /// Compare two formulas, or every pair of a file
    Equiv(command::equiv::Args),
    /// Evaluate whole files: did the agent understand the rules?
    Eval(command::eval::Args),
    /// The automaton of a formula: Büchi, a three-valued monitor, or a DFA over finite words
    Automaton(command::automaton::Args),
    /// Evaluate formulas on one trace: every sub-formula at every time, and why
    Play(command::play::Args),
    /// Check CTL formulas on Kripke structures
    Ctl(command::ctl::Args),
    /// Merge trajectories into a computation tree and check every rule on it
    Tree(command::tree::Args),
    /// Watch rules on a trace that grows: steps in as JSON lines, changes of verdicts out
    Monitor(command::monitor::Args),
    /// Hold agent programs against policies before they run
    #[command(subcommand)]
    Plan(command::plan::Args),
    /// Scenes: what is dangerous there
    #[command(subcommand)]
    World(command::world::Args),
    /// Typed obligations
    #[command(subcommand)]
    Obligations(command::obligations::Args),
    /// Judgements of people on formulas: merge, agreement, export, a site
    #[command(subcommand)]
    Annotate(command::annotate::Args),
    /// Write, check and publish bundles of results
    Bundle(command::bundle::Args),
    /// Serve the web app on this machine, optionally with a bundle
    Serve(command::serve::Args),
    /// Time the engines, on files or on inputs made on the spot
    #[command(subcommand)]
    Bench(command::bench::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers; anything else is a usage error, which is 1 here.
            let code = u8::from(error.use_stderr());
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let global = &cli.global;
    let done = match &cli.command {
        Command::Formula(args) => command::formula::run(args, global),
        Command::Equiv(args) => command::equiv::run(args, global),
        Command::Eval(args) => command::eval::run(args, global),
        Command::Automaton(args) => command::automaton::run(args, global),
        Command::Play(args) => command::play::run(args, global),
        Command::Ctl(args) => command::ctl::run(args, global),
        Command::Tree(args) => command::tree::run(args, global),
        Command::Monitor(args) => command::monitor::run(args, global),
        Command::Plan(args) => command::plan::run(args, global),
        Command::World(args) => command::world::run(args, global),
        Command::Obligations(args) => command::obligations::run(args, global),
        Command::Annotate(args) => command::annotate::run(args, global),
        Command::Bundle(args) => command::bundle::run(args, global),
        Command::Serve(args) => command::serve::run(args, global),
        Command::Bench(args) => command::bench::run(args, global),
    };
    match done {
        Ok(exit) => exit.into(),
        Err(failure) => {
            eprintln!("vedette: {}", failure.message);
            failure.exit.into()
        }
    }
}
