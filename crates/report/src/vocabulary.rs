//! The words of a scene: which predicates and objects there are, and what else they are called, schema
//! `vedette.vocabulary/1` (`docs/formats/vocabulary.md`).
//!
//! ```
//! use vedette_checker::syntax::{Dialect, Style, parse, print};
//! use vedette_checker::words::Reading;
//! use vedette_report::vocabulary::Vocabulary;
//!
//! let words = Vocabulary::read(
//!     r#"{"predicates": [{"name": "on", "arguments": 1, "aliases": ["is_on"], "negated": ["OFF"]},
//!                        {"name": "near", "symmetric": true}],
//!         "objects": [{"name": "stove.1", "type": "Stove", "aliases": ["the_stove"]}]}"#,
//! )
//! .unwrap();
//! let read = |text| parse(text, Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let found = words.normalise(&read("G(IsOn(the_stove) -> F OFF(stove.1))"));
//! let plain = &found.formula;
//! assert_eq!(print(&plain.pool, plain.root, Style::Vedette), "G(on(stove.1) -> F !on(stove.1))");
//! assert!(found.ungrounded.is_empty());
//! let found = words.normalise(&read("F onn(stove.1)"));
//! assert_eq!(found.ungrounded[0].to_string(), "there is no predicate `onn`; `on` is nearest");
//! ```
//!
//! # Why nothing is guessed
//! Names ignore case and underscores, and have the aliases that are declared. What is left is
//! *ungrounded*: reported with the nearest name, never taken for it (`docs/semantics.md`, section 3.2).

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use vedette_checker::equivalence::Scene;
use vedette_checker::formula::{
    Application, Atom, Binder, Formula, Node, Number, Pool, Symbol, Term, Unary,
};
use vedette_worlds::vocabulary::{fold, nearest::nearest};

/// The schema of a vocabulary file.
pub const SCHEMA: &str = "vedette.vocabulary/1";

/// A vocabulary file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vocabulary {
    /// [`SCHEMA`], if it is named.
    #[serde(default)]
    pub schema: Option<String>,
    /// The predicates, and numeric functions. None: every predicate is known.
    #[serde(default)]
    pub predicates: Vec<Predicate>,
    /// The objects. None: every object is known.
    #[serde(default)]
    pub objects: Vec<Object>,
    /// Values of named constants.
    #[serde(default)]
    pub constants: BTreeMap<String, f64>,
    /// Axioms of the domain: formulas, or schemes such as `opposite on, off`.
    #[serde(default)]
    pub axioms: Vec<String>,
}

/// A declared predicate or numeric function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predicate {
    /// The name that is kept.
    pub name: String,
    /// How many arguments it takes, if that is to be checked.
    #[serde(default)]
    pub arguments: Option<usize>,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Names of the negation.
    #[serde(default)]
    pub negated: Vec<String>,
    /// Whether the order of the arguments does not matter.
    #[serde(default)]
    pub symmetric: bool,
}

/// A declared object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Object {
    /// The name that is kept.
    pub name: String,
    /// Its type, which quantifiers range over.
    #[serde(default, rename = "type")]
    pub category: Option<String>,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
}

/// A name that the vocabulary does not have.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ungrounded {
    /// `predicate`, `object`, `type`, or `arguments`: a known predicate with the wrong number of them.
    pub kind: String,
    /// The name.
    pub name: String,
    /// The nearest name that there is, or the number of arguments expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
}

impl fmt::Display for Ungrounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, name, nearest } = self;
        match (kind.as_str(), nearest) {
            ("arguments", Some(number)) => {
                write!(f, "`{name}` takes another number of arguments: {number}")
            }
            (kind, Some(nearest)) => {
                write!(f, "there is no {kind} `{name}`; `{nearest}` is nearest")
            }
            (kind, None) => write!(f, "there is no {kind} `{name}`"),
        }
    }
}

/// A formula with the names of the vocabulary.
#[derive(Clone, Debug)]
pub struct Normalised {
    /// The formula.
    pub formula: Formula,
    /// What was renamed, in words.
    pub renamed: Vec<String>,
    /// What the vocabulary does not have.
    pub ungrounded: Vec<Ungrounded>,
}

type Map<V> = IndexMap<String, V, FxBuildHasher>;

impl Vocabulary {
    /// Reads a vocabulary file.
    pub fn read(text: &str) -> Result<Self, String> {
        let words: Self = serde_json::from_str(text)
            .map_err(|e| format!("the vocabulary cannot be read: {e}"))?;
        if let Some(other) = words.schema.as_ref().filter(|schema| *schema != SCHEMA) {
            return Err(format!("the vocabulary has schema {other:?}, expected {SCHEMA:?}"));
        }
        let mut taken: Map<&str> = Map::default();
        for predicate in &words.predicates {
            let own = std::iter::once(&predicate.name);
            for name in own.chain(&predicate.aliases).chain(&predicate.negated) {
                let other = taken.insert(fold(name), &predicate.name);
                if let Some(other) = other.filter(|other| *other != predicate.name) {
                    return Err(format!(
                        "the vocabulary uses `{name}` for `{other}` and for `{}`, expected one",
                        predicate.name
                    ));
                }
            }
        }
        Ok(words)
    }

    /// The scene: the objects with a type, and the symmetric predicates.
    pub fn scene(&self) -> Scene {
        let typed = self.objects.iter().filter_map(|o| Some((o.name.clone(), o.category.clone()?)));
        let symmetric = self.predicates.iter().filter(|p| p.symmetric);
        Scene { objects: typed.collect(), symmetric: symmetric.map(|p| p.name.clone()).collect() }
    }

    /// A predicate's name as it is kept, with `!` before it if the negation is meant.
    pub fn predicate(&self, name: &str) -> Option<String> {
        let (predicate, negated) = self.find(name)?;
        Some(format!("{}{}", if negated { "!" } else { "" }, predicate.name))
    }

    fn find(&self, name: &str) -> Option<(&Predicate, bool)> {
        let folded = fold(name);
        let is = |other: &String| fold(other) == folded;
        self.predicates.iter().find_map(|predicate| {
            if is(&predicate.name) || predicate.aliases.iter().any(is) {
                Some((predicate, false))
            } else if predicate.negated.iter().any(is) {
                Some((predicate, true))
            } else {
                None
            }
        })
    }

    /// The formula with the names of the vocabulary.
    pub fn normalise(&self, formula: &Formula) -> Normalised {
        let mut work = Work { words: self, renamed: Vec::new(), ungrounded: Vec::new() };
        let bound = bound(formula);
        let types: Vec<String> = self.objects.iter().filter_map(|o| o.category.clone()).collect();
        let mut pool = Pool::default();
        let root = pool.import(&formula.pool, formula.root);
        let root = pool.rewrite(root, |pool, node| match node {
            Node::Atom(atom) => {
                let (atom, negated) = work.atom(pool, &pool.atom(atom).clone(), &bound);
                let id = pool.atomic(atom);
                if negated { pool.unary(Unary::Not, id) } else { id }
            }
            Node::Bind(quantifier, binder, body) if !types.is_empty() => {
                let mut variables = pool.binder(binder).variables.clone();
                for (_, category) in &mut variables {
                    let name = pool.name(*category).to_owned();
                    match types.iter().find(|known| fold(known) == fold(&name)) {
                        Some(known) => *category = pool.symbol(known),
                        None => work.missing("type", &name, nearest(&name, types.iter().cloned())),
                    }
                }
                let binder = pool.binder_id(Binder { variables });
                pool.add(Node::Bind(quantifier, binder, body))
            }
            node => pool.add(node),
        });
        Normalised {
            formula: Formula { pool, root },
            renamed: work.renamed,
            ungrounded: work.ungrounded,
        }
    }
}

/// The names that quantifiers bind.
fn bound(formula: &Formula) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    for id in formula.nodes() {
        if let Node::Bind(_, binder, _) = formula.pool.node(id) {
            let variables = &formula.pool.binder(binder).variables;
            names.extend(variables.iter().map(|&(v, _)| formula.pool.name(v).to_owned()));
        }
    }
    names
}

struct Work<'a> {
    words: &'a Vocabulary,
    renamed: Vec<String>,
    ungrounded: Vec<Ungrounded>,
}

impl Work<'_> {
    fn missing(&mut self, kind: &str, name: &str, nearest: Option<String>) {
        let found = Ungrounded { kind: kind.to_owned(), name: name.to_owned(), nearest };
        if !self.ungrounded.contains(&found) {
            self.ungrounded.push(found);
        }
    }

    fn rename(&mut self, from: &str, to: &str) {
        if from != to {
            let text = format!("`{from}` is `{to}`");
            if !self.renamed.contains(&text) {
                self.renamed.push(text);
            }
        }
    }

    fn atom(&mut self, pool: &mut Pool, atom: &Atom, bound: &FxHashSet<String>) -> (Atom, bool) {
        match atom {
            Atom::Fact(fact) => {
                let (fact, negated) = self.application(pool, fact, bound, true);
                (Atom::Fact(fact), negated)
            }
            Atom::Compare { left, relation, right } => {
                let mut side = |number: &Number| match number {
                    Number::Literal(real) => Number::Literal(*real),
                    Number::Value(value) => {
                        Number::Value(self.application(pool, value, bound, false).0)
                    }
                };
                let (left, right) = (side(left), side(right));
                (Atom::Compare { left, relation: *relation, right }, false)
            }
        }
    }

    fn application(
        &mut self,
        pool: &mut Pool,
        fact: &Application,
        bound: &FxHashSet<String>,
        may_negate: bool,
    ) -> (Application, bool) {
        let name = pool.name(fact.name).to_owned();
        let args = fact.args.iter().map(|arg| match arg {
            Term::Name(symbol) => Term::Name(self.object(pool, *symbol, bound)),
            Term::Placeholder(symbol) => Term::Placeholder(*symbol),
            // The parser bounds the nesting of terms.
            Term::Apply(inner) => Term::Apply(self.application(pool, inner, bound, false).0),
        });
        let args: Box<[Term]> = args.collect();
        let constant = !may_negate && args.is_empty() && self.words.constants.contains_key(&name);
        if self.words.predicates.is_empty() || constant {
            return (Application { name: fact.name, args }, false);
        }
        let known = self.words.find(&name).filter(|(_, negated)| may_negate || !negated);
        let Some((predicate, negated)) = known else {
            let names = self.words.predicates.iter().flat_map(|p| {
                std::iter::once(&p.name).chain(&p.aliases).chain(&p.negated).cloned()
            });
            let near = nearest(&name, names);
            self.missing("predicate", &name, near);
            return (Application { name: fact.name, args }, false);
        };
        if let Some(number) = predicate.arguments.filter(|number| *number != args.len()) {
            self.missing("arguments", &name, Some(number.to_string()));
        }
        self.rename(&name, &format!("{}{}", if negated { "!" } else { "" }, predicate.name));
        (Application { name: pool.symbol(&predicate.name), args }, negated)
    }

    fn object(&mut self, pool: &mut Pool, symbol: Symbol, bound: &FxHashSet<String>) -> Symbol {
        let name = pool.name(symbol).to_owned();
        if self.words.objects.is_empty() || bound.contains(&name) {
            return symbol;
        }
        let is = |other: &String| fold(other) == fold(&name);
        let known = self.words.objects.iter().find(|o| is(&o.name) || o.aliases.iter().any(is));
        let Some(object) = known else {
            let names = self.words.objects.iter();
            let names = names.flat_map(|o| std::iter::once(&o.name).chain(&o.aliases).cloned());
            let near = nearest(&name, names);
            self.missing("object", &name, near);
            return symbol;
        };
        self.rename(&name, &object.name);
        pool.symbol(&object.name)
    }
}
