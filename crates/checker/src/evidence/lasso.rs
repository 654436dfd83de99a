//! Re-checks CTL evidence: the paths by the definition, the operands by naive iteration.
//!
//! The satisfying sets are computed again, by sweeping over all states until nothing changes, one
//! equation per operator and quantifier; the engine in [`crate::ctl`] uses dualities and work lists.

use super::Rejection;
use crate::budget::Budget;
use crate::ctl::Piece;
use crate::formula::{AtomId, Binary, Bound, Id, Interval, Node, Pool, Unary};
use crate::kripke::Kripke;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// Accepts `evidence` for `root` holding (or not) in `state`, or says which claim is not true.
#[expect(clippy::too_many_arguments, reason = "it takes the whole question and the answer")]
pub fn recheck_ctl(
    pool: &Pool,
    root: Id,
    kripke: &Kripke,
    label: &impl Fn(u32, AtomId) -> bool,
    fairness: &[Id],
    state: u32,
    holds: bool,
    evidence: &[Piece],
    budget: &Budget<'_>,
) -> Result<(), Rejection> {
    let claim = |holds: bool, what| if holds { Ok(()) } else { Err(Rejection::Claim(what)) };
    let mut naive = Naive {
        pool,
        kripke,
        budget,
        order: successors_first(kripke),
        fair: None,
        sets: FxHashMap::default(),
    };
    let constraints = naive.all(fairness, label)?;
    naive.sets.clear();
    if !constraints.is_empty() {
        naive.fair = Some((constraints.clone(), naive.fair_within(&constraints, None)?));
    }
    let sets = naive.all(&[root], label)?;
    claim(sets[0].contains(state as usize) == holds, "the formula has another value")?;

    for piece in evidence {
        let Node::Unary(op @ (Unary::AllPaths | Unary::SomePath), inner) = pool.node(piece.formula)
        else {
            return Err(Rejection::Claim("evidence for a formula that is not path-quantified"));
        };
        let Some(&first) = piece.prefix.first().or(piece.cycle.first()) else {
            return Err(Rejection::Claim("an empty path"));
        };
        let known = naive.sets.get(&piece.formula);
        let right = known.is_some_and(|set| set.contains(first as usize) == piece.holds);
        claim(right, "a piece of evidence claims another value")?;
        claim(piece.holds == (op == Unary::SomePath), "a path cannot show this")?;
        let mut path: Vec<u32> = piece.prefix.iter().chain(&piece.cycle).copied().collect();
        path.extend(piece.cycle.first());
        let edge = |pair: &[u32]| kripke.successors(pair[0]).contains(&pair[1]);
        claim(path.windows(2).all(edge), "the path uses an edge that does not exist")?;
        let fair = constraints
            .iter()
            .all(|set| piece.cycle.iter().any(|&state| set.contains(state as usize)));
        claim(fair, "the path is not fair")?;
        let word = Word {
            states: &path[..piece.prefix.len() + piece.cycle.len()],
            endless: !piece.cycle.is_empty(),
            back: piece.prefix.len(),
        };
        let shown = word.shows(pool.node(inner), piece.holds, &|id, state| {
            naive.sets[&id].contains(state as usize)
        });
        claim(shown, "the path does not show what is claimed")?;
    }
    Ok(())
}

/// The states that satisfy each of the fairness constraints, by naive iteration.
pub(super) fn satisfying(
    pool: &Pool,
    kripke: &Kripke,
    label: &impl Fn(u32, AtomId) -> bool,
    fairness: &[Id],
    budget: &Budget<'_>,
) -> Result<Vec<FixedBitSet>, Rejection> {
    let (order, sets) = (successors_first(kripke), FxHashMap::default());
    Naive { pool, kripke, budget, order, fair: None, sets }.all(fairness, label)
}

/// A path or lasso. Positions after the first time round the cycle repeat states already seen, so
/// for unbounded operators the first time decides.
struct Word<'a> {
    states: &'a [u32],
    endless: bool,
    /// Where the cycle begins.
    back: usize,
}

impl Word<'_> {
    /// Where the state after so many steps stands; none beyond the end of a path.
    fn position(&self, steps: usize) -> Option<usize> {
        let n = self.states.len();
        if steps < n {
            return Some(steps);
        }
        self.endless.then(|| self.back + (steps - self.back) % (n - self.back))
    }

    /// Whether the operator has the value `wanted` at the first position.
    fn shows(&self, node: Node, wanted: bool, get: &dyn Fn(Id, u32) -> bool) -> bool {
        let n = self.states.len();
        let at = |id: Id, i: usize| get(id, self.states[i]);
        let first = |f: &dyn Fn(usize) -> bool| (0..n).find(|&i| f(i));
        // Until: known to hold, or known to fail.
        let until = |phi: &dyn Fn(usize) -> bool, psi: &dyn Fn(usize) -> bool| match (
            first(psi),
            first(&|i| !phi(i)),
        ) {
            (Some(_), None) => Some(true),
            (Some(j), Some(k)) => Some(j <= k),
            (None, Some(_)) => Some(false),
            (None, None) => self.endless.then_some(false),
        };
        // The same within an interval, moment by moment.
        let within =
            |interval: Interval, phi: &dyn Fn(usize) -> bool, psi: &dyn Fn(usize) -> bool| {
                let number = |bound| match bound {
                    Bound::Number(real) => Some(real.get()),
                    Bound::Constant(_) => None,
                };
                let low = number(interval.low)?.ceil();
                let high = interval.high.map_or(Some(f64::INFINITY), number)?.floor();
                let (mut moment, settled) = (0.0, low + 2.0 * f64::from(n as u32));
                for step in 0_usize.. {
                    // Once round after all moments count alike, nothing new comes.
                    if moment > high || (self.endless && moment > settled) {
                        return Some(false);
                    }
                    let position = self.position(step)?;
                    if moment >= low && psi(position) {
                        return Some(true);
                    }
                    if !phi(position) {
                        return Some(false);
                    }
                    moment += 1.0;
                }
                None
            };
        let value = match node {
            Node::UnaryWithin(Unary::Finally, interval, a) => {
                within(interval, &|_| true, &|i| at(a, i))
            }
            Node::UnaryWithin(Unary::Globally, interval, a) => {
                within(interval, &|_| true, &|i| !at(a, i)).map(|v| !v)
            }
            Node::BinaryWithin(Binary::Until, interval, a, b) => {
                within(interval, &|i| at(a, i), &|i| at(b, i))
            }
            Node::BinaryWithin(Binary::Release, interval, a, b) => {
                within(interval, &|i| !at(a, i), &|i| !at(b, i)).map(|v| !v)
            }
            Node::BinaryWithin(Binary::StrongRelease, interval, a, b) => {
                within(interval, &|i| at(b, i), &|i| at(a, i) && at(b, i))
            }
            Node::BinaryWithin(Binary::WeakUntil, interval, a, b) => {
                within(interval, &|i| !at(b, i), &|i| !at(a, i) && !at(b, i)).map(|v| !v)
            }
            Node::Unary(Unary::Next | Unary::WeakNext, a) => {
                let next = if n > 1 { Some(1) } else { self.endless.then_some(0) };
                next.map(|next| at(a, next))
            }
            Node::Unary(Unary::Finally, a) => until(&|_| true, &|i| at(a, i)),
            Node::Unary(Unary::Globally, a) => until(&|_| true, &|i| !at(a, i)).map(|v| !v),
            Node::Binary(Binary::Until, a, b) => until(&|i| at(a, i), &|i| at(b, i)),
            Node::Binary(Binary::Release, a, b) => {
                until(&|i| !at(a, i), &|i| !at(b, i)).map(|v| !v)
            }
            Node::Binary(Binary::StrongRelease, a, b) => {
                until(&|i| at(b, i), &|i| at(a, i) && at(b, i))
            }
            Node::Binary(Binary::WeakUntil, a, b) => {
                until(&|i| !at(b, i), &|i| !at(a, i) && !at(b, i)).map(|v| !v)
            }
            _ => None,
        };
        value == Some(wanted)
    }
}

/// All states, successors first where there is no cycle (depth-first postorder): with it few sweeps
/// are enough. Any order is right.
fn successors_first(kripke: &Kripke) -> Vec<u32> {
    let n = kripke.len();
    let (mut order, mut seen) = (Vec::with_capacity(n), FixedBitSet::with_capacity(n));
    for root in 0..n as u32 {
        if seen.put(root as usize) {
            continue;
        }
        let mut open = vec![(root, 0)];
        while let Some((state, edge)) = open.pop() {
            if let Some(&next) = kripke.successors(state).get(edge) {
                open.push((state, edge + 1));
                if !seen.put(next as usize) {
                    open.push((next, 0));
                }
            } else {
                order.push(state);
            }
        }
    }
    order
}

/// The naive evaluator.
struct Naive<'a> {
    pool: &'a Pool,
    kripke: &'a Kripke,
    budget: &'a Budget<'a>,
    /// The states in the order in which they are swept.
    order: Vec<u32>,
    /// The constraints, and the states with a fair path.
    fair: Option<(Vec<FixedBitSet>, FixedBitSet)>,
    sets: FxHashMap<Id, FixedBitSet>,
}

impl Naive<'_> {
    /// The satisfying sets of `roots`.
    fn all(
        &mut self,
        roots: &[Id],
        label: &impl Fn(u32, AtomId) -> bool,
    ) -> Result<Vec<FixedBitSet>, Rejection> {
        for id in self.pool.reachable(roots) {
            let node = self.pool.node(id);
            let set = match node {
                Node::Constant(value) => self.gather(|_| value)?,
                Node::Atom(atom) => self.gather(|state| label(state as u32, atom))?,
                Node::Unary(Unary::Not, a) => self.gather(|s| !self.sets[&a].contains(s))?,
                Node::Unary(op, a) if op.is_path() => self.quantified(op == Unary::AllPaths, a)?,
                Node::Binary(op, a, b) if !op.is_temporal() => {
                    let (a, b) = (&self.sets[&a], &self.sets[&b]);
                    self.gather(|s| {
                        let (a, b) = (a.contains(s), b.contains(s));
                        match op {
                            Binary::And => a && b,
                            Binary::Or => a || b,
                            Binary::Implies => !a || b,
                            Binary::Iff => a == b,
                            _ => a != b,
                        }
                    })?
                }
                _ => continue,
            };
            self.sets.insert(id, set);
        }
        Ok(roots.iter().map(|id| self.sets[id].clone()).collect())
    }

    fn gather(&self, holds: impl Fn(usize) -> bool) -> Result<FixedBitSet, Rejection> {
        let n = self.kripke.len();
        let mut set = FixedBitSet::with_capacity(n);
        for state in 0..n {
            self.budget.tick()?;
            set.set(state, holds(state));
        }
        Ok(set)
    }

    fn is_fair(&self, state: usize) -> bool {
        self.fair.as_ref().is_none_or(|(_, fair)| fair.contains(state))
    }

    /// Whether some (all) fair ways on lead to a state with `good`.
    fn step(&self, all: bool, state: usize, good: impl Fn(usize) -> bool) -> bool {
        let next = self.kripke.successors(state as u32).iter().map(|&next| next as usize);
        let mut fair = next.filter(|&next| self.is_fair(next));
        if all { fair.all(good) } else { fair.any(good) }
    }

    /// Sweeps until nothing changes, from none or from all.
    fn fixpoint(
        &self,
        from: bool,
        rule: impl Fn(usize, &FixedBitSet) -> bool,
    ) -> Result<FixedBitSet, Rejection> {
        let mut set = self.gather(|_| from)?;
        loop {
            let mut changed = false;
            for &state in &self.order {
                let state = state as usize;
                self.budget.tick()?;
                let value = rule(state, &set);
                changed |= value != set.contains(state);
                set.set(state, value);
            }
            if !changed {
                return Ok(set);
            }
        }
    }

    /// States with a path that stays in `part` and meets every constraint infinitely often: the
    /// greatest Z such that each constraint can be met again and again within Z (Emerson and Lei).
    fn fair_within(
        &self,
        constraints: &[FixedBitSet],
        part: Option<&FixedBitSet>,
    ) -> Result<FixedBitSet, Rejection> {
        let inside = |state: usize| part.is_none_or(|part| part.contains(state));
        let leads = |state: usize, set: &FixedBitSet| {
            self.kripke.successors(state as u32).iter().any(|&next| set.contains(next as usize))
        };
        let mut whole = self.gather(inside)?;
        loop {
            let before = whole.clone();
            for constraint in constraints {
                let target = self.gather(|s| constraint.contains(s) && whole.contains(s))?;
                let reach = self.fixpoint(false, |state, set| {
                    inside(state) && (target.contains(state) || leads(state, set))
                })?;
                whole = self.gather(|s| whole.contains(s) && leads(s, &reach))?;
            }
            if whole == before {
                return Ok(whole);
            }
        }
    }

    fn quantified(&self, all: bool, inner: Id) -> Result<FixedBitSet, Rejection> {
        let node = self.pool.node(inner);
        let set = |id: Id| &self.sets[&id];
        // Without a fair path every `A` holds and every `E` fails.
        let guard = |state: usize, value: bool| if self.is_fair(state) { value } else { all };
        let (least, a, b) = match node {
            Node::Unary(Unary::Next | Unary::WeakNext, a) => {
                return self.gather(|s| guard(s, self.step(all, s, |next| set(a).contains(next))));
            }
            Node::Unary(Unary::Finally, a) => (true, a, a),
            Node::Unary(Unary::Globally, a) => (false, a, a),
            Node::Binary(op, a, b) if op.is_temporal() => {
                (matches!(op, Binary::Until | Binary::StrongRelease), a, b)
            }
            Node::UnaryWithin(..) | Node::BinaryWithin(..) => return self.within(all, node),
            _ => return self.gather(|s| guard(s, set(inner).contains(s))),
        };
        let rule = |s: usize, next: bool| match node {
            Node::Unary(Unary::Finally, _) => set(a).contains(s) || next,
            Node::Unary(..) => set(a).contains(s) && next,
            Node::Binary(Binary::Until | Binary::WeakUntil, ..) => {
                set(b).contains(s) || (set(a).contains(s) && next)
            }
            _ => set(b).contains(s) && (set(a).contains(s) || next),
        };
        self.unbounded(all, least, &rule)
    }

    /// The fixpoint of an expansion law: the value from the state and from the value at what follows.
    fn unbounded(
        &self,
        all: bool,
        least: bool,
        rule: &dyn Fn(usize, bool) -> bool,
    ) -> Result<FixedBitSet, Rejection> {
        // Without a fair path every `A` holds and every `E` fails.
        let guard = |state: usize, value: bool| if self.is_fair(state) { value } else { all };
        let plain = |from: bool| {
            self.fixpoint(from, |s, known| {
                guard(s, rule(s, self.step(all, s, |next| known.contains(next))))
            })
        };
        let Some((constraints, _)) = &self.fair else { return plain(!least) };
        // The unfolding may go on for ever only along fair paths: of an `E` that may hold for ever,
        // and of an `A` that must end.
        if all != least {
            return plain(!least);
        }
        if least {
            // A: fails where a fair path keeps it open for ever, or closes it badly.
            let open = self.gather(|s| !rule(s, false))?;
            let for_ever = self.fair_within(constraints, Some(&open))?;
            let bad = self.fixpoint(false, |s, bad| {
                self.is_fair(s)
                    && (for_ever.contains(s)
                        || !rule(s, !self.step(false, s, |next| bad.contains(next))))
            })?;
            return self.gather(|s| !bad.contains(s));
        }
        let open = self.gather(|s| rule(s, true))?;
        let for_ever = self.fair_within(constraints, Some(&open))?;
        self.fixpoint(false, |s, known| {
            self.is_fair(s)
                && (for_ever.contains(s)
                    || rule(s, self.step(false, s, |next| known.contains(next))))
        })
    }

    /// Bounded operators, one moment after the other from the deadline backwards.
    fn within(&self, all: bool, node: Node) -> Result<FixedBitSet, Rejection> {
        let (op, interval, a, b) = match node {
            Node::UnaryWithin(Unary::Finally, interval, a) => (Bounded::Finally, interval, a, a),
            Node::UnaryWithin(_, interval, a) => (Bounded::Globally, interval, a, a),
            Node::BinaryWithin(op, interval, a, b) => (Bounded::Two(op), interval, a, b),
            _ => return Err(Rejection::Claim("not a bounded operator")),
        };
        let number = |bound| match bound {
            Bound::Number(real) => Ok(real.get()),
            Bound::Constant(_) => Err(Rejection::Claim("a bound has no value")),
        };
        let low = number(interval.low)?.max(0.0).ceil();
        let high = interval.high.map(number).transpose()?.map(f64::floor);
        let guard = |state: usize, value: bool| if self.is_fair(state) { value } else { all };
        let (a, b) = (&self.sets[&a], &self.sets[&b]);
        // The value at a moment: `counts` if the moment lies in the interval, `next` the value after.
        let rule = |s: usize, counts: bool, next: bool| {
            let (a, b) = (a.contains(s), b.contains(s));
            match op {
                Bounded::Finally => (counts && a) || next,
                Bounded::Globally => (!counts || a) && next,
                Bounded::Two(Binary::Until) => (counts && b) || (a && next),
                Bounded::Two(Binary::Release) => (!counts || b) && (a || next),
                Bounded::Two(Binary::StrongRelease) => b && ((counts && a) || next),
                Bounded::Two(_) => (!counts || a || b) && (b || next),
            }
        };
        let least =
            matches!(op, Bounded::Finally | Bounded::Two(Binary::Until | Binary::StrongRelease));
        let mut moment = low;
        let mut value = match high {
            Some(high) if high < low => return self.gather(|s| guard(s, !least)),
            Some(high) => {
                moment = high;
                self.gather(|s| guard(s, rule(s, true, !least)))?
            }
            None => self.unbounded(all, least, &|s, next| rule(s, true, next))?,
        };
        while moment > 0.0 {
            moment -= 1.0;
            let before = |s| rule(s, moment >= low, self.step(all, s, |next| value.contains(next)));
            let next = self.gather(|s| guard(s, before(s)))?;
            if next == value {
                // Nothing changes any more until the interval begins, or none before it.
                moment = if moment >= low { low } else { 0.0 };
            }
            value = next;
        }
        Ok(value)
    }
}

/// The bounded operators.
#[derive(Clone, Copy)]
enum Bounded {
    Finally,
    Globally,
    Two(Binary),
}
