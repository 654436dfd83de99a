//! Progress of long work: a bar on standard error after a second, none when that is no terminal.

use crate::options::Global;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Progress over a known number of things.
pub(crate) struct Progress {
    total: u64,
    done: u64,
    wanted: bool,
    start: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Over `total` things.
    pub(crate) fn new(total: usize, global: &Global) -> Self {
        Self {
            total: total as u64,
            done: 0,
            wanted: !global.quiet && std::io::stderr().is_terminal(),
            start: Instant::now(),
            bar: None,
        }
    }

    /// One more is done.
    pub(crate) fn step(&mut self) {
        self.done += 1;
        if !self.wanted {
            return;
        }
        if self.bar.is_none() && self.start.elapsed() > Duration::from_secs(1) {
            let bar = ProgressBar::new(self.total);
            if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len}  {eta} left") {
                bar.set_style(style);
            }
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
