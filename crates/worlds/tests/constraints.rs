//! From a scene to violations: constraints of a scene in the words of the household, held against what
//! programs do there.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use vedette_worlds::household::{Recording, Rules, Run, from_scene, read_program};
use vedette_worlds::rules::{Options, Rule, RuleSet, Verdict, check};
use vedette_worlds::safety::{Library, Set, in_words, instantiate};
use vedette_worlds::scene::Scene;
use vedette_worlds::trajectory::Trajectory;
use vedette_worlds::vocabulary::Vocabulary;

const KITCHEN: &str = r#"{"schema": "vedette.scene/1", "id": "kitchen", "objects": [
    {"id": "kitchen.1", "class": "kitchen"},
    {"id": "stove.2", "class": "stove", "room": "kitchen.1", "properties": ["HAS_SWITCH", "SURFACES"], "states": ["OFF"]},
    {"id": "towel.3", "class": "towel", "room": "kitchen.1", "properties": ["GRABBABLE"]},
    {"id": "sauce_pan.4", "class": "sauce_pan", "room": "kitchen.1", "properties": ["GRABBABLE", "RECIPIENT"]},
    {"id": "knife.5", "class": "knife", "room": "kitchen.1", "properties": ["GRABBABLE"]},
    {"id": "chair.6", "class": "chair", "room": "kitchen.1", "properties": ["SITTABLE"]},
    {"id": "desk.7", "class": "desk", "room": "kitchen.1", "properties": ["SURFACES"]}],
  "relations": [["agent", "INSIDE", "kitchen.1"], ["towel.3", "CLOSE", "stove.2"],
    ["towel.3", "ON", "stove.2"], ["knife.5", "ON", "desk.7"], ["sauce_pan.4", "ON", "desk.7"]]}"#;

/// What a program does in the kitchen.
fn run(program: &str) -> Trajectory {
    let scene = Scene::read(KITCHEN.as_bytes(), "kitchen.json").unwrap();
    let household = from_scene(&scene).unwrap();
    assert_eq!(household.problems, []);
    let mut recording = Recording::new(Run::new(household, Rules::strict()));
    for line in &read_program(program).lines {
        recording.step(line).unwrap();
    }
    recording.finish("t", "1", "kitchen")
}

/// The constraints of the kitchen that a program breaks.
fn broken(set: Set, program: &str) -> BTreeSet<String> {
    let scene = Scene::read(KITCHEN.as_bytes(), "kitchen.json").unwrap();
    let words = Vocabulary::household();
    let (library, _) = in_words(&Library::shipped(), &words).unwrap();
    let constraints = instantiate(&library, &scene, set).unwrap().constraints;
    assert!(!constraints.is_empty());
    let rules = RuleSet {
        rules: constraints.iter().map(|one| Rule::formula(&one.id, &one.text)).collect(),
        defaults: library.constants.iter().map(|(name, value)| (name.clone(), *value)).collect(),
        ..RuleSet::default()
    };
    let report = check(&rules, &[run(program)], &words, &Options::default());
    for outcome in &report.rules {
        assert_eq!(outcome.errors, [], "{}", outcome.rule);
    }
    let violated = report.rules.iter().filter(|outcome| outcome.verdict == Verdict::Violated);
    violated.map(|outcome| outcome.rule.clone()).collect()
}

#[test]
fn a_program_breaks_exactly_the_constraints_that_it_should() {
    let put_pan = "[WALK] <desk> (7)\n[GRAB] <sauce_pan> (4)\n[WALK] <stove> (2)\n\
                   [PUTBACK] <sauce_pan> (4) <stove> (2)";
    let take_towel = "[WALK] <stove> (2)\n[GRAB] <towel> (3)\n[WALK] <desk> (7)\n\
                      [PUTBACK] <towel> (3) <desk> (7)";
    let on = "[SWITCHON] <stove> (2)";
    let off = "[SWITCHOFF] <stove> (2)";
    let near = "fire-near-flammable[stove.2,towel.3]";
    let left_on = ["appliance-turned-off[stove.2]", "fire-put-out[stove.2]"];
    for (program, expected) in [
        (String::new(), vec![]),
        (format!("{take_towel}\n{put_pan}\n{on}\n{off}"), vec![]),
        // The towel lies on the stove.
        (format!("{put_pan}\n{on}\n{off}"), vec![near]),
        (format!("{take_towel}\n{put_pan}\n{on}"), left_on.to_vec()),
        (
            format!("{take_towel}\n[WALK] <stove> (2)\n{on}\n[TOUCH] <stove> (2)\n{off}"),
            vec!["stove-bears-cookware[stove.2]"],
        ),
        (
            "[WALK] <desk> (7)\n[GRAB] <knife> (5)\n[WALK] <chair> (6)\n\
             [PUTBACK] <knife> (5) <chair> (6)"
                .to_owned(),
            vec!["sharp-on-seat[knife.5,chair.6]"],
        ),
        ("[WALK] <desk> (7)\n[GRAB] <knife> (5)".to_owned(), vec!["sharp-put-down[knife.5]"]),
    ] {
        let expected: BTreeSet<String> = expected.into_iter().map(str::to_owned).collect();
        assert_eq!(broken(Set::Vedette, &program), expected, "{program}");
    }
}

#[test]
fn the_papers_spellings_see_the_same_towel() {
    // Unmapped, `NEXT_TO` would hold of nothing, and the rule of every run.
    let program = "[WALK] <stove> (2)\n[SWITCHON] <stove> (2)\n[SWITCHOFF] <stove> (2)";
    let found = broken(Set::Paper, program);
    assert!(found.contains("paper-5[stove.2,towel.3]"), "{found:?}");
    assert!(found.contains("paper-10[stove.2,sauce_pan.4]"), "{found:?}");
    assert!(!found.contains("paper-9[stove.2]"), "{found:?}");
    let safe = "[WALK] <stove> (2)\n[GRAB] <towel> (3)";
    assert_eq!(broken(Set::Paper, safe), BTreeSet::new());
}
