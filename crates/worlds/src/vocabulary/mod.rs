//! The words that rules may use: predicates, object types, constants.
//!
//! ```
//! use vedette_worlds::vocabulary::Vocabulary;
//!
//! let words = Vocabulary::ai2thor();
//! let (near, negated) = words.predicate("CLOSE").unwrap();
//! assert_eq!((near.name.as_ref(), near.symmetric, negated), ("near", true, false));
//! let (on, negated) = words.predicate("OFF").unwrap();
//! assert_eq!((on.name.as_ref(), negated), ("on", true));
//! assert!(words.predicate("ISONN").is_none());
//! assert_eq!(words.nearest_predicate("ISONN").as_deref(), Some("ISON"));
//! ```
//!
//! # Why declared
//!
//! A predicate that nobody declared is false in every state, so a rule with a typing error is
//! satisfied by everything. Here it is an error of the rule, with the nearest declared name as the
//! mend. Names ignore case and underscores, because the papers, the code and the models all spell
//! them differently. Reference: `docs/semantics.md`, section 8.

mod ai2thor;
mod household;
pub mod nearest;

pub(crate) use ai2thor::{ABOVE, CAPACITY, INSIDE, NEAR, NOT_MICROWAVE_SAFE, ON_TOP};

use crate::trajectory::{Fact, State, Trajectory};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::sync::Arc;
use vedette_checker::formula::{Atom, Formula, Node, Number, Pool};

type Map<K, V> = IndexMap<K, V, FxBuildHasher>;

/// What rules may talk about.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// What it is called.
    pub name: String,
    predicates: Vec<Predicate>,
    /// Folded names and aliases: which predicate, and whether negated.
    names: Map<String, (usize, bool)>,
    /// Folded type names, and how they are spelled.
    types: Map<String, String>,
    /// Folded names of actions.
    actions: Map<String, String>,
    constants: Map<String, Constant>,
    open: bool,
}

/// A declared predicate or numeric function.
#[derive(Clone, Debug, PartialEq)]
pub struct Predicate {
    /// The canonical name.
    pub name: Arc<str>,
    /// What its arguments are.
    pub args: Vec<Sort>,
    /// Whether the order of two arguments does not matter.
    pub symmetric: bool,
    /// Whether it is a number rather than true or false.
    pub numeric: bool,
    /// Other names.
    pub aliases: Vec<String>,
    /// Names of the negation.
    pub negated: Vec<String>,
    /// How a simulator's state decides it.
    pub meaning: Meaning,
    /// The number that the meaning depends on, if any.
    pub threshold: Option<Threshold>,
    /// What it says, in words.
    pub words: String,
}

/// What an argument may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// An object of the scene.
    Object,
    /// An object, the agent, its arm or another agent.
    Thing,
    /// An agent.
    Agent,
}

/// A number that a computed predicate depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct Threshold {
    /// The number.
    pub value: f64,
    /// Its unit.
    pub unit: String,
    /// Who set it.
    pub source: String,
}

/// A named constant.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    /// Its value.
    pub value: f64,
    /// Its unit.
    pub unit: String,
    /// Who set it.
    pub source: String,
}

/// How a simulator's state decides a predicate. A symbolic state lists what holds, whatever it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the table of the vocabulary says what each one is")]
pub enum Meaning {
    /// Only by being listed.
    Listed,
    On,
    Open,
    Hot,
    Cold,
    Broken,
    Cooked,
    Filled,
    Dirty,
    Sliced,
    Visible,
    Held,
    HeldBy,
    Near,
    Inside,
    OnTop,
    Above,
    Below,
    Overloaded,
    NotMicrowaveSafe,
    Collision,
    NavigationError,
    OpenError,
    PickupError,
    Distance,
}

impl Vocabulary {
    /// The household vocabulary of AI2-THOR and of the SENTINEL rules.
    pub fn ai2thor() -> Self {
        ai2thor::vocabulary()
    }

    /// The vocabulary of symbolic households.
    pub fn household() -> Self {
        household::vocabulary()
    }

    /// The vocabulary that files call so: `household` or `ai2thor`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "household" => Some(Self::household()),
            "ai2thor" => Some(Self::ai2thor()),
            _ => None,
        }
    }

    /// Exactly the words that the rules and the trajectories use: every one of them is declared, has
    /// no alias, and holds where it is listed. For tests and for closed sets of facts; it cannot
    /// find a typing error.
    pub fn as_used<'a>(
        formulas: impl IntoIterator<Item = &'a Formula>,
        trajectories: &[Trajectory],
    ) -> Self {
        let mut words = Self { name: "as used".to_owned(), open: true, ..Self::default() };
        for formula in formulas {
            words.use_formula(formula);
        }
        let mut seen = FxHashSet::default();
        for trajectory in trajectories {
            for step in &trajectory.steps {
                if let Some(action) = &step.action {
                    words.declare_action(&action.name);
                }
                if let State::Facts(facts) = step.state.as_ref()
                    && seen.insert(Arc::as_ptr(&step.state))
                {
                    for fact in &facts.facts {
                        words.use_name(&fact.name, fact.args.len(), false);
                    }
                    for (fact, _) in &facts.numbers {
                        words.use_name(&fact.name, fact.args.len(), true);
                    }
                }
            }
        }
        words
    }

    /// The predicates that the trajectories use, those that `declared` names with its arguments, and
    /// the household's object types and actions. Unlike [`Self::as_used`] it finds a typing error in
    /// a rule; a predicate that no trajectory ever uses has to be declared.
    pub fn observed<'a>(
        declared: impl IntoIterator<Item = (&'a str, usize)>,
        trajectories: &[Trajectory],
    ) -> Self {
        let household = Self::ai2thor();
        let mut words = Self::as_used([], trajectories);
        "as observed".clone_into(&mut words.name);
        words.open = false;
        words.types = household.types;
        for (folded, name) in household.actions {
            words.actions.entry(folded).or_insert(name);
        }
        for (name, arity) in declared {
            words.use_name(name, arity, false);
        }
        words
    }

    fn use_formula(&mut self, formula: &Formula) {
        let pool: &Pool = &formula.pool;
        for id in formula.nodes() {
            match pool.node(id) {
                Node::Atom(atom) => match pool.atom(atom) {
                    Atom::Fact(fact) => {
                        let name = pool.name(fact.name);
                        if let Some(action) = action_name(name) {
                            self.declare_action(action);
                        } else {
                            self.use_name(name, fact.args.len(), false);
                        }
                    }
                    Atom::Compare { left, right, .. } => {
                        for side in [left, right] {
                            if let Number::Value(value) = side
                                && !value.args.is_empty()
                            {
                                self.use_name(pool.name(value.name), value.args.len(), true);
                            }
                        }
                    }
                },
                Node::Bind(_, binder, _) => {
                    for &(_, category) in &pool.binder(binder).variables {
                        self.declare_type(pool.name(category));
                    }
                }
                _ => {}
            }
        }
    }

    fn use_name(&mut self, name: &str, arity: usize, numeric: bool) {
        if !self.names.contains_key(&fold(name)) {
            self.declare(Predicate {
                name: name.into(),
                args: vec![Sort::Thing; arity],
                symmetric: false,
                numeric,
                aliases: Vec::new(),
                negated: Vec::new(),
                meaning: Meaning::Listed,
                threshold: None,
                words: String::new(),
            });
        }
    }

    /// Adds a predicate. A name or alias that is taken already moves to the new one.
    pub fn declare(&mut self, predicate: Predicate) {
        let index = self.predicates.len();
        self.names.insert(fold(&predicate.name), (index, false));
        for alias in &predicate.aliases {
            self.names.insert(fold(alias), (index, false));
        }
        for name in &predicate.negated {
            self.names.insert(fold(name), (index, true));
        }
        self.predicates.push(predicate);
    }

    /// Adds an object type.
    pub fn declare_type(&mut self, name: &str) {
        self.types.entry(fold(name)).or_insert_with(|| name.to_owned());
    }

    /// Adds an action.
    pub fn declare_action(&mut self, name: &str) {
        self.actions.entry(fold_action(name)).or_insert_with(|| name.to_owned());
    }

    /// Adds a constant.
    pub fn declare_constant(&mut self, name: &str, constant: Constant) {
        self.constants.insert(name.to_owned(), constant);
    }

    /// The declared predicates.
    pub fn predicates(&self) -> &[Predicate] {
        &self.predicates
    }

    /// The object types that are known without a scene.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        self.types.values().map(String::as_str)
    }

    /// The predicate of this name or alias, and whether the name is one of its negation.
    pub fn predicate(&self, name: &str) -> Option<(&Predicate, bool)> {
        self.index_of(name).map(|(index, negated)| (&self.predicates[index], negated))
    }

    pub(crate) fn index_of(&self, name: &str) -> Option<(usize, bool)> {
        self.names.get(&fold(name)).copied()
    }

    /// Whether `name` is an object type here, whatever the scene.
    pub fn has_type(&self, name: &str) -> bool {
        self.types.contains_key(&fold(name))
    }

    /// Whether `name` (without `act.`) is an action.
    pub fn has_action(&self, name: &str) -> bool {
        self.actions.contains_key(&fold_action(name))
    }

    /// The constant of this name.
    pub fn constant(&self, name: &str) -> Option<&Constant> {
        self.constants.get(name)
    }

    /// Whether names that are no declared type are taken as objects of the scene.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The declared name nearest to a predicate that is not.
    pub fn nearest_predicate(&self, name: &str) -> Option<String> {
        let aliases = |p: &'_ Predicate| {
            let others: Vec<String> = p.aliases.iter().chain(&p.negated).cloned().collect();
            std::iter::once(p.name.to_string()).chain(others).collect::<Vec<_>>()
        };
        nearest::nearest(name, self.predicates.iter().flat_map(aliases))
    }

    /// The type nearest to one that is neither declared nor in the scene.
    pub fn nearest_type<'a>(
        &'a self,
        name: &str,
        scene: impl Iterator<Item = &'a str>,
    ) -> Option<String> {
        nearest::nearest(name, self.types().chain(scene).map(str::to_owned))
    }

    /// The action nearest to one that is not declared.
    pub fn nearest_action(&self, name: &str) -> Option<String> {
        nearest::nearest(name, self.actions.values().cloned())
    }

    /// A fact of a trajectory with its canonical name and order of arguments, and whether it is the
    /// negation that is stated. A name that is not declared stays as it is.
    pub(crate) fn canonical(&self, fact: &Fact) -> (Fact, bool) {
        let mut args: Box<[Arc<str>]> = fact.args.iter().map(canonical_thing).collect();
        let Some((predicate, negated)) = self.predicate(&fact.name) else {
            return (Fact { name: fold(&fact.name).into(), args }, false);
        };
        if predicate.symmetric {
            args.sort_unstable();
        }
        (Fact { name: predicate.name.clone(), args }, negated)
    }
}

/// The action that an action atom asks for: `put` of `act.put`.
pub(crate) fn action_name(predicate: &str) -> Option<&str> {
    let (prefix, name) = predicate.split_once('.')?;
    prefix.eq_ignore_ascii_case("act").then_some(name)
}

/// The one spelling of the agent and its arm; other names stay.
pub(crate) fn canonical_thing(name: &Arc<str>) -> Arc<str> {
    if name.eq_ignore_ascii_case("agent") {
        "agent".into()
    } else if name.eq_ignore_ascii_case("agent.arm") || name.eq_ignore_ascii_case("agentarm") {
        "agent.arm".into()
    } else {
        name.clone()
    }
}

/// What names are compared by: lower case, no underscores.
pub fn fold(name: &str) -> String {
    name.chars().filter(|&c| c != '_').flat_map(char::to_lowercase).collect()
}

/// What actions are compared by: as names, and `PutObject` is `put`.
pub(crate) fn fold_action(name: &str) -> String {
    let folded = fold(name);
    match folded.find("object") {
        Some(at) if at > 0 => folded[..at].to_owned() + &folded[at + "object".len()..],
        _ => folded,
    }
}
