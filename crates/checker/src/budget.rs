//! How much work a decision may take before it answers *unknown*.
//!
//! The checker reads no clock. It counts states against a fixed number, and asks an interrupt that
//! the caller supplies (a deadline, a cancel flag) every so many units of work.
//!
//! ```
//! use vedette_checker::budget::{Budget, Limit};
//!
//! let budget = Budget::states(2);
//! assert_eq!(budget.state(), Ok(()));
//! assert_eq!(budget.state(), Ok(()));
//! assert_eq!(budget.state(), Err(Limit::States { limit: 2 }));
//! ```

use std::cell::Cell;
use std::fmt;

/// What ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// More states than allowed would have to be built.
    States {
        /// The number allowed.
        limit: u64,
    },
    /// Something other than states would have become too many.
    Parts {
        /// What, in the plural.
        what: &'static str,
        /// The number allowed.
        limit: u64,
    },
    /// The time allowed is over.
    Time {
        /// The time allowed, in milliseconds.
        millis: u64,
    },
    /// The user asked to stop.
    Cancelled,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::States { limit } => write!(f, "the limit of {limit} states was reached"),
            Self::Parts { what, limit } => write!(f, "the limit of {limit} {what} was reached"),
            Self::Time { millis } => write!(f, "the time limit of {millis} ms was reached"),
            Self::Cancelled => f.write_str("the work was cancelled"),
        }
    }
}

/// How many units of work pass between two questions to the interrupt.
const STRIDE: u32 = 1024;

/// A budget of states, with an optional interrupt.
pub struct Budget<'a> {
    limit: u64,
    used: Cell<u64>,
    ticks: Cell<u32>,
    interrupt: Option<&'a dyn Fn() -> Option<Limit>>,
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").field("limit", &self.limit).field("used", &self.used).finish()
    }
}

impl Default for Budget<'_> {
    /// A million states and no interrupt.
    fn default() -> Self {
        Self::states(1_000_000)
    }
}

impl<'a> Budget<'a> {
    /// At most `limit` states.
    pub fn states(limit: u64) -> Self {
        Self { limit, used: Cell::new(0), ticks: Cell::new(0), interrupt: None }
    }

    /// Also stops when `interrupt` says so. It is asked every thousand units of work or so.
    #[must_use]
    pub fn with_interrupt(mut self, interrupt: &'a dyn Fn() -> Option<Limit>) -> Self {
        self.interrupt = Some(interrupt);
        self
    }

    /// One more state is about to be built.
    pub fn state(&self) -> Result<(), Limit> {
        if self.used.get() >= self.limit {
            return Err(Limit::States { limit: self.limit });
        }
        self.used.set(self.used.get() + 1);
        self.tick()
    }

    /// One more unit of work that builds no state.
    pub fn tick(&self) -> Result<(), Limit> {
        let ticks = self.ticks.get().wrapping_add(1);
        self.ticks.set(ticks);
        if ticks.is_multiple_of(STRIDE)
            && let Some(limit) = self.interrupt.and_then(|ask| ask())
        {
            return Err(limit);
        }
        Ok(())
    }

    /// Asks the interrupt now, where much work lies between two units.
    pub fn ask(&self) -> Result<(), Limit> {
        self.interrupt.and_then(|ask| ask()).map_or(Ok(()), Err)
    }

    /// States built so far.
    pub fn used(&self) -> u64 {
        self.used.get()
    }
}
