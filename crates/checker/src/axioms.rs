//! Axioms of a domain: what is true in every state, whatever an agent does.
//!
//! ```
//! use vedette_checker::axioms::{Axiom, instances};
//! use vedette_checker::syntax::{Dialect, Style, parse, print};
//! use vedette_checker::words::Reading;
//!
//! let axiom = Axiom::scheme("opposite ON, OFF").unwrap().unwrap();
//! let mut formula = parse("F OFF(stove)", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let found = instances(&mut formula.pool, &[formula.root], &[axiom]).unwrap();
//! assert_eq!(
//!     print(&formula.pool, found[0], Style::Vedette),
//!     "G !(ON(stove) & OFF(stove)) & G(ON(stove) | OFF(stove))",
//! );
//! assert!(Axiom::scheme("G !(ON(x) & OFF(x))").is_none(), "a formula, not a scheme");
//! ```
//!
//! # Why schemes
//!
//! "On and off exclude one another" is meant of every object, and nobody wants to write it once for
//! each. A scheme names predicates; it is instantiated for the arguments with which one of them
//! occurs in the formulas that are compared, and, until nothing new comes, in the instances of the
//! other schemes. That is enough: arguments that occur nowhere are said nothing about, and what
//! can be satisfied at all can be satisfied for them, whatever the others do.

use crate::formula::{Application, Atom, Binary, Id, Node, Pool, Term, Unary};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::fmt;

/// The most instances of all schemes together.
const INSTANCES: usize = 2_000;

/// What is said of predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No two hold of the same objects at once.
    Exclusive,
    /// At least one holds.
    Exhaustive,
    /// Exactly one holds.
    Opposite,
    /// The first implies each of the others.
    Implies,
}

/// A scheme: it holds at every moment, of all objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axiom {
    /// What is said.
    pub kind: Kind,
    /// Of which predicates; a leading `!` says that the negation is meant.
    pub predicates: Vec<String>,
}

/// Why a scheme cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadScheme {
    /// There are too few predicates.
    Few(String),
    /// What should be a name is none.
    Name(String),
    /// There are too many instances.
    Many,
}

impl fmt::Display for BadScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Few(text) => write!(
                f,
                "found `{text}`, expected at least two predicates, as in `exclusive open, closed`"
            ),
            Self::Name(text) => {
                write!(f, "found `{text}`, expected the name of a predicate, without arguments")
            }
            Self::Many => write!(
                f,
                "the schemes have more than {INSTANCES} instances, expected fewer; name fewer \
                 predicates"
            ),
        }
    }
}

impl std::error::Error for BadScheme {}

impl Axiom {
    /// The scheme that a line is; none if it does not begin as one, and so should be a formula.
    pub fn scheme(line: &str) -> Option<Result<Self, BadScheme>> {
        let (word, rest) = line.trim().split_once(char::is_whitespace)?;
        let kind = match word.trim_end_matches(':') {
            "exclusive" => Kind::Exclusive,
            "exhaustive" => Kind::Exhaustive,
            "opposite" => Kind::Opposite,
            "implies" => Kind::Implies,
            _ => return None,
        };
        let predicates: Vec<String> = rest
            .split([',', ' ', '\t'])
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        let name = |text: &str| {
            let bare = text.strip_prefix('!').unwrap_or(text);
            bare.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && bare.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
        };
        if let Some(bad) = predicates.iter().find(|text| !name(text)) {
            return Some(Err(BadScheme::Name(bad.clone())));
        }
        if predicates.len() < 2 {
            return Some(Err(BadScheme::Few(line.trim().to_owned())));
        }
        Some(Ok(Self { kind, predicates }))
    }

    /// What the scheme says of these arguments.
    fn instance(&self, pool: &mut Pool, args: &[Term]) -> Id {
        let literals: Vec<Id> = self
            .predicates
            .iter()
            .map(|name| {
                let bare = name.strip_prefix('!').unwrap_or(name);
                let application = Application { name: pool.symbol(bare), args: args.into() };
                let atom = pool.atomic(Atom::Fact(application));
                if bare.len() < name.len() { pool.unary(Unary::Not, atom) } else { atom }
            })
            .collect();
        let mut parts = Vec::new();
        if matches!(self.kind, Kind::Exclusive | Kind::Opposite) {
            for (at, &one) in literals.iter().enumerate() {
                for &other in &literals[at + 1..] {
                    let both = pool.binary(Binary::And, one, other);
                    parts.push(pool.unary(Unary::Not, both));
                }
            }
        }
        if matches!(self.kind, Kind::Exhaustive | Kind::Opposite) {
            let any = literals.iter().copied().reduce(|all, one| pool.binary(Binary::Or, all, one));
            parts.extend(any);
        }
        if self.kind == Kind::Implies {
            for &other in &literals[1..] {
                parts.push(pool.binary(Binary::Implies, literals[0], other));
            }
        }
        let always: Vec<Id> =
            parts.into_iter().map(|part| pool.unary(Unary::Globally, part)).collect();
        let all = always.into_iter().reduce(|all, one| pool.binary(Binary::And, all, one));
        all.unwrap_or_else(|| pool.constant(true))
    }
}

/// The instances of `schemes` that matter to the formulas `roots`.
pub fn instances(pool: &mut Pool, roots: &[Id], schemes: &[Axiom]) -> Result<Vec<Id>, BadScheme> {
    let mut found = Vec::new();
    let mut known: IndexSet<(String, Box<[Term]>), FxBuildHasher> = IndexSet::default();
    for id in pool.reachable(roots) {
        if let Node::Atom(atom) = pool.node(id)
            && let Atom::Fact(fact) = pool.atom(atom)
        {
            known.insert((pool.name(fact.name).to_owned(), fact.args.clone()));
        }
    }
    let mut done: IndexSet<(usize, Box<[Term]>), FxBuildHasher> = IndexSet::default();
    let mut next = 0;
    // What an instance mentions is looked at in its turn.
    while let Some((name, args)) = known.get_index(next).cloned() {
        next += 1;
        for (at, scheme) in schemes.iter().enumerate() {
            let about = scheme.predicates.iter().any(|p| p.strip_prefix('!').unwrap_or(p) == name);
            if !about || !done.insert((at, args.clone())) {
                continue;
            }
            if done.len() > INSTANCES {
                return Err(BadScheme::Many);
            }
            found.push(scheme.instance(pool, &args));
            for predicate in &scheme.predicates {
                let bare = predicate.strip_prefix('!').unwrap_or(predicate);
                known.insert((bare.to_owned(), args.clone()));
            }
        }
    }
    Ok(found)
}
