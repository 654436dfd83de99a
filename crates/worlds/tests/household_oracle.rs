//! Our household simulator against recorded runs of the reference executor: every step of every
//! program, and the recorded final graphs. The records lie in `shared/data` beside the project.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use vedette_worlds::household::Rules;
use vedette_worlds::household::recorded::{Recorded, Tasks, compare, final_agrees};
use vedette_worlds::input::{Limits, text};

fn data() -> Option<PathBuf> {
    vedette_testkit::recorded("embodied/virtualhome")
}

fn read(data: &Path, name: &str) -> String {
    let bytes = std::fs::read(data.join(name)).unwrap();
    text(&bytes, name, &Limits::default()).unwrap().into_owned()
}

fn tasks(data: &Path) -> Tasks {
    Tasks::read(&read(data, "base_graph.json.gz"), &read(data, "tasks.jsonl"), "tasks").unwrap()
}

#[test]
fn every_recorded_step_is_the_same() {
    let Some(data) = data() else { return };
    let tasks = tasks(&data);
    let (mut programs, mut steps, mut failing, mut differing) = (0, 0, 0, Vec::new());
    for name in ["oracle.jsonl", "oracle_directed.jsonl"] {
        for recorded in Recorded::read(&read(&data, name), name).unwrap() {
            let household = tasks.household(&recorded.graph).unwrap().unwrap();
            assert_eq!(household.problems, [], "{}", recorded.graph);
            let found = compare(&recorded, household, Rules::compat());
            programs += 1;
            steps += found.steps;
            failing += usize::from(recorded.steps.iter().any(|step| !step.ok));
            if let Some(found) = found.difference {
                differing.push(format!(
                    "{} step {} {}: {}",
                    recorded.id, found.step, found.line, found.what
                ));
            }
        }
    }
    assert!(differing.is_empty(), "{} differ:\n{}", differing.len(), differing.join("\n"));
    // What the shared records hold; fewer would mean that some were not looked at.
    assert_eq!((programs, steps, failing), (384, 2555, 201));
}

#[derive(Deserialize)]
struct Check {
    results: BTreeMap<String, Expected>,
}

#[derive(Deserialize)]
struct Expected {
    runs: bool,
    sorted_equal: Option<bool>,
}

#[test]
fn the_older_walk_gives_the_recorded_final_graphs() {
    let Some(data) = data() else { return };
    let tasks = tasks(&data);
    let check: Check = serde_json::from_str(&read(&data, "recorded_check.json")).unwrap();
    let (mut equal, mut wrong) = (0, Vec::new());
    for (id, expected) in &check.results {
        let (program, recorded) = tasks.reference(id).unwrap();
        let household = tasks.household(id).unwrap().unwrap();
        let found = final_agrees(program, household, Rules::recorded(), recorded);
        equal += usize::from(found == Some(true));
        if found != expected.sorted_equal || found.is_some() != expected.runs {
            wrong.push(format!("{id}: {found:?}, recorded {:?}", expected.sorted_equal));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!((check.results.len(), equal), (342, 302));
}
