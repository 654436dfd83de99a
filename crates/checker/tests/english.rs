//! Readings in English: their shape on formulas of every kind, and the way back where there is one.

use proptest::prelude::*;
use vedette_checker::budget::Budget;
use vedette_checker::classify::Logic;
use vedette_checker::controlled::{PATTERNS, read};
use vedette_checker::english;
use vedette_checker::equivalence::{Verdict, compare};
use vedette_checker::formula::{Binary, Node, Unary};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;
use vedette_testkit::formulas::{Shape, formulas};

/// The numbers in brackets that a line mentions.
fn numbers(line: &str) -> Vec<usize> {
    line.split('(').skip(1).filter_map(|rest| rest.split_once(')')?.0.parse().ok()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_number_is_explained_once_and_in_order(formula in formulas(Shape::new(Logic::Ltl))) {
        let text = english::read(&formula.pool, formula.root);
        let mut mentioned = 0;
        for (at, line) in text.lines().enumerate() {
            prop_assert!(line.ends_with('.'), "{text}");
            if at > 0 {
                let head = format!("({at}) means: ");
                prop_assert!(line.starts_with(&head), "{text}");
                prop_assert!(mentioned >= at, "explained before it is mentioned: {text}");
            }
            for number in numbers(line) {
                prop_assert!(number <= mentioned + 1, "numbers come in order: {text}");
                mentioned = mentioned.max(number);
            }
        }
        prop_assert_eq!(mentioned + 1, text.lines().count(), "{}", text);
    }

    #[test]
    fn every_operator_has_its_phrase(formula in formulas(Shape::new(Logic::Ltl))) {
        let (pool, root) = (&formula.pool, formula.root);
        let text = english::read(pool, root).to_lowercase();
        for id in pool.reachable(&[root]) {
            let phrases: &[&str] = match pool.node(id) {
                Node::Unary(Unary::Finally, _) => &["eventually "],
                Node::Unary(Unary::Globally, _) => &["at every moment ", "whenever ", "never happens"],
                Node::Unary(Unary::Next, _) => &["in the next step "],
                Node::Unary(Unary::WeakNext, _) => &["in the next step, if there is one, "],
                Node::Binary(Binary::Until, ..) => &["and it must come to that: "],
                Node::Binary(Binary::WeakUntil, ..) => &["if it ever comes to that, "],
                Node::Binary(Binary::Release, ..) => &["without such a moment, for ever"],
                Node::Binary(Binary::StrongRelease, ..) => &["and there must be such a moment"],
                Node::Binary(Binary::Implies, ..) => &["if ", "whenever ", "never happens"],
                Node::Binary(Binary::Iff, ..) => &["either both of these hold or neither"],
                Node::Binary(Binary::Xor, ..) => &["exactly one of these holds"],
                _ => continue,
            };
            prop_assert!(phrases.iter().any(|phrase| text.contains(phrase)), "{phrases:?}: {text}");
        }
    }

    /// Whatever is understood of a reading is what was read.
    #[test]
    fn what_is_understood_of_a_reading_is_right(formula in formulas(Shape { size: 7, ..Shape::new(Logic::Ltl) })) {
        let text = english::read(&formula.pool, formula.root);
        if let Ok(back) = read(&text) {
            let mut pool = formula.pool.clone();
            let other = pool.import(&back.formula.pool, back.formula.root);
            let budget = Budget::default();
            let found = compare(&pool, formula.root, other, Reading::Infinite, &budget).unwrap();
            prop_assert_eq!(found.verdict, Verdict::Equivalent, "{}", text);
        }
    }
}

#[test]
fn the_patterns_come_back_from_their_readings() {
    let mut back_again = 0;
    for pattern in PATTERNS {
        let formula = parse(pattern.meaning, Dialect::Vedette, Reading::Infinite).ok().unwrap();
        let text = english::read(&formula.pool, formula.root);
        let Ok(back) = read(&text) else { continue };
        back_again += 1;
        let same = formula.same_as(&back.formula) || {
            let mut pool = formula.pool.clone();
            let other = pool.import(&back.formula.pool, back.formula.root);
            let budget = Budget::default();
            let found = compare(&pool, formula.root, other, Reading::Infinite, &budget).unwrap();
            found.verdict == Verdict::Equivalent
        };
        assert!(same, "{}: {text}: {}", pattern.meaning, back.text);
    }
    // Those with until and its kin are read in two sentences, which are no pattern.
    assert!(back_again >= 30, "{back_again} of {}", PATTERNS.len());
}
