//! A scene as JSON, in the form in which it is read.
//!
//! ```
//! use vedette_worlds::scene::Scene;
//!
//! let text = r#"{"schema": "vedette.scene/1", "id": "flat", "objects": [
//!     {"id": "oven.1", "class": "oven", "properties": ["HAS_SWITCH"], "states": ["OFF"]},
//!     {"id": "towel.2", "class": "towel", "position": [0.5, 1, 2], "size": [0.5, 0.01, 1]}], "relations": [["towel.2", "CLOSE", "oven.1"]],
//!     "walls": [{"id": "w", "low": [0, 0], "high": [1, 0.1]}], "agent": {"at": [1, 2], "yaw": 90},
//!     "chances": [{"action": "put", "object": "towel.2", "outcome": "drop", "probability": 0.5}]}"#;
//! let scene = Scene::read(text.as_bytes(), "flat").unwrap();
//! let (written, missing) = scene.to_json();
//! assert_eq!(missing, [""; 0]);
//! assert_eq!(Scene::read(written.to_string().as_bytes(), "flat").unwrap(), scene);
//! ```
//!
//! The form has states of objects and relations of two. What else a source says at the start, such as
//! that the agent sits, has no place in it and is named.

use super::{Chance, Layout, Scene, file::SCHEMA};
use crate::trajectory::is_agent;
use serde_json::{Map, Value, json};
use vedette_checker::formula::Real;

impl Scene {
    /// The scene as JSON, and the facts that have no place in it.
    pub fn to_json(&self) -> (Value, Vec<String>) {
        let mut missing = Vec::new();
        let mut relations = Vec::new();
        let mut states: Map<String, Value> = Map::new();
        for (name, args) in self.listed() {
            match args {
                [one] if self.objects.contains_key(one) => {
                    let own = states.entry(one.to_string()).or_insert_with(|| json!([]));
                    if let Value::Array(own) = own {
                        own.push(json!(name.to_uppercase()));
                    }
                }
                [a, b]
                    if [a, b].iter().all(|id| is_agent(id) || self.objects.contains_key(*id)) =>
                {
                    relations.push(json!([**a, name.to_uppercase(), **b]));
                }
                _ => missing.push(format!("{name}({})", args.join(", "))),
            }
        }
        let mut flat = Vec::new();
        let object = |(id, thing): (&std::sync::Arc<str>, &super::Thing)| {
            let mut object = json!({"id": **id, "class": *thing.class});
            if let Some(properties) = &thing.properties {
                object["properties"] = properties.iter().map(String::as_str).collect();
            }
            if let Some(own) = states.remove(&**id) {
                object["states"] = own;
            }
            if let Some(position) = thing.position {
                object["position"] = json!(position.map(Real::get));
            }
            match thing.size.map(|size| size.map(Real::get)) {
                Some(size) if size.iter().all(|&side| side > 0.0) => object["size"] = json!(size),
                Some(size) => flat.push(format!("the size of {id}, {size:?}")),
                None => {}
            }
            object
        };
        let objects: Vec<Value> = self.objects.iter().map(object).collect();
        missing.append(&mut flat);
        let mut scene = json!({
            "schema": SCHEMA,
            "id": self.id,
            "title": self.title,
            "source": self.source.name(),
            "objects": objects,
            "relations": relations,
        });
        let Layout { walls, agent, chances } = &self.layout;
        let walls: Vec<Value> = walls
            .iter()
            .map(|wall| json!({"id": *wall.id, "low": wall.low.map(Real::get), "high": wall.high.map(Real::get)}))
            .collect();
        let chance = |chance: &Chance| {
            let mut value = json!({"action": chance.action, "outcome": chance.outcome, "probability": chance.probability.get()});
            if let Some(object) = &chance.object {
                value["object"] = json!(**object);
            }
            value
        };
        let chances: Vec<Value> = chances.iter().map(chance).collect();
        if !walls.is_empty() {
            scene["walls"] = walls.into();
        }
        if !chances.is_empty() {
            scene["chances"] = chances.into();
        }
        if let Some(stand) = agent {
            scene["agent"] = json!({"at": stand.at.map(Real::get), "yaw": stand.yaw});
        }
        (scene, missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_place_is_named() {
        let mut scene = Scene::default();
        scene.insert("cup.1", "cup", &[]);
        for (name, args) in [
            ("sitting", &["agent"][..]),
            ("between", &["cup.1", "cup.1", "agent"]),
            ("near", &["cup.1", "nobody"]),
            ("held", &["cup.1"]),
            ("inside", &["agent", "cup.1"]),
            ("done", &[]),
        ] {
            scene.add(name, args);
        }
        let (written, missing) = scene.to_json();
        let expected =
            ["sitting(agent)", "between(cup.1, cup.1, agent)", "near(cup.1, nobody)", "done()"];
        assert_eq!(missing, expected);
        let again = Scene::read(written.to_string().as_bytes(), "s").unwrap();
        assert!(again.holds("held", &["cup.1"]) && again.holds("in", &["agent", "cup.1"]));
        assert_eq!(again.facts().count(), 2);
    }
}
