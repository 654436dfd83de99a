//! Scenes from what was recorded: a graph of `VirtualHome`, AI2-THOR event metadata, or the first state
//! of a trajectory.
//!
//! The readers of trajectories do the reading; a bare event (`{"objects": […]}`) is read as a
//! trajectory of one step. What such a state computes from poses (nearness, what lies on what) is asked
//! of the labels, so that a scene and its traces agree.

use super::{Scene, Source, Thing};
use crate::household::{read_graph, to_scene};
use crate::input::InputError;
use crate::labels::{Ground, World};
use crate::trajectory::{self, Flag, ObjectState, State, Temperature, Trajectory};
use crate::vocabulary::Vocabulary;
use vedette_checker::truth::Truth;

/// Whether a text is a graph.
pub(crate) fn is_graph(text: &str) -> bool {
    text.trim_start().starts_with('{')
        && text.contains("\"nodes\"")
        && text.contains("\"edges\"")
        && !text.contains("\"steps\"")
}

/// The scene of a graph of `VirtualHome`; a fault of the graph is an error, for a scene that lost an
/// object would silently lose its constraints.
pub(super) fn graph(text: &str, source: &str) -> Result<Scene, InputError> {
    let household = read_graph(text.as_bytes(), source)?;
    match household.problems.first() {
        Some(first) => Err(first.clone()),
        None => Ok(to_scene(&household, stem(source))),
    }
}

fn stem(source: &str) -> &str {
    source.split(".json").next().unwrap_or(source)
}

/// The scene of the first state of the first trajectory of `text`.
pub(super) fn read(text: &str, source: &str) -> Result<Scene, InputError> {
    let options = trajectory::Options::default();
    let event = text.trim_start().starts_with('{')
        && text.contains("\"objectId\"")
        && !text.contains("\"event_metadata\"")
        && !text.contains("\"metadata\"");
    let trajectories = if event {
        let wrapped = format!("{{\"trajectory\": [{{\"event_metadata\": {}}}]}}", text.trim());
        trajectory::read(wrapped.as_bytes(), source, &options)?
    } else {
        trajectory::read(text.as_bytes(), source, &options)?
    };
    let Some(first) = trajectories.iter().find(|one| !one.steps.is_empty()) else {
        return Err(InputError::whole(source, "found no state", "a trajectory with a first state"));
    };
    let mut scene = of(first);
    stem(source).clone_into(&mut scene.id);
    Ok(scene)
}

/// The scene of the first state of a trajectory.
fn of(trajectory: &Trajectory) -> Scene {
    let mut scene = Scene { title: trajectory.task.clone(), ..Scene::default() };
    for (id, object) in &trajectory.objects {
        let thing =
            Thing { class: object.category.clone(), properties: None, position: None, size: None };
        scene.objects.insert(id.clone(), thing);
    }
    match trajectory.steps[0].state.as_ref() {
        State::Facts(facts) => {
            for fact in &facts.facts {
                let args: Vec<&str> = fact.args.iter().map(|arg| &**arg).collect();
                scene.add(&fact.name, &args);
            }
        }
        State::Scene(state) => {
            scene.source = Source::Ai2Thor;
            // An object that a later state brings in is not there at the start.
            let mut at = 0;
            scene.objects.retain(|_, _| {
                at += 1;
                state.objects.get(at - 1).is_some_and(Option::is_some)
            });
            let objects = trajectory.objects.iter().zip(state.objects.iter());
            for ((id, _), object) in objects {
                let Some(object) = object else { continue };
                describe(&mut scene, id, object);
            }
            relations(&mut scene, trajectory);
        }
    }
    scene
}

/// Properties and states of an object, as its flags say.
fn describe(scene: &mut Scene, id: &str, object: &ObjectState) {
    let Some(thing) = scene.objects.get_mut(id) else { return };
    let says = |flag| object.flags.get(flag);
    let center = |bounds: crate::trajectory::Bounds| {
        std::array::from_fn(|axis| {
            let middle = f64::midpoint(bounds.low[axis].get(), bounds.high[axis].get());
            vedette_checker::formula::Real::new(middle).unwrap_or(bounds.low[axis])
        })
    };
    let extent = |bounds: crate::trajectory::Bounds| {
        std::array::from_fn(|axis| {
            let size = bounds.high[axis].get() - bounds.low[axis].get();
            vedette_checker::formula::Real::new(size).unwrap_or(bounds.high[axis])
        })
    };
    thing.position = object.bounds.map(center);
    thing.size = object.bounds.map(extent);
    let known = [
        (Flag::Toggleable, "HAS_SWITCH"),
        (Flag::Openable, "CAN_OPEN"),
        (Flag::CanFill, "CAN_FILL"),
    ];
    let stated = known.iter().any(|&(flag, _)| says(flag).is_some());
    let has = |&(flag, name): &(Flag, &str)| (says(flag) == Some(true)).then(|| name.to_owned());
    thing.properties = stated.then(|| known.iter().filter_map(has).collect());
    for (flag, yes, no) in [
        (Flag::Toggled, "on", "off"),
        (Flag::Open, "open", "closed"),
        (Flag::Dirty, "dirty", "clean"),
        (Flag::Filled, "filled", "empty"),
        (Flag::Broken, "broken", ""),
        (Flag::Cooked, "cooked", ""),
        (Flag::Sliced, "sliced", ""),
        (Flag::PickedUp, "held", ""),
    ] {
        match says(flag) {
            Some(true) => scene.add(yes, &[id]),
            Some(false) if !no.is_empty() => scene.add(no, &[id]),
            _ => {}
        }
    }
    if object.temperature == Some(Temperature::Hot) {
        scene.add("hot", &[id]);
    }
}

/// What lies near, on and in what, as the labels of traces have it.
fn relations(scene: &mut Scene, trajectory: &Trajectory) {
    let vocabulary = Vocabulary::ai2thor();
    let first = Trajectory { steps: trajectory.steps[..1].to_vec(), ..trajectory.clone() };
    let world = World::new(vec![&first], &vocabulary);
    let ids: Vec<std::sync::Arc<str>> = scene.objects.keys().cloned().collect();
    for name in ["near", "ontop", "inside"] {
        let pairs: Vec<(&str, &str)> = ids
            .iter()
            .enumerate()
            .flat_map(|(at, a)| {
                let rest = if name == "near" { &ids[at + 1..] } else { &ids[..] };
                rest.iter().filter(move |b| *b != a).map(move |b| (&**a, &**b))
            })
            .collect();
        let grounds: Vec<Ground> =
            pairs.iter().filter_map(|&(a, b)| Ground::fact(&vocabulary, name, &[a, b])).collect();
        let columns = world.columns(grounds.iter());
        for (&(a, b), column) in pairs.iter().zip(columns) {
            if column.first() == Some(&Truth::True) {
                scene.add(name, &[a, b]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::{Scene, Source};

    #[test]
    fn an_event_and_the_first_state_of_a_trajectory_are_scenes() {
        let event = r#"{"objects": [
            {"objectId": "Candle|1", "objectType": "Candle", "toggleable": true, "isToggled": true,
             "openable": false, "axisAlignedBoundingBox": {"cornerPoints": [[0, 0, 0], [1, 1, 1]]}},
            {"objectId": "Cloth|1", "objectType": "Cloth", "toggleable": false, "isDirty": true,
             "axisAlignedBoundingBox": {"cornerPoints": [[1.2, 0, 0], [2, 1, 1]]}}]}"#;
        let scene = Scene::read(event.as_bytes(), "event.json").unwrap();
        assert_eq!((scene.id.as_str(), scene.source), ("event", Source::Ai2Thor));
        assert_eq!(scene.objects["Candle|1"].has("HAS_SWITCH"), Some(true));
        assert_eq!(scene.objects["Candle|1"].has("CAN_OPEN"), Some(false));
        assert!(scene.holds("ON", &["Candle|1"]) && scene.holds("dirty", &["Cloth|1"]));
        assert!(scene.holds("near", &["Cloth|1", "Candle|1"]));

        let steps = r#"{"steps": [{"state": ["ON(oven.1)"]}, {"state": ["OFF(oven.1)"]}]}"#;
        let scene = Scene::read(steps.as_bytes(), "t.jsonl").unwrap();
        assert!(scene.holds("on", &["oven.1"]) && !scene.holds("off", &["oven.1"]));
        assert_eq!(scene.objects["oven.1"].class.as_ref(), "oven");
    }
}
