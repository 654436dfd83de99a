//! Rules over objects with their quantifiers written out over a scene.
//!
//! ```
//! use vedette_checker::equivalence::{Scene, expand_over};
//! use vedette_checker::syntax::{Dialect, Style, parse, print};
//! use vedette_checker::words::Reading;
//!
//! let rule = parse("forall m: Mug. G full(m)", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let objects = ["a", "b"].map(|mug| (mug.to_owned(), "Mug".to_owned()));
//! let scene = Scene { objects: objects.into(), symmetric: Vec::new() };
//! let mut pool = rule.pool.clone();
//! let expanded = expand_over(&mut pool, rule.root, &scene).unwrap();
//! assert_eq!(print(&pool, expanded, Style::Vedette), "G full(a) & G full(b)");
//! ```
//!
//! # Why by environments
//!
//! A part of the rule is written once for every binding of the variables around it, and once only: parts
//! and bindings are numbered, and pairs that are done are not done again. The work is bounded before it
//! is begun, since variables multiply.

use super::quantified::Scene;
use super::renaming::map_names;
use crate::formula::{Application, Atom, Binary, Id, Node, Number, Pool, Quantifier, Symbol, Term};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::fmt;

/// A rule becomes too large when it is expanded over a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The number of operators and atoms allowed.
    pub limit: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expanded over the scene, the rule has more than {} parts, expected fewer; use fewer \
             variables or a smaller scene",
            self.limit
        )
    }
}

impl std::error::Error for TooLarge {}

/// The most operators and atoms of an expanded formula.
pub(super) const PARTS: usize = 200_000;

/// A scene with two instances of each category, or as many as one rule names at once.
pub fn invented(pool: &Pool, roots: &[Id]) -> Scene {
    let mut most: IndexMap<Symbol, usize, FxBuildHasher> = IndexMap::default();
    for &root in roots {
        let mut here: IndexMap<Symbol, usize, FxBuildHasher> = IndexMap::default();
        for id in pool.reachable(&[root]) {
            if let Node::Bind(_, binder, _) = pool.node(id) {
                for &(_, category) in &pool.binder(binder).variables {
                    *here.entry(category).or_default() += 1;
                }
            }
        }
        for (category, count) in here {
            let entry = most.entry(category).or_insert(2);
            *entry = (*entry).max(count.min(4));
        }
    }
    let objects = most.into_iter().flat_map(|(category, count)| {
        let category = pool.name(category).to_owned();
        (1..=count).map(move |number| (format!("{category}.{number}"), category.clone()))
    });
    Scene { objects: objects.collect(), symmetric: Vec::new() }
}

/// `root` with its quantifiers expanded over `scene`: `forall` to a conjunction (`true` if the
/// category is empty), `exists` to a disjunction (`false` then). Two variables in scope never name
/// the same object.
pub fn expand_over(pool: &mut Pool, root: Id, scene: &Scene) -> Result<Id, TooLarge> {
    type Environment = Vec<(Symbol, Symbol)>;
    let objects: Vec<(Symbol, Symbol)> =
        scene.objects.iter().map(|(o, c)| (pool.symbol(o), pool.symbol(c))).collect();
    let mut environments: IndexSet<Environment, FxBuildHasher> = IndexSet::default();
    environments.insert(Vec::new());
    let mut done: FxHashMap<(Id, usize), Id> = FxHashMap::default();
    let mut inners: FxHashMap<(Id, usize), Vec<usize>> = FxHashMap::default();
    let mut stack = vec![(root, 0, false)];
    while let Some((id, env, ready)) = stack.pop() {
        if done.contains_key(&(id, env)) {
            continue;
        }
        if done.len() + environments.len() + stack.len() > PARTS {
            return Err(TooLarge { limit: PARTS });
        }
        let node = pool.node(id);
        if !ready {
            stack.push((id, env, true));
            if let Node::Bind(_, binder, inner) = node {
                let variables = pool.binder(binder).variables.clone();
                let extended = assignments(&variables, &environments[env], &objects)?;
                let extended: Vec<usize> =
                    extended.into_iter().map(|e| environments.insert_full(e).0).collect();
                stack.extend(extended.iter().map(|&env| (inner, env, false)));
                inners.insert((id, env), extended);
            } else {
                stack.extend(node.children().map(|child| (child, env, false)));
            }
            continue;
        }
        let built = match node {
            Node::Bind(quantifier, _, inner) => {
                let parts = inners.remove(&(id, env)).unwrap_or_default();
                let mut parts = parts.into_iter().map(|env| done[&(inner, env)]);
                let (operator, empty) = match quantifier {
                    Quantifier::Forall => (Binary::And, true),
                    Quantifier::Exists => (Binary::Or, false),
                };
                match parts.next() {
                    None => pool.constant(empty),
                    Some(first) => parts.fold(first, |all, part| pool.binary(operator, all, part)),
                }
            }
            Node::Atom(atom) => {
                let environment = &environments[env];
                let object = |name: Symbol| {
                    let found = environment.iter().rev().find(|(variable, _)| *variable == name);
                    found.map_or(name, |(_, object)| *object)
                };
                let mut atom = map_names(pool.atom(atom), &object);
                sorted(pool, &mut atom, &scene.symmetric);
                pool.atomic(atom)
            }
            other => {
                let other = other.map_children(|child| done[&(child, env)]);
                pool.add(other)
            }
        };
        done.insert((id, env), built);
    }
    Ok(done[&(root, 0)])
}

/// Every way to bind `variables` to distinct objects that `outer` does not name yet.
fn assignments(
    variables: &[(Symbol, Symbol)],
    outer: &[(Symbol, Symbol)],
    objects: &[(Symbol, Symbol)],
) -> Result<Vec<Vec<(Symbol, Symbol)>>, TooLarge> {
    let mut all = vec![outer.to_vec()];
    for &(variable, category) in variables {
        let mut extended = Vec::new();
        for chosen in &all {
            for &(object, of) in objects {
                if of == category && chosen.iter().all(|(_, taken)| *taken != object) {
                    let mut longer = chosen.clone();
                    longer.push((variable, object));
                    extended.push(longer);
                }
            }
            if extended.len() > PARTS {
                return Err(TooLarge { limit: PARTS });
            }
        }
        all = extended;
    }
    Ok(all)
}

/// `root` with the arguments of `symmetric` predicates in one order. Variables have to be renamed, or
/// replaced by objects, before: the order goes by their names.
pub fn sort_arguments(pool: &mut Pool, root: Id, symmetric: &[String]) -> Id {
    if symmetric.is_empty() {
        return root;
    }
    pool.rewrite(root, |pool, node| {
        let Node::Atom(atom) = node else { return pool.add(node) };
        let mut atom = pool.atom(atom).clone();
        sorted(pool, &mut atom, symmetric);
        pool.atomic(atom)
    })
}

fn sorted(pool: &Pool, atom: &mut Atom, symmetric: &[String]) {
    let sort = |application: &mut Application| {
        if symmetric.iter().any(|name| name == pool.name(application.name)) {
            application.args.sort_by_key(|arg| match arg {
                Term::Name(name) | Term::Placeholder(name) => pool.name(*name).to_owned(),
                Term::Apply(inner) => pool.name(inner.name).to_owned(),
            });
        }
    };
    match atom {
        Atom::Fact(fact) => sort(fact),
        Atom::Compare { left, right, .. } => {
            for side in [left, right] {
                if let Number::Value(value) = side {
                    sort(value);
                }
            }
        }
    }
}
