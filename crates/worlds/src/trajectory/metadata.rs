//! Recorded simulator traces of the SENTINEL code base, with AI2-THOR metadata after every step.
//!
//! `{"trajectory": [{step, plan_action, thor_action, success, error, event_metadata}], "success"}`.
//! Both generations of the metadata are read: `objectBounds.objectBoundsCorners` and
//! `ObjectTemperature` (2.x), `axisAlignedBoundingBox.cornerPoints` and `temperature` (from 2.4).
//! A key that is missing is *not known*, never false. The state before the first action is not in
//! such a file: its first step is the state *after* the first action.
//!
//! Events that a recorder wrote one a line are read too: `{"action": {…}, "metadata": {…}}`, with the
//! metadata of the controller's last event. Those files hold the state before the first action.

use super::boxes::{Boxes, Texts, point};
use super::lines::stem;
use super::{
    Action, Bounds, Flag, Flags, Object, ObjectState, Objects, Options, Scene, State, Step,
    Temperature, Trajectory, category_of,
};
use crate::input::{self, At, InputError};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;

const EXPECTED: &str = "a recorded trace: {\"trajectory\": [{\"thor_action\", \"success\", \
                        \"event_metadata\": {\"objects\": […], …}}], \"success\"}";

/// The trajectory of `text`.
pub(super) fn read(text: &str, source: &str, options: &Options) -> Result<Trajectory, InputError> {
    let raw: RawTrace<'_> = input::read(text, source, 1, EXPECTED, &options.limits)?;
    if raw.trajectory.is_empty() {
        return Err(InputError::new(
            source,
            At::Value("trajectory".to_owned()),
            "found a trajectory without steps",
            "at least one state",
        ));
    }
    let steps = raw.trajectory.into_iter().enumerate().map(|(index, step)| {
        let place = Place { line: None, path: format!("trajectory[{index}].event_metadata") };
        Ok((step, place))
    });
    trajectory(steps, source, options, raw.success, EXPECTED)
}

const EXPECTED_EVENT: &str = "an event a line: {\"action\": {\"action\", \"objectId\"}, \
                              \"metadata\": {\"objects\": […], …}}";

/// The trajectory of events that a recorder around the controller wrote, one a line. An event whose
/// action is `Initialize` or `Reset`, or that has none, gives an initial state.
pub(super) fn events(
    text: &str,
    source: &str,
    options: &Options,
) -> Result<Trajectory, InputError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let steps = lines.map(|(index, line)| {
        let raw: RawEvent<'_> =
            input::read(line, source, index + 1, EXPECTED_EVENT, &options.limits)?;
        let success = raw.metadata.last_action_success;
        let name = raw.action.as_ref().and_then(|action| action.action.as_deref());
        let first = matches!(name, None | Some("Initialize" | "Reset"));
        let step = RawStep {
            plan_action: None,
            thor_action: if first { None } else { raw.action },
            success,
            error: None,
            event_metadata: raw.metadata,
        };
        Ok((step, Place { line: Some(index + 1), path: "metadata".to_owned() }))
    });
    trajectory(steps, source, options, None, EXPECTED_EVENT)
}

/// Where the metadata of a step stand.
struct Place {
    /// The line, where each step has one.
    line: Option<usize>,
    /// The path within the file or the line.
    path: String,
}

/// The trajectory of steps that come one by one, each with its place.
fn trajectory<'a>(
    raw: impl Iterator<Item = Result<(RawStep<'a>, Place), InputError>>,
    source: &str,
    options: &Options,
    success: Option<bool>,
    expected: &str,
) -> Result<Trajectory, InputError> {
    let mut reader = Reader::default();
    let mut steps = Vec::new();
    for step in raw {
        let (step, place) = step?;
        steps.push(reader.step(&step).map_err(|(inner, what)| {
            let path = format!("{}.{inner}", place.path);
            let at = place.line.map_or(At::Value(path.clone()), |line| At::Path(line, 1, path));
            InputError::new(source, at, what, expected)
        })?);
    }
    Ok(Trajectory {
        task: options.task.clone().unwrap_or_default(),
        sample: stem(source).to_owned(),
        source: source.to_owned(),
        objects: reader.objects,
        steps,
        success,
    })
}

#[derive(Deserialize)]
struct RawEvent<'a> {
    #[serde(borrow)]
    action: Option<RawAction<'a>>,
    #[serde(borrow)]
    metadata: RawMetadata<'a>,
}

#[derive(Deserialize)]
struct RawTrace<'a> {
    #[serde(borrow)]
    trajectory: Vec<RawStep<'a>>,
    success: Option<bool>,
}

/// Text that is borrowed where it has no escapes, also inside an option or a list.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

#[derive(Deserialize)]
struct RawStep<'a> {
    #[serde(borrow)]
    plan_action: Option<RawAction<'a>>,
    #[serde(borrow)]
    thor_action: Option<RawAction<'a>>,
    success: Option<bool>,
    #[serde(borrow)]
    error: Option<Text<'a>>,
    #[serde(borrow)]
    event_metadata: RawMetadata<'a>,
}

#[derive(Deserialize)]
struct RawAction<'a> {
    #[serde(borrow)]
    action: Option<Text<'a>>,
    #[serde(borrow, rename = "objectId")]
    sent_object: Option<Text<'a>>,
    #[serde(borrow, rename = "object_id")]
    planned_object: Option<Text<'a>>,
    #[serde(borrow, rename = "receptacleObjectId")]
    sent_receptacle: Option<Text<'a>>,
    #[serde(borrow, rename = "receptacle_id")]
    planned_receptacle: Option<Text<'a>>,
}

impl RawAction<'_> {
    fn object(&self) -> Option<&str> {
        self.sent_object.as_deref().or(self.planned_object.as_deref())
    }

    fn receptacle(&self) -> Option<&str> {
        self.sent_receptacle.as_deref().or(self.planned_receptacle.as_deref())
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawMetadata<'a> {
    #[serde(borrow)]
    objects: Vec<RawObject<'a>>,
    #[serde(borrow)]
    inventory_objects: Option<Vec<RawHeld<'a>>>,
    agent: Option<RawAgent>,
    #[serde(borrow)]
    error_message: Option<Text<'a>>,
    last_action_success: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawHeld<'a> {
    #[serde(borrow)]
    object_id: Cow<'a, str>,
}

#[derive(Deserialize)]
struct RawAgent {
    position: Option<Point>,
}

#[derive(Clone, Copy, Deserialize)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) z: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawObject<'a> {
    #[serde(borrow)]
    object_id: Cow<'a, str>,
    #[serde(borrow)]
    object_type: Option<Text<'a>>,
    pickupable: Option<bool>,
    toggleable: Option<bool>,
    is_toggled: Option<bool>,
    openable: Option<bool>,
    is_open: Option<bool>,
    is_broken: Option<bool>,
    is_cooked: Option<bool>,
    can_fill_with_liquid: Option<bool>,
    is_filled_with_liquid: Option<bool>,
    is_dirty: Option<bool>,
    is_sliced: Option<bool>,
    is_picked_up: Option<bool>,
    visible: Option<bool>,
    #[serde(borrow)]
    temperature: Option<Text<'a>>,
    #[serde(borrow, rename = "ObjectTemperature")]
    old_temperature: Option<Text<'a>>,
    #[serde(borrow)]
    parent_receptacles: Option<Vec<Text<'a>>>,
    #[serde(borrow)]
    receptacle_object_ids: Option<Vec<Text<'a>>>,
    #[serde(borrow)]
    object_bounds: Option<&'a RawValue>,
    #[serde(borrow)]
    axis_aligned_bounding_box: Option<&'a RawValue>,
    #[serde(borrow)]
    object_oriented_bounding_box: Option<&'a RawValue>,
}

/// What is kept from step to step.
#[derive(Default)]
struct Reader<'a> {
    objects: Objects,
    /// The boxes in the state before, by slot.
    boxes: Vec<Boxes<'a>>,
    /// What the agent held in the state before: what a put puts down.
    held: Vec<Arc<str>>,
}

type Fault = (String, String);

impl<'a> Reader<'a> {
    fn step(&mut self, raw: &RawStep<'a>) -> Result<Step, Fault> {
        let scene = self.scene(raw)?;
        let action = self.action(raw);
        self.held = scene
            .held
            .iter()
            .flatten()
            .filter_map(|&slot| self.objects.get_index(slot as usize))
            .map(|(id, _)| id.clone())
            .collect();
        let action = action.map(Arc::new);
        Ok(Step { action, state: Arc::new(State::Scene(scene)), clock: None })
    }

    /// The action, with what it was done to. A put names the place only; the thing put down is what
    /// the agent held before.
    fn action(&self, raw: &RawStep<'_>) -> Option<Action> {
        let (thor, plan) = (raw.thor_action.as_ref(), raw.plan_action.as_ref());
        let name = thor.and_then(|a| a.action.as_ref()).or(plan.and_then(|a| a.action.as_ref()))?;
        let object = thor.and_then(RawAction::object).or(plan.and_then(RawAction::object));
        let receptacle =
            plan.and_then(RawAction::receptacle).or(thor.and_then(RawAction::receptacle));
        let args = if name.eq_ignore_ascii_case("PutObject") {
            let place = receptacle.or(object);
            let thing = object.filter(|object| Some(*object) != place).map(Arc::from);
            let thing = thing.or_else(|| self.held.first().cloned());
            thing.into_iter().chain(place.map(Arc::from)).collect()
        } else {
            object.into_iter().chain(receptacle).map(Arc::from).collect()
        };
        let succeeded = raw.success.unwrap_or(true);
        Some(Action { name: (&**name).into(), args, succeeded })
    }

    fn scene(&mut self, raw: &RawStep<'a>) -> Result<Scene, Fault> {
        let metadata = &raw.event_metadata;
        // Slots first: an object may name another one that stands later in the list.
        let mut slots = Vec::with_capacity(metadata.objects.len());
        for object in &metadata.objects {
            let category = object.object_type.as_deref();
            let id = object.object_id.as_ref();
            slots.push(self.slot(id, category, object.pickupable));
        }
        let mut objects = vec![None; self.objects.len()];
        for (index, (object, &slot)) in metadata.objects.iter().zip(&slots).enumerate() {
            let state =
                self.object(object, slot).map_err(|what| (format!("objects[{index}]"), what))?;
            if objects[slot].replace(state).is_some() {
                let what = format!("found the object {} twice", object.object_id);
                return Err((format!("objects[{index}].objectId"), what));
            }
        }
        let held = metadata.inventory_objects.as_ref().map(|held| {
            held.iter().map(|held| self.slot(&held.object_id, None, Some(true)) as u32).collect()
        });
        let agent = match metadata.agent.as_ref().and_then(|agent| agent.position) {
            Some(at) => Some(point([at.x, at.y, at.z]).map_err(|e| ("agent".to_owned(), e))?),
            None => None,
        };
        let error = [raw.error.as_deref(), metadata.error_message.as_deref()];
        let error = error.into_iter().flatten().find(|text| !text.is_empty()).unwrap_or_default();
        Ok(Scene { objects: objects.into(), held, agent, error: error.into() })
    }

    fn slot(&mut self, id: &str, category: Option<&str>, pickupable: Option<bool>) -> usize {
        if let Some(slot) = self.objects.get_index_of(id) {
            return slot;
        }
        let category = category.unwrap_or_else(|| category_of(id)).into();
        self.objects.insert_full(id.into(), Object { category, pickupable }).0
    }

    fn bounds(&mut self, raw: &RawObject<'a>, slot: usize) -> Result<Option<Bounds>, String> {
        let texts = Texts {
            old: raw.object_bounds.map(RawValue::get),
            aligned: raw.axis_aligned_bounding_box.map(RawValue::get),
            oriented: raw.object_oriented_bounding_box.map(RawValue::get),
        };
        if self.boxes.len() <= slot {
            self.boxes.resize(slot + 1, Boxes::default());
        }
        self.boxes[slot].update(texts)
    }

    fn object(&mut self, raw: &RawObject<'a>, slot: usize) -> Result<ObjectState, String> {
        let bounds = self.bounds(raw, slot)?;
        let mut flags = Flags::default();
        for (flag, value) in [
            (Flag::Toggleable, raw.toggleable),
            (Flag::Toggled, raw.is_toggled),
            (Flag::Openable, raw.openable),
            (Flag::Open, raw.is_open),
            (Flag::Broken, raw.is_broken),
            (Flag::Cooked, raw.is_cooked),
            (Flag::CanFill, raw.can_fill_with_liquid),
            (Flag::Filled, raw.is_filled_with_liquid),
            (Flag::Dirty, raw.is_dirty),
            (Flag::Sliced, raw.is_sliced),
            (Flag::PickedUp, raw.is_picked_up),
            (Flag::Visible, raw.visible),
        ] {
            flags.set(flag, value);
        }
        let slots = |ids: &Vec<Text<'_>>| -> Box<[u32]> {
            ids.iter()
                .filter_map(|id| self.objects.get_index_of(&**id))
                .map(|slot| slot as u32)
                .collect()
        };
        Ok(ObjectState {
            flags,
            temperature: raw
                .temperature
                .as_deref()
                .or(raw.old_temperature.as_deref())
                .map(temperature),
            bounds,
            parents: raw.parent_receptacles.as_ref().map(slots).unwrap_or_default(),
            contents: raw.receptacle_object_ids.as_ref().map(slots),
            load: raw.receptacle_object_ids.as_ref().map_or(0, |ids| ids.len() as u32),
        })
    }
}

fn temperature(text: &str) -> Temperature {
    if text.eq_ignore_ascii_case("hot") {
        Temperature::Hot
    } else if text.eq_ignore_ascii_case("cold") {
        Temperature::Cold
    } else {
        Temperature::Room
    }
}
