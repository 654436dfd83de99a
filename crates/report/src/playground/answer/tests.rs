use super::play;
use crate::playground::{Question, Trace};
use proptest::prelude::*;

fn ask(formulas: &[&str], trace: &str, reading: &str) -> crate::playground::PlayReport {
    play(&Question {
        formulas: formulas.iter().map(|&text| text.into()).collect(),
        trace: Trace::parse(trace).unwrap(),
        dialect: "vedette".into(),
        reading: reading.into(),
    })
    .unwrap()
}

/// Formula, trace, reading, verdict, and the reasons.
const CASES: [(&str, &str, &str, bool, &[&str]); 9] = [
    (
        "G(req -> F grant)",
        "req & !grant; grant; cycle{req; 1}",
        "infinite",
        false,
        &[
            "G(req -> F grant) is false at time 0, because req -> F grant is false at time 2.",
            "req -> F grant is false at time 2, because req is true at time 2 and F grant is false at \
             time 2.",
            "F grant is false at time 2, because grant is false at times 2 and 3 and so for ever.",
        ],
    ),
    ("X a", "a", "finite", false, &["X a is false at time 0: the trace has no such time."]),
    ("X[w] a", "!a", "finite", true, &["X[w] a is true at time 0: the trace has no such time."]),
    ("X a", "a", "stuttering", true, &["X a is true at time 0, because a is true at time 0."]),
    (
        "F a",
        "!a; 1; 1",
        "finite",
        false,
        &["F a is false at time 0, because a is false at times 0 to 2, where the trace ends."],
    ),
    (
        "a U b",
        "a; a; b; 1",
        "finite",
        true,
        &["a U b is true at time 0, because a is true at times 0 and 1 and b is true at time 2."],
    ),
    (
        "a U b",
        "a & !b; 1; b",
        "finite",
        false,
        &[
            "a U b is false at time 0, because b is false at times 0 and 1 and a is false at time 1.",
        ],
    ),
    (
        "F[2,3] a",
        "a; a; 1; 1; a",
        "finite",
        false,
        &["F[2,3] a is false at time 0, because a is false at times 2 and 3."],
    ),
    (
        "F[5,6] a",
        "a; a",
        "finite",
        false,
        &["F[5,6] a is false at time 0: the trace has no such time."],
    ),
];

#[test]
fn verdicts_have_their_reasons() {
    for (formula, trace, reading, holds, because) in CASES {
        let report = ask(&[formula], trace, reading);
        let played = &report.formulas[0];
        assert_eq!(played.holds, Some(holds), "{formula} on {trace}");
        assert_eq!(played.because, because, "{formula} on {trace}");
    }
}

#[test]
fn names_are_understood_and_missing_ones_told() {
    let report = ask(&["G ON( <stove> ) & b", "F(zz &"], "ON(<stove>); 1 & 2; q", "infinite");
    let rows: Vec<_> = report.rows.iter().map(|r| (r.canonical.as_deref(), r.used)).collect();
    assert_eq!(rows[0], (Some("ON(<stove>)"), true));
    assert!(!report.rows.last().unwrap().used);
    assert_eq!(report.missing, ["b", "zz"], "also those of a formula that is still typed");
    assert_eq!(report.formulas[1].holds, None);
    assert!(!report.formulas[1].understood.errors.is_empty());
}

#[test]
fn what_has_no_value_on_a_trace_says_why() {
    for (formula, part) in [
        ("AG a", "path quantifier"),
        ("forall x: Stove. G on(x)", "quantifier over objects"),
        ("F[<=2s] a", "seconds"),
        ("F[<=T_MAX] a", "T_MAX"),
    ] {
        let report = ask(&[formula], "a", "infinite");
        let why = report.formulas[0].undefined.clone().unwrap_or_default();
        assert!(why.contains(part), "{formula}: {why}");
    }
}

#[test]
fn a_very_large_formula_gets_a_verdict_all_the_same() {
    let mut text = String::from("a");
    for _ in 0..50_000 {
        text = format!("X({text}");
    }
    text.push_str(&")".repeat(50_000));
    let report = ask(&[&text], "cycle{a}", "infinite");
    assert_eq!(report.formulas[0].holds, Some(true));
    assert_eq!(report.formulas[0].rows.len(), 1);
    assert_eq!(report.formulas[0].left_out, 50_000);
}

const OPERATORS: [&str; 10] = ["U", "R", "W", "M", "&", "|", "->", "<->", "xor", "U[1,2]"];

fn formula() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["a", "b", "c", "true", "false"]).prop_map(String::from);
    leaf.prop_recursive(4, 12, 2, |inner| {
        let unary = vec!["!", "X", "X[w]", "F", "G", "F[1,2]", "G[0,3]", "G[2,inf]"];
        let mut binary = OPERATORS.to_vec();
        binary.extend(["R[1,3]", "W[0,2]", "M[2,4]", "U[0,inf]", "W[1,inf]"]);
        prop_oneof![
            (prop::sample::select(unary), inner.clone()).prop_map(|(op, a)| format!("{op}({a})")),
            (inner.clone(), prop::sample::select(binary), inner)
                .prop_map(|(a, op, b)| format!("(({a}) {op} ({b}))")),
        ]
    })
}

/// Values of `a b c` along a trace, where it goes back to, and a reading.
fn shape() -> impl Strategy<Value = (Trace, &'static str)> {
    let reading = prop::sample::select(vec!["infinite", "finite", "stuttering"]);
    ((1_usize..6), reading).prop_flat_map(|(length, reading)| {
        let cells = prop::collection::vec(any::<bool>(), length * 3);
        (cells, 0..length).prop_map(move |(cells, start)| (filled(length, start, &cells), reading))
    })
}

fn filled(length: usize, start: usize, cells: &[bool]) -> Trace {
    let rows = ["a", "b", "c"].iter().enumerate().map(|(at, name)| crate::playground::TraceRow {
        atom: (*name).into(),
        values: cells[at * length..(at + 1) * length].to_vec(),
    });
    Trace { rows: rows.collect(), length, loop_start: Some(start) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// What a verdict rests on is enough: whatever the other cells say, it stays.
    #[test]
    fn the_marked_cells_decide(
        formula in formula(),
        (trace, reading) in shape(),
        others in prop::collection::vec(any::<bool>(), 15),
    ) {
        let question = |trace: Trace| Question {
            formulas: vec![formula.clone()],
            trace,
            dialect: "vedette".into(),
            reading: reading.into(),
        };
        let report = play(&question(trace.clone())).unwrap();
        let played = &report.formulas[0];
        prop_assert!(played.holds.is_some(), "{:?}", played);
        let mut changed = filled(trace.length, trace.loop_start.unwrap(), &others[..trace.length * 3]);
        for ground in &played.rests_on {
            let row = trace.rows.iter().position(|row| row.atom == ground.atom).unwrap();
            for &step in &ground.steps {
                changed.rows[row].values[step] = trace.rows[row].values[step];
            }
        }
        let again = play(&question(changed)).unwrap();
        prop_assert_eq!(again.formulas[0].holds, played.holds, "rests on {:?}", played.rests_on);
    }

    /// Every marked value that is no proposition's has its sentence.
    #[test]
    fn the_whole_is_explained_first(formula in formula(), (trace, reading) in shape()) {
        let report = play(&Question {
            formulas: vec![formula],
            trace,
            dialect: "vedette".into(),
            reading: reading.into(),
        })
        .unwrap();
        let played = &report.formulas[0];
        let whole = played.rows.last().unwrap();
        prop_assert_eq!(&whole.marks, &vec![0]);
        prop_assert_eq!(Some(whole.values[0]), played.holds);
        if let Some(first) = played.because.first() {
            prop_assert!(first.starts_with(&whole.formula), "{first}");
        }
    }
}
