//! Atoms without variables: what a column is computed for.

use crate::trajectory::Action;
use crate::vocabulary::{Vocabulary, canonical_thing, fold_action};
use std::sync::Arc;
use vedette_checker::formula::{Real, Relation};

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
