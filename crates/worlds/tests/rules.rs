//! Small worlds and the verdicts that they must have: one row a case.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use vedette_worlds::rules::{Merge, Options, Origin, Outcome, Rule, RuleSet, Verdict, check};
use vedette_worlds::trajectory::{self, Trajectory, read};
use vedette_worlds::vocabulary::Vocabulary;

/// Trajectories from states: `|` parts trajectories, `;` parts states, blanks part facts.
fn traces(text: &str) -> Vec<Trajectory> {
    let mut lines = Vec::new();
    for (sample, states) in text.split('|').enumerate() {
        let step = |state: &str| {
            let facts: Vec<&str> = state.split_whitespace().collect();
            serde_json::json!({"state": facts})
        };
        let steps: Vec<_> = states.split(';').map(step).collect();
        lines.push(serde_json::json!({"sample": sample, "steps": steps}).to_string());
    }
    read(lines.join("\n").as_bytes(), "t", &trajectory::Options::default()).unwrap()
}

fn outcome_with(formula: &str, traces: &[Trajectory], options: &Options<'_>) -> Outcome {
    let mut set = RuleSet { rules: vec![Rule::formula("r", formula)], ..RuleSet::default() };
    set.defaults.insert("SOON".to_owned(), 2.0);
    check(&set, traces, &Vocabulary::ai2thor(), options).rules.remove(0)
}

fn outcome(formula: &str, text: &str) -> Outcome {
    outcome_with(formula, &traces(text), &Options::default())
}

fn letters(outcome: &Outcome) -> String {
    outcome.per_trajectory.iter().map(|letter| letter.char()).collect()
}

#[test]
fn verdicts() {
    let cases = [
        // Two mugs: the filled one is not the one near the phone.
        (
            "forall m: Mug, p: CellPhone. G(filled(m) -> !near(m, p))",
            "filled(Mug.1) near(Mug.2,CellPhone.1)",
            "satisfied",
            "S",
        ),
        (
            "forall m: Mug, p: CellPhone. G(filled(m) -> !near(m, p))",
            "filled(Mug.1) near(CellPhone.1,Mug.1)",
            "violated",
            "V",
        ),
        ("forall m: Mug. G(filled(m) -> !hot(m))", "on(Toaster.1)", "vacuous", "-"),
        ("forall m: Mug. G(filled(m) -> !hot(m))", "hot(Mug.1) | filled(Mug.1)", "satisfied", "-S"),
        // Each trajectory is judged by the objects that occur in it.
        (
            "forall s: Shelf. G !overloaded(s)",
            "on(Toaster.1) | near(Shelf.1,Mug.1)",
            "satisfied",
            "-S",
        ),
        // A deadline beyond the end, met, and missed.
        (
            "forall s: StoveBurner. G(on(s) -> F[<=SOON] !on(s))",
            "on(StoveBurner.1);on(StoveBurner.1)",
            "inconclusive",
            "?",
        ),
        (
            "forall s: StoveBurner. G(on(s) -> F[<=SOON] !on(s))",
            "on(StoveBurner.1);on(StoveBurner.1);",
            "satisfied",
            "S",
        ),
        (
            "forall s: StoveBurner. G(on(s) -> F[<=SOON] !on(s))",
            "on(StoveBurner.1);on(StoveBurner.1);on(StoveBurner.1)",
            "violated",
            "V",
        ),
        // The end of a shorter trajectory is an end.
        (
            "forall s: StoveBurner. G(on(s) -> F !on(s))",
            "on(StoveBurner.1); | on(StoveBurner.1)",
            "violated",
            "SV",
        ),
        // Different first states are a forest.
        (
            "forall s: StoveBurner. G !(on(s) & open(s))",
            "on(StoveBurner.1) | open(StoveBurner.1)",
            "satisfied",
            "SS",
        ),
        // Variables under G and inner quantifiers.
        ("G forall m: Mug. !hot(m)", "hot(Mug.1) | filled(Mug.1)", "violated", "VS"),
        (
            "forall t: Toaster. G(on(t) -> exists b: BreadSliced. inside(b, t))",
            "on(Toaster.1) inside(BreadSliced.1,Toaster.2)",
            "violated",
            "V",
        ),
        (
            "forall t: Toaster. G(on(t) -> exists b: BreadSliced. inside(b, t))",
            "on(Toaster.1) inside(BreadSliced.1,Toaster.1)",
            "satisfied",
            "S",
        ),
        ("F exists m: Mug. held(m)", "filled(Mug.1);held(Mug.1)", "satisfied", "S"),
        // True only because no instance exists.
        ("G !(exists b: Bathtub. inside(agent, b))", "on(Toaster.1)", "vacuous", "-"),
        // Two variables never name the same object.
        ("forall a: Mug, b: Mug. G !near(a, b)", "near(Mug.1,Mug.1)", "vacuous", "-"),
        ("forall a: Mug, b: Mug. G !near(a, b)", "near(Mug.1,Mug.2)", "violated", "V"),
        // Numbers that no one recorded.
        ("forall m: Mug. G(dist(agent, m) > 0.5)", "held(Mug.1)", "unsupported", "U"),
        // A state that says both decides nothing.
        ("forall m: Mug. G !on(m)", "ON(Mug.1) OFF(Mug.1)", "unsupported", "U"),
        // Path quantifiers see the other trajectories.
        (
            "forall m: Mug. A G(held(m) -> E F filled(m))",
            "held(Mug.1) | held(Mug.1);filled(Mug.1)",
            "satisfied",
            "SS",
        ),
    ];
    for (formula, text, verdict, expected) in cases {
        let outcome = outcome(formula, text);
        let errors: Vec<String> = outcome.errors.iter().map(ToString::to_string).collect();
        assert_eq!(outcome.verdict.name(), verdict, "{formula} on {text}: {errors:?}");
        assert_eq!(letters(&outcome), expected, "{formula} on {text}");
        let violated = expected.matches('V').count();
        assert_eq!(outcome.violations.len(), violated, "{formula} on {text}");
        assert!(outcome.violations.iter().all(|violation| violation.evidence.is_some()));
    }
}

#[test]
fn undeclared_words_are_errors_with_a_mend() {
    let cases = [
        ("forall m: Mug. G !ISONN(m)", "`ISONN` is no declared predicate; did you mean `ISON`?"),
        (
            "forall m: Mugg. G !on(m)",
            "`Mugg` (of the variable `m`) is no known object type; did you mean `Mug`?",
        ),
        (
            "G !on(Toaster)",
            "`Toaster` is an object type, not an object; write `forall x: Toaster. …` and `x`",
        ),
        ("G !on(<Toaster>)", "the placeholder `<Toaster>` stands for nothing"),
        (
            "forall m: Mug. G(on(m) -> F[<=LATER] !on(m))",
            "the constant `LATER` has no value; give `LATER` a number under `defaults`",
        ),
        ("forall m: Mug. G(dist(agent, m) > NEARBY)", "the constant `NEARBY` has no value"),
        ("forall m: Mug. G !near(m)", "`near` has 1 arguments; expected 2"),
        ("forall m: Mug. G !dist(m, agent)", "`dist` is a number"),
        ("forall m: Mug. G act.pickup_mug(m)", "`act.pickup_mug` is no known action"),
        ("forall m: Mug. forall m: Cup. G !on(m)", "the variable `m` is bound twice"),
        ("forall m: Mug. G(on(m) -> F[3,SOON] !on(m))", "the interval [3, 2] is empty"),
        ("forall m: Mug. G(on(m) ->", "character"),
    ];
    for (formula, expected) in cases {
        let outcome = outcome(formula, "filled(Mug.1)");
        assert_eq!(outcome.verdict, Verdict::Error, "{formula}");
        let errors: Vec<String> = outcome.errors.iter().map(ToString::to_string).collect();
        assert!(errors.iter().any(|error| error.contains(expected)), "{formula}: {errors:?}");
    }
}

#[test]
fn an_object_that_nothing_is_known_of_is_noted() {
    let outcome = outcome("G !on(stove.7)", "on(stove.1)");
    assert_eq!(outcome.verdict, Verdict::Satisfied);
    assert_eq!(outcome.notes, ["no trajectory mentions an object `stove.7`"]);
}

#[test]
fn whose_doing_a_violation_is() {
    let rule = "forall m: Mug. G !hot(m)";
    for (text, origin) in [
        ("hot(Mug.1);", Origin::AtStart),
        ("hot(Mug.1);;hot(Mug.1)", Origin::NotRepaired),
        (";hot(Mug.1)", Origin::ByAgent),
    ] {
        let text = format!("{text} | filled(Mug.1)");
        assert_eq!(outcome(rule, &text).violations[0].origin, origin, "{text}");
    }
    // Without an outer G the violation begins at step 0, and is still the agent's doing.
    let order = "forall p: Vase, w: Window. !open(p) W open(w)";
    let violation = &outcome(order, "dirty(Vase.1) dirty(Window.1);open(Vase.1)").violations[0];
    assert_eq!((violation.step, violation.origin), (0, Origin::ByAgent));
}

#[test]
fn the_first_step_and_then_the_first_binding_is_shown() {
    let rule = "forall m: Mug. G !hot(m)";
    let outcome = outcome(rule, "filled(Mug.1) filled(Mug.2);hot(Mug.2);hot(Mug.1) hot(Mug.2)");
    let first = &outcome.violations[0];
    assert_eq!((first.step, first.binding[0].1.as_str()), (1, "Mug.2"));
    assert_eq!((outcome.bindings, outcome.violated_bindings), (2, 2));
    assert_eq!(first.evidence.as_ref().unwrap().certain_at, 1);
}

#[test]
fn a_limit_is_unknown_and_never_satisfied() {
    let text = (0..30).map(|n| format!("filled(Mug.{n})")).collect::<Vec<_>>().join(" ");
    let rule = "forall a: Mug, b: Mug, c: Mug. G !(near(a, b) & near(b, c))";
    let options = Options { nodes: 1000, ..Options::default() };
    let outcome = outcome_with(rule, &traces(&text), &options);
    assert_eq!(outcome.verdict, Verdict::Unknown);
    assert_eq!(outcome.limit.unwrap().to_string(), "the limit of 1000 states was reached");
}

#[test]
fn both_ways_of_merging_give_the_same_verdicts() {
    let text = "on(StoveBurner.1) dirty(Mug.1);on(StoveBurner.1); | on(StoveBurner.1);on(StoveBurner.1) dirty(Mug.1)";
    let mut nodes = Vec::new();
    for merge in [Merge::Labels, Merge::Facts] {
        let set = RuleSet {
            rules: vec![Rule::formula("r", "forall s: StoveBurner. G(on(s) -> F !on(s))")],
            ..RuleSet::default()
        };
        let options = Options { merge, ..Options::default() };
        let report = check(&set, &traces(text), &Vocabulary::ai2thor(), &options);
        assert_eq!(letters(&report.rules[0]), "SV");
        nodes.push(report.summary.nodes);
    }
    assert_eq!(nodes, [3, 5], "dirt matters to no rule");
}

#[test]
fn tasks_are_trees_of_their_own() {
    let lines = r#"{"task": "a", "sample": 1, "steps": [{"state": ["held(Mug.1)"]}]}
{"task": "b", "sample": 1, "steps": [{"state": ["held(Mug.1)"]}, {"state": ["filled(Mug.1)"]}]}"#;
    let traces = read(lines.as_bytes(), "t", &trajectory::Options::default()).unwrap();
    let rule = "forall m: Mug. A G(held(m) -> E X filled(m))";
    let options = Options::default();
    let outcome = outcome_with(rule, &traces, &options);
    assert_eq!(letters(&outcome), "VS");
    let set = RuleSet { rules: vec![Rule::formula("r", rule)], ..RuleSet::default() };
    let summary = check(&set, &traces, &Vocabulary::ai2thor(), &options).summary;
    assert_eq!((summary.trajectories, summary.states, summary.nodes), (2, 3, 3));
}

#[test]
fn actions_hold_in_the_state_that_they_produced() {
    let lines = r#"{"steps": [{"state": ["hot(Mug.1)"]},
        {"action": "put(Mug.1, Fridge.1)", "state": ["hot(Mug.1)"], "succeeded": false},
        {"action": "put(Mug.1, Fridge.1)", "state": ["hot(Mug.1)"]}]}"#;
    let traces = read(lines.as_bytes(), "t", &trajectory::Options::default()).unwrap();
    let rule = "forall o: Object, f: Fridge. G(act.put(o, f) -> !hot(o))";
    let outcome = outcome_with(rule, &traces, &Options::default());
    assert_eq!(outcome.violations[0].step, 2, "the put that failed put nothing");
}

#[test]
fn a_million_steps_in_a_small_stack() {
    let work = || {
        let mut text = r#"{"steps": [{"state": ["on(StoveBurner.1)"]}"#.to_owned();
        for step in 0..1_000_000 {
            text += if step % 3 == 0 {
                r#",{"action": "toggle_off(StoveBurner.1)", "state": []}"#
            } else {
                r#",{"action": "toggle_on(StoveBurner.1)", "state": ["on(StoveBurner.1)"]}"#
            };
        }
        text += "]}";
        let traces = read(text.as_bytes(), "t", &trajectory::Options::default()).unwrap();
        let rule = "forall s: StoveBurner. G(on(s) -> F[<=SOON] !on(s))";
        let outcome = outcome_with(rule, &traces, &Options::default());
        assert_eq!(outcome.verdict, Verdict::Satisfied, "{:?}", outcome.limit);
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
}
