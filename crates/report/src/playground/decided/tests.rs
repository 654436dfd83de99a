use super::{Decided, decided};
use proptest::prelude::*;
use vedette_checker::budget::Budget;
use vedette_checker::equivalence::satisfiable;
use vedette_checker::formula::{Binary, Id, Node, Pool, Unary};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::{Letter, Reading, Word, holds};

/// The formula that a word satisfies exactly if it begins with these letters.
fn begins_with(pool: &mut Pool, letters: &[&Letter], atoms: &[Id]) -> Id {
    let mut after = pool.constant(true);
    for (at, letter) in letters.iter().enumerate().rev() {
        let mut now = pool.constant(true);
        for &atom in atoms {
            let Node::Atom(id) = pool.node(atom) else { unreachable!("atoms") };
            let literal = if letter.contains(id) { atom } else { pool.unary(Unary::Not, atom) };
            now = pool.binary(Binary::And, now, literal);
        }
        if at + 1 < letters.len() {
            let next = pool.unary(Unary::Next, after);
            now = pool.binary(Binary::And, now, next);
        }
        after = now;
    }
    after
}

/// Whether some word that begins with the letters satisfies the formula, and whether some does not: by
/// emptiness of the tableau, which shares nothing with monitors and DFAs.
fn outcomes(pool: &Pool, root: Id, letters: &[&Letter], reading: Reading) -> [bool; 2] {
    let mut pool = pool.clone();
    let atoms = [pool.proposition("a"), pool.proposition("b")];
    let prefix = begins_with(&mut pool, letters, &atoms);
    let not = pool.unary(Unary::Not, root);
    [not, root].map(|side| {
        let both = pool.binary(Binary::And, prefix, side);
        satisfiable(&pool, both, reading, &Budget::default()).unwrap().unwrap().is_some()
    })
}

fn formula() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["a", "b", "true"]).prop_map(String::from);
    leaf.prop_recursive(3, 8, 2, |inner| {
        let unary = vec!["!", "X", "X[w]", "F", "G", "F[1,2]", "G[0,2]"];
        let binary = vec!["U", "R", "W", "M", "&", "|", "->", "<->"];
        prop_oneof![
            (prop::sample::select(unary), inner.clone()).prop_map(|(op, a)| format!("{op}({a})")),
            (inner.clone(), prop::sample::select(binary), inner)
                .prop_map(|(a, op, b)| format!("(({a}) {op} ({b}))")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// The step is the first after which only one outcome is left, and that outcome is the verdict.
    #[test]
    fn the_step_is_the_first_that_leaves_one_outcome(
        text in formula(),
        letters in prop::collection::vec(prop::sample::select(vec!["1", "a", "b", "a & b"]), 1..5),
        start in 0_usize..4,
        reading in prop::sample::select(vec![Reading::Infinite, Reading::Finite, Reading::Stuttering]),
    ) {
        let mut formula = parse(&text, Dialect::Vedette, reading).ok().unwrap();
        let word = if reading == Reading::Infinite {
            let (prefix, cycle) = letters.split_at(start.min(letters.len() - 1));
            let cycle = format!("cycle{{{}}}", cycle.join("; "));
            prefix.iter().map(|l| (*l).to_owned()).chain([cycle]).collect::<Vec<_>>().join("; ")
        } else {
            letters.join("; ")
        };
        let word = Word::parse(&word, &mut formula.pool).unwrap();
        let (pool, root) = (&formula.pool, formula.root);
        let found = decided(pool, root, &word, reading, &Budget::default()).unwrap();
        let verdict = holds(pool, root, &word, reading).unwrap();
        // The letters of the word, three rounds of the cycle among them.
        let mut shown: Vec<&Letter> = word.letters().collect();
        if let Word::Lasso(lasso) = &word {
            shown.extend(lasso.cycle.iter().chain(&lasso.cycle));
        }
        let expected = match found {
            Decided::Before { holds } => Some((0, holds)),
            Decided::At { time, holds } => Some((time + 1, holds)),
            Decided::Never => None,
        };
        for read in 0..=shown.len() {
            let settled = match outcomes(pool, root, &shown[..read], reading) {
                [true, false] => Some(false),
                [false, true] => Some(true),
                both => {
                    prop_assert_eq!(both, [true, true]);
                    None
                }
            };
            match expected {
                Some((first, holds)) if read >= first => prop_assert_eq!(settled, Some(holds)),
                _ => prop_assert_eq!(settled, None, "{} letters of {:?}", read, found),
            }
        }
        if let Some((_, holds)) = expected {
            prop_assert_eq!(holds, verdict);
        }
    }
}
