//! Checking the evidence of a bundle again, from nothing but its trajectories.
//!
//! The rule about the named instances is read from its text, evaluated on the merged tree, and its
//! counterexample worked out anew (which the checker's own re-checker must accept). The bundle's claim
//! stands if the same trajectory violates the rule, from the same step on.

use super::merge::Merged;
use crate::atoms::{UNSUPPORTED, text};
use crate::bundle::{Evidence, FullStep};
use rustc_hash::{FxHashMap, FxHashSet};
use vedette_checker::budget::Budget;
use vedette_checker::formula::{Atom, AtomId, Number, Pool, Real};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::tree::{Labels, check};
use vedette_checker::truth::Truth;
use vedette_checker::words::Reading;

/// Whether `evidence` is right; why not, if it is not.
pub fn recheck(
    merged: &Merged<'_>,
    trajectories: &[Vec<FullStep>],
    evidence: &Evidence,
) -> Result<(), String> {
    let parsed = parse(&evidence.formula, Dialect::Vedette, Reading::Finite);
    let formula = parsed.ok().map_err(|errors| {
        format!("the rule about these instances cannot be read: {}", errors[0])
    })?;
    let labels = Facts::new(&formula.pool, merged, trajectories);
    let checked = check(&formula.pool, formula.root, &merged.tree, &labels, &Budget::default())
        .map_err(|e| e.to_string())?;
    match checked.failing_step.get(evidence.trajectory) {
        None => Err(format!("there is no trajectory {}", evidence.trajectory)),
        Some(None) => Err(format!(
            "trajectory {} does not violate the rule here, and the bundle says that it does",
            evidence.trajectory
        )),
        Some(Some(step)) if *step as usize != evidence.step => Err(format!(
            "the violation begins at step {step} here, and at step {} in the bundle",
            evidence.step
        )),
        Some(Some(_)) => Ok(()),
    }
}

/// The facts of a bundle as labels.
struct Facts<'a> {
    /// By state: what holds.
    states: Vec<FxHashSet<&'a str>>,
    merged: &'a Merged<'a>,
    trajectories: &'a [Vec<FullStep>],
    /// By atom: its text, and the same marked as undecided.
    names: FxHashMap<AtomId, (String, String)>,
    pool: &'a Pool,
}

impl<'a> Facts<'a> {
    fn new(pool: &'a Pool, merged: &'a Merged<'a>, trajectories: &'a [Vec<FullStep>]) -> Self {
        let set = |step: &&'a FullStep| step.facts.iter().map(|fact| &**fact).collect();
        let names = (0..pool.atom_count())
            .map(|index| {
                let atom = AtomId::from_index(index);
                let name = text(pool, atom);
                let undecided = format!("{UNSUPPORTED}{name}");
                (atom, (name, undecided))
            })
            .collect();
        Self { states: merged.states.iter().map(set).collect(), merged, trajectories, names, pool }
    }

    /// The number that stands on one side of a comparison.
    fn number(&self, step: &FullStep, number: &Number) -> Option<f64> {
        match number {
            Number::Literal(real) => Some(real.get()),
            Number::Value(value) => {
                let mut scratch = Pool::default();
                let zero = Real::new(0.0)?;
                let atom = Atom::Compare {
                    left: Number::Value(value.clone()),
                    relation: vedette_checker::formula::Relation::Equal,
                    right: Number::Literal(zero),
                };
                let atom = scratch.import_atom(self.pool, &atom);
                let atom = scratch.atom_id(atom);
                let shown = text(&scratch, atom);
                let name = shown.strip_suffix(" = 0")?;
                step.numeric.get(name).copied()
            }
        }
    }
}

impl Labels for Facts<'_> {
    fn truth(&self, state: u32, atom: AtomId) -> Truth {
        let facts = &self.states[state as usize];
        let (name, undecided) = &self.names[&atom];
        if facts.contains(name.as_str()) {
            return Truth::True;
        }
        if facts.contains(undecided.as_str()) {
            return Truth::Unsupported;
        }
        if let Atom::Compare { left, relation, right } = self.pool.atom(atom) {
            let step = self.merged.states[state as usize];
            if let (Some(left), Some(right)) = (self.number(step, left), self.number(step, right)) {
                return relation.holds(left, right).into();
            }
        }
        Truth::False
    }

    fn seconds(&self, trajectory: u32, step: u32) -> Option<f64> {
        self.trajectories.get(trajectory as usize)?.get(step as usize)?.clock
    }
}
