//! Monitors against the definition: every continuation of every short trace is tried.

use vedette_checker::budget::Budget;
use vedette_checker::formula::{AtomId, Formula, Id, Node, Pool};
use vedette_checker::monitor::{Machine, Monitor, Place, Status};
use vedette_checker::syntax::{Dialect, Style, parse, print};
use vedette_checker::tree::{Labels, Path, Tree, check};
use vedette_checker::truth::Truth;
use vedette_checker::words::{Letter, Reading, Word, holds};
use vedette_testkit::trees::{Grammar, Random, formula};
use vedette_testkit::words::words;

/// A state is a set of atoms, a bit each.
struct Bits;

impl Labels for Bits {
    fn truth(&self, state: u32, atom: AtomId) -> Truth {
        Truth::from(state >> atom.index() & 1 == 1)
    }
}

fn bits(letter: &Letter) -> u32 {
    letter.atoms().map(|atom| 1 << atom.index()).sum()
}

/// What the definition says after `seen`, looking at all continuations of at most `more` letters.
fn definition(
    pool: &Pool,
    root: Id,
    seen: &[Letter],
    atoms: &[AtomId],
    more: usize,
) -> (bool, bool) {
    let value = |word: &[Letter]| {
        holds(pool, root, &Word::Finite(word.to_vec()), Reading::Finite).expect("plain LTL")
    };
    let (mut some_holds, mut some_fails) = (value(seen), !value(seen));
    for rest in words(atoms, Reading::Finite, more) {
        let whole: Vec<Letter> = seen.iter().chain(rest.letters()).cloned().collect();
        let holds = value(&whole);
        (some_holds, some_fails) = (some_holds || holds, some_fails || !holds);
        if some_holds && some_fails {
            break;
        }
    }
    (some_holds, some_fails)
}

/// Holds the monitor of `root` against the definition on all traces of at most `longest` letters.
/// Where continuations of `more` letters are known to be long enough to show what can be shown
/// (`complete`), the monitor must not be late either.
fn compare(
    pool: &Pool,
    root: Id,
    atoms: &[AtomId],
    (longest, more): (usize, usize),
    complete: bool,
) -> [usize; 3] {
    let mut met = [0; 3];
    let about = print(pool, root, Style::Vedette);
    // One machine for all traces: its places are shared by them.
    let mut machine = Machine::new(pool, root).expect("LTL");
    for word in words(atoms, Reading::Finite, longest) {
        let letters: Vec<Letter> = word.letters().cloned().collect();
        let mut monitor = Monitor::new(pool, root).expect("LTL");
        let mut place = Place::START;
        for letter in &letters {
            let truth = |atom| Truth::from(letter.contains(atom));
            monitor.step(truth, None, &Budget::default());
            assert_eq!(monitor.limit(), None, "{about}");
            place = machine.step(place, truth);
            let known = machine.status(place, &Budget::default());
            assert_eq!(known, monitor.status(), "{about}");
        }
        let (some_holds, some_fails) = definition(pool, root, &letters, atoms, more);
        let trace = word.render(pool);
        match monitor.status() {
            Status::Satisfied => {
                met[0] += 1;
                assert!(some_holds && !some_fails, "{about} on {trace} can still fail");
            }
            Status::Violated => {
                met[1] += 1;
                assert!(!some_holds && some_fails, "{about} on {trace} can still hold");
            }
            Status::Open(now) => {
                met[2] += 1;
                let open = some_holds && some_fails;
                assert!(open || !complete, "{about} on {trace} is decided for good");
                // If the trace ends here, it is what the tree says of it.
                let states: Vec<u32> = letters.iter().map(bits).collect();
                let path = Path { actions: vec![None; states.len()], states };
                let tree = Tree::merge(&[path]).expect("a path has a state");
                let checked =
                    check(pool, root, &tree, &Bits, &Budget::default()).expect("it is LTL");
                assert_eq!(now, checked.verdict, "{about} on {trace}, if it ends");
            }
        }
    }
    met
}

fn atoms_of(pool: &Pool, root: Id) -> Vec<AtomId> {
    let atom = |id| match pool.node(id) {
        Node::Atom(atom) => Some(atom),
        _ => None,
    };
    pool.reachable(&[root]).into_iter().filter_map(atom).collect()
}

const CASES: &[&str] = &[
    "p",
    "X p",
    "X[w] p",
    "F p",
    "G p",
    "p U q",
    "p R q",
    "p W q",
    "p M q",
    "G (p -> F q)",
    "F G p",
    "G F p",
    "G (p -> X q)",
    "G (p -> X[w] q)",
    "F p & G !p",
    "F p | G !p",
    "X X true",
    "X[w] X[w] false",
    "F X[w] false",
    "(F p) U q",
    "G p | F q",
    "!(p U q)",
    "p <-> X q",
    "p xor F q",
    "G !p & F q",
    "X (p & X !p)",
    "F (p & X[w] false)",
    "true",
    "false",
    "F[0,2] p",
    "G[0,2] p",
    "F[1,2] p",
    "G[1,3] p",
    "p U[0,2] q",
    "p U[1,2] q",
    "p R[0,2] q",
    "p R[1,2] q",
    "p W[0,2] q",
    "p M[0,2] q",
    "p M[1,1] q",
    "p W[1,2] q",
    "G (p -> F[0,1] q)",
    "F[2,inf] p",
    "G[1,inf] p",
    "p U[1,inf] q",
    "F[0,1] G[0,1] p",
    "G (p -> G[0,2] !q)",
    "F[0,2] p & G[0,2] !p",
    "X F[0,1] p",
    "!F[1,2] p",
];

#[test]
fn cases_by_hand_agree_with_all_continuations() {
    let mut met = [0; 3];
    for text in CASES {
        let Formula { pool, root } = parse(text, Dialect::Vedette, Reading::Finite).ok().unwrap();
        let atoms = atoms_of(&pool, root);
        for (met, more) in met.iter_mut().zip(compare(&pool, root, &atoms, (4, 4), true)) {
            *met += more;
        }
    }
    assert!(met.iter().all(|&count| count > 500), "{met:?}");
}

#[test]
fn random_formulas_agree_with_all_continuations() {
    let mut met = [0; 3];
    for (seed, steps) in [(1, false), (2, true)] {
        let mut random = Random(seed);
        let grammar = Grammar { paths: false, ctl: false, steps, seconds: false };
        for _ in 0..250 {
            let mut pool = Pool::default();
            let atoms: Vec<AtomId> = ["p", "q"]
                .map(|name| {
                    let id = pool.proposition(name);
                    match pool.node(id) {
                        Node::Atom(atom) => atom,
                        _ => unreachable!(),
                    }
                })
                .to_vec();
            let root = formula(&mut random, &mut pool, grammar, 2, 3);
            for (met, more) in met.iter_mut().zip(compare(&pool, root, &atoms, (2, 5), !steps)) {
                *met += more;
            }
        }
    }
    assert!(met.iter().all(|&count| count > 300), "{met:?}");
}

#[test]
fn obligations_know_since_when_they_are_open() {
    for (text, trace, expected) in [
        ("G (p -> F q)", "--;p-;--;p-", "F q since 1"),
        ("G (p -> F q)", "p-;-q;p-", "F q since 2"),
        ("G (p -> F[0,5] q)", "--;p-;p-;--", "F[<=5] q since 1, F[<=5] q since 2"),
        ("G (p -> X q)", "p-", "q since 0"),
        ("G p", "p-;p-", ""),
        ("F p & F q", "--;-q", "F p since 0"),
    ] {
        let Formula { pool, root } = parse(text, Dialect::Vedette, Reading::Finite).ok().unwrap();
        let mut monitor = Monitor::new(&pool, root).unwrap();
        for state in trace.split(';') {
            let truth = |atom| {
                let fact = print_atom(&pool, atom);
                Truth::from(state.contains(&fact))
            };
            monitor.step(truth, None, &Budget::default());
        }
        let open: Vec<String> = monitor
            .obligations()
            .iter()
            .map(|open| {
                let text = print(monitor.pool(), open.formula, Style::Vedette);
                format!("{text} since {}", open.since)
            })
            .collect();
        assert_eq!(open.join(", "), expected, "{text} on {trace}");
    }
}

fn print_atom(pool: &Pool, atom: AtomId) -> String {
    let mut pool = pool.clone();
    let id = pool.add(Node::Atom(atom));
    print(&pool, id, Style::Vedette)
}

#[test]
fn bounds_in_seconds_follow_the_clock() {
    for (text, trace, expected) in [
        (
            "F[<=2s] p",
            &[(0.0, false), (1.0, false), (2.0, false)][..],
            Status::Open(Truth::Inconclusive),
        ),
        ("F[<=2s] p", &[(0.0, false), (2.0, false), (2.5, false)], Status::Violated),
        ("F[<=2s] p", &[(0.0, false), (1.5, true)], Status::Satisfied),
        ("F[<=2s] p", &[(0.0, false), (2.5, true)], Status::Violated),
        ("G[<=2s] p", &[(0.0, true), (2.0, true), (2.1, false)], Status::Satisfied),
        ("G[<=2s] p", &[(0.0, true), (2.0, false)], Status::Violated),
    ] {
        let Formula { pool, root } = parse(text, Dialect::Vedette, Reading::Finite).ok().unwrap();
        let mut monitor = Monitor::new(&pool, root).unwrap();
        for &(time, p) in trace {
            monitor.step(|_| Truth::from(p), Some(time), &Budget::default());
        }
        assert_eq!(monitor.status(), expected, "{text} on {trace:?}");
    }
}

#[test]
fn what_the_data_does_not_say_decides_nothing() {
    let Formula { pool, root } = parse("G !p", Dialect::Vedette, Reading::Finite).ok().unwrap();
    let mut monitor = Monitor::new(&pool, root).unwrap();
    let mut step = |p| monitor.step(|_| p, None, &Budget::default());
    assert_eq!(step(Truth::Unsupported), Status::Open(Truth::Unsupported));
    assert_eq!(step(Truth::False), Status::Open(Truth::Unsupported));
    assert_eq!(step(Truth::True), Status::Violated);
}

#[test]
fn many_deadlines_at_once_stay_open_over_100_000_steps() {
    let text = "G (p -> F[0,50] q)";
    let Formula { pool, root } = parse(text, Dialect::Vedette, Reading::Finite).ok().unwrap();
    let mut monitor = Monitor::new(&pool, root).unwrap();
    let mut random = Random(3);
    for step in 0..100_000_u32 {
        let (p, q) = (random.below(10) == 0, step.is_multiple_of(40));
        let status = monitor.step(
            |atom| Truth::from(if atom.index() == 0 { p } else { q }),
            None,
            &Budget::default(),
        );
        assert!(matches!(status, Status::Open(_)), "step {step}");
    }
    assert!(monitor.obligations().len() <= 51);
}
