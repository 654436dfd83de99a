//! From pieces back to trajectories.

use super::{BundleError, Run, StepChange, TrajectoryShard};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A step with its whole state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FullStep {
    /// The action that led here.
    pub action: Option<String>,
    /// Everything that holds, sorted.
    pub facts: Vec<Arc<str>>,
    /// Signals.
    pub numeric: BTreeMap<String, f64>,
    /// Seconds since the start.
    pub clock: Option<f64>,
}

/// The most text that the states of a run may come to, written out: far more than any run needs, and
/// less than fills the memory of a browser. A few changes can describe very many large states.
const TEXT: usize = 256 << 20;

/// A file of trajectories and its path.
pub type Named<'a> = (&'a str, &'a TrajectoryShard);

/// The trajectories of `run`, from the files that `shard` finds by number.
pub fn rebuild<'a>(
    run: &Run,
    shard: impl Fn(u32) -> Option<Named<'a>>,
) -> Result<Vec<Vec<FullStep>>, BundleError> {
    let place = || format!("run {:?}", run.id);
    let mut all = Vec::with_capacity(run.trajectories.len());
    let mut names: FxHashMap<u32, Names> = FxHashMap::default();
    let (mut samples, mut used) = (FxHashSet::default(), FxHashSet::default());
    let mut text = 0;
    for trajectory in &run.trajectories {
        if !samples.insert(&trajectory.sample) {
            let what = format!("sample {:?} is there twice", trajectory.sample);
            return Err(BundleError::new(place(), what));
        }
        let mut steps: Vec<FullStep> = Vec::new();
        for part in &trajectory.chunks {
            let (file, shard) = shard(part.shard).ok_or_else(|| {
                let what =
                    format!("it needs file {} of trajectories, which is missing", part.shard);
                BundleError::new(place(), what)
            })?;
            let error = |what: String| BundleError::new(file, what);
            let chunk = shard.chunks.get(part.index as usize).ok_or_else(|| {
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
            if !used.insert(*part) {
                return Err(error(format!("chunks[{}] is used twice", part.index)));
            }
            let names = names.entry(part.shard).or_insert_with(|| Names::new(shard));
            let mut state = Vec::new();
            for change in &chunk.steps {
                let step = apply(&mut state, change, names);
                text += step.facts.iter().map(|fact| fact.len() + 16).sum::<usize>();
                if text > TEXT {
                    return Err(BundleError::new(
                        place(),
                        format!("its states come to more than {TEXT} bytes of text"),
                    ));
                }
                steps.push(step);
            }
        }
        if steps.len() as u64 != trajectory.steps || steps.is_empty() {
            return Err(BundleError::new(
                place(),
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

/// The names of a file, in alphabetical order: a state that is sorted by rank is sorted by name.
struct Names {
    /// By rank.
    sorted: Vec<Arc<str>>,
    /// The rank of every number of the file.
    ranks: Vec<u32>,
}

impl Names {
    fn new(shard: &TrajectoryShard) -> Self {
        let mut order: Vec<usize> = (0..shard.names.len()).collect();
        order.sort_by_key(|&number| &shard.names[number]);
        let mut ranks = vec![0; order.len()];
        for (rank, &number) in order.iter().enumerate() {
            ranks[number] = rank as u32;
        }
        let name = |&number: &usize| Arc::from(shard.names[number].as_str());
        Self { sorted: order.iter().map(name).collect(), ranks }
    }

    fn of(&self, number: usize) -> &Arc<str> {
        &self.sorted[self.ranks[number] as usize]
    }
}

/// Applies a change to the state, which is a sorted list of ranks, and writes the state down.
fn apply(state: &mut Vec<u32>, change: &StepChange, names: &Names) -> FullStep {
    for &fact in &change.remove {
        if let Ok(at) = state.binary_search(&names.ranks[fact]) {
            state.remove(at);
        }
    }
    for &fact in &change.add {
        if let Err(at) = state.binary_search(&names.ranks[fact]) {
            state.insert(at, names.ranks[fact]);
        }
    }
    FullStep {
        action: change.action.map(|action| names.of(action).to_string()),
        facts: state.iter().map(|&rank| names.sorted[rank as usize].clone()).collect(),
        numeric: change.numeric.clone(),
        clock: change.clock,
    }
}
