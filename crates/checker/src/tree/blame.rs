//! Why a formula has the value it has at a position of a trajectory: a minimal tree of reasons.
//!
//! The reasons of a decided value are followed down through the columns of one trajectory: of a
//! false conjunction one false conjunct (the one that looks less far ahead), of a true one both; an
//! unbounded operator is followed along its expansion law. A pair of formula and position is expanded
//! once, so the walk is linear. The leaves alone imply the value: that is what the re-checker tests.

use super::check::CheckError;
use super::linear::{Step, Window};
use crate::budget::{Budget, Limit};
use crate::formula::{Binary, Bound, Id, Node, Pool, Unary, Unit};
use crate::truth::Truth;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A sub-formula to blame at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blame {
    /// The position on the trajectory.
    pub position: u32,
    /// The sub-formula.
    pub formula: Id,
    /// The value it has there.
    pub truth: Truth,
}

/// More reasons than anyone reads: beyond this many the list is cut, and says so.
const MOST: usize = 10_000;

/// The columns of one run.
pub(super) struct Table {
    /// The row of each formula, by its index.
    pub(super) row: FxHashMap<Id, u32>,
    pub(super) columns: Vec<Rc<[Truth]>>,
    /// The windows of the bounded operators.
    pub(super) windows: FxHashMap<Id, Vec<Window>>,
    pub(super) length: usize,
}

impl Table {
    pub(super) fn column(&self, id: Id) -> &[Truth] {
        &self.columns[self.row[&id] as usize]
    }

    pub(super) fn value(&self, id: Id, position: usize) -> Truth {
        self.columns[self.row[&id] as usize][position]
    }
}

/// The reasons for a value.
pub(super) struct Reasons {
    /// By position, outer formulas first.
    pub(super) blame: Vec<Blame>,
    /// Whether the list was cut.
    pub(super) cut: bool,
    /// The last position that matters.
    pub(super) last: u32,
    /// Path-quantified formulas whose reason lies on other trajectories.
    pub(super) elsewhere: Vec<(u32, Id)>,
}

/// How far ahead each formula of `order` looks at most.
pub(super) fn horizons(pool: &Pool, order: &[Id]) -> FxHashMap<Id, f64> {
    let mut horizon: FxHashMap<Id, f64> = FxHashMap::default();
    for &id in order {
        let node = pool.node(id);
        let inner = node.children().map(|child| horizon[&child]).fold(0.0, f64::max);
        let ahead = match node {
            Node::Unary(Unary::Next | Unary::WeakNext, _) => 1.0,
            Node::Unary(op, _) if op.is_temporal() => f64::INFINITY,
            Node::Binary(op, ..) if op.is_temporal() => f64::INFINITY,
            Node::UnaryWithin(_, interval, _) | Node::BinaryWithin(_, interval, ..) => {
                match (interval.unit, interval.high) {
                    (Unit::Steps, Some(Bound::Number(high))) => high.get(),
                    _ => f64::INFINITY,
                }
            }
            _ => 0.0,
        };
        horizon.insert(id, inner + ahead);
    }
    horizon
}

/// The walk.
struct Walk<'a> {
    pool: &'a Pool,
    table: &'a Table,
    horizon: &'a FxHashMap<Id, f64>,
    /// What is still to be expanded; whether it is a reason or only a stop on the way.
    stack: Vec<(Id, usize, bool)>,
    expanded: FixedBitSet,
    listed: FixedBitSet,
    out: Reasons,
}

/// Explains the decided value of `id` at `position`.
pub(super) fn explain(
    pool: &Pool,
    table: &Table,
    horizon: &FxHashMap<Id, f64>,
    (id, position): (Id, usize),
    budget: &Budget<'_>,
) -> Result<Reasons, CheckError> {
    let size = table.columns.len() * table.length;
    let mut walk = Walk {
        pool,
        table,
        horizon,
        stack: vec![(id, position, true)],
        expanded: FixedBitSet::with_capacity(size),
        listed: FixedBitSet::with_capacity(size),
        out: Reasons { blame: Vec::new(), cut: false, last: 0, elsewhere: Vec::new() },
    };
    while let Some((id, position, listed)) = walk.stack.pop() {
        budget.tick()?;
        let key = table.row[&id] as usize * table.length + position;
        if listed && !walk.listed.put(key) {
            walk.list(id, position);
        }
        if !walk.expanded.put(key) {
            walk.expand(id, position, budget)?;
        }
    }
    let mut out = walk.out;
    out.blame.sort_by_key(|blame| (blame.position, std::cmp::Reverse(blame.formula)));
    Ok(out)
}

impl Walk<'_> {
    fn value(&self, id: Id, position: usize) -> Truth {
        self.table.value(id, position)
    }

    fn list(&mut self, id: Id, position: usize) {
        let (truth, position) = (self.value(id, position), position as u32);
        self.out.last = self.out.last.max(position);
        if self.out.blame.len() < MOST {
            self.out.blame.push(Blame { position, formula: id, truth });
        } else {
            self.out.cut = true;
        }
    }

    fn reason(&mut self, id: Id, position: usize) {
        self.stack.push((id, position, true));
    }

    /// Goes on along an expansion law, if there is a next position.
    fn onwards(&mut self, id: Id, position: usize) {
        if position + 1 < self.table.length {
            self.stack.push((id, position + 1, false));
        }
    }

    /// One of two operands that have the value `truth`: the one that looks less far ahead.
    fn one_of(&mut self, candidates: [(Id, Truth); 2], position: usize) {
        let [(a, a_wanted), (b, b_wanted)] = candidates;
        let a_fits = self.value(a, position) == a_wanted;
        let b_fits = self.value(b, position) == b_wanted;
        let left = a_fits && !(b_fits && self.horizon[&b] < self.horizon[&a]);
        self.reason(if left { a } else { b }, position);
    }

    fn expand(&mut self, id: Id, position: usize, budget: &Budget<'_>) -> Result<(), Limit> {
        use Truth::{False, True};
        let truth = self.value(id, position);
        let holds = truth == True;
        match self.pool.node(id) {
            Node::Unary(Unary::Not, a) => self.reason(a, position),
            Node::Unary(op @ (Unary::AllPaths | Unary::SomePath), a) => {
                let one = (op == Unary::SomePath) == holds;
                if one && self.value(a, position) == truth {
                    self.reason(a, position);
                } else {
                    self.out.elsewhere.push((position as u32, id));
                }
            }
            Node::Unary(op, a) => {
                if let Some(step) = Step::unary(op) {
                    self.unbounded(step, id, (a, a), position, holds);
                }
            }
            Node::Binary(Binary::And, a, b) if !holds => {
                self.one_of([(a, False), (b, False)], position);
            }
            Node::Binary(Binary::Or, a, b) if holds => {
                self.one_of([(a, True), (b, True)], position);
            }
            Node::Binary(Binary::Implies, a, b) if holds => {
                self.one_of([(a, False), (b, True)], position);
            }
            Node::Binary(op, a, b) => {
                if let Some(step) = Step::binary(op) {
                    self.unbounded(step, id, (a, b), position, holds);
                } else {
                    self.reason(b, position);
                    self.reason(a, position);
                }
            }
            Node::UnaryWithin(op, _, a) => {
                if let Some(step) = Step::unary(op) {
                    self.bounded(step, id, (a, a), position, budget)?;
                }
            }
            Node::BinaryWithin(op, _, a, b) => {
                if let Some(step) = Step::binary(op) {
                    self.bounded(step, id, (a, b), position, budget)?;
                }
            }
            Node::Constant(_) | Node::Atom(_) | Node::Hole | Node::Bind(..) => {}
        }
        Ok(())
    }

    fn unbounded(&mut self, step: Step, id: Id, (a, b): (Id, Id), i: usize, holds: bool) {
        let wanted = Truth::from(holds);
        let (a_is, b_is) = (self.value(a, i) == wanted, self.value(b, i) == wanted);
        match (step, holds) {
            (Step::Next | Step::WeakNext, _) => {
                if i + 1 < self.table.length {
                    self.reason(a, i + 1);
                }
            }
            // It takes one position.
            (Step::Finally, true) | (Step::Globally, false) => {
                if a_is {
                    self.reason(a, i);
                } else {
                    self.onwards(id, i);
                }
            }
            // It takes every position.
            (Step::Finally, false) | (Step::Globally, true) => {
                self.onwards(id, i);
                self.reason(a, i);
            }
            // b decides alone; otherwise a must keep it open.
            (Step::Until | Step::WeakUntil, true)
            | (Step::Release | Step::StrongRelease, false) => {
                if b_is {
                    self.reason(b, i);
                } else {
                    self.onwards(id, i);
                    self.reason(a, i);
                }
            }
            // b is needed as long as a does not close it.
            (Step::Until | Step::WeakUntil, false)
            | (Step::Release | Step::StrongRelease, true) => {
                if a_is {
                    self.reason(a, i);
                } else {
                    self.onwards(id, i);
                }
                self.reason(b, i);
            }
        }
    }

    fn bounded(
        &mut self,
        step: Step,
        id: Id,
        (a, b): (Id, Id),
        i: usize,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        let Some(windows) = self.table.windows.get(&id) else { return Ok(()) };
        let Window { from, to, beyond } = windows[i];
        // F, U and M are true by a moment that comes; G, R and W are false by one.
        let hit = Truth::from(matches!(step, Step::Finally | Step::Until | Step::StrongRelease));
        let value = self.value(id, i);
        // U and R: `a` keeps open until `b` hits. M and W: `b` keeps open until both hit.
        let (keep, also): (Option<Id>, Option<Id>) = match step {
            Step::Until | Step::Release => (Some(a), None),
            Step::StrongRelease | Step::WeakUntil => (Some(b), Some(a)),
            _ => (None, None),
        };
        let main = if also.is_some() { a } else { b };
        let hits = |walk: &Self, j| {
            walk.value(main, j) == hit && (also.is_none() || walk.value(b, j) == hit)
        };
        if value == hit {
            let mut j = from;
            while j < to && !hits(self, j) {
                budget.tick()?;
                j += 1;
            }
            let Some(keep) = keep else {
                self.reason(main, j);
                return Ok(());
            };
            let end = if also.is_some() { j + 1 } else { j };
            (i..end).rev().for_each(|k| self.reason(keep, k));
            self.reason(main, j);
            return Ok(());
        }
        // The first position at which it is no longer kept open, if that cuts the window.
        let mut closed = i;
        let scan = match (beyond, also) {
            (true, _) => self.table.length,
            (false, _) if from >= to => return Ok(()),
            (false, Some(_)) => to,
            // At the last position of the window it need not be kept open any more.
            (false, None) => to - 1,
        };
        if let Some(keep) = keep {
            while closed < scan && self.value(keep, closed) != !hit {
                budget.tick()?;
                closed += 1;
            }
        } else {
            closed = scan;
        }
        let cuts = closed < scan;
        let last = if !cuts {
            to
        } else if also.is_some() {
            // What no longer keeps it open cannot hit either.
            closed.min(to)
        } else {
            to.min(closed + 1)
        };
        (from..last).rev().for_each(|j| self.reason(main, j));
        if let (Some(keep), true) = (keep, cuts) {
            self.reason(keep, closed);
        }
        Ok(())
    }
}
