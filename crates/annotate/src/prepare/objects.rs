//! Rules over all objects of a kind, on a small scene.
//!
//! A trace is about named objects. So the rule, and everything it is told from, is expanded over the same
//! few objects of each kind: those of the scene's vocabulary, where it has some, else two that are
//! invented (more if the rule names more at once). What the formula says of a trace is then exact for a
//! scene with exactly these objects, which is said with the item; two suffice to tell "every" from "some".
//!
//! Rivals are made before the expansion: a misreading is about the rule, not about one of its instances.

use super::rivals::{Rival, atoms};
use super::{Options, SOME_OF_EACH, Source};
use rustc_hash::FxHashSet;
use vedette_checker::equivalence::{Scene, expand_over, invented};
use vedette_checker::formula::{Id, Node, Pool};
use vedette_checker::syntax::{Style, print};

/// More facts at every step are no question for people.
const FACTS: usize = 8;

/// Whether it speaks of all or some objects of a kind.
pub(super) fn is_quantified(pool: &Pool, root: Id) -> bool {
    pool.reachable(&[root]).into_iter().any(|id| matches!(pool.node(id), Node::Bind(..)))
}

/// The rule on a few objects.
pub(super) struct Placed {
    /// The rule.
    pub(super) root: Id,
    /// What it is told from, each with its formula as it was, before the expansion.
    pub(super) rivals: Vec<(Id, Rival)>,
    /// Which objects there are, in words.
    pub(super) words: String,
}

/// Puts the rule and its rivals on a small scene; else says why there are no traces.
pub(super) fn place(
    pool: &mut Pool,
    root: Id,
    rivals: Vec<Rival>,
    options: &Options,
) -> Result<Placed, String> {
    let scene = small(pool, root, options);
    let large = |_| format!("{SOME_OF_EACH}, and is too large for that.");
    let placed = expand_over(pool, root, &scene).map_err(large)?;
    let facts = atoms(pool, placed);
    if facts.len() > FACTS {
        let count = facts.len();
        return Err(format!(
            "{SOME_OF_EACH}; that makes {count} facts at every step, too many to read."
        ));
    }
    let own: FxHashSet<_> = facts.into_iter().collect();
    let mut seen: FxHashSet<Id> = [placed].into_iter().collect();
    let mut kept = Vec::new();
    for mut rival in rivals {
        let before = rival.asked.formula;
        let Ok(after) = expand_over(pool, before, &scene) else { continue };
        // A slip that takes a variable out of its quantifier leaves a name that is no object.
        let sound = matches!(rival.source, Source::Alternative { .. })
            || atoms(pool, after).iter().all(|atom| own.contains(atom));
        if sound && seen.insert(after) {
            rival.asked.formula = after;
            kept.push((before, rival));
        }
    }
    let names: Vec<&str> = scene.objects.iter().map(|(object, _)| object.as_str()).collect();
    let words = format!(
        "The rule is about all objects of a kind; the traces show it in a scene with {} only.",
        names.join(", ")
    );
    Ok(Placed { root: placed, rivals: kept, words })
}

/// A few objects of each kind that is quantified over.
fn small(pool: &Pool, root: Id, options: &Options) -> Scene {
    let made = invented(pool, &[root]);
    let Some(words) = &options.vocabulary else { return made };
    let known = words.scene();
    let mut kinds: Vec<&str> = made.objects.iter().map(|(_, kind)| kind.as_str()).collect();
    kinds.dedup();
    let text = print(pool, root, Style::Vedette);
    let mut objects = Vec::new();
    for kind in kinds {
        let of = |scene: &Scene| -> Vec<(String, String)> {
            scene.objects.iter().filter(|(_, other)| other == kind).cloned().collect()
        };
        let (wanted, mut here) = (of(&made), of(&known));
        // Objects that the rule names outright come first: they are the ones that matter.
        here.sort_by_key(|(object, _)| !text.contains(object.as_str()));
        here.truncate(wanted.len());
        objects.extend(if here.is_empty() { wanted } else { here });
    }
    Scene { objects, symmetric: known.symmetric }
}
