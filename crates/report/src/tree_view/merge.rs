//! Merging the trajectories of a bundle: which steps are the same state.

use crate::bundle::FullStep;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::fmt::Write;
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
    let mut keys: IndexSet<String, FxBuildHasher> = IndexSet::default();
    let mut states: Vec<&FullStep> = Vec::new();
    let mut paths = Vec::with_capacity(trajectories.len());
    for steps in trajectories {
        let mut path = Path { states: Vec::new(), actions: Vec::new() };
        for step in *steps {
            let (state, new) = keys.insert_full(key(step));
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

/// What makes two states the same.
fn key(step: &FullStep) -> String {
    let mut key = step.facts.join("\n");
    for (name, value) in &step.numeric {
        let _ = write!(key, "\n{name}={value}");
    }
    key
}
