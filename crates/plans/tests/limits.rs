//! The time that is allowed interrupts every stage, and no verdict depends on when it ends.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::cell::Cell;
use std::fmt::Write;
use vedette_checker::budget::{Budget, Limit};
use vedette_plans::language::parse;
use vedette_plans::policy::Policy;
use vedette_plans::source::Source;
use vedette_plans::tools::Tools;
use vedette_plans::verify::{Options, Plan, Unread, Verdict};

const TOOLS: &str = r#"{"read": {"params": [], "result_provenance": "untrusted"}, "ask": {"params": []},
    "send": {"params": ["to"], "has_side_effect": true, "result_provenance": "trusted"}}"#;

/// A plan of many calls, branches and loops.
fn plan() -> String {
    let mut text = String::from("a = b = 'x'\nc = ['x']\n");
    for index in 0..300 {
        let _ = write!(
            text,
            "x{index} = read()\nif x{index}:\n    send(b)\nfor y in x{index}:\n    c[0] = b\n    a = b\n"
        );
    }
    text.push_str("b = read()\nc[0] = b\nsend(c)\n");
    text
}

/// What is found if the time ends when it is asked for the `last` time; and how often it was asked for.
fn verdicts(text: &str, policies: &[Policy], last: usize) -> (Option<Vec<Verdict>>, usize) {
    let tools = Tools::read(TOOLS, None).unwrap();
    let asked = Cell::new(0_usize);
    let ask = || {
        asked.set(asked.get() + 1);
        (asked.get() > last).then_some(Limit::Time { millis: 7 })
    };
    let budget = Budget::states(u64::MAX).with_interrupt(&ask);
    let source = Source::new(text).unwrap();
    let plan = match Plan::within(source, &tools, Options::default(), &budget) {
        Ok(plan) => plan,
        Err(Unread::Limit(Limit::Time { millis: 7 })) => return (None, asked.get()),
        Err(other) => panic!("{other:?}"),
    };
    let outcomes = policies.iter().map(|policy| plan.check(policy, &budget));
    let verdicts = outcomes.map(|outcome| {
        let reason = outcome.reason.unwrap_or_default();
        let limit = outcome.verdict == Verdict::Unknown;
        assert_eq!(limit, reason.contains("the time limit of 7 ms"), "{reason}");
        outcome.verdict
    });
    (Some(verdicts.collect()), asked.get())
}

#[test]
fn wherever_the_time_ends_a_verdict_is_unknown_or_what_it_is() {
    let text = plan();
    let formulas = ["AG(call_send -> to_trusted)", "AF call_ask", "AG(call_ask -> read_called)"];
    let policies: Vec<Policy> = formulas.iter().map(|it| Policy::new(it, it)).collect();
    let (whole, total) = verdicts(&text, &policies, usize::MAX);
    let whole = whole.unwrap();
    assert_eq!(whole, [Verdict::Violated, Verdict::Violated, Verdict::Holds]);
    let (mut unread, mut unknown) = (0, 0);
    for last in (0..total).step_by(1 + total / 150) {
        let (found, asked) = verdicts(&text, &policies, last);
        assert!(asked <= last + 1 + policies.len() * 2, "{last}: goes on after {asked}");
        let Some(found) = found else {
            unread += 1;
            continue;
        };
        for (found, whole) in found.iter().zip(&whole) {
            assert!(found == whole || *found == Verdict::Unknown, "{last}: {found:?}");
        }
        unknown += found.iter().filter(|verdict| **verdict == Verdict::Unknown).count();
    }
    // Reading is asked at its stages, in each of them, and so is checking.
    assert!(unread > 20 && unknown > 20, "{unread} {unknown}");
}

/// A plan whose reading would take long is given up, whatever makes it long.
#[test]
fn every_stage_of_reading_can_be_interrupted() {
    let lines = |count: usize, line: &dyn Fn(usize) -> String| (0..count).map(line).collect();
    let rows: [(&str, String); 6] = [
        ("long texts", format!("x = [{}]\n", "1, ".repeat(20_000))),
        ("unknown names", lines(3_000, &|index| format!("send(name{index})\n"))),
        ("unknown calls", lines(3_000, &|index| format!("call{index}()\n"))),
        ("stores", lines(3_000, &|index| format!("v{index} = [1]\nv{index}[0] = 1\n"))),
        (
            "loops",
            "x = ['a']\n".to_owned()
                + &lines(3_000, &|index| format!("for y{index} in x:\n    x[0] = y{index}\n")),
        ),
        ("calls", lines(5_000, &|_| "read()\n".to_owned())),
    ];
    let tools = Tools::read(TOOLS, None).unwrap();
    for (what, text) in rows {
        // How often it is asked for in all, and a plan that is given up in the middle.
        let asked = Cell::new(0_usize);
        let last = Cell::new(usize::MAX);
        let ask = || {
            asked.set(asked.get() + 1);
            (asked.get() > last.get()).then_some(Limit::Cancelled)
        };
        let budget = Budget::states(u64::MAX).with_interrupt(&ask);
        let read =
            || Plan::within(Source::new(&text).unwrap(), &tools, Options::default(), &budget);
        let whole = read().map(|_| ());
        assert_ne!(whole, Err(Unread::Limit(Limit::Cancelled)), "{what}");
        let total = asked.get();
        assert!(total > 4, "{what}: asked {total} times");
        for at in [0, 1, total / 2, total - 1] {
            asked.set(0);
            last.set(at);
            assert_eq!(read().map(|_| ()), Err(Unread::Limit(Limit::Cancelled)), "{what} {at}");
            assert!(asked.get() <= at + 2, "{what}: goes on");
        }
    }
}

/// Many problems are told without a search for what each might have meant.
#[test]
fn many_problems_are_told_soon() {
    let tools = Tools::read(TOOLS, None).unwrap();
    for line in ["name0 = nme0\n", "x = cal0()\n", "while x:\n    pass\n", "x = = 1\n"] {
        let text: String = (0..2_000).map(|index| line.replace('0', &format!("{index}"))).collect();
        let source = Source::new(&text).unwrap();
        let problems = match parse(&source, &tools) {
            Ok(_) => Plan::new(&text, &tools, Options::default()).unwrap_err(),
            Err(problems) => problems,
        };
        assert_eq!(problems.len(), 100, "{line}");
    }
}
