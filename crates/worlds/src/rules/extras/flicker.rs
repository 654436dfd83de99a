//! Labels that toggle: at every step, or at more steps than a label of a real thing does.
//!
//! A predicate computed from noisy poses near its threshold flips back and forth, and a rule about
//! it then tells of the noise. Such a label is named with the place.

use super::Case;
use crate::labels::Ground;
use rustc_hash::FxHashSet;
use vedette_checker::formula::Node;
use vedette_checker::syntax::{Style, print};
use vedette_checker::truth::Truth;

/// A label flickers if it changes at one in so many of its steps, or at more.
pub const ONE_IN: usize = 2;

/// Fewer changes than that are no flicker, however short the trajectory.
const LEAST: usize = 4;

/// More than that are not listed.
const MOST: usize = 8;

/// A label that toggles at every step of a stretch, or at many steps of a trajectory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flicker {
    /// The label.
    pub label: String,
    /// The trajectory.
    pub trajectory: usize,
    /// The last step before its first change.
    pub from: usize,
    /// The step of its last change.
    pub to: usize,
    /// How often it changed from `from` to `to`.
    pub changes: usize,
    /// How often it could have.
    pub of: usize,
}

impl Case<'_> {
    pub(super) fn flickers(&self) -> Vec<Flicker> {
        let mut found = Vec::new();
        for (scene, bound) in self.scenes.iter().zip(&self.bound) {
            let mut known = FxHashSet::default();
            for job in &bound.jobs {
                let formula = &job.instance.formula;
                for id in formula.nodes() {
                    let Node::Atom(atom) = formula.pool.node(id) else { continue };
                    let number = job.instance.columns[atom.index()];
                    let ground = &bound.grounds[number as usize];
                    // An action is over at the next step: it toggles by nature.
                    if matches!(ground, Ground::Action { .. }) || !known.insert(number) {
                        continue;
                    }
                    let column = scene.column(ground);
                    for (at, path) in scene.world.paths().iter().enumerate() {
                        let values = path.iter().map(|&moment| column[moment as usize]);
                        let Some((from, to, changes)) = flicker(&values.collect::<Vec<_>>()) else {
                            continue;
                        };
                        let label = print(&formula.pool, id, Style::Vedette);
                        let trajectory = scene.numbers[at];
                        found.push(Flicker { label, trajectory, from, to, changes, of: to - from });
                    }
                }
            }
        }
        found.sort_by(|a, b| {
            b.changes
                .cmp(&a.changes)
                .then(a.trajectory.cmp(&b.trajectory))
                .then(a.from.cmp(&b.from))
        });
        found.truncate(MOST);
        found
    }
}

/// The longest stretch in which a label changes at every step; if there is none of some length, the
/// whole way from the first change to the last, if it changes at a large share of the steps.
fn flicker(values: &[Truth]) -> Option<(usize, usize, usize)> {
    let decided = |value: Truth| matches!(value, Truth::True | Truth::False);
    let changes: Vec<usize> = (1..values.len())
        .filter(|&i| decided(values[i - 1]) && decided(values[i]) && values[i - 1] != values[i])
        .collect();
    let (first, last) = (*changes.first()?, *changes.last()?);
    let (mut best, mut run) = ((first, 1), (first, 1));
    for pair in changes.windows(2) {
        run = if pair[1] == pair[0] + 1 { (run.0, run.1 + 1) } else { (pair[1], 1) };
        if run.1 > best.1 {
            best = run;
        }
    }
    if best.1 >= LEAST {
        return Some((best.0 - 1, best.0 - 1 + best.1, best.1));
    }
    let of = values.len() - 1;
    let often = changes.len() * ONE_IN >= of;
    (changes.len() >= LEAST && often).then_some((first - 1, last, changes.len()))
}
