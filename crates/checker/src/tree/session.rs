//! Many formulas over one tree: columns of all of them in one pass, verdicts first, evidence on demand.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_checker::formula::{AtomId, Pool, Unary};
//! use vedette_checker::tree::{Labels, Path, Session, Tree};
//! use vedette_checker::truth::Truth;
//!
//! /// Every atom is true in the state of its own number.
//! struct Table;
//! impl Labels for Table {
//!     fn truth(&self, state: u32, atom: AtomId) -> Truth {
//!         Truth::from(atom.index() == state as usize)
//!     }
//! }
//! let mut pool = Pool::default();
//! let (p, q) = (pool.proposition("p"), pool.proposition("q"));
//! let rules = [pool.unary(Unary::Finally, p), pool.unary(Unary::Finally, q)];
//! let path = |states: &[u32]| Path { states: states.to_vec(), actions: vec![None; states.len()] };
//! let tree = Tree::merge(&[path(&[0, 1]), path(&[0, 0])]).unwrap();
//!
//! let session = Session::new(&tree, Table);
//! let checked = session.check(&pool, &rules, &Budget::default());
//! let verdicts: Vec<Truth> = checked.iter().map(|c| c.as_ref().unwrap().verdict).collect();
//! assert_eq!(verdicts, [Truth::True, Truth::False]);
//! let of_q = checked[1].as_ref().unwrap();
//! let evidence = session.counterexample(&pool, rules[1], of_q, 1, &Budget::default());
//! assert_eq!(evidence.unwrap().unwrap().certain_at, 1, "nothing may follow");
//! ```
//!
//! # Why together
//!
//! Rules about the same objects share atoms and sub-formulas, and hash-consing makes what they share
//! one node of the pool: it is labelled and computed once. Evidence needs the values of all
//! sub-formulas at once, but only along the trajectory that it shows.

use super::Tree;
use super::check::{CheckError, Checked, Labels};
use super::counterexample::{Counterexample, Explainer};
use super::exact::{Problem, Values};
use super::layout::Layout;
use super::places::Places;
use super::runs::Runs;
use super::shape::{conjuncts, engagement};
use super::traits::{Traits, counts_seconds};
use crate::budget::Budget;
use crate::evidence::recheck;
use crate::formula::{Id, Node, Pool, Unary};
use crate::truth::Truth;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::rc::Rc;

/// A tree with its labels, made ready to be asked.
#[derive(Debug)]
pub struct Session<'a, L> {
    labels: L,
    shared: Rc<Shared<'a>>,
}

/// What does not depend on the labels.
#[derive(Debug)]
struct Shared<'a> {
    tree: &'a Tree,
    nodes: Layout,
    /// One run for each distinct trajectory.
    distinct: OnceCell<Runs>,
    /// One run for each trajectory, for rules that read the clock.
    each: OnceCell<Runs>,
    places: OnceCell<Places>,
}

impl Shared<'_> {
    fn runs(&self, each: bool) -> &Runs {
        let cell = if each { &self.each } else { &self.distinct };
        cell.get_or_init(|| Runs::new(self.tree, &self.nodes, each))
    }
}

impl<'a, L: Labels> Session<'a, L> {
    /// Lays out the nodes of `tree`.
    pub fn new(tree: &'a Tree, labels: L) -> Self {
        let nodes = Layout::of_nodes(tree);
        let (distinct, each, places) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { labels, shared: Rc::new(Shared { tree, nodes, distinct, each, places }) }
    }

    /// The same tree with other labels: nothing is laid out again.
    pub fn relabelled<M: Labels>(&self, labels: M) -> Session<'a, M> {
        Session { labels, shared: Rc::clone(&self.shared) }
    }

    fn problem<'p>(
        &'p self,
        pool: &'p Pool,
        budget: &'p Budget<'p>,
        each: bool,
        alone: bool,
    ) -> Problem<'p, L> {
        let Shared { tree, nodes, .. } = &*self.shared;
        let (runs, labels) = (self.shared.runs(each), &self.labels);
        Problem { pool, tree, nodes, runs, labels, budget, alone }
    }

    /// Checks every formula of `roots` with both engines, none of them with evidence. A limit that is
    /// hit ends them all.
    pub fn check(
        &self,
        pool: &Pool,
        roots: &[Id],
        budget: &Budget<'_>,
    ) -> Vec<Result<Checked, CheckError>> {
        let lifted = self.lifted(pool, roots, budget);
        let exact = self.exact(pool, roots, budget);
        exact.into_iter().zip(lifted).map(|(exact, lifted)| exact?.with_lifted(lifted?)).collect()
    }

    /// The exact engine alone.
    pub fn exact(
        &self,
        pool: &Pool,
        roots: &[Id],
        budget: &Budget<'_>,
    ) -> Vec<Result<Exact, CheckError>> {
        self.grouped(pool, roots, budget, exact)
    }

    /// The second engine alone: the verdict of each formula with a path quantifier before every
    /// temporal operator.
    pub fn lifted(
        &self,
        pool: &Pool,
        roots: &[Id],
        budget: &Budget<'_>,
    ) -> Vec<Result<Truth, CheckError>> {
        self.grouped(pool, roots, budget, |problem, roots, _| {
            let mut values: FxHashMap<Id, Truth> = FxHashMap::default();
            problem.lifted(roots, &problem.pool.reachable(roots), |id, column| {
                let first = problem.tree.roots().iter();
                let value = first
                    .fold(Truth::True, |all, &node| all & column.get(problem.nodes.position(node)));
                values.insert(id, value);
            })?;
            Ok(roots.iter().map(|root| values[root]).collect())
        })
    }

    /// Shows the values of every formula of `roots` along every trajectory, first step first, to `see`:
    /// the place of the formula, the trajectory, the values.
    pub fn along(
        &self,
        pool: &Pool,
        roots: &[Id],
        budget: &Budget<'_>,
        mut see: impl FnMut(usize, u32, &[Truth]),
    ) -> Result<(), CheckError> {
        let traits = Traits::new(pool, roots);
        if let Some(fault) = roots.iter().find_map(|root| traits.fault.get(root)) {
            return Err(fault.clone());
        }
        let mut places: FxHashMap<Id, Vec<usize>> = FxHashMap::default();
        for (at, &root) in roots.iter().enumerate() {
            places.entry(root).or_default().push(at);
        }
        let each = roots.iter().any(|root| traits.clocked[root.index()]);
        let problem = self.problem(pool, budget, each, false);
        let (runs, trajectories) = (problem.runs, self.shared.tree.trajectories() as u32);
        problem.columns(&pool.reachable(roots), |id, values, _| {
            let Some(places) = places.get(&id) else { return };
            let column = values.along(runs);
            for trajectory in 0..trajectories {
                let values = runs.along(column, runs.of(trajectory));
                for &at in places {
                    see(at, trajectory, &values);
                }
            }
        })
    }

    /// Runs an engine on those formulas that can be evaluated, apart for those that read the clock.
    fn grouped<T>(
        &self,
        pool: &Pool,
        roots: &[Id],
        budget: &Budget<'_>,
        engine: impl Fn(&Problem<'_, L>, &[Id], &Traits) -> Result<Vec<T>, CheckError>,
    ) -> Vec<Result<T, CheckError>> {
        let traits = Traits::new(pool, roots);
        let mut results: Vec<Option<Result<T, CheckError>>> = roots
            .iter()
            .map(|root| traits.fault.get(root).map(|fault| Err(fault.clone())))
            .collect();
        for each in [false, true] {
            let places: Vec<usize> = (0..roots.len())
                .filter(|&at| results[at].is_none() && traits.clocked[roots[at].index()] == each)
                .collect();
            if places.is_empty() {
                continue;
            }
            let group: Vec<Id> = places.iter().map(|&at| roots[at]).collect();
            match engine(&self.problem(pool, budget, each, false), &group, &traits) {
                Ok(found) => {
                    for (place, found) in places.into_iter().zip(found) {
                        results[place] = Some(Ok(found));
                    }
                }
                Err(error) => {
                    for place in places {
                        results[place] = Some(Err(error.clone()));
                    }
                }
            }
        }
        results.into_iter().map(|result| result.expect("every root is of one group")).collect()
    }

    /// The best evidence for a violated formula: see [`Checked::counterexample`].
    pub(super) fn best(
        &self,
        pool: &Pool,
        root: Id,
        checked: &Checked,
        budget: &Budget<'_>,
    ) -> Result<Option<Counterexample>, CheckError> {
        self.explain(pool, root, checked, budget, |explainer, _| explainer.best())
    }

    /// The counterexample of one trajectory, re-checked; none if it does not violate the formula.
    /// `checked` is what [`Session::check`] found of it.
    pub fn counterexample(
        &self,
        pool: &Pool,
        root: Id,
        checked: &Checked,
        trajectory: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<Counterexample>, CheckError> {
        if checked.failing_step[trajectory as usize].is_none() {
            return Ok(None);
        }
        self.explain(pool, root, checked, budget, |explainer, runs| {
            explainer.of(runs.of(trajectory), trajectory).map(Some)
        })
    }

    fn explain(
        &self,
        pool: &Pool,
        root: Id,
        checked: &Checked,
        budget: &Budget<'_>,
        find: impl FnOnce(&Explainer<'_, '_, L>, &Runs) -> Result<Option<Counterexample>, CheckError>,
    ) -> Result<Option<Counterexample>, CheckError> {
        if checked.failing_step.iter().all(Option::is_none) {
            return Ok(None);
        }
        let order = pool.reachable(&[root]);
        let each = order.iter().any(|&id| counts_seconds(pool.node(id)));
        let problem = self.problem(pool, budget, each, false);
        let runs = problem.runs;
        let failing: Vec<Option<u32>> = (0..runs.len())
            .map(|run| checked.failing_step[runs.trajectory(run) as usize])
            .collect();
        let quantified = quantified(&problem, &order)?;
        let tree = self.shared.tree;
        let places = self.shared.places.get_or_init(|| Places::new(tree));
        let explainer = Explainer::new(&problem, root, &order, quantified, places, &failing);
        let found = find(&explainer, runs)?;
        if let Some(found) = &found {
            recheck(pool, root, tree, &self.labels, found, budget)?;
        }
        Ok(found)
    }
}

/// What the exact engine found of one formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    checked: Checked,
    /// Whether the second engine is exact for it too.
    is_ctl: bool,
    quantified: bool,
}

impl Exact {
    /// The value of each trajectory in the tree: see [`Checked::per_trajectory`].
    pub fn per_trajectory(&self) -> &[Truth] {
        &self.checked.per_trajectory
    }

    /// Joined with what the second engine found. Where that is exact too, both must agree.
    pub fn with_lifted(self, lifted: Truth) -> Result<Checked, CheckError> {
        let verdict = self.checked.verdict;
        let differs = self.is_ctl && decided(lifted) != decided(verdict);
        if differs || (!self.quantified && lifted == Truth::True && verdict == Truth::False) {
            return Err(CheckError::Internal { what: "the two engines disagree" });
        }
        Ok(Checked { lifted, ..self.checked })
    }
}

/// What is gathered of one formula, per run.
struct Outcome {
    values: Vec<Truth>,
    step: Vec<Option<u32>>,
    engaged: Vec<bool>,
    alone: Option<Vec<Truth>>,
}

/// Decides all of `roots`.
fn exact<L: Labels>(
    problem: &Problem<'_, L>,
    roots: &[Id],
    traits: &Traits,
) -> Result<Vec<Exact>, CheckError> {
    let (pool, runs) = (problem.pool, problem.runs);
    let order = pool.reachable(roots);
    let mut outcomes: Vec<Outcome> = Vec::with_capacity(roots.len());
    // Whose conjuncts and antecedents the formulas are.
    let mut wholes: FxHashMap<Id, Vec<(usize, Option<Id>)>> = FxHashMap::default();
    let mut antecedents: FxHashMap<Id, Vec<usize>> = FxHashMap::default();
    for (at, &root) in roots.iter().enumerate() {
        let (found, plain) = engagement(pool, root);
        for antecedent in found {
            antecedents.entry(antecedent).or_default().push(at);
        }
        for conjunct in conjuncts(pool, root) {
            wholes.entry(conjunct.whole).or_default().push((at, conjunct.body));
        }
        outcomes.push(Outcome {
            values: vec![Truth::True; runs.len()],
            step: vec![None; runs.len()],
            engaged: vec![plain; runs.len()],
            alone: None,
        });
    }
    problem.columns(&order, |id, values, get| {
        for &at in antecedents.get(&id).into_iter().flatten() {
            let column = values.along(runs);
            for (run, engaged) in outcomes[at].engaged.iter_mut().enumerate() {
                *engaged = *engaged || column.any_true(runs.range(run));
            }
        }
        for &(at, body) in wholes.get(&id).into_iter().flatten() {
            let column = values.along(runs);
            let body = body.map(get);
            let Outcome { values, step, .. } = &mut outcomes[at];
            for run in 0..runs.len() {
                let value = runs.value(column, run, 0);
                values[run] = values[run] & value;
                if value == Truth::False {
                    let body = body.as_ref().map(|body| body.along(runs));
                    let first = body.and_then(|body| runs.first_false(body, run)).unwrap_or(0);
                    step[run] = Some(step[run].map_or(first, |old| old.min(first)));
                }
            }
        }
    })?;
    let quantified: Vec<Id> =
        roots.iter().copied().filter(|root| traits.quantified[root.index()]).collect();
    if !quantified.is_empty() {
        let mut places: FxHashMap<Id, Vec<usize>> = FxHashMap::default();
        for (at, &root) in roots.iter().enumerate() {
            places.entry(root).or_default().push(at);
        }
        let alone = Problem { alone: true, ..*problem };
        alone.columns(&pool.reachable(&quantified), |id, values, _| {
            for &at in places.get(&id).into_iter().flatten() {
                let column = values.along(runs);
                let value = |run| runs.value(column, run, 0);
                outcomes[at].alone = Some((0..runs.len()).map(value).collect());
            }
        })?;
    }
    let finish = |(outcome, &root): (Outcome, &Id)| outcome.finish(runs, pool, root, traits);
    Ok(outcomes.into_iter().zip(roots).map(finish).collect())
}

impl Outcome {
    fn finish(self, runs: &Runs, pool: &Pool, root: Id, traits: &Traits) -> Exact {
        let Self { values, step, engaged, alone } = self;
        let verdict = values.iter().fold(Truth::True, |all, &value| all & value);
        let quantified = traits.quantified[root.index()];
        let per_trajectory = runs.spread(&values);
        let alone = match alone.filter(|_| quantified) {
            Some(alone) => runs.spread(&alone),
            None => per_trajectory.clone(),
        };
        let checked = Checked {
            verdict,
            per_trajectory,
            alone,
            engaged: runs.spread(&engaged),
            lifted: Truth::Unsupported,
            failing_step: runs.spread(&step),
            counterexample: None,
        };
        Exact { checked, is_ctl: traits.shapes.is_ctl(pool, root), quantified }
    }
}

fn decided(value: Truth) -> Option<bool> {
    match value {
        Truth::False => Some(false),
        Truth::True => Some(true),
        Truth::Inconclusive | Truth::Unsupported => None,
    }
}

/// The values of the path-quantified formulas, and of what they quantify.
fn quantified<L: Labels>(
    problem: &Problem<'_, L>,
    order: &[Id],
) -> Result<FxHashMap<Id, Rc<Values>>, CheckError> {
    let (mut keep, mut kept) = (FxHashSet::default(), FxHashMap::default());
    for &id in order {
        if let Node::Unary(Unary::AllPaths | Unary::SomePath, a) = problem.pool.node(id) {
            keep.extend([id, a]);
        }
    }
    if !keep.is_empty() {
        problem.columns(order, |id, values, _| {
            if keep.contains(&id) {
                kept.insert(id, values.clone());
            }
        })?;
    }
    Ok(kept)
}
