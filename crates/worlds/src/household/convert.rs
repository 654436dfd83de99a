//! Scenes of one format as the other: `vedette.scene/1` to a household that programs run in, and a
//! household's graph to a scene that constraints are made of.
//!
//! ```
//! use vedette_worlds::household::{from_scene, to_scene};
//! use vedette_worlds::scene::Scene;
//!
//! let text = r#"{"schema": "vedette.scene/1", "id": "flat", "objects": [
//!     {"id": "kitchen.1", "class": "kitchen"},
//!     {"id": "stove.2", "class": "stove", "room": "kitchen.1", "properties": ["HAS_SWITCH"], "states": ["OFF"]},
//!     {"id": "pot.3", "class": "pot", "room": "kitchen.1", "properties": ["GRABBABLE"], "states": ["HOT"]}],
//!   "relations": [["agent", "INSIDE", "kitchen.1"], ["pot.3", "ON", "stove.2"]]}"#;
//! let scene = Scene::read(text.as_bytes(), "flat.json").unwrap();
//! let household = from_scene(&scene).unwrap();
//! assert_eq!(household.scene.name(household.scene.slot(3).unwrap()).as_ref(), "pot.3");
//! let lost = household.problems[0].to_string();
//! assert!(lost.starts_with("flat, at hot(pot.3): found the state \"hot\""), "{lost}");
//! assert!(to_scene(&household, "flat").holds("ONTOP", &["pot.3", "stove.2"]));
//! ```
//!
//! # Why what cannot be said is a problem and not left out
//!
//! A pot that a scene calls hot is not hot in a household, which has no heat. Run there, every rule over
//! heat would hold, whatever the agent does. So such a fact is named as a fault, as in
//! [`read_graph`](super::read_graph), and the caller refuses.
//!
//! Nearness has no direction in scenes, and is said both ways in a household. Objects are named
//! `class.number`, as facts of a household name them; the number is what programs write.

use super::read::{Household, RawGraph, household, read_graph};
use super::terms::{ObjectState, Relation, Term};
use crate::input::{self, At, InputError, Limits};
use crate::scene::{Scene, Source, Thing, is_graph};
use crate::trajectory::is_agent;
use crate::vocabulary::fold;
use serde_json::{Value, json};
use std::sync::Arc;

/// The classes that are rooms: in a scene they need not say so.
pub const ROOMS: &[&str] = &[
    "balcony",
    "bathroom",
    "bedroom",
    "dining_room",
    "garage",
    "hallway",
    "home_office",
    "kids_bedroom",
    "kitchen",
    "laundry_room",
    "living_room",
    "nursery",
    "workshop",
];

/// The property that says of an object of any other class that it is a room.
const ROOM: &str = "ROOM";

/// The household of a file, plain or gzip: a graph of `VirtualHome`, or a scene in any form that
/// [`Scene::read`] knows.
pub fn read_household(bytes: &[u8], source: &str) -> Result<Household, InputError> {
    let text = input::text(bytes, source, &Limits::default())?;
    if is_graph(&text) {
        return read_graph(text.as_bytes(), source);
    }
    from_scene(&Scene::read(text.as_bytes(), source)?)
}

/// The household of a scene; what a household cannot say is among its problems.
pub fn from_scene(scene: &Scene) -> Result<Household, InputError> {
    let mut problems = Vec::new();
    let mut problem = |path: String, what: String, expected: String| {
        problems.push(InputError::new(&scene.id, At::Value(path), what, expected));
    };
    let mut numbers = std::collections::BTreeMap::new();
    let mut first: std::collections::BTreeMap<u32, &Arc<str>> = std::collections::BTreeMap::new();
    for (id, thing) in &scene.objects {
        match number(id, &thing.class) {
            // Programs name objects by their numbers. What is said of the second is not said of the first.
            Some(number) if first.contains_key(&number) => problem(
                id.to_string(),
                format!("found the number {number} a second time (first of `{}`)", first[&number]),
                "a number of its own for every object; this one is left out, with all that is \
                 said of it"
                    .to_owned(),
            ),
            Some(number) => {
                first.insert(number, id);
                numbers.insert(id.clone(), number);
            }
            None => problem(
                id.to_string(),
                format!("found the id {id:?} of a {:?}", thing.class),
                format!("its class and a number, such as `{}.7`", thing.class),
            ),
        }
    }
    // One of so many numbers is free.
    let free = |id: &u32| numbers.values().all(|taken| taken != id);
    let agent = (0..=numbers.len() as u32).find(free).unwrap_or(u32::MAX);
    let slot = |name: &Arc<str>| {
        if is_agent(name) { Some(agent) } else { numbers.get(name).copied() }
    };
    let (mut nodes, mut edges) = (Vec::new(), Vec::new());
    let mut hands = ["HOLDS_RH", "HOLDS_LH"].into_iter();
    let mut states: std::collections::BTreeMap<u32, Vec<&str>> = std::collections::BTreeMap::new();
    for (name, args) in scene.listed() {
        let told = || format!("{name}({})", args.join(", "));
        match args {
            [one] if name == "held" => match (hands.next(), slot(one)) {
                (Some(hand), Some(one)) => edges.push(json!([agent, hand, one])),
                (None, _) => {
                    let what = format!("found a third thing in two hands, {one}");
                    problem(told(), what, "at most two".to_owned());
                }
                (_, None) => {}
            },
            [one] => match (term::<ObjectState>(name), slot(one)) {
                (Some(state), Some(one)) => states.entry(one).or_default().push(state.name()),
                (None, _) => {
                    problem(told(), format!("found the state {name:?}"), all::<ObjectState>());
                }
                (_, None) => {}
            },
            [from, to] => match (relation(name), slot(from), slot(to)) {
                (Some(Relation::Close), Some(from), Some(to)) => {
                    edges.push(json!([from, "CLOSE", to]));
                    edges.push(json!([to, "CLOSE", from]));
                }
                (Some(relation), Some(from), Some(to)) => {
                    edges.push(json!([from, relation.name(), to]));
                }
                (None, ..) => {
                    problem(told(), format!("found the relation {name:?}"), all::<Relation>());
                }
                _ => {}
            },
            _ => {
                let expected = "a state of an object or a relation of two".to_owned();
                problem(told(), format!("found a fact of {} objects", args.len()), expected);
            }
        }
    }
    for (id, thing) in &scene.objects {
        let Some(&number) = numbers.get(id) else { continue };
        nodes.push(node(number, thing, states.get(&number)));
    }
    let own = states.get(&agent);
    nodes.push(
        json!({"id": agent, "class": "character", "states": own.cloned().unwrap_or_default()}),
    );
    let mut made = household(&RawGraph { nodes, edges }, &scene.id)?;
    problems.append(&mut made.problems);
    made.problems = problems;
    Ok(made)
}

fn node(number: u32, thing: &Thing, states: Option<&Vec<&str>>) -> Value {
    let room = ROOMS.contains(&thing.class.as_ref()) || thing.has(ROOM) == Some(true);
    let properties: Vec<&String> =
        thing.properties.iter().flatten().filter(|p| !p.eq_ignore_ascii_case(ROOM)).collect();
    json!({
        "id": number,
        "class": thing.class.as_ref(),
        "category": if room { "Rooms" } else { "" },
        "properties": properties,
        "states": states.cloned().unwrap_or_default(),
    })
}

/// The number of an id such as `mug.7` of a mug.
fn number(id: &str, class: &str) -> Option<u32> {
    id.strip_prefix(class)?.strip_prefix('.')?.parse().ok()
}

fn term<T: Term>(folded: &str) -> Option<T> {
    T::ALL.iter().copied().find(|&term| fold(Term::name(term)) == folded)
}

fn relation(folded: &str) -> Option<Relation> {
    match folded {
        "near" => Some(Relation::Close),
        "ontop" => Some(Relation::On),
        // One word, two meanings: what is on an object is `ontop`.
        "on" => None,
        other => term(other),
    }
}

fn all<T: Term>() -> String {
    let names: Vec<&str> = T::ALL.iter().map(|&term| Term::name(term)).collect();
    format!("one that a household knows: {}", names.join(", "))
}

/// A household as a scene of `VirtualHome`'s classes, called `id`.
pub fn to_scene(household: &Household, id: &str) -> Scene {
    let Household { scene: objects, state, .. } = household;
    let mut scene = Scene::default();
    id.clone_into(&mut scene.id);
    scene.source = Source::VirtualHome;
    let agent = objects.character();
    for slot in objects.slots().filter(|&slot| slot != agent) {
        let node = objects.node(slot);
        let mut properties: Vec<&str> = node.properties.names().collect();
        if node.is_room() {
            properties.push(ROOM);
        }
        scene.insert(objects.name(slot), &node.class, &properties);
    }
    for slot in objects.slots() {
        for held in state.states(slot).names() {
            scene.add(held, &[objects.name(slot)]);
        }
    }
    for edge in state.edges() {
        let (from, to) = (objects.name(edge.from), objects.name(edge.to));
        match edge.relation {
            Relation::HoldsRh | Relation::HoldsLh if edge.from == agent => scene.add("held", &[to]),
            other => scene.add(other.fact(), &[from, to]),
        }
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::safety::Library;

    #[test]
    fn what_safety_calls_a_room_is_one() {
        let library = Library::shipped();
        let room = &library.categories["Room"];
        for class in ROOMS {
            assert!(room.why_member(class, Source::Own, true).is_some(), "{class}");
        }
        let listed =
            room.groups.iter().flat_map(|group| group.own.iter().chain(&group.virtualhome));
        for class in listed {
            assert!(ROOMS.contains(&class.as_str()), "{class}");
        }
    }

    #[test]
    fn a_graph_comes_back_the_same() {
        let graph = r#"{"nodes": [
            {"id": 0, "class": "character", "states": ["SITTING"]},
            {"id": 4, "class": "attic", "category": "Rooms"},
            {"id": 5, "class": "chair", "properties": ["SITTABLE", "GRABBABLE"]},
            {"id": 6, "class": "lamp", "properties": ["HAS_SWITCH"], "states": ["ON", "PLUGGED_IN"]}],
          "edges": [[0, "INSIDE", 4], [0, "ON", 5], [5, "CLOSE", 6], [6, "CLOSE", 5],
            [0, "HOLDS_RH", 6], [0, "FACING", 6], [5, "INSIDE", 4], [6, "BETWEEN", 4]]}"#;
        let first = read_graph(graph.as_bytes(), "g").unwrap();
        let again = from_scene(&to_scene(&first, "g")).unwrap();
        assert_eq!(again.problems, []);
        assert_eq!(again.scene.nodes(), first.scene.nodes());
        assert!(again.state == first.state);
    }

    #[test]
    fn what_a_household_cannot_say_is_named() {
        let told = |object: &str, relations: &str| {
            let text = format!(
                r#"{{"schema": "vedette.scene/1", "id": "s", "objects": [
                    {{"id": "kitchen.1", "class": "kitchen"}}, {{"id": "cup.2", "class": "cup"}},
                    {{"id": "cup.3", "class": "cup"}}, {object}], "relations": [{relations}]}}"#
            );
            let scene = Scene::read(text.as_bytes(), "s.json").unwrap();
            let problems = from_scene(&scene).unwrap().problems;
            problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        let cup = r#"{"id": "cup.4", "class": "cup"}"#;
        for (object, relations, expected) in [
            (
                r#"{"id": "mug", "class": "mug"}"#,
                "",
                "s, at mug: found the id \"mug\" of a \"mug\"",
            ),
            (r#"{"id": "mug.x", "class": "mug"}"#, "", "such as `mug.7`"),
            (
                r#"{"id": "mug.2", "class": "mug"}"#,
                r#"["mug.2", "ON", "cup.2"]"#,
                "s, at mug.2: found the number 2 a second time (first of `cup.2`), expected a number \
                 of its own for every object; this one is left out, with all that is said of it",
            ),
            (r#"{"id": "mug.5", "class": "mug", "states": ["HOT"]}"#, "", "s, at hot(mug.5)"),
            (r#"{"id": "mug.5", "class": "mug", "properties": ["SOFT"]}"#, "", "property \"SOFT\""),
            (
                cup,
                r#"["cup.2", "UNDER", "cup.3"]"#,
                "s, at under(cup.2, cup.3): found the relation",
            ),
            (
                cup,
                r#"["agent", "HOLDS", "cup.2"], ["agent", "HOLDS", "cup.3"], ["agent", "HOLDS", "cup.4"]"#,
                "a third thing in two hands, cup.4",
            ),
        ] {
            let found = told(object, relations);
            assert_eq!(found.lines().count(), 1, "{found}");
            assert!(found.contains(expected), "{found}\nhas not {expected}");
        }
        assert_eq!(told(cup, r#"["cup.2", "ON", "cup.3"], ["agent", "HOLDS", "cup.4"]"#), "");
    }
}
