//! Explicit automata against recorded sizes and classes of another tool.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use vedette_checker::automata::explicit::{Acceptance, automaton};
use vedette_checker::automata::hierarchy::hierarchy;
use vedette_checker::budget::Budget;
use vedette_checker::formula::Formula;
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;
use vedette_testkit::recorded;

/// The recorded automata, if they are beside the project: formula, origin, states of the
/// transition-based and of the state-based automaton, class.
fn automata() -> Vec<(Formula, String, String, [usize; 2], String)> {
    let Some(file) = recorded("logic/automata.tsv") else { return Vec::new() };
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let lines = lines.map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let states = |column: usize| -> usize {
            columns[column].split(',').next().and_then(|n| n.parse().ok()).unwrap_or(0)
        };
        let formula = parse(columns[0], Dialect::Spot, Reading::Infinite).ok().unwrap();
        let (origin, class) = (columns[1].to_owned(), columns.get(4).unwrap_or(&"").to_string());
        (formula, columns[0].to_owned(), origin, [states(2), states(3)], class)
    });
    lines.collect()
}

/// The sum of states over the patterns is no larger than recorded, on transitions and on states.
#[test]
#[expect(clippy::print_stderr, reason = "the sums are worth a line")]
fn automata_of_the_patterns_are_small() {
    let (mut ours, mut theirs) = ([0; 2], [0; 2]);
    let mut larger = Vec::new();
    for (formula, text, _, recorded, _) in
        automata().into_iter().filter(|line| line.2 == "patterns")
    {
        for (index, acceptance) in
            [Acceptance::Transitions, Acceptance::States].into_iter().enumerate()
        {
            let found =
                automaton(&formula.pool, formula.root, acceptance, &Budget::default()).unwrap();
            ours[index] += found.states();
            theirs[index] += recorded[index];
            if found.states() > recorded[index] {
                larger.push(format!(
                    "{text}: {} states, recorded {} ({acceptance:?})",
                    found.states(),
                    recorded[index]
                ));
            }
        }
    }
    let about = || format!("{ours:?} states, recorded {theirs:?}\n{}", larger.join("\n"));
    eprintln!("{}", about());
    assert!(ours[0] <= theirs[0] && ours[1] <= theirs[1], "{}", about());
}

/// Every twentieth formula, for the time that a debug build takes.
#[test]
fn some_classes_are_as_recorded() {
    classes(20, 20_000);
}

/// All of them: `cargo test --release -p vedette-checker --test automata_corpora -- --ignored`.
#[test]
#[ignore = "half a minute in a release build"]
fn all_classes_are_as_recorded() {
    classes(1, 20_000);
}

/// Holds every `step`th class against the recorded one; few may be unknown.
#[expect(clippy::print_stderr, reason = "how many were unknown is worth a line")]
fn classes(step: usize, states: u64) {
    let lines: Vec<_> = automata().into_iter().step_by(step).collect();
    let (mut wrong, mut unknown) = (Vec::new(), Vec::new());
    for (formula, text, _, _, class) in &lines {
        if class.len() != 1 {
            continue;
        }
        match hierarchy(&formula.pool, formula.root, &Budget::states(states)) {
            Ok(found) if found.letter().to_string() == *class => {}
            Ok(found) => wrong.push(format!("{text}: found {found}, recorded {class}")),
            Err(limit) => unknown.push(format!("{text}: {limit}, recorded {class}")),
        }
    }
    eprintln!("{} classes, {} wrong, {} unknown", lines.len(), wrong.len(), unknown.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(
        unknown.len() * 50 <= lines.len(),
        "{} unknown:\n{}",
        unknown.len(),
        unknown.join("\n")
    );
}
