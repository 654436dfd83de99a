//! Suggested edits and feedback, on the recorded incident-response plans.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{camel, json, text, tools};
use vedette_checker::budget::Budget;
use vedette_plans::policy::pack::shipped;
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
