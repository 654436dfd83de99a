//! Building the graph: claims are taken up in the order in which they are needed.

use super::form::{Form, Hit, form, steps};
use super::rank::rank;
use super::{About, Claim, MOST_CLAIMS, Reasons, Why};
use crate::budget::{Budget, Limit};
use crate::formula::{Binary, Id, Node, Pool, Unary};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// States, and where they lead.
pub(crate) trait Structure {
    /// The states after a state.
    fn successors(&self, state: u32) -> &[u32];
}

/// Which paths count.
pub(crate) struct Fair<'a> {
    /// The states from which some path is fair.
    pub(crate) states: &'a FixedBitSet,
    /// What a fair path meets again and again.
    pub(crate) constraints: &'a [FixedBitSet],
}

/// Why there are no reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    Limit(Limit),
    /// The values given contradict each other: a fault of this program.
    Internal(&'static str),
}

impl From<Limit> for Trouble {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

/// A prefix, and what follows it for ever.
pub(crate) type Shown = (Vec<u32>, Vec<u32>);

/// What is known already: the values of state formulas, and a path for what a path shows.
pub(crate) struct Builder<'a, S> {
    pub(crate) pool: &'a Pool,
    pub(crate) structure: &'a S,
    /// The value of a state formula in a state; none if it is not decided.
    pub(crate) value: &'a dyn Fn(Id, u32) -> Option<bool>,
    /// The path that shows the value of a path-quantified formula in a state; none if there is none
    /// that could be shown.
    pub(crate) path: &'a dyn Fn(Id, u32) -> Result<Option<Shown>, Trouble>,
    pub(crate) fair: Option<Fair<'a>>,
    pub(crate) budget: &'a Budget<'a>,
}

/// The graph so far.
#[derive(Default)]
struct Graph {
    claims: Vec<Claim>,
    known: FxHashMap<(About, u32, u32), u32>,
    /// The claims that something comes at last, and has not come yet.
    waiting: Vec<u32>,
}

impl Graph {
    fn claim(&mut self, about: About, state: u32, moment: u32, holds: bool) -> u32 {
        let next = self.claims.len() as u32;
        let place = *self.known.entry((about, state, moment)).or_insert(next);
        if place == next {
            self.claims.push(Claim { about, state, moment, holds, why: Why::Label });
        }
        place
    }
}

impl<S: Structure> Builder<'_, S> {
    /// Why `root` has the value that it has in `state`; none if it would take too many claims, or if
    /// some path could not be shown.
    pub(crate) fn build(&self, root: Id, state: u32) -> Result<Option<Reasons>, Trouble> {
        let mut graph = Graph::default();
        self.claim(&mut graph, root, state)?;
        let mut at = 0;
        while at < graph.claims.len() {
            self.budget.tick()?;
            if graph.claims.len() > MOST_CLAIMS {
                return Ok(None);
            }
            let Claim { about, state, moment, holds, .. } = graph.claims[at];
            let why = match about {
                About::NoFairPath => {
                    graph.waiting.push(at as u32);
                    let next = self.structure.successors(state).iter();
                    let next = next.map(|&to| graph.claim(about, to, 0, true)).collect();
                    Some(Why::Every { rank: 0, misses: None, here: Vec::new(), next })
                }
                About::Formula(id) => {
                    self.why(&mut graph, at as u32, id, (state, moment), holds)?
                }
            };
            let Some(why) = why else { return Ok(None) };
            graph.claims[at].why = why;
            at += 1;
        }
        rank(&mut graph.claims, &graph.waiting, self.fair.as_ref())?;
        Ok(Some(Reasons { claims: graph.claims }))
    }

    fn is(&self, id: Id, state: u32, wanted: bool) -> bool {
        (self.value)(id, state) == Some(wanted)
    }

    fn claim(&self, graph: &mut Graph, id: Id, state: u32) -> Result<u32, Trouble> {
        let holds = (self.value)(id, state);
        let holds = holds.ok_or(Trouble::Internal("a reason is not decided"))?;
        Ok(graph.claim(About::Formula(id), state, 0, holds))
    }

    fn claims(&self, graph: &mut Graph, ids: &[Id], state: u32) -> Result<Vec<u32>, Trouble> {
        ids.iter().map(|&id| self.claim(graph, id, state)).collect()
    }

    fn is_fair(&self, state: u32) -> bool {
        self.fair.as_ref().is_none_or(|fair| fair.states.contains(state as usize))
    }

    fn why(
        &self,
        graph: &mut Graph,
        place: u32,
        id: Id,
        (state, moment): (u32, u32),
        holds: bool,
    ) -> Result<Option<Why>, Trouble> {
        let node = self.pool.node(id);
        let Node::Unary(op @ (Unary::AllPaths | Unary::SomePath), inner) = node else {
            if matches!(node, Node::Constant(_) | Node::Atom(_)) {
                return Ok(Some(Why::Label));
            }
            let operands = self.operands(node, state, holds);
            return Ok(Some(Why::Operands(self.claims(graph, &operands, state)?)));
        };
        if holds == (op == Unary::SomePath) {
            return self.some(graph, id, inner, state, holds);
        }
        if !self.is_fair(state) {
            let unfair = graph.claim(About::NoFairPath, state, 0, true);
            return Ok(Some(Why::Operands(vec![unfair])));
        }
        self.every(graph, place, (id, inner), (state, moment), holds)
    }

    /// The operands that decide a boolean formula.
    fn operands(&self, node: Node, state: u32, holds: bool) -> Vec<Id> {
        let one = |a, a_value, b| vec![if self.is(a, state, a_value) { a } else { b }];
        match node {
            Node::Binary(Binary::And, a, b) if !holds => one(a, false, b),
            Node::Binary(Binary::Or, a, b) if holds => one(a, true, b),
            Node::Binary(Binary::Implies, a, b) if holds => one(a, false, b),
            node => node.children().collect(),
        }
    }

    /// The operands that hit in a state, if they do.
    fn hit(&self, hit: Hit, state: u32, wanted: bool) -> Option<Vec<Id>> {
        let is = |id| self.is(id, state, wanted);
        match hit {
            Hit::One(a) => is(a).then(|| vec![a]),
            Hit::Both(a, b) => (is(a) && is(b)).then(|| vec![a, b]),
            Hit::Either(a, b) => match (is(a), is(b)) {
                (true, _) => Some(vec![a]),
                (false, true) => Some(vec![b]),
                (false, false) => None,
            },
        }
    }

    /// What some path shows.
    fn some(
        &self,
        graph: &mut Graph,
        id: Id,
        inner: Id,
        state: u32,
        wanted: bool,
    ) -> Result<Option<Why>, Trouble> {
        let Some((prefix, cycle)) = (self.path)(id, state)? else { return Ok(None) };
        let states: Vec<u32> = prefix.iter().chain(&cycle).copied().collect();
        let mut operands = Vec::new();
        let Some(form) = form(self.pool.node(inner), !wanted) else {
            operands.push(self.claim(graph, inner, state)?);
            return Ok(Some(Why::Path { prefix, cycle, operands }));
        };
        let Some((low, high)) = steps(self.pool, inner) else { return Ok(None) };
        match form {
            Form::Next(a) => {
                // Without a next state the path ends, and that shows it.
                if let Some(&next) = states.get(1).or(cycle.first()) {
                    operands.push(self.claim(graph, a, next)?);
                }
            }
            Form::Until(keep, hit) => {
                for (at, &state) in (0_u32..).zip(&states) {
                    let hits = (at >= low).then(|| self.hit(hit, state, wanted)).flatten();
                    if let Some(hits) = hits {
                        operands.extend(self.claims(graph, &hits, state)?);
                        break;
                    }
                    if let Some(keep) = keep {
                        operands.push(self.claim(graph, keep, state)?);
                    }
                }
            }
            Form::Release(keep, hit) => {
                for (at, &state) in (0_u32..).zip(&states) {
                    if high.is_some_and(|high| at > high || high < low) {
                        break;
                    }
                    if at >= low {
                        let hits = self.hit(hit, state, wanted);
                        let hits = hits.ok_or(Trouble::Internal("a path does not show it"))?;
                        operands.extend(self.claims(graph, &hits, state)?);
                    }
                    if let Some(keep) = keep.filter(|&keep| self.is(keep, state, wanted)) {
                        operands.push(self.claim(graph, keep, state)?);
                        break;
                    }
                }
            }
        }
        operands.sort_unstable();
        operands.dedup();
        Ok(Some(Why::Path { prefix, cycle, operands }))
    }

    /// What is so on every path.
    fn every(
        &self,
        graph: &mut Graph,
        place: u32,
        (id, inner): (Id, Id),
        (state, moment): (u32, u32),
        wanted: bool,
    ) -> Result<Option<Why>, Trouble> {
        let stop = |here| Ok(Some(Why::Every { rank: 0, misses: None, here, next: Vec::new() }));
        let Some(form) = form(self.pool.node(inner), !wanted) else {
            return stop(vec![self.claim(graph, inner, state)?]);
        };
        let Some((low, high)) = steps(self.pool, inner) else { return Ok(None) };
        let mut here = Vec::new();
        let counts = moment >= low;
        match form {
            Form::Next(a) => {
                let mut next = Vec::new();
                for &to in self.structure.successors(state) {
                    next.push(if self.is_fair(to) {
                        self.claim(graph, a, to)?
                    } else {
                        graph.claim(About::NoFairPath, to, 0, true)
                    });
                }
                return Ok(Some(Why::Every { rank: 0, misses: None, here, next }));
            }
            Form::Until(keep, hit) => {
                let hits = counts.then(|| self.hit(hit, state, wanted)).flatten();
                if let Some(hits) = hits {
                    return stop(self.claims(graph, &hits, state)?);
                }
                if let Some(keep) = keep {
                    here.push(self.claim(graph, keep, state)?);
                }
                graph.waiting.push(place);
            }
            Form::Release(keep, hit) => {
                if high.is_some_and(|high| high < low) {
                    return stop(here);
                }
                if counts {
                    let hits = self.hit(hit, state, wanted);
                    let hits = hits.ok_or(Trouble::Internal("what stays does not stay"))?;
                    here.extend(self.claims(graph, &hits, state)?);
                }
                if let Some(keep) = keep.filter(|&keep| self.is(keep, state, wanted)) {
                    here.push(self.claim(graph, keep, state)?);
                    here.sort_unstable();
                    here.dedup();
                    return stop(here);
                }
                if high.is_some_and(|high| moment >= high) {
                    return stop(here);
                }
            }
        }
        let after = match high {
            Some(_) => moment + 1,
            None => (moment + 1).min(low),
        };
        let mut next = Vec::new();
        for &to in self.structure.successors(state) {
            next.push(if self.is_fair(to) {
                graph.claim(About::Formula(id), to, after, wanted)
            } else {
                graph.claim(About::NoFairPath, to, 0, true)
            });
        }
        Ok(Some(Why::Every { rank: 0, misses: None, here, next }))
    }
}
