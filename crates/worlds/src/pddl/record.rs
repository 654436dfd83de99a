//! A plan that is run, as a trajectory on which rules can be checked.
//!
//! ```
//! use vedette_worlds::pddl::{Naming, Recording, World, read_domain, read_plan, read_problem};
//!
//! let domain = "(define (domain hall) (:predicates (on ?x))
//!     (:action switch :parameters (?x) :precondition (not (on ?x)) :effect (on ?x)))";
//! let domain = read_domain(domain, "hall.pddl").unwrap().value;
//! let problem = "(define (problem light) (:domain hall) (:objects lamp) (:init) (:goal (on lamp)))";
//! let problem = read_problem(problem, "light.pddl", &domain).unwrap().value;
//! let naming = Naming::domain(&domain, &problem);
//! let mut recording = Recording::new(World::new(domain.into(), problem.into()), naming);
//! for line in read_plan("switch lamp\nswitch lamp", "plan") {
//!     let _ = recording.step(&line.call.unwrap());
//! }
//! let trajectory = recording.finish("light", "1", "plan");
//! let told: Vec<_> = trajectory.steps.iter().flat_map(|step| step.action.clone()).collect();
//! assert_eq!(told[1].to_string(), "switch(lamp) failed");
//! assert_eq!(trajectory.success, Some(true), "the goal holds in the end");
//! ```
//!
//! A refused step is in the trajectory, as an action that did not come about, in an unchanged state. A
//! state lists every fact that holds, also such as never change: what it does not list is false.

use super::model::Ground;
use super::naming::{Naming, Said, household_action};
use super::plan::Call;
use super::world::{Change, Refused, World};
use crate::trajectory::{Action, Fact, Facts, Object, Objects, State, Step, Trajectory, is_agent};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A plan that is run and written down.
#[derive(Clone, Debug)]
pub struct Recording {
    world: World,
    naming: Naming,
    facts: FxHashMap<Ground, Vec<Arc<Fact>>>,
    steps: Vec<Step>,
}

impl Recording {
    /// Starts with the present state of a world.
    pub fn new(world: World, naming: Naming) -> Self {
        let mut recording = Self { world, naming, facts: FxHashMap::default(), steps: Vec::new() };
        let state = recording.state();
        recording.steps.push(Step { action: None, state, clock: None });
        recording
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Does an action.
    pub fn step(&mut self, call: &Call) -> Result<Change, Refused> {
        let outcome = self.world.step(call);
        let named = self.naming.household.then(|| household_action(call)).flatten();
        let (name, args) = match named {
            Some((action, args)) => (action.name().to_lowercase(), args),
            None => (call.action.replace('-', "_"), call.args.clone()),
        };
        let called = |name: &Arc<str>| match self.world.problem().object(name) {
            Some(object) => self.naming.objects[object].clone(),
            None => format!("missing.{}", name.replace('-', "_")).into(),
        };
        let action = Action {
            name: name.into(),
            args: args.iter().map(called).collect(),
            succeeded: outcome.is_ok(),
        };
        let changed = |change: &Change| !change.added.is_empty() || !change.removed.is_empty();
        let state = match self.steps.last() {
            Some(last) if !outcome.as_ref().is_ok_and(changed) => last.state.clone(),
            _ => self.state(),
        };
        self.steps.push(Step { action: Some(Arc::new(action)), state, clock: None });
        outcome
    }

    /// The trajectory so far; it succeeded if the goal holds at its end.
    pub fn finish(self, task: &str, sample: &str, source: &str) -> Trajectory {
        let mut objects = Objects::default();
        for (id, class) in self.naming.objects.iter().zip(&self.naming.classes) {
            if !is_agent(id) {
                objects.insert(id.clone(), Object { category: class.clone(), pickupable: None });
            }
        }
        Trajectory {
            task: task.to_owned(),
            sample: sample.to_owned(),
            source: source.to_owned(),
            objects,
            success: self.world.reached().and_then(Result::ok),
            steps: self.steps,
        }
    }

    fn state(&mut self) -> Arc<State> {
        let mut facts = Vec::new();
        for fact in self.world.state() {
            let naming = &self.naming;
            let listed = self.facts.entry(fact.clone()).or_insert_with(|| said(naming, fact));
            facts.extend(listed.iter().cloned());
        }
        facts.sort_unstable();
        facts.dedup();
        Arc::new(State::Facts(Facts { facts: facts.into(), numbers: Box::default() }))
    }
}

/// A fact in other words; of hands there are three, as households list them.
fn said(naming: &Naming, fact: &Ground) -> Vec<Arc<Fact>> {
    let Said::Fact(name, formula) = &naming.predicates[fact.predicate] else { return Vec::new() };
    let mut args: Box<[Arc<str>]> =
        fact.args.iter().map(|&object| naming.objects[object].clone()).collect();
    if naming.household && &**formula == "near" {
        args.sort_unstable();
    }
    let told = |name: &Arc<str>, args: Box<[Arc<str>]>| Arc::new(Fact { name: name.clone(), args });
    let mut facts = vec![told(name, args.clone())];
    if naming.household && formula.starts_with("holds_") {
        facts.push(told(&"HOLDS".into(), args.clone()));
        if args.first().is_some_and(|holder| is_agent(holder)) {
            facts.push(told(&"HELD".into(), args[1..].into()));
        }
    }
    facts
}
