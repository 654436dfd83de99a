//! What a problem's objects, facts and actions are called elsewhere: as the domain has them, or in the
//! words of the household.
//!
//! ```
//! use vedette_worlds::pddl::{Naming, read_domain, read_problem};
//!
//! let domain = "(define (domain home) (:requirements :typing) (:types character)
//!     (:predicates (obj_next_to ?a ?b) (holds_rh ?c - character ?a) (grabbable ?a) (warm ?a))
//!     (:action warm_up :parameters (?a) :effect (warm ?a)))";
//! let domain = read_domain(domain, "home").unwrap().value;
//! let problem = "(define (problem tea) (:domain home) (:objects cup sink - object me - character)
//!     (:init (obj_next_to cup sink) (grabbable cup)) (:goal (warm cup)))";
//! let problem = read_problem(problem, "tea", &domain).unwrap().value;
//! let naming = Naming::household(&domain, &problem);
//! assert_eq!(naming.objects[0].as_ref(), "cup.1");
//! assert_eq!(naming.missing, ["the predicate `warm`", "the action `warm_up`"]);
//! ```
//!
//! # Why a table
//!
//! The domain that was made of VirtualHome splits its relations by who is in them (`ontop` of a
//! character, `obj_ontop` of a thing), and calls its actions differently. With the table a plan, its
//! trajectory and the scene speak the words in which constraints are made and households run. A
//! predicate that no action changes is a property where it is said of one object, in capitals. What the
//! table lacks is *missing*, by name: a rule about it cannot be asked.

use super::model::{Domain, Problem};
use super::plan::Call;
use crate::household::Action;
use std::sync::Arc;

/// A row: predicate, how many arguments, the fact as households list it, the name in formulas.
type Row = (&'static str, usize, &'static str, &'static str);

#[rustfmt::skip]
const PREDICATES: &[Row] = &[
    ("closed", 1, "CLOSED", "closed"),
    ("open", 1, "OPEN", "open"),
    ("on", 1, "ON", "on"),
    ("off", 1, "OFF", "off"),
    ("plugged_in", 1, "PLUGGED_IN", "plugged_in"),
    ("plugged_out", 1, "PLUGGED_OUT", "plugged_out"),
    ("sitting", 1, "SITTING", "sitting"),
    ("lying", 1, "LYING", "lying"),
    ("clean", 1, "CLEAN", "clean"),
    ("dirty", 1, "DIRTY", "dirty"),
    ("obj_ontop", 2, "ONTOP", "ontop"),
    ("ontop", 2, "ONTOP", "ontop"),
    ("on_char", 2, "ONTOP", "ontop"),
    ("inside_room", 2, "INSIDE", "inside"),
    ("obj_inside", 2, "INSIDE", "inside"),
    ("inside", 2, "INSIDE", "inside"),
    ("obj_next_to", 2, "CLOSE", "near"),
    ("next_to", 2, "CLOSE", "near"),
    ("facing", 2, "FACING", "facing"),
    ("holds_rh", 2, "HOLDS_RH", "holds_rh"),
    ("holds_lh", 2, "HOLDS_LH", "holds_lh"),
];

/// A row: the action of the domain, that of the household, and which arguments it keeps.
#[rustfmt::skip]
const ACTIONS: &[(&str, Action, &[usize])] = &[
    ("walk_towards", Action::Walk, &[1]),
    ("walk_into", Action::Walk, &[1]),
    ("find", Action::Find, &[1]),
    ("sit", Action::Sit, &[1]),
    ("standup", Action::StandUp, &[]),
    ("grab", Action::Grab, &[1]),
    ("open", Action::Open, &[1]),
    ("close", Action::Close, &[1]),
    ("put_on", Action::PutBack, &[1, 2]),
    ("put_on_character", Action::PutOn, &[1]),
    ("put_inside", Action::PutIn, &[1, 2]),
    ("switch_on", Action::SwitchOn, &[1]),
    ("switch_off", Action::SwitchOff, &[1]),
    ("drink", Action::Drink, &[1]),
    ("turn_to", Action::TurnTo, &[1]),
    ("look_at", Action::LookAt, &[1]),
    ("wipe", Action::Wipe, &[1]),
    ("drop", Action::Drop, &[1]),
    ("read", Action::Read, &[1]),
    ("touch", Action::Touch, &[1]),
    ("lie", Action::Lie, &[1]),
    ("pour", Action::Pour, &[1, 2]),
    ("type", Action::Type, &[1]),
    ("watch", Action::Watch, &[1]),
    ("move", Action::Move, &[1]),
    ("wash", Action::Wash, &[1]),
    ("squeeze", Action::Squeeze, &[1]),
    ("plug_in", Action::PlugIn, &[1]),
    ("plug_out", Action::PlugOut, &[1]),
    ("cut", Action::Cut, &[1]),
    ("eat", Action::Eat, &[1]),
    ("sleep", Action::Sleep, &[]),
    ("wake_up", Action::WakeUp, &[]),
];

/// The action of the household that a call means, and the objects that it is done to.
pub fn household_action(call: &Call) -> Option<(Action, Vec<Arc<str>>)> {
    let &(_, action, kept) = ACTIONS.iter().find(|(name, ..)| *name == &*call.action)?;
    let args = kept.iter().map(|&at| call.args.get(at).cloned());
    Some((action, args.collect::<Option<_>>()?))
}

/// What a predicate becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A fact of this name, and the name that formulas have for it.
    Fact(Arc<str>, Arc<str>),
    /// A property of its object, which never changes.
    Property(String),
    /// Nothing.
    Missing,
}

/// What everything is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naming {
    /// Whether the words are those of the household.
    pub household: bool,
    /// By object.
    pub objects: Vec<Arc<str>>,
    /// What each object is.
    pub classes: Vec<Arc<str>>,
    /// By predicate.
    pub predicates: Vec<Said>,
    /// What has no word, as text.
    pub missing: Vec<String>,
}

impl Naming {
    /// The words of the domain itself; a hyphen becomes an underscore, for formulas read it as minus.
    pub fn domain(domain: &Domain, problem: &Problem) -> Self {
        let plain = |name: &str| -> Arc<str> { name.replace('-', "_").into() };
        let said = |name: &Arc<str>| Said::Fact(plain(name), plain(name));
        let class = |kind: usize| domain.types.name(kind).clone();
        Self {
            household: false,
            objects: problem.objects.iter().map(|object| plain(&object.name)).collect(),
            classes: problem.objects.iter().map(|object| class(object.kind)).collect(),
            predicates: domain.predicates.iter().map(|predicate| said(&predicate.name)).collect(),
            missing: Vec::new(),
        }
    }

    /// The words of the household. Objects are called by class and number; the class is the type, or the
    /// name where the type is `object`. The first of type `character` is the agent.
    pub fn household(domain: &Domain, problem: &Problem) -> Self {
        let changing = domain.changing();
        let mut missing = Vec::new();
        let said = |(number, predicate): (usize, &super::model::Predicate)| {
            let (name, arity) = (&*predicate.name, predicate.args.len());
            if let Some(row) = PREDICATES.iter().find(|row| (row.0, row.1) == (name, arity)) {
                return Said::Fact(row.2.into(), row.3.into());
            }
            if arity == 1 && !changing.contains(&number) {
                return Said::Property(name.replace('-', "_").to_uppercase());
            }
            missing.push(format!("the predicate `{name}`"));
            Said::Missing
        };
        let predicates = domain.predicates.iter().enumerate().map(said).collect();
        for action in &domain.actions {
            if !ACTIONS.iter().any(|(name, ..)| *name == &*action.name) {
                missing.push(format!("the action `{}`", action.name));
            }
        }
        let character = domain.types.named("character");
        let agent = problem.objects.iter().position(|object| Some(object.kind) == character);
        let (mut objects, mut classes) = (Vec::new(), Vec::new());
        for (at, object) in problem.objects.iter().enumerate() {
            let class: Arc<str> = match object.kind {
                0 => object.name.clone(),
                kind => domain.types.name(kind).clone(),
            };
            objects.push(if Some(at) == agent {
                "agent".into()
            } else {
                format!("{class}.{}", at + 1).into()
            });
            classes.push(class);
        }
        Self { household: true, objects, classes, predicates, missing }
    }

    /// The words of the household if they can say all that the domain's actions change and do; else
    /// those of the domain.
    pub fn fitting(domain: &Domain, problem: &Problem) -> Self {
        let household = Self::household(domain, problem);
        let changing = domain.changing();
        let says = |number: &usize| matches!(household.predicates[*number], Said::Fact(..));
        let does = household.missing.iter().all(|missing| !missing.contains("action"));
        if !changing.is_empty() && does && changing.iter().all(says) {
            household
        } else {
            Self::domain(domain, problem)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Vocabulary;

    #[test]
    fn every_word_is_one_of_the_household_and_takes_as_many_objects() {
        let words = Vocabulary::household();
        for &(name, arity, fact, formula) in PREDICATES {
            let (of_fact, _) = words.predicate(fact).unwrap();
            let (of_formula, _) = words.predicate(formula).unwrap();
            assert_eq!((of_fact, of_fact.args.len()), (of_formula, arity), "{name}");
            assert_eq!(&*of_formula.name, formula);
        }
        for (name, action, kept) in ACTIONS {
            assert_eq!(action.arity(), kept.len(), "{name}");
        }
    }
}
