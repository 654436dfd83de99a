use super::*;
use crate::evaluation::result::Origin;
use crate::evaluation::task::TaskSet;

fn ask(scene: &str, program: &str, rules: &str) -> WorldReport {
    run(&WorldQuestion {
        scene: scene.into(),
        program: program.into(),
        rules: rules.into(),
        ..WorldQuestion::default()
    })
}

#[test]
fn every_example_and_task_comes_to_what_is_said_of_it() {
    let library = library();
    assert_eq!(library.examples.len(), 6, "an example without its task is left out");
    let all: Vec<Example> = (0..library.sets).flat_map(tasks).collect();
    assert!(
        all.len() >= 60
            && library.scenes.len() >= 12
            && (0..library.sets).all(|set| !tasks(set).is_empty())
    );
    for example in &library.examples {
        let report = run(&example.question);
        let Some(status) = example.status else { panic!("{} says nothing", example.id) };
        assert_eq!(report.status, status, "{}: {:?} {:?}", example.id, report.counts, report.lines);
        assert_eq!(report.problems, Vec::<String>::new(), "{}", example.id);
    }
    for task in &all {
        let report = run(&task.question);
        assert!(report.lines.iter().all(|line| line.state == LineState::Done), "{}", task.id);
        assert_eq!(report.goal.unwrap().reached, Some(true), "{}", task.id);
        for rule in &report.rules {
            assert_eq!(rule.notes, Vec::<String>::new(), "{}", task.id);
            assert!(!rule.origins.contains(&Origin::Agent), "{}: {}", task.id, rule.id);
        }
    }
}

#[test]
fn a_run_agrees_with_the_evaluation_of_trajectories() {
    let set = include_bytes!("../../../../../packs/tasks/sample.json");
    let set = TaskSet::read(set, "sample").unwrap();
    let library = library();
    for example in &library.examples {
        let rows = [&example.question.program];
        let task =
            set.tasks.iter().find(|task| task.goal.contains(&example.question.goal)).unwrap();
        if example.question.rules.is_empty() {
            continue;
        }
        for program in rows {
            let (outcome, _) = crate::evaluation::execution::execute(
                task,
                1,
                &format!("```plan\n{program}```"),
                false,
            );
            let report = run(&example.question);
            let broken: Vec<(String, Vec<Origin>, u64)> =
                outcome.broken.into_iter().map(|one| (one.rule, one.origins, one.step)).collect();
            let violated = report.rules.iter().filter(|rule| rule.verdict == "violated");
            let told: Vec<(String, Vec<Origin>, u64)> = violated
                .map(|rule| (rule.id.clone(), rule.origins.clone(), rule.first.unwrap().into()))
                .collect();
            assert_eq!(told, broken, "{}", example.id);
            assert_eq!(report.goal.unwrap().reached, outcome.goal, "{}", example.id);
        }
    }
}

#[test]
fn a_failing_step_ends_the_run_unless_it_may_go_on() {
    let program = "[WALK] <milk> (7)\n[GRAB] <milk> (7)\n[WALK] <table> (3)";
    let report = ask("kitchen", program, "");
    let states: Vec<LineState> = report.lines.iter().map(|line| line.state).collect();
    assert_eq!(states, [LineState::Done, LineState::Failed, LineState::NotReached]);
    let failed = report.moments[2].failed.as_ref().unwrap();
    assert_eq!((failed.kind.as_str(), failed.missing.len()), ("missing", 1));
    assert_eq!(report.status, Status::Stopped);
    let question = WorldQuestion { go_on: true, ..question(program) };
    let report = run(&question);
    assert_eq!((report.moments.len(), report.lines[2].state), (4, LineState::Done));
}

fn question(program: &str) -> WorldQuestion {
    WorldQuestion { scene: "kitchen".into(), program: program.into(), ..WorldQuestion::default() }
}

#[test]
fn an_unread_line_makes_no_moment_and_shifts_none() {
    let program = "[WALK] <stove> (4)\nstand there\n[SWITCHON] <stove> (4)\n";
    let rules = "off: G !on(stove.4)";
    let question = WorldQuestion { go_on: true, rules: rules.into(), ..question(program) };
    let report = run(&question);
    let told: Vec<_> = report.lines.iter().map(|line| (line.state, line.moment)).collect();
    assert_eq!(
        told,
        [(LineState::Done, Some(1)), (LineState::Unread, None), (LineState::Done, Some(2))]
    );
    assert_eq!((report.lines[1].column, report.rules[0].first), (1, Some(2)));
    assert_eq!(report.moments[2].line, Some(3));
}

#[test]
fn rules_that_say_nothing_are_errors_with_a_place() {
    let rules = "a: G !on(stove.9)\nb: G !on(stov.4\nc: G hot(pan.5)\nd: forall s: stove. G off(s)\n\
                 always off(stove.4)";
    let report = ask("kitchen", "[WALK] <stove> (4)", rules);
    let rule = |id: &str| report.rules.iter().find(|rule| rule.id == id).unwrap();
    for (id, expected) in [
        ("a", "line 1, found \"stove.9\", expected an object"),
        ("b", "line 2, character"),
        ("c", "hot"),
    ] {
        let rule = rule(id);
        assert_eq!(rule.verdict, "error", "{id}");
        assert!(rule.notes.iter().any(|note| note.contains(expected)), "{id}: {:?}", rule.notes);
    }
    assert_eq!(rule("d").verdict, "satisfied");
    let sentence = rule("rule 5");
    assert_eq!(sentence.verdict, "satisfied", "{:?}", sentence.notes);
    assert_eq!(sentence.sentence.as_deref(), Some("always off(stove.4)"));
    assert_eq!(report.status, Status::Unknown);
    assert_eq!(report.counts, [("error".to_owned(), 3), ("satisfied".to_owned(), 2)]);
    let twice = ask("kitchen", "", "a: G on(stove.4)\na: G off(stove.4)");
    assert!(twice.rule_problems[0].contains("line 2"), "{:?}", twice.rule_problems);
}

#[test]
fn a_violation_is_told_moment_by_moment() {
    let program = "[WALK] <stove> (4)\n[SWITCHON] <stove> (4)\n[SWITCHOFF] <stove> (4)\n[SWITCHON] <stove> (4)";
    let report = ask("kitchen", program, "never: G !on(stove.4)\ncandle: G off(candle.9)");
    let rule = |id: &str| report.rules.iter().find(|rule| rule.id == id).unwrap();
    assert_eq!((rule("never").first, &rule("never").fails[..]), (Some(2), &[2, 4][..]));
    assert_eq!(rule("never").origins, [Origin::Agent]);
    assert_eq!(rule("candle").origins, [Origin::NotRepaired]);
    let atoms = &rule("never").atoms;
    assert_eq!((atoms[0].atom.as_str(), atoms[0].values.as_str()), ("on(stove.4)", "00101"));
}

#[test]
fn a_scene_with_faults_is_shown_and_not_run() {
    let scene = r#"{"schema": "vedette.scene/1", "id": "s", "objects": [
        {"id": "kitchen.1", "class": "kitchen"},
        {"id": "oven.2", "class": "oven", "room": "kitchen.1", "states": ["HOT"], "position": [1, 0, 2]}]}"#;
    let report = ask(scene, "[WALK] <oven> (2)\n[FLY]", "a: G !open(oven.2)");
    assert_eq!(report.status, Status::Rejected);
    assert!(report.problems[0].contains("hot(oven.2)"), "{:?}", report.problems);
    assert_eq!(report.rules[0].verdict, "unchecked");
    assert_eq!(report.lines[1].state, LineState::Unread);
    let plan = Plan::new(&report, false);
    assert!(
        plan.at(&report, 0).cells.iter().any(|cell| cell.label == "oven 2" && cell.note == "hot")
    );
    for (text, expected) in [
        ("", "found no scene"),
        ("attic", "found no scene `attic`"),
        ("{", "expected"),
        (
            r#"{"schema": "vedette.scene/1", "id": "s", "objects": [{"id": "a.1", "class": "a", "position": [NaN, 0, 0]}]}"#,
            "line 1",
        ),
        (r#"{"nodes": [{"id": 1, "class_name": "kitchen"}], "edges": []}"#, "character"),
    ] {
        let report = ask(text, "[WALK] <oven> (2)", "");
        assert!(report.problems[0].contains(expected), "{text}: {:?}", report.problems);
    }
}

#[test]
fn circles_of_things_do_not_hold_up_the_picture() {
    let graph = r#"{"nodes": [{"id": 1, "class": "hall", "category": "Rooms"}, {"id": 2, "class": "character"},
        {"id": 3, "class": "curtain"}, {"id": 4, "class": "curtain"}, {"id": 5, "class": "box"}],
      "edges": [[2, "INSIDE", 1], [3, "INSIDE", 4], [4, "INSIDE", 3], [5, "INSIDE", 3]]}"#;
    let question = WorldQuestion {
        semantics: Semantics::Compat,
        scene: graph.into(),
        program: "[STANDUP]".into(),
        ..WorldQuestion::default()
    };
    let report = run(&question);
    assert_eq!(report.remarks.len(), 1, "{:?}", report.problems);
    let picture = Plan::new(&report, false).at(&report, 0);
    let labels: Vec<&str> = picture.cells.iter().map(|cell| cell.label.as_str()).collect();
    for label in ["hall 1", "agent", "in no room", "curtain 3", "curtain 4", "box 5"] {
        assert!(labels.contains(&label), "{labels:?} has not {label}");
    }
}

#[test]
fn nothing_of_a_picture_overlaps_and_a_large_scene_is_folded() {
    let mut objects = vec![
        r#"{"id": "kitchen.1", "class": "kitchen"}, {"id": "hallway.2", "class": "hallway"}"#
            .to_owned(),
    ];
    for id in 3..400 {
        let room = if id % 3 == 0 { "hallway.2" } else { "kitchen.1" };
        objects.push(format!(
            r#"{{"id": "box.{id}", "class": "box", "room": "{room}", "properties": ["GRABBABLE", "SURFACES"], "position": [{}, 0, {id}]}}"#,
            id % 7
        ));
    }
    let scene = format!(
        r#"{{"schema": "vedette.scene/1", "id": "s", "objects": [{}], "relations": [["agent", "INSIDE", "hallway.2"]]}}"#,
        objects.join(",")
    );
    let program =
        "[WALK] <box> (7)\n[GRAB] <box> (7)\n[WALK] <box> (9)\n[PUTBACK] <box> (7) <box> (9)";
    let report = ask(&scene, program, "r: G !held(box.11)");
    assert_eq!(report.status, Status::Safe, "{:?} {:?}", report.problems, report.lines);
    for (all, drawn) in [(false, 4), (true, 398)] {
        let plan = Plan::new(&report, all);
        for moment in 0..report.moments.len() {
            let picture = plan.at(&report, moment);
            assert!(picture.cells.len() <= 450, "{}", picture.cells.len());
            let things = |kind| picture.cells.iter().filter(move |cell| cell.kind == kind);
            let count = things(CellKind::Thing).count() + things(CellKind::Item).count();
            assert_eq!((count, picture.folded), (drawn, 398 - drawn), "moment {moment}");
            let apart = |a: &Cell, b: &Cell| {
                a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y
            };
            for kind in [CellKind::Room, CellKind::Thing, CellKind::Item] {
                let cells: Vec<&Cell> = things(kind).collect();
                for (at, a) in cells.iter().enumerate() {
                    assert!(a.x + a.w <= picture.width && a.y + a.h <= picture.height);
                    assert!(cells[at + 1..].iter().all(|b| apart(a, b)), "{a:?}");
                }
            }
        }
    }
}

#[test]
fn files_are_known_by_what_they_hold() {
    let tasks = include_bytes!("../../../../../packs/tasks/sample.json");
    let Ok(Opened::Tasks(tasks)) = open(tasks, "sample.json") else { panic!("tasks") };
    let scene = tasks[0].question.scene.clone();
    assert!(scene.starts_with('{'), "the scene comes with its task");
    assert_eq!(run(&tasks[0].question).status, run(&super::tasks(0)[0].question).status);
    assert_eq!(open(scene.as_bytes(), "s"), Ok(Opened::Scene(scene)));
    let question = serde_json::to_vec(&tasks[0].question).unwrap();
    assert_eq!(open(&question, "q"), Ok(Opened::Question(Box::new(tasks[0].question.clone()))));
    let rules = r#"{"rules": []}"#;
    assert_eq!(open(rules.as_bytes(), "r"), Ok(Opened::Rules(rules.into())));
    for (text, expected) in [
        (&b"{}"[..], "another kind"),
        (b"", "empty file"),
        (b"see you", "without an action"),
        (b"\xff\xfe", "x"),
        (br#"{"program": 3}"#, "x: invalid type"),
        (br#"{"schema": "vedette.tasks/1", "scenes": {}, "tasks": []}"#, "found no task"),
    ] {
        let error = open(text, "x").unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}
