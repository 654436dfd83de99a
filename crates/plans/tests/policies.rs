//! Packs, their lint, and typed obligations, against recorded data and rows of our own.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Count, camel, json, text, tools};
use std::fmt::Write;
use vedette_checker::budget::Budget;
use vedette_plans::obligations::{FORMS, compile};
use vedette_plans::policy::lint::{Kind, lint};
use vedette_plans::policy::pack::{names, read, shipped};
use vedette_plans::policy::{Policy, ground};
use vedette_plans::tools::{Tool, Tools, shipped as shipped_tools};
use vedette_plans::verify::{Options, Plan};

#[test]
fn the_shipped_packs_have_no_findings_but_what_they_mean() {
    for name in names() {
        let tools = shipped_tools::tools(name).unwrap();
        let findings = lint(&shipped(name).unwrap(), &tools, &Budget::default());
        // `AF isolate` and "no change after" are no contradiction; nothing else is found either.
        assert!(findings.is_empty(), "{name}: {findings:?}");
    }
}

/// Names, parameters and labels of the shipped tables are those of the recorded suites.
#[test]
fn the_shipped_tables_are_those_of_the_suites() {
    let Some(camel) = camel() else { return };
    let mut count = Count::default();
    for name in ["banking", "slack", "soc", "travel", "workspace"] {
        let (ours, theirs) = (shipped_tools::tools(name).unwrap(), tools(&camel, name));
        count.same(name, &ours.len(), &theirs.len());
        for (_, their) in theirs.all() {
            let our = ours.find(&their.name).map(|id| ours.get(id)).unwrap();
            let facts =
                |tool: &Tool| (tool.params.clone(), tool.side_effect, tool.result, tool.readers);
            count.same(&format!("{name} {}", their.name), &facts(our), &facts(their));
            assert!(!our.description.is_empty(), "{name} {}", our.name);
        }
        let types = |tools: &Tools| -> std::collections::BTreeSet<String> {
            tools.types().map(str::to_owned).collect()
        };
        count.same(&format!("{name} types"), &types(&ours), &types(&theirs));
    }
    count.finish("suites.json, tools", 90);
}

#[test]
fn the_packs_cover_every_recorded_policy() {
    let Some(camel) = camel() else { return };
    let recorded = json(&camel.join("policies.json"));
    let mut count = Count::default();
    for policy in recorded["policies"].as_array().unwrap() {
        let (id, suite) = (policy["id"].as_str().unwrap(), policy["suite"].as_str().unwrap());
        let tools = tools(&camel, suite);
        let pack = shipped(suite).unwrap();
        let ours = pack.iter().find(|ours| *ours.id == *id).unwrap_or_else(|| panic!("{id}"));
        if let Some(ctl) = policy["ctl"].as_str() {
            let theirs = Policy::new(id, &ctl.replace("TRUE", "true"));
            let (ours, theirs) = (ground(ours, &tools).unwrap(), ground(&theirs, &tools).unwrap());
            count.same(id, &ours.formula.same_as(&theirs.formula), &true);
        } else {
            count.same(id, &(ours.runtime.is_some() || ours.formula.is_some()), &true);
        }
    }
    count.finish("policies.json", 28);
}

/// What the recorded data say of each policy and plan, readers included. They are those of a run: what
/// depends on its data is `runtime`, and an exception leaves no trace; ours may be stricter, never more
/// lenient.
#[test]
#[expect(clippy::print_stderr, reason = "how much was reproduced is worth reading")]
fn the_packs_give_the_verdicts_of_the_recorded_policies() {
    let Some(camel) = camel() else { return };
    let expected = json(&camel.join("plans/expected.json"));
    let (mut same, mut total) = (0, 0);
    for plan in expected["plans"].as_array().unwrap() {
        let (file, suite) = (plan["file"].as_str().unwrap(), plan["suite"].as_str().unwrap());
        let tools = tools(&camel, suite);
        let code = text(&camel.join("plans").join(file));
        let pack = shipped(suite).unwrap();
        let plan_ = Plan::new(&code, &tools, Options::default()).unwrap();
        for (policy, expected) in plan["expected"].as_object().unwrap() {
            let id = policy.replace("base.", &format!("{suite}."));
            let ours = pack.iter().find(|ours| *ours.id == *id).unwrap();
            let outcome = plan_.check(ours, &Budget::default());
            let runtime = outcome.reason.is_some() && outcome.verdict.name() == "holds";
            let found = if runtime { "runtime" } else { outcome.verdict.name() };
            let expected = expected.as_str().unwrap();
            assert!(found != "holds" || expected == "holds", "{file} {policy}: {expected}");
            total += 1;
            same += usize::from(found == expected);
        }
    }
    eprintln!(
        "plans/expected.json, all policies: {same} of {total} as recorded, none more lenient"
    );
    assert!(total > 50 && same >= 39, "{same} of {total}");
}

#[test]
fn the_recorded_obligations_compile_to_the_recorded_formulas() {
    let Some(camel) = camel() else { return };
    let cases = json(&camel.join("e3/cases.json"));
    let (mut count, mut forms) = (Count::default(), Vec::new());
    for case in cases["cases"].as_array().unwrap() {
        let tools = tools(&camel, case["suite"].as_str().unwrap());
        let compiled = compile(&case["obligation"].to_string(), &tools).unwrap();
        let compiled = compiled[0].as_ref().unwrap();
        forms.push(compiled.form);
        // The order of an allow-list is that of the table.
        let sorted = |text: &str| {
            let mut words: Vec<String> =
                text.split(['(', ')', ' ', '|']).map(str::to_owned).collect();
            words.retain(|word| !word.is_empty());
            words.sort();
            words
        };
        let ctl = case["ctl"].as_str().unwrap();
        count.same(&case["id"].to_string(), &sorted(&compiled.formula), &sorted(ctl));
        for side in ["good", "bad"] {
            let code = text(&camel.join("e3").join(case[side].as_str().unwrap()));
            let plan = Plan::new(&code, &tools, Options::default()).unwrap();
            let found = plan.check(&compiled.policy(), &Budget::default()).verdict.name();
            count.same(
                &format!("{} {side}", case["id"]),
                &found,
                &case["expected"][side].as_str().unwrap(),
            );
        }
    }
    count.finish("e3/cases.json, compiled", 60);
    for (form, _) in FORMS {
        assert!(forms.contains(&form), "no case of {form}");
    }
}

/// What is left to run time is left only where live data decide it.
#[test]
fn a_settled_policy_leaves_nothing_to_run_time() {
    let json = r#"{"read": {"params": [], "readers": "private"}, "news": {"params": [], "readers": "public"},
                   "list": {"params": [], "readers": "depends"}, "post": {"params": ["text"]}}"#;
    let tools = Tools::read(json, None).unwrap();
    let pack = |formula: &str, settled: &str| {
        read(&format!("title: x\nid: y\nruntime: members\n{formula}{settled}")).unwrap().remove(0)
    };
    let (formula, settled) =
        ("formula: AG !call_read\n", "settled: AG(call_post -> text_public)\n");
    let rows = [
        ("post('a')\n", "", settled, "holds", None),
        ("post(news())\n", "", settled, "holds", None),
        ("post(list())\n", "", settled, "runtime", Some("members")),
        ("post(read())\n", "", settled, "runtime", Some("members")),
        ("post('a')\n", "", "", "runtime", Some("members")),
        ("post('a')\n", formula, settled, "holds", None),
        ("post(list())\n", formula, settled, "holds", Some("left to run time: members")),
        ("post(read())\n", formula, settled, "violated", None),
        ("post('a')\n", formula, "", "holds", Some("left to run time: members")),
        ("post('a')\n", "", "settled: AG(call_pst -> text_public)\n", "error", Some("`settled`")),
    ];
    for (code, formula, settled, verdict, reason) in rows {
        let (policy, plan) = (pack(formula, settled), Plan::new(code, &tools, Options::default()));
        let outcome = plan.unwrap().check(&policy, &Budget::default());
        let found = (outcome.verdict.name(), outcome.reason.as_deref());
        let fits = match (found.1, reason) {
            (Some(found), Some(reason)) => found.starts_with(reason),
            (found, reason) => found == reason,
        };
        assert!(found.0 == verdict && fits, "{code} {formula} {settled}: {found:?}");
    }
    let wrong = pack("", "settled: AG(call_pst -> text_public)\n");
    let found = lint(&[wrong], &tools, &Budget::default());
    assert!(found.len() == 1 && found[0].kind == Kind::Malformed, "{found:?}");
}

fn small() -> Tools {
    let json = r#"{"read": {"params": ["what"], "result_provenance": "untrusted"},
                   "send": {"params": ["to"], "has_side_effect": true},
                   "pay": {"params": ["to", "sum"], "has_side_effect": true}}"#;
    Tools::read(json, None).unwrap()
}

#[test]
fn malformed_obligations_are_rejected_with_the_reason() {
    let rows = [
        ("{}", "expected `form`"),
        (r#"{"form": "always"}"#, "found form `always`"),
        (r#"{"form": "existence"}"#, "expected `tools`"),
        (r#"{"form": "existence", "tools": []}"#, "at least one tool"),
        (r#"{"form": "existence", "tools": ["reed"]}"#, "did you mean `read`?"),
        (r#"{"form": "existence", "tools": "read", "formula": "true"}"#, "found `formula`"),
        (r#"{"form": "precedence", "before": ["read", "send"], "after": "pay"}"#, "one tool"),
        (r#"{"form": "atom_requirement", "tool": "pay", "atom": "to_trusted | true"}"#, "`atom`"),
        (
            r#"{"form": "atom_requirement", "tool": "pay", "atom": "iban_trusted"}"#,
            "`iban_trusted`",
        ),
        (r#"{"form": "until", "forbidden": 3, "until": "read"}"#, "the name of a tool"),
        ("7", "expected an object"),
    ];
    for (json, reason) in rows {
        let compiled = compile(&format!("[{json}]"), &small()).unwrap();
        let error = compiled[0].as_ref().unwrap_err().to_string();
        assert!(error.contains(reason), "{json}: {error}");
    }
    assert!(compile("nonsense", &small()).is_err());
    assert!(compile(r#"{"obligations": 3}"#, &small()).is_err());
}

#[test]
fn lint_finds_what_is_planted() {
    let rows: [(&[&str], &[Kind]); 11] = [
        (&["AG(call_pay -> read_called)"], &[]),
        (&["AG(call_pay -> read_called", "AF call_pay"], &[Kind::Malformed]),
        (&["AG(call_pya -> read_called)"], &[Kind::Malformed]),
        (&["AG(call_pay -> pay_called)"], &[Kind::NeverViolated]),
        (&["AG !(call_pay & call_send)"], &[Kind::NeverViolated]),
        (&["AG(call_read -> to_trusted)"], &[Kind::NeverViolated]),
        (&["AF(done | aborted)"], &[Kind::NeverViolated]),
        (&["AG call_pay"], &[Kind::AlwaysViolated]),
        (&["AF call_pay", "AG(read_called | !call_pay) & AG !call_pay"], &[Kind::Contradiction]),
        (&["AF call_pay", "AF call_pay"], &[Kind::Duplicate]),
        (&["EF call_pay", "AG(call_pay -> to_trusted)"], &[]),
    ];
    for (formulas, kinds) in rows {
        let policies: Vec<Policy> = formulas
            .iter()
            .enumerate()
            .map(|(index, formula)| Policy::new(&format!("P{index}"), formula))
            .collect();
        let found = lint(&policies, &small(), &Budget::default());
        let found_kinds: Vec<Kind> = found.iter().map(|finding| finding.kind).collect();
        assert_eq!(found_kinds, kinds, "{formulas:?}: {found:?}");
    }
    let mut policy = Policy::new("P", "AF call_pay");
    policy.tools = vec!["steal".into()];
    let kinds: Vec<Kind> = lint(&[policy.clone(), policy], &small(), &Budget::default())
        .iter()
        .map(|f| f.kind)
        .collect();
    assert_eq!(kinds, [Kind::UnknownTool, Kind::UnknownTool, Kind::Duplicate, Kind::Duplicate]);
}

#[test]
fn malformed_files_are_refused_with_the_place() {
    let rows = [
        ("", "found no policy"),
        ("title: x\nid: y\nformula: [\n", "not a policy"),
        ("title: x\nformula: AF done\n", "id"),
        ("title: x\nid: y\nlevel: awful\nformula: AF done\n", "found level `awful`"),
        ("title: x\nid: y\n", "expected a `formula`"),
        ("title: x\nid: y\nformula: AF done\n---\ntitle: x\nid: y\nformula: AF done\n", "twice"),
        ("title: x\nid: y\nformula: AF done\ntitle: z\n", "title"),
        ("&a [*a, *a]", "not a policy"),
        ("title: x\nid: y\nformula: AF done\nsettled: AF done\n", "in `runtime` what it settles"),
    ];
    for (text, reason) in rows {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text:?}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
    // Aliases that multiply are stopped by the reader.
    let mut bomb = "a: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for i in 1..12 {
        let last = format!("*a{}", i - 1);
        let _ = writeln!(bomb, "b{i}: &a{i} [{}]", [&*last; 9].join(", "));
    }
    assert!(read(&bomb).is_err());
}
