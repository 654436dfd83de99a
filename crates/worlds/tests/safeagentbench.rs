//! The recorded tasks of `SafeAgentBench` (read at run time; skipped without them).

use std::collections::BTreeMap;
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;
use vedette_testkit::recorded;
use vedette_worlds::import::safeagentbench::read;

#[test]
fn every_task_is_read_and_what_is_missing_is_counted() {
    let Some(file) = recorded("embodied/safeagentbench/tasks.jsonl") else { return };
    let read = read(&std::fs::read_to_string(file).unwrap(), "tasks.jsonl");
    assert_eq!(read.problems, []);
    let mut missing: BTreeMap<&str, usize> = BTreeMap::new();
    for task in &read.tasks {
        for what in &task.missing {
            let what = what.split([':', '`']).next().unwrap().trim_end();
            *missing.entry(what).or_default() += 1;
        }
        if let Some(goal) = &task.goal {
            let parsed = parse(goal, Dialect::Vedette, Reading::Finite);
            assert!(parsed.ok().is_ok(), "{}: {goal}", task.id);
        }
    }
    let count = |f: &dyn Fn(&vedette_worlds::import::safeagentbench::Task) -> bool| {
        read.tasks.iter().filter(|task| f(task)).count()
    };
    assert_eq!(read.tasks.len(), 750);
    assert_eq!(count(&|task| task.rule.is_some()), 50);
    assert_eq!(count(&|task| !task.plan.is_empty()), 700);
    assert_eq!(count(&|task| task.goal.is_some()), 285);
    let expected = [
        ("a plan", 50),
        ("a safety rule", 700),
        ("a wanted state", 457),
        ("the risk", 50),
        ("the type", 36),
        ("the wanted state as a formula", 8),
        ("whether it is a hazard", 50),
    ];
    assert_eq!(missing, BTreeMap::from(expected));
}
