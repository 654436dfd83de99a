//! Every recorded verdict, reproduced: the plans of the `AgentDojo` suites, the incident-response
//! plans, the obligation cases.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Count, camel, json, text, tools};
use serde_json::Value;
use std::path::Path;
use vedette_checker::budget::Budget;
use vedette_plans::policy::Policy;
use vedette_plans::tools::Tools;
use vedette_plans::verify::{Options, Plan, Verdict};

/// The verdict on one formula, as a word.
fn verdict(text: &str, tools: &Tools, formula: &str, options: Options) -> &'static str {
    let plan = Plan::new(text, tools, options).unwrap_or_else(|e| panic!("{e:?}"));
    let outcome = plan.check(&Policy::new("P", formula), &Budget::default());
    if outcome.verdict == Verdict::Violated {
        let evidence = outcome.evidence.as_ref().unwrap();
        assert!(evidence.run.is_empty() || evidence.blame.is_some(), "{formula}");
    }
    assert!(outcome.verdict != Verdict::Error, "{formula}: {:?}", outcome.reason);
    outcome.verdict.name()
}

fn options(strict: bool, count_aborts: bool) -> Options {
    let mut options = Options { count_aborts, ..Options::default() };
    options.context.strict = strict;
    options
}

fn policies(camel: &Path) -> Vec<Value> {
    json(&camel.join("policies.json"))["policies"].as_array().unwrap().clone()
}

#[test]
fn the_plans_of_the_suites_get_the_recorded_verdicts() {
    let Some(camel) = camel() else { return };
    let policies = policies(&camel);
    let formula = |id: &str| {
        let policy = policies.iter().find(|policy| policy["id"] == id).unwrap();
        policy["ctl"].as_str().unwrap_or_else(|| panic!("{id} is decided at run time")).to_owned()
    };
    let expected = json(&camel.join("plans/expected.json"));
    let mut count = Count::default();
    for plan in expected["plans"].as_array().unwrap() {
        let file = plan["file"].as_str().unwrap();
        let tools = tools(&camel, plan["suite"].as_str().unwrap());
        let code = text(&camel.join("plans").join(file));
        let parsed = Plan::new(&code, &tools, Options::default()).unwrap();
        let called: Vec<&str> =
            parsed.flow().calls.iter().map(|call| &*tools.get(call.tool).name).collect();
        count.same(&format!("{file} calls"), &called, &strings(&plan["tools_called"]));
        for (key, strict) in [("ctl_expected", false), ("ctl_expected_with_control_taint", true)] {
            for (policy, expected) in plan[key].as_object().unwrap() {
                let found = verdict(&code, &tools, &formula(policy), options(strict, false));
                count.same(&format!("{file} {key} {policy}"), &found, &expected.as_str().unwrap());
            }
        }
    }
    count.finish("plans/expected.json", 28 + 42);
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|item| item.as_str().unwrap()).collect()
}

#[test]
fn the_incident_response_plans_get_the_recorded_verdicts() {
    let Some(camel) = camel() else { return };
    let tools = tools(&camel, "soc");
    let soc = json(&camel.join("soc/expected.json"));
    let mut count = Count::default();
    for (file, plan) in soc["plans"].as_object().unwrap() {
        let code = text(&camel.join("soc").join(file));
        for (key, count_aborts) in [("verdicts", false), ("verdicts_if_aborts_count", true)] {
            for (rule, expected) in plan[key].as_object().into_iter().flatten() {
                let formula = soc["formulas"][rule]["formula"].as_str().unwrap();
                let found = verdict(&code, &tools, formula, options(false, count_aborts));
                count.same(&format!("{file} {key} {rule}"), &found, &expected.as_str().unwrap());
            }
        }
        // Each planted fault is caught by its own rule and no other.
        if let (Some(own), true) = (plan["intended_violation"].as_str(), file.starts_with('s')) {
            for (rule, formula) in soc["formulas"].as_object().unwrap() {
                let formula = formula["formula"].as_str().unwrap();
                let found = verdict(&code, &tools, formula, options(false, false));
                let expected = if rule == own { "violated" } else { "holds" };
                count.same(&format!("{file} own {rule}"), &found, &expected);
            }
        }
    }
    count.finish("soc/expected.json", 16 * 7);
}

#[test]
fn the_obligation_cases_get_the_recorded_verdicts() {
    let Some(camel) = camel() else { return };
    let cases = json(&camel.join("e3/cases.json"));
    let mut count = Count::default();
    for case in cases["cases"].as_array().unwrap() {
        let tools = tools(&camel, case["suite"].as_str().unwrap());
        for side in ["good", "bad"] {
            let code = text(&camel.join("e3").join(case[side].as_str().unwrap()));
            let formula = case["ctl"].as_str().unwrap();
            let found = verdict(&code, &tools, formula, options(false, false));
            let expected = case["expected"][side].as_str().unwrap();
            count.same(&format!("{} {side}", case["id"]), &found, &expected);
        }
    }
    count.finish("e3/cases.json", 40);
}
