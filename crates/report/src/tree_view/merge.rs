//! Merging the trajectories of a bundle: which steps are the same state.

use crate::bundle::FullStep;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use vedette_checker::tree::{MergeError, Path, Tree};

/// A tree, with what its numbers stand for.
#[derive(Debug)]
pub struct Merged<'a> {
    /// The tree.
    pub tree: Tree,
    /// A step that shows each state.
    pub states: Vec<&'a FullStep>,
    /// The actions.
    pub actions: Vec<&'a str>,
}

/// Merges `trajectories`: two steps share a node if parent, action, facts and signals are the same.
pub fn merge<'a>(trajectories: &[&'a [FullStep]]) -> Result<Merged<'a>, MergeError> {
    let mut actions: IndexSet<&str, FxBuildHasher> = IndexSet::default();
    let mut names: IndexSet<&str, FxBuildHasher> = IndexSet::default();
    let mut keys: IndexSet<Box<[u64]>, FxBuildHasher> = IndexSet::default();
    let mut states: Vec<&FullStep> = Vec::new();
    let mut paths = Vec::with_capacity(trajectories.len());
    for steps in trajectories {
        let mut path = Path { states: Vec::new(), actions: Vec::new() };
        for step in *steps {
            let (state, new) = keys.insert_full(key(step, &mut names));
            if new {
                states.push(step);
            }
            path.states.push(state as u32);
            let action = step.action.as_deref();
            path.actions.push(action.map(|action| actions.insert_full(action).0 as u32));
        }
        paths.push(path);
    }
    let tree = Tree::merge(&paths)?;
    Ok(Merged { tree, states, actions: actions.into_iter().collect() })
}

/// What makes two states the same: the facts that hold, then every signal with its value.
fn key<'a>(step: &'a FullStep, names: &mut IndexSet<&'a str, FxBuildHasher>) -> Box<[u64]> {
    let mut number = |name: &'a str| names.insert_full(name).0 as u64;
    let mut key = Vec::with_capacity(1 + step.facts.len() + 2 * step.numeric.len());
    // The count keeps a fact from being read as a signal.
    key.push(step.facts.len() as u64);
    key.extend(step.facts.iter().map(|fact| number(fact)));
    for (name, value) in &step.numeric {
        key.extend([number(name), value.to_bits()]);
    }
    key.into_boxed_slice()
}

#[cfg(test)]
mod tests {
    use super::merge;
    use crate::bundle::FullStep;

    #[test]
    fn states_are_told_apart_by_facts_signals_and_values() {
        let step = |facts: &[&str], signals: &[(&str, f64)]| FullStep {
            facts: facts.iter().map(|fact| (*fact).into()).collect(),
            numeric: signals.iter().map(|(name, value)| ((*name).into(), *value)).collect(),
            ..FullStep::default()
        };
        let states = [
            step(&["a", "b"], &[]),
            step(&["a"], &[("b", 0.0)]),
            step(&["a"], &[("b", 1.0)]),
            step(&["b"], &[("b", 1.0)]),
            step(&["a"], &[]),
        ];
        let all: Vec<&[FullStep]> = states.iter().map(std::slice::from_ref).collect();
        assert_eq!(merge(&all).unwrap().tree.len(), 5);
        let twice: Vec<&[FullStep]> = all.iter().chain(&all).copied().collect();
        assert_eq!(merge(&twice).unwrap().tree.len(), 5);
    }
}
