//! Domains and problems as values: types, predicates, actions, objects, what holds first, the goal.
//!
//! Everything is a number in its list: an action's atom names the third predicate and the second
//! variable, so that an equal text is an equal value and nothing is looked up by name while a plan
//! runs. Conditions and effects are vectors in which parts precede the whole ([`Expr`]).

use std::collections::BTreeSet;
use std::sync::Arc;

/// What a domain says it needs of a planner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "named as in PDDL")]
pub enum Requirement {
    Strips,
    Typing,
    NegativePreconditions,
    DisjunctivePreconditions,
    Equality,
    ExistentialPreconditions,
    UniversalPreconditions,
    QuantifiedPreconditions,
    ConditionalEffects,
    Adl,
}

impl Requirement {
    /// All that are supported.
    pub const ALL: [Self; 10] = [
        Self::Strips,
        Self::Typing,
        Self::NegativePreconditions,
        Self::DisjunctivePreconditions,
        Self::Equality,
        Self::ExistentialPreconditions,
        Self::UniversalPreconditions,
        Self::QuantifiedPreconditions,
        Self::ConditionalEffects,
        Self::Adl,
    ];

    /// As PDDL spells it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strips => ":strips",
            Self::Typing => ":typing",
            Self::NegativePreconditions => ":negative-preconditions",
            Self::DisjunctivePreconditions => ":disjunctive-preconditions",
            Self::Equality => ":equality",
            Self::ExistentialPreconditions => ":existential-preconditions",
            Self::UniversalPreconditions => ":universal-preconditions",
            Self::QuantifiedPreconditions => ":quantified-preconditions",
            Self::ConditionalEffects => ":conditional-effects",
            Self::Adl => ":adl",
        }
    }

    /// The requirement of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name().eq_ignore_ascii_case(name))
    }

    /// Whether declaring `self` declares `other` too.
    pub fn covers(self, other: Self) -> bool {
        let quantified = [Self::ExistentialPreconditions, Self::UniversalPreconditions];
        match self {
            Self::QuantifiedPreconditions => self == other || quantified.contains(&other),
            Self::Adl => true,
            _ => self == other,
        }
    }
}

/// The types of a domain; the first is `object`, of which all others are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Types {
    /// Name, and the type above.
    pub(super) list: Vec<(Arc<str>, usize)>,
}

impl Default for Types {
    fn default() -> Self {
        Self { list: vec![("object".into(), 0)] }
    }
}

impl Types {
    /// The type of this name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|(own, _)| **own == *name)
    }

    /// How a type is called.
    pub fn name(&self, kind: usize) -> &Arc<str> {
        &self.list[kind].0
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Never: there is always `object`.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The type right above.
    pub fn above(&self, kind: usize) -> usize {
        self.list[kind].1
    }

    /// Whether every object of `kind` is one of `other`.
    pub fn is(&self, mut kind: usize, other: usize) -> bool {
        // A reader leaves no circles, so this ends at `object`.
        while kind != other && kind != 0 {
            kind = self.above(kind);
        }
        kind == other
    }
}

/// A name with a type: an object, a variable, an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// The name, in lower case, without `?`.
    pub name: Arc<str>,
    /// The type.
    pub kind: usize,
}

/// A predicate with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The name, in lower case.
    pub name: Arc<str>,
    /// The arguments.
    pub args: Vec<Typed>,
}

/// What an atom speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// A variable of the action or of the goal.
    Variable(usize),
    /// An object of the problem; the constants of the domain come first.
    Object(usize),
}

/// A part of a condition or an effect; the numbers are those of parts that come before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A predicate of so many terms.
    Atom(usize, Box<[Term]>),
    /// The two are one object.
    Equal(Term, Term),
    /// Not; in an effect: holds no longer.
    Not(usize),
    /// All of these; of none: nothing is asked, or done.
    And(Box<[usize]>),
    /// One of these.
    Or(Box<[usize]>),
    /// The first only with the second.
    Imply(usize, usize),
    /// For all values of these variables.
    Forall(Box<[usize]>, usize),
    /// For some values of these variables.
    Exists(Box<[usize]>, usize),
    /// In an effect: where the first holds, the second is done.
    When(usize, usize),
}

/// A condition or an effect: parts, of which the last is the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    pub(super) parts: Vec<Part>,
}

impl Default for Expr {
    /// Nothing is asked, or done.
    fn default() -> Self {
        Self { parts: vec![Part::And(Box::default())] }
    }
}

impl Expr {
    /// The parts, each before what it is a part of.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The whole.
    pub fn root(&self) -> usize {
        self.parts.len() - 1
    }
}

/// An action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The name, in lower case.
    pub name: Arc<str>,
    /// How many of the variables are parameters.
    pub arity: usize,
    /// The parameters, and then every variable that a quantifier binds.
    pub variables: Vec<Typed>,
    /// What has to hold.
    pub precondition: Expr,
    /// What is done.
    pub effect: Expr,
}

/// A domain: what there can be, and what can be done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Domain {
    /// Its name.
    pub name: String,
    /// What it declares to need, of what is supported.
    pub requirements: Vec<Requirement>,
    /// The types.
    pub types: Types,
    /// Objects of every problem.
    pub constants: Vec<Typed>,
    /// The predicates.
    pub predicates: Vec<Predicate>,
    /// The actions.
    pub actions: Vec<Action>,
}

/// A predicate said of objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ground {
    /// Which predicate of the domain.
    pub predicate: usize,
    /// Which objects of the problem.
    pub args: Box<[usize]>,
}

/// A goal: a condition with its variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// The variables that quantifiers bind.
    pub variables: Vec<Typed>,
    /// What is to hold in the end.
    pub condition: Expr,
}

/// A problem: what there is, what holds first, what is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// Its name.
    pub name: String,
    /// The domain that it names.
    pub domain: String,
    /// What it declares to need beyond the domain, of what is supported.
    pub requirements: Vec<Requirement>,
    /// The constants of the domain, and then its own objects.
    pub objects: Vec<Typed>,
    /// How many of the objects are constants of the domain.
    pub constants: usize,
    /// What holds first; everything else does not.
    pub init: BTreeSet<Ground>,
    /// What is wanted; none if it could not be read.
    pub goal: Option<Goal>,
}

impl Domain {
    /// The action of this name.
    pub fn action(&self, name: &str) -> Option<&Action> {
        self.actions.iter().find(|action| *action.name == *name)
    }

    /// The predicate of this name.
    pub fn predicate(&self, name: &str) -> Option<usize> {
        self.predicates.iter().position(|predicate| *predicate.name == *name)
    }

    /// The predicates that some action changes.
    pub fn changing(&self) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        for action in &self.actions {
            let parts = action.effect.parts();
            // What a condition of an effect asks is not changed by it.
            let mut open = vec![action.effect.root()];
            while let Some(part) = open.pop() {
                match &parts[part] {
                    Part::Atom(predicate, _) => {
                        found.insert(*predicate);
                    }
                    Part::And(inner) | Part::Or(inner) => open.extend(inner),
                    Part::Not(inner)
                    | Part::Forall(_, inner)
                    | Part::Exists(_, inner)
                    | Part::When(_, inner)
                    | Part::Imply(_, inner) => open.push(*inner),
                    Part::Equal(..) => {}
                }
            }
        }
        found
    }
}

impl Problem {
    /// The object of this name.
    pub fn object(&self, name: &str) -> Option<usize> {
        self.objects.iter().position(|object| *object.name == *name)
    }
}
