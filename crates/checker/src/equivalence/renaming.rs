//! Rules over objects compared by renaming their variables: then the verdict holds in every scene.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_checker::equivalence::{Method, compare_quantified};
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let method = |a, b| {
//!     let [a, b] = [a, b].map(|text| {
//!         parse(text, Dialect::Vedette, Reading::Infinite).ok().unwrap()
//!     });
//!     compare_quantified(&a, &b, Reading::Infinite, None, &Budget::default()).unwrap().method
//! };
//! assert_eq!(method("forall m: Mug. G full(m)", "forall x: Mug. G full(x)"), Method::Renaming);
//! assert!(matches!(method("forall m: Mug. G full(m)", "exists x: Mug. G full(x)"), Method::Scene(_)));
//! ```
//!
//! # Why all matchings
//!
//! Variables of one category in one block of equal quantifiers may stand in any order, so each order is
//! tried; one under which the bodies are equivalent makes the rules equivalent. Bodies that differ make
//! rules that differ only where there is one order, and no object that is named outright could be the
//! instance of a variable ([`Places`]).

use super::expansion::sort_arguments;
use super::quantified::{Expansion, Method, has_quantifier};
use super::{NotComparable, Verdict, compare};
use crate::budget::Budget;
use crate::formula::{Application, Atom, Id, Node, Number, Pool, Quantifier, Symbol, Term};
use crate::words::Reading;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most matchings of variables that are tried.
const MATCHINGS: usize = 720;

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
pub(super) fn by_renaming(
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
pub(super) fn map_names(atom: &Atom, to: &impl Fn(Symbol) -> Symbol) -> Atom {
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
