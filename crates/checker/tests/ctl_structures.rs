//! CTL on Kripke structures: a recorded corpus, random structures, and large ones.

use vedette_checker::budget::Budget;
use vedette_checker::ctl::{CtlError, check, reasons};
use vedette_checker::evidence::{recheck_ctl, recheck_reasons};
use vedette_checker::formula::{Atom, AtomId, Node, Pool, Unary};
use vedette_checker::kripke::Kripke;
use vedette_checker::reasons::{About, Reasons, Why};
use vedette_checker::syntax::{Dialect, Style, parse, print};
use vedette_checker::words::Reading;
use vedette_testkit::kripke::structure;
use vedette_testkit::recorded;
use vedette_testkit::trees::{Grammar, Random, formula};

#[test]
fn the_recorded_corpus_is_right() {
    let Some(file) = recorded("logic/ctl_dev.jsonl") else { return };
    let text = std::fs::read_to_string(file).unwrap();
    let (mut specs, mut shown) = (0, 0);
    for line in text.lines() {
        let model: serde_json::Value = serde_json::from_str(line).unwrap();
        let names: Vec<&str> =
            model["states"].as_array().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
        let number = |name: &serde_json::Value| {
            names.iter().position(|&other| Some(other) == name.as_str()).unwrap() as u32
        };
        let edges: Vec<(u32, u32)> = model["edges"]
            .as_array()
            .unwrap()
            .iter()
            .map(|edge| (number(&edge[0]), number(&edge[1])))
            .collect();
        let kripke = Kripke::new(names.len() as u32, &edges, &[number(&model["init"])]).unwrap();
        for spec in model["specs"].as_array().unwrap() {
            let text = spec["ctl"].as_str().unwrap();
            let parsed = parse(text, Dialect::Vedette, Reading::Infinite).ok().unwrap();
            let (pool, root) = (&parsed.pool, parsed.root);
            let label = |state: u32, atom: AtomId| {
                let Atom::Fact(fact) = pool.atom(atom) else { panic!("no comparisons here") };
                let labels = model["labels"][names[state as usize]].as_array().unwrap();
                labels.iter().any(|label| label.as_str() == Some(pool.name(fact.name)))
            };
            let checked = check(pool, root, &kripke, &label, &[], &Budget::default()).unwrap();
            let about = format!("{}: {text}", model["id"]);
            assert_eq!(Some(checked.holds), spec["holds"].as_bool(), "{about}");
            let sat: Vec<&str> =
                checked.sat.states(root).unwrap().ones().map(|state| names[state]).collect();
            let expected: Vec<&str> =
                spec["sat"].as_array().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
            assert_eq!(sat, expected, "{about}");
            specs += 1;
            shown += usize::from(!checked.evidence.is_empty());
        }
    }
    assert!(specs > 500 && shown > 150, "{specs} formulas, {shown} with evidence");
}

/// Every state of random structures, held by `check` against the naive evaluator in the re-checker.
fn compare(seed: u64, cases: u32, grammar: Grammar, fairness: u32) {
    let mut random = Random(seed);
    let (mut paths, mut outer, mut claims) = (0, 0, 0);
    for case in 0..cases {
        let mut pool = Pool::default();
        let atoms: Vec<_> = ["p", "q", "r"].map(|name| pool.proposition(name)).into();
        let root = formula(&mut random, &mut pool, grammar, 3, 3);
        let model = structure(&mut random, 6, 3);
        let label = |state: u32, atom: AtomId| model.labels[state as usize][atom.index()];
        let fair: Vec<_> = (0..fairness).map(|_| atoms[random.below(3) as usize]).collect();
        for initial in 0..model.states {
            let kripke = Kripke::new(model.states, &model.edges, &[initial])
                .expect("random structures are total");
            let budget = Budget::default();
            let text = print(&pool, root, Style::Vedette);
            let about = || format!("seed {seed} case {case} state {initial}: {text}\n{model:?}");
            let checked = check(&pool, root, &kripke, &label, &fair, &budget)
                .unwrap_or_else(|error| panic!("{error}: {}", about()));
            // The re-checker must not accept the opposite.
            let wrong = recheck_ctl(
                &pool,
                root,
                &kripke,
                &label,
                &fair,
                initial,
                !checked.holds,
                &checked.evidence,
                &budget,
            );
            assert!(wrong.is_err(), "{}", about());
            let found = reasons(&pool, root, &kripke, &label, &fair, &checked, &budget)
                .unwrap_or_else(|error| panic!("{error}: {}", about()))
                .unwrap_or_else(|| panic!("no reasons: {}", about()));
            let accepts = |reasons: &Reasons, holds: bool| {
                let state = initial;
                recheck_reasons(&pool, root, &kripke, &label, &fair, state, holds, reasons, &budget)
                    .is_ok()
            };
            assert!(accepts(&found, checked.holds) && !accepts(&found, !checked.holds));
            spoil(&mut random, &found, |spoilt| {
                let about_all = |at: usize| {
                    let claim = &spoilt.claims[at];
                    let About::Formula(id) = claim.about else { return true };
                    let sat = checked.sat.states(id).expect("claims are about state formulas");
                    claim.moment > 0 || sat.contains(claim.state as usize) == claim.holds
                };
                // What is still accepted is still true.
                assert!(!accepts(spoilt, checked.holds) || about_all(0), "{}", about());
                // A claim with another value is never accepted.
                let all = (0..spoilt.claims.len()).all(about_all);
                assert!(all || !accepts(spoilt, checked.holds), "{}", about());
            });
            claims += found.claims.len();
            if let Node::Unary(op @ (Unary::AllPaths | Unary::SomePath), _) = pool.node(root)
                && checked.holds == (op == Unary::SomePath)
                && !checked.evidence.is_empty()
            {
                outer += usize::from(checked.evidence[0].formula == root);
            }
            paths += checked.evidence.len();
        }
    }
    assert!(paths > cases as usize / 2, "{paths} pieces of evidence");
    assert!(outer > cases as usize / 8, "{outer} of the formula itself");
    assert!(claims > 5 * cases as usize, "{claims} claims");
}

/// Shows graphs with a fault each: a claim with the other value, in another state, a successor or an
/// operand left out, ranks that do not fall, a constraint that is met after all. Every claim is named by
/// another one.
fn spoil(random: &mut Random, reasons: &Reasons, mut show: impl FnMut(&Reasons)) {
    let named: Vec<u32> = reasons
        .claims
        .iter()
        .flat_map(|claim| match &claim.why {
            Why::Label => Vec::new(),
            Why::Operands(operands) | Why::Path { operands, .. } => operands.clone(),
            Why::Every { here, next, .. } => [&here[..], next].concat(),
        })
        .collect();
    assert!((1..reasons.claims.len() as u32).all(|at| named.contains(&at)));
    for kind in 0..6 {
        let mut spoilt = reasons.clone();
        let at = random.below(spoilt.claims.len() as u32) as usize;
        let claim = &mut spoilt.claims[at];
        match (kind, &mut claim.why) {
            (0, _) => claim.holds = !claim.holds,
            (1, _) => claim.state = random.below(6),
            (2, Why::Operands(operands) | Why::Path { operands, .. }) => drop(operands.pop()),
            (2, Why::Every { here, .. }) => drop(here.pop()),
            (3, Why::Every { next, .. }) => drop(next.pop()),
            (4, Why::Every { rank, .. }) => *rank = random.below(3),
            (5, Why::Every { misses, .. }) => *misses = Some(random.below(2)),
            (_, Why::Path { prefix, cycle, .. }) => drop(prefix.pop().or_else(|| cycle.pop())),
            _ => claim.about = About::NoFairPath,
        }
        if spoilt != *reasons {
            show(&spoilt);
        }
    }
}

const CTL: Grammar = Grammar { paths: true, ctl: true, steps: false, seconds: false };

#[test]
fn random_structures() {
    compare(1, 2000, CTL, 0);
}

#[test]
fn random_structures_with_fairness() {
    compare(2, 2000, CTL, 1);
    compare(3, 2000, CTL, 2);
}

#[test]
fn random_structures_with_bounded_operators() {
    compare(4, 2000, Grammar { steps: true, ..CTL }, 0);
    compare(5, 1000, Grammar { steps: true, ..CTL }, 1);
}

#[test]
fn bounded_operators_have_shortest_paths_as_evidence() {
    // s0 -> s1 -> s2 -> s0, s2 -> s3, s3 -> s3; p holds in s3 only, q everywhere else.
    let kripke = Kripke::new(4, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 3)], &[0]).unwrap();
    for (text, holds, prefix, cycle) in [
        ("EF[0,5] p", true, &[0, 1, 2, 3][..], &[][..]),
        ("EF[4,9] p", true, &[0, 1, 2, 3, 3], &[]),
        ("EF[5,5] q", true, &[0, 1, 2, 0, 1, 2], &[]),
        ("AG[0,3] q", false, &[0, 1, 2, 3], &[]),
        ("AG[2,4] q", false, &[0, 1, 2, 3], &[]),
        ("AF[0,3] p", false, &[0, 1, 2, 0], &[]),
        ("E[q U[5,6] p]", true, &[0, 1, 2, 0, 1, 2, 3], &[]),
        ("EG[2,inf] q", true, &[0, 1], &[2, 0, 1]),
        ("A[p R[0,2] p]", false, &[0], &[]),
        ("EF[3,inf] p", true, &[0, 1, 2, 3], &[]),
    ] {
        let parsed = parse(text, Dialect::Vedette, Reading::Infinite).ok().unwrap();
        let (pool, root) = (&parsed.pool, parsed.root);
        let label = |state: u32, atom: AtomId| {
            let Atom::Fact(fact) = pool.atom(atom) else { panic!("no comparisons here") };
            (pool.name(fact.name) == "p") == (state == 3)
        };
        let checked = check(pool, root, &kripke, &label, &[], &Budget::default()).unwrap();
        assert_eq!(checked.holds, holds, "{text}");
        let piece = &checked.evidence[0];
        assert_eq!((&piece.prefix[..], &piece.cycle[..]), (prefix, cycle), "{text}");
    }
}

#[test]
fn what_is_not_ctl_is_refused_by_name() {
    for (text, culprit) in
        [("G p", "G p"), ("A G F p", "F p"), ("AG (p -> F q)", "F q"), ("A(F p & q)", "F p")]
    {
        let parsed = parse(text, Dialect::Vedette, Reading::Infinite).ok().unwrap();
        let kripke = Kripke::new(1, &[(0, 0)], &[0]).unwrap();
        let label = |_: u32, _: AtomId| true;
        let result = check(&parsed.pool, parsed.root, &kripke, &label, &[], &Budget::default());
        let Err(CtlError::NotCtl { formula }) = result else { panic!("{text}: {result:?}") };
        assert_eq!(print(&parsed.pool, formula, Style::Vedette), culprit);
    }
}

#[test]
fn a_chain_of_200_000_states_needs_no_deep_stack() {
    let work = || {
        let n = 200_000;
        let mut edges: Vec<(u32, u32)> = (0..n - 1).map(|i| (i, i + 1)).collect();
        edges.push((n - 1, n - 1));
        let kripke = Kripke::new(n, &edges, &[0]).unwrap();
        let mut pool = Pool::default();
        let (p, q) = (pool.proposition("p"), pool.proposition("q"));
        let eventually = pool.unary(Unary::Finally, p);
        let rule = pool.unary(Unary::AllPaths, eventually);
        let at_end = |state: u32, atom: AtomId| atom.index() == 0 && state == n - 1;
        let checked = check(&pool, rule, &kripke, &at_end, &[], &Budget::default()).unwrap();
        assert!(checked.holds);
        let globally = pool.unary(Unary::Globally, q);
        let some = pool.unary(Unary::SomePath, globally);
        let label = |_: u32, atom: AtomId| atom.index() == 1;
        let checked = check(&pool, some, &kripke, &label, &[q], &Budget::default()).unwrap();
        assert_eq!(checked.evidence[0].prefix.len(), n as usize - 1);
        assert_eq!(checked.evidence[0].cycle, [n - 1]);
    };
    let small = std::thread::Builder::new().stack_size(256 * 1024);
    small.spawn(work).unwrap().join().unwrap();
}
