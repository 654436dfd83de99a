//! From the trajectories of a bundle to the tree that is drawn.

use super::merge::merge;
use super::recheck::recheck;
use super::{NodeView, TreeView};
use crate::bundle::{BundleError, FullStep, Item, Run, Verdict};
use rustc_hash::FxHashSet;
use vedette_checker::tree::Tree;

/// The tree of `run`, seen from `item`.
pub fn view(
    run: &Run,
    item: &Item,
    trajectories: &[Vec<FullStep>],
) -> Result<TreeView, BundleError> {
    let steps: Vec<&[FullStep]> = trajectories.iter().map(Vec::as_slice).collect();
    let merged =
        merge(&steps).map_err(|e| BundleError::new(format!("run {:?}", run.id), e.to_string()))?;
    let tree = &merged.tree;
    let outcomes = outcomes(tree, &item.per_trajectory);
    let nodes = (0..tree.len() as u32)
        .map(|node| {
            let here = merged.states[tree.state(node) as usize];
            let before = tree.parent(node).map(|parent| merged.states[tree.state(parent) as usize]);
            let (added, removed) = change(before, here);
            NodeView {
                parent: tree.parent(node),
                step: tree.depth(node),
                action: tree.action(node).map(|action| merged.actions[action as usize].to_owned()),
                added,
                removed,
                through: tree.passing(node),
                ends: tree.ending(node).to_vec(),
                outcome: outcomes[node as usize],
            }
        })
        .collect();
    Ok(TreeView {
        nodes,
        trajectories: (0..trajectories.len() as u32).map(|t| tree.nodes(t)).collect(),
        samples: run.trajectories.iter().map(|entry| entry.sample.clone()).collect(),
        verdicts: item.per_trajectory.clone(),
        states: trajectories.iter().map(|steps| steps.len() as u64).sum(),
        evidence: item.counterexample.clone(),
        rechecked: item
            .counterexample
            .as_ref()
            .map(|evidence| recheck(&merged, trajectories, evidence)),
    })
}

/// Facts that became true, and that became false; numbers with their values.
fn change(before: Option<&FullStep>, here: &FullStep) -> (Vec<String>, Vec<String>) {
    fn all(step: &FullStep) -> impl Iterator<Item = String> {
        let numbers = step.numeric.iter().map(|(name, value)| format!("{name} = {value}"));
        step.facts.iter().map(ToString::to_string).chain(numbers)
    }
    let old: FxHashSet<String> = before.into_iter().flat_map(all).collect();
    let new: FxHashSet<String> = all(here).collect();
    let added = all(here).filter(|fact| !old.contains(fact)).collect();
    let removed = before.into_iter().flat_map(all).filter(|fact| !new.contains(fact)).collect();
    (added, removed)
}

/// What the trajectories through each node come to, where they agree.
fn outcomes(tree: &Tree, verdicts: &[Verdict]) -> Vec<Option<Verdict>> {
    let side = |trajectory: u32| match verdicts.get(trajectory as usize) {
        Some(Verdict::Violated) => Outcome::Same(Verdict::Violated),
        Some(Verdict::Satisfied | Verdict::Vacuous) => Outcome::Same(Verdict::Satisfied),
        _ => Outcome::Mixed,
    };
    let mut seen = vec![Outcome::Unseen; tree.len()];
    // Parents precede children, so that going backwards sees every child first.
    for node in (0..tree.len()).rev() {
        let mut here = seen[node];
        for &trajectory in tree.ending(node as u32) {
            here = here.and(side(trajectory));
        }
        seen[node] = here;
        if let Some(parent) = tree.parent(node as u32) {
            seen[parent as usize] = seen[parent as usize].and(here);
        }
    }
    seen.into_iter()
        .map(|outcome| match outcome {
            Outcome::Same(verdict) => Some(verdict),
            Outcome::Unseen | Outcome::Mixed => None,
        })
        .collect()
}

/// What the trajectories seen so far come to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Unseen,
    Same(Verdict),
    Mixed,
}

impl Outcome {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unseen, outcome) | (outcome, Self::Unseen) => outcome,
            (same, other) if same == other => same,
            _ => Self::Mixed,
        }
    }
}
