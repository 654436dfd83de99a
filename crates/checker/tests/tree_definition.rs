//! The engines against the plain definition, on seeded random forests.

use vedette_checker::budget::Budget;
use vedette_checker::evidence::recheck;
use vedette_checker::formula::{Binary, Id, Node, Pool, Unary};
use vedette_checker::syntax::{Style, print};
use vedette_checker::tree::{Tree, check, counterexample};
use vedette_checker::truth::Truth;
use vedette_testkit::trees::{Grammar, Plain, Random, Table, forest, formula, labels};

const STATES: u32 = 5;
const ATOMS: u32 = 3;

fn known(value: Truth) -> Option<bool> {
    match value {
        Truth::True => Some(true),
        Truth::False => Some(false),
        Truth::Inconclusive | Truth::Unsupported => None,
    }
}

/// Checks `cases` random cases; returns how many were violated.
fn compare(seed: u64, cases: u32, grammar: Grammar, unknown: bool) -> usize {
    let mut random = Random(seed);
    let mut violated = 0;
    for case in 0..cases {
        let mut pool = Pool::default();
        for name in ["p", "q", "r"] {
            pool.proposition(name);
        }
        let root = formula(&mut random, &mut pool, grammar, ATOMS, 4);
        let paths = forest(&mut random, STATES);
        let table = labels(&mut random, STATES, ATOMS, unknown, &paths);
        let tree = Tree::merge(&paths).expect("every path has a state");
        let budget = Budget::default();
        let text = print(&pool, root, Style::Vedette);
        let about = || format!("seed {seed} case {case}: {text}\n{paths:?}\n{table:?}");
        let checked = check(&pool, root, &tree, &table, &budget)
            .unwrap_or_else(|error| panic!("{error}: {}", about()));

        let plain = Plain { pool: &pool, paths: &paths, labels: &table };
        let all = (0..paths.len()).map(|t| plain.value(root, t, 0));
        let expected = all.fold(Truth::True, |all, value| all & value);
        assert_eq!(known(checked.verdict), known(expected), "{}", about());
        if !unknown && !grammar.seconds {
            assert_eq!(checked.verdict, expected, "kind of unknown: {}", about());
        }
        for (t, path) in paths.iter().enumerate() {
            let clocks = vec![table.clocks[t].clone()];
            let own = Table { values: table.values.clone(), clocks };
            let plain = Plain { pool: &pool, paths: std::slice::from_ref(path), labels: &own };
            let alone = known(plain.value(root, 0, 0));
            assert_eq!(known(checked.alone[t]), alone, "alone {t}: {}", about());
        }
        let fails = checked.verdict == Truth::False;
        assert_eq!(checked.counterexample.is_some(), fails, "{}", about());
        assert_eq!(checked.first_violation().is_some(), fails, "{}", about());
        violated += usize::from(fails);

        for t in 0..paths.len() as u32 {
            let found = counterexample(&pool, root, &tree, &table, t, &budget)
                .unwrap_or_else(|error| panic!("{error}: {}", about()));
            let violates = checked.per_trajectory[t as usize] == Truth::False;
            assert_eq!(found.is_some(), violates, "{}", about());
            let Some(found) = found else { continue };
            assert_eq!(found.trajectory, t);
            assert_eq!(Some(found.step), checked.failing_step[t as usize]);
            let accepted = recheck(&pool, root, &tree, &table, &found, &budget);
            assert_eq!(accepted, Ok(()), "{}", about());
            let best = checked.counterexample.as_ref().expect("some trajectory violates");
            let order = (best.certain_at, best.step, best.trajectory);
            assert!(
                order <= (found.certain_at, found.step, t),
                "trajectory {t} is better: {}",
                about()
            );
        }
    }
    violated
}

/// The formula with a path quantifier before every temporal operator: `A` where it counts positively,
/// `E` where it counts negatively.
fn lift(pool: &mut Pool, id: Id, positive: bool) -> Id {
    let node = pool.node(id);
    match node {
        Node::Unary(Unary::Not, a) => {
            let a = lift(pool, a, !positive);
            pool.unary(Unary::Not, a)
        }
        Node::Binary(Binary::Implies, a, b) => {
            let (a, b) = (lift(pool, a, !positive), lift(pool, b, positive));
            pool.binary(Binary::Implies, a, b)
        }
        Node::Binary(op @ (Binary::Iff | Binary::Xor), a, b) => {
            // a <-> b is (a -> b) & (b -> a); a xor b is (a -> !b) & (!b -> a).
            let b = if op == Binary::Xor { pool.unary(Unary::Not, b) } else { b };
            let there = pool.binary(Binary::Implies, a, b);
            let back = pool.binary(Binary::Implies, b, a);
            let (there, back) = (lift(pool, there, positive), lift(pool, back, positive));
            pool.binary(Binary::And, there, back)
        }
        Node::Unary(op, a) => {
            let a = lift(pool, a, positive);
            let whole = pool.unary(op, a);
            pool.unary(if positive { Unary::AllPaths } else { Unary::SomePath }, whole)
        }
        Node::Binary(op, a, b) => {
            let (a, b) = (lift(pool, a, positive), lift(pool, b, positive));
            let whole = pool.binary(op, a, b);
            if !op.is_temporal() {
                return whole;
            }
            pool.unary(if positive { Unary::AllPaths } else { Unary::SomePath }, whole)
        }
        _ => id,
    }
}

#[test]
fn lifting_is_a_quantifier_before_every_temporal_operator() {
    let mut random = Random(10);
    let mut stronger = 0;
    for case in 0..4000 {
        let mut pool = Pool::default();
        for name in ["p", "q", "r"] {
            pool.proposition(name);
        }
        let root = formula(&mut random, &mut pool, LTL, ATOMS, 4);
        let paths = forest(&mut random, STATES);
        let table = labels(&mut random, STATES, ATOMS, false, &paths);
        let tree = Tree::merge(&paths).unwrap();
        let checked = check(&pool, root, &tree, &table, &Budget::default()).unwrap();
        let lifted = lift(&mut pool, root, true);
        let plain = Plain { pool: &pool, paths: &paths, labels: &table };
        let all = (0..paths.len()).map(|t| plain.value(lifted, t, 0));
        let expected = all.fold(Truth::True, |all, value| all & value);
        let text = print(&pool, root, Style::Vedette);
        assert_eq!(checked.lifted, expected, "case {case}: {text} on {paths:?} {table:?}");
        stronger += usize::from(checked.lifted != checked.verdict);
    }
    assert!(stronger > 5, "{stronger} formulas are not equivalent to their lifting");
}

const LTL: Grammar = Grammar { paths: false, ctl: false, steps: false, seconds: false };

#[test]
fn ltl_agrees_with_the_definition() {
    assert!(compare(1, 3000, LTL, false) > 300);
    assert!(compare(2, 3000, LTL, true) > 300);
}

#[test]
fn bounded_operators_agree_with_the_definition() {
    let steps = Grammar { steps: true, ..LTL };
    assert!(compare(3, 4000, steps, false) > 300);
    assert!(compare(4, 2000, steps, true) > 200);
    assert!(compare(5, 3000, Grammar { seconds: true, ..steps }, true) > 200);
}

#[test]
fn ctl_agrees_with_the_definition() {
    // `check` compares both engines on every formula that is CTL.
    let ctl = Grammar { paths: true, ctl: true, ..LTL };
    assert!(compare(6, 4000, ctl, false) > 400);
    assert!(compare(7, 3000, Grammar { steps: true, ..ctl }, true) > 200);
}

#[test]
fn ctl_star_agrees_with_the_definition() {
    let star = Grammar { paths: true, ..LTL };
    assert!(compare(8, 4000, star, false) > 400);
    assert!(compare(9, 3000, Grammar { steps: true, seconds: true, ..star }, true) > 200);
}
