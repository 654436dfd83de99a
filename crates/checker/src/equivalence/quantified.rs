//! Comparing rules over objects (`docs/semantics.md`, section 3.6).
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_checker::equivalence::{Method, Verdict, compare_quantified};
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let read = |text| parse(text, Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let a = read("forall m: Mug, p: Phone. G(full(m) -> !near(m, p))");
//! let b = read("forall x: Phone, y: Mug. G !(near(y, x) & full(y))");
//! let found =
//!     compare_quantified(&a, &b, Reading::Infinite, None, &Budget::default()).unwrap();
//! assert_eq!(found.comparison.verdict, Verdict::Equivalent);
//! assert_eq!(found.method, Method::Renaming);
//! ```
//!
//! # How it decides
//!
//! Where both have the same prefix of quantifiers up to the names and order of variables, and nothing
//! quantified after it, the variables are renamed, every matching of variables of one category in
//! turn. Bodies that are equivalent under one matching make equivalent rules in every scene. If each
//! category occurs once, bodies that differ make rules that differ in the scene with one instance of
//! each, so the verdict is exact (unless a predicate is said both of a variable and, in the same
//! place, of an object named outright: an instance may be that object). In all other cases both are expanded over a scene: the one given, or
//! one with two instances of each category (more where one rule names more at once); the verdict then
//! speaks of that scene.

use super::expansion::{PARTS, expand_over, invented, sort_arguments};
use super::renaming::by_renaming;
use super::{Comparison, NotComparable, Verdict, compare};
use crate::budget::{Budget, Limit};
use crate::formula::{Binder, Formula, Id, Node, Pool};
use crate::words::Reading;

/// How two rules over objects were compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// There was no quantifier.
    Plain,
    /// By renaming bound variables: the verdict holds in every scene.
    Renaming,
    /// Over a scene: the verdict holds there.
    Scene(Scene),
}

/// Objects with the categories that quantifiers range over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// `(object, category)`; an object may be of several categories. None: two of each category that
    /// is needed are invented.
    pub objects: Vec<(String, String)>,
    /// Predicates that do not care for the order of their arguments.
    pub symmetric: Vec<String>,
}

/// What came out, and how.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The comparison; its words speak of the atoms of `pool`.
    pub comparison: Comparison,
    /// The formulas that were compared in the end.
    pub pool: Pool,
    /// The candidate, as compared.
    pub candidate: Id,
    /// The truth, as compared.
    pub truth: Id,
    /// How they were compared.
    pub method: Method,
}

impl Expansion {
    /// The rule of which `body`, over the variables of the compared candidate, is what stands below
    /// the quantifiers: with those of `original`, the candidate as it was given.
    pub fn quantified(&self, pool: &mut Pool, body: Id, original: &Formula) -> Id {
        if self.method != Method::Renaming {
            return body;
        }
        let mut binders = Vec::new();
        let mut root = original.root;
        while let Node::Bind(quantifier, binder, inner) = original.pool.node(root) {
            binders.push((quantifier, original.pool.binder(binder)));
            root = inner;
        }
        binders.into_iter().rev().fold(body, |body, (quantifier, binder)| {
            let name = |symbol| original.pool.name(symbol);
            let variables = binder.variables.iter();
            let variables =
                variables.map(|&(v, c)| (pool.symbol(name(v)), pool.symbol(name(c)))).collect();
            let binder = pool.binder_id(Binder { variables });
            pool.add(Node::Bind(quantifier, binder, body))
        })
    }
}

/// Compares two rules that may quantify over objects.
pub fn compare_quantified(
    candidate: &Formula,
    truth: &Formula,
    reading: Reading,
    scene: Option<&Scene>,
    budget: &Budget<'_>,
) -> Result<Expansion, NotComparable> {
    let mut pool = Pool::default();
    let left = pool.import(&candidate.pool, candidate.root);
    let right = pool.import(&truth.pool, truth.root);
    let symmetric = scene.map_or(&[][..], |scene| &scene.symmetric);
    if !has_quantifier(&pool, left) && !has_quantifier(&pool, right) {
        let left = sort_arguments(&mut pool, left, symmetric);
        let right = sort_arguments(&mut pool, right, symmetric);
        let comparison = compare(&pool, left, right, reading, budget)?;
        return Ok(Expansion {
            comparison,
            pool,
            candidate: left,
            truth: right,
            method: Method::Plain,
        });
    }
    if let Some(found) = by_renaming(&pool, left, right, symmetric, reading, budget)? {
        return Ok(found);
    }
    let given = scene.filter(|scene| !scene.objects.is_empty()).cloned();
    let mut scene = given.unwrap_or_else(|| invented(&pool, &[left, right]));
    symmetric.clone_into(&mut scene.symmetric);
    let expanded = expand_over(&mut pool, left, &scene)
        .and_then(|left| Ok((left, expand_over(&mut pool, right, &scene)?)));
    let Ok((candidate, truth)) = expanded else {
        let verdict =
            Verdict::Unknown(Limit::Parts { what: "parts of an expansion", limit: PARTS as u64 });
        let comparison = Comparison {
            verdict,
            candidate_only: None,
            truth_only: None,
            shortest: true,
            candidate_status: None,
            truth_status: None,
            states: 0,
        };
        let method = Method::Scene(scene);
        return Ok(Expansion { comparison, pool, candidate: left, truth: right, method });
    };
    let comparison = compare(&pool, candidate, truth, reading, budget)?;
    Ok(Expansion { comparison, pool, candidate, truth, method: Method::Scene(scene) })
}

pub(super) fn has_quantifier(pool: &Pool, root: Id) -> bool {
    pool.reachable(&[root]).into_iter().any(|id| matches!(pool.node(id), Node::Bind(..)))
}
