//! Verdicts on pairs from the data folder beside the project; skipped where it is absent.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use vedette_checker::budget::Budget;
use vedette_checker::equivalence::{Comparison, Status, Verdict, compare};
use vedette_checker::formula::{Id, Pool};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::{Reading, Word, holds};

#[expect(clippy::print_stderr, reason = "a skipped test must say so")]
fn data() -> Option<PathBuf> {
    let found = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("shared/data/logic"))
        .find(|folder| folder.is_dir());
    if found.is_none() {
        eprintln!("skipped: no folder shared/data/logic beside the project");
    }
    found
}

fn lines(name: &str) -> Vec<Vec<String>> {
    let Some(data) = data() else { return Vec::new() };
    let text = fs::read_to_string(data.join(name)).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn read(pool: &mut Pool, text: &str, reading: Reading) -> Id {
    let formula = parse(text, Dialect::Spot, reading).ok().unwrap();
    pool.import(&formula.pool, formula.root)
}

fn decide(f: &str, g: &str, reading: Reading, budget: &Budget<'_>) -> (Pool, Comparison) {
    let mut pool = Pool::default();
    let (f, g) = (read(&mut pool, f, reading), read(&mut pool, g, reading));
    let comparison = compare(&pool, f, g, reading, budget).unwrap();
    (pool, comparison)
}

fn name(verdict: Verdict) -> String {
    match verdict {
        Verdict::Equivalent => "equivalent".to_owned(),
        Verdict::Stronger => "f_implies_g".to_owned(),
        Verdict::Weaker => "g_implies_f".to_owned(),
        Verdict::Incomparable => "incomparable".to_owned(),
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
    }
}

/// Every pair has the verdict that it must have.
fn check(pairs: &[(String, String, String)], reading: Reading) {
    let wrong: Vec<String> = pairs
        .iter()
        .filter_map(|(f, g, expected)| {
            let (_, found) = decide(f, g, reading, &Budget::default());
            let found = name(found.verdict);
            (found != *expected).then(|| format!("{f} | {g}: {found}, not {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), pairs.len(), wrong.join("\n"));
}

fn pairs(name: &str) -> Vec<(String, String, String)> {
    let lines = lines(name).into_iter();
    lines.map(|line| (line[0].clone(), line[1].clone(), line[2].clone())).collect()
}

#[test]
fn infinite_pairs() {
    check(&pairs("pairs_dev.tsv"), Reading::Infinite);
    check(&pairs("regressions.tsv"), Reading::Infinite);
}

#[test]
fn finite_pairs() {
    check(&pairs("ltlf_pairs_dev.tsv"), Reading::Finite);
    check(&pairs("ltlf_regressions.tsv"), Reading::Finite);
}

#[test]
fn faults_that_users_of_other_tools_reported() {
    for line in lines("tool_faults.tsv") {
        let [kind, f, g, answer, ..] = &line[..] else { panic!("{line:?}") };
        let pair = [(f.clone(), g.clone(), answer.clone())];
        match kind.as_str() {
            "pair" => check(&pair, Reading::Infinite),
            "ltlf" => check(&pair, Reading::Finite),
            "accept" => {
                let mut pool = Pool::default();
                let f = read(&mut pool, f, Reading::Infinite);
                let word = Word::parse(g, &mut pool).unwrap();
                let accepted = holds(&pool, f, &word, Reading::Infinite).unwrap();
                assert_eq!(if accepted { "yes" } else { "no" }, answer, "{line:?}");
            }
            "sat" => assert_eq!(status(f, Reading::Infinite), answer, "{f}"),
            // Stutter invariance is no question of this module.
            _ => assert_eq!(kind, "stutter"),
        }
    }
}

fn status(f: &str, reading: Reading) -> &'static str {
    let (_, found) = decide(f, "1", reading, &Budget::default());
    match found.candidate_status {
        Status::Contingent => "sat",
        Status::Unsatisfiable => "unsat",
        Status::Valid => "valid",
        Status::Unknown => "unknown",
    }
}

#[test]
fn satisfiability() {
    for line in lines("sat.tsv") {
        if matches!(line[1].as_str(), "sat" | "unsat" | "valid") {
            let found = status(&line[0], Reading::Infinite);
            assert_eq!(found, line[1], "{}", line[0]);
        }
    }
}

#[test]
fn hard_pairs_end() {
    for line in lines("pairs_hard.tsv") {
        let (pool, found) = decide(&line[0], &line[1], Reading::Infinite, &Budget::states(20_000));
        // Whatever was found is true: the witnesses were re-checked; both sides have a status.
        if let Some(witness) = found.candidate_only {
            assert!(!witness.word.render(&pool).is_empty(), "{line:?}");
        }
    }
}
