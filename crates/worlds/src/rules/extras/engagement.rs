//! Whether the premise of a rule was met: how often, and where first.

use super::{Case, Spot};
use crate::rules::instance::Failure;
use vedette_checker::tree::antecedents;
use vedette_checker::truth::Truth;

/// Whether the premise of a rule was met: some `p` of its outermost implications `p -> q`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engagement {
    /// The steps of all trajectories at which it was met by some objects.
    pub steps: usize,
    /// The steps of all trajectories.
    pub of: usize,
    /// The trajectories in which it was met.
    pub trajectories: usize,
    /// Where it was met first.
    pub first: Option<Spot>,
}

impl Case<'_> {
    pub(super) fn engagement(&self) -> Result<Option<Engagement>, Failure> {
        let (mut any, mut all) =
            (false, Engagement { steps: 0, of: 0, trajectories: 0, first: None });
        for (scene, bound) in self.scenes.iter().zip(&self.bound) {
            let mut asked = Vec::new();
            for (at, job) in bound.jobs.iter().enumerate() {
                let formula = &job.instance.formula;
                let found = antecedents(&formula.pool, formula.root);
                asked.extend(found.into_iter().map(|id| (at, id)));
            }
            any |= !asked.is_empty();
            let paths = scene.world.paths();
            // By trajectory and step: the first of the bindings that met it.
            let mut met: Vec<Vec<Option<usize>>> =
                paths.iter().map(|path| vec![None; path.len()]).collect();
            scene.along(self.rule, bound, &asked, |job, trajectory, values| {
                let met = met[trajectory].iter_mut();
                for (met, _) in met.zip(values).filter(|(_, value)| **value == Truth::True) {
                    *met = Some(met.map_or(job, |old| old.min(job)));
                }
            })?;
            for (at, met) in met.iter().enumerate() {
                let times = met.iter().flatten().count();
                all.steps += times;
                all.of += met.len();
                all.trajectories += usize::from(times > 0);
                let Some((step, job)) =
                    met.iter().enumerate().find_map(|(step, job)| Some((step, (*job)?)))
                else {
                    continue;
                };
                let trajectory = scene.numbers[at];
                if all.first.as_ref().is_none_or(|first| trajectory < first.trajectory) {
                    let binding = bound.jobs[job].binding.clone();
                    all.first = Some(Spot { trajectory, step, binding });
                }
            }
        }
        // A rule whose instances all fell away still has its premise.
        any |= self.formulas.iter().any(|formula| {
            let split = crate::rules::prefix::split(formula).body;
            !antecedents(&split.pool, split.root).is_empty()
        });
        Ok(any.then_some(all))
    }
}
