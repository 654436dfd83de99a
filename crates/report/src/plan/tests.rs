//! What is answered about plans: the gallery, questions that are wrong, places that an editor marks.

use super::*;

fn ask(question: &PlanQuestion) -> PlanReport {
    verify(question, &Budget::default())
}

fn home(plan: &str) -> PlanQuestion {
    PlanQuestion {
        plan: plan.into(),
        tools: "home".into(),
        packs: vec!["home".into()],
        ..PlanQuestion::default()
    }
}

#[test]
fn every_example_of_the_gallery_has_the_verdicts_it_states() {
    for example in library().gallery {
        let report = ask(&example.question);
        let violated: Vec<&str> = report
            .policies
            .iter()
            .filter(|policy| policy.verdict == "violated")
            .map(|policy| &*policy.id)
            .collect();
        assert_eq!(violated, example.violated, "{}: {:?}", example.id, report.problems);
        assert_eq!(report.status, example.status, "{}", example.id);
        assert_eq!(report.faults, [], "{}", example.id);
        assert_eq!(report.feedback.is_empty(), violated.is_empty(), "{}", example.id);
    }
}

#[test]
fn a_suggested_edit_satisfies_its_policy_in_an_editor() {
    let mut edits = 0;
    for example in library().gallery {
        let before = ask(&example.question);
        for policy in before.policies.iter().filter(|policy| policy.suggestion.is_some()) {
            let edit = policy.suggestion.as_ref().unwrap();
            let plan = edit.apply(&example.question.plan);
            let after = ask(&PlanQuestion { plan, ..example.question.clone() });
            for (old, new) in before.policies.iter().zip(&after.policies) {
                let good = |report: &PolicyReport| matches!(&*report.verdict, "holds" | "skipped");
                assert!(
                    good(new) || (!good(old) && old.id != policy.id),
                    "{} {}",
                    example.id,
                    old.id
                );
            }
            edits += 1;
        }
    }
    assert!(edits >= 5, "{edits}");
}

/// Paths are walks of the drawn graph from its start, and end where the plan ends.
#[test]
fn paths_are_walks_of_the_graph() {
    let mut walked = 0;
    for example in library().gallery {
        let report = ask(&example.question);
        let Some(machine) = &report.machine else { continue };
        for policy in report.policies.iter().filter(|policy| !policy.path.is_empty()) {
            let mut here = 0;
            assert_eq!(policy.path[0].node, 0);
            for moment in &policy.path[1..] {
                let mut tests = moment.tests.iter();
                for &next in moment.through.iter().chain([&moment.node]) {
                    let edge =
                        machine.edges.iter().filter(|edge| (edge.from, edge.to) == (here, next));
                    let edges: Vec<_> = edge.collect();
                    assert!(!edges.is_empty(), "{} {}: {here} to {next}", example.id, policy.id);
                    if edges.iter().any(|edge| !edge.guard.is_empty()) {
                        let test = tests.next().unwrap();
                        assert!(edges.iter().any(|edge| edge.guard == test.way), "{test:?}");
                    }
                    here = next;
                }
                assert_eq!(tests.next(), None, "every test is on the way");
            }
            let last = &machine.nodes[here as usize];
            assert!(
                matches!(last.kind, Shape::Done | Shape::Aborted),
                "{} {}",
                example.id,
                policy.id
            );
            walked += 1;
        }
    }
    assert!(walked >= 10, "{walked}");
}

#[test]
fn places_are_those_of_the_text() {
    let text =
        "Here it is:\n```python\nnöte = read_note('ä')\nx = nöte\nif x != 'a': go_to(x)\n```\n";
    let report = ask(&home(text));
    assert_eq!(report.problems, []);
    let all: Vec<(&str, u32, u32, &str, bool)> = report
        .taint
        .iter()
        .map(|mark| {
            assert_eq!(&text[mark.span.from..mark.span.to], mark.variable);
            let label = &report.labels[mark.label].name;
            (&*mark.variable, mark.span.line, mark.span.column, &**label, mark.assigned)
        })
        .collect();
    assert_eq!(
        all,
        [
            ("nöte", 3, 1, "untrusted", true),
            ("x", 4, 1, "untrusted", true),
            ("nöte", 4, 5, "untrusted", false),
            ("x", 5, 4, "untrusted", false),
            ("x", 5, 20, "untrusted", false),
        ]
    );
    let source = report.taint[4].source.as_ref().unwrap();
    assert_eq!((source.line, &*source.words), (3, "result of `read_note`"));
    let machine = report.machine.unwrap();
    let branch = machine.nodes.iter().find(|node| node.kind == Shape::Branch).unwrap();
    assert_eq!((&*branch.label, branch.span.line), ("x != 'a'", 5));
    let call = machine.nodes.iter().find(|node| node.tool.as_deref() == Some("go_to")).unwrap();
    assert!(call.atoms.contains(&"room_tainted".to_owned()), "{:?}", call.atoms);
}

/// A test that is written with a negation is told as it is written.
#[test]
fn tests_on_a_path_are_told_as_they_are_written() {
    let report = ask(&home("x = look_around('hall')\nif x != 'door':\n    stove_on('low')\n"));
    let policy = report.policies.iter().find(|policy| policy.id == "home.stove").unwrap();
    let test = &policy.path.iter().find(|moment| !moment.tests.is_empty()).unwrap().tests[0];
    assert_eq!((&*test.text, test.outcome, &*test.way), ("x != 'door'", true, "yes"));
    assert!(report.feedback.contains("`x != 'door'` is true"), "{}", report.feedback);
}

#[test]
fn what_is_wrong_with_a_question_is_told_by_part() {
    let good = home("go_to('hall')\n");
    let with = |change: &dyn Fn(&mut PlanQuestion)| {
        let mut question = good.clone();
        change(&mut question);
        ask(&question)
    };
    assert_eq!(ask(&good).status, Status::Accepted);
    let rows: [(&str, &str, PlanReport); 9] = [
        ("tools", "found no tools", with(&|q| q.tools = Given::default())),
        ("tools", "found `moon`", with(&|q| q.tools = "moon".into())),
        ("tools", "not JSON", with(&|q| q.tools = "{".into())),
        ("packs", "found pack `moon`", with(&|q| q.packs.push("moon".into()))),
        ("policies", "not a policy", with(&|q| q.policies = "title: [".into())),
        ("obligations", "expected `form`", with(&|q| q.obligations = "[{}]".into())),
        (
            "options",
            "found label `odd`",
            with(&|q| {
                q.options.variables.push(Variable {
                    name: "x".into(),
                    label: "odd".into(),
                    readers: "public".into(),
                });
            }),
        ),
        (
            "options",
            "found readers `odd`",
            with(&|q| {
                q.options.variables.push(Variable {
                    name: "x".into(),
                    label: "user".into(),
                    readers: "odd".into(),
                });
            }),
        ),
        ("options", "`called`: found `fly`", with(&|q| q.options.called.push("fly".into()))),
    ];
    for (part, message, report) in rows {
        assert_eq!(report.status, Status::Rejected, "{message}");
        let [fault] = &report.faults[..] else { panic!("{message}: {:?}", report.faults) };
        assert_eq!(fault.part, part);
        assert!(fault.message.contains(message), "{fault:?}");
    }
    // A policy of one's own that speaks of nothing known is an error, though no call selects it.
    let text = "title: t\nid: mine\ntools: [stove_on]\nformula: AG(call_stov_on -> done)\n";
    let report = with(&|q| q.policies = text.into());
    assert_eq!(report.status, Status::Rejected);
    assert_eq!(report.policies.last().unwrap().verdict, "error");
    assert_eq!(report.lint[0].kind, "malformed");
}

#[test]
fn tools_and_obligations_may_be_json_as_it_is() {
    let json = r#"{"plan": "b = get()\na(b)\n",
        "tools": {"a": {"params": ["x"]}, "get": {"params": []}},
        "obligations": [{"form": "atom_requirement", "tools": ["a"], "atom": "x_trusted"},
                        {"form": "existence", "tools": ["a"]}]}"#;
    let question: PlanQuestion = serde_json::from_str(json).unwrap();
    let report = ask(&question);
    let verdicts: Vec<&str> = report.policies.iter().map(|policy| &*policy.verdict).collect();
    assert_eq!(verdicts, ["violated", "holds"]);
    assert_eq!(report.obligations[0].formula.as_deref(), Some("AG(call_a -> x_trusted)"));
    // A field that is not known is a mistake of the asker, not something to be passed over.
    assert!(serde_json::from_str::<PlanQuestion>(r#"{"plan": "", "polices": ""}"#).is_err());
    let back: PlanReport = serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap();
    assert_eq!(back, report);
}

#[test]
fn a_limit_is_named() {
    let example = &library().gallery[0];
    let report = verify(&example.question, &Budget::states(2));
    assert_eq!(report.status, Status::Unknown);
    let policy = report.policies.iter().find(|policy| policy.selected).unwrap();
    assert_eq!(policy.verdict, "unknown");
    assert!(policy.reason.as_ref().unwrap().contains("2 states"), "{policy:?}");
}
