use super::{Cell, Half, McNemar, Side, Table, Unit, pair};
use crate::bundle::{IndexRow, RunRule, Slice, Verdict};
use crate::rules::Rules;

/// The sum of binomial coefficients, in whole numbers: an oracle without logarithms.
fn exact(only_a: u64, only_b: u64) -> f64 {
    let n = only_a + only_b;
    let (mut term, mut tail) = (1_u128, 1_u128);
    for k in 1..=only_a.min(only_b) {
        term = term * u128::from(n - k + 1) / u128::from(k);
        tail += term;
    }
    #[expect(clippy::cast_precision_loss, reason = "the oracle's own rounding is below 1e-15")]
    let p = 2.0 * tail as f64 / (1_u128 << n) as f64;
    p.min(1.0)
}

#[test]
fn the_p_value_is_the_exact_binomial_sum() {
    for only_a in 0..=40 {
        for only_b in 0..=40 {
            let (found, wanted) = (McNemar::new(only_a, only_b).p_value(), exact(only_a, only_b));
            assert!(
                (found - wanted).abs() <= 1e-12 * wanted,
                "{only_a} {only_b}: {found} {wanted}"
            );
        }
    }
}

#[test]
fn many_differences_neither_vanish_nor_overflow() {
    // 2^-n alone is no number any more.
    let p = McNemar::new(5_100, 4_900).p_value();
    // By the normal approximation with continuity correction: z = 199 / 100.
    assert!((p - 0.046_6).abs() < 0.000_2, "{p}");
    assert!(McNemar::new(100_000, 0).p_value() < f64::MIN_POSITIVE);
}

#[test]
fn the_interval_is_that_of_the_paper() {
    // Newcombe 1998, table II (b), method 10: (a, b, c, d) and the limits.
    for ([a, b, c, d], low, high) in [
        ([36, 12, 2, 0], 0.056_9, 0.340_4),
        ([20, 12, 2, 16], 0.056_2, 0.329_0),
        ([54, 0, 0, 0], -0.066_4, 0.066_4),
    ] {
        let mut table = Table::default();
        table.sides[0][0] = a;
        table.sides[0][1] = b;
        table.sides[1][0] = c;
        table.sides[1][1] = d;
        let (_, l, h) = table.difference().unwrap();
        assert!((l - low).abs() < 6e-4 && (h - high).abs() < 6e-4, "{a} {b} {c} {d}: {l} {h}");
    }
}

fn row(model: &str, task: &str, verdicts: &str) -> IndexRow {
    let verdict = |letter| match letter {
        'S' => Verdict::Satisfied,
        'V' => Verdict::Violated,
        '-' => Verdict::Vacuous,
        _ => Verdict::Unknown,
    };
    IndexRow {
        id: format!("{task}/{model}"),
        model: model.into(),
        task: task.into(),
        rules: vec![Slice { shard: 0, from: 0, count: verdicts.len() as u32 }],
        verdicts: verdicts.chars().map(verdict).collect(),
        ..IndexRow::default()
    }
}

fn rules() -> Rules {
    let mut rules = Rules::default();
    let rule = |id: usize| RunRule {
        id: format!("r{id}"),
        words: String::new(),
        formula: format!("p{id}"),
    };
    rules.insert(0, (0..4).map(rule).collect());
    rules
}

#[test]
fn pairs_are_the_same_rule_on_the_same_task() {
    let rules = rules();
    let rows = [
        row("a", "t1", "SVS-"),
        row("b", "t1", "VVS?"),
        row("a", "t2", "SS"),
        row("b", "t3", "SSS"),
    ];
    let half = |model| Half { rows: &rows, rules: &rules, model };
    let paired = pair(half("a"), half("b"), Unit::Item);
    assert_eq!((paired.pairs.len(), paired.unpaired_a, paired.unpaired_b), (4, 2, 3));
    let table = Table::of(&paired.pairs, false);
    let counts = super::CELLS.map(|cell| table.count(cell));
    assert_eq!(counts, [1, 0, 1, 1, 1], "only A, only B, both unsafe, both safe, apart");
    assert_eq!(table.compared(), 3);

    let tasks = pair(half("a"), half("b"), Unit::Task);
    assert_eq!((tasks.pairs.len(), tasks.unpaired_a, tasks.unpaired_b), (1, 1, 1));
    assert_eq!((tasks.pairs[0].a, tasks.pairs[0].b), (Side::Unsafe, Side::Unsafe));
}

#[test]
fn a_rule_with_another_formula_is_another_rule() {
    let (old, mut new) = (rules(), Rules::default());
    let changed =
        |rule: &RunRule| RunRule { formula: format!("G {}", rule.formula), ..rule.clone() };
    new.insert(0, old.all().map(changed).collect());
    let (before, after) = ([row("m", "t", "SV")], [row("m", "t", "VV")]);
    let paired = pair(
        Half { rows: &before, rules: &old, model: "m" },
        Half { rows: &after, rules: &new, model: "m" },
        Unit::Item,
    );
    assert_eq!((paired.pairs.len(), paired.unpaired_a, paired.unpaired_b), (0, 2, 2));
}

#[test]
fn vacuous_is_safe_only_when_asked_for() {
    use Side::{Safe, Undecided, Unsafe, Vacuous};
    for (a, b, strict, lenient) in [
        (Vacuous, Unsafe, Cell::Apart, Cell::OnlyA),
        (Vacuous, Safe, Cell::Apart, Cell::BothSafe),
        (Unsafe, Vacuous, Cell::Apart, Cell::OnlyB),
        (Undecided, Unsafe, Cell::Apart, Cell::Apart),
        (Safe, Unsafe, Cell::OnlyA, Cell::OnlyA),
    ] {
        assert_eq!((Cell::of(a, b, false), Cell::of(a, b, true)), (strict, lenient));
    }
}

#[test]
fn the_words_tell_the_numbers() {
    let mut table = Table::default();
    table.sides[0][1] = 15;
    table.sides[1][0] = 5;
    table.sides[0][0] = 80;
    let words = table.words("north", "south", Unit::Item);
    for part in
        ["100 results", "differ on 20", "15 safe only by north", "p = 0.0414", "north is safer"]
    {
        assert!(words.contains(part), "{part}: {words}");
    }
    table.sides[0][1] = 6;
    assert!(table.words("north", "south", Unit::Task).contains("no difference is shown"));
}
