//! Where a rule and its lifting to CTL differ: the trajectories that make the difference.
//!
//! Lifted, a rule has `A` before every temporal operator: at every node all ways on must agree at once. Each
//! trajectory may keep a rule (`F G p`: from some step on `p` stays) and the lifted rule still fail, since no
//! node can promise that for all trajectories through it. On a tree of one trajectory both are the same; so
//! a least set of trajectories for which the lifted rule fails has at least two, and where they part is where
//! the lifting asks for more than the rule. Fewer paths can only help a formula all of whose quantifiers are
//! `A`, so a set from which nothing can be left out is found by leaving out.

use super::{Case, Class};
use crate::rules::instance::Failure;

/// Trajectories each of which keeps a rule, and whose tree violates it if it is lifted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lifting {
    /// The trajectories, by their positions among those given; none can be left out.
    pub trajectories: Vec<usize>,
    /// The last step that all of them have in common.
    pub shared: usize,
    /// What the variables of the rule name.
    pub binding: Vec<(String, String)>,
}

impl Case<'_> {
    /// The first difference; none if there is none, or if the rule has path quantifiers of its own.
    pub(super) fn lifting(&self) -> Result<Option<Lifting>, Failure> {
        for ((scene, bound), classes) in self.scenes.iter().zip(&self.bound).zip(&self.classes) {
            if bound.quantified || classes.contains(&Class::Violated) {
                continue;
            }
            let Some(&job) = scene.lifted(self.rule, bound)?.first() else { continue };
            let (kept, shared) = scene.least_lifted(self.rule, bound, job)?;
            let trajectories = kept.into_iter().map(|at| scene.numbers[at]).collect();
            let binding = bound.jobs[job].binding.clone();
            return Ok(Some(Lifting { trajectories, shared, binding }));
        }
        Ok(None)
    }
}
