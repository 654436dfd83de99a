//! The household, step by step on a small flat of our own (`household/flat.json`): the cases of
//! `household/steps.txt` in both modes, and properties of random programs.
//!
//! A case is a run of lines. `[ACTION] … = strict / compat` is a step with its outcome (`ok` or the kind
//! of failure; one word if both are the same); `has` and `not` ask for a fact, after `strict` or `compat`
//! in that mode only.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use rustc_hash::FxHashSet;
use vedette_worlds::household::{
    Action, Household, Named, Recording, Relation, Rules, Run, Scene, State, Step, read_graph,
    read_program,
};
use vedette_worlds::trajectory::{self, Facts};

fn flat() -> Household {
    let home = read_graph(include_bytes!("household/flat.json"), "flat.json").unwrap();
    assert_eq!((&home.problems[..], &home.remarks[..]), (&[][..], &[][..]));
    home
}

fn facts(run: &Run) -> FxHashSet<String> {
    let trajectory = Recording::new(run.clone()).finish("", "", "");
    let trajectory::State::Facts(Facts { facts, .. }) = trajectory.steps[0].state.as_ref() else {
        panic!("a household lists facts")
    };
    facts.iter().map(ToString::to_string).collect()
}

#[test]
fn every_case_has_its_outcome_in_both_modes() {
    let (mut steps, mut wrong) = (0, Vec::new());
    for (mode, rules) in [("strict", Rules::strict()), ("compat", Rules::compat())] {
        let (mut run, mut name) = (Run::new(flat(), rules), "");
        for (number, line) in include_str!("household/steps.txt").lines().enumerate() {
            let at = format!("line {}, {mode}, {name}: {line}", number + 1);
            if let Some(title) = line.strip_prefix("# ") {
                (run, name) = (Run::new(flat(), rules), title);
            } else if line.starts_with('[') {
                let (step, expected) = line.split_once(" = ").unwrap();
                let (strict, compat) = expected.split_once(" / ").unwrap_or((expected, expected));
                let before = run.state().clone();
                let outcome = run.step(&read_program(step).lines[0]);
                let found = outcome.as_ref().map_or_else(|failed| failed.kind.name(), |_| "ok");
                let expected = if mode == "strict" { strict } else { compat };
                if found != expected {
                    wrong.push(format!("{at}: {found}"));
                }
                assert!(
                    outcome.is_ok() || *run.state() == before,
                    "{at}: a failing step changes nothing"
                );
                steps += 1;
            } else if !line.is_empty() {
                let asked = line.strip_prefix(&format!("{mode} ")).unwrap_or(line);
                let (word, fact) = asked.split_once(' ').unwrap();
                match word {
                    "has" | "not" if facts(&run).contains(fact) != (word == "has") => {
                        wrong.push(at);
                    }
                    "has" | "not" | "strict" | "compat" => {}
                    _ => panic!("{at}: no line of a case"),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(steps > 250, "{steps} steps");
}

#[test]
fn every_action_is_in_some_case() {
    let text = include_str!("household/steps.txt");
    let missing: Vec<&str> = Action::ALL
        .iter()
        .map(|action| action.name())
        .filter(|name| !text.contains(&format!("[{name}]")))
        .collect();
    // Aliases of an action that is there.
    assert_eq!(
        missing,
        ["LOOKAT_MEDIUM", "LOOKAT_SHORT", "MOVE", "RELEASE", "RINSE", "SCRUB", "WAKEUP"]
    );
}

/// Programs on the flat. Half of the steps walk or find, or little else would ever succeed.
fn programs() -> impl Strategy<Value = Vec<Step>> {
    let home = flat();
    let named: Vec<Named> = home
        .scene
        .nodes()
        .iter()
        .map(|node| Named { class: node.class.clone(), id: node.id })
        .collect();
    let action = prop_oneof![
        2 => Just(Action::Walk),
        1 => Just(Action::Find),
        2 => Just(Action::Grab),
        1 => prop::sample::select(vec![Action::PutBack, Action::PutIn, Action::Open, Action::PutOn]),
        3 => prop::sample::select(Action::ALL),
    ];
    let step = (action, prop::collection::vec(prop::sample::select(named), 2)).prop_map(
        |(action, args)| Step { action, args: args.into_iter().take(action.arity()).collect() },
    );
    prop::collection::vec(step, 1..60)
}

/// What must hold in every state of a strict run.
fn sound(scene: &Scene, state: &State) -> Result<(), String> {
    let me = scene.character();
    let (right, left) = (Relation::HoldsRh, Relation::HoldsLh);
    for hand in [right, left] {
        if state.targets(me, hand).len() > 1 {
            return Err("a hand holds two things".to_owned());
        }
    }
    for slot in scene.slots() {
        let name = scene.name(slot);
        if state.sources(slot, right).len() + state.sources(slot, left).len() > 1 {
            return Err(format!("{name} is in two hands"));
        }
        let rooms =
            state.targets(slot, Relation::Inside).filter(|&y| scene.node(y).is_room()).count();
        if rooms != usize::from(!scene.node(slot).is_room()) {
            return Err(format!("{name} is in {rooms} rooms"));
        }
        if state
            .targets(me, right)
            .chain(state.targets(me, left))
            .any(|held| held == slot && state.targets(slot, Relation::Inside).any(|y| y == me))
        {
            return Err(format!("{name} is in the agent"));
        }
        // Up from an object by inside and on, one never comes back to it.
        let mut above = vec![slot];
        let mut next = 0;
        while let Some(&at) = above.get(next) {
            next += 1;
            for relation in [Relation::Inside, Relation::On] {
                for up in state.targets(at, relation) {
                    if up == slot {
                        return Err(format!("{name} is inside or on itself"));
                    }
                    if !above.contains(&up) {
                        above.push(up);
                    }
                }
            }
        }
    }
    Ok(())
}

fn run(steps: &[Step], rules: Rules, mut after: impl FnMut(&Run) -> Result<(), String>) -> Run {
    let mut run = Run::new(flat(), rules);
    let start = run.state().clone();
    let mut replayed = start.clone();
    for step in steps {
        let before = run.state().clone();
        match run.step(&read_program(&step.to_string()).lines[0]) {
            Ok(diff) => replayed.apply(&diff),
            Err(_) => assert_eq!(*run.state(), before, "{step} failed and changed something"),
        }
        assert_eq!(*run.state(), replayed, "{step}: the differences do not add up");
        after(&run).unwrap_or_else(|why| panic!("after {step}: {why}"));
    }
    let mut whole = start.clone();
    whole.apply(&run.whole());
    assert_eq!(*run.state(), whole, "the difference of the whole run");
    let mut back = run.clone();
    back.rewind();
    assert_eq!(*back.state(), start, "rewinding");
    run
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn strict_runs_stay_sound_and_replay(steps in programs()) {
        run(&steps, Rules::strict(), |run| sound(run.scene(), run.state()));
    }

    #[test]
    fn compatible_runs_replay(steps in programs()) {
        run(&steps, Rules::compat(), |_| Ok(()));
        run(&steps, Rules::recorded(), |_| Ok(()));
    }
}
