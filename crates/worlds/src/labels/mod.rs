//! What is true in the states: facts of object **instances**, three-valued, as columns.
//!
//! ```
//! use vedette_checker::truth::Truth;
//! use vedette_worlds::labels::{Ground, World};
//! use vedette_worlds::trajectory::{Options, read};
//! use vedette_worlds::vocabulary::Vocabulary;
//!
//! let text = r#"{"steps": [{"state": ["ISON(stove.1)", "CLOSE(book.1, stove.2)"]}]}"#;
//! let trajectories = read(text.as_bytes(), "t", &Options::default()).unwrap();
//! let words = Vocabulary::ai2thor();
//! let world = World::new(trajectories.iter().collect(), &words);
//! let on = |id| Ground::fact(&words, "on", &[id]).unwrap();
//! assert_eq!(world.column(&on("stove.1")), [Truth::True]);
//! assert_eq!(world.column(&on("stove.2")), [Truth::False], "another instance of the type");
//! let near = Ground::fact(&words, "near", &["stove.2", "book.1"]).unwrap();
//! assert_eq!(world.column(&near), [Truth::True], "near is symmetric");
//! ```
//!
//! # Why instances, and why columns
//!
//! Labels by type ("some burner is off") hide real violations and raise false ones: with two mugs,
//! one filled and one near the phone, the type-level rule is violated by nobody's doing. And a rule
//! asks for few atoms, many times: each atom that is asked for is computed once over all distinct
//! moments (a state with the action that produced it), and the engines then only look up.
//!
//! Reference: `docs/semantics.md`, section 8.

mod coverage;
mod geometry;
mod ground;
mod listed;
mod scene;

pub use coverage::{Coverage, MOST_OBJECTS, coverage};
pub(crate) use ground::sorted;
pub use ground::{Ground, Side};

use crate::trajectory::{Action, Object, Objects, State, Trajectory};
use crate::vocabulary::{Vocabulary, fold};
use listed::Listed;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use vedette_checker::truth::Truth;

/// The trajectories of one task, as sequences of distinct moments.
#[derive(Debug)]
pub struct World<'a> {
    trajectories: Vec<&'a Trajectory>,
    vocabulary: &'a Vocabulary,
    /// The objects of all trajectories.
    objects: Objects,
    moments: Vec<Moment>,
    paths: Vec<Vec<u32>>,
    actions: Vec<Arc<Action>>,
    listed: Listed,
}

/// A state and the action that produced it.
#[derive(Clone, Debug)]
struct Moment {
    /// A trajectory in which it occurs: its slots are those of the state.
    trajectory: u32,
    state: Arc<State>,
    /// Among the distinct states: equal exactly if the states are (of one trajectory, for scenes).
    number: u32,
    action: Option<u32>,
}

impl<'a> World<'a> {
    /// The world of these trajectories.
    pub fn new(trajectories: Vec<&'a Trajectory>, vocabulary: &'a Vocabulary) -> Self {
        let mut objects = Objects::default();
        for trajectory in &trajectories {
            for (id, object) in &trajectory.objects {
                let entry = objects.entry(id.clone()).or_insert_with(|| object.clone());
                if entry.pickupable.is_none() {
                    entry.pickupable = object.pickupable;
                }
            }
        }
        let mut world = Self {
            listed: Listed::default(),
            moments: Vec::new(),
            paths: Vec::new(),
            actions: Vec::new(),
            objects,
            trajectories,
            vocabulary,
        };
        world.find_moments();
        world
    }

    fn find_moments(&mut self) {
        let mut states: FxHashMap<(Option<u32>, Arc<State>), u32> = FxHashMap::default();
        let mut actions: FxHashMap<Arc<Action>, u32> = FxHashMap::default();
        let mut moments: FxHashMap<(u32, Option<u32>), u32> = FxHashMap::default();
        for (index, trajectory) in self.trajectories.iter().enumerate() {
            let mut path = Vec::with_capacity(trajectory.steps.len());
            let mut last: Option<(*const State, u32)> = None;
            for step in &trajectory.steps {
                let pointer = Arc::as_ptr(&step.state);
                let state = match last {
                    Some((same, number)) if same == pointer => number,
                    _ => {
                        let slots = match step.state.as_ref() {
                            State::Facts(_) => None,
                            State::Scene(_) => Some(index as u32),
                        };
                        let next = states.len() as u32;
                        *states.entry((slots, step.state.clone())).or_insert(next)
                    }
                };
                last = Some((pointer, state));
                let action = step.action.as_ref().map(|action| {
                    *actions.entry(action.clone()).or_insert_with(|| {
                        self.actions.push(action.clone());
                        self.actions.len() as u32 - 1
                    })
                });
                path.push(*moments.entry((state, action)).or_insert_with(|| {
                    if let State::Facts(facts) = step.state.as_ref() {
                        self.listed.note(state, facts, self.vocabulary);
                    }
                    let state_of = step.state.clone();
                    self.moments.push(Moment {
                        trajectory: index as u32,
                        state: state_of,
                        number: state,
                        action,
                    });
                    self.moments.len() as u32 - 1
                }));
            }
            self.paths.push(path);
        }
    }

    /// The trajectories.
    pub fn trajectories(&self) -> &[&'a Trajectory] {
        &self.trajectories
    }

    /// The objects of all trajectories.
    pub fn objects(&self) -> &Objects {
        &self.objects
    }

    /// The instances of a type, in the order in which the trajectories name them: `Object` stands
    /// for everything that can be picked up (for everything, where the source does not say).
    pub fn instances(&self, category: &str) -> Vec<Arc<str>> {
        let wanted = fold(category);
        let matches = |object: &Object| {
            if wanted == "object" {
                object.pickupable.unwrap_or(fold(&object.category) != "otheragent")
            } else {
                fold(&object.category) == wanted
            }
        };
        self.objects
            .iter()
            .filter(|(_, object)| matches(object))
            .map(|(id, _)| id.clone())
            .collect()
    }

    /// The sequence of moments of every trajectory.
    pub fn paths(&self) -> &[Vec<u32>] {
        &self.paths
    }

    /// How many distinct moments there are.
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// Whether there is no moment.
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// The number of the action that produced a moment.
    pub fn action(&self, moment: u32) -> Option<u32> {
        self.moments[moment as usize].action
    }

    /// The values of several atoms at every moment.
    pub fn columns<'g>(&self, atoms: impl Iterator<Item = &'g Ground>) -> Vec<Vec<Truth>> {
        atoms.map(|atom| self.column(atom)).collect()
    }

    /// The values of an atom at every moment.
    pub fn column(&self, atom: &Ground) -> Vec<Truth> {
        match atom {
            Ground::Fact { predicate, args } => self.fact(*predicate, args),
            Ground::Action { name, args } => {
                let holds = |action: u32| ground::is(&self.actions[action as usize], name, args);
                let value = |moment: &Moment| Truth::from(moment.action.is_some_and(holds));
                self.moments.iter().map(value).collect()
            }
            Ground::Compare { left, relation, right } => {
                let (left, right) = (self.numbers(left), self.numbers(right));
                left.into_iter()
                    .zip(right)
                    .map(|sides| match sides {
                        (Some(left), Some(right)) => Truth::from(relation.holds(left, right)),
                        _ => Truth::Unsupported,
                    })
                    .collect()
            }
        }
    }

    fn fact(&self, predicate: usize, args: &[Arc<str>]) -> Vec<Truth> {
        let declared = &self.vocabulary.predicates()[predicate];
        let listed = self.listed.number(&declared.name, args);
        let of_type = self.by_type(declared.meaning, args);
        let places = self.places(args);
        let value = |moment: &Moment| match moment.state.as_ref() {
            State::Facts(_) => self.listed.truth(moment.number, listed) | of_type,
            State::Scene(state) => {
                scene::truth(state, declared.meaning, &places[moment.trajectory as usize], of_type)
            }
        };
        self.moments.iter().map(value).collect()
    }

    /// The values of a side of a comparison at every moment; none where the data does not say.
    pub fn numbers(&self, side: &Side) -> Vec<Option<f64>> {
        match side {
            Side::Literal(value) => vec![Some(value.get()); self.moments.len()],
            Side::Signal { predicate, args } => {
                let declared = &self.vocabulary.predicates()[*predicate];
                let listed = self.listed.number(&declared.name, args);
                let places = self.places(args);
                let value = |moment: &Moment| match moment.state.as_ref() {
                    State::Facts(_) => self.listed.signal(moment.number, listed),
                    State::Scene(state) => {
                        scene::number(state, declared.meaning, &places[moment.trajectory as usize])
                    }
                };
                self.moments.iter().map(value).collect()
            }
        }
    }

    /// Whether the type of the first argument alone makes the predicate true.
    fn by_type(&self, meaning: crate::vocabulary::Meaning, args: &[Arc<str>]) -> Truth {
        let category = args.first().and_then(|id| self.objects.get(id)).map(|o| &o.category);
        Truth::from(category.is_some_and(|category| scene::by_type(meaning, category)))
    }

    /// Where the arguments are found in the states of each trajectory.
    fn places(&self, args: &[Arc<str>]) -> Vec<Vec<scene::Place>> {
        let place = |trajectory: &Trajectory, id: &Arc<str>| match id.as_ref() {
            "agent" => scene::Place::Agent,
            "agent.arm" => scene::Place::Arm,
            _ => match trajectory.objects.get_full(id.as_ref()) {
                Some((slot, _, object)) if fold(&object.category) == "otheragent" => {
                    scene::Place::OtherAgent(slot)
                }
                Some((slot, _, object)) => {
                    scene::Place::Object(slot, scene::capacity(&object.category))
                }
                None => scene::Place::Absent,
            },
        };
        let of = |trajectory: &&Trajectory| args.iter().map(|id| place(trajectory, id)).collect();
        self.trajectories.iter().map(of).collect()
    }

    /// Numbers for the moments that are equal exactly if state and all facts are, whatever the rules
    /// ask for.
    pub fn by_facts(&self) -> Vec<u32> {
        let mut numbers = FxHashMap::default();
        let mut result = Vec::with_capacity(self.moments.len());
        for moment in &self.moments {
            let key = match moment.state.as_ref() {
                State::Facts(_) => (Some(moment.number), None),
                State::Scene(state) => {
                    let objects = &self.trajectories[moment.trajectory as usize].objects;
                    (None, Some(scene::with_slots_of(state, objects, &self.objects)))
                }
            };
            let next = numbers.len() as u32;
            result.push(*numbers.entry(key).or_insert(next));
        }
        result
    }
}
