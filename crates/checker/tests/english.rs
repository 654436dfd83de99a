//! Readings of seeded random formulas: what is said is complete, and where it is one sentence of
//! controlled English it means the formula.

use vedette_checker::budget::Budget;
use vedette_checker::controlled;
use vedette_checker::english;
use vedette_checker::equivalence::{Verdict, compare};
use vedette_checker::formula::{AtomId, Node, Pool};
use vedette_checker::syntax::{Dialect, Style, parse, print};
use vedette_checker::words::Reading;
use vedette_testkit::trees::{Grammar, Random, formula};

const NAMES: [&str; 3] = ["red", "green", "blue"];

fn pool() -> Pool {
    let mut pool = Pool::default();
    let atoms: Vec<AtomId> = NAMES
        .iter()
        .map(|name| match pool.proposition(name) {
            id if let Node::Atom(atom) = pool.node(id) => atom,
            _ => unreachable!("a proposition is an atom"),
        })
        .collect();
    assert_eq!(atoms.len(), NAMES.len());
    pool
}

/// Whether `word` is in the text as a word.
fn says(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|found| found == word)
}

#[test]
fn readings_are_complete_and_their_parts_are_explained_once() {
    let mut random = Random(11);
    let (mut numbered, mut bounded) = (0, 0);
    for case in 0..3000 {
        let grammar = Grammar { paths: false, ctl: false, steps: case % 3 == 0, seconds: false };
        let mut pool = pool();
        let root = formula(&mut random, &mut pool, grammar, 3, 1 + case % 4);
        let text = print(&pool, root, Style::Vedette);
        let english = english::read(&pool, root);
        for name in NAMES {
            assert_eq!(says(&english, name), says(&text, name), "{name} of {text} in: {english}");
        }
        for (line, sentence) in english.lines().enumerate() {
            assert!(sentence.ends_with('.'), "{text}: {english}");
            assert!(line == 0 || sentence.starts_with('('), "{text}: {english}");
        }
        // Every number that is used has a line, in order, and every line is used.
        for number in 1..english.lines().count() {
            let name = format!("({number})");
            let head = format!("{name} means: ");
            let lines = english.lines().filter(|line| line.starts_with(&head)).count();
            assert_eq!(lines, 1, "{name} of {text}: {english}");
            assert!(english.matches(&name).count() > 1, "{name} of {text}: {english}");
            numbered += 1;
        }
        let over = format!("({})", english.lines().count());
        assert!(!english.contains(&over), "{text}: {english}");
        // What English has no short words for is shown as a formula.
        if english.contains('`') {
            continue;
        }
        if text.contains("[<=") || text.contains("[>=") || text.contains("..") {
            bounded += 1;
            assert!(english.contains("step"), "{text}: {english}");
        }
    }
    assert!(numbered > 1000 && bounded > 30, "{numbered} numbers, {bounded} bounds");
}

#[test]
fn key_phrases_stand_for_their_operators() {
    let mut random = Random(5);
    let fact = |random: &mut Random| {
        let name = NAMES[random.below(3) as usize];
        if random.below(2) == 0 { name.to_owned() } else { format!("!{name}") }
    };
    for _ in 0..300 {
        let (a, b) = (fact(&mut random), fact(&mut random));
        for (text, phrases) in [
            (format!("G({a} -> F {b})"), ["whenever", "eventually"]),
            (format!("G({a} -> X {b})"), ["whenever", "in the next step"]),
            (format!("F({a} & X {b})"), ["eventually", "in the next step"]),
            (format!("({a}) U ({b})"), ["until", ""]),
        ] {
            let formula = parse(&text, Dialect::Vedette, Reading::Infinite).ok().unwrap();
            if formula.pool.atom_count() < 2 {
                // Of one proposition the parser's laws make something simpler to say.
                continue;
            }
            let english = english::read(&formula.pool, formula.root).to_lowercase();
            for phrase in phrases {
                assert!(english.contains(phrase), "{text}: {english}");
            }
        }
    }
}

#[test]
fn a_reading_that_is_understood_again_means_the_formula() {
    let mut random = Random(3);
    let grammar = Grammar { paths: false, ctl: false, steps: false, seconds: false };
    let mut understood = 0;
    for case in 0..6000 {
        let mut pool = pool();
        let root = formula(&mut random, &mut pool, grammar, 3, 1 + case % 3);
        let english = english::read(&pool, root);
        let Ok(back) = controlled::read(&english) else { continue };
        let again = pool.import(&back.formula.pool, back.formula.root);
        let answer = compare(&pool, root, again, Reading::Infinite, &Budget::default()).unwrap();
        let text = print(&pool, root, Style::Vedette);
        assert_eq!(answer.verdict, Verdict::Equivalent, "{text}: {english}: {}", back.text);
        understood += 1;
    }
    assert!(understood > 500, "{understood} readings were understood");
}
