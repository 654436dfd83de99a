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

use super::{Comparison, NotComparable, Verdict, compare};
use crate::budget::{Budget, Limit};
use crate::formula::{
    Application, Atom, Binary, Binder, Formula, Id, Node, Number, Pool, Quantifier, Symbol, Term,
};
use crate::words::Reading;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::fmt;

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
const PARTS: usize = 200_000;
/// The most matchings of variables that are tried.
const MATCHINGS: usize = 720;

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

fn has_quantifier(pool: &Pool, root: Id) -> bool {
    pool.reachable(&[root]).into_iter().any(|id| matches!(pool.node(id), Node::Bind(..)))
}

/// Consecutive variables under one quantifier.
type Block = (Quantifier, Vec<(Symbol, Symbol)>);

/// The quantifiers at the head, and what follows.
fn split(pool: &Pool, mut root: Id) -> (Vec<Block>, Id) {
    let mut blocks: Vec<Block> = Vec::new();
    while let Node::Bind(quantifier, binder, inner) = pool.node(root) {
        let variables = pool.binder(binder).variables.iter().copied();
        match blocks.last_mut() {
            Some((last, all)) if *last == quantifier => all.extend(variables),
            _ => blocks.push((quantifier, variables.collect())),
        }
        root = inner;
    }
    (blocks, root)
}

/// The comparison by renaming, where it decides.
fn by_renaming(
    pool: &Pool,
    left: Id,
    right: Id,
    symmetric: &[String],
    reading: Reading,
    budget: &Budget<'_>,
) -> Result<Option<Expansion>, NotComparable> {
    let (left_blocks, left_body) = split(pool, left);
    let (right_blocks, right_body) = split(pool, right);
    if has_quantifier(pool, left_body)
        || has_quantifier(pool, right_body)
        || left_blocks.len() != right_blocks.len()
    {
        return Ok(None);
    }
    let mut names: Vec<Symbol> = left_blocks.iter().flat_map(|(_, v)| v).map(|v| v.0).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    if names.len() != count {
        // A variable that hides another one: expansion knows scopes.
        return Ok(None);
    }
    let (left_names, right_names) = (variables(&left_blocks), variables(&right_blocks));
    let left_places = Places::of(pool, left_body, &left_names);
    let right_places = Places::of(pool, right_body, &right_names);
    if right_places.fixed.iter().any(|(.., name)| left_names.contains(name)) {
        // Renaming would capture an object that is called as a variable of the other rule.
        return Ok(None);
    }
    let Some(matchings) = matchings(&left_blocks, &right_blocks) else { return Ok(None) };
    let mut categories: Vec<Symbol> =
        left_blocks.iter().flat_map(|(_, v)| v).map(|v| v.1).collect();
    categories.sort_unstable();
    let exact = categories.windows(2).all(|pair| pair[0] != pair[1])
        && !left_places.may_meet(&right_places)
        // Sorted arguments have no fixed places; then the simple test above does not suffice.
        && (symmetric.is_empty() || left_places.fixed.is_empty() && right_places.fixed.is_empty());
    for matching in matchings {
        let mut renamed = pool.clone();
        let right_body = rename(&mut renamed, right_body, &matching);
        let right_body = sort_arguments(&mut renamed, right_body, symmetric);
        let left_body = sort_arguments(&mut renamed, left_body, symmetric);
        let comparison = compare(&renamed, left_body, right_body, reading, budget)?;
        if exact || comparison.verdict == Verdict::Equivalent {
            return Ok(Some(Expansion {
                comparison,
                pool: renamed,
                candidate: left_body,
                truth: right_body,
                method: Method::Renaming,
            }));
        }
    }
    Ok(None)
}

fn variables(blocks: &[Block]) -> FxHashSet<Symbol> {
    blocks.iter().flat_map(|(_, variables)| variables).map(|&(variable, _)| variable).collect()
}

/// Which argument places of predicates hold variables, and which hold objects named outright. Where
/// a place holds both, an instance of the variable may be that very object, and bodies that differ
/// need not make rules that differ.
#[derive(Default)]
struct Places {
    /// Predicate and place.
    varying: FxHashSet<(Symbol, usize)>,
    /// Predicate, place, and the object.
    fixed: FxHashSet<(Symbol, usize, Symbol)>,
}

impl Places {
    fn of(pool: &Pool, body: Id, variables: &FxHashSet<Symbol>) -> Self {
        let mut places = Self::default();
        let mut open: Vec<&Application> = Vec::new();
        for id in pool.reachable(&[body]) {
            let Node::Atom(atom) = pool.node(id) else { continue };
            match pool.atom(atom) {
                Atom::Fact(fact) => open.push(fact),
                Atom::Compare { left, right, .. } => {
                    for side in [left, right] {
                        if let Number::Value(value) = side {
                            open.push(value);
                        }
                    }
                }
            }
        }
        while let Some(application) = open.pop() {
            for (place, arg) in application.args.iter().enumerate() {
                match arg {
                    Term::Name(name) if variables.contains(name) => {
                        places.varying.insert((application.name, place));
                    }
                    Term::Name(name) | Term::Placeholder(name) => {
                        places.fixed.insert((application.name, place, *name));
                    }
                    Term::Apply(inner) => open.push(inner),
                }
            }
        }
        places
    }

    fn may_meet(&self, other: &Self) -> bool {
        let mut fixed = self.fixed.iter().chain(&other.fixed);
        fixed.any(|&(predicate, place, _)| {
            let here = (predicate, place);
            self.varying.contains(&here) || other.varying.contains(&here)
        })
    }
}

/// Every way to match the variables of the right with those of the left, block by block and category
/// by category; none if they do not match at all, or in too many ways.
fn matchings(left: &[Block], right: &[Block]) -> Option<Vec<Vec<(Symbol, Symbol)>>> {
    let mut all: Vec<Vec<(Symbol, Symbol)>> = vec![Vec::new()];
    for ((left_quantifier, left), (right_quantifier, right)) in left.iter().zip(right) {
        if left_quantifier != right_quantifier || left.len() != right.len() {
            return None;
        }
        for &(variable, category) in right {
            let mut extended = Vec::new();
            for matching in &all {
                let free = left.iter().filter(|(to, of)| {
                    *of == category && matching.iter().all(|(_, taken)| taken != to)
                });
                for &(to, _) in free {
                    let mut longer = matching.clone();
                    longer.push((variable, to));
                    extended.push(longer);
                }
            }
            all = extended;
            if all.is_empty() || all.len() > MATCHINGS {
                return None;
            }
        }
    }
    Some(all)
}

/// `root` with variables renamed, all at once. Variables that the right calls as the left calls
/// another one are no trouble: names are replaced in one pass.
fn rename(pool: &mut Pool, root: Id, matching: &[(Symbol, Symbol)]) -> Id {
    let to: FxHashMap<Symbol, Symbol> = matching.iter().copied().collect();
    pool.rewrite(root, |pool, node| match node {
        Node::Atom(atom) => {
            let atom = pool.atom(atom).clone();
            let atom = map_names(&atom, &|name| to.get(&name).copied().unwrap_or(name));
            pool.atomic(atom)
        }
        plain => pool.add(plain),
    })
}

/// The atom with other names as arguments. Predicates keep theirs.
fn map_names(atom: &Atom, to: &impl Fn(Symbol) -> Symbol) -> Atom {
    fn application(of: &Application, to: &impl Fn(Symbol) -> Symbol) -> Application {
        let args = of.args.iter().map(|arg| match arg {
            Term::Name(name) => Term::Name(to(*name)),
            Term::Placeholder(name) => Term::Placeholder(*name),
            // The parser bounds the nesting of terms.
            Term::Apply(inner) => Term::Apply(application(inner, to)),
        });
        Application { name: of.name, args: args.collect() }
    }
    let number = |number: &Number| match number {
        Number::Literal(real) => Number::Literal(*real),
        Number::Value(value) => Number::Value(application(value, to)),
    };
    match atom {
        Atom::Fact(fact) => Atom::Fact(application(fact, to)),
        Atom::Compare { left, relation, right } => {
            Atom::Compare { left: number(left), relation: *relation, right: number(right) }
        }
    }
}

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
