//! Small cases by hand: a new case is a new line.

use vedette_checker::budget::Budget;
use vedette_checker::evidence::recheck;
use vedette_checker::formula::{Atom, AtomId, Formula, Node};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::tree::{CheckError, Counterexample, Labels, MergeError, Path, Tree, check};
use vedette_checker::truth::Truth;
use vedette_checker::words::Reading;

/// A state is the set of the letters `a`, `b`, …, one bit each; the atoms are these letters.
struct Letters<'a>(&'a Formula);

impl Labels for Letters<'_> {
    fn truth(&self, state: u32, atom: AtomId) -> Truth {
        let Atom::Fact(fact) = self.0.pool.atom(atom) else { return Truth::Unsupported };
        match self.0.pool.name(fact.name).as_bytes() {
            [letter @ b'a'..=b'd'] => Truth::from(state >> (letter - b'a') & 1 == 1),
            _ => Truth::Unsupported,
        }
    }
}

/// Trajectories as text: `a,ab,-` are three states; trajectories are separated by `;`.
fn forest(text: &str) -> Tree {
    let state = |state: &str| {
        state.bytes().filter(|letter| *letter != b'-').map(|letter| 1 << (letter - b'a')).sum()
    };
    let paths: Vec<Path> = text
        .split(';')
        .map(|path| {
            let states: Vec<u32> = path.trim().split(',').map(state).collect();
            Path { actions: vec![None; states.len()], states }
        })
        .collect();
    Tree::merge(&paths).expect("every path has a state")
}

fn letter(value: Truth) -> char {
    match value {
        Truth::True => 'S',
        Truth::False => 'V',
        Truth::Inconclusive => '?',
        Truth::Unsupported => 'U',
    }
}

/// Formula, trajectories, verdict, per trajectory, engaged, lifted, `trajectory.step.certain_at`.
const CASES: &[(&str, &str, &str)] = &[
    // A trajectory that ends where another goes on is an end.
    ("G (a -> F b)", "a ; a,b", "V VS yy V 0.0.0"),
    ("A G (a -> A F b)", "a ; a,b", "V VV yy V 0.0.0"),
    ("AX b", "a ; a,b", "V VS yy V 0.0.0"),
    ("EX b", "a ; a,b", "S SS yy S"),
    ("AX[w] b", "a ; a,b", "S SS yy S"),
    ("EG a", "a ; a,b", "S SS yy S"),
    // Next is strong, and the state after it makes the violation certain.
    ("G (a -> X b)", "-,a,b,a", "V V y V 0.3.3"),
    ("G (a -> X b)", "-,a,-", "V V y V 0.1.2"),
    ("G (a -> X[w] b)", "-,a,b,a", "S S y S"),
    // Obligations.
    ("F a", "b,b", "V V y V 0.0.1"),
    ("G (a -> F[0,2] b)", "a,-", "? ? y ?"),
    ("G (a -> F[0,2] b)", "a,-,-,-", "V V y V 0.0.2"),
    ("G (a -> F[0,2] b)", "a,-,b", "S S y S"),
    ("G[0,10] a", "a,a", "? ? y ?"),
    ("G[0,10] a", "a,-", "V V y V 0.0.1"),
    ("F[5,inf] a", "a,a", "V V y V 0.0.0"),
    ("a U[2,4] b", "a,-,b", "V V y V 0.0.1"),
    // A violation is shown where it is certain first.
    ("G !b", "-,-,b ; -,b ; -,b,-", "V VVV yyy V 1.1.1"),
    ("G !b & F a", "-,-,b ; b", "V VV yy V 1.0.0"),
    // Vacuous.
    ("G (a -> F b)", "-,b ; a,b", "S SS ny S"),
    ("G (a -> b) & G (c -> d)", "- ; cd", "S SS ny S"),
    ("G (a -> b) & G !d", "-", "S S y S"),
    // Lifting is stronger.
    ("F (a & X b)", "a,b ; a,-,a,b", "S SS yy V"),
    // Undecided by the data, unless the rest decides.
    ("G (e -> b)", "a", "U U n U"),
    ("G (e -> b)", "b", "S S n S"),
    ("F[<=2s] a", "a", "U U y U"),
];

#[test]
fn cases() {
    for &(text, trajectories, expected) in CASES {
        let formula = parse(text, Dialect::Vedette, Reading::Finite).ok().unwrap();
        let tree = forest(trajectories);
        let labels = Letters(&formula);
        let checked =
            check(&formula.pool, formula.root, &tree, &labels, &Budget::default()).unwrap();
        let each: String = checked.per_trajectory.iter().copied().map(letter).collect();
        let engaged: String =
            checked.engaged.iter().map(|&engaged| if engaged { 'y' } else { 'n' }).collect();
        let evidence = checked
            .counterexample
            .as_ref()
            .map_or(String::new(), |c| format!(" {}.{}.{}", c.trajectory, c.step, c.certain_at));
        let (verdict, lifted) = (letter(checked.verdict), letter(checked.lifted));
        let found = format!("{verdict} {each} {engaged} {lifted}{evidence}");
        assert_eq!(found, expected, "{text} on {trajectories}");
    }
}

#[test]
fn the_rechecker_rejects_what_is_not_true() {
    let formula = parse("G (a -> X b)", Dialect::Vedette, Reading::Finite).ok().unwrap();
    let (pool, root) = (&formula.pool, formula.root);
    let (tree, labels) = (forest("-,a,- ; -,a,-,a ; -,a,b"), Letters(&formula));
    let budget = Budget::default();
    let good = check(pool, root, &tree, &labels, &budget).unwrap().counterexample.unwrap();
    assert_eq!((good.trajectory, &good.trajectories[..]), (0, &[0, 1][..]));
    let rejected = |change: &dyn Fn(&mut Counterexample)| {
        let mut evidence = good.clone();
        change(&mut evidence);
        recheck(pool, root, &tree, &labels, &evidence, &budget).is_err()
    };
    assert!(!rejected(&|_| {}));
    assert!(rejected(&|e| e.step = 0));
    assert!(rejected(&|e| e.certain_at = 1), "blame lies after it");
    assert!(rejected(&|e| e.trajectory = 2), "it is satisfied there");
    assert!(rejected(&|e| e.trajectories.push(2)));
    assert!(rejected(&|e| e.trajectories.clear()));
    for index in 0..good.blame.len() {
        assert!(rejected(&|e| e.blame[index].truth = !e.blame[index].truth));
        // Every leaf is needed.
        let leaf = matches!(pool.node(good.blame[index].formula), Node::Atom(_));
        let removed = rejected(&|e| {
            e.blame.remove(index);
        });
        assert_eq!(removed, leaf, "{index}");
    }
}

#[test]
fn what_cannot_be_checked_is_refused() {
    let refused = |text: &str| {
        let formula = parse(text, Dialect::Vedette, Reading::Finite).ok().unwrap();
        check(&formula.pool, formula.root, &forest("a"), &Letters(&formula), &Budget::default())
            .unwrap_err()
    };
    assert!(matches!(refused("forall x: T. G a"), CheckError::Quantifier { .. }));
    assert_eq!(refused("F[<=T_MAX] a"), CheckError::Constant { name: "T_MAX".into() });
}

#[test]
fn merging_refuses_what_is_no_trajectory() {
    let path = |states: &[u32], actions| Path { states: states.into(), actions };
    let empty = Tree::merge(&[path(&[1], vec![None]), path(&[], vec![])]);
    assert_eq!(empty, Err(MergeError::Empty { trajectory: 1 }));
    let uneven = Tree::merge(&[path(&[1, 2], vec![None])]);
    assert_eq!(uneven, Err(MergeError::Actions { trajectory: 0, states: 2, actions: 1 }));
}

#[test]
fn steps_share_a_node_if_parent_action_and_state_are_the_same() {
    let path = |steps: &[(Option<u32>, u32)]| Path {
        states: steps.iter().map(|step| step.1).collect(),
        actions: steps.iter().map(|step| step.0).collect(),
    };
    let tree = Tree::merge(&[
        path(&[(None, 7), (Some(1), 8), (Some(1), 7)]),
        path(&[(None, 7), (Some(2), 8)]),
        path(&[(None, 7), (Some(1), 8)]),
        path(&[(None, 9)]),
    ])
    .unwrap();
    assert_eq!(tree.roots(), [0, 4]);
    assert_eq!(tree.children(0), [1, 3], "another action is another node");
    assert_eq!(tree.nodes(0), [0, 1, 2], "an equal state further on is another node");
    assert_eq!((tree.ending(1), tree.passing(1), tree.passing(0)), (&[2][..], 2, 3));
    assert_eq!(
        (tree.parent(3), tree.action(3), tree.state(3), tree.depth(3)),
        (Some(0), Some(2), 8, 1)
    );
}
