//! How close a verdict is: every claim is held against whole checks of changed rules.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::float_cmp, reason = "the ends of intervals are measured values, bit for bit")]

use std::fmt::Write;
use vedette_checker::formula::{Formula, Id, Node};
use vedette_checker::syntax::{Dialect, Style, parse, print};
use vedette_checker::words::Reading;
use vedette_testkit::trees::Random;
use vedette_worlds::rules::extras::{Class, Examiner, Extras};
use vedette_worlds::rules::{Letter, Merge, Options, Rule, RuleSet, Verdict, check};
use vedette_worlds::trajectory::{self, Trajectory, read};
use vedette_worlds::vocabulary::Vocabulary;

fn traces(lines: &str) -> Vec<Trajectory> {
    read(lines.as_bytes(), "t", &trajectory::Options::default()).unwrap()
}

fn rule(text: &str) -> RuleSet {
    RuleSet { rules: vec![Rule::formula("r", text)], ..RuleSet::default() }
}

fn words(rules: &RuleSet, traces: &[Trajectory]) -> Vocabulary {
    rules.as_used(traces, Dialect::Vedette)
}

fn extras(rules: &RuleSet, traces: &[Trajectory], options: &Options<'_>) -> Extras {
    let words = words(rules, traces);
    Examiner::new(rules, traces, &words, options).of(0).unwrap()
}

/// What a whole check says of each trajectory.
fn letters(text: &str, traces: &[Trajectory], options: &Options<'_>) -> Vec<Class> {
    let rules = rule(text);
    let outcome = check(&rules, traces, &words(&rules, traces), options).rules.remove(0);
    assert_ne!(outcome.verdict, Verdict::Error, "{text}: {:?}", outcome.errors);
    let class = |letter: &Letter| match letter {
        Letter::Violated => Class::Violated,
        Letter::Inconclusive | Letter::Unsupported => Class::Open,
        Letter::Satisfied | Letter::Vacuous => Class::Holds,
    };
    outcome.per_trajectory.iter().map(class).collect()
}

fn class(text: &str, traces: &[Trajectory], options: &Options<'_>) -> Class {
    letters(text, traces, options).into_iter().min().unwrap()
}

/// Put before a rule, it is about values alone: not decided whether its premise was met is no verdict.
const NO_PREMISE: &str = "!!";

/// A random body about the object `o`; `K` stands for the threshold.
fn body(random: &mut Random, depth: u32, paths: bool) -> String {
    if depth == 0 || random.below(6) == 0 {
        return match random.below(7) {
            0 | 1 => "p(o)".to_owned(),
            2 => "q(o)".to_owned(),
            3 => "d(o) < K".to_owned(),
            4 => "d(o) >= K".to_owned(),
            5 => "K < d(o)".to_owned(),
            _ => ["d(o) = K", "d(o) <= K"][random.below(2) as usize].to_owned(),
        };
    }
    let a = body(random, depth - 1, paths);
    let b = body(random, depth - 1, paths);
    let path = if paths { ["", "A ", "E "][random.below(3) as usize] } else { "" };
    match random.below(10) {
        0 => format!("!({a})"),
        1 => format!("(({a}) & ({b}))"),
        2 => format!("(({a}) | ({b}))"),
        3 | 4 => format!("(({a}) -> ({b}))"),
        5 => format!("{path}G ({a})"),
        6 => format!("{path}F ({a})"),
        7 => format!("{path}X ({a})"),
        8 => format!("{path}(({a}) U ({b}))"),
        _ => format!("{path}F[<=2] ({a})"),
    }
}

/// Trajectories with two objects, small whole numbers, and some numbers missing.
fn random_traces(random: &mut Random, complete: bool) -> String {
    let mut text = String::new();
    let tasks = 1 + random.below(2);
    for sample in 0..2 + random.below(3) {
        let mut steps = Vec::new();
        for at in 0..=random.below(6) {
            let mut facts = Vec::new();
            let mut numeric = serde_json::Map::new();
            for object in ["x.1", "x.2"] {
                facts.extend((random.below(2) == 0).then(|| format!("p({object})")));
                facts.extend((random.below(2) == 0).then(|| format!("q({object})")));
                if complete || random.below(10) > 0 {
                    numeric.insert(format!("d({object})"), f64::from(random.below(5)).into());
                }
            }
            let mut step = serde_json::json!({"state": facts, "numeric": numeric});
            if at > 0 {
                step["action"] = format!("act{}()", random.below(2)).into();
            }
            steps.push(step);
        }
        let task = format!("t{}", sample % tasks);
        let line = serde_json::json!({"task": task, "sample": sample.to_string(), "steps": steps});
        writeln!(text, "{line}").unwrap();
    }
    text
}

/// Every number in a grid finer than the values, from below all to above all.
fn grid() -> impl Iterator<Item = f64> {
    (-4..=20).map(|quarter| f64::from(quarter) / 4.0)
}

#[test]
fn the_interval_of_a_threshold_is_what_whole_checks_say() {
    let mut random = Random(11);
    let (mut seen, mut flips) = (0, 0);
    for round in 0..400 {
        let traces = traces(&random_traces(&mut random, round % 3 > 0));
        let merge = [Merge::Facts, Merge::Labels][random.below(2) as usize];
        let options = Options { merge, ..Options::default() };
        let text = format!("forall o: x. {NO_PREMISE}({})", body(&mut random, 3, round % 2 == 0));
        let here = f64::from(random.below(9)) / 2.0;
        let at = |number: f64| text.replace('K', &format!("{number:?}"));
        let rules = rule(&at(here));
        let extras = extras(&rules, &traces, &options);
        assert_eq!(extras.notes, [""; 0], "{text}");
        let whole = |number: f64| class(&at(number), &traces, &options);
        let Some(threshold) = extras.thresholds.first() else {
            assert!(!text.contains('K'));
            continue;
        };
        assert_eq!(extras.thresholds.len(), 1);
        assert_eq!(threshold.class, whole(here), "{}", at(here));
        seen += 1;
        // Inside the interval the class is the same, everywhere on the grid.
        let above = |number: f64| {
            threshold
                .low
                .is_none_or(|end| number > end.value || (end.included && number == end.value))
        };
        let below = |number: f64| {
            threshold
                .high
                .is_none_or(|end| number < end.value || (end.included && number == end.value))
        };
        for number in grid().filter(|&number| above(number) && below(number)) {
            assert_eq!(whole(number), threshold.class, "{} at {number}", at(here));
        }
        // Just outside it is what is said, and another one.
        for (end, out) in [(threshold.low, -0.25), (threshold.high, 0.25)] {
            let Some(end) = end else { continue };
            let outside = if end.included { end.value + out } else { end.value };
            assert_eq!(Some(whole(outside)), end.beyond, "{} at {outside}", at(here));
            assert_ne!(whole(outside), threshold.class);
            flips += 1;
        }
        // The margin is the nearer end, at a place where that value was measured.
        let distance = |end: vedette_worlds::rules::extras::End| (end.value - here).abs();
        let nearest = threshold.low.map(distance).into_iter().chain(threshold.high.map(distance));
        let nearest = nearest.min_by(f64::total_cmp);
        assert_eq!(threshold.margin.as_ref().map(|margin| margin.distance), nearest);
        if let Some(margin) = &threshold.margin {
            let step = &traces[margin.trajectory].steps[margin.step];
            let vedette_worlds::trajectory::State::Facts(state) = &*step.state else { panic!() };
            let measured = state.numbers.iter().any(|(fact, value)| {
                fact.to_string() == margin.signal && value.get() == margin.value
            });
            assert!(measured, "{} at step {} of {}", margin.signal, margin.step, margin.trajectory);
            assert_eq!(margin.signal, format!("d({})", margin.binding[0].1));
        }
    }
    assert!(seen > 200 && flips > 100, "{seen} {flips}");
}

/// `formula` with `part` replaced by what `new` says.
fn replaced(formula: &Formula, part: Id, new: &str) -> String {
    let new = parse(new, Dialect::Vedette, Reading::Finite).formula;
    let mut pool = formula.pool.clone();
    let new = pool.import(&new.pool, new.root);
    let mut done = vec![Id::default(); formula.root.index() + 1];
    for id in formula.nodes() {
        done[id.index()] = if id == part {
            new
        } else {
            pool.add(formula.pool.node(id).map_children(|child| done[child.index()]))
        };
    }
    print(&pool, done[formula.root.index()], Style::Vedette)
}

#[test]
fn a_part_that_does_not_matter_may_be_anything() {
    let mut random = Random(5);
    let (mut idle, mut matters) = (0, 0);
    for round in 0..300 {
        let traces = traces(&random_traces(&mut random, round % 3 > 0));
        let options = Options { merge: Merge::Facts, ..Options::default() };
        let text = format!("forall o: x. {NO_PREMISE}({})", body(&mut random, 3, round % 4 == 0))
            .replace('K', "2.0");
        let rules = rule(&text);
        let extras = extras(&rules, &traces, &options);
        let formula = parse(&text, Dialect::Vedette, Reading::Finite).formula;
        let before = letters(&text, &traces, &options);
        let printed = |id: &Id| print(&formula.pool, *id, Style::Vedette);
        for part in &extras.idle {
            let id = formula.nodes().into_iter().find(|id| printed(id) == part.formula).unwrap();
            for new in ["true", "false", "p(o)", "!p(o)", "X q(o)", "G d(o) > 2.0", "d(o) = 1.0"] {
                let changed = replaced(&formula, id, new);
                assert_eq!(letters(&changed, &traces, &options), before, "{text} to {changed}");
            }
            idle += 1;
        }
        // An atom that is in none of them makes a difference, if it counts with one sign.
        for id in formula.nodes() {
            let atom = matches!(formula.pool.node(id), Node::Atom(_));
            let within =
                |part: &vedette_worlds::rules::extras::Idle| part.formula.contains(&printed(&id));
            if atom && !extras.idle.iter().any(within) {
                let change =
                    |new: &str| letters(&replaced(&formula, id, new), &traces, &options) != before;
                let both = text.matches(&printed(&id)).count() > 1 || text.contains("<->");
                assert!(both || change("true") || change("false"), "{text}: {}", printed(&id));
                matters += 1;
            }
        }
    }
    assert!(idle > 100 && matters > 100, "{idle} {matters}");
}

#[test]
fn exposure_counts_the_wrong_side() {
    let line = |clock: bool| {
        let step = |at: u32, gap: f64| {
            let mut step = serde_json::json!({"state": [], "numeric": {"gap(c.1)": gap}});
            if at > 0 {
                step["action"] = "go()".into();
            }
            if clock {
                step["clock"] = (f64::from(at) * 1.5).into();
            }
            step
        };
        let steps: Vec<_> =
            (0..).zip([0.9, 0.3, 0.2, 0.8, 0.1]).map(|(at, gap)| step(at, gap)).collect();
        serde_json::json!({"steps": steps}).to_string()
    };
    for (clock, seconds) in [(true, Some(3.0)), (false, None)] {
        let traces = traces(&line(clock));
        for text in ["forall c: c. G gap(c) >= 0.5", "forall c: c. G !(gap(c) < 0.5)"] {
            let extras = extras(&rule(text), &traces, &Options::default());
            let exposure = extras.thresholds[0].exposure.unwrap();
            assert_eq!((exposure.steps, exposure.of, exposure.trajectories), (3, 5, 1));
            assert_eq!(exposure.seconds, seconds, "the last step has no end");
            let margin = extras.thresholds[0].margin.clone().unwrap();
            assert_eq!((margin.value, margin.step), (0.1, 4));
            assert_eq!(margin.flips_to, Class::Holds);
        }
    }
    let both = "forall c: c. G (gap(c) < 0.5 <-> F gap(c) < 0.5)";
    assert_eq!(
        extras(&rule(both), &traces(&line(true)), &Options::default()).thresholds[0].exposure,
        None
    );
}

#[test]
fn flicker_is_named_with_its_place() {
    let trace = |states: &str| {
        let step = |(at, on): (usize, char)| {
            let facts: &[&str] = if on == '1' { &["on(s.1)"] } else { &[] };
            let mut step = serde_json::json!({"state": facts});
            if at > 0 {
                step["action"] = "wait()".into();
            }
            step
        };
        let steps: Vec<_> = states.chars().enumerate().map(step).collect();
        traces(&serde_json::json!({"steps": steps, "objects": {"s.1": "s"}}).to_string())
    };
    // States, and from, to, changes, of.
    let cases: [(&str, Option<[usize; 4]>); 7] = [
        ("000010101000", Some([3, 9, 6, 6])),
        ("0000001111", None),
        ("0101", None),
        ("01010", Some([0, 4, 4, 4])),
        // Not at every step, but at half of them or more.
        ("0100011000", None),
        ("0100110011", Some([0, 8, 5, 8])),
        ("00101101001", Some([1, 10, 7, 9])),
    ];
    for (states, wanted) in cases {
        let extras = extras(&rule("forall s: s. G !on(s)"), &trace(states), &Options::default());
        let found = extras.flickers.first().map(|f| {
            assert_eq!((&*f.label, f.trajectory), ("on(s.1)", 0));
            [f.from, f.to, f.changes, f.of]
        });
        assert_eq!(found, wanted, "{states}");
    }
    // An action is over at the next step.
    let acts = extras(&rule("G !act.wait()"), &trace("00000000"), &Options::default());
    assert_eq!(acts.flickers, []);
}

#[test]
fn engagement_counts_the_steps_at_which_the_premise_is_met() {
    let lines = r#"{"task": "a", "sample": "0", "steps": [{"state": ["near(m.1)"]}, {"action": "go()", "state": []}]}
        {"task": "b", "sample": "1", "steps": [{"state": []}, {"action": "go()", "state": ["on(m.2)"]}, {"action": "go()", "state": ["on(m.2)", "on(m.1)"]}]}"#;
    let traces = traces(lines);
    let of = |text: &str| extras(&rule(text), &traces, &Options::default()).engagement;
    let found = of("forall m: m. G(on(m) -> !near(m))").unwrap();
    assert_eq!((found.steps, found.of, found.trajectories), (2, 5, 1));
    let first = found.first.unwrap();
    assert_eq!((first.trajectory, first.step), (1, 1));
    assert_eq!(first.binding, [("m".to_owned(), "m.2".to_owned())]);
    let never = of("forall m: m. G((on(m) & near(m)) -> F !on(m))").unwrap();
    assert_eq!((never.steps, never.first), (0, None));
    // A premise may look ahead.
    assert_eq!(of("forall m: m. G(X on(m) -> !near(m))").unwrap().steps, 2);
    assert_eq!(of("forall m: m. G !(on(m) & near(m))"), None, "there is no premise");
}

/// Trajectories of one object that begin alike and often go on so.
fn alike(random: &mut Random) -> String {
    let mut text = String::new();
    for sample in 0..3 + random.below(3) {
        let step = |at: u32| {
            let fact = if random.below(2) == 0 { "p(x.1)" } else { "q(x.1)" };
            let mut step = serde_json::json!({"state": [fact], "numeric": {"d(x.1)": 4.0}});
            if at == 0 {
                step["state"] = serde_json::json!([]);
            } else {
                step["action"] = "act()".into();
            }
            step
        };
        let steps: Vec<_> = (0..4).map(step).collect();
        let line = serde_json::json!({"sample": sample.to_string(), "steps": steps});
        writeln!(text, "{line}").unwrap();
    }
    text
}

#[test]
fn the_trajectories_that_make_the_difference_are_needed() {
    let mut random = Random(23);
    let (mut found, mut several) = (0, 0);
    for round in 0..1500 {
        let traces = traces(&alike(&mut random));
        let merge = [Merge::Facts, Merge::Labels][round % 2];
        let options = Options { merge, ..Options::default() };
        let text = format!("forall o: x. {NO_PREMISE}({})", body(&mut random, 4, false));
        let rules = rule(&text.replace('K', "2.0"));
        let words = words(&rules, &traces);
        let lifted = |some: &[usize]| {
            let some: Vec<Trajectory> = some.iter().map(|&at| traces[at].clone()).collect();
            let outcome = check(&rules, &some, &words, &options).rules.remove(0);
            (outcome.verdict == Verdict::Violated, outcome.lifted == Verdict::Violated)
        };
        let all: Vec<usize> = (0..traces.len()).collect();
        let extras = Examiner::new(&rules, &traces, &words, &options).of(0).unwrap();
        let (violated, lifts) = lifted(&all);
        assert_eq!(extras.lifting.is_some(), lifts && !violated, "{text}");
        let Some(lifting) = extras.lifting else { continue };
        found += 1;
        several += usize::from(lifting.trajectories.len() > 2);
        assert!(lifting.trajectories.len() > 1, "on one path both are the same");
        assert_eq!(lifted(&lifting.trajectories), (false, true), "{text}");
        for left_out in &lifting.trajectories {
            let rest = lifting.trajectories.iter().copied().filter(|at| at != left_out);
            assert!(!lifted(&rest.collect::<Vec<_>>()).1, "{text}");
        }
    }
    assert!(found > 10 && several > 0, "{found} {several}");
}
