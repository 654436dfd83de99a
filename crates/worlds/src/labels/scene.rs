//! Facts computed from a simulator's state, as far as the state decides them.
//!
//! What the dump lacks is [`Truth::Unsupported`]: the pose of the arm and of other agents, what took
//! part in a collision, the box of an object. What does not exist in a state has no property and
//! stands in no relation there: that is decided, and false.

use super::geometry::Aabb;
use crate::trajectory::{Flag, ObjectState, Objects, Scene, Temperature};
use crate::vocabulary::{CAPACITY, Meaning, NOT_MICROWAVE_SAFE, fold};
use vedette_checker::truth::Truth;

/// Where an argument is found in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Agent,
    Arm,
    /// Its slot; the pose of another agent is not logged.
    OtherAgent(usize),
    /// Its slot, and how much it bears.
    Object(usize, Option<u32>),
    Absent,
}

/// How many things a receptacle of this type bears.
pub(super) fn capacity(category: &str) -> Option<u32> {
    CAPACITY.iter().find(|row| fold(row.0) == fold(category)).map(|row| row.1)
}

/// Whether the type alone makes the predicate true.
pub(super) fn by_type(meaning: Meaning, category: &str) -> bool {
    meaning == Meaning::NotMicrowaveSafe
        && NOT_MICROWAVE_SAFE.iter().any(|name| fold(name) == fold(category))
}

/// The value of a fact.
pub(super) fn truth(scene: &Scene, meaning: Meaning, places: &[Place], of_type: Truth) -> Truth {
    match (meaning, places) {
        (Meaning::NavigationError, _) => {
            says(scene, &["is blocking agent", "hand object collision"])
        }
        (Meaning::OpenError, _) => {
            says(scene, &["failed to open/close", "failed to open", "failed to close"])
        }
        (Meaning::PickupError, _) => says(scene, &["would cause it to collide"]),
        (_, []) => Truth::Unsupported,
        (Meaning::HeldBy, &[holder, thing]) => match holder {
            Place::Agent => held(scene, thing),
            Place::Absent => Truth::False,
            _ => Truth::Unsupported,
        },
        (_, &[place]) => property(scene, meaning, place, of_type),
        (_, &[a, b, ..]) => relation(scene, meaning, a, b),
    }
}

/// The value of a numeric function.
pub(super) fn number(scene: &Scene, meaning: Meaning, places: &[Place]) -> Option<f64> {
    match (meaning, places) {
        (Meaning::Distance, &[a, b]) => Some(bounds(scene, a)?.distance(&bounds(scene, b)?)),
        _ => None,
    }
}

fn says(scene: &Scene, phrases: &[&str]) -> Truth {
    let error = scene.error.to_lowercase();
    Truth::from(phrases.iter().any(|phrase| error.contains(phrase)))
}

fn object(scene: &Scene, slot: usize) -> Option<&ObjectState> {
    scene.objects.get(slot).and_then(Option::as_ref)
}

fn property(scene: &Scene, meaning: Meaning, place: Place, of_type: Truth) -> Truth {
    let (slot, capacity) = match place {
        Place::Object(slot, capacity) => (slot, capacity),
        Place::Absent => return Truth::False,
        Place::Agent | Place::Arm | Place::OtherAgent(_) => return Truth::Unsupported,
    };
    let Some(state) = object(scene, slot) else {
        // What the agent holds may be missing from the list of objects.
        return if meaning == Meaning::Held { held(scene, place) } else { Truth::False };
    };
    let flag = |flag| state.flags.get(flag).map_or(Truth::Unsupported, Truth::from);
    let is = |temperature| {
        state.temperature.map_or(Truth::Unsupported, |seen| Truth::from(seen == temperature))
    };
    match meaning {
        Meaning::On => flag(Flag::Toggleable) & flag(Flag::Toggled),
        Meaning::Open => flag(Flag::Openable) & flag(Flag::Open),
        Meaning::Hot => is(Temperature::Hot),
        Meaning::Cold => is(Temperature::Cold),
        Meaning::Broken => flag(Flag::Broken),
        Meaning::Cooked => flag(Flag::Cooked),
        Meaning::Filled => flag(Flag::CanFill) & flag(Flag::Filled),
        Meaning::Dirty => flag(Flag::Dirty),
        Meaning::Sliced => flag(Flag::Sliced),
        Meaning::Visible => flag(Flag::Visible),
        Meaning::Held => held(scene, place),
        Meaning::NotMicrowaveSafe => of_type,
        Meaning::Overloaded => {
            capacity.map_or(Truth::Unsupported, |bears| Truth::from(state.load > bears))
        }
        _ => Truth::Unsupported,
    }
}

fn held(scene: &Scene, thing: Place) -> Truth {
    let Place::Object(slot, _) = thing else {
        return if thing == Place::Absent { Truth::False } else { Truth::Unsupported };
    };
    if let Some(held) = &scene.held {
        return Truth::from(held.iter().any(|&one| one as usize == slot));
    }
    let picked_up = object(scene, slot).map(|state| state.flags.get(Flag::PickedUp));
    picked_up.map_or(Truth::False, |flag| flag.map_or(Truth::Unsupported, Truth::from))
}

fn bounds(scene: &Scene, place: Place) -> Option<Aabb> {
    match place {
        Place::Agent => scene.agent.map(Aabb::agent),
        Place::Object(slot, _) => object(scene, slot)?.bounds.map(Aabb::of),
        Place::Arm | Place::OtherAgent(_) | Place::Absent => None,
    }
}

fn exists(scene: &Scene, place: Place) -> bool {
    match place {
        Place::Agent | Place::Arm => true,
        Place::OtherAgent(slot) | Place::Object(slot, _) => object(scene, slot).is_some(),
        Place::Absent => false,
    }
}

fn relation(scene: &Scene, meaning: Meaning, a: Place, b: Place) -> Truth {
    if !exists(scene, a) || !exists(scene, b) {
        return Truth::False;
    }
    let listed = if meaning == Meaning::Inside { contains(scene, b, a) } else { None };
    if listed == Some(true) {
        return Truth::True;
    }
    let holds: fn(&Aabb, &Aabb) -> bool = match meaning {
        Meaning::Near => Aabb::near,
        Meaning::Inside => Aabb::inside,
        Meaning::OnTop => Aabb::on_top,
        Meaning::Above => Aabb::above,
        Meaning::Below => |a, b| b.above(a),
        _ => return Truth::Unsupported,
    };
    match (bounds(scene, a), bounds(scene, b)) {
        (Some(a), Some(b)) => Truth::from(holds(&a, &b)),
        // Boxes only add to what the list of the container says.
        _ if listed == Some(false) => Truth::False,
        _ => Truth::Unsupported,
    }
}

/// Whether `inner` is in or on `outer`, if both are objects and their lists say.
fn contains(scene: &Scene, outer: Place, inner: Place) -> Option<bool> {
    let (Place::Object(outer, _), Place::Object(inner, _)) = (outer, inner) else { return None };
    let names = |slots: &[u32], slot: usize| slots.iter().any(|&one| one as usize == slot);
    let (holder, held) = (object(scene, outer)?, object(scene, inner)?);
    if names(&held.parents, outer) {
        return Some(true);
    }
    holder.contents.as_ref().map(|contents| names(contents, inner))
}

/// The state with the slots of another table of objects that has all of these.
pub(super) fn with_slots_of(scene: &Scene, from: &Objects, to: &Objects) -> Scene {
    let slot = |old: usize| from.get_index(old).and_then(|(id, _)| to.get_index_of(id));
    let all = |slots: &[u32]| -> Box<[u32]> {
        let mut slots: Vec<u32> =
            slots.iter().filter_map(|&old| slot(old as usize)).map(|new| new as u32).collect();
        slots.sort_unstable();
        slots.into()
    };
    let mut objects = vec![None; to.len()];
    for (old, state) in scene.objects.iter().enumerate() {
        if let (Some(state), Some(new)) = (state, slot(old)) {
            let mut state = state.clone();
            state.parents = all(&state.parents);
            state.contents = state.contents.as_deref().map(all);
            objects[new] = Some(state);
        }
    }
    Scene {
        objects: objects.into(),
        held: scene.held.as_deref().map(all),
        agent: scene.agent,
        error: scene.error.clone(),
    }
}
