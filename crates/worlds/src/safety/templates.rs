//! Templates: rules whose outer variables range over categories.
//!
//! ```
//! use vedette_worlds::safety::Library;
//!
//! let library = Library::shipped();
//! let template = library.template("unplugged-stays-off").unwrap();
//! assert_eq!(template.holes, [("p".to_owned(), "Appliances".to_owned())]);
//! assert_eq!((template.class.name(), template.corrects.as_slice()), ("until", &["paper-13".to_owned()][..]));
//! ```
//!
//! # Why the head of the formula is the list of holes
//!
//! A template is a rule over objects like any other, `forall p: Appliances. G(…)`, so the reader, the
//! classifier and the evaluator of rules serve it, and there is no second notation that could mean
//! something else. The variables at its head become holes; quantifiers further inside (`exists m:
//! Oven_mitts. …`) stay and are expanded over the category. Reference: SENTINEL, appendix B.2.

use super::SafetyError;
use crate::scene::Source;
use serde::Deserialize;
use vedette_checker::classify::{RuleClass, rule_class};
use vedette_checker::controlled;
use vedette_checker::formula::{Atom, Formula, Id, Node, Pool, Quantifier, Symbol, Term};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;

/// Which templates are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Set {
    /// Those that the paper prints, as it prints them.
    Paper,
    /// Ours: corrected, and more.
    #[default]
    Vedette,
    /// Those of the user.
    User,
}

impl Set {
    /// As written in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Vedette => "vedette",
            Self::User => "user",
        }
    }
}

/// A rule over categories.
#[derive(Clone, Debug)]
pub struct Template {
    /// Its name.
    pub id: String,
    /// Which set it belongs to.
    pub set: Set,
    /// Where it comes from.
    pub source: String,
    /// The paper's class of such rules.
    pub class: RuleClass,
    /// The formula as written.
    pub text: String,
    /// `(variable, category)` of each hole.
    pub holes: Vec<(String, String)>,
    /// What stands below the holes, with placeholders for them.
    pub body: Formula,
    /// What it says, for people; `{x}` is the object of the hole `x`.
    pub words: String,
    /// The same in controlled English, where that can say it.
    pub sentence: Option<String>,
    /// A finite trace that it allows.
    pub allows: Option<String>,
    /// A finite trace that it forbids.
    pub forbids: Option<String>,
    /// What one should know of it.
    pub remark: Option<String>,
    /// Which templates of the paper it stands for.
    pub corrects: Vec<String>,
    /// The sources that can show what it asks for; none: every source.
    pub only: Vec<Source>,
}

/// A template as a file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTemplate {
    pub(super) id: String,
    set: Option<String>,
    #[serde(default)]
    source: String,
    formula: Option<String>,
    #[serde(default)]
    words: String,
    sentence: Option<String>,
    allows: Option<String>,
    forbids: Option<String>,
    remark: Option<String>,
    #[serde(default)]
    corrects: Vec<String>,
    #[serde(default)]
    only: Vec<String>,
}

impl Template {
    /// The template that a file describes.
    pub(super) fn of(raw: RawTemplate) -> Result<Self, SafetyError> {
        let fault = |what: String| SafetyError(format!("template `{}`: {what}", raw.id));
        let set = match raw.set.as_deref() {
            Some("paper") => Set::Paper,
            Some("vedette") => Set::Vedette,
            None => Set::User,
            Some(other) => return Err(fault(format!("found the set `{other}`"))),
        };
        let text = raw.formula.clone().ok_or_else(|| {
            fault("found no `formula`, expected one such as `forall s: Sharp. G !broken(s)`".into())
        })?;
        let parsed = parse(&text, Dialect::Vedette, Reading::Finite);
        if let Some(error) = parsed.errors.first() {
            return Err(fault(format!(
                "in the formula: found {}, expected {}",
                error.found, error.expected
            )));
        }
        let class = rule_class(&parsed.formula.pool, parsed.formula.root);
        let (holes, body) = open(parsed.formula).map_err(fault)?;
        let only: Option<Vec<Source>> = raw.only.iter().map(|name| Source::named(name)).collect();
        let only = only.ok_or_else(|| {
            fault("found an unknown source, expected `own`, `virtualhome` or `ai2thor`".into())
        })?;
        for words in raw.sentence.iter().chain([&raw.words]) {
            if let Some(name) = braces(words).find(|name| holes.iter().all(|(h, _)| h != name)) {
                return Err(fault(format!("found `{{{name}}}` in its words, expected a hole")));
            }
        }
        if let Some(sentence) = &raw.sentence {
            let sample = filled(sentence, &holes, str::to_owned);
            controlled::read(&sample).map_err(|why| fault(format!("its sentence: {why}")))?;
        }
        Ok(Self {
            set,
            class,
            holes,
            body,
            only,
            words: if raw.words.is_empty() { text.clone() } else { raw.words },
            text,
            id: raw.id,
            source: raw.source,
            sentence: raw.sentence,
            allows: raw.allows,
            forbids: raw.forbids,
            remark: raw.remark,
            corrects: raw.corrects,
        })
    }

    /// The categories that quantifiers below the holes range over.
    pub fn inner(&self) -> Vec<&str> {
        let pool = &self.body.pool;
        let mut inner = Vec::new();
        for id in self.body.nodes() {
            if let Node::Bind(_, binder, _) = pool.node(id) {
                inner.extend(pool.binder(binder).variables.iter().map(|&(_, c)| pool.name(c)));
            }
        }
        inner
    }

    /// The predicates that the formula uses, as written, with the number of their arguments.
    pub fn predicates(&self) -> Vec<(&str, usize)> {
        let pool = &self.body.pool;
        let mut found = Vec::new();
        for id in self.body.nodes() {
            if let Node::Atom(atom) = pool.node(id)
                && let Atom::Fact(fact) = pool.atom(atom)
            {
                let predicate = (pool.name(fact.name), fact.args.len());
                if !found.contains(&predicate) {
                    found.push(predicate);
                }
            }
        }
        found
    }
}

/// The outer variables of a rule, and the rest with placeholders in their place.
fn open(formula: Formula) -> Result<(Vec<(String, String)>, Formula), String> {
    let Formula { mut pool, mut root, .. } = formula;
    let mut holes: Vec<(String, String)> = Vec::new();
    while let Node::Bind(Quantifier::Forall, binder, inner) = pool.node(root) {
        let name = |&(v, c): &(Symbol, Symbol)| (pool.name(v).to_owned(), pool.name(c).to_owned());
        holes.extend(pool.binder(binder).variables.iter().map(name));
        root = inner;
    }
    if holes.is_empty() {
        return Err(
            "found no `forall` at the head of its formula, expected one hole or more".into()
        );
    }
    for id in pool.reachable(&[root]) {
        if let Node::Bind(_, binder, _) = pool.node(id) {
            let inner = &pool.binder(binder).variables;
            if let Some((v, _)) =
                holes.iter().find(|(h, _)| inner.iter().any(|v| pool.name(v.0) == h))
            {
                return Err(format!("found the variable `{v}` bound twice, expected other names"));
            }
        }
    }
    let names: Vec<Symbol> = holes.iter().map(|(hole, _)| pool.symbol(hole)).collect();
    let root = replace(&mut pool, root, &|term| match term {
        Term::Name(name) if names.contains(name) => Some(Term::Placeholder(*name)),
        _ => None,
    });
    Ok((holes, Formula::new(pool, root)))
}

/// `root` with other terms as arguments.
pub(super) fn replace(pool: &mut Pool, root: Id, to: &dyn Fn(&Term) -> Option<Term>) -> Id {
    pool.rewrite(root, |pool, node| {
        let Node::Atom(atom) = node else { return pool.add(node) };
        let mut atom = pool.atom(atom).clone();
        let swap = |args: &mut [Term]| {
            for arg in args {
                if let Some(other) = to(arg) {
                    *arg = other;
                }
            }
        };
        match &mut atom {
            Atom::Fact(fact) => swap(&mut fact.args),
            Atom::Compare { left, right, .. } => {
                for side in [left, right] {
                    if let vedette_checker::formula::Number::Value(value) = side {
                        swap(&mut value.args);
                    }
                }
            }
        }
        pool.atomic(atom)
    })
}

/// The names that stand in braces.
fn braces(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
}

/// A text with something in the place of each hole.
pub(super) fn filled(
    text: &str,
    holes: &[(String, String)],
    with: impl Fn(&str) -> String,
) -> String {
    holes
        .iter()
        .fold(text.to_owned(), |text, (hole, _)| text.replace(&format!("{{{hole}}}"), &with(hole)))
}
