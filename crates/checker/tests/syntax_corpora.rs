//! Formulas from the wild, read from the data folder beside the project; skipped where it is absent.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use vedette_checker::classify::{Logic, RuleClass, logic, rule_class};
use vedette_checker::formula::{Formula, Node, Pool};
use vedette_checker::syntax::{Dialect, Parsed, Style, parse, print, render};
use vedette_checker::words::Reading;
use vedette_testkit::recorded;

fn data() -> Option<PathBuf> {
    recorded(".")
}

fn json(path: PathBuf) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn json_lines(path: PathBuf) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The formula, which must be sound and come back from every style named.
fn sound(text: &str, dialect: Dialect, reading: Reading, styles: &[Style]) -> Parsed {
    let parsed = parse(text, dialect, reading);
    if let Some(error) = parsed.errors.first() {
        panic!("{dialect}: {}", render(text, error));
    }
    for &style in styles {
        let printed = print(&parsed.formula.pool, parsed.formula.root, style);
        let again = parse(&printed, style.dialect(), reading);
        assert!(again.errors.is_empty(), "{text}: {printed}: {:?}", again.errors);
        assert!(again.formula.same_as(&parsed.formula), "{text}: {style}: {printed}");
    }
    parsed
}

#[test]
fn logic_corpora_are_read_in_spots_dialect() {
    let Some(data) = data() else { return };
    let columns = [
        ("pairs_dev.tsv", 0..2),
        ("pairs_hard.tsv", 0..2),
        ("regressions.tsv", 0..2),
        ("sat.tsv", 0..1),
        ("automata.tsv", 0..1),
        ("scalable.tsv", 1..2),
        ("patterns.ltl", 0..1),
        ("random.ltl", 0..1),
        ("dac-patterns.ltl", 0..1),
    ];
    let mut count = 0;
    for (file, columns) in columns {
        let text = fs::read_to_string(data.join("logic").join(file)).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            for formula in line.split('\t').take(columns.end).skip(columns.start) {
                let styles = [Style::Vedette, Style::Spot, Style::Unicode];
                let parsed = sound(formula, Dialect::Spot, Reading::Infinite, &styles);
                assert!(logic(&parsed.formula.pool, parsed.formula.root) <= Logic::Ltl);
                count += 1;
            }
        }
    }
    assert!(count > 3500, "{count}");
    for file in ["ltlf_pairs_dev.tsv", "ltlf_regressions.tsv"] {
        let text = fs::read_to_string(data.join("logic").join(file)).unwrap();
        for line in text.lines() {
            for formula in line.split('\t').take(2) {
                let styles = [Style::Vedette, Style::SpotFinite];
                sound(formula, Dialect::Spot, Reading::Finite, &styles);
            }
        }
    }
}

#[test]
fn the_ctl_corpus_is_ctl() {
    let Some(data) = data() else { return };
    let mut count = 0;
    for model in json_lines(data.join("logic/ctl_dev.jsonl")) {
        for spec in model["specs"].as_array().unwrap() {
            let text = spec["ctl"].as_str().unwrap();
            let parsed = sound(text, Dialect::Auto, Reading::Infinite, &[Style::Vedette]);
            assert_eq!(parsed.dialect, Dialect::Vedette, "{text}");
            let logic = logic(&parsed.formula.pool, parsed.formula.root);
            assert!(matches!(logic, Logic::Propositional | Logic::Ctl), "{text}: {logic}");
            count += 1;
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn policies_of_agents_are_ctl() {
    let Some(data) = data() else { return };
    let policies = json(data.join("camel/policies.json"));
    let policies = policies["policies"].as_array().unwrap();
    let texts = policies.iter().flat_map(|policy| [&policy["ctl"], &policy["ctl_strict"]]);
    let mut count = 0;
    for text in texts.filter_map(Value::as_str) {
        let parsed = sound(text, Dialect::Auto, Reading::Infinite, &[Style::Vedette, Style::NuSmv]);
        assert_ne!(logic(&parsed.formula.pool, parsed.formula.root), Logic::CtlStar, "{text}");
        count += 1;
    }
    assert!(count > 20, "{count}");
}

#[test]
fn sentences_with_formulas_are_read() {
    let Some(data) = data() else { return };
    let mut spot = 0;
    for pair in json_lines(data.join("embodied/nl_ltl/pairs.jsonl")) {
        let text = pair["ltl_clean"].as_str().unwrap();
        // `*` stands for any object there: an existential that our grammar spells out.
        if !text.contains('*') {
            let parsed = sound(text, Dialect::Auto, Reading::Finite, &[Style::Vedette]);
            spot += usize::from(parsed.dialect == Dialect::Spot);
        }
    }
    assert!(spot > 0, "the letter A is a name in some of them");
    for pair in json_lines(data.join("answers/semantic.jsonl")) {
        sound(pair["truth"].as_str().unwrap(), Dialect::Auto, Reading::Finite, &[Style::Vedette]);
    }
}

/// The shape of a formula: every atom the same, quantifiers left out.
fn skeleton(formula: &Formula) -> Formula {
    let mut pool = Pool::default();
    let root = pool.rewrite_from(&formula.pool, formula.root, |pool, node| match node {
        Node::Atom(_) => pool.proposition("p"),
        Node::Bind(_, _, a) => a,
        Node::UnaryWithin(op, _, a) => pool.unary(op, a),
        plain => pool.add(plain),
    });
    Formula::new(pool, root)
}

#[test]
fn every_sentinel_rule_is_imported() {
    let Some(data) = data() else { return };
    let rules = json(data.join("sentinel/rules/rules.json"));
    let mut repairs: Vec<String> = Vec::new();
    let mut other_shape: Vec<&str> = Vec::new();
    for rule in rules["rules"].as_array().unwrap() {
        let (id, text) = (rule["id"].as_str().unwrap(), rule["rule"].as_str().unwrap());
        let styles = [Style::Vedette, Style::Sentinel, Style::Paper];
        let found = sound(text, Dialect::Sentinel, Reading::Finite, &styles);
        let clean = rule["formula"].as_str().unwrap();
        let clean = sound(clean, Dialect::Auto, Reading::Finite, &styles);
        assert_eq!(clean.dialect, Dialect::Vedette, "{id}");
        let class = match rule["class"].as_str().unwrap() {
            "global" => RuleClass::GlobalProhibition,
            "conditional" => RuleClass::ConditionalProhibition,
            "timed" => RuleClass::Response,
            other => panic!("{other}"),
        };
        for parsed in [&found, &clean] {
            assert_eq!(rule_class(&parsed.formula.pool, parsed.formula.root), class, "{id}");
        }
        if !skeleton(&found.formula).same_as(&skeleton(&clean.formula)) {
            other_shape.push(id);
        }
        assert!(found.warnings.is_empty(), "{id}: {:?}", found.warnings);
        repairs.extend(found.repairs.into_iter().map(|repair| repair.what));
    }
    // The clean text of S007 turns the conjunction round; S079 and S080 say `!p` for `p -> false`.
    assert_eq!(other_shape, ["S007", "S079", "S080"]);
    let count = |part: &str| repairs.iter().filter(|what| what.contains(part)).count();
    assert_eq!(count("NOT without brackets"), 12);
    assert_eq!(count("blank between NOT"), 8);
    assert_eq!(count("bounded operator"), 5);
    assert_eq!(count("-> FALSE"), 2);
    assert_eq!(count("surplus `)`"), 1);
    assert_eq!(count("moved inside"), 1);
    assert_eq!(count("missing `)`"), 0);

    let extra = json(data.join("sentinel/rules/rules_extra.json"));
    for rule in extra["rules"].as_array().unwrap() {
        sound(rule["rule"].as_str().unwrap(), Dialect::Sentinel, Reading::Finite, &[]);
        let formula = rule["formula"].as_str().unwrap();
        sound(formula, Dialect::Auto, Reading::Finite, &[Style::Vedette]);
    }
}
