//! Rules about all objects of a kind: their traces are about a few, and tell them from their misreadings.

use vedette_annotate::Item;
use vedette_annotate::prepare::{Options, Prepared, SignalKind, prepare};
use vedette_checker::equivalence::{Scene, expand_over};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::{Reading, Word, holds};
use vedette_report::vocabulary::Vocabulary;

fn ready(formula: &str, alternatives: &[&str], vocabulary: Option<&str>) -> Prepared {
    let item = Item {
        id: "1".into(),
        rule: "a rule".into(),
        formula: formula.into(),
        alternatives: alternatives.iter().map(|&text| text.to_owned()).collect(),
        ..Item::default()
    };
    let vocabulary = vocabulary.map(|text| Vocabulary::read(text).expect("a vocabulary"));
    prepare(&item, &Options { vocabulary, ..Options::default() }).expect("the options are known")
}

/// What a rule says of a trace in a scene: expanded here, and evaluated by the plain evaluator.
fn says(formula: &str, trace: &str, objects: &[(&str, &str)]) -> bool {
    let parsed = parse(formula, Dialect::Vedette, Reading::Infinite).ok().expect("a formula");
    let mut pool = parsed.pool;
    let objects = objects.iter().map(|&(o, kind)| (o.to_owned(), kind.to_owned())).collect();
    let root = expand_over(&mut pool, parsed.root, &Scene { objects, symmetric: Vec::new() })
        .expect("it is small");
    let word = Word::parse(trace, &mut pool).expect("a word");
    holds(&pool, root, &word, Reading::Infinite).expect("a value")
}

#[test]
fn a_rule_about_all_is_told_from_the_rule_about_some() {
    let rule = "forall c: Cup. G(full(c) -> F empty(c))";
    let some = "exists c: Cup. G(full(c) -> F empty(c))";
    let ready = ready(rule, &[some], None);
    let cups = [("Cup.1", "Cup"), ("Cup.2", "Cup")];
    assert!(!ready.traces.is_empty());
    for (trace, revealed) in ready.traces.iter().zip(&ready.revealed) {
        assert_eq!(says(rule, &trace.text, &cups), revealed.allowed, "{}", trace.text);
    }
    // Both answers occur, and a trace tells "every" from "some".
    assert!(ready.revealed.iter().any(|r| r.allowed) && ready.revealed.iter().any(|r| !r.allowed));
    let told =
        ready.traces.iter().any(|t| says(rule, &t.text, &cups) != says(some, &t.text, &cups));
    assert!(told);
    let objects = ready.signals.iter().find(|s| s.kind == SignalKind::Objects).unwrap();
    assert!(objects.text.contains("Cup.1, Cup.2"), "{}", objects.text);
    // What it is told from is shown as a rule, and has the values that are claimed.
    for rival in &ready.rivals {
        assert!(!rival.formula.contains("Cup.1"), "{}", rival.formula);
        for (trace, &allows) in ready.traces.iter().zip(&rival.allows) {
            assert_eq!(says(&rival.formula, &trace.text, &cups), allows, "{}", rival.formula);
        }
    }
    assert!(ready.rivals.len() >= 2, "misreadings are among them");
}

#[test]
fn objects_of_the_scene_are_taken_and_those_that_are_named_come_first() {
    let words = r#"{"predicates": [{"name": "hot"}, {"name": "held"}], "objects": [
        {"name": "mug", "type": "Cup"}, {"name": "glass", "type": "Cup"}, {"name": "bowl", "type": "Cup"},
        {"name": "tom", "type": "Agent"}]}"#;
    let rule = "forall c: Cup. G !(hot(c) & held(bowl))";
    let ready = ready(rule, &[], Some(words));
    let objects = ready.signals.iter().find(|s| s.kind == SignalKind::Objects).unwrap();
    assert!(objects.text.contains("bowl, mug only"), "{}", objects.text);
    for (trace, revealed) in ready.traces.iter().zip(&ready.revealed) {
        let cups = [("mug", "Cup"), ("bowl", "Cup")];
        assert_eq!(says(rule, &trace.text, &cups), revealed.allowed, "{}", trace.text);
    }
}

#[test]
fn a_rule_with_too_many_facts_says_so() {
    let rule = "forall a: A, b: B, c: C. G(p(a, b, c) -> q(a, b))";
    let ready = ready(rule, &[], None);
    assert!(ready.traces.is_empty());
    let why = ready.signals.iter().find(|s| s.kind == SignalKind::NoTraces).unwrap();
    assert!(why.text.contains("12 facts at every step"), "{}", why.text);
}
