//! Steps that a search tries.
//!
//! *Relevant* steps act on the objects of the goal, what these are in or on, and what is in the hands:
//! enough for most ways, and few. *Every* step leaves out only those that change nothing whatever the state,
//! and second names of the same action; a test holds it against all actions.

use super::super::action::Action;
use super::super::failure::{Condition, Precondition, Thing};
use super::super::program::{Named, Step};
use super::super::scene::{Scene, Slot};
use super::super::state::State;
use super::super::terms::{ObjectState, Property, Relation};
use rustc_hash::FxHashSet;

/// The actions on one object that can change anything, one of each kind.
const CHANGING: &[Action] = &[
    Action::Walk,
    Action::Find,
    Action::TurnTo,
    Action::Grab,
    Action::PutObjBack,
    Action::Drop,
    Action::PutOn,
    Action::PutOff,
    Action::Open,
    Action::Close,
    Action::SwitchOn,
    Action::SwitchOff,
    Action::PlugIn,
    Action::PlugOut,
    Action::Sit,
    Action::Lie,
    Action::Wash,
    Action::Wipe,
];

/// The objects that matter for a goal, ascending.
pub(super) fn matter(scene: &Scene, state: &State, goal: &[Precondition]) -> Vec<Slot> {
    let me = scene.character();
    let mut open: Vec<Slot> = Vec::new();
    for part in goal {
        match part.condition {
            Condition::State(slot, _) => open.push(slot),
            Condition::Relation(from, _, to) => open.extend([from, to]),
            Condition::Holds(who, Thing::Anything) => open.push(who),
            Condition::Holds(who, Thing::This(what)) => open.extend([who, what]),
        }
    }
    open.extend(Relation::HANDS.into_iter().flat_map(|hand| state.targets(me, hand)));
    let mut found = FxHashSet::default();
    while let Some(slot) = open.pop() {
        if slot == me || !found.insert(slot) {
            continue;
        }
        for relation in [Relation::Inside, Relation::On] {
            open.extend(
                state.targets(slot, relation).filter(|&place| !scene.node(place).is_room()),
            );
        }
    }
    let mut all: Vec<Slot> = found.into_iter().collect();
    all.sort_unstable();
    all
}

fn step(scene: &Scene, action: Action, slots: &[Slot]) -> Step {
    let named = |&slot: &Slot| {
        let node = scene.node(slot);
        Named { class: node.class.clone(), id: node.id }
    };
    Step { action, args: slots.iter().map(named).collect() }
}

fn held(scene: &Scene, state: &State) -> Vec<Slot> {
    Relation::HANDS.into_iter().flat_map(|hand| state.targets(scene.character(), hand)).collect()
}

/// The steps on objects that matter.
pub(super) fn relevant(scene: &Scene, state: &State, objects: &[Slot]) -> Vec<Step> {
    let held = held(scene, state);
    let mut steps = Vec::new();
    for &slot in objects {
        let has = |property| scene.node(slot).properties.has(property);
        let mut try_it = |action| steps.push(step(scene, action, &[slot]));
        try_it(Action::Walk);
        for (property, actions) in [
            (Property::Grabbable, &[Action::Grab][..]),
            (Property::Sittable, &[Action::Sit]),
            (Property::Lieable, &[Action::Lie]),
            (Property::Clothes, &[Action::PutOn, Action::PutOff]),
        ] {
            if has(property) {
                for &action in actions {
                    try_it(action);
                }
            }
        }
        // Classes that are taken without being such.
        if !has(Property::Grabbable) && matches!(&*scene.node(slot).class, "water" | "child") {
            try_it(Action::Grab);
        }
        // By state, not by property: some classes are opened without one.
        for state in state.states(slot).iter() {
            try_it(match state {
                ObjectState::On => Action::SwitchOff,
                ObjectState::Off => Action::SwitchOn,
                ObjectState::Open => Action::Close,
                ObjectState::Closed => Action::Open,
                ObjectState::PluggedIn => Action::PlugOut,
                ObjectState::PluggedOut => Action::PlugIn,
                _ => continue,
            });
        }
        if !state.states(slot).has(ObjectState::Clean) || state.states(slot).has(ObjectState::Dirty)
        {
            try_it(Action::Wash);
        }
        try_it(Action::TurnTo);
        for &thing in held.iter().filter(|&&thing| thing != slot) {
            for action in [Action::PutBack, Action::PutIn, Action::Pour] {
                steps.push(step(scene, action, &[thing, slot]));
            }
        }
    }
    steps.extend(held.iter().map(|&thing| step(scene, Action::Drop, &[thing])));
    steps.push(step(scene, Action::StandUp, &[]));
    steps
}

/// How many steps there are to try in a state, about.
pub(super) fn breadth(scene: &Scene) -> u64 {
    (scene.nodes().len() * CHANGING.len()) as u64
}

/// All steps that could change anything.
pub(super) fn every(scene: &Scene, state: &State) -> Vec<Step> {
    let held = held(scene, state);
    let mut steps = Vec::new();
    for slot in scene.slots() {
        steps.extend(CHANGING.iter().map(|&action| step(scene, action, &[slot])));
        for &thing in &held {
            for action in [Action::PutBack, Action::PutIn, Action::Pour] {
                steps.push(step(scene, action, &[thing, slot]));
            }
        }
    }
    steps.push(step(scene, Action::StandUp, &[]));
    steps
}
