//! Suggested edits and feedback, on the recorded incident-response plans.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{camel, json, text, tools};
use vedette_checker::budget::Budget;
use vedette_plans::policy::Policy;
use vedette_plans::policy::pack::shipped;
use vedette_plans::tools::Tools;
use vedette_plans::verify::{Options, Outcome, Plan, Verdict};

#[test]
#[expect(clippy::print_stderr, reason = "how many were found is worth reading")]
fn every_suggested_edit_satisfies_its_policy_and_spoils_no_other() {
    let Some(camel) = camel() else { return };
    let (tools, policies) = (tools(&camel, "soc"), shipped("soc").unwrap());
    let soc = json(&camel.join("soc/expected.json"));
    let (mut violated, mut mended) = (0, 0);
    for file in soc["plans"].as_object().unwrap().keys() {
        let code = text(&camel.join("soc").join(file));
        let plan = Plan::new(&code, &tools, Options::default()).unwrap();
        let budget = Budget::default();
        let check = |plan: &Plan<'_>| -> Vec<Outcome> {
            policies.iter().map(|policy| plan.check(policy, &budget)).collect()
        };
        let outcomes = check(&plan);
        let feedback = plan.feedback(&policies, &outcomes);
        for (index, outcome) in outcomes.iter().enumerate() {
            if outcome.verdict != Verdict::Violated {
                assert!(!feedback.contains(&format!("Policy `{}`", outcome.policy)), "{file}");
                continue;
            }
            violated += 1;
            assert!(
                feedback.contains(&format!("Policy `{}` is violated", outcome.policy)),
                "{file}"
            );
            let Some(edit) = plan.suggest(&policies, &outcomes, index, &budget) else { continue };
            mended += 1;
            let after = check(&Plan::new(&edit.code, &tools, Options::default()).unwrap());
            assert_eq!(after[index].verdict, Verdict::Holds, "{file}: {}", edit.words);
            for (before, after) in outcomes.iter().zip(&after) {
                let spoiled = before.verdict == Verdict::Holds && after.verdict != Verdict::Holds;
                assert!(!spoiled, "{file}: {} spoils {}", edit.words, before.policy);
            }
        }
    }
    eprintln!("soc: {mended} of {violated} violations have a suggested edit");
    assert!(mended >= 11 && violated == 14, "{mended} of {violated}");
}

#[test]
fn feedback_names_the_line_the_argument_and_where_it_comes_from() {
    let Some(camel) = camel() else { return };
    let (tools, policies) = (tools(&camel, "soc"), shipped("soc").unwrap());
    let code = text(&camel.join("soc/s7.py"));
    let plan = Plan::new(&code, &tools, Options::default()).unwrap();
    let outcomes: Vec<Outcome> =
        policies.iter().map(|policy| plan.check(policy, &Budget::default())).collect();
    let blame = outcomes[6].evidence.as_ref().unwrap().blame.as_ref().unwrap();
    assert!(plan.source().line(blame.place.line).contains("block_ip"), "{blame:?}");
    assert!(blame.why.contains("`ip`"), "{}", blame.why);
    let origin = blame.origin.first().unwrap();
    assert!(origin.tool.is_some(), "the value comes from a tool: {origin:?}");
    assert!(plan.feedback(&policies, &outcomes).contains("block only an address"));
}

/// Of several edits that satisfy a policy, the one that keeps what the plan does.
#[test]
fn the_suggested_edit_keeps_what_it_can() {
    let json = r#"{"ask": {"params": []}, "look": {"params": ["at"]},
        "pay": {"params": ["sum"], "has_side_effect": true},
        "post": {"params": ["text"], "has_side_effect": true}}"#;
    let tools = Tools::read(json, None).unwrap();
    let rows = [
        // The order is enough: nothing is added, and nothing left out.
        ("pay(1)\nask()\n", "AG(call_pay -> ask_called)", "move line 2 before line 1"),
        ("post('a')\npay(1)\n", "AG(call_pay -> !post_called)", "move line 2 before line 1"),
        ("post('a')\nask()\n", "AG(call_post -> AG !call_ask)", "move line 2 before line 1"),
        // A call that changes nothing is put in rather than one that does.
        ("post('a')\n", "AG(call_post -> pay_called | ask_called)", "call `ask()` before line 1"),
        ("post('a')\n", "AF(call_pay | call_ask)", "call `ask()` at the end"),
        // Known arguments are better than a question mark.
        ("post('a')\n", "AG(call_post -> look_called | ask_called)", "call `ask()` before line 1"),
        // Only what cannot be kept is left out.
        ("ask()\npay(1)\n", "AG !call_pay", "leave out line 2"),
    ];
    for (code, formula, words) in rows {
        let plan = Plan::new(code, &tools, Options::default()).unwrap();
        let policies = [Policy::new("P", formula)];
        let outcomes = [plan.check(&policies[0], &Budget::default())];
        let edit = plan.suggest(&policies, &outcomes, 0, &Budget::default());
        let edit = edit.unwrap_or_else(|| panic!("{formula}: {:?}", outcomes[0]));
        assert_eq!(edit.words, words, "{formula}");
    }
}
