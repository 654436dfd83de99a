//! The exported model, read back by an independent reader and checked by the definition, has the
//! verdicts of the engine.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "common/random.rs"]
mod random;

use common::{Count, camel, json, text, tools};
use vedette_checker::budget::Budget;
use vedette_plans::export::smv::smv;
use vedette_plans::policy::Policy;
use vedette_plans::policy::pack::shipped;
use vedette_plans::tools::Tools;
use vedette_plans::verify::{Options, Plan, Verdict};
use vedette_testkit::smv::check;
use vedette_testkit::trees::Random;

/// Compares every policy that has a specification.
fn compare(count: &mut Count, what: &str, plan: &Plan<'_>, policies: &[Policy]) {
    let export = smv(plan, policies);
    let specs = check(&export.text).unwrap_or_else(|e| panic!("{what}: {e}\n{}", export.text));
    assert_eq!(specs.len(), export.specs.len());
    for (index, policy) in policies.iter().enumerate() {
        let Some(verdict) = export.verdict(index, &specs) else { continue };
        let found = plan.check(policy, &Budget::default()).verdict;
        assert_ne!(found, Verdict::Error, "{what} {}", policy.id);
        count.same(&format!("{what} {}", policy.id), &found, &verdict);
    }
}

#[test]
fn recorded_plans_have_the_same_verdicts_in_the_exported_model() {
    let Some(camel) = camel() else { return };
    let mut count = Count::default();
    let expected = json(&camel.join("plans/expected.json"));
    let mut check = |folder: &str, file: &str, suite: &str| {
        let (tools, policies) = (tools(&camel, suite), shipped(suite).unwrap());
        let code = text(&camel.join(folder).join(file));
        for strict in [false, true] {
            let mut options = Options { count_aborts: strict, ..Options::default() };
            (options.context.strict, options.context.may_fail) = (strict, strict);
            let plan = Plan::new(&code, &tools, options).unwrap();
            compare(&mut count, &format!("{file} {strict}"), &plan, &policies);
        }
    };
    for plan in expected["plans"].as_array().unwrap() {
        let (file, suite) = (plan["file"].as_str().unwrap(), plan["suite"].as_str().unwrap());
        check("plans", file, suite);
    }
    for file in json(&camel.join("soc/expected.json"))["plans"].as_object().unwrap().keys() {
        check("soc", file, "soc");
    }
    count.finish("exported models of recorded plans", 600);
}

#[test]
fn random_plans_have_the_same_verdicts_in_the_exported_model() {
    let tools = Tools::read(random::TOOLS, None).unwrap();
    let policies: Vec<Policy> =
        random::FORMULAS.iter().map(|formula| Policy::new(formula, formula)).collect();
    let (mut random_, mut count) = (Random(11), Count::default());
    for round in 0..300 {
        let code = random::plan(&mut random_);
        let mut options = Options { count_aborts: round % 3 == 0, ..Options::default() };
        options.context.strict = round % 2 == 0;
        options.context.may_fail = round % 5 == 0;
        let plan = match Plan::new(&code, &tools, options) {
            Ok(plan) => plan,
            Err(errors) => panic!("{code}\n{errors:?}"),
        };
        compare(&mut count, &code, &plan, &policies);
    }
    count.finish("exported models of random plans", 5_000);
}

/// Names and titles cannot break out of their place in the model.
#[test]
fn titles_and_reasons_stay_comments() {
    let tools = Tools::read(random::TOOLS, None).unwrap();
    let plan = Plan::new("pay('me')\n", &tools, Options::default()).unwrap();
    let mut policy = Policy::new("P\nCTLSPEC FALSE;", "AF call_pay");
    policy.title = "x\r\nCTLSPEC FALSE;\u{2028}".into();
    let wrong = Policy::new("Q", "AG call_py");
    let export = smv(&plan, &[policy, wrong]);
    assert_eq!(export.left_out[0].0, 1);
    assert_eq!(check(&export.text).unwrap(), [true]);
}
