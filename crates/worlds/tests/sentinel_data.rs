//! Holds labels, rules and the importer against the reference verdicts of the SENTINEL test data
//! (read at run time; skipped where the data is not there).

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use vedette_checker::formula::{Atom, Formula, Node};
use vedette_checker::syntax::{Dialect, Style, parse, print};
use vedette_checker::words::Reading;
use vedette_testkit::recorded;
use vedette_worlds::rules::{Options, Outcome, Rule, RuleSet, RuleText, Verdict, check};
use vedette_worlds::trajectory::{self, Trajectory, read};
use vedette_worlds::vocabulary::Vocabulary;

/// The folder of test data, if it is on this machine.
fn data() -> Option<PathBuf> {
    recorded("sentinel")
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn rules(data: &Path) -> RuleSet {
    let one = |name: &str| {
        let path = data.join("rules").join(name);
        RuleSet::read(&fs::read(&path).unwrap(), name).unwrap()
    };
    let mut rules = one("rules.json");
    rules.rules.extend(one("rules_extra.json").rules);
    rules
}

/// The groups: the folder, and its trajectories.
fn groups(data: &Path) -> Vec<(PathBuf, Vec<Trajectory>)> {
    let mut folders: Vec<PathBuf> = fs::read_dir(data.join("trace_groups"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    let trajectories = |folder: &PathBuf| {
        let mut files: Vec<PathBuf> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|end| end == "gz"))
            .collect();
        files.sort();
        let options = trajectory::Options::default();
        files
            .iter()
            .flat_map(|file| {
                read(&fs::read(file).unwrap(), &file.display().to_string(), &options).unwrap()
            })
            .collect::<Vec<_>>()
    };
    folders
        .into_iter()
        .map(|folder| {
            let t = trajectories(&folder);
            (folder, t)
        })
        .collect()
}

fn letters(outcome: &Outcome) -> String {
    outcome.per_trajectory.iter().map(|letter| letter.char()).collect()
}

/// What an outcome differs in from the reference verdict of the rule.
fn differences(outcome: &Outcome, reference: &Value, binding: bool) -> Vec<String> {
    let mut differences = Vec::new();
    let mut compare = |what: &str, ours: String, theirs: String| {
        if ours != theirs {
            differences.push(format!("{what}: ours {ours}, reference {theirs}"));
        }
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    compare("right", outcome.verdict.to_string(), text(&reference["right"]));
    if reference["right_each"].is_string() {
        compare("right_each", letters(outcome), text(&reference["right_each"]));
    }
    let witness = &reference["witness"];
    match outcome.violations.first() {
        None => compare(
            "witness",
            "none".to_owned(),
            if witness.is_null() { "none".to_owned() } else { witness.to_string() },
        ),
        Some(first) => {
            let ours = format!("{}, {}", first.trajectory, first.step);
            compare("witness", ours, format!("{}, {}", witness["trajectory"], witness["step"]));
            if binding {
                let ours: serde_json::Map<String, Value> = first
                    .binding
                    .iter()
                    .map(|(v, o)| (v.clone(), Value::from(o.as_str())))
                    .collect();
                compare("binding", Value::from(ours).to_string(), witness["binding"].to_string());
            }
            assert!(first.evidence.is_some(), "{}: a violation without evidence", outcome.rule);
        }
    }
    differences
}

#[test]
fn verdicts_letters_and_witnesses_are_those_of_the_reference() {
    let Some(data) = data() else { return };
    let rules = rules(&data);
    assert_eq!(rules.rules.len(), 120);
    let (mut compared, mut wrong) = (0, Vec::new());
    for (folder, trajectories) in groups(&data) {
        let report = check(&rules, &trajectories, &Vocabulary::ai2thor(), &Options::default());
        let reference = json(&folder.join("verdicts.json"));
        for (outcome, reference) in
            report.rules.iter().zip(reference["verdicts"].as_array().unwrap())
        {
            assert_eq!(Some(outcome.rule.as_str()), reference["id"].as_str());
            assert!(outcome.errors.is_empty(), "{}: {:?}", outcome.rule, outcome.errors);
            compared += 1;
            for difference in differences(outcome, reference, true) {
                wrong.push(format!("{} {}: {difference}", folder.display(), outcome.rule));
            }
        }
    }
    assert!(compared >= 120, "{compared}");
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
}

/// A rule set in which every rule is given by its `rule` text alone.
fn as_texts(rules: &RuleSet) -> RuleSet {
    let mut texts = rules.clone();
    for rule in &mut texts.rules {
        let text = rule.other["rule"].as_str().unwrap().to_owned();
        rule.text = RuleText::Rule(text);
    }
    texts
}

#[test]
fn imported_texts_decide_the_groups_as_the_formulas_do() {
    let Some(data) = data() else { return };
    let (rules, words, options) = (rules(&data), Vocabulary::ai2thor(), Options::default());
    let texts = as_texts(&rules);
    let mut wrong = Vec::new();
    for (folder, trajectories) in groups(&data) {
        let [ours, theirs] =
            [&texts, &rules].map(|set| check(set, &trajectories, &words, &options));
        for (ours, theirs) in ours.rules.iter().zip(&theirs.rules) {
            assert!(ours.errors.is_empty(), "{}: {:?}", ours.rule, ours.errors);
            let seen = |outcome: &Outcome| {
                let steps = outcome.violations.iter().map(|v| (v.trajectory, v.step));
                (outcome.verdict, letters(outcome), steps.collect::<Vec<_>>())
            };
            if seen(ours) != seen(theirs) {
                let (ours_seen, theirs_seen) = (seen(ours), seen(theirs));
                wrong.push(format!(
                    "{} {}: {ours_seen:?} {theirs_seen:?}",
                    folder.display(),
                    ours.rule
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A small generator of pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// A random symbolic world for a formula: none to two objects of every type that it names, random
/// facts of every predicate that it uses.
fn random_world(formula: &Formula, random: &mut Random) -> String {
    let pool = &formula.pool;
    let (mut objects, mut facts, mut signals) = (Vec::new(), Vec::new(), Vec::new());
    let mut actions = Vec::new();
    for id in formula.nodes() {
        match pool.node(id) {
            Node::Bind(_, binder, _) => {
                for &(_, category) in &pool.binder(binder).variables {
                    let category = pool.name(category);
                    let category = if category == "Object" { "Apple" } else { category };
                    for number in 0..random.below(3) {
                        objects.push((format!("{category}.{number}"), category.to_owned()));
                    }
                }
            }
            Node::Atom(atom) => match pool.atom(atom) {
                Atom::Fact(fact) => match pool.name(fact.name).strip_prefix("act.") {
                    Some(action) => actions.push((action.to_owned(), fact.args.len())),
                    None => facts.push((pool.name(fact.name).to_owned(), fact.args.len())),
                },
                Atom::Compare { .. } => signals.push("dist".to_owned()),
            },
            _ => {}
        }
    }
    objects.sort();
    objects.dedup();
    let mut things: Vec<String> = objects.iter().map(|(id, _)| id.clone()).collect();
    things.extend(["agent".to_owned(), "agent.arm".to_owned()]);
    let pick = |name: &str, arity: usize, random: &mut Random| {
        let args: Vec<&str> =
            (0..arity).map(|_| things[random.below(things.len())].as_str()).collect();
        format!("{name}({})", args.join(", "))
    };
    let mut lines = String::new();
    for sample in 0..3 {
        let mut steps = Vec::new();
        for _ in 0..=random.below(6) {
            let mut state = Vec::new();
            for (name, arity) in &facts {
                for _ in 0..random.below(1 + 4 * things.len()) {
                    state.push(pick(name, *arity, random));
                }
            }
            let mut numeric = serde_json::Map::new();
            for name in &signals {
                for thing in &things {
                    let value = f64::from(random.below(20) as u32) / 10.0;
                    numeric.insert(format!("{name}(agent, {thing})"), value.into());
                }
            }
            let mut step = serde_json::json!({"state": state, "numeric": numeric});
            if !actions.is_empty() {
                let (name, arity) = &actions[random.below(actions.len())];
                step["action"] = pick(name, *arity, random).into();
            }
            steps.push(step);
        }
        let objects: serde_json::Map<String, Value> =
            objects.iter().map(|(id, category)| (id.clone(), category.clone().into())).collect();
        let line = serde_json::json!({"sample": sample, "objects": objects, "steps": steps});
        lines.extend([line.to_string(), "\n".to_owned()]);
    }
    lines
}

#[test]
fn imported_texts_mean_what_the_formulas_mean() {
    let Some(data) = data() else { return };
    let (rules, words, options) = (rules(&data), Vocabulary::ai2thor(), Options::default());
    let texts = as_texts(&rules);
    let (mut random, mut wrong, mut violated) = (Random(7), Vec::new(), 0);
    for (rule, text) in rules.rules.iter().zip(&texts.rules).take(101) {
        let RuleText::Formula(formula) = &rule.text else { unreachable!() };
        let formula = parse(formula, Dialect::Vedette, Reading::Finite).ok().unwrap();
        let defaults: indexmap::IndexMap<_, _, _> =
            [("T_MAX".to_owned(), 2.0)].into_iter().collect();
        let set = |rule: &Rule| RuleSet {
            rules: vec![rule.clone()],
            defaults: defaults.clone(),
            ..RuleSet::default()
        };
        for _ in 0..60 {
            let world = random_world(&formula, &mut random);
            let traces = read(world.as_bytes(), "random", &trajectory::Options::default()).unwrap();
            let [ours, theirs] =
                [set(text), set(rule)].map(|set| check(&set, &traces, &words, &options));
            let (ours, theirs) = (&ours.rules[0], &theirs.rules[0]);
            violated += usize::from(theirs.verdict == Verdict::Violated);
            if letters(ours) != letters(theirs) || !ours.errors.is_empty() {
                let (ours_seen, theirs_seen) = (letters(ours), letters(theirs));
                let printed = ours.formula.as_ref().map(|f| print(&f.pool, f.root, Style::Vedette));
                wrong.push(format!(
                    "{}: {ours_seen} {theirs_seen} {printed:?} {:?}\n{world}",
                    rule.id, ours.errors
                ));
                break;
            }
        }
    }
    assert!(violated > 500, "too few worlds violate a rule: {violated}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The traces of an edge case as our lines; with the predicate `A` called `P` if asked for.
fn edge_traces(case: &Value, renamed: bool) -> Vec<Trajectory> {
    let line = |(sample, states): (usize, &Value)| {
        let steps: Vec<Value> = states
            .as_array()
            .unwrap()
            .iter()
            .map(|state| serde_json::json!({"state": state}))
            .collect();
        serde_json::json!({"sample": sample, "steps": steps}).to_string()
    };
    let traces = case["traces"].as_array().unwrap().iter().enumerate();
    let lines: Vec<String> = traces.map(line).collect();
    let mut text = lines.join("\n");
    if renamed {
        text = text.replace("A(x)", "P(x)");
    }
    read(text.as_bytes(), "edge", &trajectory::Options::default()).unwrap()
}

#[test]
fn edge_cases_are_decided_right_from_text_and_formula() {
    let Some(data) = data() else { return };
    let cases = json(&data.join("trace_groups/edge_cases.json"));
    let (mut decided, mut wrong) = (0, Vec::new());
    for case in cases["cases"].as_array().unwrap() {
        let text = case["rule"].as_str().unwrap();
        let mut forms = vec![("text", RuleText::Rule(text.to_owned()), Dialect::Sentinel)];
        if let Some(formula) = case["formula"].as_str().filter(|formula| *formula != "-") {
            // In our grammar `A(x)` is a path quantifier, so that predicate gets another name.
            let text = RuleText::Formula(formula.replace("A(x)", "P(x)"));
            forms.push(("formula", text, Dialect::Vedette));
        }
        for (kind, text, dialect) in forms {
            let traces = edge_traces(case, kind == "formula");
            let rule = Rule { id: "E".to_owned(), text, other: serde_json::Map::new() };
            let rules = RuleSet { rules: vec![rule], ..RuleSet::default() };
            let words = if case["vocabulary"] == "as used" {
                rules.as_used(&traces, dialect)
            } else {
                Vocabulary::ai2thor()
            };
            let outcome = check(&rules, &traces, &words, &Options::default()).rules.remove(0);
            let right = case["right"].as_str().unwrap();
            let same = outcome.verdict.name() == right
                || (right == "satisfied" && outcome.verdict == Verdict::Vacuous);
            decided += 1;
            if !same {
                let verdict = outcome.verdict;
                let errors: Vec<String> = outcome.errors.iter().map(ToString::to_string).collect();
                wrong.push(format!(
                    "{} {kind}: ours {verdict}, right {right} {errors:?}",
                    case["id"]
                ));
            }
        }
    }
    assert!(decided >= 20, "{decided}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
