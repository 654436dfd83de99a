//! Re-checking one rule, or variants of it, on the trajectories of one task.
//!
//! What a state of the tree is was decided by the check, and the same is done here. A rule without
//! path quantifiers has the same value on a trajectory in every tree that contains it, so for these a
//! tree of moments is enough, and is made once. A rule with path quantifiers sees its siblings: where
//! trajectories were merged by labels they are merged again, by the labels that the variant gives.

use super::super::check::{Task, present};
use super::super::decide::{by_labels, number};
use super::super::file::RuleSet;
use super::super::instance::{Environment, Failure, Grounds, Instance, bindings, instance};
use super::super::words::Words;
use super::super::{Options, RuleError, prefix};
use super::Class;
use crate::labels::{Ground, Side, World};
use crate::trajectory::Trajectory;
use crate::vocabulary::Vocabulary;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use vedette_checker::formula::{AtomId, Formula, Id, Node, Pool, Real};
use vedette_checker::tree::{CheckError, Labels, Path, Session, Tree};
use vedette_checker::truth::Truth;

/// So many formulas are decided in one pass.
const TOGETHER: usize = 4096;

/// Distinct columns over the moments of a task.
type Distinct = IndexSet<Vec<Truth>, FxBuildHasher>;

/// The trajectories of one task.
pub(super) struct Scene<'a> {
    pub(super) world: World<'a>,
    /// Their positions among all trajectories.
    pub(super) numbers: Vec<usize>,
    rules: &'a RuleSet,
    vocabulary: &'a Vocabulary,
    options: &'a Options<'a>,
    signals: RefCell<FxHashMap<Side, Rc<[Option<f64>]>>>,
    facts: RefCell<FxHashMap<Ground, Rc<[Truth]>>>,
    /// The tree of moments, with a moment of each state.
    plain: OnceCell<Rc<(Tree, Vec<u32>)>>,
    /// The ground atoms of every rule, where trajectories are merged by labels.
    all: OnceCell<Vec<Grounds>>,
}

/// A rule, or a variant of one, about all objects that it can be about.
pub(super) struct Bound {
    pub(super) jobs: Vec<Bind>,
    pub(super) grounds: Grounds,
    /// Whether it has path quantifiers.
    pub(super) quantified: bool,
}

/// It about certain objects.
pub(super) struct Bind {
    pub(super) binding: Vec<(String, String)>,
    pub(super) instance: Instance,
    /// For each trajectory whether it has these objects; none if all have.
    present: Option<Vec<bool>>,
}

impl Bind {
    pub(super) fn has(&self, trajectory: usize) -> bool {
        self.present.as_ref().is_none_or(|present| present[trajectory])
    }
}

/// Formulas of several instances in one pool, whose atoms are distinct columns.
struct Joint {
    pool: Pool,
    columns: Distinct,
}

impl<'a> Scene<'a> {
    pub(super) fn new(
        rules: &'a RuleSet,
        trajectories: Vec<&'a Trajectory>,
        numbers: Vec<usize>,
        vocabulary: &'a Vocabulary,
        options: &'a Options<'a>,
    ) -> Self {
        Self {
            world: World::new(trajectories, vocabulary),
            numbers,
            rules,
            vocabulary,
            options,
            signals: RefCell::default(),
            facts: RefCell::default(),
            plain: OnceCell::new(),
            all: OnceCell::new(),
        }
    }

    pub(super) fn words(&self) -> Words<'_> {
        Words { vocabulary: self.vocabulary, constants: &self.rules.defaults, world: &self.world }
    }

    pub(super) fn task(&self) -> Task<'_> {
        Task { words: self.words(), numbers: &self.numbers, options: self.options }
    }

    /// A rule of the set as the check understands it here.
    pub(super) fn resolve(&self, rule: usize) -> Result<Formula, Failure> {
        let rule = &self.rules.rules[rule];
        let first = |errors: Vec<RuleError>| match errors.into_iter().next() {
            Some(error) => Err(Failure::Rule(error)),
            None => Ok(()),
        };
        match rule.resolve(self.vocabulary, &self.world, self.options.dialect) {
            Ok(resolved) => {
                first(self.words().look(&resolved.formula).errors)?;
                Ok(resolved.formula)
            }
            Err(errors) => {
                first(errors)?;
                Err(Failure::Rule(RuleError::new("the rule could not be read", "")))
            }
        }
    }

    /// The instances of a formula.
    pub(super) fn bind(&self, formula: &Formula) -> Result<Bound, Failure> {
        let task = self.task();
        let budget = task.instances_budget();
        let absent = task.absent();
        let prefix = prefix::split(formula);
        let pool = &prefix.body.pool;
        let path = |id: &Id| matches!(pool.node(*id), Node::Unary(op, _) if op.is_path());
        let quantified = pool.reachable(&[prefix.body.root]).iter().any(path);
        let (mut jobs, mut grounds) = (Vec::new(), Grounds::default());
        for bound in bindings(pool, &prefix.variables, Environment::new(), self.words()) {
            let name = |(variable, object): &(_, std::sync::Arc<str>)| {
                (pool.name(*variable).to_owned(), object.to_string())
            };
            let binding: Vec<(String, String)> = bound.iter().map(name).collect();
            let instance = instance(&prefix.body, bound, self.words(), &mut grounds, &budget)?;
            let present = present(&binding, &absent);
            jobs.push(Bind { binding, instance, present });
        }
        Ok(Bound { jobs, grounds, quantified })
    }

    /// The values of a signal at every moment.
    pub(super) fn signal(&self, side: &Side) -> Rc<[Option<f64>]> {
        let mut signals = self.signals.borrow_mut();
        signals.entry(side.clone()).or_insert_with(|| self.world.numbers(side).into()).clone()
    }

    /// The values of an atom at every moment.
    pub(super) fn column(&self, ground: &Ground) -> Vec<Truth> {
        if let Ground::Compare { left, relation, right } = ground {
            let at = |side: &Side, moment: usize, values: &[Option<f64>]| match side {
                Side::Literal(value) => Some(value.get()),
                Side::Signal { .. } => values[moment],
            };
            let values = |side: &Side| match side {
                Side::Literal(_) => Rc::from([]),
                Side::Signal { .. } => self.signal(side),
            };
            let (lefts, rights) = (values(left), values(right));
            let value = |moment| match (at(left, moment, &lefts), at(right, moment, &rights)) {
                (Some(left), Some(right)) => Truth::from(relation.holds(left, right)),
                _ => Truth::Unsupported,
            };
            return (0..self.world.len()).map(value).collect();
        }
        let mut facts = self.facts.borrow_mut();
        facts.entry(ground.clone()).or_insert_with(|| self.world.column(ground).into()).to_vec()
    }

    /// The tree on which a variant of a rule is checked, with a moment of each state. `basis` has the
    /// labels by which states are told apart, where labels do that.
    fn tree(&self, rule: usize, basis: &Bound) -> Rc<(Tree, Vec<u32>)> {
        if !basis.quantified {
            let each: Vec<u32> = (0..self.world.len() as u32).collect();
            return self.plain.get_or_init(|| self.merge(&each.clone(), each)).clone();
        }
        let (state_of, moments) = self.states(rule, basis);
        self.merge(&state_of, moments)
    }

    /// Which state of the tree of the check each moment is, and a moment of each state.
    fn states(&self, rule: usize, basis: &Bound) -> (Vec<u32>, Vec<u32>) {
        let action = |moment: usize| self.world.action(moment as u32);
        if self.task().merges_by_labels() {
            let mut columns = Distinct::default();
            for (other, grounds) in self.all().iter().enumerate() {
                let grounds = if other == rule { &basis.grounds } else { grounds };
                columns.extend(grounds.iter().map(|ground| self.column(ground)));
            }
            by_labels(self.world.len(), &columns)
        } else {
            let facts = self.world.by_facts();
            number((0..self.world.len()).map(|moment| (facts[moment], action(moment))))
        }
    }

    /// The trajectories as paths of states.
    fn as_paths(&self, state_of: &[u32]) -> Vec<Path> {
        let path = |path: &Vec<u32>| Path {
            states: path.iter().map(|&moment| state_of[moment as usize]).collect(),
            actions: path.iter().map(|&moment| self.world.action(moment)).collect(),
        };
        self.world.paths().iter().map(path).collect()
    }

    fn merge(&self, state_of: &[u32], moments: Vec<u32>) -> Rc<(Tree, Vec<u32>)> {
        let paths = self.as_paths(state_of);
        let tree = Tree::merge(&paths).expect("trajectories have steps, and an action a step");
        Rc::new((tree, moments))
    }

    fn all(&self) -> &[Grounds] {
        self.all.get_or_init(|| {
            let grounds = |rule| {
                let bound = self.resolve(rule).and_then(|formula| self.bind(&formula));
                bound.map(|bound| bound.grounds).unwrap_or_default()
            };
            (0..self.rules.rules.len()).map(grounds).collect()
        })
    }

    /// Puts a formula of an instance of `bound` into the pool that all share.
    fn join(&self, joint: &mut Joint, bound: &Bound, bind: &Bind, root: Id) -> Id {
        let own = &bind.instance.formula.pool;
        let mut there: Vec<Id> = vec![Id::default(); root.index() + 1];
        for at in own.reachable(&[root]) {
            let node = match own.node(at) {
                Node::Atom(atom) => {
                    let ground = &bound.grounds[bind.instance.columns[atom.index()] as usize];
                    let column = joint.columns.insert_full(self.column(ground)).0;
                    Node::Atom(AtomId::from_index(column))
                }
                node => node.map_children(|child| there[child.index()]),
            };
            there[at.index()] = joint.pool.add(node);
        }
        there[root.index()]
    }

    /// What each of `variants` comes to on each trajectory, the tree being that of `basis`.
    pub(super) fn classes(
        &self,
        rule: usize,
        variants: &[&Bound],
        basis: &Bound,
    ) -> Result<Vec<Vec<Class>>, Failure> {
        let mut joint = Joint { pool: Pool::default(), columns: Distinct::default() };
        let mut roots: Vec<Vec<Id>> = Vec::with_capacity(variants.len());
        for variant in variants {
            let join =
                |bind: &Bind| self.join(&mut joint, variant, bind, bind.instance.formula.root);
            roots.push(variant.jobs.iter().map(join).collect());
        }
        let mut distinct: Vec<Id> = roots.iter().flatten().copied().collect();
        distinct.sort_unstable();
        distinct.dedup();
        let tree = self.tree(rule, basis);
        let labels = OnTree { columns: &joint.columns, moments: &tree.1, world: &self.world };
        let session = Session::new(&tree.0, labels);
        let task = self.task();
        let mut values: FxHashMap<Id, Vec<Truth>> = FxHashMap::default();
        for some in distinct.chunks(TOGETHER) {
            let found = session.exact(&joint.pool, some, &task.budget());
            for (&root, found) in some.iter().zip(found) {
                values.insert(root, found.map_err(failure)?.per_trajectory().to_vec());
            }
        }
        let class = |(variant, roots): (&&Bound, Vec<Id>)| {
            let mut classes = vec![Class::Holds; self.numbers.len()];
            for (bind, root) in variant.jobs.iter().zip(roots) {
                for (at, class) in classes.iter_mut().enumerate().filter(|(at, _)| bind.has(*at)) {
                    *class = (*class).min(Class::of(values[&root][at]));
                }
            }
            classes
        };
        Ok(variants.iter().zip(roots).map(class).collect())
    }

    /// The places of the instances of a rule without path quantifiers that are violated if they are lifted,
    /// on the tree of the check.
    pub(super) fn lifted(&self, rule: usize, bound: &Bound) -> Result<Vec<usize>, Failure> {
        let mut joint = Joint { pool: Pool::default(), columns: Distinct::default() };
        let join = |bind: &Bind| self.join(&mut joint, bound, bind, bind.instance.formula.root);
        let roots: Vec<Id> = bound.jobs.iter().map(join).collect();
        let (state_of, moments) = self.states(rule, bound);
        let tree = self.merge(&state_of, moments);
        let labels = OnTree { columns: &joint.columns, moments: &tree.1, world: &self.world };
        let found =
            Session::new(&tree.0, labels).lifted(&joint.pool, &roots, &self.task().budget());
        let mut violated = Vec::new();
        for (at, found) in found.into_iter().enumerate() {
            let everywhere = bound.jobs[at].present.is_none();
            if everywhere && found.map_err(failure)? == Truth::False {
                violated.push(at);
            }
        }
        Ok(violated)
    }

    /// A set of trajectories on whose tree one instance is violated if it is lifted, none of which can be
    /// left out; and the last step that all of them have in common.
    pub(super) fn least_lifted(
        &self,
        rule: usize,
        bound: &Bound,
        job: usize,
    ) -> Result<(Vec<usize>, usize), Failure> {
        let mut joint = Joint { pool: Pool::default(), columns: Distinct::default() };
        let bind = &bound.jobs[job];
        let root = self.join(&mut joint, bound, bind, bind.instance.formula.root);
        let (state_of, moments) = self.states(rule, bound);
        let paths = self.as_paths(&state_of);
        let task = self.task();
        let violated = |chosen: &[usize]| {
            let some: Vec<Path> = chosen.iter().map(|&at| paths[at].clone()).collect();
            let tree = Tree::merge(&some).expect("trajectories have steps, and an action a step");
            let labels = OnSome {
                all: OnTree { columns: &joint.columns, moments: &moments, world: &self.world },
                chosen,
            };
            let session = Session::new(&tree, labels);
            let found = session.lifted(&joint.pool, &[root], &task.budget()).remove(0);
            found.map(|found| found == Truth::False).map_err(failure)
        };
        // Whole stretches are left out first, then shorter ones, at last one by one.
        let mut kept: Vec<usize> = (0..paths.len()).collect();
        let mut stretch = kept.len();
        while stretch > 0 {
            let mut from = 0;
            while from < kept.len() {
                let to = (from + stretch).min(kept.len());
                let rest: Vec<usize> = kept[..from].iter().chain(&kept[to..]).copied().collect();
                if !rest.is_empty() && violated(&rest)? {
                    kept = rest;
                } else {
                    from = to;
                }
            }
            stretch /= 2;
        }
        let first = &paths[kept[0]];
        let same = |step: &usize| {
            kept.iter().all(|&at| {
                let path = &paths[at];
                path.states.get(*step) == first.states.get(*step)
                    && path.actions.get(*step) == first.actions.get(*step)
            })
        };
        let shared = (0..first.states.len()).take_while(same).count();
        Ok((kept, shared.saturating_sub(1)))
    }

    /// Shows the values of formulas of the instances of `bound` along the trajectories that have
    /// their objects: the place of the job, the trajectory, the values.
    pub(super) fn along(
        &self,
        rule: usize,
        bound: &Bound,
        formulas: &[(usize, Id)],
        mut see: impl FnMut(usize, usize, &[Truth]),
    ) -> Result<(), Failure> {
        let mut joint = Joint { pool: Pool::default(), columns: Distinct::default() };
        let join = |&(job, id): &(usize, Id)| self.join(&mut joint, bound, &bound.jobs[job], id);
        let roots: Vec<Id> = formulas.iter().map(join).collect();
        let tree = self.tree(rule, bound);
        let labels = OnTree { columns: &joint.columns, moments: &tree.1, world: &self.world };
        let session = Session::new(&tree.0, labels);
        let see = |at: usize, trajectory: u32, values: &[Truth]| {
            let job = formulas[at].0;
            if bound.jobs[job].has(trajectory as usize) {
                see(job, trajectory as usize, values);
            }
        };
        session.along(&joint.pool, &roots, &self.task().budget(), see).map_err(failure)
    }

    /// The time of a step, if it is known.
    pub(super) fn seconds(&self, trajectory: usize, step: usize) -> Option<f64> {
        self.world.trajectories()[trajectory].steps[step].clock.map(Real::get)
    }
}

/// Labels of a tree of some trajectories.
struct OnSome<'a> {
    all: OnTree<'a>,
    chosen: &'a [usize],
}

impl Labels for OnSome<'_> {
    fn truth(&self, state: u32, atom: AtomId) -> Truth {
        self.all.truth(state, atom)
    }

    fn seconds(&self, trajectory: u32, step: u32) -> Option<f64> {
        self.all.seconds(self.chosen[trajectory as usize] as u32, step)
    }
}

fn failure(error: CheckError) -> Failure {
    match error {
        CheckError::Limit(limit) => Failure::Limit(limit),
        other => Failure::Rule(RuleError::new(other.to_string(), "")),
    }
}

/// Labels by columns over moments.
struct OnTree<'a> {
    columns: &'a Distinct,
    moments: &'a [u32],
    world: &'a World<'a>,
}

impl Labels for OnTree<'_> {
    fn truth(&self, state: u32, atom: AtomId) -> Truth {
        self.columns[atom.index()][self.moments[state as usize] as usize]
    }

    fn seconds(&self, trajectory: u32, step: u32) -> Option<f64> {
        let steps = &self.world.trajectories()[trajectory as usize].steps;
        steps[step as usize].clock.map(Real::get)
    }
}
