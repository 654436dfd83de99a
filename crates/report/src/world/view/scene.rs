//! The scene of a question: one that is shipped, or a text.
//!
//! What is wrong with a scene is listed, all of it; such a scene is shown and not run, for a household
//! that lost a fact would keep rules that the real one breaks.

use super::gallery::shipped;
use super::wire::{FactView, ObjectView, WorldReport};
use rustc_hash::FxHashMap;
use serde_json::Value;
use vedette_worlds::household::{Household, Slot, from_scene, read_graph, to_scene};
use vedette_worlds::input::InputError;
use vedette_worlds::scene::{Scene, Source};

/// The most problems that are listed.
const LISTED: usize = 20;
/// The property that says of an object that it is a room.
const ROOM: &str = "ROOM";

/// A scene that was read.
pub(super) struct Found {
    /// The scene.
    pub(super) scene: Scene,
    /// The household that programs run in; none if there were problems.
    pub(super) household: Option<Household>,
    problems: Vec<String>,
    remarks: Vec<String>,
    /// Of objects by name, seen from above.
    positions: FxHashMap<String, (f64, f64)>,
}

/// Reads the scene of a question.
pub(super) fn read(given: &str) -> Result<Found, String> {
    let given = given.trim();
    if given.is_empty() {
        return Err("found no scene, expected one: choose an example, or drop a file".into());
    }
    let (text, name) = if given.starts_with('{') {
        (given, "scene")
    } else {
        let shipped = shipped(given).ok_or_else(|| {
            let given: String = given.chars().take(60).collect();
            format!("found no scene `{given}`, expected the name of a shipped one, or the text of a scene")
        })?;
        (shipped, given)
    };
    let told = |all: &[InputError]| {
        let mut told: Vec<String> = all.iter().take(LISTED).map(ToString::to_string).collect();
        if all.len() > LISTED {
            told.push(format!("and {} more", all.len() - LISTED));
        }
        told
    };
    let found = |scene, household: Household| {
        let (problems, remarks) = (told(&household.problems), told(&household.remarks));
        let household = problems.is_empty().then_some(household);
        Found { scene, household, problems, remarks, positions: positions(text) }
    };
    if is_graph(text) {
        let household = read_graph(text.as_bytes(), name).map_err(|e| e.to_string())?;
        let scene = to_scene(&household, name);
        return Ok(found(scene, household));
    }
    let scene = Scene::read(text.as_bytes(), name).map_err(|e| e.to_string())?;
    if scene.source == Source::Ai2Thor {
        let problem = "found a scene of AI2-THOR, expected one of our own or a graph of VirtualHome: the \
                       household simulator runs no others; what is here and its constraints are shown";
        let (problems, remarks, household) = (vec![problem.into()], Vec::new(), None);
        return Ok(Found { scene, household, problems, remarks, positions: FxHashMap::default() });
    }
    let household = from_scene(&scene).map_err(|e| e.to_string())?;
    Ok(found(scene, household))
}

fn is_graph(text: &str) -> bool {
    !text.contains("\"vedette.scene/") && text.contains("\"nodes\"")
}

/// Where the nodes of a graph are, seen from above, as far as it says. A second look at the text: the
/// household has no positions.
fn positions(text: &str) -> FxHashMap<String, (f64, f64)> {
    if !is_graph(text) || !text.contains("\"bounding_box\"") {
        return FxHashMap::default();
    }
    let graph: Value = serde_json::from_str(text).unwrap_or_default();
    let nodes = graph.get("nodes").or_else(|| graph.pointer("/init_graph/nodes"));
    let place = |node: &Value| {
        let center = node.pointer("/bounding_box/center")?.as_array()?;
        let (x, z) = (center.first()?.as_f64()?, center.get(2)?.as_f64()?);
        let class = node.get("class_name").or_else(|| node.get("class"))?.as_str()?;
        Some((format!("{class}.{}", node.get("id")?.as_u64()?), (x, -z)))
    };
    let nodes = nodes.and_then(Value::as_array);
    nodes.into_iter().flatten().filter_map(place).collect()
}

impl Found {
    /// Tells of the scene: what is wrong, its objects, what holds at first.
    pub(super) fn describe(&self, report: &mut WorldReport) {
        report.problems.clone_from(&self.problems);
        report.remarks.clone_from(&self.remarks);
        report.scene.clone_from(&self.scene.id);
        report.title.clone_from(&self.scene.title);
        match &self.household {
            Some(household) => self.of_household(household, report),
            None => self.of_scene(report),
        }
    }

    fn position(&self, name: &str) -> Option<(f64, f64)> {
        let listed = self.scene.objects.get(name).and_then(|thing| thing.position);
        listed.map(|[x, _, z]| (x.get(), -z.get())).or_else(|| self.positions.get(name).copied())
    }

    /// The objects of a household, by ascending id: a slot is a position in the list. What holds at first
    /// is told when the run begins, for a strict one leaves circles out.
    fn of_household(&self, household: &Household, report: &mut WorldReport) {
        let scene = &household.scene;
        let object = |slot: Slot| {
            let (node, name) = (scene.node(slot), scene.name(slot).to_string());
            ObjectView {
                class: node.class.to_string(),
                room: node.is_room(),
                agent: slot == scene.character(),
                properties: node.properties.names().map(str::to_owned).collect(),
                position: self.position(&name),
                name,
            }
        };
        report.objects = scene.slots().map(object).collect();
    }

    /// What a scene says that cannot be run.
    fn of_scene(&self, report: &mut WorldReport) {
        let agent = ObjectView {
            name: "agent".into(),
            class: "character".into(),
            agent: true,
            ..ObjectView::default()
        };
        let rest = self.scene.objects.iter().map(|(name, thing)| ObjectView {
            name: name.to_string(),
            class: thing.class.to_string(),
            room: thing.has(ROOM) == Some(true)
                || vedette_worlds::household::ROOMS.contains(&&*thing.class),
            agent: false,
            properties: thing.properties.iter().flatten().cloned().collect(),
            position: self.position(name),
        });
        report.objects = std::iter::once(agent).chain(rest).collect();
        let number: FxHashMap<&str, u32> =
            report.objects.iter().zip(0..).map(|(object, at)| (object.name.as_str(), at)).collect();
        let fact = |(name, args): (&str, &[std::sync::Arc<str>])| {
            let args: Option<Vec<u32>> =
                args.iter().map(|arg| number.get(&**arg).copied()).collect();
            Some(FactView { name: name.to_owned(), args: args? })
        };
        let listed = self.scene.listed().filter(|(name, _)| *name != "near");
        report.facts = listed.filter_map(fact).collect();
    }
}
