//! A trajectory of poses as events of AI2-THOR, one a line, in the form in which they are read.
//!
//! ```
//! use vedette_worlds::trajectory::{Options, read, write_events};
//!
//! let event = r#"{"action":{"action":"PickupObject","objectId":"Cup|1"},"metadata":{"objects":[{"objectId":"Cup|1","objectType":"Cup","isPickedUp":true}],"lastActionSuccess":true}}"#;
//! let first = read(event.as_bytes(), "t.jsonl", &Options::default()).unwrap().remove(0);
//! let text = write_events(&first).unwrap();
//! let again = read(text.as_bytes(), "t.jsonl", &Options::default()).unwrap().remove(0);
//! assert_eq!(first.steps[0].state, again.steps[0].state);
//! ```
//!
//! # Why not facts
//!
//! A list of facts says of all else that it is false. What poses do not decide, such as who collides with
//! what, is neither; events keep that, and the boxes from which nearness is computed. A file of events
//! holds one trajectory.

use super::{Flag, ObjectState, Objects, Scene, State, Temperature, Trajectory, Unwritable};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use vedette_checker::formula::Real;

const FLAGS: &[(Flag, &str)] = &[
    (Flag::Toggleable, "toggleable"),
    (Flag::Toggled, "isToggled"),
    (Flag::Openable, "openable"),
    (Flag::Open, "isOpen"),
    (Flag::Broken, "isBroken"),
    (Flag::Cooked, "isCooked"),
    (Flag::CanFill, "canFillWithLiquid"),
    (Flag::Filled, "isFilledWithLiquid"),
    (Flag::Dirty, "isDirty"),
    (Flag::Sliced, "isSliced"),
    (Flag::PickedUp, "isPickedUp"),
    (Flag::Visible, "visible"),
];

/// A trajectory as lines of events, each with its line break. Facts, clocks and actions on more than two things
/// have no place there and are refused.
pub fn write_events(trajectory: &Trajectory) -> Result<String, Unwritable> {
    let mut text = String::new();
    for (at, step) in trajectory.steps.iter().enumerate() {
        let refuse = |what: &str| Err(Unwritable { step: Some(at), what: what.to_owned() });
        let State::Scene(scene) = step.state.as_ref() else {
            return refuse("found a state of facts, expected poses of a simulator");
        };
        if step.clock.is_some() {
            return refuse("found a clock, expected none");
        }
        let mut metadata = Map::new();
        metadata.insert("objects".to_owned(), objects(scene, &trajectory.objects));
        if let Some(held) = &scene.held {
            let id = |&slot: &u32| Some(json!({"objectId": name(&trajectory.objects, slot)?}));
            metadata.insert("inventoryObjects".to_owned(), held.iter().filter_map(id).collect());
        }
        if let Some([x, y, z]) = scene.agent {
            let position = json!({"x": x.get(), "y": y.get(), "z": z.get()});
            metadata.insert("agent".to_owned(), json!({"position": position}));
        }
        metadata.insert("errorMessage".to_owned(), json!(&*scene.error));
        let mut event = Map::new();
        if let Some(action) = &step.action {
            metadata.insert("lastActionSuccess".to_owned(), json!(action.succeeded));
            let mut said = Map::new();
            said.insert("action".to_owned(), json!(&*action.name));
            let keys = ["objectId", "receptacleObjectId"];
            if action.args.len() > keys.len() {
                return refuse("found an action on more than two things, expected at most two");
            }
            for (key, arg) in keys.iter().zip(&action.args) {
                said.insert((*key).to_owned(), json!(&**arg));
            }
            event.insert("action".to_owned(), Value::Object(said));
        }
        event.insert("metadata".to_owned(), Value::Object(metadata));
        let _ = writeln!(text, "{}", Value::Object(event));
    }
    Ok(text)
}

fn name(objects: &Objects, slot: u32) -> Option<&str> {
    objects.get_index(slot as usize).map(|(id, _)| &**id)
}

fn objects(scene: &Scene, objects: &Objects) -> Value {
    let known = objects.iter().zip(scene.objects.iter());
    let there = known.filter_map(|((id, object), state)| Some((id, object, state.as_ref()?)));
    let one = |(id, object, state): (&std::sync::Arc<str>, &super::Object, &ObjectState)| {
        let mut out = Map::new();
        out.insert("objectId".to_owned(), json!(**id));
        out.insert("objectType".to_owned(), json!(*object.category));
        if let Some(pickupable) = object.pickupable {
            out.insert("pickupable".to_owned(), json!(pickupable));
        }
        for &(flag, key) in FLAGS {
            if let Some(value) = state.flags.get(flag) {
                out.insert(key.to_owned(), json!(value));
            }
        }
        if let Some(temperature) = state.temperature {
            let word = match temperature {
                Temperature::Hot => "Hot",
                Temperature::Cold => "Cold",
                Temperature::Room => "RoomTemp",
            };
            out.insert("temperature".to_owned(), json!(word));
        }
        if let Some(bounds) = state.bounds {
            let corners = [bounds.low, bounds.high].map(|corner| corner.map(Real::get));
            out.insert("axisAlignedBoundingBox".to_owned(), json!({"cornerPoints": corners}));
        }
        let names = |slots: &[u32]| -> Value {
            slots.iter().filter_map(|&slot| name(objects, slot)).collect()
        };
        if !state.parents.is_empty() {
            out.insert("parentReceptacles".to_owned(), names(&state.parents));
        }
        if let Some(contents) = &state.contents {
            out.insert("receptacleObjectIds".to_owned(), names(contents));
        }
        Value::Object(out)
    };
    there.map(one).collect()
}
