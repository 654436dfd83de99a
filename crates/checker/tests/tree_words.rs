//! Forests whose columns fill many machine words: forks, ends and runs at every place of a word.

use vedette_checker::budget::Budget;
use vedette_checker::formula::{AtomId, Pool};
use vedette_checker::syntax::{Style, print};
use vedette_checker::tree::{Path, Session, Tree};
use vedette_checker::truth::Truth;
use vedette_checker::words::{Letter, Reading, Word, values};
use vedette_testkit::trees::{Grammar, Plain, Random, Table, formula, labels};

const STATES: u32 = 7;
const ATOMS: u32 = 3;
const LTL: Grammar = Grammar { paths: false, ctl: false, steps: false, seconds: false };

/// Trajectories that leave each other at any step, and end inside one another.
fn forest(random: &mut Random, count: u32, longest: u32) -> Vec<Path> {
    let mut paths: Vec<Path> = Vec::new();
    for _ in 0..count {
        let mut path = match random.below(5) {
            0 => Path { states: vec![0], actions: vec![None] },
            _ if paths.is_empty() => Path { states: vec![0], actions: vec![None] },
            _ => {
                let other = &paths[random.below(paths.len() as u32) as usize];
                let cut = 1 + random.below(other.states.len() as u32) as usize;
                let (states, actions) = (other.states[..cut].into(), other.actions[..cut].into());
                Path { states, actions }
            }
        };
        if random.below(8) > 0 {
            for _ in 0..random.below(longest) {
                path.states.push(random.below(STATES));
                path.actions.push(None);
            }
        }
        paths.push(path);
    }
    paths
}

fn pool() -> Pool {
    let mut pool = Pool::default();
    for name in ["p", "q", "r"] {
        pool.proposition(name);
    }
    pool
}

fn known(value: Truth) -> Option<bool> {
    match value {
        Truth::True => Some(true),
        Truth::False => Some(false),
        Truth::Inconclusive | Truth::Unsupported => None,
    }
}

/// The true atoms along a path.
fn word(path: &Path, table: &Table) -> Word {
    let letter = |&state: &u32| -> Letter {
        let row = &table.values[state as usize];
        let holds = |&atom: &usize| row[atom] == Truth::True;
        (0..row.len()).filter(holds).map(AtomId::from_index).collect()
    };
    Word::Finite(path.states.iter().map(letter).collect())
}

#[test]
fn ltl_on_long_trajectories_is_what_the_words_say() {
    let mut random = Random(21);
    let mut violated = 0;
    for case in 0..40 {
        let mut pool = pool();
        let roots: Vec<_> =
            (0..25).map(|_| formula(&mut random, &mut pool, LTL, ATOMS, 4)).collect();
        let paths = forest(&mut random, 30, 120);
        let table = labels(&mut random, STATES, ATOMS, false, &paths);
        let tree = Tree::merge(&paths).unwrap();
        let session = Session::new(&tree, &table);
        let all = session.check(&pool, &roots, &Budget::default());
        for (&root, checked) in roots.iter().zip(all) {
            let checked = checked.unwrap();
            for (path, &value) in paths.iter().zip(&checked.per_trajectory) {
                let text = print(&pool, root, Style::Vedette);
                let expected = values(&pool, root, &word(path, &table), Reading::Finite).unwrap();
                assert_eq!(known(value), Some(expected[0]), "case {case}: {text}");
            }
            for trajectory in [0, 11, 29] {
                // The explanation is worked out value by value, and re-checked.
                let found = session
                    .counterexample(&pool, root, &checked, trajectory, &Budget::default())
                    .unwrap();
                violated += usize::from(found.is_some());
            }
        }
    }
    assert!(violated > 300, "{violated}");
}

#[test]
fn unknown_values_and_deadlines_on_long_trajectories_follow_the_definition() {
    let mut random = Random(22);
    let (mut decided, mut open) = (0, 0);
    for case in 0..120 {
        let mut pool = pool();
        let grammar = Grammar { steps: true, seconds: case % 2 == 0, ..LTL };
        let root = formula(&mut random, &mut pool, grammar, ATOMS, 2);
        let paths = forest(&mut random, 6, 90);
        let table = labels(&mut random, STATES, ATOMS, true, &paths);
        let tree = Tree::merge(&paths).unwrap();
        let session = Session::new(&tree, &table);
        let checked = session.check(&pool, &[root], &Budget::default()).remove(0).unwrap();
        let plain = Plain { pool: &pool, paths: &paths, labels: &table };
        for (t, &value) in checked.per_trajectory.iter().enumerate() {
            let text = print(&pool, root, Style::Vedette);
            assert_eq!(known(value), known(plain.value(root, t, 0)), "case {case}: {text}");
            if known(value).is_some() { decided += 1 } else { open += 1 }
        }
    }
    assert!(decided > 100 && open > 50, "{decided} decided, {open} open");
}

#[test]
fn both_engines_agree_on_large_forests() {
    // `check` refuses to answer if the engines disagree on a CTL formula; the exact one is held
    // against words above.
    let mut random = Random(23);
    let (mut holds, mut fails) = (0, 0);
    for case in 0..60 {
        let mut pool = pool();
        let grammar = Grammar { paths: true, ctl: true, steps: case % 3 == 0, seconds: false };
        let roots: Vec<_> =
            (0..30).map(|_| formula(&mut random, &mut pool, grammar, ATOMS, 4)).collect();
        let paths = forest(&mut random, 60, 80);
        let table = labels(&mut random, STATES, ATOMS, case % 2 == 0, &paths);
        let tree = Tree::merge(&paths).unwrap();
        assert!(case > 5 || tree.len() > 64, "more than one word");
        for checked in Session::new(&tree, &table).check(&pool, &roots, &Budget::default()) {
            match checked.unwrap().verdict {
                Truth::True => holds += 1,
                Truth::False => fails += 1,
                Truth::Inconclusive | Truth::Unsupported => {}
            }
        }
    }
    assert!(holds > 100 && fails > 100, "{holds} hold, {fails} fail");
}
