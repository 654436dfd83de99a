//! What a set of constraints comes to: repetitions, contradictions, violations before anybody acts.
//!
//! ```
//! use vedette_worlds::safety::analysis::{Kind, Options, analyse};
//! use vedette_worlds::safety::{Library, Set, instantiate};
//! use vedette_worlds::scene::Scene;
//!
//! let mut scene = Scene::default();
//! scene.insert("stove.1", "stove", &["HAS_SWITCH"]);
//! scene.insert("sauce_pan.1", "sauce_pan", &[]);
//! scene.insert("coffee_pot.1", "coffee_pot", &[]);
//! let library = Library::shipped();
//! let found = instantiate(&library, &scene, Set::Paper).unwrap();
//! let report = analyse(&library, &scene, &found.constraints, &Options::default());
//! let blocked = report.findings.iter().find(|finding| finding.kind == Kind::Blocked).unwrap();
//! let blamed: Vec<&str> = blocked.rules.iter().map(|&at| found.constraints[at].id.as_str()).collect();
//! assert_eq!(blamed, ["paper-10[stove.1,sauce_pan.1]", "paper-11[stove.1,coffee_pot.1]"]);
//! assert_eq!(blocked.trigger.as_deref(), Some("ON(stove.1)"));
//! assert_eq!(blocked.axioms, ["G !(ONTOP(sauce_pan.1, stove.1) & ONTOP(coffee_pot.1, stove.1))"]);
//! ```
//!
//! # Why "can its trigger ever happen"
//!
//! A set of constraints is hardly ever unsatisfiable: doing nothing satisfies most. What goes wrong is
//! that a part forbids what another part only speaks about: with two rules that want two pots on one
//! burner, the stove can never be turned on, and nobody had said so. So each antecedent is asked for: is
//! there a run that satisfies everything and in which it happens once? If not, the smallest set of
//! constraints and axioms that excludes it is named. That is vacuity in the sense of Beer, Ben-David,
//! Eisner, Rodeh, *Efficient detection of vacuity in temporal model checking*, FMSD 2001, asked of the
//! rules among themselves. Runs are finite here, as plans are (`docs/semantics.md`, section 4).

use super::instantiate::Constraint;
use super::library::Library;
use super::solve::{Answer, Solver};
use super::templates::Template;
use crate::scene::Scene;
use crate::vocabulary::{action_name, fold};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::fmt;
use std::sync::Arc;
use vedette_checker::axioms::instances;
use vedette_checker::budget::Limit;
use vedette_checker::classify::{Logic, logic};
use vedette_checker::equivalence::{Verdict, compare, compare_under};
use vedette_checker::formula::{Atom, Binary, Id, Node, Pool, Term, Unary};
use vedette_checker::syntax::{Style, print};
use vedette_checker::words::{Letter, Reading, Word, holds};

/// How much work is done.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// States for each decision.
    pub states: u64,
    /// Asked every so often whether to stop.
    pub interrupt: Option<&'a dyn Fn() -> Option<Limit>>,
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("states", &self.states).finish_non_exhaustive()
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { states: 20_000, interrupt: None }
    }
}

/// What was found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// No run satisfies all of them.
    Contradiction,
    /// Together they exclude what one of them speaks about, which none of them does alone.
    Blocked,
    /// It is violated before anybody acts: no run from this scene satisfies it.
    Start,
    /// Both say the same.
    Duplicate,
    /// The first says everything that the second says.
    Implied,
}

impl Kind {
    /// A stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Contradiction => "contradiction",
            Self::Blocked => "blocked",
            Self::Start => "violated_at_start",
            Self::Duplicate => "duplicate",
            Self::Implied => "implied",
        }
    }

    /// Whether something has to be done about it: no plan can be safe, or not in the way it seems.
    pub fn is_conflict(self) -> bool {
        matches!(self, Self::Contradiction | Self::Blocked)
    }
}

/// Something about some constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What.
    pub kind: Kind,
    /// Which constraints, by their positions; for conflicts no fewer would do.
    pub rules: Vec<usize>,
    /// Which axioms it rests on, as formulas.
    pub axioms: Vec<String>,
    /// What can never happen.
    pub trigger: Option<String>,
}

/// What is known of a set of constraints.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// By kind, then by constraint.
    pub findings: Vec<Finding>,
    /// Questions that a limit left open, with the limit.
    pub unknown: Vec<String>,
}

/// Looks at constraints that were made in `scene`.
pub fn analyse(
    library: &Library,
    scene: &Scene,
    constraints: &[Constraint],
    options: &Options<'_>,
) -> Analysis {
    let mut pool = Pool::default();
    let value = |name: &str| library.constants.get(name).copied();
    let mut analysis = Analysis::default();
    let mut rules = Vec::with_capacity(constraints.len());
    for constraint in constraints {
        let root = pool.import(&constraint.formula.pool, constraint.formula.root);
        // The library was checked for constants that have no value.
        rules.push(pool.substitute_constants(root, value).unwrap_or(root));
    }
    let axioms = axioms(library, scene, &mut pool, &rules, &mut analysis);
    let count = rules.len();
    rules.extend(axioms);
    let (states, interrupt) = (options.states, options.interrupt);
    let (reading, known) = (Reading::Finite, FxHashMap::default());
    let solver = Solver { pool, rules, reading, states, interrupt, known };
    let templates = &library.templates;
    let mut analyst = Analyst { solver, count, constraints, templates, scene, analysis };
    analyst.conflicts();
    analyst.start();
    analyst.repetitions();
    let mut analysis = analyst.analysis;
    analysis.findings.sort_by(|a, b| (a.kind, &a.rules).cmp(&(b.kind, &b.rules)));
    analysis
}

/// What holds in every state, as far as the rules speak of it.
fn axioms(
    library: &Library,
    scene: &Scene,
    pool: &mut Pool,
    rules: &[Id],
    analysis: &mut Analysis,
) -> Vec<Id> {
    let mut found = IndexSet::<Id, FxBuildHasher>::default();
    match instances(pool, rules, &library.axioms) {
        Ok(all) => found.extend(all),
        Err(why) => analysis.unknown.push(format!("axioms: {why}")),
    }
    let Some(capacity) = &library.capacity else { return found.into_iter().collect() };
    let category = &library.categories[&capacity.category];
    let mut borne: IndexMap<(Term, String), Vec<Id>, FxBuildHasher> = IndexMap::default();
    for id in pool.reachable(rules) {
        if let Node::Atom(atom) = pool.node(id)
            && let Atom::Fact(fact) = pool.atom(atom)
            && fold(pool.name(fact.name)) == fold(&capacity.predicate)
            && let [_, Term::Name(place)] = &fact.args[..]
            && let Some(thing) = scene.objects.get(pool.name(*place))
            && category.why_member(&thing.class, scene.source, library.doubtful).is_some()
        {
            let key = (Term::Name(*place), pool.name(fact.name).to_owned());
            borne.entry(key).or_default().push(id);
        }
    }
    for things in borne.values() {
        for (at, &one) in things.iter().enumerate() {
            for &other in &things[at + 1..] {
                let both = pool.binary(Binary::And, one, other);
                let not = pool.unary(Unary::Not, both);
                found.insert(pool.unary(Unary::Globally, not));
            }
        }
    }
    found.into_iter().collect()
}

struct Analyst<'a> {
    solver: Solver<'a>,
    /// How many of the solver's rules are constraints; the rest are axioms.
    count: usize,
    constraints: &'a [Constraint],
    templates: &'a [Template],
    scene: &'a Scene,
    analysis: Analysis,
}

impl Analyst<'_> {
    fn show(&self, id: Id) -> String {
        print(&self.solver.pool, id, Style::Vedette)
    }

    fn finding(&mut self, kind: Kind, part: &[usize], trigger: Option<String>) {
        let (rules, axioms): (Vec<usize>, Vec<usize>) =
            part.iter().partition(|&&at| at < self.count);
        let axioms = axioms.iter().map(|&at| self.show(self.solver.rules[at])).collect();
        self.analysis.findings.push(Finding { kind, rules, axioms, trigger });
    }

    /// Contradictions, and antecedents that can never happen.
    fn conflicts(&mut self) {
        let anything = self.solver.pool.constant(true);
        match self.solver.ask(anything) {
            Answer::Excluded(part) => {
                self.finding(Kind::Contradiction, &part, None);
                return;
            }
            Answer::Unknown(why) => {
                self.analysis.unknown.push(format!("all constraints together: {why}"));
            }
            Answer::Possible => {}
        }
        let triggers: IndexSet<Id, FxBuildHasher> = (0..self.count)
            .filter_map(|at| trigger(&self.solver.pool, self.solver.rules[at]))
            .collect();
        for trigger in triggers {
            let happens = self.solver.pool.unary(Unary::Finally, trigger);
            let shown = self.show(trigger);
            match self.solver.ask(happens) {
                // One constraint that forbids it is meant to: with no mitts a hot oven stays shut.
                Answer::Excluded(part) if part.len() < 2 => {}
                Answer::Excluded(part) => self.finding(Kind::Blocked, &part, Some(shown)),
                Answer::Unknown(why) => {
                    self.analysis.unknown.push(format!("whether {shown} can happen: {why}"));
                }
                Answer::Possible => {}
            }
        }
    }

    /// Constraints that no run from this scene satisfies.
    fn start(&mut self) {
        for at in 0..self.count {
            let rule = self.solver.rules[at];
            let mut letter = Letter::default();
            let mut literals = Vec::new();
            for id in self.solver.pool.reachable(&[rule]) {
                let Node::Atom(atom) = self.solver.pool.node(id) else { continue };
                let Some(true_now) = self.at_start(self.solver.pool.atom(atom)) else { continue };
                if true_now {
                    letter.insert(atom);
                }
                literals.push((id, true_now));
            }
            // Most are satisfied by some run in which nothing more happens.
            let quiet = [vec![letter.clone()], vec![letter, Letter::default()]];
            let satisfied = quiet.into_iter().any(|word| {
                holds(&self.solver.pool, rule, &Word::Finite(word), Reading::Finite) == Ok(true)
            });
            if satisfied {
                continue;
            }
            let mut all = rule;
            for (id, true_now) in literals {
                let pool = &mut self.solver.pool;
                let literal = if true_now { id } else { pool.unary(Unary::Not, id) };
                all = pool.binary(Binary::And, all, literal);
            }
            match self.alone(all) {
                Ok(false) => self.finding(Kind::Start, &[at], None),
                Ok(true) => {}
                Err(why) => {
                    let id = &self.constraints[at].id;
                    self.analysis
                        .unknown
                        .push(format!("whether {id} is violated at the start: {why}"));
                }
            }
        }
    }

    /// Whether a formula can be satisfied, without any rules.
    fn alone(&mut self, formula: Id) -> Result<bool, String> {
        let rules = std::mem::take(&mut self.solver.rules);
        let answer = self.solver.ask(formula);
        self.solver.rules = rules;
        match answer {
            Answer::Possible => Ok(true),
            Answer::Excluded(_) => Ok(false),
            Answer::Unknown(why) => Err(why),
        }
    }

    /// Whether an atom holds in the scene; none for actions and numbers, which no scene lists.
    fn at_start(&self, atom: &Atom) -> Option<bool> {
        let Atom::Fact(fact) = atom else { return None };
        let pool = &self.solver.pool;
        let name = pool.name(fact.name);
        if action_name(name).is_some() || fold(name) == "drink" {
            return None;
        }
        let args: Option<Vec<&str>> = fact
            .args
            .iter()
            .map(|arg| match arg {
                Term::Name(name) => Some(pool.name(*name)),
                Term::Placeholder(_) | Term::Apply(_) => None,
            })
            .collect();
        Some(self.scene.holds(name, &args?))
    }

    /// Pairs of constraints about the same objects of which one says what the other says.
    fn repetitions(&mut self) {
        let mut about: IndexMap<Vec<Arc<str>>, Vec<usize>, FxBuildHasher> = IndexMap::default();
        for (at, constraint) in self.constraints.iter().enumerate() {
            let mut objects: Vec<Arc<str>> =
                constraint.binding.iter().map(|(_, object)| object.clone()).collect();
            objects.sort_unstable();
            about.entry(objects).or_default().push(at);
        }
        let mut known: FxHashMap<Shape, Option<Relation>> = FxHashMap::default();
        for alike in about.values() {
            for (index, &one) in alike.iter().enumerate() {
                for &other in &alike[index + 1..] {
                    let shape = self.shape(one, other);
                    let seen = shape.as_ref().and_then(|shape| known.get(shape).copied());
                    let relation = seen.unwrap_or_else(|| self.relation(one, other));
                    if let Some(shape) = shape {
                        known.insert(shape, relation);
                    }
                    let Some((kind, swapped, under)) = relation else { continue };
                    let pair = if swapped { [other, one] } else { [one, other] };
                    self.finding(kind, &pair, None);
                    if under && let Some(found) = self.analysis.findings.last_mut() {
                        let pool = &mut self.solver.pool;
                        let rules = &self.solver.rules;
                        let all: Vec<Id> =
                            shared(pool, [rules[one], rules[other]], &rules[self.count..]);
                        let texts = all.into_iter().map(|id| print(pool, id, Style::Vedette));
                        found.axioms = texts.collect();
                    }
                }
            }
        }
    }

    /// What decides how two constraints relate: their templates, which objects they share where, and
    /// the classes of these. None where a quantifier was expanded, for then other objects matter too.
    fn shape(&self, one: usize, other: usize) -> Option<Shape> {
        let (one, other) = (&self.constraints[one], &self.constraints[other]);
        let whole = |at: usize| self.templates[at].inner().is_empty();
        if !whole(one.template) || !whole(other.template) {
            return None;
        }
        let place = |(_, object): &(String, Arc<str>)| {
            one.binding.iter().position(|(_, own)| own == object).unwrap_or(usize::MAX)
        };
        let class = |(_, object): &(String, Arc<str>)| {
            self.scene.objects.get(object).map_or_else(|| object.clone(), |o| o.class.clone())
        };
        Some(Shape {
            templates: [one.template, other.template],
            places: other.binding.iter().map(place).collect(),
            classes: one.binding.iter().map(class).collect(),
        })
    }

    fn relation(&mut self, one: usize, other: usize) -> Option<Relation> {
        let (a, b) = (self.solver.rules[one], self.solver.rules[other]);
        let budget = self.solver.budget();
        let pool = &self.solver.pool;
        let strict = compare(pool, a, b, Reading::Finite, &budget).ok()?.verdict;
        if let Some((kind, swapped)) = relation_of(strict) {
            return Some((kind, swapped, false));
        }
        let axioms = shared(pool, [a, b], &self.solver.rules[self.count..]);
        let under = match strict {
            Verdict::Incomparable if !axioms.is_empty() => {
                compare_under(pool, a, b, &axioms, Reading::Finite, &budget).ok()?.verdict
            }
            other => other,
        };
        if let Verdict::Unknown(limit) = under {
            let pair = [one, other].map(|at| self.constraints[at].id.as_str()).join(" and ");
            self.analysis.unknown.push(format!("how {pair} relate: {limit}"));
            return None;
        }
        relation_of(under).map(|(kind, swapped)| (kind, swapped, true))
    }
}

/// What two constraints have in common with others that relate in the same way.
#[derive(PartialEq, Eq, Hash)]
struct Shape {
    templates: [usize; 2],
    /// For each hole of the second, which hole of the first has its object.
    places: Vec<usize>,
    /// The classes of the objects of the first.
    classes: Vec<Arc<str>>,
}

/// The kind, whether the second comes first, and whether axioms were needed.
type Relation = (Kind, bool, bool);

fn relation_of(verdict: Verdict) -> Option<(Kind, bool)> {
    match verdict {
        Verdict::Equivalent => Some((Kind::Duplicate, false)),
        Verdict::Stronger => Some((Kind::Implied, false)),
        Verdict::Weaker => Some((Kind::Implied, true)),
        Verdict::Incomparable | Verdict::Unknown(_) => None,
    }
}

/// The axioms that speak of an atom of the two rules.
fn shared(pool: &Pool, rules: [Id; 2], axioms: &[Id]) -> Vec<Id> {
    let atom = |id: &Id| matches!(pool.node(*id), Node::Atom(_));
    let here: Vec<Id> = pool.reachable(&rules).into_iter().filter(atom).collect();
    let speaks = |axiom: &&Id| pool.reachable(&[**axiom]).iter().any(|id| here.contains(id));
    axioms.iter().filter(speaks).copied().collect()
}

/// The antecedent of `G(p -> q)`, if it is about one state.
fn trigger(pool: &Pool, rule: Id) -> Option<Id> {
    let Node::Unary(Unary::Globally, body) = pool.node(rule) else { return None };
    let Node::Binary(Binary::Implies, antecedent, _) = pool.node(body) else { return None };
    (logic(pool, antecedent) == Logic::Propositional).then_some(antecedent)
}
