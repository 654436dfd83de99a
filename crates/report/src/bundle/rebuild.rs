//! From pieces back to trajectories.

use super::{BundleError, Run, StepChange, TrajectoryShard};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;

/// A step with its whole state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FullStep {
    /// The action that led here.
    pub action: Option<String>,
    /// Everything that holds, sorted.
    pub facts: Vec<String>,
    /// Signals.
    pub numeric: BTreeMap<String, f64>,
    /// Seconds since the start.
    pub clock: Option<f64>,
}

/// The trajectories of `run`, from the shards that `shard` finds by path.
pub fn rebuild<'a>(
    run: &Run,
    shard: impl Fn(&str) -> Option<&'a TrajectoryShard>,
) -> Result<Vec<Vec<FullStep>>, BundleError> {
    let mut all = Vec::with_capacity(run.trajectories.len());
    for trajectory in &run.trajectories {
        let mut steps: Vec<FullStep> = Vec::new();
        for part in &trajectory.chunks {
            let error = |what: String| BundleError::new(&part.file, what);
            let shard = shard(&part.file).ok_or_else(|| {
                error(format!("run {:?} needs this file, and it is missing", run.id))
            })?;
            let chunk = shard.chunks.get(part.index).ok_or_else(|| {
                error(format!("run {:?} needs chunks[{}], and there is none", run.id, part.index))
            })?;
            if chunk.run != run.id || chunk.sample != trajectory.sample || chunk.from != steps.len()
            {
                return Err(error(format!(
                    "chunks[{}] is step {} of sample {:?} of run {:?}; expected step {} of sample \
                     {:?} of run {:?}",
                    part.index,
                    chunk.from,
                    chunk.sample,
                    chunk.run,
                    steps.len(),
                    trajectory.sample,
                    run.id
                )));
            }
            let mut state: IndexSet<usize, FxBuildHasher> = IndexSet::default();
            for change in &chunk.steps {
                steps.push(apply(&mut state, change, &shard.names));
            }
        }
        if steps.len() as u64 != trajectory.steps || steps.is_empty() {
            return Err(BundleError::new(
                format!("run {:?}", run.id),
                format!(
                    "sample {:?} has {} steps in its pieces; expected {}",
                    trajectory.sample,
                    steps.len(),
                    trajectory.steps
                ),
            ));
        }
        all.push(steps);
    }
    Ok(all)
}

/// Applies a change to the state, and writes the state down.
fn apply(
    state: &mut IndexSet<usize, FxBuildHasher>,
    change: &StepChange,
    names: &[String],
) -> FullStep {
    for fact in &change.remove {
        state.swap_remove(fact);
    }
    state.extend(&change.add);
    let mut facts: Vec<String> = state.iter().map(|&fact| names[fact].clone()).collect();
    facts.sort_unstable();
    FullStep {
        action: change.action.map(|action| names[action].clone()),
        facts,
        numeric: change.numeric.clone(),
        clock: change.clock,
    }
}
