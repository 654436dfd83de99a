//! Whether a rule uses only words that are declared: predicates, types, constants, objects.
//!
//! A rule that fails here has the verdict *error*: an undeclared word would be false in every state,
//! and the rule satisfied by everything.

use super::RuleError;
use crate::labels::World;
use crate::trajectory::{State, is_agent};
use crate::vocabulary::{Vocabulary, action_name};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::sync::Arc;
use vedette_checker::formula::{
    Application, Atom, Bound, Formula, Id, Interval, Node, Number, Pool, Symbol, Term, Unit,
};

/// The values of the named constants.
pub(super) type Constants = IndexMap<String, f64, FxBuildHasher>;

/// What names may mean.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) constants: &'a Constants,
    pub(super) world: &'a World<'a>,
}

/// What was found out about the words of a rule.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) errors: Vec<RuleError>,
    pub(super) notes: Vec<String>,
}

impl Found {
    fn error(&mut self, error: RuleError) {
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }
}

impl Words<'_> {
    /// The value of a constant: of the rule set, else of the vocabulary.
    pub(super) fn constant(&self, name: &str) -> Option<f64> {
        let own = self.constants.get(name).copied();
        own.or_else(|| self.vocabulary.constant(name).map(|constant| constant.value))
    }

    /// The object of the scene that a name means, whatever its case.
    pub(super) fn object(&self, name: &str) -> Option<Arc<str>> {
        if let Some((id, _)) = self.world.objects().get_key_value(name) {
            return Some(id.clone());
        }
        let mut same = self.world.objects().keys().filter(|id| id.eq_ignore_ascii_case(name));
        match (same.next(), same.next()) {
            (Some(id), None) => Some(id.clone()),
            _ => None,
        }
    }

    /// Looks at every word of `formula`.
    pub(super) fn look(self, formula: &Formula) -> Found {
        let mut found = Found::default();
        let mut scopes: IndexSet<Vec<Symbol>, FxBuildHasher> = IndexSet::default();
        scopes.insert(Vec::new());
        let (mut seen, mut stack) = (FxHashSet::default(), vec![(formula.root, 0_usize)]);
        while let Some((id, scope)) = stack.pop() {
            if !seen.insert((id, scope)) {
                continue;
            }
            let node = formula.pool.node(id);
            let mut inner = scope;
            match node {
                Node::Hole => found.error(RuleError::new(
                    "a part of the formula is missing",
                    "mend the syntax error",
                )),
                Node::Atom(atom) => {
                    let names = scopes[scope].clone();
                    self.atom(&formula.pool, formula.pool.atom(atom), &names, &mut found);
                }
                Node::UnaryWithin(_, interval, _) | Node::BinaryWithin(_, interval, ..) => {
                    self.interval(&formula.pool, interval, &mut found);
                }
                Node::Bind(_, binder, _) => {
                    let mut names = scopes[scope].clone();
                    for &(variable, category) in &formula.pool.binder(binder).variables {
                        let (v, c) = (formula.pool.name(variable), formula.pool.name(category));
                        self.category(v, c, &mut found);
                        if names.contains(&variable) {
                            let what = format!("the variable `{v}` is bound twice");
                            found.error(RuleError::new(what, "give one of them another name"));
                        }
                        names.push(variable);
                    }
                    inner = scopes.insert_full(names).0;
                }
                Node::Constant(_) | Node::Unary(..) | Node::Binary(..) => {}
            }
            stack.extend(node.children().map(|child: Id| (child, inner)));
        }
        found
    }

    fn category(self, variable: &str, category: &str, found: &mut Found) {
        if self.vocabulary.has_type(category) || !self.world.instances(category).is_empty() {
            return;
        }
        let scene = self.world.objects().values().map(|object| object.category.as_ref());
        let nearest = self.vocabulary.nearest_type(category, scene);
        found.error(RuleError::new(
            format!("`{category}` (of the variable `{variable}`) is no known object type"),
            mend(nearest, "declare it"),
        ));
    }

    fn interval(self, pool: &Pool, interval: Interval, found: &mut Found) {
        let mut value = |bound: Bound| {
            let (text, value) = match bound {
                Bound::Number(real) => (real.get().to_string(), Some(real.get())),
                Bound::Constant(name) => {
                    (pool.name(name).to_owned(), self.constant(pool.name(name)))
                }
            };
            let Some(value) = value else {
                let what = format!("the constant `{text}` has no value");
                found.error(RuleError::new(
                    what,
                    format!("give `{text}` a number under `defaults`"),
                ));
                return None;
            };
            let whole = interval.unit == Unit::Seconds || value.fract() == 0.0;
            if !whole || !(0.0..=f64::from(u32::MAX)).contains(&value) {
                found.error(RuleError::new(
                    format!("the bound `{text}` is {value}"),
                    "expected a whole number of steps, or a time such as `2.5s`; not negative",
                ));
            }
            Some(value)
        };
        let (low, high) = (value(interval.low), interval.high.and_then(&mut value));
        if let (Some(low), Some(high)) = (low, high)
            && low > high
        {
            let what = format!("the interval [{low}, {high}] is empty");
            found.error(RuleError::new(what, "put the smaller bound first"));
        }
    }

    fn atom(self, pool: &Pool, atom: &Atom, scope: &[Symbol], found: &mut Found) {
        match atom {
            Atom::Fact(fact) => {
                let name = pool.name(fact.name);
                if let Some(action) = action_name(name) {
                    if !self.vocabulary.has_action(action) && !self.vocabulary.is_open() {
                        let nearest = self.vocabulary.nearest_action(action);
                        let nearest = nearest.map(|near| format!("act.{near}"));
                        found.error(RuleError::new(
                            format!("`{name}` is no known action"),
                            mend(nearest, "declare it"),
                        ));
                    }
                } else {
                    self.predicate(name, fact.args.len(), false, found);
                }
                self.terms(pool, fact, scope, found);
            }
            Atom::Compare { left, right, .. } => {
                for side in [left, right] {
                    let Number::Value(value) = side else { continue };
                    let name = pool.name(value.name);
                    if value.args.is_empty() && self.constant(name).is_some() {
                        continue;
                    }
                    if value.args.is_empty() && self.vocabulary.predicate(name).is_none() {
                        found.error(RuleError::new(
                            format!("the constant `{name}` has no value"),
                            format!("give `{name}` a number under `defaults`"),
                        ));
                        continue;
                    }
                    self.predicate(name, value.args.len(), true, found);
                    self.terms(pool, value, scope, found);
                }
            }
        }
    }

    fn predicate(self, name: &str, arity: usize, numeric: bool, found: &mut Found) {
        let Some((predicate, _)) = self.vocabulary.predicate(name) else {
            found.error(RuleError::new(
                format!("`{name}` is no declared predicate"),
                mend(self.vocabulary.nearest_predicate(name), "declare it"),
            ));
            return;
        };
        if predicate.args.len() != arity {
            let expected = predicate.args.len();
            let what = format!("`{name}` has {arity} arguments");
            found.error(RuleError::new(what, format!("expected {expected}")));
        }
        if predicate.numeric != numeric {
            let (what, mend) = if numeric {
                (format!("`{name}` is true or false, not a number"), "use it without comparison")
            } else {
                (format!("`{name}` is a number"), "compare it, as in `dist(a, b) < 0.5`")
            };
            found.error(RuleError::new(what, mend));
        }
    }

    fn terms(self, pool: &Pool, application: &Application, scope: &[Symbol], found: &mut Found) {
        for arg in &application.args {
            let name = match arg {
                Term::Name(symbol) if scope.contains(symbol) => continue,
                Term::Name(symbol) => pool.name(*symbol),
                Term::Placeholder(symbol) => {
                    let name = pool.name(*symbol);
                    found.error(RuleError::new(
                        format!("the placeholder `<{name}>` stands for nothing"),
                        format!("write `forall x: {name}. …` and `x`, or name an object"),
                    ));
                    continue;
                }
                Term::Apply(inner) => {
                    let name = pool.name(inner.name);
                    found.error(RuleError::new(
                        format!("`{name}(…)` stands as an argument"),
                        "expected a variable or an object; only rules read in the `sentinel` \
                         dialect may nest",
                    ));
                    continue;
                }
            };
            if is_agent(name) || self.object(name).is_some() {
                continue;
            }
            if self.vocabulary.has_type(name) && !self.vocabulary.is_open() {
                found.error(RuleError::new(
                    format!("`{name}` is an object type, not an object"),
                    format!("write `forall x: {name}. …` and `x`"),
                ));
            } else if self.scene_is_complete() {
                found.error(RuleError::new(
                    format!("`{name}` is no object of the scene and no variable"),
                    "bind it with `forall` or name an object",
                ));
            } else {
                let note = format!("no trajectory mentions an object `{name}`");
                if !found.notes.contains(&note) {
                    found.notes.push(note);
                }
            }
        }
    }

    /// Whether the trajectories list all objects, not only those of which something holds.
    fn scene_is_complete(self) -> bool {
        let first = self.world.trajectories().iter().filter_map(|t| t.steps.first());
        first.into_iter().any(|step| matches!(step.state.as_ref(), State::Scene(_)))
    }
}

fn mend(nearest: Option<String>, otherwise: &str) -> String {
    match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => otherwise.to_owned(),
    }
}
