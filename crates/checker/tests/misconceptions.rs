//! The table of misconceptions: every one is recognised, and nothing is diagnosed where nothing is
//! wrong.

use vedette_checker::budget::Budget;
use vedette_checker::equivalence::{Verdict, compare, compare_quantified};
use vedette_checker::misconceptions::{Misconception, diagnose};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;

const TABLE: &str = include_str!("../../../tests/suites/language/misconceptions.tsv");

#[test]
fn table() {
    let mut seen = Vec::new();
    let mut wrong = Vec::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [truth, candidate, reading, expected] = columns[..] else { panic!("columns: {line}") };
        let reading = if reading == "finite" { Reading::Finite } else { Reading::Infinite };
        let read = |text| parse(text, Dialect::Vedette, reading).ok().unwrap();
        let (candidate, truth) = (read(candidate), read(truth));
        let budget = Budget::default();
        let found = compare_quantified(&candidate, &truth, reading, None, &budget).unwrap();
        let answers = diagnose(&found.pool, found.candidate, found.truth, reading, &budget);
        for answer in &answers {
            let mut pool = found.pool.clone();
            let rewritten = pool.import(&answer.pool, answer.rewritten);
            let again = compare(&pool, rewritten, found.candidate, reading, &budget).unwrap();
            assert_eq!(again.verdict, Verdict::Equivalent, "{line}");
        }
        let ids: Vec<String> = answers
            .iter()
            .map(|answer| {
                let ids: Vec<&str> = answer.misconceptions.iter().map(|m| m.id()).collect();
                ids.join("+")
            })
            .collect();
        let right =
            if expected == "-" { ids.is_empty() } else { ids.iter().any(|i| i == expected) };
        if !right {
            wrong.push(format!("{line}\n    found {ids:?}"));
        }
        seen.push(expected);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for misconception in Misconception::ALL {
        assert!(seen.contains(&misconception.id()), "no case for {}", misconception.id());
    }
}

#[test]
fn texts_are_complete_and_ids_unique() {
    let mut ids: Vec<&str> = Misconception::ALL.iter().map(|m| m.id()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), Misconception::ALL.len());
    for m in Misconception::ALL {
        assert!(m.explanation().ends_with('.') && m.tip().ends_with('.'), "{}", m.id());
    }
}
