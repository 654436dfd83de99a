//! Paths and lassos that show why a state satisfies a formula or not.
//!
//! Boolean operators are followed to one operand that decides; an `E` that holds, or an `A` that
//! fails, is shown by a shortest path or a lasso, and then its operands along that path in the same
//! way. An `A` that holds or an `E` that fails is about all paths: no path shows it. Of a bounded operator
//! the steps are counted too.

use super::fixpoint::{Model, full};
use super::layers::Layers;
use super::sat::{Basic, CtlError, PathOp, Sat};
use crate::budget::Limit;
use crate::formula::{Binary, Id, Node, Pool, Unary};
use crate::reasons::Steps;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// A path that shows that a path-quantified formula holds or fails in its first state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The path-quantified formula: an `E` that holds or an `A` that fails.
    pub formula: Id,
    /// Whether it holds.
    pub holds: bool,
    /// The path, from the state in question on.
    pub prefix: Vec<u32>,
    /// What follows for ever after the prefix; empty if the prefix alone decides.
    pub cycle: Vec<u32>,
}

/// A prefix, and what follows it for ever.
type Path = (Vec<u32>, Vec<u32>);

/// More pieces than anyone reads.
const MOST: usize = 64;

pub(super) struct Witness<'a> {
    pub(super) pool: &'a Pool,
    pub(super) model: &'a Model<'a>,
    pub(super) sat: &'a Sat,
}

impl Witness<'_> {
    /// Why `root` has the value that it has in `state`; outer reasons first.
    pub(super) fn explain(&self, root: Id, state: u32) -> Result<Vec<Piece>, CtlError> {
        let (mut pieces, mut seen) = (Vec::new(), FxHashSet::default());
        let mut open = VecDeque::from([(root, state)]);
        while let Some((id, state)) = open.pop_front() {
            self.model.budget.tick()?;
            if pieces.len() == MOST || !seen.insert((id, state)) {
                continue;
            }
            let holds = self.sat.has(id, state);
            let node = self.pool.node(id);
            let Node::Unary(op @ (Unary::AllPaths | Unary::SomePath), inner) = node else {
                open.extend(self.operands(node, state, holds).into_iter().map(|id| (id, state)));
                continue;
            };
            let Some(path) = PathOp::of(self.pool.node(inner)) else {
                open.push_back((inner, state));
                continue;
            };
            let all = op == Unary::AllPaths;
            if holds == all {
                continue;
            }
            let found = self.shown(path, inner, all, state)?;
            let Some((prefix, cycle)) = found else { continue };
            for child in self.pool.node(inner).children() {
                if !self.plain(child) {
                    open.extend(prefix.iter().chain(&cycle).map(|&state| (child, state)));
                }
            }
            pieces.push(Piece { formula: id, holds, prefix, cycle });
        }
        Ok(pieces)
    }

    /// The path that shows the value of an operator in a state; none if it would be too long.
    fn shown(
        &self,
        path: PathOp,
        inner: Id,
        all: bool,
        state: u32,
    ) -> Result<Option<Path>, CtlError> {
        let bounded =
            matches!(self.pool.node(inner), Node::UnaryWithin(..) | Node::BinaryWithin(..));
        if bounded {
            return self.bounded(path, all, state, path.steps(self.pool, inner)?);
        }
        self.path(path, all, state).map(Some)
    }

    /// The path that shows the value of a path-quantified formula: an `E` that holds, an `A` that fails.
    pub(super) fn of(&self, id: Id, state: u32) -> Result<Option<Path>, CtlError> {
        let Node::Unary(op @ (Unary::AllPaths | Unary::SomePath), inner) = self.pool.node(id)
        else {
            return Err(CtlError::Internal { what: "a path for no path-quantified formula" });
        };
        match PathOp::of(self.pool.node(inner)) {
            Some(path) => self.shown(path, inner, op == Unary::AllPaths, state),
            None if self.model.constraints.is_empty() => Ok(Some((vec![state], Vec::new()))),
            None => self.lasso(vec![state], &full(self.model.kripke.len())).map(Some),
        }
    }

    fn plain(&self, id: Id) -> bool {
        matches!(self.pool.node(id), Node::Constant(_) | Node::Atom(_))
    }

    /// The operands that decide a boolean formula.
    fn operands(&self, node: Node, state: u32, holds: bool) -> Vec<Id> {
        let is = |id, value| self.sat.has(id, state) == value;
        let one = |a, a_value, b| vec![if is(a, a_value) { a } else { b }];
        match node {
            Node::Binary(Binary::And, a, b) if !holds => one(a, false, b),
            Node::Binary(Binary::Or, a, b) if holds => one(a, true, b),
            Node::Binary(Binary::Implies, a, b) if holds => one(a, false, b),
            node => node.children().collect(),
        }
    }

    fn path(&self, op: PathOp, negated: bool, state: u32) -> Result<Path, CtlError> {
        let n = self.model.kripke.len();
        let sets = |id| self.sat.sets[&id].clone();
        let (basic, phi, psi) = op.basic(&sets, n, negated);
        let prefix = match basic {
            Basic::Next => {
                let next = self.model.kripke.successors(state).iter().copied();
                let good = |next: &u32| {
                    psi.contains(*next as usize) && self.model.fair.contains(*next as usize)
                };
                let next = next.into_iter().find(good);
                vec![state, next.ok_or(CtlError::Internal { what: "no next state" })?]
            }
            Basic::Until => self.search(state, &phi, &(&psi & &self.model.fair))?,
            Basic::Release => {
                let both = &(&phi & &psi) & &self.model.fair;
                match self.search(state, &psi, &both) {
                    Ok(path) => path,
                    Err(CtlError::Internal { .. }) => return self.lasso(vec![state], &psi),
                    Err(limit) => return Err(limit),
                }
            }
        };
        if self.model.constraints.is_empty() {
            return Ok((prefix, Vec::new()));
        }
        // Only a fair path counts: go on to a fair cycle.
        self.lasso(prefix, &full(n))
    }

    /// The path that shows a bounded operator; none if it would be too long to be shown.
    fn bounded(
        &self,
        op: PathOp,
        negated: bool,
        state: u32,
        (low, high): Steps,
    ) -> Result<Option<Path>, CtlError> {
        let n = self.model.kripke.len();
        let sets = |id| self.sat.sets[&id].clone();
        let (basic, phi, psi) = op.basic(&sets, n, negated);
        let has = |set: &FixedBitSet, state: u32| set.contains(state as usize);
        let fair = |state: u32| has(&self.model.fair, state);
        let layers = Layers { model: self.model, start: state, low, high };
        let prefix = match basic {
            Basic::Until => {
                let on = |_: u32, state: u32| has(&phi, state);
                let goal = |at: u32, state: u32| at >= low && has(&psi, state) && fair(state);
                layers.search(on, goal)?
            }
            Basic::Release | Basic::Next => {
                let counts = |at: u32| at >= low && high.is_none_or(|high| at <= high);
                let may = |at: u32, state: u32| !counts(at) || has(&psi, state);
                // For ever: on from the first moment that counts.
                let stays = match high {
                    None => self.model.er(&FixedBitSet::with_capacity(n), &psi, (0, None))?,
                    Some(_) => FixedBitSet::with_capacity(n),
                };
                let goal = |at: u32, state: u32| {
                    let over = high.is_some_and(|high| at >= high || high < low);
                    may(at, state)
                        && fair(state)
                        && (has(&phi, state) || over || (at == low && has(&stays, state)))
                };
                let Some(prefix) = layers.search(may, goal)? else { return Ok(None) };
                let last = prefix.last().copied().unwrap_or(state);
                if high.is_none() && !has(&phi, last) {
                    return self.lasso(prefix, &psi).map(Some);
                }
                Some(prefix)
            }
        };
        let Some(prefix) = prefix else { return Ok(None) };
        if self.model.constraints.is_empty() {
            return Ok(Some((prefix, Vec::new())));
        }
        self.lasso(prefix, &full(n)).map(Some)
    }

    /// Goes on from the end of `prefix`, within `part`, to a fair cycle.
    fn lasso(&self, mut prefix: Vec<u32>, part: &FixedBitSet) -> Result<Path, CtlError> {
        let n = self.model.kripke.len();
        let components = self.model.fair_components(part);
        let mut core = FixedBitSet::with_capacity(n);
        core.extend(components.iter().flatten().map(|&state| state as usize));
        let last = prefix.pop().ok_or(CtlError::Internal { what: "an empty path" })?;
        prefix.extend(self.search(last, part, &core)?);
        let home = prefix.pop().ok_or(CtlError::Internal { what: "an empty path" })?;
        let component = components.into_iter().find(|component| component.contains(&home));
        let component = component.ok_or(CtlError::Internal { what: "no fair component" })?;
        let mut within = FixedBitSet::with_capacity(n);
        within.extend(component.iter().map(|&state| state as usize));

        let mut cycle = vec![home];
        for constraint in &self.model.constraints {
            if cycle.iter().any(|&state| constraint.contains(state as usize)) {
                continue;
            }
            let from = cycle.pop().ok_or(CtlError::Internal { what: "an empty cycle" })?;
            cycle.extend(self.search(from, &within, &(constraint & &within))?);
        }
        // Home again, by at least one step.
        let mut goal = FixedBitSet::with_capacity(n);
        goal.extend(self.model.kripke.predecessors(home).iter().map(|&state| state as usize));
        let from = cycle.pop().ok_or(CtlError::Internal { what: "an empty cycle" })?;
        cycle.extend(self.search(from, &within, &(&goal & &within))?);
        Ok((prefix, cycle))
    }

    /// A shortest path from `start` to `goal`, all before the goal within `through`.
    fn search(
        &self,
        start: u32,
        through: &FixedBitSet,
        goal: &FixedBitSet,
    ) -> Result<Vec<u32>, CtlError> {
        let n = self.model.kripke.len();
        let mut before = vec![u32::MAX; n];
        let mut seen = FixedBitSet::with_capacity(n);
        seen.insert(start as usize);
        let mut open = VecDeque::from([start]);
        while let Some(state) = open.pop_front() {
            self.model.budget.tick().map_err(|limit: Limit| CtlError::Limit(limit))?;
            if goal.contains(state as usize) {
                let mut path = vec![state];
                let mut at = state;
                while at != start {
                    at = before[at as usize];
                    path.push(at);
                }
                path.reverse();
                return Ok(path);
            }
            if !through.contains(state as usize) {
                continue;
            }
            for &next in self.model.kripke.successors(state) {
                if !seen.put(next as usize) {
                    before[next as usize] = state;
                    open.push_back(next);
                }
            }
        }
        Err(CtlError::Internal { what: "no path to the goal" })
    }
}
