//! A rule with objects in the place of its variables.
//!
//! Inner quantifiers are expanded into conjunctions and disjunctions over the distinct instances
//! that no variable in scope names already; names become canonical; constants become numbers. What
//! an empty domain decides is folded away, so that a formula that is true only because no instance
//! exists is seen to be `true`.
//!
//! The walk goes over pairs (node, environment) with an explicit stack.

use super::RuleError;
use super::words::Words;
use crate::labels::{Ground, Side};
use crate::vocabulary::{action_name, canonical_thing, fold_action};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::Arc;
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::formula::{
    Application, Atom, Binary, Bound, Formula, Id, Interval, Node, Number, Pool, Quantifier, Real,
    Symbol, Term, Unary,
};

/// Variables and what they name.
pub(super) type Environment = Vec<(Symbol, Arc<str>)>;

/// The atoms that are asked for; their positions number the columns.
pub(super) type Grounds = IndexSet<Ground, FxBuildHasher>;

/// A quantifier-free formula over atoms without variables.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub(super) formula: Arc<Formula>,
    /// The column of every atom of the pool.
    pub(super) columns: Arc<[u32]>,
}

/// Why there is no instance.
pub(super) enum Failure {
    Rule(RuleError),
    Limit(Limit),
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

/// The instance of `body` in which the variables name what `bound` says.
pub(super) fn instance(
    body: &Formula,
    bound: Environment,
    words: Words<'_>,
    grounds: &mut Grounds,
    budget: &Budget<'_>,
) -> Result<Instance, Failure> {
    let mut environments: IndexSet<Environment, FxBuildHasher> = IndexSet::default();
    environments.insert(bound);
    let mut maker = Maker { words, grounds, pool: Pool::default(), columns: Vec::new() };
    let mut done: FxHashMap<(Id, usize), Id> = FxHashMap::default();
    let mut stack = vec![(body.root, 0_usize, false)];
    // The environments that a quantifier was expanded into.
    let mut expanded: FxHashMap<(Id, usize), Vec<usize>> = FxHashMap::default();
    while let Some((id, env, ready)) = stack.pop() {
        if done.contains_key(&(id, env)) {
            continue;
        }
        let node = body.pool.node(id);
        if !ready {
            stack.push((id, env, true));
            if let Node::Bind(_, binder, inner) = node {
                let variables = &body.pool.binder(binder).variables;
                let mut inners = Vec::new();
                let environment = environments[env].clone();
                for extended in bindings(&body.pool, variables, environment, words) {
                    budget.state()?;
                    inners.push(environments.insert_full(extended).0);
                }
                stack.extend(inners.iter().map(|&env| (inner, env, false)));
                expanded.insert((id, env), inners);
            } else {
                stack.extend(node.children().map(|child| (child, env, false)));
            }
            continue;
        }
        budget.state()?;
        let built = match node {
            Node::Bind(quantifier, _, inner) => {
                let parts = expanded.remove(&(id, env)).unwrap_or_default();
                let parts: Vec<Id> = parts.iter().map(|&env| done[&(inner, env)]).collect();
                maker.join(quantifier, &parts)
            }
            Node::Atom(atom) => maker.atom(&body.pool, body.pool.atom(atom), &environments[env])?,
            other => maker.node(&body.pool, other.map_children(|child| done[&(child, env)]))?,
        };
        done.insert((id, env), built);
    }
    let root = done[&(body.root, 0)];
    let formula = Arc::new(Formula::new(maker.pool, root));
    Ok(Instance { formula, columns: maker.columns.into() })
}

/// Every way to bind `variables` to distinct instances that `environment` does not name yet, the
/// last variable changing fastest.
pub(super) fn bindings<'a>(
    pool: &Pool,
    variables: &[(Symbol, Symbol)],
    environment: Environment,
    words: Words<'_>,
) -> impl Iterator<Item = Environment> + use<'a> {
    let domains: Vec<(Symbol, Vec<Arc<str>>)> =
        variables.iter().map(|&(v, c)| (v, words.world.instances(pool.name(c)))).collect();
    let outer = environment.len();
    let mut chosen = environment;
    // The position in the domain of each variable that is tried next.
    let mut next = vec![0_usize];
    std::iter::from_fn(move || {
        loop {
            let depth = next.len().checked_sub(1)?;
            if depth == domains.len() {
                next.pop();
                let complete = chosen.clone();
                if chosen.len() > outer {
                    chosen.pop();
                }
                return Some(complete);
            }
            let (variable, domain) = &domains[depth];
            let Some(candidate) = domain.get(next[depth]) else {
                next.pop();
                if chosen.len() > outer {
                    chosen.pop();
                }
                continue;
            };
            next[depth] += 1;
            if chosen.iter().all(|(_, taken)| taken != candidate) {
                chosen.push((*variable, candidate.clone()));
                next.push(0);
            }
        }
    })
}

struct Maker<'a> {
    words: Words<'a>,
    grounds: &'a mut Grounds,
    pool: Pool,
    columns: Vec<u32>,
}

impl Maker<'_> {
    fn constant(&self, id: Id) -> Option<bool> {
        match self.pool.node(id) {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    fn join(&mut self, quantifier: Quantifier, parts: &[Id]) -> Id {
        let (operator, empty) = match quantifier {
            Quantifier::Forall => (Binary::And, true),
            Quantifier::Exists => (Binary::Or, false),
        };
        let Some((&first, rest)) = parts.split_first() else { return self.pool.constant(empty) };
        rest.iter().fold(first, |left, &right| self.fold(Node::Binary(operator, left, right)))
    }

    /// The node with its bounds made numbers, folded.
    fn node(&mut self, from: &Pool, node: Node) -> Result<Id, Failure> {
        let node = match node {
            Node::UnaryWithin(op, interval, a) => {
                Node::UnaryWithin(op, self.interval(from, interval)?, a)
            }
            Node::BinaryWithin(op, interval, a, b) => {
                Node::BinaryWithin(op, self.interval(from, interval)?, a, b)
            }
            other => other,
        };
        Ok(self.fold(node))
    }

    /// The node, without what constants decide. `X`, `X[w]` and bounded operators stay: whether they
    /// are true at the end depends on the trace.
    fn fold(&mut self, node: Node) -> Id {
        match node {
            Node::Unary(Unary::Not, a) => {
                if let Some(value) = self.constant(a) {
                    return self.pool.constant(!value);
                }
            }
            Node::Unary(
                Unary::Finally | Unary::Globally | Unary::AllPaths | Unary::SomePath,
                a,
            ) if self.constant(a).is_some() => return a,
            Node::Binary(op, a, b) => {
                let (left, right) = (self.constant(a), self.constant(b));
                match (op, left, right) {
                    (Binary::And, Some(false), _)
                    | (Binary::Or, Some(true), _)
                    | (Binary::And, _, Some(true))
                    | (Binary::Or, _, Some(false)) => return a,
                    (Binary::And, _, Some(false))
                    | (Binary::Or, _, Some(true))
                    | (Binary::And | Binary::Implies, Some(true), _)
                    | (Binary::Or, Some(false), _) => return b,
                    (Binary::Implies, Some(false), _) | (Binary::Implies, _, Some(true)) => {
                        return self.pool.constant(true);
                    }
                    (Binary::Implies, _, Some(false)) => return self.pool.unary(Unary::Not, a),
                    _ => {}
                }
            }
            _ => {}
        }
        self.pool.add(node)
    }

    fn interval(&self, from: &Pool, interval: Interval) -> Result<Interval, Failure> {
        let number = |bound: Bound| match bound {
            Bound::Number(_) => Ok(bound),
            Bound::Constant(name) => {
                let value = self.words.constant(from.name(name)).and_then(Real::new);
                value.map(Bound::Number).ok_or_else(|| undefined(from.name(name)))
            }
        };
        let high = interval.high.map(number).transpose()?;
        Ok(Interval { low: number(interval.low)?, high, unit: interval.unit })
    }

    fn atom(&mut self, from: &Pool, atom: &Atom, env: &Environment) -> Result<Id, Failure> {
        let (ground, atom, negated) = match atom {
            Atom::Fact(fact) => {
                let (name, args) = (from.name(fact.name), self.args(from, fact, env)?);
                if let Some(action) = action_name(name) {
                    let action = fold_action(action);
                    let shown = self.application(&format!("act.{action}"), &args);
                    let args = args.iter().map(canonical_thing).collect();
                    (Ground::Action { name: action, args }, Atom::Fact(shown), false)
                } else {
                    let (predicate, negated) = self.predicate(name)?;
                    let canonical = self.words.vocabulary.predicates()[predicate].name.clone();
                    let shown = self.application(&canonical, &args);
                    let args = self.sorted(predicate, &args);
                    (Ground::Fact { predicate, args }, Atom::Fact(shown), negated)
                }
            }
            Atom::Compare { left, relation, right } => {
                let (left, shown_left) = self.side(from, left, env)?;
                let (right, shown_right) = self.side(from, right, env)?;
                let shown =
                    Atom::Compare { left: shown_left, relation: *relation, right: shown_right };
                (Ground::Compare { left, relation: *relation, right }, shown, false)
            }
        };
        let column = self.grounds.insert_full(ground).0 as u32;
        let id = self.pool.atom_id(atom);
        if id.index() == self.columns.len() {
            self.columns.push(column);
        }
        debug_assert_eq!(self.columns[id.index()], column, "an atom is one column");
        let node = self.pool.add(Node::Atom(id));
        Ok(if negated { self.pool.unary(Unary::Not, node) } else { node })
    }

    fn side(
        &mut self,
        from: &Pool,
        number: &Number,
        env: &Environment,
    ) -> Result<(Side, Number), Failure> {
        let value = match number {
            Number::Literal(real) => return Ok((Side::Literal(*real), Number::Literal(*real))),
            Number::Value(value) => value,
        };
        let name = from.name(value.name);
        if value.args.is_empty()
            && let Some(real) = self.words.constant(name).and_then(Real::new)
        {
            return Ok((Side::Literal(real), Number::Literal(real)));
        }
        let (predicate, _) = self.predicate(name)?;
        let args = self.args(from, value, env)?;
        let canonical = self.words.vocabulary.predicates()[predicate].name.clone();
        let shown = self.application(&canonical, &args);
        let args = self.sorted(predicate, &args);
        Ok((Side::Signal { predicate, args }, Number::Value(shown)))
    }

    fn predicate(&self, name: &str) -> Result<(usize, bool), Failure> {
        let found = self.words.vocabulary.index_of(name);
        found.ok_or_else(|| {
            Failure::Rule(RuleError::new(format!("`{name}` is no declared predicate"), ""))
        })
    }

    fn sorted(&self, predicate: usize, args: &[Arc<str>]) -> Box<[Arc<str>]> {
        crate::labels::sorted(self.words.vocabulary, predicate, args)
    }

    fn application(&mut self, name: &str, args: &[Arc<str>]) -> Application {
        let name = self.pool.symbol(name);
        let args = args.iter().map(|arg| Term::Name(self.pool.symbol(arg))).collect();
        Application { name, args }
    }

    fn args(
        &self,
        from: &Pool,
        application: &Application,
        env: &Environment,
    ) -> Result<Vec<Arc<str>>, Failure> {
        let one = |arg: &Term| match arg {
            Term::Name(symbol) => {
                if let Some((_, object)) = env.iter().find(|(variable, _)| variable == symbol) {
                    return Ok(object.clone());
                }
                let name: Arc<str> = from.name(*symbol).into();
                Ok(self.words.object(&name).unwrap_or_else(|| canonical_thing(&name)))
            }
            Term::Placeholder(symbol) => Err(undefined(from.name(*symbol))),
            Term::Apply(inner) => Err(undefined(from.name(inner.name))),
        };
        application.args.iter().map(one).collect()
    }
}

fn undefined(name: &str) -> Failure {
    Failure::Rule(RuleError::new(format!("`{name}` has no value"), "declare it"))
}
