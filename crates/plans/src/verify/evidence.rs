//! The run that violates a policy, on source lines, and the step to blame.
//!
//! The engine gives one path for each path quantifier that matters; here they are put together to one
//! run from the start to the end of the plan: up to the step that decides the outer operator, then
//! along the path of the operator within it.

use super::Plan;
use super::history::History;
use super::relative::Relative;
use crate::flow::DefId;
use crate::language::tree::Span;
use crate::machine::{Decision, Event};
use crate::policy::{Grounded, Meaning, Test};
use crate::provenance::Readers;
use crate::source::Place;
use crate::tools::ToolId;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use vedette_checker::ctl::{Checked, Piece};
use vedette_checker::formula::{Atom, AtomId, Binary, Id, Node, Pool, Unary};

/// An event on a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The state of the machine.
    pub state: u32,
    /// What happens.
    pub event: Event,
    /// Where it stands.
    pub span: Span,
    /// The same, as line and column.
    pub place: Place,
    /// The tests on the way from the event before, and how they turned out.
    pub tests: Vec<Decision>,
    /// The silent nodes of the flow graph between the event before and this one.
    pub through: Vec<u32>,
    /// The atoms of the policy that changed, or at the start those that hold.
    pub changed: Vec<(Box<str>, bool)>,
}

/// Where a value was tainted, and where it went through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where.
    pub span: Span,
    /// The same, as line and column.
    pub place: Place,
    /// The variable that holds it here.
    pub variable: Option<Box<str>>,
    /// The tool that it is a result of.
    pub tool: Option<ToolId>,
}

/// The step to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blame {
    /// Its number in the run.
    pub moment: usize,
    /// Where it stands.
    pub span: Span,
    /// The same, as line and column.
    pub place: Place,
    /// Why, as a fragment of a sentence.
    pub why: String,
    /// If an argument has the wrong label: the way of the value, from its origin to the call.
    pub origin: Vec<Source>,
}

/// Why a policy is violated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The run, from the start of the plan to its end; none if no single run shows it: what is asked
    /// for is possible on none.
    pub run: Vec<Moment>,
    /// What must still come when the run ends, as formulas; each with the moment from which it is owed.
    pub open: Vec<(Id, usize)>,
    /// The step to blame.
    pub blame: Option<Blame>,
}

/// The run in states of the product, and what decides.
struct Run {
    states: Vec<u32>,
    /// The position of the step that decides; none if the whole run does.
    at: Option<usize>,
    /// The innermost formula on the way, and where it is owed from.
    owed: (Id, usize),
}

impl Plan<'_> {
    pub(super) fn explain(
        &self,
        policy: &Grounded,
        formula: &Relative,
        pool: &Pool,
        history: &History,
        checked: &Checked,
        truth: &impl Fn(u32, AtomId) -> bool,
    ) -> Evidence {
        let Some(run) = put_together(pool, checked) else {
            return Evidence { blame: None, ..Evidence::default() };
        };
        let end = run.states.iter().position(|&state| history.is_ended(state));
        let states = &run.states[..end.map_or(run.states.len(), |end| end + 1)];
        // Positions of events only.
        let mut numbers = vec![0; states.len()];
        let mut moments: Vec<Moment> = Vec::new();
        let mut values: FxHashMap<AtomId, bool> = FxHashMap::default();
        let (mut tests, mut through) = (Vec::new(), Vec::new());
        for (index, &state) in states.iter().enumerate() {
            let here = history.state(state);
            if index > 0
                && let Some(step) = self.machine.step(history.state(states[index - 1]), here)
            {
                tests.extend_from_slice(&step.decisions);
                through.extend(self.machine.between(
                    &self.flow,
                    history.state(states[index - 1]),
                    here,
                ));
            }
            // A silent state belongs to the event that follows.
            numbers[index] = moments.len();
            if !history.is_event(state) {
                through.push(self.machine.states[here as usize].node);
                continue;
            }
            let mut changed = Vec::new();
            for atom in (0..policy.meanings.len()).map(AtomId::from_index) {
                let value = truth(state, atom);
                if values.insert(atom, value).unwrap_or(false) != value {
                    changed.push((name(&policy.formula.pool, atom).into(), value));
                }
            }
            let node = self.machine.states[here as usize].node;
            let span = self.flow.nodes[node as usize].span.clone();
            moments.push(Moment {
                state: here,
                event: history.event(state),
                place: self.source.place(span.start),
                span,
                tests: std::mem::take(&mut tests),
                through: std::mem::take(&mut through),
                changed,
            });
        }
        let last = moments.len() - 1;
        let position = |at: usize| numbers.get(at).copied().unwrap_or(last).min(last);
        let (owed, since) = run.owed;
        let original = formula.original.iter().find(|(new, _)| *new == owed);
        let mut open = Vec::new();
        if run.at.is_none()
            && let Some(&(_, original)) = original
        {
            open.push((original, position(since)));
        }
        let at = run.at.map_or_else(|| if since == 0 { last } else { position(since) }, position);
        let origin = self.origin(policy, &moments[at]);
        let why = self.why(policy, &moments[at], run.at.is_none(), &origin);
        let (span, place) = (moments[at].span.clone(), moments[at].place);
        Evidence { open, blame: Some(Blame { moment: at, span, place, why, origin }), run: moments }
    }

    fn why(&self, policy: &Grounded, moment: &Moment, open: bool, origin: &[Source]) -> String {
        let what = match moment.event {
            Event::Call(call) => {
                let tool = self.flow.calls[call as usize].tool;
                format!("the call of `{}`", self.tools.get(tool).name)
            }
            Event::Start | Event::Silent => "the start of the plan".into(),
            Event::Done => "the end of the plan".into(),
            Event::Aborted => "the exception that ends the plan".into(),
        };
        if open {
            return match moment.event {
                Event::Call(_) => format!("what {what} makes necessary never comes"),
                _ => format!("{what} comes before what must happen"),
            };
        }
        if origin.is_empty() {
            return format!("{what} is not allowed here");
        }
        let words: Vec<String> = self
            .wrong_labels(policy, moment)
            .into_iter()
            .map(|(name, _)| format!("`{name}`"))
            .collect();
        format!("{what} gets a value that it must not get: {}", words.join(", "))
    }

    /// The arguments of a call that the policy asks about and whose labels are not the good ones.
    fn wrong_labels(&self, policy: &Grounded, moment: &Moment) -> Vec<(Box<str>, DefId)> {
        let Event::Call(call) = moment.event else { return Vec::new() };
        let call = &self.flow.calls[call as usize];
        let mut wrong: Vec<(Box<str>, DefId)> = Vec::new();
        for meaning in &policy.meanings {
            let (name, def, test) = match *meaning {
                Meaning::Argument(name, test) => {
                    let name = &policy.arguments[name as usize];
                    let param = self.tools.get(call.tool).param(name);
                    let Some(def) = param.and_then(|param| call.arguments[param]) else { continue };
                    (name.clone(), def, test)
                }
                Meaning::Control(test) => ("the tests around it".into(), call.control, test),
                _ => continue,
            };
            let good = match test {
                Test::Trusted | Test::Tainted => {
                    self.tools.lattice.is_trusted(self.flow.level(def))
                        && !self.tools.lattice.is_tainted(self.flow.level(def))
                }
                Test::Public | Test::Private => self.flow.readers(def) == Readers::Public,
            };
            if !good && !wrong.iter().any(|(_, other)| *other == def) {
                wrong.push((name, def));
            }
        }
        wrong
    }

    /// The way of the first wrong value, from its origin to the call.
    fn origin(&self, policy: &Grounded, moment: &Moment) -> Vec<Source> {
        let wrong = self.wrong_labels(policy, moment);
        let Some((_, def)) = wrong.first() else { return Vec::new() };
        let (level, readers) = (self.flow.level(*def), self.flow.readers(*def));
        let lattice = &self.tools.lattice;
        // Backwards to a value that has the label of its own.
        let from_here = |def: DefId| {
            let own = &self.flow.defs[def.0 as usize];
            if lattice.is_trusted(level) { own.readers == readers } else { own.level == level }
        };
        let mut before: FxHashMap<DefId, DefId> = FxHashMap::default();
        let mut open = VecDeque::from([*def]);
        while let Some(at) = open.pop_front() {
            if from_here(at) {
                let mut way = vec![at];
                let mut here = at;
                while here != *def {
                    here = before[&here];
                    way.push(here);
                }
                return self.places(&way);
            }
            for &from in &self.flow.defs[at.0 as usize].from {
                if from != *def && !before.contains_key(&from) {
                    before.insert(from, at);
                    open.push_back(from);
                }
            }
        }
        Vec::new()
    }

    /// The steps of a way that have a name or are calls; one a line of the plan is enough.
    fn places(&self, way: &[DefId]) -> Vec<Source> {
        let mut places: Vec<Source> = Vec::new();
        for (index, &def) in way.iter().enumerate() {
            let def = &self.flow.defs[def.0 as usize];
            let tool = def.call.map(|call| self.flow.calls[call as usize].tool);
            let ends = index == 0 || index + 1 == way.len();
            if !ends && tool.is_none() && def.name.is_none() {
                continue;
            }
            let place = self.source.place(def.span.start);
            let (span, variable) = (def.span.clone(), def.name.clone());
            let source = Source { span, place, variable, tool };
            match places.last_mut() {
                Some(last) if last.place.line == place.line => {
                    last.tool = last.tool.or(tool);
                    last.variable = source.variable.or_else(|| last.variable.take());
                }
                _ => places.push(source),
            }
        }
        places
    }
}

/// The name of an atom.
pub(crate) fn name(pool: &Pool, atom: AtomId) -> &str {
    match pool.atom(atom) {
        Atom::Fact(fact) => pool.name(fact.name),
        Atom::Compare { .. } => "",
    }
}

/// One run from the paths of the quantifiers.
fn put_together(pool: &Pool, checked: &Checked) -> Option<Run> {
    let first = checked.evidence.first()?;
    let mut run = follow(pool, checked, first, Vec::new());
    let mut used = vec![first];
    while let Some(at) = run.at {
        let state = run.states[at];
        // Only what fails for this very state goes on from here.
        let deeper = checked.evidence.iter().find(|piece| {
            piece.prefix.first().or(piece.cycle.first()) == Some(&state)
                && !used.iter().any(|other| std::ptr::eq(*other, *piece))
                && is_below(pool, used[used.len() - 1].formula, piece.formula)
        });
        let Some(deeper) = deeper else { break };
        used.push(deeper);
        run.states.truncate(at);
        run = follow(pool, checked, deeper, run.states);
    }
    Some(run)
}

fn is_below(pool: &Pool, outer: Id, inner: Id) -> bool {
    outer != inner && pool.reachable(&[outer]).binary_search(&inner).is_ok()
}

/// Goes on along the path of a piece, and finds the step that decides its operator.
fn follow(pool: &Pool, checked: &Checked, piece: &Piece, mut states: Vec<u32>) -> Run {
    let start = states.len();
    states.extend(piece.prefix.iter().chain(&piece.cycle));
    let has =
        |id: Id, state: u32| checked.sat.states(id).is_some_and(|set| set.contains(state as usize));
    let rest = &states[start..];
    let Node::Unary(_, inner) = pool.node(piece.formula) else {
        return Run { at: None, owed: (piece.formula, start), states };
    };
    let first = |good: &dyn Fn(u32) -> bool| rest.iter().position(|&state| good(state));
    let at = match (pool.node(inner), piece.holds) {
        (Node::Unary(Unary::Next | Unary::WeakNext, _), _) => Some(1),
        (Node::Unary(Unary::Finally, a), true) => first(&|state| has(a, state)),
        (Node::Unary(Unary::Globally, a), false) => first(&|state| !has(a, state)),
        (Node::Binary(Binary::Until | Binary::WeakUntil, _, b), true) => first(&|s| has(b, s)),
        (Node::Binary(Binary::Until | Binary::WeakUntil, a, b), false) => {
            first(&|state| !has(a, state) && !has(b, state))
        }
        (Node::Binary(Binary::Release | Binary::StrongRelease, _, b), false) => {
            first(&|state| !has(b, state))
        }
        (Node::Binary(Binary::Release | Binary::StrongRelease, a, _), true) => {
            first(&|state| has(a, state))
        }
        _ => None,
    };
    Run { at: at.map(|at| start + at), owed: (piece.formula, start), states }
}
