//! The comparison against the plain definition: random formulas, all short words.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRng, TestRunner};
use vedette_checker::budget::Budget;
use vedette_checker::classify::Logic;
use vedette_checker::equivalence::{Verdict, compare};
use vedette_checker::formula::{AtomId, Binary, Id, Pool};
use vedette_checker::syntax::{Style, print};
use vedette_checker::words::{Lasso, Letter, Reading, Word, holds};
use vedette_testkit::formulas::{Shape, formulas};

/// All words of up to `longest` letters over the pool's atoms.
fn words(pool: &Pool, reading: Reading, longest: usize) -> Vec<Word> {
    let atoms = pool.atom_count();
    let letters: Vec<Letter> = (0..1_usize << atoms)
        .map(|set| (0..atoms).filter(|atom| set >> atom & 1 == 1).map(AtomId::from_index).collect())
        .collect();
    let mut found = Vec::new();
    let mut open: Vec<Vec<Letter>> = vec![Vec::new()];
    for _ in 0..longest {
        open = open
            .iter()
            .flat_map(|word| {
                letters.iter().map(|letter| {
                    let mut longer = word.clone();
                    longer.push(letter.clone());
                    longer
                })
            })
            .collect();
        for word in &open {
            if reading != Reading::Infinite {
                found.push(Word::Finite(word.clone()));
                continue;
            }
            for back in 0..word.len() {
                let (prefix, cycle) = word.split_at(back);
                found.push(Word::Lasso(Lasso { prefix: prefix.to_vec(), cycle: cycle.to_vec() }));
            }
        }
    }
    found
}

/// The verdict must agree with all short words, and each witness must be right.
fn hold(pool: &Pool, left: Id, right: Id, reading: Reading, all: &[Word]) {
    let shown = || {
        let show = |id| print(pool, id, Style::Vedette);
        format!("{} / {} ({reading:?})", show(left), show(right))
    };
    let found = compare(pool, left, right, reading, &Budget::default()).unwrap();
    let (candidate_only, truth_only) = match found.verdict {
        Verdict::Equivalent => (false, false),
        Verdict::Stronger => (false, true),
        Verdict::Weaker => (true, false),
        Verdict::Incomparable => (true, true),
        Verdict::Unknown(limit) => panic!("{limit}: {}", shown()),
    };
    for (claimed, witness, yes, no) in [
        (candidate_only, &found.candidate_only, left, right),
        (truth_only, &found.truth_only, right, left),
    ] {
        assert_eq!(claimed, witness.is_some(), "{}", shown());
        let separates = |word: &Word| {
            holds(pool, yes, word, reading).unwrap() && !holds(pool, no, word, reading).unwrap()
        };
        match witness {
            Some(word) => {
                assert!(separates(word), "{}", shown());
                let shorter = all.iter().find(|w| w.len() < word.len() && separates(w));
                assert_eq!(shorter, None, "not a shortest word: {}", shown());
            }
            None => assert_eq!(all.iter().find(|word| separates(word)), None, "{}", shown()),
        }
    }
}

fn run(cases: usize, reading: Reading, bounds: bool) {
    let shape = Shape {
        propositions: 2,
        size: 12,
        bounds,
        weak_next: reading == Reading::Finite,
        ..Shape::new(Logic::Ltl)
    };
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        TestRng::deterministic_rng(Config::default().rng_algorithm),
    );
    let longest = 3;
    let mut done = 0;
    while done < cases {
        let mut draw = || formulas(shape).new_tree(&mut runner).unwrap().current();
        let (f, g) = (draw(), draw());
        let mut pool = Pool::default();
        let left = pool.import(&f.pool, f.root);
        let right = pool.import(&g.pool, g.root);
        let both = pool.binary(Binary::And, left, right);
        let either = pool.binary(Binary::Or, left, right);
        let all = words(&pool, reading, longest);
        for (a, b) in [(left, right), (both, left), (left, either), (both, either)] {
            match compare(&pool, a, b, reading, &Budget::default()) {
                Ok(_) => hold(&pool, a, b, reading, &all),
                // Seconds and named bounds have no value on a word.
                Err(_) => continue,
            }
            done += 1;
        }
    }
}

#[test]
fn infinite_words() {
    run(3000, Reading::Infinite, false);
}

#[test]
fn finite_words() {
    run(3000, Reading::Finite, false);
}

#[test]
fn stuttering_words() {
    run(2000, Reading::Stuttering, false);
}

#[test]
fn bounded_operators() {
    run(1500, Reading::Finite, true);
    run(1500, Reading::Infinite, true);
}

/// The long run: `cargo test --release -p vedette-checker --test equivalence_definition -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_pairs() {
    run(60_000, Reading::Infinite, false);
    run(40_000, Reading::Finite, false);
}
