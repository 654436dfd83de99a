//! The comparisons of signals with numbers in a formula, and the same formula with another number.

use crate::labels::{Ground, Side};
use crate::rules::words::Words;
use vedette_checker::formula::{
    Application, Atom, Formula, Id, Node, Number, Pool, Real, Relation,
};
use vedette_checker::syntax::{Style, print};

/// Which comparisons move together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) predicate: usize,
    pub(super) value: Real,
}

/// A comparison of a signal with a number.
pub(super) struct Comparison<'p> {
    pub(super) key: Key,
    /// The signal standing on the left.
    pub(super) relation: Relation,
    signal_left: bool,
    pub(super) constant: Option<&'p str>,
}

/// The comparisons of a signal with a number in a formula.
pub(super) fn comparisons<'p>(words: Words<'_>, formula: &'p Formula) -> Vec<(Id, Comparison<'p>)> {
    let pool = &formula.pool;
    let one = |id: Id| {
        let Node::Atom(atom) = pool.node(id) else { return None };
        Some((id, comparison(words, pool, pool.atom(atom))?))
    };
    formula.nodes().into_iter().filter_map(one).collect()
}

fn comparison<'p>(words: Words<'_>, pool: &'p Pool, atom: &'p Atom) -> Option<Comparison<'p>> {
    let Atom::Compare { left, relation, right } = atom else { return None };
    let number = |number: &'p Number| -> Result<(Real, Option<&'p str>), &'p Application> {
        match number {
            Number::Literal(real) => Ok((*real, None)),
            Number::Value(value) => {
                let name = pool.name(value.name);
                let constant = if value.args.is_empty() { words.constant(name) } else { None };
                match constant.and_then(Real::new) {
                    Some(real) => Ok((real, Some(name))),
                    None => Err(value),
                }
            }
        }
    };
    let (signal, (value, constant), signal_left) = match (number(left), number(right)) {
        (Err(signal), Ok(number)) => (signal, number, true),
        (Ok(number), Err(signal)) => (signal, number, false),
        _ => return None,
    };
    let (predicate, _) = words.vocabulary.index_of(pool.name(signal.name))?;
    let relation = if signal_left { *relation } else { turned(*relation) };
    Some(Comparison { key: Key { predicate, value }, relation, signal_left, constant })
}

/// The relation with its sides exchanged.
fn turned(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::GreaterEqual => Relation::LessEqual,
        Relation::Greater => Relation::Less,
        same @ (Relation::Equal | Relation::NotEqual) => same,
    }
}

/// The formula with all comparisons of `key` moved to another number.
pub(super) fn moved(words: Words<'_>, formula: &Formula, key: Key, to: Real) -> Formula {
    let mut moved = formula.clone();
    let replace = |pool: &mut Pool, node: Node| {
        let Node::Atom(atom) = node else { return pool.add(node) };
        let old = pool.atom(atom).clone();
        let found = comparison(words, pool, &old).filter(|found| found.key == key);
        let signal_left = found.map(|found| found.signal_left);
        match (old, signal_left) {
            (Atom::Compare { left, relation, .. }, Some(true)) => {
                pool.atomic(Atom::Compare { left, relation, right: Number::Literal(to) })
            }
            (Atom::Compare { relation, right, .. }, Some(false)) => {
                pool.atomic(Atom::Compare { left: Number::Literal(to), relation, right })
            }
            _ => pool.add(node),
        }
    };
    moved.root = moved.pool.rewrite(formula.root, replace);
    moved
}

/// The signal of a ground comparison, if it is one of `key`.
pub(super) fn side(ground: &Ground, key: Key) -> Option<&Side> {
    let Ground::Compare { left, right, .. } = ground else { return None };
    let is = |signal: &Side, number: &Side| {
        matches!(signal, Side::Signal { predicate, .. } if *predicate == key.predicate)
            && *number == Side::Literal(key.value)
    };
    if is(left, right) { Some(left) } else { is(right, left).then_some(right) }
}

/// The signal of a comparison with a number, printed.
pub(super) fn shown(formula: &Formula, id: Id, number: Real) -> String {
    let mut pool = formula.pool.clone();
    let Node::Atom(atom) = pool.node(id) else { return String::new() };
    let Atom::Compare { left, right, .. } = pool.atom(atom).clone() else { return String::new() };
    let signal = if right == Number::Literal(number) { left } else { right };
    let Number::Value(signal) = signal else { return String::new() };
    let signal = pool.atomic(Atom::Fact(signal));
    print(&pool, signal, Style::Vedette)
}
