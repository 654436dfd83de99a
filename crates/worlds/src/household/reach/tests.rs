//! What the search says, held against all that can happen.

use super::super::{Household, Line, Named, Recording, Rules, Run, read_graph};
use super::*;
use crate::household::{Action, ObjectState, Term, Thing};
use proptest::prelude::*;
use rustc_hash::FxHashSet;

const FLAT: &str = include_str!("../../../tests/household/flat.json");
/// So small that all its states can be looked at.
const TINY: &str = r#"{"nodes": [{"id": 1, "class": "hall", "category": "Rooms"},
    {"id": 2, "class": "character"},
    {"id": 3, "class": "box", "properties": ["CAN_OPEN", "CONTAINERS"], "states": ["CLOSED"]},
    {"id": 4, "class": "ball", "properties": ["GRABBABLE"], "states": ["DIRTY"]},
    {"id": 5, "class": "safe", "properties": ["CONTAINERS"], "states": ["CLOSED"]},
    {"id": 6, "class": "ring", "properties": ["GRABBABLE", "HAS_SWITCH"], "states": ["OFF"]}],
  "edges": [[2, "INSIDE", 1], [3, "INSIDE", 1], [4, "INSIDE", 3], [4, "INSIDE", 1], [5, "INSIDE", 1],
    [6, "INSIDE", 5], [6, "INSIDE", 1]]}"#;

fn home(text: &str) -> Household {
    read_graph(text.as_bytes(), "home").unwrap()
}

fn start(text: &str) -> Run {
    Run::new(home(text), Rules::strict())
}

/// All literals about a scene that a goal could have.
fn literals(scene: &Scene) -> Vec<Precondition> {
    let mut found = Vec::new();
    for x in scene.slots() {
        found.extend(ObjectState::ALL.iter().map(|&state| Condition::State(x, state)));
        found.push(Condition::Holds(scene.character(), Thing::This(x)));
        for y in scene.slots().filter(|&y| y != x) {
            found.extend(Relation::ALL.iter().map(|&relation| Condition::Relation(x, relation, y)));
        }
    }
    found
        .into_iter()
        .flat_map(|condition| [false, true].map(|negated| Precondition { negated, condition }))
        .collect()
}

/// All steps that there are.
fn all_steps(scene: &Scene) -> Vec<Step> {
    let named: Vec<Named> =
        scene.nodes().iter().map(|n| Named { class: n.class.clone(), id: n.id }).collect();
    let mut steps = Vec::new();
    for &action in Action::ALL {
        match action.arity() {
            0 => steps.push(Step { action, args: Vec::new() }),
            1 => {
                steps.extend(named.iter().map(|x| Step { action, args: vec![x.clone()] }));
            }
            _ => steps.extend(named.iter().flat_map(|x| {
                named.iter().map(move |y| Step { action, args: vec![x.clone(), y.clone()] })
            })),
        }
    }
    steps
}

fn line(step: Step) -> Line {
    Line { number: 0, text: String::new(), step: Ok(step) }
}

/// All states that any program leads to, with the fewest steps to each.
fn everything(run: &Run) -> Vec<(State, usize)> {
    let steps = all_steps(run.scene());
    let mut found = vec![(run.state().clone(), 0)];
    let key = |state: &State| {
        let states: Vec<_> =
            run.scene().slots().map(|slot| state.states(slot).iter().collect::<Vec<_>>()).collect();
        (states, state.edges().collect::<Vec<_>>(), state.memories().to_vec())
    };
    let mut seen = FxHashSet::default();
    seen.insert(key(run.state()));
    let mut at = 0;
    while at < found.len() {
        let (mut state, depth) = found[at].clone();
        state.settle();
        for step in &steps {
            let mark = state.mark();
            if perform(run.scene(), &mut state, Rules::strict(), step).is_ok() {
                if seen.insert(key(&state)) {
                    found.push((state.clone(), depth + 1));
                }
                state.undo(mark);
            }
        }
        at += 1;
    }
    found
}

#[test]
fn in_a_tiny_scene_every_answer_is_right_and_every_way_is_shortest() {
    let run = start(TINY);
    let states = everything(&run);
    assert!(states.len() > 500, "{}", states.len());
    let effort = Effort { relevant: 100_000, every: 100_000_000, interrupt: None };
    let (mut reached, mut proved, mut exhausted) = (0, 0, 0);
    for part in literals(run.scene()) {
        let fewest = states.iter().filter(|(s, _)| met(&part, s)).map(|&(_, depth)| depth).min();
        // Looking at all states for each of hundreds of literals takes a while; some do.
        let told = part.condition.shown(run.scene());
        if fewest.is_none() && relaxed::impossible(run.scene(), run.state(), &[part]).is_none() {
            exhausted += 1;
            if exhausted > 2 {
                continue;
            }
        }
        match (reach(&run, &[part], &effort), fewest) {
            (Reach::Found { steps, .. }, Some(fewest)) => {
                assert_eq!(steps.len(), fewest, "{told} {}", part.negated);
                reached += 1;
            }
            (Reach::Unreachable { part: Some(_), obstacles, .. }, None) => {
                assert!(!obstacles.is_empty(), "{told} {}", part.negated);
                proved += 1;
            }
            (Reach::Unreachable { part: None, states: Some(seen), .. }, None) => {
                assert_eq!(seen, states.len(), "{told}");
            }
            (other, fewest) => panic!("{told} {}: {other:?}, {fewest:?}", part.negated),
        }
    }
    assert!(reached > 100 && proved > 100, "{reached} reached, {proved} impossible");
}

/// What holds in a state, as a goal.
fn facts(scene: &Scene, state: &State) -> Vec<Precondition> {
    literals(scene).into_iter().filter(|part| met(part, state)).collect()
}

#[test]
fn in_a_tiny_scene_what_is_called_exclusive_is_never_together() {
    let run = start(TINY);
    let states: Vec<State> = everything(&run).into_iter().map(|(state, _)| state).collect();
    let known: Vec<FxHashSet<Precondition>> =
        states.iter().map(|state| facts(run.scene(), state).into_iter().collect()).collect();
    let all: Vec<Precondition> = literals(run.scene())
        .into_iter()
        .filter(|part| !part.negated && known.iter().any(|facts| facts.contains(part)))
        .collect();
    let mut proved = 0;
    for (at, &one) in all.iter().enumerate() {
        for &other in &all[..at] {
            let found = exclusive::together(run.scene(), run.state(), &[one, other]).is_some();
            let seen = known.iter().any(|facts| facts.contains(&one) && facts.contains(&other));
            let told = |part: Precondition| part.condition.shown(run.scene());
            assert!(!(found && seen), "{} and {}", told(one), told(other));
            proved += usize::from(found);
        }
    }
    assert!(proved >= 10, "{proved}");
}

#[test]
fn what_excludes_each_other_is_told_without_a_search() {
    let run = start(TINY);
    let slot = |id| run.scene().slot(id).unwrap();
    let is = |condition| Precondition { negated: false, condition };
    let held = |id| is(Condition::Holds(slot(2), Thing::This(slot(id))));
    let inside = |id, y| is(Condition::Relation(slot(id), Relation::Inside, slot(y)));
    let not = |part: Precondition| Precondition { negated: true, ..part };
    let state = |id, state| is(Condition::State(slot(id), state));
    for (goal, told) in [
        (vec![held(4), inside(4, 3)], "are never true together"),
        (vec![state(3, ObjectState::Open), state(3, ObjectState::Closed)], "never true together"),
        (
            vec![not(state(3, ObjectState::Open)), not(state(3, ObjectState::Closed))],
            "!OPEN(box.3) and !CLOSED(box.3) are never",
        ),
        (vec![held(4), not(held(4))], "never true together"),
        (vec![inside(4, 3), inside(3, 4)], "would be in or on itself"),
        (vec![inside(4, 4)], "<ball> (4) would be in or on itself"),
        (vec![held(4), held(6), held(5)], "there are two hands for 3 things"),
    ] {
        let found = exclusive::together(run.scene(), run.state(), &goal);
        let found = found.unwrap_or_else(|| panic!("{told}")).told(run.scene());
        assert!(found.contains(told), "{found}");
    }
    for goal in [
        vec![held(4), held(5)],
        vec![held(4), inside(6, 3)],
        vec![inside(4, 3), inside(4, 1)],
        vec![state(3, ObjectState::Closed), not(state(3, ObjectState::Open))],
    ] {
        assert_eq!(exclusive::together(run.scene(), run.state(), &goal), None);
    }
    let effort = Effort { relevant: 0, every: 0, interrupt: None };
    let found = reach(&run, &[held(4), inside(4, 3)], &effort);
    let Reach::Unreachable { part: None, states: None, .. } = found else { panic!("{found:?}") };
}

#[test]
fn what_nothing_excludes_is_decided_by_every_state_or_not_at_all() {
    // The ring has to be out of the safe to get into the box; the safe never opens.
    let run = start(TINY);
    let slot = |id| run.scene().slot(id).unwrap();
    let near = |id| Precondition {
        negated: true,
        condition: Condition::Relation(slot(2), Relation::Close, slot(id)),
    };
    let held =
        Precondition { negated: false, condition: Condition::Holds(slot(2), Thing::This(slot(4))) };
    let goal = [held, near(4)];
    let effort = Effort { relevant: 100_000, every: 100_000_000, interrupt: None };
    let found = reach(&run, &goal, &effort);
    let Reach::Unreachable { part: None, states: Some(_), .. } = found else { panic!("{found:?}") };
    let brief = Effort { relevant: 5, every: 5, interrupt: None };
    let Reach::Unknown { missing, .. } = reach(&run, &goal, &brief) else {
        panic!("five states do not decide it")
    };
    assert_eq!(missing.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    /// Random programs: nothing becomes true that was called impossible, and no step changes anything that
    /// the steps of the whole search do not.
    #[test]
    fn nothing_impossible_ever_happens(choices in prop::collection::vec(any::<prop::sample::Index>(), 400)) {
        let first = start(FLAT);
        let scene = first.scene().clone();
        let steps = all_steps(&scene);
        let impossible: Vec<Precondition> = literals(&scene)
            .into_iter()
            .filter(|part| relaxed::impossible(&scene, first.state(), &[*part]).is_some())
            .collect();
        prop_assert!(impossible.len() > 1000, "{}", impossible.len());
        let mut state = first.state().clone();
        for choice in &choices {
            let step = choice.get(&steps);
            let mark = state.mark();
            if perform(&scene, &mut state, Rules::strict(), step).is_err() {
                continue;
            }
            let diff = state.since(mark);
            if diff.is_empty() {
                continue;
            }
            let now = facts(&scene, &state);
            let excluded = exclusive::together(&scene, first.state(), &now);
            prop_assert_eq!(excluded, None, "after {}", step);
            for part in &impossible {
                prop_assert!(!met(part, &state), "{} {} after {step}", part.negated, part.condition.shown(&scene));
            }
            state.undo(mark);
            let same = moves::every(&scene, &state).into_iter().any(|other| {
                let mark = state.mark();
                let same = perform(&scene, &mut state, Rules::strict(), &other).is_ok()
                    && state.since(mark) == diff;
                state.undo(mark);
                same
            });
            prop_assert!(same, "{step} is not among the steps of the search");
            let _ = perform(&scene, &mut state, Rules::strict(), step);
        }
    }

    /// The fingerprint says whether a state is the first one, whatever happened on the way.
    #[test]
    fn fingerprints_are_of_states_not_of_ways(choices in prop::collection::vec(any::<prop::sample::Index>(), 200)) {
        let first = start(FLAT);
        let scene = first.scene().clone();
        let steps = all_steps(&scene);
        let mut walker = Walker::new(&scene, first.state().clone(), Rules::strict(), &[], None);
        let mut known: Vec<(u128, State)> = vec![(0, first.state().clone())];
        for choice in &choices {
            if !walker.apply(choice.get(&steps)) {
                continue;
            }
            for (print, state) in &known {
                prop_assert_eq!(*print == walker.fingerprint(), *state == walker.state);
            }
            known.push((walker.fingerprint(), walker.state.clone()));
        }
    }
}

#[test]
fn steps_that_were_found_are_done_by_the_simulator() {
    let run = start(TINY);
    let ball = run.scene().slot(4).unwrap();
    let goal =
        [Precondition { negated: false, condition: Condition::State(ball, ObjectState::Clean) }];
    let Reach::Found { steps, .. } = reach(&run, &goal, &Effort::default()) else { panic!() };
    let mut recording = Recording::new(run);
    for step in steps {
        recording.step(&line(step)).unwrap();
    }
    assert!(met(&goal[0], recording.run().state()));
}
