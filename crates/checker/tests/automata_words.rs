//! Explicit automata of seeded random formulas against the plain evaluator, word by word.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use vedette_checker::automata::deterministic::dfa;
use vedette_checker::automata::explicit::{Acceptance, automaton};
use vedette_checker::automata::hierarchy::{Class, hierarchy};
use vedette_checker::automata::monitor::{Outlook, monitor};
use vedette_checker::automata::parity::parity_automaton;
use vedette_checker::automata::readings::differs_on_finite;
use vedette_checker::budget::Budget;
use vedette_checker::formula::{AtomId, Id, Node, Pool};
use vedette_checker::syntax::{Style, print};
use vedette_checker::words::{Lasso, Letter, Reading, Word, holds};
use vedette_testkit::trees::{Grammar, Random, formula};
use vedette_testkit::words::words;

const LTL: Grammar = Grammar { paths: false, ctl: false, steps: false, seconds: false };

/// A random formula over one or two atoms, and the atoms.
fn draw(random: &mut Random) -> (Pool, Id, Vec<AtomId>) {
    let mut pool = Pool::default();
    let count = 1 + random.below(2);
    let atoms = ["p", "q"][..count as usize].iter().map(|name| {
        let Node::Atom(atom) = ({
            let id = pool.proposition(name);
            pool.node(id)
        }) else {
            unreachable!()
        };
        atom
    });
    let atoms = atoms.collect();
    let depth = 2 + random.below(3);
    let root = formula(random, &mut pool, LTL, count, depth);
    (pool, root, atoms)
}

fn text(pool: &Pool, root: Id) -> String {
    print(pool, root, Style::Vedette)
}

/// Every lasso over the atoms with few letters.
fn lassos(atoms: &[AtomId]) -> impl Iterator<Item = (Word, Lasso)> {
    let longest = if atoms.len() == 1 { 5 } else { 3 };
    words(atoms, Reading::Infinite, longest).map(|word| {
        let Word::Lasso(lasso) = word.clone() else { unreachable!("infinite words are lassos") };
        (word, lasso)
    })
}

#[test]
fn buchi_automata_accept_what_satisfies_the_formula() {
    let mut random = Random(11);
    for _ in 0..600 {
        let (pool, root, atoms) = draw(&mut random);
        for acceptance in [Acceptance::Transitions, Acceptance::States] {
            let found = automaton(&pool, root, acceptance, &Budget::default()).unwrap();
            if acceptance == Acceptance::States {
                assert!(found.sets == 1, "{}", text(&pool, root));
                for edges in &found.edges {
                    assert!(edges.iter().all(|edge| edge.marks == edges[0].marks));
                }
            }
            for (word, lasso) in lassos(&atoms) {
                assert_eq!(
                    found.accepts(&lasso),
                    holds(&pool, root, &word, Reading::Infinite).unwrap(),
                    "{} on {} ({acceptance:?})",
                    text(&pool, root),
                    word.render(&pool)
                );
            }
        }
    }
}

#[test]
fn parity_automata_accept_what_satisfies_the_formula() {
    let mut random = Random(12);
    for _ in 0..400 {
        let (pool, root, atoms) = draw(&mut random);
        let found = parity_automaton(&pool, root, &Budget::default()).unwrap();
        for (word, lasso) in lassos(&atoms) {
            assert_eq!(
                found.least_repeated(&lasso).is_multiple_of(2),
                holds(&pool, root, &word, Reading::Infinite).unwrap(),
                "{} on {}",
                text(&pool, root),
                word.render(&pool)
            );
        }
    }
}

#[test]
fn dfas_accept_what_satisfies_the_formula() {
    let mut random = Random(13);
    for case in 0..800 {
        let (pool, root, atoms) = draw(&mut random);
        let reading = [Reading::Finite, Reading::Stuttering][case % 2];
        let found = dfa(&pool, root, reading, &Budget::default()).unwrap();
        assert!(!found.colours[found.start], "the empty word is no word");
        let longest = if atoms.len() == 1 { 6 } else { 4 };
        for word in words(&atoms, reading, longest) {
            assert_eq!(
                found.colours[found.run(word.letters())],
                holds(&pool, root, &word, reading).unwrap(),
                "{} on {} ({reading:?})",
                text(&pool, root),
                word.render(&pool)
            );
        }
    }
}

#[test]
fn dfas_are_minimal() {
    let mut random = Random(14);
    for _ in 0..200 {
        let (pool, root, atoms) = draw(&mut random);
        let found = dfa(&pool, root, Reading::Finite, &Budget::default()).unwrap();
        // Two states are told apart by some word: grow the set of pairs that are, to the end.
        let letters: Vec<Letter> = words(&atoms, Reading::Finite, 1)
            .map(|w| w.letters().next().unwrap().clone())
            .collect();
        let count = found.states();
        let mut apart = vec![vec![false; count]; count];
        for _ in 0..=count {
            for a in 0..count {
                for b in 0..count {
                    let mut steps = letters.iter().map(|l| (found.step(a, l), found.step(b, l)));
                    apart[a][b] |=
                        found.colours[a] != found.colours[b] || steps.any(|(a, b)| apart[a][b]);
                }
            }
        }
        let equal = (0..count).any(|a| (0..a).any(|b| !apart[a][b]));
        assert!(!equal, "{}: states that no word tells apart", text(&pool, root));
    }
}

/// Whether some, and whether every, lasso with few letters satisfies the formula after `prefix`.
fn after(pool: &Pool, root: Id, prefix: &[Letter], atoms: &[AtomId]) -> (bool, bool) {
    let (mut some, mut every) = (false, true);
    for (_, mut lasso) in lassos(atoms) {
        lasso.prefix.splice(0..0, prefix.iter().cloned());
        let value = holds(pool, root, &Word::Lasso(lasso), Reading::Infinite).unwrap();
        some |= value;
        every &= value;
    }
    (some, every)
}

#[test]
fn monitors_say_what_continuations_say() {
    let mut random = Random(15);
    for _ in 0..250 {
        let (pool, root, atoms) = draw(&mut random);
        let found = monitor(&pool, root, &Budget::default()).unwrap();
        for word in words(&atoms, Reading::Finite, 2) {
            let prefix: Vec<Letter> = word.letters().cloned().collect();
            let (some, every) = after(&pool, root, &prefix, &atoms);
            let expected = match (some, every) {
                (false, _) => Outlook::Bad,
                (_, true) => Outlook::Good,
                _ => Outlook::Undecided,
            };
            let outlook = found.colours[found.run(&prefix)];
            // Continuations longer than those tried may decide otherwise; then a lasso shows it.
            let about = || format!("{} after {}", text(&pool, root), word.render(&pool));
            assert!(outlook == expected || outlook == Outlook::Undecided, "{}", about());
            if outlook != expected {
                let wanted = expected == Outlook::Bad;
                let longer = lassos_of(&atoms, 7).any(|mut lasso| {
                    lasso.prefix.splice(0..0, prefix.iter().cloned());
                    holds(&pool, root, &Word::Lasso(lasso), Reading::Infinite).unwrap() == wanted
                });
                assert!(longer, "{}", about());
            }
        }
    }
}

fn lassos_of(atoms: &[AtomId], longest: usize) -> impl Iterator<Item = Lasso> {
    words(atoms, Reading::Infinite, longest).map(|word| match word {
        Word::Lasso(lasso) => lasso,
        Word::Finite(_) => unreachable!("infinite words are lassos"),
    })
}

#[test]
fn classes_are_dual() {
    let mut random = Random(16);
    for _ in 0..400 {
        let (mut pool, root, _) = draw(&mut random);
        let negation = pool.unary(vedette_checker::formula::Unary::Not, root);
        let budget = Budget::default();
        let dual = match hierarchy(&pool, root, &budget).unwrap() {
            Class::Safety => Class::Guarantee,
            Class::Guarantee => Class::Safety,
            Class::Recurrence => Class::Persistence,
            Class::Persistence => Class::Recurrence,
            same => same,
        };
        assert_eq!(hierarchy(&pool, negation, &budget), Ok(dual), "{}", text(&pool, root));
    }
}

#[test]
fn readings_differ_where_a_short_word_shows_it() {
    let mut random = Random(17);
    let mut differing = 0;
    for _ in 0..400 {
        let (pool, root, atoms) = draw(&mut random);
        let found = differs_on_finite(&pool, root, &Budget::default()).unwrap();
        let differs = |word: &Word| {
            holds(&pool, root, word, Reading::Finite)
                != holds(&pool, root, word, Reading::Stuttering)
        };
        let shortest = words(&atoms, Reading::Finite, 4).find(differs);
        let about = || format!("{}: {found:?}", text(&pool, root));
        if let Some(word) = &found {
            assert!(differs(word), "{}", about());
            assert!(shortest.is_none_or(|shortest| shortest.len() == word.len()), "{}", about());
            differing += 1;
        } else {
            assert!(shortest.is_none(), "{}", about());
        }
    }
    assert!((50..350).contains(&differing), "{differing}");
}
