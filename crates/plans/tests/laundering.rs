//! Ways to launder a value: each is caught, and its honest twin passes.
//!
//! The suite names the defects that were found by running the reference interpreter (its
//! values lose their label when wrapped, looped over, unpacked, …) and adds ways of our own.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use vedette_checker::budget::Budget;
use vedette_plans::policy::Policy;
use vedette_plans::policy::pack::shipped;
use vedette_plans::tools::{Tools, shipped as shipped_tools};
use vedette_plans::verify::{Options, Plan};

const TOOLS: &str = r#"{"tools": [
    {"name": "mail", "params": [], "static_provenance": "untrusted"},
    {"name": "contacts", "params": [{"name": "of", "required": false}], "static_provenance": "trusted"},
    {"name": "query_ai_assistant", "params": ["query", "output_schema"]},
    {"name": "send", "params": ["to", "text", {"name": "copy", "required": false}], "has_side_effect": true},
    {"name": "share", "params": ["file", "to"], "has_side_effect": true},
    {"name": "mark", "params": ["word"], "has_side_effect": true}
], "types": ["Color"]}"#;

/// A plan of the suite, and what must become of it.
struct Case {
    trick: String,
    words: String,
    strict: bool,
    tools: Tools,
    policy: Policy,
    /// `caught`, `passes`, or `refused` and what is found.
    wanted: String,
    line: usize,
    code: String,
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let (mut head, mut about) = (String::new(), None);
    for (index, line) in include_str!("suites/laundering.txt").lines().enumerate() {
        if let Some(words) = line.strip_prefix("= ") {
            (head, about) = (words.to_owned(), None);
        } else if let Some(formula) = line.strip_prefix("policy ") {
            about = Some((Tools::read(TOOLS, None).unwrap(), Policy::new("P", formula)));
        } else if let Some(words) = line.strip_prefix("pack ") {
            let (pack, id) = words.split_once(' ').unwrap();
            let policy = shipped(pack).unwrap().into_iter().find(|policy| &*policy.id == id);
            about = Some((shipped_tools::tools(pack).unwrap(), policy.unwrap()));
        } else if let Some(wanted) = line.strip_prefix("- ") {
            let (trick, words) = head.split_once(' ').unwrap();
            let (tools, policy) = about.clone().unwrap();
            let (trick, words, wanted) = (trick.to_owned(), words.to_owned(), wanted.to_owned());
            let strict = words.ends_with("(strict)");
            let (line, code) = (index + 1, String::new());
            cases.push(Case { trick, words, strict, tools, policy, wanted, line, code });
        } else if about.is_some() && !line.is_empty() {
            let case = cases.last_mut().unwrap();
            case.code.push_str(line);
            case.code.push('\n');
        } else {
            assert!(line.is_empty() || line.starts_with('#'), "line {}: {line}", index + 1);
        }
    }
    cases
}

/// What became of a plan; for one that is violated, why.
fn found(case: &Case) -> String {
    let mut options = Options::default();
    options.context.strict = case.strict;
    let plan = match Plan::new(&case.code, &case.tools, options) {
        Ok(plan) => plan,
        Err(problems) => {
            let words: Vec<&str> =
                problems.iter().flat_map(|it| [&*it.found, &*it.expected]).collect();
            return format!("refused {}", words.join("; "));
        }
    };
    let outcome = plan.check(&case.policy, &Budget::default());
    if outcome.verdict.name() != "violated" {
        return outcome.verdict.name().to_owned();
    }
    let blame = outcome.evidence.unwrap().blame.unwrap();
    // A policy on labels blames a value, and knows where it comes from.
    let labels = case.policy.formula.as_deref().unwrap().contains("_trusted");
    assert!(!labels || !blame.origin.is_empty(), "line {}: {}", case.line, blame.why);
    "violated".to_owned()
}

#[test]
fn every_way_to_launder_is_caught_and_its_honest_twin_passes() {
    let cases = cases();
    let mut wrong = Vec::new();
    for case in &cases {
        let found = found(case);
        let fits = match &*case.wanted {
            "caught" => found == "violated",
            "passes" => found == "holds",
            refused => {
                let words = refused.strip_prefix("refused ").unwrap();
                found.starts_with("refused ") && found.contains(words)
            }
        };
        if !fits {
            wrong.push(format!(
                "line {}, {}: expected {}, found {found}\n{}",
                case.line, case.words, case.wanted, case.code
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases.len() > 120, "{}", cases.len());
}

/// Nothing is caught only because everything is: each case has a plan of both kinds, and each defect of
/// the list has a case.
#[test]
fn every_defect_has_a_case_and_every_case_an_honest_twin() {
    let cases = cases();
    let tricks: BTreeSet<&str> = cases.iter().map(|case| &*case.trick).collect();
    assert_eq!(tricks, BTreeSet::from(["1", "2", "3", "4", "5", "6", "7", "more"]));
    let wanting = |good: bool| -> BTreeSet<&str> {
        let of_kind = cases.iter().filter(|case| (case.wanted == "passes") == good);
        of_kind.map(|case| &*case.words).collect()
    };
    assert_eq!(wanting(true), wanting(false));
}

/// What is only tainted in STRICT mode is trusted in NORMAL mode: the mode is what decides.
#[test]
fn the_mode_decides_what_is_assigned_under_a_test() {
    let mut count = 0;
    for mut case in cases().into_iter().filter(|case| case.strict) {
        case.strict = false;
        assert_eq!(found(&case), "holds", "line {}", case.line);
        count += 1;
    }
    assert!(count >= 5, "{count}");
}

/// What variables of an earlier plan of the task share is not known: a store into one taints all. A
/// class that takes the name of such a variable does not hide what it has.
#[test]
fn variables_of_earlier_plans_may_share_what_they_hold() {
    let tools = Tools::read(TOOLS, None).unwrap();
    let policy = Policy::new("P", "AG(call_send -> to_trusted)");
    let (trusted, tainted) = (tools.lattice.user(), tools.lattice.untrusted());
    let mut options = Options::default();
    let readers = vedette_plans::provenance::Readers::Public;
    for (name, level) in [("a", trusted), ("b", trusted), ("P", tainted)] {
        options.context.variables.push((name.into(), level, readers));
    }
    for (code, expected) in [
        ("a[0] = mail()\nsend(b, 'hi')\n", "violated"),
        ("c = a\nc[0] = mail()\nsend(b, 'hi')\n", "violated"),
        ("a = [1]\nmail()\nsend(b, 'hi')\n", "holds"),
        ("class P(BaseModel):\n    x: int\nsend(P, 'hi')\n", "violated"),
    ] {
        let plan = Plan::new(code, &tools, options.clone()).unwrap();
        assert_eq!(plan.check(&policy, &Budget::default()).verdict.name(), expected, "{code}");
    }
}
