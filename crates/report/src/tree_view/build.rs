//! From the trajectories of a bundle to the tree that is drawn.

use super::merge::merge;
use super::recheck::recheck;
use super::{NodeView, TreeView};
use crate::bundle::{BundleError, FullStep, Item, Run, Verdict};
use std::cmp::Ordering;
use std::sync::Arc;
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
    let actions: Vec<Arc<str>> = merged.actions.iter().map(|action| (*action).into()).collect();
    let nodes = (0..tree.len() as u32)
        .map(|node| {
            let here = merged.states[tree.state(node) as usize];
            let before = tree.parent(node).map(|parent| merged.states[tree.state(parent) as usize]);
            let (added, removed) = change(before, here);
            NodeView {
                parent: tree.parent(node),
                step: tree.depth(node),
                action: tree.action(node).map(|action| actions[action as usize].clone()),
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
fn change(before: Option<&FullStep>, here: &FullStep) -> (Vec<Arc<str>>, Vec<Arc<str>>) {
    let (mut added, mut removed) = (Vec::new(), Vec::new());
    let old = before.map_or(&[][..], |before| &before.facts[..]);
    let (mut old, mut new) = (old.iter().peekable(), here.facts.iter().peekable());
    // Both are sorted.
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(old), Some(new)) if Arc::ptr_eq(old, new) => Ordering::Equal,
            (Some(old), Some(new)) => old.cmp(new),
        };
        if order != Ordering::Greater
            && let Some(fact) = old.next()
            && order == Ordering::Less
        {
            removed.push(Arc::clone(fact));
        }
        if order != Ordering::Less
            && let Some(fact) = new.next()
            && order == Ordering::Greater
        {
            added.push(Arc::clone(fact));
        }
    }
    let shown = |name: &String, value: &f64| Arc::from(format!("{name} = {value}"));
    for (name, value) in &here.numeric {
        let was = before.and_then(|before| before.numeric.get(name));
        if was.is_none_or(|was| was.to_bits() != value.to_bits()) {
            added.push(shown(name, value));
            removed.extend(was.map(|was| shown(name, was)));
        }
    }
    for (name, value) in before.iter().flat_map(|before| &before.numeric) {
        if !here.numeric.contains_key(name) {
            removed.push(shown(name, value));
        }
    }
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

#[cfg(test)]
mod tests {
    use super::change;
    use crate::bundle::FullStep;

    fn step(facts: &str, numbers: &[(&str, f64)]) -> FullStep {
        FullStep {
            facts: facts.split_whitespace().map(Into::into).collect(),
            numeric: numbers.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect(),
            ..FullStep::default()
        }
    }

    #[test]
    fn what_changed_is_what_differs() {
        let before = step("a b d", &[("x", 1.0), ("y", 2.0), ("w", 0.0)]);
        let here = step("b c d e", &[("x", 1.5), ("y", 2.0), ("z", 3.0)]);
        let (added, removed) = change(Some(&before), &here);
        assert_eq!(added.join(", "), "c, e, x = 1.5, z = 3");
        assert_eq!(removed.join(", "), "a, x = 1, w = 0");
        let (all, none) = change(None, &before);
        assert_eq!((all.len(), none.len()), (6, 0), "at a root: all that holds");
    }
}
