//! Comparisons of seeded random formulas against all short words, and the plain evaluator against
//! the definition by quantification over positions.

use vedette_checker::budget::Budget;
use vedette_checker::equivalence::{Comparison, Status, Verdict, compare, stutter};
use vedette_checker::formula::{AtomId, Binary, Id, Node, Pool};
use vedette_checker::syntax::{Style, print};
use vedette_checker::words::{Lasso, Letter, Reading, Word, holds};
use vedette_testkit::trees::{Grammar, Random, formula};
use vedette_testkit::words::{definition, words};

const READINGS: [Reading; 3] = [Reading::Infinite, Reading::Finite, Reading::Stuttering];

const LTL: Grammar = Grammar { paths: false, ctl: false, steps: false, seconds: false };

fn atoms(pool: &mut Pool, count: usize) -> Vec<AtomId> {
    let mut atom = |name: &str| match pool.proposition(name) {
        id if let Node::Atom(atom) = pool.node(id) => atom,
        _ => unreachable!("a proposition is an atom"),
    };
    ["p", "q", "r"][..count].iter().map(|name| atom(name)).collect()
}

#[test]
fn the_plain_evaluator_is_the_definition() {
    let mut random = Random(1);
    let mut bounded = 0;
    for case in 0..1500 {
        let grammar = Grammar { steps: case % 2 == 0, ..LTL };
        let mut pool = Pool::default();
        let atoms = atoms(&mut pool, 2);
        let root = formula(&mut random, &mut pool, grammar, 2, 3);
        bounded += usize::from(print(&pool, root, Style::Vedette).contains('['));
        for reading in READINGS {
            for word in words(&atoms, reading, 3) {
                let found = holds(&pool, root, &word, reading);
                let expected = definition(&pool, root, &word, reading, 0);
                assert_eq!(
                    found,
                    Ok(expected),
                    "{} on {} ({reading:?})",
                    print(&pool, root, Style::Vedette),
                    word.render(&pool)
                );
            }
        }
    }
    assert!(bounded > 300, "{bounded} formulas with bounds");
}

/// How two formulas relate by their making.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kin {
    /// Not at all.
    None,
    /// The second is the normal form of the first.
    Same,
    /// The first implies the second.
    Implies,
}

/// Two formulas; often close to one another, for only then is a comparison hard.
fn pair(random: &mut Random, pool: &mut Pool, grammar: Grammar, atoms: u32) -> (Id, Id, Kin) {
    let depth = 2 + random.below(3);
    let a = formula(random, pool, grammar, atoms, depth);
    let b = formula(random, pool, grammar, atoms, depth);
    match random.below(6) {
        0 => (a, pool.negation_normal_form(a), Kin::Same),
        1 => (pool.binary(Binary::And, a, b), a, Kin::Implies),
        2 => (a, pool.binary(Binary::WeakUntil, b, a), Kin::Implies),
        // φ M ψ against ψ U (φ & ψ).
        3 => {
            let both = pool.binary(Binary::And, b, a);
            (
                pool.binary(Binary::StrongRelease, a, b),
                pool.binary(Binary::Until, b, both),
                Kin::Same,
            )
        }
        // (φ U ψ) against ψ | (φ & φ U ψ): the same only without a step.
        4 => {
            let until = pool.binary(Binary::Until, a, b);
            let both = pool.binary(Binary::And, a, until);
            (until, pool.binary(Binary::Or, b, both), Kin::Same)
        }
        _ => (a, b, Kin::None),
    }
}

struct Case<'a> {
    pool: &'a Pool,
    atoms: &'a [AtomId],
    candidate: Id,
    truth: Id,
    reading: Reading,
    longest: usize,
}

impl Case<'_> {
    fn about(&self) -> String {
        let text = |id| print(self.pool, id, Style::Vedette);
        format!("{} | {} ({:?})", text(self.candidate), text(self.truth), self.reading)
    }

    /// Holds an answer against every short word.
    fn check(&self, found: &Comparison, kin: Kin) {
        let about = || format!("{}: {found:?}", self.about());
        let sides = (found.candidate_only.is_some(), found.truth_only.is_some());
        let expected = match sides {
            (false, false) => Verdict::Equivalent,
            (false, true) => Verdict::Stronger,
            (true, false) => Verdict::Weaker,
            (true, true) => Verdict::Incomparable,
        };
        assert_eq!(found.verdict, expected, "{}", about());
        match kin {
            Kin::Same => assert_eq!(found.verdict, Verdict::Equivalent, "{}", about()),
            Kin::Implies => assert!(found.candidate_only.is_none(), "{}", about()),
            Kin::None => {}
        }
        let value = |id: Id, word: &Word| holds(self.pool, id, word, self.reading) == Ok(true);
        for (witness, yes, no) in [
            (&found.candidate_only, self.candidate, self.truth),
            (&found.truth_only, self.truth, self.candidate),
        ] {
            if let Some(word) = witness {
                assert!(value(yes, word) && !value(no, word), "{}", about());
            }
        }
        for word in words(self.atoms, self.reading, self.longest) {
            let (c, t) = (value(self.candidate, &word), value(self.truth, &word));
            for (witness, separates) in
                [(&found.candidate_only, c && !t), (&found.truth_only, t && !c)]
            {
                if separates {
                    let shown = word.render(self.pool);
                    let Some(witness) = witness else { panic!("missed {shown}: {}", about()) };
                    assert!(
                        !found.shortest || witness.len() <= word.len(),
                        "{shown} is shorter: {}",
                        about()
                    );
                }
            }
            for (status, value) in [(found.candidate_status, c), (found.truth_status, t)] {
                let wrong = if value { Status::Unsatisfiable } else { Status::Valid };
                assert_ne!(status, Some(wrong), "{}", about());
            }
        }
    }
}

/// Runs `cases` random comparisons; how many had each verdict.
fn run(seed: u64, cases: u32, depth: usize) -> [usize; 4] {
    let mut random = Random(seed);
    let mut seen = [0; 4];
    for case in 0..cases {
        let reading = READINGS[case as usize % 3];
        let (count, longest) =
            [(1, depth + 2), (2, depth), (3, depth - 1)][random.below(3) as usize];
        let grammar = Grammar { steps: random.below(4) == 0, ..LTL };
        let mut pool = Pool::default();
        let atoms = atoms(&mut pool, count);
        let (candidate, truth, kin) = pair(&mut random, &mut pool, grammar, count as u32);
        // Unfolded bounds may be too much for some; then the answer must say so.
        let budget = Budget::states(20_000);
        let found = match compare(&pool, candidate, truth, reading, &budget) {
            Ok(found) => found,
            Err(error) => panic!("{error}"),
        };
        let case = Case { pool: &pool, atoms: &atoms, candidate, truth, reading, longest };
        seen[match found.verdict {
            Verdict::Equivalent => 0,
            Verdict::Stronger | Verdict::Weaker => 1,
            Verdict::Incomparable => 2,
            Verdict::Unknown(_) => {
                seen[3] += 1;
                continue;
            }
        }] += 1;
        case.check(&found, kin);
    }
    assert!(seen[3] * 200 < cases as usize, "{} of {cases} not decided", seen[3]);
    seen
}

#[test]
fn comparisons_agree_with_all_short_words() {
    let seen = run(7, 4000, 3);
    assert!(seen[..3].iter().all(|&count| count > 300), "{seen:?}");
}

/// `VEDETTE_RANDOM_PAIRS` says how many pairs, a hundred thousand if it is not set.
#[test]
#[ignore = "a hundred thousand cases take minutes"]
fn many_comparisons_agree_with_all_short_words() {
    let wanted = std::env::var("VEDETTE_RANDOM_PAIRS").ok().and_then(|text| text.parse().ok());
    let pairs: u32 = wanted.unwrap_or(100_000);
    for seed in 0..pairs.div_ceil(4000) {
        run(u64::from(100 + seed), (pairs - seed * 4000).min(4000), 3);
    }
}

/// The word with letters repeated at random.
fn repeated(word: &Word, random: &mut Random) -> Word {
    let mut repeat = |letters: &[Letter]| -> Vec<Letter> {
        let mut out = Vec::new();
        for letter in letters {
            out.extend(std::iter::repeat_n(letter.clone(), 1 + random.below(3) as usize));
        }
        out
    };
    match word {
        Word::Finite(letters) => Word::Finite(repeat(letters)),
        Word::Lasso(lasso) => {
            Word::Lasso(Lasso { prefix: repeat(&lasso.prefix), cycle: repeat(&lasso.cycle) })
        }
    }
}

#[test]
fn invariance_under_stuttering_agrees_with_repeated_words() {
    let mut random = Random(11);
    let (mut invariant, mut sensitive) = (0, 0);
    for case in 0..600 {
        let reading = READINGS[case % 3];
        let mut pool = Pool::default();
        let atoms = atoms(&mut pool, 2);
        let root = formula(&mut random, &mut pool, LTL, 2, 3);
        let found = stutter::sensitive(&pool, root, reading, &Budget::states(20_000));
        let Ok(Ok(found)) = found else { panic!("{found:?}") };
        let value = |word: &Word| holds(&pool, root, word, reading) == Ok(true);
        if let Some([one, other]) = &found {
            assert_ne!(value(one), value(other));
            sensitive += 1;
            continue;
        }
        invariant += usize::from(print(&pool, root, Style::Vedette).contains('X'));
        for word in words(&atoms, reading, 3) {
            let longer = repeated(&word, &mut random);
            assert_eq!(
                value(&word),
                value(&longer),
                "{} ({reading:?}): {} against {}",
                print(&pool, root, Style::Vedette),
                word.render(&pool),
                longer.render(&pool)
            );
        }
    }
    assert!(invariant > 20 && sensitive > 100, "{invariant} with X invariant, {sensitive} not");
}
