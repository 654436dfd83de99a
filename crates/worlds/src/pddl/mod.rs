//! PDDL: domains and problems as planners of the field write them, read, printed, and run.
//!
//! ```
//! use vedette_worlds::pddl::{World, read_domain, read_plan, read_problem};
//!
//! let domain = "(define (domain hall) (:requirements :strips)
//!     (:predicates (on ?x) (near ?x))
//!     (:action walk :parameters (?x) :effect (near ?x))
//!     (:action switch :parameters (?x) :precondition (near ?x) :effect (on ?x)))";
//! let domain = read_domain(domain, "hall.pddl").unwrap();
//! assert_eq!((domain.problems.len(), domain.notes.len()), (0, 0));
//! let problem = "(define (problem light) (:domain hall) (:objects lamp) (:init) (:goal (on lamp)))";
//! let problem = read_problem(problem, "light.pddl", &domain.value).unwrap();
//! let mut world = World::new(domain.value.into(), problem.value.into());
//! let plan = read_plan("(switch lamp)\n(walk lamp)\n(switch lamp)", "plan");
//! let [early, walk, late] = [0, 1, 2].map(|at| world.step(plan[at].call.as_ref().unwrap()));
//! assert_eq!(early.unwrap_err().to_string(), "(switch lamp): (near lamp) does not hold");
//! assert!(walk.is_ok() && late.is_ok() && world.reached() == Some(Ok(true)));
//! ```
//!
//! # What is read
//!
//! Types, constants, predicates and actions with `and`, `or`, `not`, `imply`, `forall`, `exists`, `=` in
//! conditions and `and`, `not`, `forall`, `when` in effects: the part of PDDL that the recorded household
//! domain uses, and all of `:adl`. What else there is (numbers, times, derived predicates, preferences)
//! is left out, each by its name and place ([`Read::problems`]), and nothing else is lost. Whatever is
//! needed but not declared is read as if it were, and noted.
//!
//! # Why one more world
//!
//! Plans in the field's data sets are written for such domains. A domain is a transition system of its
//! own: where it differs from a simulator of the same rooms, verdicts differ too, so a run says which of
//! the two it was made in ([`World`], or [`crate::household`]), and the two are never mixed.
//! `docs/formats/pddl.md` counts where they disagree on recorded plans.
//!
//! Nothing recurses. Reference: Ghallab et al., *PDDL*, 1998; Fox and Long, *PDDL2.1*, JAIR 2003,
//! section 2 (effects: what is deleted goes before what is added; conditions of effects are asked of the
//! state before).

mod domain;
mod eval;
mod expr;
mod goal;
mod model;
mod naming;
mod plan;
mod print;
mod problem;
mod reader;
mod record;
mod scene;
mod tree;
mod world;

pub use domain::read_domain;
pub use goal::{NoFormula, goal};
pub use model::{
    Action, Domain, Expr, Goal, Ground, Part, Predicate, Problem, Requirement, Term, Typed, Types,
};
pub use naming::{Naming, Said, household_action};
pub use plan::{Call, PlanLine, read_plan};
pub use problem::read_problem;
pub use record::Recording;
pub use scene::to_scene;
pub use world::{Change, Refused, TooLarge, Why, World};

use crate::input::InputError;

/// What could be read of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read<T> {
    /// All that is supported and fits together.
    pub value: T,
    /// What was left out or does not fit, and why.
    pub problems: Vec<InputError>,
    /// What is unusual and changes nothing.
    pub notes: Vec<InputError>,
}
