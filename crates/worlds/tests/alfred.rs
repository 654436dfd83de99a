//! Demonstrations of ALFRED, held against the recorded ones (read at run time; skipped without them).

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use vedette_checker::truth::Truth;
use vedette_testkit::recorded;
use vedette_worlds::input::Limits;
use vedette_worlds::labels::{Ground, World};
use vedette_worlds::trajectory::alfred::{Level, recordings};
use vedette_worlds::trajectory::{Options, State, read, read_partly};
use vedette_worlds::vocabulary::Vocabulary;

fn demonstrations() -> Option<String> {
    let file = recorded("embodied/alfred/trajectories.jsonl");
    file.map(|file| std::fs::read_to_string(file).unwrap())
}

/// A demonstration in the data set's own form, made of the other one.
fn original(line: &Value) -> Value {
    let init = &line["init"];
    let point = |at: &Value| json!({"x": at[0], "y": at[1], "z": at[2]});
    let list = |value: &Value| value.as_array().unwrap().clone();
    let low = list(&line["low"]).into_iter().map(|low| {
        json!({"high_idx": low["h"], "api_action": {
            "action": low["a"], "objectId": low["o"], "receptacleObjectId": low["r"]}})
    });
    let high = list(&line["plan"]).into_iter().enumerate().map(|(index, high)| {
        json!({"high_idx": index, "discrete_action": {"action": high["a"], "args": high["args"]}})
    });
    json!({
        "task_id": line["id"].as_str().unwrap().rsplit('/').next(),
        "task_type": line["task_type"],
        "pddl_params": line["pddl_params"],
        "images": [{"high_idx": 0, "image_name": "000000000.png", "low_idx": 0}],
        "scene": {
            "floor_plan": line["scene"],
            "init_action": {"x": init["agent"][0], "y": init["agent"][1], "z": init["agent"][2],
                "rotation": init["rotation"], "horizon": init["horizon"]},
            "object_poses": list(&init["poses"]).iter().map(|pose|
                json!({"objectName": pose[0], "position": point(&pose[1])})).collect::<Vec<_>>(),
            "object_toggles": list(&init["toggles"]).iter().map(|toggle|
                json!({"objectType": toggle[0], "isOn": toggle[1]})).collect::<Vec<_>>(),
        },
        "plan": {"high_pddl": high.collect::<Vec<_>>(), "low_actions": low.collect::<Vec<_>>()},
        "turk_annotations": {"anns": list(&line["tasks"]).iter().map(|words|
            json!({"task_desc": words["goal"], "high_descs": words["steps"]})).collect::<Vec<_>>()},
    })
}

#[test]
fn every_recorded_demonstration_is_read() {
    let Some(text) = demonstrations() else { return };
    let trajectories = read(text.as_bytes(), "trajectories.jsonl", &Options::default()).unwrap();
    assert_eq!(trajectories.len(), 123);
    let count = |name: &str| {
        let steps = trajectories.iter().flat_map(|trajectory| &trajectory.steps);
        steps.filter(|step| step.action.as_ref().is_some_and(|a| &*a.name == name)).count()
    };
    for (name, expected) in [
        ("MoveAhead", 3214),
        ("RotateLeft", 564),
        ("RotateRight", 530),
        ("LookDown", 375),
        ("LookUp", 228),
        ("PickupObject", 225),
        ("PutObject", 212),
        ("CloseObject", 119),
        ("OpenObject", 117),
        ("ToggleObjectOn", 45),
        ("ToggleObjectOff", 33),
        ("SliceObject", 24),
    ] {
        assert_eq!(count(name), expected, "{name}");
    }
    let high: usize = recordings(&text, "t", &Limits::default())
        .unwrap()
        .iter()
        .map(|one| one.trajectory("t", Level::High).steps.len() - 1)
        .sum();
    assert_eq!(high, 397 + 177 + 164 + 95 + 24 + 18 + 15 + 15 + 12);
}

#[test]
fn what_the_plan_does_is_known_at_the_end_of_its_step() {
    let Some(text) = demonstrations() else { return };
    let words = Vocabulary::ai2thor();
    let (mut hot, mut cold, mut clean, mut linked) = (0, 0, 0, 0);
    for (one, line) in recordings(&text, "t", &Limits::default()).unwrap().iter().zip(text.lines())
    {
        let trajectory = one.trajectory("t", Level::Low);
        let world = World::new(vec![&trajectory], &words);
        let ever = |name: &str| {
            let holds = |id: &str, value| {
                let column = world.column(&Ground::fact(&words, name, &[id]).unwrap());
                // A slice is not dirty before it exists: the end tells whether it is clean.
                let from = if name == "dirty" { column.len() - 1 } else { 0 };
                column[from..].contains(&value)
            };
            let value = if name == "dirty" { Truth::False } else { Truth::True };
            trajectory.objects.keys().filter(|id| holds(id, value)).count()
        };
        let planned = |action: &str| one.plan.iter().filter(|high| high.action == action).count();
        for (name, action, total) in [
            ("hot", "HeatObject", &mut hot),
            ("cold", "CoolObject", &mut cold),
            ("dirty", "CleanObject", &mut clean),
        ] {
            assert_eq!(ever(name) > 0, planned(action) > 0, "{name} in {}/{}", one.task, one.trial);
            *total += planned(action);
        }
        // Every thing that is picked up whole is one of those that stand somewhere at the start.
        let line: Value = serde_json::from_str(line).unwrap();
        let poses = line["init"]["poses"].as_array().unwrap().len();
        linked += trajectory.objects.values().filter(|o| o.pickupable == Some(true)).count();
        assert!(trajectory.objects.len() >= poses.min(1));
        assert!(matches!(&*trajectory.steps[0].state, State::Scene(scene) if scene.held.is_some()));
    }
    assert_eq!((hot, cold, clean), (15, 15, 18));
    assert!(linked > 123);
}

#[test]
fn both_forms_say_the_same_also_by_dead_reckoning() {
    let Some(text) = demonstrations() else { return };
    for (line, compact) in text.lines().zip(recordings(&text, "t", &Limits::default()).unwrap()) {
        let value: Value = serde_json::from_str(line).unwrap();
        let text = original(&value).to_string();
        let other = recordings(&text, "t", &Limits::default()).unwrap().remove(0);
        assert_eq!((&other.trial, &other.goal), (&compact.trial, &compact.goal));
        assert_eq!((&other.low, &other.plan), (&compact.low, &compact.plan));
        assert_eq!((&other.words, &other.start), (&compact.words, &compact.start));
        assert_eq!(other.images.len(), 1);
        for (index, (a, b)) in other.poses.iter().zip(&compact.poses).enumerate() {
            let far = a.iter().zip(b).any(|(a, b)| (a - b).abs() > 1e-3);
            assert!(!far, "{}: pose {index} is {a:?}, recorded {b:?}", compact.trial);
        }
    }
}

const SMALL: &str = r#"{"id": "mug/1", "scene": "FloorPlan1", "pddl_params": {}, "task_type": "t", "init": {"agent": [0, 0.9, 0], "poses": []}, "plan": [{"a": "PickupObject", "args": ["mug"]}], "pose": [[0, 0, 0, 30], [0, 0, 0, 30]], "low": [{"a": "PickupObject", "h": 0, "o": "Mug|1|1|1"}]}"#;

#[test]
fn faults_have_a_path() {
    for (from, to, expected) in [
        ("\"PickupObject\", \"h\"", "\"Fly\", \"h\"", "low[0]: found the action \"Fly\""),
        (", \"o\": \"Mug|1|1|1\"", "", "low[0]: found PickupObject of no object"),
        ("\"h\": 0", "\"h\": 3", "low[0]: found an action of step 3"),
        ("[[0, 0, 0, 30], ", "[", "pose: found 1 poses for 1 actions"),
        ("mug/1", "mug", "id: found \"mug\""),
        ("[0, 0.9, 0]", "[0, 0.9]", "init.agent"),
        ("\"h\": 0", "\"h\": \"x\"", "low[0].h"),
    ] {
        assert!(SMALL.contains(from), "{from}");
        let text = SMALL.replacen(from, to, 1);
        let error = read(text.as_bytes(), "t", &Options::default()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn no_cut_and_no_changed_byte_makes_the_reader_panic() {
    for cut in 0..SMALL.len() {
        assert!(read_partly(&SMALL.as_bytes()[..cut], "t", &Options::default()).is_err(), "{cut}");
        for byte in [b'"', b'[', b'}', b'9', 0xff] {
            let mut bytes = SMALL.as_bytes().to_vec();
            bytes[cut] = byte;
            let _ = read_partly(&bytes, "t", &Options::default());
        }
    }
}
