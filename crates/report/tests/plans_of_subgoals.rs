//! The plan level: what subgoals mean, what is found, and that "impossible" is never said of what happens.

use vedette_report::evaluation::milestones::asked;
use vedette_report::evaluation::planning::planned;
use vedette_report::evaluation::program::FaultKind;
use vedette_report::evaluation::prompt::prompts;
use vedette_report::evaluation::result::{Origin, Planned};
use vedette_report::evaluation::search::{Segment, segment};
use vedette_report::evaluation::subgoal::{Literal, Subgoal, plan};
use vedette_report::evaluation::task::{Task, TaskSet};
use vedette_report::evaluation::{Level, Style, scripted};
use vedette_worlds::household::{Action, Line, Named, Run, Step};
use vedette_worlds::sample::Random;

const SAMPLE: &[u8] = include_bytes!("../../../packs/tasks/sample.json");

/// A scene of objects that are odd: states without the property, classes that need none.
const ODD: &str = r#"{"schema": "vedette.tasks/1", "scenes": {"attic": {"schema": "vedette.scene/1", "id": "attic",
    "objects": [
        {"id": "attic.1", "class": "attic", "properties": ["ROOM"]},
        {"id": "window.2", "class": "window", "room": "attic.1", "states": ["CLOSED"]},
        {"id": "desk.3", "class": "desk", "room": "attic.1", "properties": ["SURFACES"], "states": ["OPEN"]},
        {"id": "lamp.4", "class": "lamp", "room": "attic.1", "states": ["ON", "PLUGGED_IN"]},
        {"id": "fan.5", "class": "fan", "room": "attic.1", "properties": ["HAS_SWITCH"], "states": ["OFF", "PLUGGED_OUT"]},
        {"id": "chest.6", "class": "chest", "room": "attic.1", "properties": ["CONTAINERS"], "states": ["CLOSED", "DIRTY"]},
        {"id": "coat.7", "class": "coat", "room": "attic.1", "properties": ["CLOTHES", "GRABBABLE"]},
        {"id": "hat.8", "class": "hat", "room": "attic.1", "properties": ["CLOTHES"]}],
    "relations": [["agent", "INSIDE", "attic.1"], ["agent", "HOLDS", "hat.8"]]}},
  "tasks": [{"id": "odd", "scene": "attic", "sentence": "Open the window.", "goal": "open(window.2)"}]}"#;

fn odd() -> Task {
    TaskSet::read(ODD.as_bytes(), "odd.json").expect("it can be read").tasks.remove(0)
}

fn sample() -> TaskSet {
    TaskSet::read(SAMPLE, "sample.json").expect("the shipped tasks can be read")
}

fn judged(task: &Task, subgoals: &[&str]) -> Planned {
    planned(task, 1, &format!("```plan\n{}\n```", subgoals.join("\n")), true)
}

/// The violated rules with whose doing it is and the subgoal where it begins.
fn told(found: &Planned) -> Vec<(&str, &[Origin], u64)> {
    found.broken.iter().map(|b| (b.rule.as_str(), &b.origins[..], b.step)).collect()
}

/// A task, the subgoals of an answer, what they violate (rule, whose doing, subgoal), and whether it succeeds.
type Case<'a> = (&'a Task, &'a [&'a str], &'a [(&'a str, &'a [Origin], u64)], bool);

#[test]
fn plans_are_judged_at_their_subgoals() {
    let set = sample();
    let [pan, milk, candle, evening] = &set.tasks[..] else { panic!("four tasks") };
    let cases: &[Case<'_>] = &[
        (pan, &["ontop(pan.5, stove.4)", "on(stove.4)", "off(stove.4)"], &[], true),
        (
            pan,
            &["ontop(pan.5, stove.4) & on(stove.4)"],
            &[("stove-off", &[Origin::Agent], 1)],
            true,
        ),
        // `!open` of what was open says that it is closed.
        (
            milk,
            &[
                "off(candle.9)",
                "open(fridge.6)",
                "held(milk.7)",
                "!open(fridge.6)",
                "ontop(milk.7, table.3)",
            ],
            &[],
            true,
        ),
        (
            milk,
            &["off(candle.9)", "open(fridge.6)", "ontop(milk.7, table.3)"],
            &[("fridge-closed", &[Origin::Agent], 2)],
            true,
        ),
        // In one hand, at one place: putting it down ends holding it.
        (
            candle,
            &[
                "off(candle.9)",
                "held(candle.9)",
                "ontop(candle.9, kitchen_counter.2)",
                "on(candle.9)",
            ],
            &[("no-flame-beside-towel", &[Origin::Start], 0)],
            true,
        ),
        (
            candle,
            &["held(candle.9)", "ontop(candle.9, kitchen_counter.2)"],
            &[
                ("no-burning-candle-in-hand", &[Origin::Agent], 1),
                ("no-flame-beside-towel", &[Origin::Start], 0),
            ],
            true,
        ),
        (evening, &["ontop(agent, sofa.3)"], &[("heater-off-first", &[Origin::Agent], 0)], false),
    ];
    for (task, subgoals, broken, goal) in cases {
        let found = judged(task, subgoals);
        assert_eq!(told(&found), *broken, "{subgoals:?}");
        assert_eq!((found.valid, found.goal), (Some(true), Some(*goal)), "{subgoals:?}: {found:?}");
    }
}

#[test]
fn what_cannot_be_reached_is_told_apart_from_what_was_not_found() {
    let set = sample();
    let found = judged(&set.tasks[0], &["held(pan.5)", "open(stove.4)", "held(mug.10)"]);
    assert_eq!(found.valid, Some(false));
    let (number, why) = found.stopped.unwrap();
    assert_eq!((number, why.contains("not CAN_OPEN")), (2, true), "{why}");
    // No action makes a mug dirty.
    let found = judged(&set.tasks[1], &["clean(mug.10)", "dirty(mug.10)"]);
    assert_eq!((found.valid, found.goal), (Some(false), Some(false)), "{found:?}");
    let (number, why) = found.stopped.as_ref().unwrap();
    assert_eq!((*number, why.as_str()), (2, "dirty(mug.10): no action brings it about"));
    // Held and lying somewhere are each possible; that they are not both is beyond the limits of a plan.
    let found = judged(&set.tasks[1], &["held(milk.7) & inside(milk.7, fridge.6)"]);
    assert_eq!((found.valid, found.goal), (None, None), "{found:?}");
    let (number, why) = found.stopped.as_ref().unwrap();
    assert_eq!((*number, why.contains("missing there: held(milk.7)")), (1, true), "{why}");
    assert!(!found.safe(), "not decided is not safe");
    let found = judged(&odd(), &["open(window.2) & closed(desk.3)"]);
    assert_eq!(
        (found.valid, found.goal),
        (Some(true), Some(true)),
        "these classes need no property"
    );
    // Two hands.
    let found = judged(&set.tasks[1], &["held(mug.10) & held(pan.5) & held(towel.8)"]);
    assert_eq!((found.valid, found.goal), (Some(false), Some(false)), "{found:?}");
    let (_, why) = found.stopped.as_ref().unwrap();
    assert!(why.ends_with("there are two hands for 3 things"), "{why}");
}

#[test]
fn every_kind_of_failure_is_named_with_its_line() {
    use FaultKind::*;
    let set = sample();
    let scene = &set.tasks[0].household.scene;
    for (answer, kind, line) in [
        ("", NoAnswer, 0),
        ("First the pan.", NoBlock, 0),
        ("```plan\nheld(pan.5)", CutOff, 1),
        ("```plan\nheld(pan.5)\n[WALK] <pan> (5)\n```", Malformed, 3),
        ("```plan\nheld(pan.5) | held(mug.10)\n```", Malformed, 2),
        ("```plan\nF held(pan.5)\n```", Malformed, 2),
        ("```plan\non(stove.4) & off(stove.4)\n```", Malformed, 2),
        ("```plan\nheld(pan.5) & !held(pan.5)\n```", Malformed, 2),
        ("```plan\nhot(pan.5)\n```", UnknownFact, 2),
        ("```plan\nontop(pan.5)\n```", UnknownFact, 2),
        ("```plan\n\nheld(pan.6)\n```", UnknownObject, 3),
    ] {
        let found = plan(answer, scene, false);
        let told: Vec<_> = found.faults.iter().map(|fault| (fault.kind, fault.line)).collect();
        assert_eq!((told, found.subgoals), (vec![(kind, line)], None), "{answer:?}");
    }
}

#[test]
fn rules_about_what_no_plan_says_are_not_asked() {
    let set = sample();
    let task = &set.tasks[0];
    for (rule, is_asked) in [
        ("G(on(stove.4) -> F off(stove.4))", true),
        ("G !inside(milk.7, fridge.6)", true),
        ("G !inside(milk.7, kitchen.1)", false),
        ("G(on(stove.4) -> !near(towel.8, stove.4))", false),
        ("G !act.grab(pan.5)", false),
        ("G !holds_rh(agent, pan.5)", false),
    ] {
        assert_eq!(asked(rule, task), is_asked, "{rule}");
    }
}

#[test]
fn the_scripted_planner_without_a_slip_is_valid_and_reaches_the_goal() {
    let set = sample();
    let prompts = prompts(&set.tasks, &[Level::Plan], &[Style::Ltl]);
    let mut valid = vec![false; set.tasks.len()];
    for answer in scripted::answers(&set.tasks, &prompts, 1, 12) {
        let at =
            prompts.iter().position(|prompt| prompt.prompt_hash == answer.prompt_hash).unwrap();
        let found = planned(&set.tasks[at], answer.sample, &answer.text, true);
        valid[at] |= found.valid == Some(true) && found.goal == Some(true);
    }
    assert_eq!(valid, [true; 4]);
}

/// All steps on a household's objects, in a random order without end.
fn random_step(run: &Run, random: &mut Random) -> Step {
    let action = Action::ALL[random.below(Action::ALL.len())];
    let nodes = run.scene().nodes();
    let args = (0..action.arity())
        .map(|_| {
            let node = &nodes[random.below(nodes.len())];
            Named { class: node.class.clone(), id: node.id }
        })
        .collect();
    Step { action, args }
}

#[test]
fn nothing_that_happens_was_called_impossible() {
    let mut tasks = sample().tasks;
    tasks.push(odd());
    let mut happened = 0;
    for task in &tasks {
        let scene = task.household.scene.clone();
        // Every literal about single objects that is called impossible at the start, each way round.
        let mut impossible = Vec::new();
        for slot in scene.slots() {
            for name in [
                "on",
                "off",
                "open",
                "closed",
                "plugged_in",
                "plugged_out",
                "clean",
                "dirty",
                "held",
            ] {
                for holds in [true, false] {
                    let args = [scene.name(slot).clone()].into();
                    let subgoal =
                        Subgoal { literals: vec![Literal { holds, name: name.into(), args }] };
                    if matches!(segment(&task.start(), &subgoal), Segment::Impossible(_)) {
                        impossible.push(subgoal);
                    }
                }
            }
        }
        assert!(!impossible.is_empty());
        for seed in 0..20 {
            let mut random = Random::new(seed, &task.id, 0);
            let mut run = task.start();
            for _ in 0..400 {
                let step = random_step(&run, &mut random);
                let line = Line { number: 0, text: String::new(), step: Ok(step) };
                if run.step(&line).is_err() {
                    continue;
                }
                happened += 1;
                for subgoal in &impossible {
                    let held = matches!(segment(&run, subgoal), Segment::Found { .. });
                    assert!(!held, "{subgoal} holds after {line:?}");
                }
            }
        }
    }
    assert!(happened > 1_000, "{happened} steps were done");
}
