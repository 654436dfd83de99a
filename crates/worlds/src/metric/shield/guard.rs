//! The rules on a run of a metric room, for looking ahead: a machine for every rule and binding.
//!
//! The objects of a room are known from the start, so bindings are found once. The atoms are labelled by
//! [`crate::labels`], exactly as when the trajectory is checked afterwards.

use super::super::room::Room;
use super::super::run::recorded;
use super::super::state::State;
use crate::labels::{Ground, World};
use crate::rules::{RuleSet, ground};
use crate::trajectory::{Action, Step, Trajectory};
use crate::vocabulary::Vocabulary;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use vedette_checker::budget::Budget;
use vedette_checker::monitor::{Machine, Place, Status};
use vedette_checker::syntax::Dialect;
use vedette_checker::truth::Truth;

/// The states that one question to the automata may build.
const STATES: u64 = 10_000;
/// The nodes that all instances of a rule may have.
const NODES: u64 = 200_000;

/// Where all rules are.
pub(super) type Places = Box<[Place]>;

/// The rules, bound to the objects of a room.
#[derive(Debug)]
pub(super) struct Guard {
    vocabulary: Vocabulary,
    /// A room's objects and no steps.
    empty: Trajectory,
    watched: Vec<Watched>,
    grounds: Vec<Ground>,
}

/// A rule about certain objects.
#[derive(Debug)]
struct Watched {
    rule: String,
    machine: Machine,
    /// Which ground each atom is.
    columns: Vec<u32>,
    /// The objects that it speaks of.
    about: FxHashSet<Arc<str>>,
}

impl Guard {
    /// The rules in the words of AI2-THOR; what is wrong with those that cannot be watched.
    pub(super) fn new(room: &Room, rules: &RuleSet, dialect: Dialect) -> (Self, Vec<String>) {
        let vocabulary = Vocabulary::ai2thor();
        let empty = Trajectory {
            task: String::new(),
            sample: String::new(),
            source: String::new(),
            objects: room.objects().clone(),
            steps: Vec::new(),
            success: None,
        };
        let mut guard = Self { vocabulary, empty, watched: Vec::new(), grounds: Vec::new() };
        let mut problems = Vec::new();
        let start = Trajectory {
            steps: vec![recorded(room, None, room.start(), "")],
            ..guard.empty.clone()
        };
        let words = guard.vocabulary.clone();
        let world = World::new(vec![&start], &words);
        for (index, rule) in rules.rules.iter().enumerate() {
            let budget = Budget::states(NODES);
            let bound = match ground(rules, index, &world, &words, dialect, &budget) {
                Ok(bound) => bound,
                Err(errors) => {
                    problems.extend(errors.iter().map(|error| format!("{}: {error}", rule.id)));
                    continue;
                }
            };
            for (binding, formula, grounds) in bound {
                match Machine::new(&formula.pool, formula.root) {
                    Ok(machine) => guard.watch(name(&rule.id, &binding), machine, grounds),
                    Err(error) => {
                        problems.push(format!("{}: {error}", rule.id));
                        break;
                    }
                }
            }
        }
        (guard, problems)
    }

    fn watch(&mut self, rule: String, machine: Machine, grounds: Vec<Ground>) {
        let mut about = FxHashSet::default();
        let mut columns = Vec::with_capacity(grounds.len());
        for ground in grounds {
            if let Ground::Fact { args, .. } | Ground::Action { args, .. } = &ground {
                about.extend(args.iter().cloned());
            }
            let known = self.grounds.iter().position(|one| *one == ground);
            columns.push(known.unwrap_or(self.grounds.len()) as u32);
            if known.is_none() {
                self.grounds.push(ground);
            }
        }
        self.watched.push(Watched { rule, machine, columns, about });
    }

    /// How many bindings are watched.
    pub(super) fn len(&self) -> usize {
        self.watched.len()
    }

    /// Where the rules are in the state at the start.
    pub(super) fn start(&mut self, room: &Room) -> Places {
        let from: Places = vec![Place::START; self.watched.len()].into();
        self.after(room, &from, None, room.start(), "")
    }

    /// Where the rules are after a step.
    pub(super) fn after(
        &mut self,
        room: &Room,
        from: &[Place],
        action: Option<Action>,
        state: &State,
        error: &str,
    ) -> Places {
        let step: Step = recorded(room, action, state, error);
        let now = Trajectory { steps: vec![step], ..self.empty.clone() };
        let world = World::new(vec![&now], &self.vocabulary);
        let values: Vec<Truth> = self.grounds.iter().map(|one| world.column(one)[0]).collect();
        let places = self.watched.iter_mut().zip(from).map(|(watched, &place)| {
            let Watched { machine, columns, .. } = watched;
            machine.step(place, |atom| values[columns[atom.index()] as usize])
        });
        places.collect()
    }

    /// What is known of every binding.
    pub(super) fn statuses(&mut self, places: &[Place]) -> Vec<Status> {
        let budget = Budget::states(STATES);
        let of = |(watched, &place): (&mut Watched, &Place)| watched.machine.status(place, &budget);
        self.watched.iter_mut().zip(places).map(of).collect()
    }

    /// The rule of a binding, with its objects.
    pub(super) fn rule(&self, at: usize) -> &str {
        &self.watched[at].rule
    }

    /// Whether a binding speaks of an object.
    pub(super) fn is_about(&self, at: usize, object: &str) -> bool {
        self.watched[at].about.contains(object)
    }
}

fn name(rule: &str, binding: &[(String, String)]) -> String {
    if binding.is_empty() {
        return rule.to_owned();
    }
    let objects: Vec<&str> = binding.iter().map(|(_, object)| object.as_str()).collect();
    format!("{rule}[{}]", objects.join(","))
}
