//! One of the two formulas: read, with the vocabulary's names and the constants' values.

use super::{Compared, IdlePart, Options, Status};
use crate::printed::printed;
use crate::typed;
use vedette_checker::budget::Budget;
use vedette_checker::english;
use vedette_checker::equivalence::status;
use vedette_checker::formula::{Atom, Bound, Formula, Interval, Node, Number};
use vedette_checker::syntax::parse;
use vedette_checker::vacuity::idle;
use vedette_checker::words::Reading;

/// The longest formula that is printed in a report, in bytes.
pub(super) const SHOWN: usize = 20_000;
/// The most states that are built to find parts that do not matter.
const IDLE: u64 = 20_000;
/// A formula with more parts is not judged by itself.
const JUDGED: usize = 400;

/// A text as a formula, ready to be compared, and what is to be said of it.
pub(super) fn side(
    text: &str,
    options: &Options,
    reading: Reading,
) -> Result<(Formula, Compared), String> {
    let typed = if options.words {
        typed::typed(text, &options.dialect, reading)?
    } else {
        typed::formula(text, parse(text, options.dialect.parse()?, reading))
    };
    let (mut formula, mut compared) = Compared::read(typed, SHOWN);
    if !compared.errors.is_empty() {
        return Ok((formula, compared));
    }
    if let Some(words) = &options.vocabulary {
        let found = words.normalise(&formula);
        formula = found.formula;
        compared.renamed = found.renamed;
        compared.notes =
            found.ungrounded.iter().map(|name| format!("Not grounded: {name}.")).collect();
        compared.ungrounded = found.ungrounded;
        show(&mut compared, &formula);
    }
    Ok((formula, compared))
}

/// A text by itself: whether it says anything, and which parts do not matter.
pub(crate) fn judged(
    text: &str,
    options: &Options,
    reading: Reading,
) -> Result<(Formula, Compared), String> {
    let (formula, mut compared) = side(text, options, reading)?;
    if compared.errors.is_empty() {
        let small = formula.pool.reachable(&[formula.root]).len() <= JUDGED;
        let budget = Budget::states(IDLE);
        if small && let Ok(Ok(found)) = status(&formula.pool, formula.root, reading, &budget) {
            compared.status = Some(super::build::status(found));
            compared.idle = idle_parts(&formula, reading, None);
        }
        let notes = notes(&compared);
        compared.notes.extend(notes);
    }
    Ok((formula, compared))
}

/// Shows another formula in the place of what was read.
pub(super) fn show(compared: &mut Compared, formula: &Formula) {
    compared.canonical = printed(&formula.pool, formula.root, SHOWN);
    compared.english = english::read(&formula.pool, formula.root);
}

/// The formula with numbers for constants; none if one of them has no value.
pub(super) fn with_values(formula: &Formula, options: &Options) -> Option<Formula> {
    let mut pool = formula.pool.clone();
    let value = |name: &str| options.constants.get(name).copied();
    let root = pool.substitute_constants(formula.root, value).ok()?;
    Some(Formula { pool, root })
}

/// The names in bounds, and those without arguments in comparisons.
pub(super) fn constants(formula: &Formula) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let pool = &formula.pool;
    let mut note = |name: &str| {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    };
    let bounds = |interval: Interval| [Some(interval.low), interval.high].into_iter().flatten();
    for id in formula.nodes() {
        match pool.node(id) {
            Node::UnaryWithin(_, interval, _) | Node::BinaryWithin(_, interval, ..) => {
                for bound in bounds(interval) {
                    if let Bound::Constant(name) = bound {
                        note(pool.name(name));
                    }
                }
            }
            Node::Atom(atom) => {
                if let Atom::Compare { left, right, .. } = pool.atom(atom) {
                    for side in [left, right] {
                        if let Number::Value(value) = side
                            && value.args.is_empty()
                        {
                            note(pool.name(value.name));
                        }
                    }
                }
            }
            _ => {}
        }
    }
    names
}

/// The parts of a formula that do not matter. Rules over objects are not looked at: what is idle in one
/// scene may matter in another.
pub(super) fn idle_parts(
    formula: &Formula,
    reading: Reading,
    interrupt: Option<super::build::Interrupt<'_>>,
) -> Vec<IdlePart> {
    let budget = Budget::states(IDLE);
    let budget = match interrupt {
        Some(interrupt) => budget.with_interrupt(interrupt),
        None => budget,
    };
    idle(&formula.pool, formula.root, reading, &budget)
        .into_iter()
        .map(|found| IdlePart { part: printed(&formula.pool, found.part, 200), value: found.value })
        .collect()
}

/// What a status and idle parts mean, in sentences.
pub(super) fn notes(side: &Compared) -> Vec<String> {
    let mut notes = Vec::new();
    match side.status {
        Some(Status::Valid) => {
            notes.push("It is true of every behaviour: it forbids nothing.".to_owned());
        }
        Some(Status::Unsatisfiable) => {
            notes.push("It is true of no behaviour at all: it forbids everything.".to_owned());
        }
        Some(Status::Contingent) | None => {}
    }
    notes.extend(side.idle.iter().map(|idle| {
        format!(
            "Its part `{}` does not matter: with `{}` in its place it means the same.",
            idle.part, idle.value
        )
    }));
    notes
}
