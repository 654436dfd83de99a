//! The pairs of sentences and formulas beside the project: the wrong ones must look wrong.

use vedette_annotate::import::{Wanted, import};
use vedette_annotate::prepare::{Options, explain, prepare};
use vedette_annotate::{Allowed, Item};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::{Reading, Word, holds};
use vedette_testkit::recorded;

fn pairs() -> Option<Vec<u8>> {
    recorded("embodied/nl_ltl/pairs.jsonl").map(|file| std::fs::read(file).expect("it is there"))
}

/// Whether a formula allows a trace.
fn allows(formula: &str, trace: &str) -> bool {
    let parsed = parse(formula, Dialect::Auto, Reading::Infinite).ok().expect("a formula");
    let mut pool = parsed.pool;
    let word = Word::parse(trace, &mut pool).expect("a word");
    holds(&pool, parsed.root, &word, Reading::Infinite).expect("a value")
}

#[test]
fn the_file_opens_untouched() {
    let Some(bytes) = pairs() else { return };
    let found = import(&bytes, &Wanted::default()).unwrap();
    let columns = &found.columns;
    assert_eq!(columns.id.as_deref(), Some("id"));
    assert_eq!(columns.rule.as_deref(), Some("nl"));
    assert_eq!(columns.formula.as_deref(), Some("ltl_clean"));
    assert_eq!(columns.alternatives, ["ltl_suggested"]);
    assert_eq!(columns.category.as_deref(), Some("source"));
    assert_eq!(columns.notes, ["rule_check"]);
    assert_eq!(found.items.len(), 638);
    // Arguments `*` are no formulas of ours; the items are there, with that said.
    assert_eq!(found.problems.len(), 142);
    assert!(found.problems.iter().all(|p| p.used && p.message.contains('*')));
    assert!(found.items[0].other.contains_key("ltl_as_found"), "nothing is lost");
}

/// Each formula that the file marks as wrong is caught by a blind trace, on which somebody who knows the
/// right formula answers otherwise. What the file suggests, and says of them, is withheld.
#[test]
fn every_wrong_formula_is_visibly_wrong() {
    let Some(bytes) = pairs() else { return };
    let found = import(&bytes, &Wanted::default()).unwrap();
    let wrong: Vec<Item> =
        found.items.into_iter().filter(|item| !item.alternatives.is_empty()).collect();
    assert_eq!(wrong.len(), 15);
    for item in wrong {
        let right = item.alternatives[0].clone();
        let blind = Item { alternatives: vec![], notes: vec![], ..item.clone() };
        let ready = prepare(&blind, &Options::default()).unwrap();
        let answers: Vec<bool> = ready.traces.iter().map(|t| allows(&right, &t.text)).collect();
        let shown: Vec<usize> =
            (0..answers.len()).filter(|&at| answers[at] != ready.revealed[at].allowed).collect();
        let given: Vec<Option<Allowed>> =
            answers.iter().map(|&a| Some(if a { Allowed::Yes } else { Allowed::No })).collect();
        let said = explain(&ready, &given);
        assert!(
            !shown.is_empty(),
            "item {}: no trace shows that {} is wrong",
            item.id,
            item.formula
        );
        assert_eq!(said.differing, shown);

        // With what the file suggests at hand, that is named.
        let ready = prepare(&item, &Options::default()).unwrap();
        let alternative = ready.signals.iter().any(|s| s.text.starts_with("Alternative 1"));
        assert!(alternative, "item {}", item.id);
    }
}

/// Every item of the file can be prepared, and what is said of the traces is what the formula says.
#[test]
fn all_items_are_prepared() {
    let Some(bytes) = pairs() else { return };
    let found = import(&bytes, &Wanted::default()).unwrap();
    let (mut traces, mut none) = (0, 0);
    let step = if cfg!(debug_assertions) { 5 } else { 1 };
    for item in found.items.iter().step_by(step) {
        let ready = prepare(item, &Options::default()).unwrap();
        assert!(ready.traces.len() <= 5);
        traces += ready.traces.len();
        let unread = !ready.formula.errors.is_empty();
        none += usize::from(ready.traces.is_empty() && !unread);
        for (trace, revealed) in ready.traces.iter().zip(&ready.revealed) {
            assert!(trace.rows.is_empty(), "a blind trace shows no formula");
            assert_eq!(allows(&item.formula, &trace.text), revealed.allowed, "item {}", item.id);
        }
        for rival in &ready.rivals {
            let alike = ready.revealed.iter().zip(&rival.allows).all(|(r, a)| r.allowed == *a);
            assert!(!alike || ready.traces.len() == 5, "item {}: {rival:?} is not told", item.id);
        }
    }
    assert!(traces > 0 && none == 0, "{none} items without traces");
}
