//! The labels of a task as columns, its tree, and all its instances decided together.
//!
//! Atoms that are true in the same states are one atom here, so that instances about different
//! objects that see the same become one formula of one pool: most pairs of objects are never near
//! each other, and hash-consing decides all of them once.

use super::check::{Job, Stage, Task};
use super::instance::{Grounds, Instance};
use crate::labels::World;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use vedette_checker::budget::Budget;
use vedette_checker::formula::{AtomId, Formula, Id, Node, Pool, Real, Unary};
use vedette_checker::tree::{self, CheckError, Checked, Exact, Labels, Path, Session, Tree};
use vedette_checker::truth::Truth;

/// The distinct columns over the moments of a task.
pub(super) struct Columns {
    /// The column of each ground atom.
    of: Vec<u32>,
    distinct: IndexSet<Vec<Truth>, FxBuildHasher>,
}

impl Columns {
    pub(super) fn new(world: &World<'_>, grounds: &Grounds) -> Self {
        let mut distinct = IndexSet::default();
        let columns = world.columns(grounds.iter());
        let of = columns.into_iter().map(|column| distinct.insert_full(column).0 as u32).collect();
        Self { of, distinct }
    }
}

/// The tree of a task, with the columns over its states.
pub(super) struct Merged<'a> {
    pub(super) tree: Tree,
    pub(super) paths: Vec<Path>,
    /// The column of each ground atom.
    of: &'a [u32],
    columns: Vec<Vec<Truth>>,
    world: &'a World<'a>,
    /// The positions of its trajectories among all that were given.
    pub(super) numbers: &'a [usize],
}

impl<'a> Merged<'a> {
    pub(super) fn new(task: &Task<'a>, columns: &'a Columns) -> Self {
        let world = task.words.world;
        // Which state of the tree each moment is, and a moment of each state.
        let (state_of, moments) = if task.merges_by_labels() {
            by_labels(world.len(), &columns.distinct)
        } else {
            let facts = world.by_facts();
            number((0..world.len()).map(|moment| (facts[moment], world.action(moment as u32))))
        };
        let path = |path: &Vec<u32>| Path {
            states: path.iter().map(|&moment| state_of[moment as usize]).collect(),
            actions: path.iter().map(|&moment| world.action(moment)).collect(),
        };
        let paths: Vec<Path> = world.paths().iter().map(path).collect();
        let tree = Tree::merge(&paths).expect("trajectories have steps, and an action a step");
        let chosen = |c: &Vec<Truth>| moments.iter().map(|&moment| c[moment as usize]).collect();
        let columns_of_states = columns.distinct.iter().map(chosen).collect();
        Self {
            tree,
            paths,
            of: &columns.of,
            columns: columns_of_states,
            world,
            numbers: task.numbers,
        }
    }

    /// The labels of the atoms of an instance.
    pub(super) fn labels<'b>(&'b self, instance: &'b Instance) -> InstanceLabels<'b> {
        InstanceLabels { merged: self, of: &instance.columns }
    }

    fn seconds(&self, trajectory: u32, step: u32) -> Option<f64> {
        let steps = &self.world.trajectories()[trajectory as usize].steps;
        steps[step as usize].clock.map(Real::get)
    }
}

/// Numbers for values, equal ones alike, in order; and the first place of each.
pub(super) fn number<K: std::hash::Hash + Eq>(
    keys: impl Iterator<Item = K>,
) -> (Vec<u32>, Vec<u32>) {
    let mut known: FxHashMap<K, u32> = FxHashMap::default();
    let (mut numbers, mut firsts) = (Vec::new(), Vec::new());
    for (place, key) in keys.enumerate() {
        let next = firsts.len() as u32;
        let number = *known.entry(key).or_insert(next);
        if number == next {
            firsts.push(place as u32);
        }
        numbers.push(number);
    }
    (numbers, firsts)
}

/// Numbers for the moments that are equal exactly if all labels are: column after column, the
/// classes so far are split by its values.
pub(super) fn by_labels(
    moments: usize,
    columns: &IndexSet<Vec<Truth>, FxBuildHasher>,
) -> (Vec<u32>, Vec<u32>) {
    let mut classes = vec![0_u32; moments];
    let mut count = usize::from(moments > 0);
    // Four new classes for each old one, as far as they are met.
    let mut split: Vec<u32> = Vec::new();
    for column in columns {
        split.clear();
        split.resize(count * 4, u32::MAX);
        let mut next = 0;
        for (class, &value) in classes.iter_mut().zip(column) {
            let new = &mut split[*class as usize * 4 + value as usize];
            if *new == u32::MAX {
                *new = next;
                next += 1;
            }
            *class = *new;
        }
        count = next as usize;
    }
    number(classes.into_iter())
}

/// The labels of an instance.
pub(super) struct InstanceLabels<'a> {
    merged: &'a Merged<'a>,
    of: &'a [u32],
}

impl Labels for InstanceLabels<'_> {
    fn truth(&self, state: u32, atom: AtomId) -> Truth {
        let ground = self.of[atom.index()] as usize;
        self.merged.columns[self.merged.of[ground] as usize][state as usize]
    }

    fn seconds(&self, trajectory: u32, step: u32) -> Option<f64> {
        self.merged.seconds(trajectory, step)
    }
}

/// The labels of the pool that all instances share: its atoms are the distinct columns.
pub(super) struct SharedLabels<'a>(&'a Merged<'a>);

impl Labels for SharedLabels<'_> {
    fn truth(&self, state: u32, atom: AtomId) -> Truth {
        self.0.columns[atom.index()][state as usize]
    }

    fn seconds(&self, trajectory: u32, step: u32) -> Option<f64> {
        self.0.seconds(trajectory, step)
    }
}

/// The result of a job.
pub(super) struct Decided {
    pub(super) checked: Checked,
    /// For each trajectory whether the data leaves open if an antecedent was seen.
    pub(super) open: Option<Vec<bool>>,
}

/// All jobs of a task, decided.
pub(super) struct Decisions<'a> {
    /// What each job comes to in the shared pool.
    pub(super) roots: Vec<Id>,
    results: FxHashMap<Id, Result<Decided, CheckError>>,
    pub(super) session: Session<'a, SharedLabels<'a>>,
}

/// So many formulas are decided in one pass: what they share is in memory at the same time.
const TOGETHER: usize = 4096;

impl<'a> Decisions<'a> {
    pub(super) fn new(
        task: &Task<'_>,
        merged: &'a Merged<'a>,
        jobs: &[Job],
        budget: &Budget<'_>,
    ) -> Self {
        let mut pool = Pool::default();
        let roots: Vec<Id> = jobs.iter().map(|job| shared(&mut pool, job, merged)).collect();
        let mut distinct = roots.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let session = Session::new(&merged.tree, SharedLabels(merged));
        let mut results = FxHashMap::default();
        for roots in distinct.chunks(TOGETHER) {
            let open = Open::new(&mut pool, roots, merged);
            let all: Vec<Id> = roots.iter().copied().chain(open.asked()).collect();
            let mut exact = session.exact(&pool, &all, budget);
            task.reached(Stage::Exact);
            let lifted = session.lifted(&pool, roots, budget);
            task.reached(Stage::Lifted);
            let mut seen = exact.split_off(roots.len()).into_iter();
            for (&root, (exact, lifted)) in roots.iter().zip(exact.into_iter().zip(lifted)) {
                let open = open.gather(root, &mut seen);
                let checked = exact.and_then(|exact| exact.with_lifted(lifted?));
                let decided = checked.and_then(|checked| Ok(Decided { checked, open: open? }));
                results.insert(root, decided);
            }
        }
        Self { roots, results, session }
    }

    pub(super) fn of(&self, job: usize) -> Result<&Decided, &CheckError> {
        self.result(self.roots[job])
    }

    pub(super) fn result(&self, root: Id) -> Result<&Decided, &CheckError> {
        self.results[&root].as_ref()
    }
}

/// An instance in the shared pool.
fn shared(pool: &mut Pool, job: &Job, merged: &Merged<'_>) -> Id {
    let Formula { pool: own, root } = job.instance.formula.as_ref();
    let mut there: Vec<Id> = Vec::with_capacity(root.index() + 1);
    for at in 0..=root.index() {
        let node = match own.node(Id::from_index(at)) {
            Node::Atom(atom) => {
                let ground = job.instance.columns[atom.index()] as usize;
                Node::Atom(AtomId::from_index(merged.of[ground] as usize))
            }
            node => node.map_children(|child| there[child.index()]),
        };
        there.push(pool.add(node));
    }
    there[root.index()]
}

/// Whether antecedents were seen, where the data may not tell.
struct Open {
    /// For each root the formulas `F antecedent` that are asked.
    asked: Vec<(Id, Vec<Id>)>,
}

impl Open {
    fn new(pool: &mut Pool, roots: &[Id], merged: &Merged<'_>) -> Self {
        let silent: Vec<bool> =
            merged.columns.iter().map(|column| column.contains(&Truth::Unsupported)).collect();
        // Whether an atom that the data does not decide everywhere occurs in a formula.
        let mut touched = vec![false; pool.len()];
        for at in 0..pool.len() {
            let node = pool.node(Id::from_index(at));
            touched[at] = match node {
                Node::Atom(atom) => silent[atom.index()],
                _ => node.children().any(|child| touched[child.index()]),
            };
        }
        let touched: Vec<Id> = roots.iter().copied().filter(|root| touched[root.index()]).collect();
        let seen = |root: &Id| {
            let antecedents = tree::antecedents(pool, *root);
            let seen = antecedents.into_iter().map(|p| pool.unary(Unary::Finally, p)).collect();
            (*root, seen)
        };
        Self { asked: touched.iter().map(seen).collect() }
    }

    fn asked(&self) -> impl Iterator<Item = Id> {
        self.asked.iter().flat_map(|(_, seen)| seen.iter().copied())
    }

    /// What `seen` says of `root`: it goes on where the root before left it.
    fn gather(
        &self,
        root: Id,
        seen: &mut impl Iterator<Item = Result<Exact, CheckError>>,
    ) -> Result<Option<Vec<bool>>, CheckError> {
        let Ok(at) = self.asked.binary_search_by_key(&root, |(root, _)| *root) else {
            return Ok(None);
        };
        let mut open: Option<Vec<bool>> = None;
        for seen in seen.by_ref().take(self.asked[at].1.len()).collect::<Vec<_>>() {
            let seen = seen?;
            let seen = seen.per_trajectory();
            let open = open.get_or_insert_with(|| vec![false; seen.len()]);
            for (open, value) in open.iter_mut().zip(seen) {
                *open |= *value == Truth::Unsupported;
            }
        }
        Ok(open)
    }
}
