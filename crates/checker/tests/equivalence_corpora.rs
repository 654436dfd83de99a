//! The comparison against recorded verdicts of another tool: every line, every witness re-checked.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Instant;
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::equivalence::stutter::sensitive;
use vedette_checker::equivalence::{Verdict, compare, satisfiable, status};
use vedette_checker::formula::{Id, Pool};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::{Reading, Word, holds};
use vedette_testkit::recorded;

/// A file of the recorded logic data, if it is there.
fn logic(name: &str) -> Option<String> {
    recorded(&format!("logic/{name}")).map(|file| std::fs::read_to_string(file).unwrap())
}

fn read(pool: &mut Pool, text: &str, reading: Reading) -> Id {
    let formula =
        parse(text, Dialect::Spot, reading).ok().unwrap_or_else(|e| panic!("{text}: {e:?}"));
    pool.import(&formula.pool, formula.root)
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Equivalent => "equivalent",
        Verdict::Stronger => "f_implies_g",
        Verdict::Weaker => "g_implies_f",
        Verdict::Incomparable => "incomparable",
        Verdict::Unknown(_) => "unknown",
    }
}

/// Compares the pair and checks both witnesses.
fn decide(f: &str, g: &str, reading: Reading) -> &'static str {
    let mut pool = Pool::default();
    let (left, right) = (read(&mut pool, f, reading), read(&mut pool, g, reading));
    let found = compare(&pool, left, right, reading, &Budget::default()).unwrap();
    for (witness, yes, no) in
        [(&found.candidate_only, left, right), (&found.truth_only, right, left)]
    {
        if let Some(word) = witness {
            assert!(holds(&pool, yes, word, reading).unwrap(), "{f} / {g}");
            assert!(!holds(&pool, no, word, reading).unwrap(), "{f} / {g}");
        }
    }
    word(found.verdict)
}

/// Every line of a file of pairs; gives how many there were.
fn pairs(name: &str, reading: Reading) -> usize {
    let Some(text) = logic(name) else { return 0 };
    let mut wrong = Vec::new();
    let mut count = 0;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        let columns: Vec<&str> = line.split('\t').collect();
        let found = decide(columns[0], columns[1], reading);
        count += 1;
        if found != columns[2] {
            wrong.push(format!("{}: {line}: found {found}", number + 1));
        }
    }
    assert!(wrong.is_empty(), "{} of {count} in {name}:\n{}", wrong.len(), wrong.join("\n"));
    count
}

#[test]
fn pairs_over_infinite_words_are_right() {
    let count = pairs("pairs_dev.tsv", Reading::Infinite);
    assert!(count == 0 || count == 447);
}

#[test]
fn pairs_over_finite_words_are_right() {
    let count = pairs("ltlf_pairs_dev.tsv", Reading::Finite);
    assert!(count == 0 || count == 112);
}

#[test]
fn regressions_are_right() {
    pairs("regressions.tsv", Reading::Infinite);
    pairs("ltlf_regressions.tsv", Reading::Finite);
}

#[test]
fn faults_that_users_found_in_other_tools_are_not_here() {
    let Some(text) = logic("tool_faults.tsv") else { return };
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (kind, f, argument, right) = (columns[0], columns[1], columns[2], columns[3]);
        match kind {
            "pair" => assert_eq!(decide(f, argument, Reading::Infinite), right, "{line}"),
            "ltlf" => assert_eq!(decide(f, argument, Reading::Finite), right, "{line}"),
            "sat" => {
                let mut pool = Pool::default();
                let root = read(&mut pool, f, Reading::Infinite);
                let found = satisfiable(&pool, root, Reading::Infinite, &Budget::default());
                let found = if found.unwrap().unwrap().is_some() { "sat" } else { "unsat" };
                assert_eq!(found, right, "{line}");
            }
            "accept" => {
                let mut pool = Pool::default();
                let root = read(&mut pool, f, Reading::Infinite);
                let word = Word::parse(argument, &mut pool).unwrap();
                let found = holds(&pool, root, &word, Reading::Infinite).unwrap();
                assert_eq!(found, matches!(right, "yes" | "true" | "1" | "accepts"), "{line}");
            }
            "stutter" => {
                let mut pool = Pool::default();
                let root = read(&mut pool, f, Reading::Infinite);
                let found = sensitive(&pool, root, Reading::Infinite, &Budget::default());
                let found = found.unwrap().unwrap().map_or("invariant", |_| "sensitive");
                assert_eq!(found, right, "{line}");
            }
            other => panic!("no check of kind {other}: {line}"),
        }
        checked += 1;
    }
    assert_eq!(checked, 52);
}

#[test]
fn satisfiability_is_right() {
    let Some(text) = logic("sat.tsv") else { return };
    let (mut decided, mut unknown) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let mut pool = Pool::default();
        let root = read(&mut pool, columns[0], Reading::Infinite);
        let budget = Budget::states(5_000);
        let Ok(found) = status(&pool, root, Reading::Infinite, &budget).unwrap() else {
            unknown += 1;
            continue;
        };
        let found = format!("{found:?}");
        let right = match columns[1] {
            "sat" => "Contingent",
            "unsat" => "Unsatisfiable",
            "valid" => "Valid",
            _ => continue,
        };
        assert_eq!(found, right, "{line}");
        decided += 1;
    }
    assert!(decided >= 1000, "{decided} decided, {unknown} unknown");
}

#[test]
fn hard_pairs_end_in_an_answer_or_a_named_limit() {
    let Some(text) = logic("pairs_hard.tsv") else { return };
    for line in text.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let mut pool = Pool::default();
        let left = read(&mut pool, columns[0], Reading::Infinite);
        let right = read(&mut pool, columns[1], Reading::Infinite);
        let start = Instant::now();
        let interrupt =
            || (start.elapsed().as_millis() > 500).then_some(Limit::Time { millis: 500 });
        let budget = Budget::states(20_000).with_interrupt(&interrupt);
        let found = compare(&pool, left, right, Reading::Infinite, &budget).unwrap();
        assert!(found.verdict != Verdict::Equivalent || found.candidate_only.is_none());
    }
}
