//! A monitor as a machine whose states are numbers: for those who look ahead.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_checker::formula::{Pool, Unary};
//! use vedette_checker::monitor::{Machine, Place, Status};
//! use vedette_checker::truth::Truth;
//!
//! // G p: from one place, both things that may come next
//! let mut pool = Pool::default();
//! let p = pool.proposition("p");
//! let rule = pool.unary(Unary::Globally, p);
//! let mut machine = Machine::new(&pool, rule).unwrap();
//! let kept = machine.step(Place::START, |_| Truth::True);
//! let broken = machine.step(kept, |_| Truth::False);
//! assert_eq!(machine.step(kept, |_| Truth::True), kept, "the same rest is the same place");
//! assert_eq!(machine.status(kept, &Budget::default()), Status::Open(Truth::True));
//! assert_eq!(machine.status(broken, &Budget::default()), Status::Violated);
//! ```
//!
//! # Why
//!
//! A search over what may happen asks one rule at many points, again and again at the same rest. The
//! rests are those of [`Monitor`](super::Monitor), hash-consed, so a place is a number, the same rest is
//! the same place, and what the automata say of it is asked once. There is no clock: a bound in seconds
//! stays open.

use super::progress::Formulas;
use super::rest::{Rest, Rests};
use super::{Status, decide};
use crate::budget::Budget;
use crate::formula::{AtomId, Id, Pool};
use crate::tree::CheckError;
use crate::truth::Truth;
use rustc_hash::FxHashMap;

/// A state of a [`Machine`]: what the rest of the trace must satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place(Option<Rest>);

impl Place {
    /// Before the first step.
    pub const START: Self = Self(None);
}

/// All states of a monitor that were met.
#[derive(Debug)]
pub struct Machine {
    formulas: Formulas,
    rests: Rests,
    known: FxHashMap<Rest, Status>,
}

impl Machine {
    /// The machine of `root`, a formula without path quantifiers.
    pub fn new(pool: &Pool, root: Id) -> Result<Self, CheckError> {
        let formulas = Formulas::new(pool, root)?;
        Ok(Self { formulas, rests: Rests::default(), known: FxHashMap::default() })
    }

    /// The place after a step at which the atoms have these values.
    pub fn step(&mut self, from: Place, mut truth: impl FnMut(AtomId) -> Truth) -> Place {
        let values = self.formulas.expand(&mut self.rests, &mut truth, None);
        Place(Some(match from.0 {
            None => values[self.formulas.root().index()],
            Some(rest) => self.formulas.progress(&mut self.rests, rest, &values, None),
        }))
    }

    /// What is known there. If the budget of a question to the automata runs out the status stays open:
    /// it may be so too long, and is never wrong.
    pub fn status(&mut self, place: Place, budget: &Budget<'_>) -> Status {
        let Some(rest) = place.0 else { return Status::Open(Truth::True) };
        if let Some(&known) = self.known.get(&rest) {
            return known;
        }
        let mut asked = FxHashMap::default();
        let (status, _) = decide(&mut self.formulas, &self.rests, rest, &mut asked, budget);
        self.known.insert(rest, status);
        status
    }
}
