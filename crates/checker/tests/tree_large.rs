//! Large inputs, each in a thread with a small stack: nothing may recurse over length or depth.

use vedette_checker::budget::{Budget, Limit};
use vedette_checker::formula::{AtomId, Binary, Bound, Interval, Node, Pool, Unary, Unit};
use vedette_checker::tree::{CheckError, Labels, Path, Tree, check};
use vedette_checker::truth::Truth;

/// Atom `a` is true in the states whose bit `a` is set.
struct Bits;

impl Labels for Bits {
    fn truth(&self, state: u32, atom: AtomId) -> Truth {
        Truth::from(state >> atom.index() & 1 == 1)
    }
}

fn small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 * 1024);
    let thread = thread.spawn(work).expect("a thread can be started");
    thread.join().expect("it neither panics nor overflows its stack");
}

fn path(states: Vec<u32>) -> Path {
    let actions = vec![None; states.len()];
    Path { states, actions }
}

#[test]
fn a_trace_of_a_million_steps() {
    small_stack(|| {
        let n = 1_000_000;
        let mut states = vec![0; n];
        states[10] = 1;
        let tree = Tree::merge(&[path(states.clone()), path(states)]).unwrap();
        assert_eq!((tree.len(), tree.steps()), (n, 2 * n));
        let mut pool = Pool::default();
        let (p, q) = (pool.proposition("p"), pool.proposition("q"));
        let answer = pool.unary(Unary::Finally, q);
        let body = pool.binary(Binary::Implies, p, answer);
        let rule = pool.unary(Unary::Globally, body);
        let checked = check(&pool, rule, &tree, &Bits, &Budget::default()).unwrap();
        assert_eq!(checked.per_trajectory, [Truth::False, Truth::False]);
        let evidence = checked.counterexample.unwrap();
        assert_eq!((evidence.step, evidence.certain_at), (10, n as u32 - 1));
        assert_eq!(evidence.trajectories, [0, 1]);
        assert!(evidence.cut, "a million reasons are not listed");
        // A bound does not make it slower than linear.
        let steps = |low, high| Interval {
            low: Bound::steps(low),
            high: Some(Bound::steps(high)),
            unit: Unit::Steps,
        };
        let soon = pool.add(Node::UnaryWithin(Unary::Finally, steps(0, 500_000), q));
        let body = pool.binary(Binary::Implies, p, soon);
        let rule = pool.unary(Unary::Globally, body);
        let checked = check(&pool, rule, &tree, &Bits, &Budget::default()).unwrap();
        let evidence = checked.counterexample.unwrap();
        assert_eq!((evidence.step, evidence.certain_at), (10, 500_010));
        let late = pool.add(Node::UnaryWithin(Unary::Finally, steps(0, 2_000_000), q));
        let checked = check(&pool, late, &tree, &Bits, &Budget::default()).unwrap();
        assert_eq!(checked.verdict, Truth::Inconclusive);
    });
}

#[test]
fn a_forest_of_100_000_trajectories() {
    small_stack(|| {
        let paths: Vec<Path> = (0..100_000_u32)
            .map(|i| {
                path((0..10).map(|depth| (i >> depth & 1) << 1 | u32::from(depth == 0)).collect())
            })
            .collect();
        let tree = Tree::merge(&paths).unwrap();
        assert_eq!((tree.trajectories(), tree.roots().len()), (100_000, 2));
        assert_eq!(tree.len(), (1..=10).map(|depth| 1 << depth).sum::<usize>());
        let mut pool = Pool::default();
        let (p, q) = (pool.proposition("p"), pool.proposition("q"));
        let eventually = pool.unary(Unary::Finally, q);
        let always = pool.unary(Unary::AllPaths, eventually);
        let rule = pool.binary(Binary::Implies, p, always);
        let checked = check(&pool, rule, &tree, &Bits, &Budget::default()).unwrap();
        assert_eq!(checked.verdict, Truth::False);
        let ltl = pool.binary(Binary::Implies, p, eventually);
        let checked = check(&pool, ltl, &tree, &Bits, &Budget::default()).unwrap();
        let violating = checked.per_trajectory.iter().filter(|&&v| v == Truth::False).count();
        assert_eq!(violating, (0..100_000_u32).filter(|i| i % 1024 == 0).count());
        assert_eq!(checked.first_violation(), Some((0, 0)));
        assert_eq!(checked.counterexample.unwrap().trajectories.len(), violating);
    });
}

#[test]
fn a_formula_nested_100_000_deep() {
    small_stack(|| {
        let tree = Tree::merge(&[path(vec![0, 1, 2]), path(vec![0, 1])]).unwrap();
        let mut pool = Pool::default();
        let mut rule = pool.proposition("p");
        let q = pool.proposition("q");
        for level in 0..100_000 {
            rule = match level % 4 {
                0 => pool.unary(Unary::Not, rule),
                1 => pool.unary(Unary::Finally, rule),
                2 => pool.unary(Unary::AllPaths, rule),
                _ => pool.binary(Binary::Until, q, rule),
            };
        }
        let checked = check(&pool, rule, &tree, &Bits, &Budget::default()).unwrap();
        assert!(matches!(checked.verdict, Truth::True | Truth::False));
        assert_eq!(checked.counterexample.is_some(), checked.verdict == Truth::False);
    });
}

#[test]
fn an_interrupt_ends_the_work() {
    let tree = Tree::merge(&[path(vec![0; 1_000_000])]).unwrap();
    let mut pool = Pool::default();
    let p = pool.proposition("p");
    let rule = pool.unary(Unary::Finally, p);
    let stop = || Some(Limit::Cancelled);
    let budget = Budget::default().with_interrupt(&stop);
    let result = check(&pool, rule, &tree, &Bits, &budget);
    assert_eq!(result, Err(CheckError::Limit(Limit::Cancelled)));
}
