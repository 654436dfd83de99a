//! Our own scene files: `vedette.scene/1`.
//!
//! Read strictly: an object that is named but not declared, a relation of another shape, an id given
//! twice and a field that is not known are errors with their place, for a scene that lost an object
//! would silently lose its constraints. What else is to be said belongs under `notes`.

use super::layout::{self, RawChance, RawStand, RawWall};
use super::{Scene, Source, Thing};
use crate::input::{self, At, InputError, Limits};
use crate::trajectory::is_agent;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use vedette_checker::formula::Real;

/// The name of the format.
pub(super) const SCHEMA: &str = "vedette.scene/1";

const EXPECTED: &str = "a scene: {\"schema\": \"vedette.scene/1\", \"id\", \"objects\": [{\"id\", \
                        \"class\", \"properties\", \"states\"}], \"relations\": [[a, \"ON\", b]]}";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawScene {
    schema: String,
    id: String,
    #[serde(default)]
    title: String,
    source: Option<String>,
    objects: Vec<RawObject>,
    #[serde(default)]
    relations: Vec<[String; 3]>,
    #[serde(default)]
    walls: Vec<RawWall>,
    agent: Option<RawStand>,
    #[serde(default)]
    chances: Vec<RawChance>,
    #[serde(default, rename = "notes")]
    _notes: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawObject {
    id: String,
    class: String,
    properties: Option<Vec<String>>,
    #[serde(default)]
    states: Vec<String>,
    /// The room it is in: short for a relation `INSIDE`.
    room: Option<String>,
    position: Option<[f64; 3]>,
    size: Option<[f64; 3]>,
}

/// Whether a text says of itself that it is a scene of ours.
pub(super) fn is_scene(text: &str) -> bool {
    text.contains("\"vedette.scene/")
}

/// The scene of `text`.
pub(super) fn read(text: &str, source: &str, limits: &Limits) -> Result<Scene, InputError> {
    let raw: RawScene = input::read(text, source, 1, EXPECTED, limits)?;
    let fault = |path: String, what: String, expected: &str| {
        InputError::new(source, At::Value(path), what, expected)
    };
    if raw.schema != SCHEMA {
        let what = format!("found the schema {:?}", raw.schema);
        return Err(fault("schema".to_owned(), what, "\"vedette.scene/1\""));
    }
    let names = match &raw.source {
        None => Source::Own,
        Some(name) => Source::named(name).ok_or_else(|| {
            let what = format!("found {name:?}");
            fault("source".to_owned(), what, "`own`, `virtualhome` or `ai2thor`")
        })?,
    };
    let mut scene = Scene { id: raw.id, title: raw.title, source: names, ..Scene::default() };
    for (index, object) in raw.objects.iter().enumerate() {
        let path = || format!("objects[{index}]");
        if object.id.trim().is_empty() || is_agent(&object.id) {
            let what = format!("found the id {:?}", object.id);
            return Err(fault(path(), what, "an id of its own; `agent` is the agent"));
        }
        let position = object.position.map(point).transpose().map_err(|()| {
            fault(path(), "found a position that is not finite".to_owned(), "three numbers")
        })?;
        let size =
            object.size.map(layout::size).transpose().map_err(|(what, expected)| {
                fault(format!("objects[{index}].size"), what, expected)
            })?;
        let properties = object.properties.as_ref().map(|all| all.iter().cloned().collect());
        let thing = Thing { class: object.class.as_str().into(), properties, position, size };
        if scene.objects.insert(object.id.as_str().into(), thing).is_some() {
            let what = format!("found the object {:?} twice", object.id);
            return Err(fault(path(), what, "an id of its own for every object"));
        }
    }
    let misplaced = |(path, what, expected): layout::Fault| fault(path, what, expected);
    let taken = |id: &str| is_agent(id) || scene.objects.contains_key(id);
    scene.layout.walls = layout::walls(&raw.walls, taken).map_err(misplaced)?;
    scene.layout.agent = raw.agent.as_ref().map(layout::stand).transpose().map_err(misplaced)?;
    scene.layout.chances = layout::chances(raw.chances).map_err(misplaced)?;
    let known = |scene: &Scene, name: &str| is_agent(name) || scene.objects.contains_key(name);
    for (index, object) in raw.objects.iter().enumerate() {
        for state in &object.states {
            scene.add(state, &[&object.id]);
        }
        if let Some(room) = &object.room {
            if !known(&scene, room) {
                let what = format!("found the room {room:?}, which is no object of the scene");
                return Err(fault(format!("objects[{index}].room"), what, "the id of an object"));
            }
            scene.add("INSIDE", &[&object.id, room]);
        }
    }
    for (index, [from, relation, to]) in raw.relations.iter().enumerate() {
        let path = format!("relations[{index}]");
        if let Some(name) = [from, to].into_iter().find(|name| !known(&scene, name)) {
            let what = format!("found {name:?}, which is no object of the scene");
            return Err(fault(path, what, "ids of two objects, or `agent`"));
        }
        if is_agent(from) && relation.to_uppercase().starts_with("HOLDS") {
            scene.add("held", &[to]);
        } else {
            scene.add(relation, &[from, to]);
        }
    }
    Ok(scene)
}

fn point(at: [f64; 3]) -> Result<[Real; 3], ()> {
    let real = |x| Real::new(x).ok_or(());
    Ok([real(at[0])?, real(at[1])?, real(at[2])?])
}

impl Scene {
    /// An object with what is known of it.
    pub fn insert(&mut self, id: &str, class: &str, properties: &[&str]) {
        let properties = Some(properties.iter().map(|&one| one.to_owned()).collect());
        let thing = Thing { class: class.into(), properties, position: None, size: None };
        self.objects.insert(Arc::from(id), thing);
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::Scene;

    #[test]
    fn every_fault_is_named_with_its_place() {
        let head = r#"{"schema": "vedette.scene/1", "id": "s", "#;
        for (rest, expected) in [
            (r#""objects": [{"id": "a", "class": "b"}, {"id": "a", "class": "b"}]}"#, "objects[1]"),
            (r#""objects": [], "relations": [["x", "ON", "agent"]]}"#, "relations[0]: found \"x\""),
            (r#""objects": [{"id": "a", "class": "b", "room": "k"}]}"#, "objects[0].room"),
            (r#""objects": [{"id": "agent", "class": "b"}]}"#, "the id \"agent\""),
            (r#""objects": [{"id": "a", "clas": "b"}]}"#, "clas"),
            (
                r#""objects": [{"id": "a", "class": "b", "size": [1, 1, -1]}]}"#,
                "objects[0].size: found a side of -1 m",
            ),
            (r#""objects": [], "source": "unity"}"#, "source: found \"unity\""),
            (r#""objects": [], "relations": [["x", "ON"]]}"#, "relations[0]"),
            (r#""objects": [{"id": "a", "class": "b", "size": [1, 0, 1]}]}"#, "a side of 0 m"),
            (r#""objects": [{"id": "a", "class": "b", "position": [1, 0, 1e999]}]}"#, "s.json"),
            (
                r#""objects": [{"id": "a", "class": "b"}],
                "walls": [{"id": "a", "low": [0, 0], "high": [1, 1]}]}"#,
                "walls[0]: found the id \"a\" twice",
            ),
            (r#""objects": [], "walls": [{"id": "w", "low": [2, 0], "high": [1, 1]}]}"#, "`low`"),
            (r#""objects": [], "agent": {"at": [0]}}"#, "agent.at"),
            (
                r#""objects": [], "chances": [{"action": "put", "outcome": "drop", "probability": 2}]}"#,
                "chances[0].probability: found the probability 2",
            ),
        ] {
            let error = Scene::read(format!("{head}{rest}").as_bytes(), "s.json").unwrap_err();
            assert!(error.to_string().contains(expected), "{rest}: {error}");
        }
        let other = Scene::read(br#"{"schema": "vedette.scene/2", "id": "s", "objects": []}"#, "s");
        assert!(other.unwrap_err().to_string().contains("vedette.scene/2"));
    }
}
