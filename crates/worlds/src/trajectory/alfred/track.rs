//! What the actions of a demonstration make known of the scene.

use super::super::{Flag, Object, ObjectState, Objects, Scene, Temperature, category_of};
use super::{Low, Recording};
use std::sync::Arc;
use vedette_checker::formula::Real;

/// The scene so far.
pub(super) struct Tracker {
    pub(super) objects: Objects,
    pub(super) scene: Scene,
    height: f64,
}

impl Tracker {
    /// The scene at the start: every object that the recording names, nothing in hand.
    pub(super) fn new(recording: &Recording) -> Self {
        let mut objects = Objects::default();
        let mut add = |id: &str| {
            let category: Arc<str> = category_of_part(id).into();
            objects.entry(id.into()).or_insert(Object { category, pickupable: None });
        };
        for low in &recording.low {
            low.object.iter().chain(&low.receptacle).for_each(|id| add(id));
        }
        let named: Vec<String> = objects.keys().map(ToString::to_string).collect();
        for (name, at) in &recording.start.poses {
            let category = name.rsplit_once('_').map_or(name.as_str(), |(category, _)| category);
            let id = named.iter().find(|id| stands_at(id, category, *at));
            let id = id.cloned().unwrap_or_else(|| id_of(category, *at));
            let object = Object { category: category.into(), pickupable: Some(true) };
            objects.entry(id.into()).or_insert(object).pickupable = Some(true);
        }
        for low in recording.low.iter().filter(|low| low.action == "PickupObject") {
            if let Some(object) = low.object.as_deref().and_then(|id| objects.get_mut(id)) {
                object.pickupable = Some(true);
            }
        }
        let of = |(id, object): (&Arc<str>, &Object)| {
            // A slice comes to be when the thing is cut.
            if is_slice(id) {
                return None;
            }
            let mut state = ObjectState::default();
            for (category, on) in &recording.start.toggles {
                if category.eq_ignore_ascii_case(&object.category) {
                    state.flags.set(Flag::Toggleable, Some(true));
                    state.flags.set(Flag::Toggled, Some(*on));
                }
            }
            Some(state)
        };
        let states = objects.iter().map(of).collect();
        let [_, height, _] = recording.start.agent;
        let mut tracker = Self {
            objects,
            scene: Scene { objects: states, held: Some(Box::default()), ..Scene::default() },
            height,
        };
        tracker.stand(recording.poses[0]);
        tracker
    }

    fn stand(&mut self, [x, z, ..]: [f64; 4]) {
        let real = |value| Real::new(value);
        self.scene.agent = match (real(x), real(self.height), real(z)) {
            (Some(x), Some(y), Some(z)) => Some([x, y, z]),
            _ => None,
        };
    }

    /// Takes in an action that came about, the step of the plan that it belongs to, and where the agent stood after it.
    pub(super) fn apply(&mut self, low: &Low, plan: &str, pose: [f64; 4]) {
        self.stand(pose);
        let slot = low.object.as_deref().and_then(|id| self.objects.get_index_of(id));
        let Some(slot) = slot else { return };
        match low.action.as_str() {
            "PickupObject" => {
                self.scene.held = Some(Box::from([slot as u32]));
                let state = self.state(slot);
                state.parents = Box::default();
                state.temperature = None;
                state.flags.set(Flag::PickedUp, Some(true));
            }
            "PutObject" => {
                self.scene.held = Some(Box::default());
                let place = low.receptacle.as_deref().and_then(|id| self.objects.get_index_of(id));
                let state = self.state(slot);
                state.flags.set(Flag::PickedUp, Some(false));
                state.parents = place.map(|place| place as u32).into_iter().collect();
            }
            "OpenObject" | "CloseObject" => {
                let open = low.action == "OpenObject";
                let flags = &mut self.state(slot).flags;
                flags.set(Flag::Openable, Some(true));
                flags.set(Flag::Open, Some(open));
                if self.is_a(slot, "Fridge") {
                    self.each_within(slot, |state| {
                        state.temperature = (!open).then_some(Temperature::Cold);
                    });
                }
            }
            "ToggleObjectOn" | "ToggleObjectOff" => {
                let on = low.action == "ToggleObjectOn";
                let flags = &mut self.state(slot).flags;
                flags.set(Flag::Toggleable, Some(true));
                flags.set(Flag::Toggled, Some(on));
                if self.is_a(slot, "Microwave") {
                    self.each_within(slot, |state| {
                        state.temperature = on.then_some(Temperature::Hot);
                    });
                }
                // Which basin a faucet fills is not said: it is sure only while the plan cleans
                // something, and where one basin is named.
                let basins = (0..self.objects.len()).filter(|&basin| self.is_a(basin, "SinkBasin"));
                let basins: Vec<usize> = basins.collect();
                if let (true, true, "CleanObject", [basin]) =
                    (on, self.is_a(slot, "Faucet"), plan, basins.as_slice())
                {
                    self.each_within(*basin, |state| state.flags.set(Flag::Dirty, Some(false)));
                }
            }
            "SliceObject" => {
                self.state(slot).flags.set(Flag::Sliced, Some(true));
                let whole = self.objects.get_index(slot).map_or("", |(id, _)| id).to_owned();
                for (other, (id, _)) in self.objects.iter().enumerate() {
                    let part = id.strip_prefix(whole.as_str()).is_some_and(|r| r.starts_with('|'));
                    if part && is_slice(id) {
                        let state = self.scene.objects[other].get_or_insert_default();
                        state.flags.set(Flag::Sliced, Some(true));
                    }
                }
            }
            _ => {}
        }
    }

    fn state(&mut self, slot: usize) -> &mut ObjectState {
        self.scene.objects[slot].get_or_insert_default()
    }

    fn is_a(&self, slot: usize, category: &str) -> bool {
        self.objects.get_index(slot).is_some_and(|(_, object)| &*object.category == category)
    }

    /// What is known to be in a receptacle.
    fn each_within(&mut self, slot: usize, mut change: impl FnMut(&mut ObjectState)) {
        for state in self.scene.objects.iter_mut().flatten() {
            if state.parents.contains(&(slot as u32)) {
                change(state);
            }
        }
    }
}

/// The type that an id tells: of `Sink|1|2|3|SinkBasin` it is `SinkBasin`, of
/// `Bread|1|2|3|BreadSliced_1` it is `BreadSliced`.
fn category_of_part(id: &str) -> &str {
    match id.split('|').nth(4) {
        Some(part) => part.rsplit_once('_').map_or(part, |(category, _)| category),
        None => category_of(id),
    }
}

fn is_slice(id: &str) -> bool {
    id.split('|').nth(4).is_some_and(|part| part.contains("Sliced_"))
}

/// The simulator's id of a thing that starts there: its position, rounded.
fn id_of(category: &str, at: [f64; 3]) -> String {
    let number = |x: f64| format!("{}{:05.2}", if x < 0.0 { '-' } else { '+' }, x.abs());
    format!("{category}|{}|{}|{}", number(at[0]), number(at[1]), number(at[2]))
}

/// Whether `id` is of a thing of this type that starts there, whichever way a half was rounded.
fn stands_at(id: &str, category: &str, at: [f64; 3]) -> bool {
    let mut parts = id.split('|');
    parts.next() == Some(category)
        && at.iter().all(|x| {
            let part = parts.next().and_then(|part| part.parse::<f64>().ok());
            part.is_some_and(|part| (part - x).abs() < 0.0051)
        })
        && parts.next().is_none()
}
