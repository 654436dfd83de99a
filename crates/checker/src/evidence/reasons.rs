//! Re-checks a graph of claims, one after the other: each by the definition of its operator and by the
//! claims that it names, and by nothing else. No set of states is computed (but of fairness constraints).
//!
//! Each claim names the values of operands in its state; what it does not name may be anything. An
//! operator is monotone in its operands, so it has a value whatever they are if it has that value with all
//! of them false and with all of them true.

use super::Rejection;
use super::lasso::satisfying;
use super::moments::{Operator, Path};
use crate::budget::Budget;
use crate::formula::{AtomId, Binary, Id, Node, Pool, Unary};
use crate::kripke::Kripke;
use crate::reasons::{About, Claim, Reasons, Why};

/// What claims are held against.
pub(crate) struct Ground<'a> {
    pub(crate) pool: &'a Pool,
    /// How many states there are.
    pub(crate) states: usize,
    /// The value of an atom in a state; none if it is not known.
    pub(crate) label: &'a dyn Fn(u32, AtomId) -> Option<bool>,
    pub(crate) successors: &'a dyn Fn(u32) -> &'a [u32],
    /// Whether a path may end in a state.
    pub(crate) ends: &'a dyn Fn(u32) -> bool,
    /// How many fairness constraints there are, and whether a state meets one.
    pub(crate) constraints: usize,
    pub(crate) meets: &'a dyn Fn(usize, u32) -> bool,
    pub(crate) budget: &'a Budget<'a>,
}

/// Accepts `reasons` for `root` having the value `holds` in `state`, or says which claim does not follow.
/// Of the satisfying sets only those of the fairness constraints are computed.
#[expect(clippy::too_many_arguments, reason = "it takes the whole question and the answer")]
pub fn recheck_reasons(
    pool: &Pool,
    root: Id,
    kripke: &Kripke,
    label: &impl Fn(u32, AtomId) -> bool,
    fairness: &[Id],
    state: u32,
    holds: bool,
    reasons: &Reasons,
    budget: &Budget<'_>,
) -> Result<(), Rejection> {
    let constraints = satisfying(pool, kripke, label, fairness, budget)?;
    let ground = Ground {
        pool,
        states: kripke.len(),
        label: &|state, atom| Some(label(state, atom)),
        successors: &|state| kripke.successors(state),
        ends: &|_| false,
        constraints: constraints.len(),
        meets: &|constraint, state| constraints[constraint].contains(state as usize),
        budget,
    };
    ground.accept(root, state, holds, reasons)
}

fn claim(holds: bool, what: &'static str) -> Result<(), Rejection> {
    if holds { Ok(()) } else { Err(Rejection::Claim(what)) }
}

impl Ground<'_> {
    /// Accepts `reasons` for `root` having the value `holds` in `state`, or says what is not true.
    pub(crate) fn accept(
        &self,
        root: Id,
        state: u32,
        holds: bool,
        reasons: &Reasons,
    ) -> Result<(), Rejection> {
        let first = reasons.claims.first();
        let asked = first.is_some_and(|first| {
            first.about == About::Formula(root)
                && (first.state, first.moment, first.holds) == (state, 0, holds)
        });
        claim(asked, "the reasons are about something else")?;
        let known = |state: &u32| (*state as usize) < self.states;
        for one in &reasons.claims {
            self.budget.tick()?;
            let formula = match one.about {
                About::Formula(id) => id.index() < self.pool.len(),
                About::NoFairPath => true,
            };
            claim(formula && known(&one.state), "a claim is about something that does not exist")?;
            if let Why::Path { prefix, cycle, .. } = &one.why {
                let states = prefix.iter().chain(cycle).all(known);
                claim(states, "a path leads through a state that does not exist")?;
            }
            self.one(one, &reasons.claims)?;
        }
        Ok(())
    }

    fn one(&self, one: &Claim, claims: &[Claim]) -> Result<(), Rejection> {
        let About::Formula(id) = one.about else { return self.no_fair_path(one, claims) };
        let node = self.pool.node(id);
        let known = |places: &[u32], state: u32| Known::new(claims, places, state);
        match &one.why {
            Why::Label => {
                let value = match node {
                    Node::Constant(value) => Some(value),
                    Node::Atom(atom) => (self.label)(one.state, atom),
                    _ => return Err(Rejection::Claim("a label is claimed of no atom")),
                };
                claim(value == Some(one.holds), "a label is another")
            }
            Why::Operands(operands) => {
                let known = known(operands, one.state)?;
                if known.no_fair_path {
                    let all = match node {
                        Node::Unary(Unary::AllPaths, _) => true,
                        Node::Unary(Unary::SomePath, _) => false,
                        _ => return Err(Rejection::Claim("fairness decides no such formula")),
                    };
                    return claim(one.holds == all, "without a fair path it is the other way");
                }
                let value = boolean(node, &|id| known.value(id))?;
                claim(value == Some(one.holds), "operands do not decide a boolean formula")
            }
            Why::Path { prefix, cycle, operands } => {
                let Node::Unary(op, inner) = node else {
                    return Err(Rejection::Claim("a path shows no such formula"));
                };
                claim(op.is_path() && one.moment == 0, "a path shows no such formula")?;
                claim(one.holds == (op == Unary::SomePath), "no path can show this")?;
                self.path(one, inner, (prefix, cycle), operands, claims)
            }
            Why::Every { rank, misses, here, next } => {
                let Node::Unary(op, inner) = node else {
                    return Err(Rejection::Claim(
                        "only a path-quantified formula is about all paths",
                    ));
                };
                claim(op.is_path(), "only a path-quantified formula is about all paths")?;
                claim(one.holds == (op == Unary::AllPaths), "this is about one path")?;
                let known = known(here, one.state)?;
                let after = self.after(one, claims, next)?;
                self.every(one, (id, inner), &known, after.as_deref(), (*rank, *misses))
            }
        }
    }

    /// The claims about the successors: each of them has one. None if none is given.
    fn after<'c>(
        &self,
        one: &Claim,
        claims: &'c [Claim],
        next: &[u32],
    ) -> Result<Option<Vec<&'c Claim>>, Rejection> {
        if next.is_empty() && !(self.successors)(one.state).is_empty() {
            return Ok(None);
        }
        let found: Option<Vec<&Claim>> = next.iter().map(|&at| claims.get(at as usize)).collect();
        let found = found.ok_or(Rejection::Claim("there is no such claim"))?;
        let successors = (self.successors)(one.state);
        let covers = successors.iter().all(|to| found.iter().any(|next| next.state == *to));
        claim(covers, "a successor is left out")?;
        let only = found.iter().all(|next| successors.contains(&next.state));
        claim(only, "a claim is about no successor")?;
        Ok(Some(found))
    }

    fn every(
        &self,
        one: &Claim,
        (id, inner): (Id, Id),
        known: &Known<'_>,
        after: Option<&[&Claim]>,
        (rank, misses): (u32, Option<u32>),
    ) -> Result<(), Rejection> {
        let node = self.pool.node(inner);
        if let Node::Unary(op @ (Unary::Next | Unary::WeakNext), a) = node {
            let at_end = op == Unary::WeakNext;
            let ends = !(self.ends)(one.state) || at_end == one.holds;
            claim(ends, "at an end there is no next state")?;
            let next = after.unwrap_or_default();
            let right = next.iter().all(|next| match next.about {
                About::NoFairPath => true,
                About::Formula(of) => of == a && next.moment == 0 && next.holds == one.holds,
            });
            return claim(after.is_some() && right, "a next state has another value");
        }
        let Some(operator) = Operator::new(node) else {
            let value = known.value(inner) == Some(one.holds);
            return claim(value && after.is_none(), "the state formula has another value");
        };
        let (low, high) = operator.steps().ok_or(Rejection::Claim("a bound has no value"))?;
        let moment = f64::from(one.moment);
        let counts = moment >= low && moment <= high;
        // A bounded operator is over at its last moment, and one with no moment is over before it begins.
        let over = moment >= high || high < low;
        let unfulfilled = !operator.least();
        let mut nexts = Vec::new();
        if over {
            nexts.push(unfulfilled);
        } else if let Some(after) = after {
            let expected = if high.is_finite() { moment + 1.0 } else { (moment + 1.0).min(low) };
            for next in after {
                let right = match next.about {
                    About::NoFairPath => true,
                    About::Formula(of) => {
                        let there = (f64::from(next.moment) - expected).abs() < 0.5;
                        of == id && next.holds == one.holds && there
                    }
                };
                claim(right, "a claim about a successor is another claim")?;
            }
            nexts.extend((!after.is_empty()).then_some(one.holds));
            if (self.ends)(one.state) {
                // Before a deadline what would come next may be anything; else nothing comes.
                nexts.push(unfulfilled);
                nexts.extend(high.is_finite().then_some(!unfulfilled));
            }
        } else {
            nexts.extend([false, true]);
        }
        for next in nexts {
            for unknown in [false, true] {
                let value = operator.expand(counts, next, &|id| known.value(id).unwrap_or(unknown));
                claim(value == one.holds, "a step does not follow")?;
            }
        }
        // What must come at last must not be put off for ever.
        if operator.least() == one.holds
            && let Some(after) = after
        {
            for next in after.iter().filter(|next| next.about == one.about) {
                self.falls(one, next, rank, misses)?;
            }
        }
        Ok(())
    }

    fn falls(
        &self,
        one: &Claim,
        next: &Claim,
        rank: u32,
        misses: Option<u32>,
    ) -> Result<(), Rejection> {
        let Why::Every { rank: after, misses: then, .. } = next.why else {
            // Decided in its own state.
            return Ok(());
        };
        let stays = after == rank
            && misses.is_some_and(|constraint| {
                let constraint = constraint as usize;
                constraint < self.constraints
                    && then == misses
                    && !(self.meets)(constraint, one.state)
                    && !(self.meets)(constraint, next.state)
            });
        claim(after < rank || stays, "a rank does not fall")
    }

    fn no_fair_path(&self, one: &Claim, claims: &[Claim]) -> Result<(), Rejection> {
        let Why::Every { rank, misses, next, .. } = &one.why else {
            return Err(Rejection::Claim("fairness is about all paths"));
        };
        claim(!(self.ends)(one.state), "a path that ends is fair")?;
        let after = self.after(one, claims, next)?;
        let after = after.ok_or(Rejection::Claim("a successor is left out"))?;
        for next in after {
            claim(next.about == About::NoFairPath, "a claim about a successor is another claim")?;
            self.falls(one, next, *rank, *misses)?;
        }
        Ok(())
    }

    fn path(
        &self,
        one: &Claim,
        inner: Id,
        (prefix, cycle): (&[u32], &[u32]),
        operands: &[u32],
        claims: &[Claim],
    ) -> Result<(), Rejection> {
        let states: Vec<u32> = prefix.iter().chain(cycle).copied().collect();
        claim(states.first() == Some(&one.state), "a path begins elsewhere")?;
        let mut way = states.clone();
        way.extend(cycle.first());
        let edge = |pair: &[u32]| (self.successors)(pair[0]).contains(&pair[1]);
        claim(way.windows(2).all(edge), "a path uses an edge that does not exist")?;
        let meets = |at| cycle.iter().any(|&state| (self.meets)(at, state));
        claim((0..self.constraints).all(meets), "a path is not fair")?;
        // The values of operands in the states, by place.
        let mut known: Vec<(u32, Id, bool)> = Vec::with_capacity(operands.len());
        for &at in operands {
            let found =
                claims.get(at as usize).ok_or(Rejection::Claim("there is no such claim"))?;
            let About::Formula(id) = found.about else {
                return Err(Rejection::Claim("fairness is no operand"));
            };
            claim(found.moment == 0, "a claim about a moment is no operand")?;
            known.push((found.state, id, found.holds));
        }
        known.sort_unstable();
        let value = |id: Id, at: usize, unknown: bool| {
            let key = (states[at], id);
            let place = known.partition_point(|&(state, id, _)| (state, id) < key);
            let found = known.get(place).filter(|&&(state, id, _)| (state, id) == key);
            found.map_or(unknown, |&(_, _, value)| value)
        };
        let last = *states.last().unwrap_or(&one.state);
        let word = Path {
            len: states.len(),
            back: (!cycle.is_empty()).then_some(prefix.len()),
            ends: cycle.is_empty() && (self.ends)(last),
        };
        for unknown in [false, true] {
            let shown = word.value(self.pool.node(inner), &|id, at| value(id, at, unknown));
            let shown = match Operator::new(self.pool.node(inner)) {
                None if !is_next(self.pool.node(inner)) => Some(value(inner, 0, unknown)),
                _ => shown,
            };
            claim(shown == Some(one.holds), "a path does not show what is claimed")?;
        }
        Ok(())
    }
}

fn is_next(node: Node) -> bool {
    matches!(node, Node::Unary(Unary::Next | Unary::WeakNext, _))
}

/// What claims say of the operands in one state.
struct Known<'a> {
    claims: Vec<&'a Claim>,
    no_fair_path: bool,
}

impl<'a> Known<'a> {
    fn new(claims: &'a [Claim], places: &[u32], state: u32) -> Result<Self, Rejection> {
        let found: Option<Vec<&Claim>> = places.iter().map(|&at| claims.get(at as usize)).collect();
        let claims = found.ok_or(Rejection::Claim("there is no such claim"))?;
        let here = claims.iter().all(|claim| claim.state == state && claim.moment == 0);
        claim(here, "an operand is claimed of another state")?;
        let no_fair_path = claims.iter().any(|claim| claim.about == About::NoFairPath);
        Ok(Self { claims, no_fair_path })
    }

    fn value(&self, id: Id) -> Option<bool> {
        let about = |claim: &&&Claim| claim.about == About::Formula(id);
        self.claims.iter().find(about).map(|claim| claim.holds)
    }
}

/// A boolean operator on values that may not be known.
fn boolean(node: Node, value: &dyn Fn(Id) -> Option<bool>) -> Result<Option<bool>, Rejection> {
    Ok(match node {
        Node::Unary(Unary::Not, a) => value(a).map(|a| !a),
        Node::Binary(op, a, b) if !op.is_temporal() => match (op, value(a), value(b)) {
            (Binary::And, Some(false), _) | (Binary::And, _, Some(false)) => Some(false),
            (Binary::Or, Some(true), _)
            | (Binary::Or | Binary::Implies, _, Some(true))
            | (Binary::Implies, Some(false), _) => Some(true),
            (_, Some(a), Some(b)) => Some(match op {
                Binary::And => a && b,
                Binary::Or => a || b,
                Binary::Implies => !a || b,
                Binary::Iff => a == b,
                _ => a != b,
            }),
            _ => None,
        },
        _ => return Err(Rejection::Claim("no boolean formula is claimed to be one")),
    })
}
