//! Monitoring of a growing trace: what no continuation can change any more
//! (`docs/semantics.md`, section 7).
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_checker::formula::{Binary, Pool, Unary};
//! use vedette_checker::monitor::{Monitor, Status};
//! use vedette_checker::truth::Truth;
//!
//! // G (p -> F q)
//! let mut pool = Pool::default();
//! let (p, q) = (pool.proposition("p"), pool.proposition("q"));
//! let answer = pool.unary(Unary::Finally, q);
//! let body = pool.binary(Binary::Implies, p, answer);
//! let rule = pool.unary(Unary::Globally, body);
//!
//! let mut monitor = Monitor::new(&pool, rule).unwrap();
//! let mut seen = |p: bool, q: bool| {
//!     let values = [Truth::from(p), Truth::from(q)];
//!     monitor.step(|atom| values[atom.index()], None, &Budget::default());
//!     (monitor.status(), monitor.obligations().first().map(|open| open.since))
//! };
//! assert_eq!(seen(false, false), (Status::Open(Truth::True), None));
//! assert_eq!(seen(true, false), (Status::Open(Truth::False), Some(1)), "open since step 1");
//! assert_eq!(seen(false, false), (Status::Open(Truth::False), Some(1)));
//! assert_eq!(seen(false, true), (Status::Open(Truth::True), None));
//! ```
//!
//! # Why progression
//!
//! After each step the formula is rewritten into what the rest of the trace must satisfy
//! ([`progress`](self)). These rests are hash-consed and taken modulo associativity, commutativity,
//! idempotence and absorption, so that an unbounded formula has finitely many of them; a bounded
//! operator is itself with its age. Nothing is built in advance: an automaton of a rule with a
//! deadline of a thousand steps is never needed whole. Whether a rest can still be satisfied is asked
//! of the automata over finite words, once for each rest.
//!
//! Reference: Bacchus and Kabanza, *Planning for temporally extended goals*, 1998 (progression);
//! Bauer, Leucker and Schallhart, *Runtime verification for LTL and TLTL*, TOSEM 2011 (the three
//! values); De Giacomo and others, *Monitoring constraints and metaconstraints with temporal logics on
//! finite traces*, 2014 (the four of a trace that may end).

mod future;
mod machine;
mod progress;
mod rest;

pub use machine::{Machine, Place};

use crate::budget::{Budget, Limit};
use crate::formula::{AtomId, Id, Pool};
use crate::tree::CheckError;
use crate::truth::Truth;
use progress::Formulas;
use rest::{Leaf, Rest, Rests};
use rustc_hash::FxHashMap;
use std::fmt;

/// What is known of a formula on a trace that grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Every continuation satisfies it, none at all included.
    Satisfied,
    /// No continuation satisfies it, none at all included.
    Violated,
    /// Neither; with the value that it has if the trace ends here.
    Open(Truth),
}

/// Something that the rest of the trace must still bring about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// The formula, in the pool of the monitor: an operator that asks for something to come.
    pub formula: Id,
    /// The step at which it began.
    pub since: u32,
}

/// Why it was not found out what the continuations can still do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// A limit was hit.
    Limit(Limit),
    /// A deadline is so far away that the automata do not look that far.
    Bound,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(limit) => limit.fmt(f),
            Self::Bound => f.write_str("a deadline lies too many steps ahead to look that far"),
        }
    }
}

/// A formula on a trace that grows.
#[derive(Debug)]
pub struct Monitor {
    formulas: Formulas,
    rests: Rests,
    rest: Rest,
    /// How many steps were seen.
    steps: u32,
    status: Status,
    /// Since when each leaf of the rest has been one.
    since: FxHashMap<Leaf, u32>,
    /// What the automata said of the rests: whether some continuation satisfies it, and fails it.
    asked: FxHashMap<Rest, (bool, bool)>,
    limit: Option<Undecided>,
    clock: Option<f64>,
}

/// So many rests are kept; then all but the current one are forgotten.
const KEPT: usize = 1 << 16;

impl Monitor {
    /// A monitor of `root`, a formula without path quantifiers, before the first step.
    pub fn new(pool: &Pool, root: Id) -> Result<Self, CheckError> {
        let formulas = Formulas::new(pool, root)?;
        let rests = Rests::default();
        Ok(Self {
            formulas,
            rest: Rests::constant(true),
            rests,
            steps: 0,
            status: Status::Open(Truth::True),
            since: FxHashMap::default(),
            asked: FxHashMap::default(),
            limit: None,
            clock: None,
        })
    }

    /// Takes the next step: the values of the atoms of the formula given, and the time, if there is a
    /// clock. The budget bounds one question to the automata; if it runs out the status stays open,
    /// and [`Self::limit`] says so.
    pub fn step(
        &mut self,
        mut truth: impl FnMut(AtomId) -> Truth,
        seconds: Option<f64>,
        budget: &Budget<'_>,
    ) -> Status {
        let step = self.steps;
        self.steps += 1;
        if !matches!(self.status, Status::Open(_)) {
            return self.status;
        }
        // A clock that runs backwards is no clock.
        let seconds = seconds.filter(|&now| self.clock.is_none_or(|last| now >= last));
        self.clock = seconds.or(self.clock);
        let values = self.formulas.expand(&mut self.rests, &mut truth, seconds);
        self.rest = if step == 0 {
            values[self.formulas.root().index()]
        } else {
            self.formulas.progress(&mut self.rests, self.rest, &values, seconds)
        };
        let leaves = self.rests.leaves(self.rest);
        let began = |leaf: &Leaf| match leaf {
            Leaf::Within { age, .. } => (step + 1).saturating_sub(*age),
            leaf => self.since.get(leaf).copied().unwrap_or(step),
        };
        self.since = leaves.iter().map(|leaf| (*leaf, began(leaf))).collect();
        self.status = self.decide(budget);
        if self.rests.len() > KEPT {
            (self.rests, self.rest) = self.rests.compact(self.rest);
            self.asked.clear();
        }
        self.status
    }

    /// What is known so far.
    pub fn status(&self) -> Status {
        self.status
    }

    /// What kept the last step from being decided for good, if anything did. The status is open then,
    /// and may be so too long; it is never wrong.
    pub fn limit(&self) -> Option<Undecided> {
        self.limit
    }

    /// What must still come, oldest first.
    pub fn obligations(&self) -> Vec<Obligation> {
        if !matches!(self.status, Status::Open(_)) {
            return Vec::new();
        }
        let mut open: Vec<Obligation> = self
            .rests
            .leaves(self.rest)
            .into_iter()
            .filter(|leaf| self.formulas.at_end(leaf) != Truth::True)
            .map(|leaf| Obligation { formula: leaf.formula(), since: self.since[&leaf] })
            .collect();
        open.sort_unstable_by_key(|open| (open.since, open.formula));
        open.dedup();
        open
    }

    /// The formulas of the obligations: those of the formula given, in negation normal form.
    pub fn pool(&self) -> &Pool {
        self.formulas.pool()
    }

    fn decide(&mut self, budget: &Budget<'_>) -> Status {
        let Self { formulas, rests, asked, .. } = self;
        let (status, limit) = decide(formulas, rests, self.rest, asked, budget);
        self.limit = limit;
        status
    }
}

/// What is known where `rest` is left, and what kept it from being decided for good. `asked` keeps what the
/// automata said.
fn decide(
    formulas: &mut Formulas,
    rests: &Rests,
    rest: Rest,
    asked: &mut FxHashMap<Rest, (bool, bool)>,
    budget: &Budget<'_>,
) -> (Status, Option<Undecided>) {
    match Rests::as_constant(rest) {
        Some(true) => return (Status::Satisfied, None),
        Some(false) => return (Status::Violated, None),
        None => {}
    }
    let now = rests.value(rest, |leaf| formulas.at_end(leaf));
    let answer = match asked.get(&rest).copied() {
        Some(known) => Ok(known),
        None => formulas.ask(rests, rest, now, budget),
    };
    let (some_satisfies, some_fails, limit) = match answer {
        Ok((some_satisfies, some_fails)) => {
            asked.insert(rest, (some_satisfies, some_fails));
            (some_satisfies, some_fails, None)
        }
        Err(limit) => (true, true, Some(limit)),
    };
    let status = match (some_satisfies, some_fails) {
        (false, _) => Status::Violated,
        (true, false) => Status::Satisfied,
        (true, true) => Status::Open(now),
    };
    (status, limit)
}
