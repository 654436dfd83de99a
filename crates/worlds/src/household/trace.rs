//! A run as a trajectory, on which rules can be checked.
//!
//! ```
//! use vedette_worlds::household::{Recording, Run, Rules, read_graph, read_program};
//! use vedette_worlds::rules::{Options, RuleSet, check};
//! use vedette_worlds::vocabulary::Vocabulary;
//!
//! let graph = r#"{"nodes": [{"id": 1, "class": "hall", "category": "Rooms"},
//!     {"id": 2, "class": "character"},
//!     {"id": 3, "class": "stove", "properties": ["HAS_SWITCH"], "states": ["OFF"]}],
//!   "edges": [[2, "INSIDE", 1], [3, "INSIDE", 1]]}"#;
//! let program = read_program("[WALK] <stove> (3)\n[SWITCHON] <stove> (3)\n[WALK] <hall> (1)");
//! let run = Run::new(read_graph(graph.as_bytes(), "home").unwrap(), Rules::strict());
//! let mut recording = Recording::new(run);
//! for line in &program.lines {
//!     recording.step(line).unwrap();
//! }
//! let trajectory = recording.finish("tea", "1", "home");
//! let rules = r#"{"rules": [{"id": "off", "formula": "forall s: stove. G(on(s) -> F off(s))"}]}"#;
//! let rules = RuleSet::read(rules.as_bytes(), "rules").unwrap();
//! let report = check(&rules, &[trajectory], &Vocabulary::household(), &Options::default());
//! assert_eq!(report.rules[0].verdict.name(), "violated");
//! ```
//!
//! # Why every fact
//!
//! A state of a trajectory lists what holds, and what it does not list is false. So all relations are
//! listed, also those between things that the agent never comes near: leaving them out would make a rule
//! about them silently false. States share their facts, so that a step costs pointers only.
//!
//! A step that fails is in the trajectory, as an action that did not come about, in an unchanged state:
//! `act.open(…)` does not hold there.

use super::diff::Diff;
use super::program::Line;
use super::run::{Failed, Run};
use super::scene::Slot;
use super::state::Edge;
use super::terms::{ObjectState, Relation};
use crate::trajectory::{Action, Fact, Facts, Object, Objects, State, Step, Trajectory};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A run that is written down.
#[derive(Clone, Debug)]
pub struct Recording {
    run: Run,
    facts: Interner,
    steps: Vec<Step>,
    failed: bool,
}

impl Recording {
    /// Starts with the present state of a run.
    pub fn new(run: Run) -> Self {
        let mut recording =
            Self { run, facts: Interner::default(), steps: Vec::new(), failed: false };
        let state = recording.state();
        recording.steps.push(Step { action: None, state, clock: None });
        recording
    }

    /// The run.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Does what a line says. A line that is no step leaves no trace.
    pub fn step(&mut self, line: &Line) -> Result<Diff, Failed> {
        let outcome = self.run.step(line);
        self.failed |= outcome.is_err();
        let Ok(step) = &line.step else { return outcome };
        let name = |id| match self.run.scene().slot(id) {
            Some(slot) => self.run.scene().name(slot).clone(),
            None => format!("missing.{id}").into(),
        };
        let action = Arc::new(Action {
            name: step.action.name().to_lowercase().into(),
            args: step.args.iter().map(|arg| name(arg.id)).collect(),
            succeeded: outcome.is_ok(),
        });
        let same = outcome.as_ref().map_or(true, |diff| {
            diff.states.is_empty() && diff.added.is_empty() && diff.removed.is_empty()
        });
        let state = match self.steps.last() {
            Some(last) if same => last.state.clone(),
            _ => self.state(),
        };
        self.steps.push(Step { action: Some(action), state, clock: None });
        outcome
    }

    /// The trajectory so far.
    pub fn finish(self, task: &str, sample: &str, source: &str) -> Trajectory {
        let scene = self.run.scene();
        let mut objects = Objects::default();
        for slot in scene.slots().filter(|&slot| slot != scene.character()) {
            let node = scene.node(slot);
            let pickupable = Some(node.properties.has(super::terms::Property::Grabbable));
            let object = Object { category: node.class.clone(), pickupable };
            objects.insert(scene.name(slot).clone(), object);
        }
        Trajectory {
            task: task.to_owned(),
            sample: sample.to_owned(),
            source: source.to_owned(),
            objects,
            steps: self.steps,
            success: self.failed.then_some(false),
        }
    }

    fn state(&mut self) -> Arc<State> {
        let state = self.run.state();
        let scene = self.run.scene();
        let mut listed = Vec::new();
        for slot in scene.slots() {
            listed.extend(state.states(slot).iter().map(|held| Key::State(held, slot)));
        }
        for edge in state.edges() {
            let Edge { from, relation, to } = edge;
            match relation {
                // Near is one fact of two things, and every scene says it twice.
                Relation::Close if to < from && state.has(to, relation, from) => {}
                Relation::HoldsLh | Relation::HoldsRh => {
                    listed.push(Key::Relation(relation.name(), from, to));
                    listed.push(Key::Relation("HOLDS", from, to));
                    if from == scene.character() {
                        listed.push(Key::Held(to));
                    }
                }
                _ => listed.push(Key::Relation(relation.fact(), from, to)),
            }
        }
        let mut facts: Vec<Arc<Fact>> =
            listed.into_iter().map(|key| self.facts.fact(key, scene)).collect();
        facts.sort_unstable();
        facts.dedup();
        Arc::new(State::Facts(Facts { facts: facts.into(), numbers: Box::default() }))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    State(ObjectState, Slot),
    Relation(&'static str, Slot, Slot),
    Held(Slot),
}

/// Each fact once.
#[derive(Clone, Debug, Default)]
struct Interner {
    facts: FxHashMap<Key, Arc<Fact>>,
    names: FxHashMap<&'static str, Arc<str>>,
}

impl Interner {
    fn fact(&mut self, key: Key, scene: &super::scene::Scene) -> Arc<Fact> {
        if let Some(fact) = self.facts.get(&key) {
            return fact.clone();
        }
        let (name, args): (&'static str, Box<[Arc<str>]>) = match key {
            Key::State(state, slot) => (state.name(), [scene.name(slot).clone()].into()),
            Key::Relation(name, from, to) => {
                (name, [scene.name(from).clone(), scene.name(to).clone()].into())
            }
            Key::Held(slot) => ("HELD", [scene.name(slot).clone()].into()),
        };
        let name = self.names.entry(name).or_insert_with(|| name.into()).clone();
        let fact = Arc::new(Fact { name, args });
        self.facts.insert(key, fact.clone());
        fact
    }
}
