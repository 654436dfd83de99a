//! What a formula is to be told from: other candidates, the rule read as controlled English, its usual
//! misreadings.

use super::choose::Asked;
use super::neighbours::neighbours;
use super::{Options, Source};
use crate::item::Item;
use rustc_hash::FxHashSet;
use vedette_checker::controlled;
use vedette_checker::formula::{AtomId, Formula, Id, Node, Pool};
use vedette_checker::misconceptions::{Misconception, misreadings};
use vedette_checker::words::Reading;
use vedette_report::typed::typed;

/// The most rivals.
const RIVALS: usize = 36;
/// A formula with more parts has no misreadings looked for: they would be too many to ask about.
const PARTS: usize = 60;

/// A rival, before anything is decided.
#[derive(Clone, Debug)]
pub(super) struct Rival {
    pub(super) source: Source,
    pub(super) asked: Asked,
}

/// The atoms of a formula, in the order of the formula.
pub(super) fn atoms(pool: &Pool, root: Id) -> Vec<AtomId> {
    let mut atoms = Vec::new();
    for id in pool.reachable(&[root]) {
        if let Node::Atom(atom) = pool.node(id)
            && !atoms.contains(&atom)
        {
            atoms.push(atom);
        }
    }
    atoms
}

/// The rivals of `formula`, the most important first; they are put into its pool.
pub(super) fn rivals(
    formula: &mut Formula,
    item: &Item,
    options: &Options,
    reading: Reading,
) -> Vec<Rival> {
    let root = formula.root;
    let own = atoms(&formula.pool, root);
    let mut found: Vec<Rival> = Vec::new();
    let mut seen: FxHashSet<Id> = [root].into_iter().collect();
    let mut add = |source: Source, formula: Id, weight: u32| {
        if found.len() < RIVALS && seen.insert(formula) {
            found.push(Rival { source, asked: Asked { formula, weight } });
        }
    };
    for (number, text) in (1..).zip(&item.alternatives) {
        let Ok(other) = typed(text, &options.dialect, reading) else { continue };
        if other.errors.is_empty() {
            let other = normalised(other.formula, options);
            let id = formula.pool.import(&other.pool, other.root);
            add(Source::Alternative { number }, id, 16);
        }
    }
    if let Ok(said) = controlled::read(&item.rule) {
        let other = normalised(said.formula, options);
        let mut pool = formula.pool.clone();
        let id = pool.import(&other.pool, other.root);
        // Of other names it would say nothing about this formula.
        if atoms(&pool, id).iter().all(|atom| own.contains(atom)) {
            formula.pool = pool;
            add(Source::Words { pattern: said.pattern.sentence.to_owned() }, id, 16);
        }
    }
    if formula.pool.reachable(&[root]).len() > PARTS {
        return found;
    }
    let pool = &mut formula.pool;
    let near = neighbours(pool, root, &own);
    let source = |n: &super::neighbours::Neighbour| Source::Neighbour {
        id: n.id.to_owned(),
        name: n.name.to_owned(),
    };
    for n in near.iter().filter(|n| n.likely) {
        add(source(n), n.formula, 4);
    }
    // The first place of every kind, then the second: a few kinds must not crowd out the others.
    let mut count = [0_usize; Misconception::ALL.len()];
    let mut ordered: Vec<(usize, Misconception, Id)> = Vec::new();
    for (kind, id) in misreadings(pool, root) {
        let at = Misconception::ALL.iter().position(|known| *known == kind).unwrap_or_default();
        ordered.push((count[at], kind, id));
        count[at] += 1;
    }
    ordered.sort_by_key(|(round, ..)| *round);
    for (round, kind, id) in ordered {
        let weight = if round == 0 { 4 } else { 1 };
        add(
            Source::Misreading { id: kind.id().to_owned(), name: kind.name().to_owned() },
            id,
            weight,
        );
    }
    for n in near.iter().filter(|n| !n.likely) {
        add(source(n), n.formula, 1);
    }
    found
}

/// In the words of the scene, if there is one.
pub(super) fn normalised(formula: Formula, options: &Options) -> Formula {
    match &options.vocabulary {
        Some(words) => words.normalise(&formula).formula,
        None => formula,
    }
}
