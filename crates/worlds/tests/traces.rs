//! Reading simulator traces and JSON lines: what the data decides, and how faults are named.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::{Value, json};
use vedette_checker::truth::Truth;
use vedette_worlds::labels::{Ground, World};
use vedette_worlds::trajectory::{Options, Trajectory, distinct, read, read_partly};
use vedette_worlds::vocabulary::Vocabulary;

/// A box of the first generation of metadata, or of the second.
fn bounds(low: [f64; 3], high: [f64; 3], old: bool) -> (&'static str, Value) {
    let corner =
        |at: [f64; 3]| if old { json!({"x": at[0], "y": at[1], "z": at[2]}) } else { json!(at) };
    let corners = json!([corner(low), corner(high)]);
    if old {
        ("objectBounds", json!({"objectBoundsCorners": corners}))
    } else {
        ("axisAlignedBoundingBox", json!({"cornerPoints": corners}))
    }
}

fn object(id: &str, keys: &[(&str, Value)]) -> Value {
    let mut object = json!({"objectId": id, "objectType": id.split('|').next()});
    for (key, value) in keys {
        object[*key] = value.clone();
    }
    object
}

fn trace(steps: &[Value]) -> String {
    json!({"trajectory": steps, "success": true}).to_string()
}

fn step(action: &Value, metadata: &Value) -> Value {
    json!({"step": 0, "thor_action": action, "success": true, "error": "", "event_metadata": metadata})
}

fn one(text: &str) -> Trajectory {
    read(text.as_bytes(), "r0.json", &Options::default()).unwrap().remove(0)
}

fn value(trajectory: &Trajectory, name: &str, args: &[&str]) -> Vec<Truth> {
    let words = Vocabulary::ai2thor();
    let world = World::new(vec![trajectory], &words);
    world.column(&Ground::fact(&words, name, args).unwrap())
}

#[test]
fn both_generations_of_metadata_say_the_same() {
    for old in [true, false] {
        let hot = if old { "ObjectTemperature" } else { "temperature" };
        let mug = object(
            "Mug|1",
            &[
                bounds([0.0, 1.0, 0.0], [0.1, 1.1, 0.1], old),
                (hot, json!("Hot")),
                ("isToggled", json!(true)),
                ("toggleable", json!(true)),
            ],
        );
        let table = object("DiningTable|1", &[bounds([-1.0, 0.0, -1.0], [1.0, 1.0, 1.0], old)]);
        let lamp = object("DeskLamp|1", &[("objectBounds", Value::Null)]);
        let agent = json!({"position": {"x": 0.0, "y": 0.9, "z": 2.0}});
        let metadata =
            json!({"objects": [mug, table, lamp], "inventoryObjects": [], "agent": agent});
        let trajectory = one(&trace(&[step(&json!({"action": "Pass"}), &metadata)]));
        for (name, args, expected) in [
            ("hot", vec!["Mug|1"], Truth::True),
            ("on", vec!["Mug|1"], Truth::True),
            ("ontop", vec!["Mug|1", "DiningTable|1"], Truth::True),
            ("above", vec!["Mug|1", "DiningTable|1"], Truth::False),
            ("near", vec!["agent", "DiningTable|1"], Truth::False),
            ("held", vec!["Mug|1"], Truth::False),
            // What the dump lacks is not false.
            ("hot", vec!["DiningTable|1"], Truth::Unsupported),
            ("broken", vec!["Mug|1"], Truth::Unsupported),
            ("near", vec!["Mug|1", "DeskLamp|1"], Truth::Unsupported),
            ("near", vec!["agent.arm", "Mug|1"], Truth::Unsupported),
            ("collision", vec!["agent", "Mug|1"], Truth::Unsupported),
            // What does not exist is near nothing.
            ("near", vec!["agent", "Mug|2"], Truth::False),
        ] {
            assert_eq!(value(&trajectory, name, &args), [expected], "{name}({args:?}), old: {old}");
        }
    }
}

#[test]
fn receptacles_decide_inside_where_there_are_no_boxes() {
    let apple = object("Apple|1", &[("parentReceptacles", json!(["Fridge|1"]))]);
    let egg = object("Egg|1", &[]);
    let fridge = object("Fridge|1", &[("receptacleObjectIds", json!(["Apple|1"]))]);
    let safe = object("Safe|1", &[]);
    let metadata = json!({"objects": [apple, egg, fridge, safe]});
    let trajectory = one(&trace(&[step(&json!({"action": "Pass"}), &metadata)]));
    for (args, expected) in [
        (["Apple|1", "Fridge|1"], Truth::True),
        (["Egg|1", "Fridge|1"], Truth::False),
        (["Egg|1", "Safe|1"], Truth::Unsupported),
    ] {
        assert_eq!(value(&trajectory, "inside", &args), [expected], "{args:?}");
    }
}

#[test]
fn a_put_names_what_was_held_and_where_it_went() {
    let objects = json!([object("Mug|1", &[]), object("Sink|1", &[])]);
    let held = json!({"objects": objects, "inventoryObjects": [{"objectId": "Mug|1"}]});
    let free = json!({"objects": objects, "inventoryObjects": [], "errorMessage": "Sink is blocking Agent 0"});
    let trajectory = one(&trace(&[
        step(&json!({"action": "PickupObject", "objectId": "Mug|1"}), &held),
        step(&json!({"action": "PutObject", "objectId": "Sink|1"}), &free),
    ]));
    let actions: Vec<String> =
        trajectory.steps.iter().map(|step| step.action.as_ref().unwrap().to_string()).collect();
    assert_eq!(actions, ["PickupObject(Mug|1)", "PutObject(Mug|1, Sink|1)"]);
    assert_eq!(value(&trajectory, "held", &["Mug|1"]), [Truth::True, Truth::False]);
    assert_eq!(value(&trajectory, "error.navigation", &[]), [Truth::False, Truth::True]);
}

#[test]
fn faults_are_named_with_their_place() {
    let twice = json!({"objects": [object("Mug|1", &[]), object("Mug|1", &[])]});
    let cases = [
        (trace(&[]), "found a trajectory without steps"),
        (
            trace(&[step(&json!({}), &twice)]),
            "t.json, at trajectory[0].event_metadata.objects[1].objectId: found the object Mug|1 twice",
        ),
        (trace(&[step(&json!({}), &json!({}))]), "missing field `objects`"),
        (
            trace(&[step(&json!({}), &json!({"objects": [{}]}))]),
            "at trajectory[0].event_metadata.objects[0]",
        ),
        (r#"{"rules": []}"#.to_owned(), "found a JSON object with only the keys `rules`"),
        ("[1]".to_owned(), "found no JSON object"),
        (r#"{"steps": []}"#.to_owned(), "found a trajectory without steps"),
        (
            r#"{"steps": [{"state": ["ON(x"]}]}"#.to_owned(),
            "in step 0: `ON(x` has no closing bracket",
        ),
        (r#"{"steps": [{"stat": []}]}"#.to_owned(), "missing field `state`"),
        (
            r#"{"steps": [{"state": []}]}
{"steps": [{"state": [7]}]}"#
                .to_owned(),
            "line 2, column",
        ),
        (
            r#"{"sample": 1, "steps": [{"state": []}]}
{"sample": "1", "steps": [{"state": []}]}"#
                .to_owned(),
            "found sample \"1\" of task \"\" a second time",
        ),
        (r#"{"steps": [{"state": []}"#.to_owned(), "cut off"),
    ];
    for (text, expected) in cases {
        let error = read(text.as_bytes(), "t.json", &Options::default()).unwrap_err().to_string();
        assert!(error.starts_with("t.json"), "{error}");
        assert!(error.contains(expected), "{text}\n{error}");
    }
}

#[test]
fn samples_of_several_files_must_differ() {
    let text = r#"{"steps": [{"state": []}]}"#;
    let of = |source: &str| read(text.as_bytes(), source, &Options::default()).unwrap().remove(0);
    let different = [of("a/r1.json"), of("a/r2.json.gz")];
    assert_eq!(different.each_ref().map(|t| t.sample.as_str()), ["r1", "r2"]);
    assert!(distinct(&different).is_ok());
    let same = [of("a/r1.json"), of("b/r1.json")];
    assert!(distinct(&same).unwrap_err().to_string().contains("first in a/r1.json"));
}

#[test]
fn one_object_may_be_spread_over_lines() {
    let text = "{\n \"task\": \"t\",\n \"steps\": [\n  {\"state\": [\"on(Mug.1)\"]}\n ]\n}\n";
    assert_eq!(one(text).task, "t");
}

#[test]
fn a_last_line_that_is_cut_off_is_left_out_and_named() {
    let whole = "{\"sample\": 1, \"steps\": [{\"state\": []}]}\n";
    let second = whole.replace('1', "2");
    for cut in 1..second.trim_end().len() {
        let text = format!("{whole}{}", &second[..cut]);
        let reading = read_partly(text.as_bytes(), "t.jsonl", &Options::default()).unwrap();
        assert_eq!(reading.trajectories.len(), 1, "{text}");
        let error = reading.left_out[0].to_string();
        assert!(error.starts_with("t.jsonl, line 2") && error.contains("cut off"), "{error}");
        assert!(read(text.as_bytes(), "t.jsonl", &Options::default()).is_err());
        // In the middle it is no end of a file.
        let text = format!("{whole}{}\n{}", &second[..cut], whole.replace('1', "3"));
        assert!(read_partly(text.as_bytes(), "t.jsonl", &Options::default()).is_err(), "{text}");
    }
}

#[test]
fn boxes_of_every_kind_say_where_a_thing_is() {
    let corners = |low: [f64; 3], high: [f64; 3]| json!({"cornerPoints": [low, high]});
    let centre = |center: [f64; 3], size: [f64; 3]| json!({"center": {"x": center[0], "y": center[1], "z": center[2]}, "size": size});
    let (aligned, oriented) = ("axisAlignedBoundingBox", "objectOrientedBoundingBox");
    let table = object("DiningTable|1", &[(aligned, corners([0.0; 3], [1.0; 3]))]);
    let near = |keys: &[(&str, Value)]| {
        let mug = object("Mug|1", keys);
        let metadata = json!({"objects": [mug, table]});
        let trajectory = one(&trace(&[step(&json!({"action": "Pass"}), &metadata)]));
        value(&trajectory, "near", &["Mug|1", "DiningTable|1"])[0]
    };
    let (close, far) = ([1.25, 0.0, 0.0], [2.0, 0.0, 0.0]);
    assert_eq!(near(&[(oriented, corners(close, [1.5, 0.25, 0.25]))]), Truth::True);
    assert_eq!(near(&[(oriented, corners(far, [2.5, 0.25, 0.25]))]), Truth::False);
    assert_eq!(near(&[(aligned, centre([1.5, 0.0, 0.0], [0.25; 3]))]), Truth::True);
    assert_eq!(near(&[(aligned, centre([2.0, 0.0, 0.0], [0.25; 3]))]), Truth::False);
    // The aligned box wins over the hull of the turned one; `null` is no box.
    let turned = (oriented, corners(close, [3.0, 1.0, 1.0]));
    assert_eq!(near(&[(aligned, corners(far, [2.5, 0.25, 0.25])), turned.clone()]), Truth::False);
    assert_eq!(near(&[(aligned, Value::Null), turned]), Truth::True);
    assert_eq!(near(&[(oriented, Value::Null)]), Truth::Unsupported);
}

#[test]
fn events_one_a_line_hold_the_state_before_the_first_action() {
    let held = |held: &[&str]| {
        let inventory: Vec<Value> = held.iter().map(|id| json!({"objectId": id})).collect();
        json!({"objects": [object("Mug|1", &[])], "inventoryObjects": inventory, "lastActionSuccess": true})
    };
    let text = [
        json!({"t": 0, "action": {"action": "Initialize"}, "metadata": held(&[])}),
        json!({"t": 1, "action": {"action": "PickupObject", "objectId": "Mug|1"}, "metadata": held(&["Mug|1"])}),
    ]
    .map(|event| event.to_string())
    .join("\n");
    let trajectory = one(&text);
    assert!(trajectory.steps[0].action.is_none());
    assert_eq!(value(&trajectory, "held", &["Mug|1"]), [Truth::False, Truth::True]);
    let bad = format!("{text}\n{{\"action\": null, \"metadata\": {{\"objects\": [{{}}]}}}}");
    let error = read(bad.as_bytes(), "t", &Options::default()).unwrap_err().to_string();
    assert!(error.contains("line 3") && error.contains("metadata.objects[0]"), "{error}");
}

#[test]
fn positions_that_are_no_numbers_are_named_with_their_place() {
    let event = |x: &str| {
        format!(
            r#"{{"metadata": {{"agent": {{"position": {{"x": {x}, "y": 0, "z": 0}}}}, "objects": [
            {{"objectId": "Mug|1", "axisAlignedBoundingBox": {{"cornerPoints": [[0, 0, 0]]}}}}]}}}}"#
        )
        .replace('\n', " ")
    };
    let boxed = |x: &str| event("0").replace("[[0, 0, 0]]", &format!("[[{x}, 0, 0]]"));
    let wrapped = |line: &str| {
        let metadata = line.strip_prefix(r#"{"metadata": "#).unwrap().strip_suffix('}').unwrap();
        format!(r#"{{"trajectory": [{{"event_metadata": {metadata}}}]}}"#)
    };
    for (text, expected) in [
        (event("NaN"), "line 1, column 43, at metadata.agent.position.x: found `NaN`"),
        (event("-Infinity"), "at metadata.agent.position.x: found `Infinity`"),
        (event("1e999"), "at metadata.agent.position.x: found a number that is out of range"),
        (boxed("NaN"), "found `NaN`, which is no finite number"),
        (
            boxed("1e999"),
            "t, line 1, column 1, at metadata.objects[0]: found `axisAlignedBoundingBox`",
        ),
        (wrapped(&event("NaN")), "at trajectory[0].event_metadata.agent.position.x: found `NaN`"),
        (wrapped(&boxed("1e999")), "t, at trajectory[0].event_metadata.objects[0]: found `axis"),
    ] {
        let error = read(text.as_bytes(), "t", &Options::default()).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}\n{error}");
    }
    assert_eq!(one(&event("1.5")).steps.len(), 1);
}
