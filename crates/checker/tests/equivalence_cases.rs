//! Comparisons by hand: numbers, axioms, constants, quantifiers, errors, very large formulas.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use vedette_checker::budget::Budget;
use vedette_checker::equivalence::{
    Method, NotComparable, Status, Verdict, compare, compare_quantified, compare_under, satisfiable,
};
use vedette_checker::formula::{Binary, Formula, Id, Pool, Unary, Unbounded};
use vedette_checker::syntax::{Dialect, Style, parse, print};
use vedette_checker::words::{Reading, Undefined, Word, holds};

fn read(pool: &mut Pool, text: &str) -> Id {
    let formula = formula(text);
    pool.import(&formula.pool, formula.root)
}

fn formula(text: &str) -> Formula {
    parse(text, Dialect::Vedette, Reading::Infinite)
        .ok()
        .unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

fn verdict(candidate: &str, truth: &str, axioms: &[&str], reading: Reading) -> Verdict {
    let mut pool = Pool::default();
    let candidate = read(&mut pool, candidate);
    let truth = read(&mut pool, truth);
    let axioms: Vec<Id> = axioms.iter().map(|axiom| read(&mut pool, axiom)).collect();
    compare_under(&pool, candidate, truth, &axioms, reading, &Budget::default()).unwrap().verdict
}

#[test]
fn comparisons_of_numbers_know_of_each_other() {
    for (candidate, truth, expected) in [
        ("F(d < 0.3)", "F(d < 0.5)", Verdict::Stronger),
        ("G(d(a, b) >= 0.5)", "G(d(a, b) > 0.3)", Verdict::Stronger),
        ("G(d >= 0.5)", "G !(d < 0.5)", Verdict::Equivalent),
        ("G(0.5 <= d)", "G !(0.5 > d)", Verdict::Equivalent),
        ("F(d = 2)", "F(d <= 2 & d >= 2)", Verdict::Equivalent),
        ("F(d != 2)", "F(d < 2 | d > 2)", Verdict::Equivalent),
        ("F(d < 1 & d > 2)", "false", Verdict::Equivalent),
        ("G(d < 1 | d >= 1)", "true", Verdict::Equivalent),
        ("F(d < 1)", "F(e < 1)", Verdict::Incomparable),
        ("F(d = 1)", "F(d < 2)", Verdict::Stronger),
        ("G(a(x) < b(x))", "G !(b(x) <= a(x))", Verdict::Equivalent),
        ("G(a(x) < b(x))", "G(b(x) >= a(x))", Verdict::Stronger),
        ("G(a(x) = b(x))", "G(b(x) >= a(x) & a(x) >= b(x))", Verdict::Equivalent),
        ("F(a(x) < a(x))", "false", Verdict::Equivalent),
        ("F(p & 1 < 2)", "F p", Verdict::Equivalent),
    ] {
        for reading in [Reading::Infinite, Reading::Finite, Reading::Stuttering] {
            assert_eq!(verdict(candidate, truth, &[], reading), expected, "{candidate} | {truth}");
        }
    }
}

#[test]
fn witnesses_with_numbers_are_consistent() {
    let mut pool = Pool::default();
    let candidate = read(&mut pool, "F(d < 0.5)");
    let truth = read(&mut pool, "F(d < 0.3 | d >= 0.5 & p)");
    let found = compare(&pool, candidate, truth, Reading::Infinite, &Budget::default()).unwrap();
    assert_eq!(found.verdict, Verdict::Incomparable);
    for (word, expected) in [
        (found.candidate_only, "cycle{d < 0.5 & !(d < 0.3) & !p & !(d >= 0.5)}"),
        (found.truth_only, "cycle{!(d < 0.5) & !(d < 0.3) & p & d >= 0.5}"),
    ] {
        let atoms: Vec<_> = (0..4).map(vedette_checker::formula::AtomId::from_index).collect();
        let shown = word.unwrap().render_over(&pool, &atoms);
        let sorted = |text: &str| {
            let mut parts: Vec<_> =
                text[6..text.len() - 1].split(" & ").map(str::to_owned).collect();
            parts.sort();
            parts
        };
        assert_eq!(sorted(&shown), sorted(expected));
    }
}

#[test]
fn axioms_of_the_domain() {
    let exclusive = "G !(ON(x) & OFF(x))";
    let total = "G(ON(x) | OFF(x))";
    for (candidate, truth, strict, under) in [
        ("F OFF(x)", "F !ON(x)", Verdict::Incomparable, Verdict::Equivalent),
        ("G(ON(x) & OFF(x))", "false", Verdict::Weaker, Verdict::Equivalent),
        ("G ON(x)", "G(ON(x) -> X ON(x))", Verdict::Stronger, Verdict::Stronger),
    ] {
        assert_eq!(verdict(candidate, truth, &[], Reading::Infinite), strict, "{candidate}");
        let found = verdict(candidate, truth, &[exclusive, total], Reading::Infinite);
        assert_eq!(found, under, "{candidate}");
    }
    let one = verdict("F OFF(x)", "F !ON(x)", &[exclusive], Reading::Finite);
    assert_eq!(one, Verdict::Stronger, "both may be false");
}

#[test]
fn statuses() {
    let mut pool = Pool::default();
    let valid = read(&mut pool, "p -> F p");
    let never = read(&mut pool, "G p & F !p");
    let some = read(&mut pool, "G p");
    for (root, expected) in
        [(valid, Status::Valid), (never, Status::Unsatisfiable), (some, Status::Contingent)]
    {
        let found = compare(&pool, root, some, Reading::Finite, &Budget::default()).unwrap();
        assert_eq!(found.candidate_status, Some(expected));
        assert_eq!(found.truth_status, Some(Status::Contingent));
    }
}

#[test]
fn what_cannot_be_compared_is_named() {
    let error = |text: &str| {
        let mut pool = Pool::default();
        let root = read(&mut pool, text);
        let found = compare(&pool, root, root, Reading::Infinite, &Budget::default());
        found.expect_err("it has no value on a word")
    };
    assert_eq!(error("AG p"), NotComparable::Undefined(Undefined::PathQuantifier));
    assert_eq!(error("forall x: T. G p(x)"), NotComparable::Undefined(Undefined::ObjectQuantifier));
    assert_eq!(error("F[<=3 s] p"), NotComparable::Unbounded(Unbounded::Seconds));
    let named = Unbounded::Constant("T_MAX".to_owned());
    assert_eq!(error("F[<=T_MAX] p"), NotComparable::Unbounded(named));
    let large = Unbounded::Bound("100000".to_owned());
    assert_eq!(error("F[0,100000] p"), NotComparable::Unbounded(large));
    let hole = parse("G(p & )", Dialect::Vedette, Reading::Infinite);
    let found = compare(
        &hole.formula.pool,
        hole.formula.root,
        hole.formula.root,
        Reading::Infinite,
        &Budget::default(),
    );
    assert_eq!(found, Err(NotComparable::Undefined(Undefined::Hole)));
}

#[test]
fn constants_become_numbers() {
    let Formula { mut pool, root } = formula("F[<=T_MAX] (d(x) < SAFE) & speed < 2");
    let table = |name: &str| match name {
        "T_MAX" => Some(3.0),
        "SAFE" => Some(0.5),
        _ => None,
    };
    let plain = pool.substitute_constants(root, table).unwrap();
    assert_eq!(print(&pool, plain, Style::Vedette), "F[<=3](d(x) < 0.5) & speed < 2");
    let only = |name: &str| table(name).filter(|_| name == "T_MAX");
    let missing = pool.substitute_constants(root, only).unwrap_err();
    assert_eq!(missing.to_string(), "the constant SAFE has no value; declare it or write a number");
    let infinite = pool.substitute_constants(root, |_| Some(f64::INFINITY)).unwrap_err();
    assert!(infinite.to_string().contains("is not finite"), "{infinite}");
}

#[test]
fn quantified_rules() {
    for (candidate, truth, expected, renaming) in [
        (
            "forall m: Mug, f: Fork. G(on(m) -> !inside(f, m))",
            "forall x: Fork, y: Mug. G !(on(y) & inside(x, y))",
            Verdict::Equivalent,
            true,
        ),
        ("forall m: Mug. G p(m)", "forall m: Mug. F p(m)", Verdict::Stronger, true),
        (
            "forall a: Mug, b: Mug. G(p(a) -> q(b))",
            "forall a: Mug, b: Mug. G(p(b) -> q(a))",
            Verdict::Equivalent,
            true,
        ),
        ("forall m: Mug. G p(m)", "exists m: Mug. G p(m)", Verdict::Stronger, false),
        (
            "forall m: Mug. exists f: Fork. F p(m, f)",
            "exists f: Fork. forall m: Mug. F p(m, f)",
            Verdict::Weaker,
            false,
        ),
        ("forall m: Mug. G p(m)", "G forall m: Mug. p(m)", Verdict::Equivalent, false),
        // An instance may be the object that is named.
        ("forall m: Mug. G p(m)", "forall m: Mug. G(p(m) & p(cup))", Verdict::Weaker, false),
        // An object called as the other rule's variable is not that variable.
        ("forall m: Mug. G p(m)", "forall x: Mug. G(p(x) & q(m))", Verdict::Weaker, false),
        ("forall m: Mug. G r(m, agent)", "forall x: Mug. G r(x, agent)", Verdict::Equivalent, true),
    ] {
        let found = compare_quantified(
            &formula(candidate),
            &formula(truth),
            Reading::Infinite,
            None,
            &Budget::default(),
        )
        .unwrap();
        assert_eq!(found.comparison.verdict, expected, "{candidate} | {truth}");
        assert_eq!(found.method == Method::Renaming, renaming, "{candidate} | {truth}");
    }
}

#[test]
fn very_large_formulas() {
    let budget = Budget::default();
    // A disjunction of forty thousand atoms, against the same in another order.
    let mut pool = Pool::default();
    let atoms: Vec<Id> = (0..40_000).map(|n| pool.proposition(&format!("s{n}"))).collect();
    let mut join = |atoms: &mut dyn Iterator<Item = Id>| {
        let first = atoms.next().expect("there are atoms");
        atoms.fold(first, |all, atom| pool.binary(Binary::Or, all, atom))
    };
    let (forth, back) = (join(&mut atoms.iter().copied()), join(&mut atoms.iter().rev().copied()));
    let found = compare(&pool, forth, back, Reading::Infinite, &budget).unwrap();
    assert_eq!(found.verdict, Verdict::Equivalent);

    // A hundred thousand operators deep, in every way that laws could recurse into.
    let mut pool = Pool::default();
    let (p, q) = (pool.proposition("p"), pool.proposition("q"));
    let deep = |pool: &mut Pool, step: &dyn Fn(&mut Pool, Id, usize) -> Id| {
        (0..100_000).fold(p, |all, n| step(pool, all, n))
    };
    let nots = deep(&mut pool, &|pool, a, _| pool.unary(Unary::Not, a));
    let nexts = deep(&mut pool, &|pool, a, _| pool.unary(Unary::Next, a));
    let always =
        deep(&mut pool, &|pool, a, n| pool.unary([Unary::Globally, Unary::Finally][n % 2], a));
    let untils = deep(&mut pool, &|pool, a, n| {
        let a = pool.binary([Binary::Until, Binary::Release][n % 2], q, a);
        pool.binary([Binary::And, Binary::Or][n % 2], p, a)
    });
    let mixed = deep(&mut pool, &|pool, a, n| {
        let a = pool.unary([Unary::Next, Unary::Globally, Unary::Finally][n % 3], a);
        pool.binary([Binary::Or, Binary::And][n / 3 % 2], q, a)
    });
    let equal = compare(&pool, nots, p, Reading::Infinite, &budget).unwrap();
    assert_eq!(equal.verdict, Verdict::Equivalent);
    for deep in [nexts, always, untils, mixed] {
        for reading in [Reading::Infinite, Reading::Finite, Reading::Stuttering] {
            let budget = Budget::states(200);
            let found = compare(&pool, deep, q, reading, &budget).unwrap();
            assert_ne!(found.verdict, Verdict::Equivalent);
        }
    }
}

#[test]
fn long_words_are_judged() {
    let mut pool = Pool::default();
    let rule = read(&mut pool, "G(p -> F[0,10] q) & (p W q)");
    let text = "p; !p & q; ".repeat(300_000) + "q";
    let word = Word::parse(&text, &mut pool).unwrap();
    assert_eq!(holds(&pool, rule, &word, Reading::Finite), Ok(true));
    let found = satisfiable(&pool, rule, Reading::Finite, &Budget::default()).unwrap().unwrap();
    assert_eq!(found.unwrap().len(), 1);
}

#[test]
fn formulas_too_wide_for_memory_are_unknown_with_the_limit_named() {
    let mut pool = Pool::default();
    let wide = |pool: &mut Pool, wrap: Option<Unary>| {
        (0..60_000).fold(pool.constant(true), |all, n| {
            let atom = pool.proposition(&format!("p{n}"));
            let part = wrap.map_or(atom, |op| pool.unary(op, atom));
            pool.binary(Binary::And, all, part)
        })
    };
    let eventually = wide(&mut pool, Some(Unary::Finally));
    let one = read(&mut pool, "G p0");
    let found = compare(&pool, eventually, one, Reading::Infinite, &Budget::default()).unwrap();
    let Verdict::Unknown(limit) = found.verdict else { panic!("{:?}", found.verdict) };
    assert!(limit.to_string().contains("machine words"), "{limit}");
    // Under `G`, the literals of one position are one set, however many there are.
    let now = wide(&mut pool, None);
    let always = pool.unary(Unary::Globally, now);
    let weaker = compare(&pool, one, always, Reading::Infinite, &Budget::default()).unwrap();
    assert_eq!(weaker.verdict, Verdict::Weaker);
}
