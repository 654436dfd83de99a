//! Holds labels, rules and the importer against the reference verdicts of the SENTINEL test data
//! (read at run time; skipped where the data is not there).

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use vedette_checker::syntax::Dialect;
use vedette_worlds::rules::{Options, Outcome, Rule, RuleSet, RuleText, check};
use vedette_worlds::trajectory::{self, Trajectory, read};
use vedette_worlds::vocabulary::Vocabulary;

/// The folder of test data, if it is on this machine.
fn data() -> Option<PathBuf> {
    let found = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("shared/data/sentinel"))
        .find(|folder| folder.is_dir());
    if found.is_none() {
        eprintln!("SKIPPED: no folder shared/data/sentinel above {}", env!("CARGO_MANIFEST_DIR"));
    }
    found
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
