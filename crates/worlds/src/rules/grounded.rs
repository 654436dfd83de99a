//! The instances of a rule with their ground atoms, for those who evaluate them step by step.

use super::file::RuleSet;
use super::instance::{Environment, Failure, Grounds, bindings, instance};
use super::words::Words;
use super::{RuleError, prefix};
use crate::labels::{Ground, World};
use crate::vocabulary::Vocabulary;
use std::sync::Arc;
use vedette_checker::budget::Budget;
use vedette_checker::formula::Formula;
use vedette_checker::syntax::Dialect;

/// A rule about certain objects: which, the formula, and the ground atom of each of its atoms.
pub(crate) type Grounded = (Vec<(String, String)>, Formula, Vec<Ground>);

/// The instances of a rule over the objects of `world`.
pub(crate) fn ground(
    rules: &RuleSet,
    rule: usize,
    world: &World<'_>,
    vocabulary: &Vocabulary,
    dialect: Dialect,
    budget: &Budget<'_>,
) -> Result<Vec<Grounded>, Vec<RuleError>> {
    let words = Words { vocabulary, constants: &rules.defaults, world };
    let resolved = rules.rules[rule].resolve(vocabulary, world, dialect)?;
    let found = words.look(&resolved.formula);
    if !found.errors.is_empty() {
        return Err(found.errors);
    }
    let prefix = prefix::split(&resolved.formula);
    let pool = &prefix.body.pool;
    let mut grounded = Vec::new();
    for bound in bindings(pool, &prefix.variables, Environment::new(), words) {
        let name = |(variable, object): &(_, Arc<str>)| {
            (pool.name(*variable).to_owned(), object.to_string())
        };
        let binding = bound.iter().map(name).collect();
        let mut grounds = Grounds::default();
        let made = instance(&prefix.body, bound, words, &mut grounds, budget);
        let made = made.map_err(|failure| match failure {
            Failure::Rule(error) => vec![error],
            Failure::Limit(limit) => vec![RuleError::new(limit.to_string(), "bind fewer objects")],
        })?;
        let of = |&column: &u32| {
            grounds.get_index(column as usize).expect("columns number the grounds").clone()
        };
        let atoms = made.columns.iter().map(of).collect();
        grounded.push((binding, Formula::clone(&made.formula), atoms));
    }
    Ok(grounded)
}
