//! The parts of a rule that do not matter: whatever they were, every trajectory would be judged the same.
//!
//! A part that counts with one sign only is replaced by `true` and by `false`. If neither changes the
//! verdict of a trajectory, then by monotony nothing between them does: the verdict does not depend on
//! that part. (Kupferman and Vardi ask for one of the two; asking for both makes sense of violations
//! too.)

use super::Case;
use super::scene::Bound;
use crate::rules::instance::Failure;
use vedette_checker::budget::Limit;
use vedette_checker::formula::{Formula, Id, Node, signs};
use vedette_checker::syntax::{Style, print};

/// The most parts of a rule that are tried.
const MOST: usize = 64;

/// A part of a rule that does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idle {
    /// The part, in the words of the rule.
    pub formula: String,
}

impl Case<'_> {
    pub(super) fn idle(&self) -> Result<Vec<Idle>, Failure> {
        let Some(formula) = self.formulas.first() else { return Ok(Vec::new()) };
        if !self.formulas.iter().all(|other| other.same_as(formula)) {
            // An importer may read a rule differently where other objects are about.
            return Ok(Vec::new());
        }
        let signs = signs(formula);
        let tried = |id: &Id| {
            let plain = !matches!(formula.pool.node(*id), Node::Constant(_) | Node::Bind(..));
            plain && *id != formula.root && signs[id.index()].pure().is_some()
        };
        let parts: Vec<Id> = formula.nodes().into_iter().filter(tried).collect();
        if parts.len() > MOST {
            return Err(Limit::Parts { what: "parts of a rule", limit: MOST as u64 }.into());
        }
        let mut idle = vec![true; parts.len()];
        for ((scene, bound), classes) in self.scenes.iter().zip(&self.bound).zip(&self.classes) {
            let mut variants: Vec<Bound> = Vec::with_capacity(parts.len() * 2);
            for &part in &parts {
                for value in [false, true] {
                    variants.push(scene.bind(&replaced(formula, part, value))?);
                }
            }
            let variants: Vec<&Bound> = variants.iter().collect();
            let found = scene.classes(self.rule, &variants, bound)?;
            for (pair, idle) in found.chunks(2).zip(&mut idle) {
                *idle &= pair.iter().all(|found| found == classes);
            }
        }
        // Only the outermost: what stands within them cannot matter either.
        let is_idle = |id: &Id| parts.binary_search(id).is_ok_and(|at| idle[at]);
        let mut outer = vec![false; formula.root.index() + 1];
        outer[formula.root.index()] = true;
        let mut found = Vec::new();
        for id in formula.nodes().into_iter().rev() {
            if !outer[id.index()] {
                continue;
            }
            if is_idle(&id) {
                found.push(Idle { formula: print(&formula.pool, id, Style::Vedette) });
            } else {
                formula.pool.node(id).children().for_each(|child| outer[child.index()] = true);
            }
        }
        Ok(found)
    }
}

/// The formula with a constant in the place of `part`, wherever that occurs.
fn replaced(formula: &Formula, part: Id, value: bool) -> Formula {
    let mut pool = formula.pool.clone();
    let mut done = vec![Id::default(); formula.root.index() + 1];
    for id in formula.nodes() {
        done[id.index()] = if id == part {
            pool.constant(value)
        } else {
            pool.add(formula.pool.node(id).map_children(|child| done[child.index()]))
        };
    }
    Formula::new(pool, done[formula.root.index()])
}
