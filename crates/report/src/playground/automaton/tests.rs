use super::{AutomatonQuestion, Kind, StateMark, automaton};
use crate::playground::{Question, Trace, play};
use proptest::prelude::*;

fn formula() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["a", "b"]).prop_map(String::from);
    leaf.prop_recursive(3, 8, 2, |inner| {
        let unary = vec!["!", "X", "X[w]", "F", "G", "G F", "F G"];
        let binary = vec!["U", "R", "W", "M", "&", "|", "->"];
        prop_oneof![
            (prop::sample::select(unary), inner.clone()).prop_map(|(op, a)| format!("{op}({a})")),
            (inner.clone(), prop::sample::select(binary), inner)
                .prop_map(|(a, op, b)| format!("(({a}) {op} ({b}))")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// The automaton accepts exactly where the table says that the formula holds, and the run that is
    /// shown is one: it follows the letters from the start.
    #[test]
    fn automaton_and_table_agree(
        formula in formula(),
        letters in prop::collection::vec(prop::sample::select(vec!["1", "a", "b", "a & b"]), 1..5),
        start in 0_usize..4,
        reading in prop::sample::select(vec!["infinite", "finite", "stuttering"]),
        kind in prop::sample::select(vec![Kind::States, Kind::Transitions, Kind::Monitor]),
    ) {
        let mut trace = Trace::parse(&letters.join("; ")).unwrap();
        trace.loop_start = Some(start.min(letters.len() - 1));
        let view = automaton(&AutomatonQuestion {
            formula: formula.clone(),
            dialect: "vedette".into(),
            reading: reading.into(),
            kind,
            trace: trace.clone(),
        })
        .unwrap();
        let report = play(&Question {
            formulas: vec![formula],
            trace: trace.clone(),
            dialect: "vedette".into(),
            reading: reading.into(),
        })
        .unwrap();
        if view.kind == "monitor" {
            prop_assert_eq!(view.accepted, None);
            if let Some(&last) = view.path.last() {
                let settled = match view.marks[last] {
                    StateMark::Good => Some(true),
                    StateMark::Bad => Some(false),
                    _ => report.formulas[0].holds,
                };
                prop_assert_eq!(settled, report.formulas[0].holds);
            }
        } else {
            prop_assert_eq!(view.accepted, report.formulas[0].holds);
        }
        prop_assert_eq!(view.reach.len(), trace.length + 1);
        if !view.path.is_empty() {
            prop_assert_eq!(view.path.len(), trace.length + 1);
            prop_assert_eq!(view.steps.len(), trace.length);
            prop_assert_eq!(view.path[0], view.graph.start);
            for (time, &step) in view.steps.iter().enumerate() {
                let edge = &view.graph.edges[step];
                prop_assert_eq!((edge.from, edge.to), (view.path[time], view.path[time + 1]));
                prop_assert!(view.reach[time].contains(&edge.from));
                // The letter satisfies the guard, as the table evaluates it.
                let now = Trace {
                    rows: trace.rows.iter().map(|row| crate::playground::TraceRow {
                        atom: row.atom.clone(),
                        values: vec![row.values[time]],
                    }).collect(),
                    length: 1,
                    loop_start: Some(0),
                };
                let guard = play(&Question {
                    formulas: vec![edge.guard.clone()],
                    trace: now,
                    dialect: "vedette".into(),
                    reading: "infinite".into(),
                })
                .unwrap();
                prop_assert_eq!(guard.formulas[0].holds, Some(true), "{}", edge.guard);
            }
        }
    }
}

#[test]
fn too_large_automata_say_which_limit_was_hit() {
    let many: Vec<String> = (0..14).map(|n| format!("F p{n}")).collect();
    let error = automaton(&AutomatonQuestion {
        formula: many.join(" & "),
        dialect: "vedette".into(),
        reading: "infinite".into(),
        kind: Kind::States,
        trace: Trace::default(),
    })
    .unwrap_err();
    assert!(error.contains("states"), "{error}");
}
