//! Options that every command takes.

use clap::{Args, ValueEnum};
use std::io::IsTerminal;

/// Options that every command takes.
#[derive(Args, Debug)]
pub(crate) struct Global {
    /// How to print [default: human on a terminal, else json]
    #[arg(long, global = true, value_enum)]
    format: Option<Format>,
    /// The notation of formulas: auto, vedette, spot, nusmv, paper or sentinel
    #[arg(long, global = true, default_value = "auto", value_name = "DIALECT")]
    pub(crate) dialect: String,
    /// Show no progress
    #[arg(long, global = true)]
    pub(crate) quiet: bool,
}

/// How to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Human,
    /// One JSON text.
    Json,
    /// One JSON object a line.
    Jsonl,
}

impl Global {
    /// The format asked for, or the one that fits where the output goes.
    pub(crate) fn format(&self) -> Format {
        self.format.unwrap_or_else(|| {
            if std::io::stdout().is_terminal() { Format::Human } else { Format::Json }
        })
    }
}
