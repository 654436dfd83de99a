//! Atoms without variables: what a column is computed for.

use crate::trajectory::Action;
use crate::vocabulary::{Vocabulary, action_name, canonical_thing, fold_action};
use std::sync::Arc;
use vedette_checker::formula::{Application, Atom, Number, Pool, Real, Relation, Term};

/// An atom about named objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// A declared predicate of objects.
    Fact {
        /// Its position in the vocabulary.
        predicate: usize,
        /// Object ids, `agent` or `agent.arm`; sorted if the predicate is symmetric.
        args: Box<[Arc<str>]>,
    },
    /// The action that produced the state.
    Action {
        /// Its folded name.
        name: String,
        /// Its first arguments.
        args: Box<[Arc<str>]>,
    },
    /// Two numbers compared.
    Compare {
        /// Left side.
        left: Side,
        /// The relation asked for.
        relation: Relation,
        /// Right side.
        right: Side,
    },
}

/// A side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// A literal, or the value of a constant.
    Literal(Real),
    /// A numeric function of objects.
    Signal {
        /// Its position in the vocabulary.
        predicate: usize,
        /// As for facts.
        args: Box<[Arc<str>]>,
    },
}

impl Ground {
    /// The fact of a predicate of this name (not one of its negation) about these objects; none if
    /// the vocabulary does not declare it.
    pub fn fact(vocabulary: &Vocabulary, name: &str, args: &[&str]) -> Option<Self> {
        let (predicate, negated) = vocabulary.index_of(name)?;
        let args: Vec<Arc<str>> = args.iter().map(|&arg| Arc::from(arg)).collect();
        (!negated).then(|| Self::Fact { predicate, args: sorted(vocabulary, predicate, &args) })
    }

    /// The atom of a formula about named objects, as checking leaves it in the evidence; none if it
    /// has variables, placeholders or names that the vocabulary does not declare.
    pub fn of(vocabulary: &Vocabulary, pool: &Pool, atom: &Atom) -> Option<Self> {
        match atom {
            Atom::Fact(fact) => {
                let (name, args) = (pool.name(fact.name), names(pool, fact)?);
                if let Some(action) = action_name(name) {
                    let args = args.iter().map(canonical_thing).collect();
                    return Some(Self::Action { name: fold_action(action), args });
                }
                let (predicate, negated) = vocabulary.index_of(name)?;
                (!negated)
                    .then(|| Self::Fact { predicate, args: sorted(vocabulary, predicate, &args) })
            }
            Atom::Compare { left, relation, right } => {
                let side = |number: &Number| match number {
                    Number::Literal(real) => Some(Side::Literal(*real)),
                    Number::Value(value) => {
                        let (predicate, _) = vocabulary.index_of(pool.name(value.name))?;
                        let args = sorted(vocabulary, predicate, &names(pool, value)?);
                        Some(Side::Signal { predicate, args })
                    }
                };
                Some(Self::Compare { left: side(left)?, relation: *relation, right: side(right)? })
            }
        }
    }
}

/// The arguments, if all of them are names.
fn names(pool: &Pool, of: &Application) -> Option<Vec<Arc<str>>> {
    let name = |arg: &Term| match arg {
        Term::Name(name) => Some(pool.name(*name).into()),
        Term::Placeholder(_) | Term::Apply(_) => None,
    };
    of.args.iter().map(name).collect()
}

/// The arguments, canonical, in an order that does not matter where the predicate is symmetric.
pub(crate) fn sorted(
    vocabulary: &Vocabulary,
    predicate: usize,
    args: &[Arc<str>],
) -> Box<[Arc<str>]> {
    let mut args: Box<[Arc<str>]> = args.iter().map(canonical_thing).collect();
    if vocabulary.predicates()[predicate].symmetric {
        args.sort_unstable();
    }
    args
}

/// Whether an action atom holds of an action: it came about, it has this name, and the arguments
/// asked for are its first ones.
pub(super) fn is(action: &Action, name: &str, args: &[Arc<str>]) -> bool {
    action.succeeded
        && fold_action(&action.name) == name
        && action.args.len() >= args.len()
        && action.args.iter().zip(args).all(|(a, b)| canonical_thing(a) == *b)
}
