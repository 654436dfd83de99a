//! Agent programs for the benchmarks: as many calls as are asked for, with branches, loops and values
//! that go from call to call, and thirty policies of every shape.

use std::fmt::Write;
use vedette_worlds::random::Random;

/// The tools.
pub(crate) const TOOLS: &str = r#"{"domain": "made", "tools": [
    {"name": "read_mail", "params": ["folder"], "static_provenance": "untrusted", "readers": "depends"},
    {"name": "read_page", "params": ["url"], "static_provenance": "untrusted", "readers": "public"},
    {"name": "contacts", "params": ["name"], "static_provenance": "trusted", "readers": "private"},
    {"name": "today", "params": [], "static_provenance": "trusted", "readers": "public"},
    {"name": "query_ai_assistant", "params": ["query", "output_schema"]},
    {"name": "log", "params": ["text"], "static_provenance": "trusted", "readers": "public"},
    {"name": "ask", "params": ["text"], "static_provenance": "user", "readers": "private"},
    {"name": "send", "params": ["to", "text"], "has_side_effect": true, "static_provenance": "trusted", "readers": "public"},
    {"name": "pay", "params": ["to", "amount"], "has_side_effect": true, "static_provenance": "trusted", "readers": "public"},
    {"name": "store", "params": ["file", "text"], "has_side_effect": true, "static_provenance": "trusted", "readers": "public"},
    {"name": "remove", "params": ["file"], "has_side_effect": true, "static_provenance": "trusted", "readers": "public"},
    {"name": "publish", "params": ["url", "text"], "has_side_effect": true, "static_provenance": "trusted", "readers": "public"}
]}"#;

/// Policies over them: labels, readers, control, history, what must come, what may not come next.
pub(crate) const POLICIES: [&str; 30] = [
    "AG(call_pay -> to_trusted)",
    "AG(call_pay -> amount_trusted)",
    "AG(call_send -> to_trusted)",
    "AG(call_send -> !text_tainted)",
    "AG(call_store -> file_trusted)",
    "AG(call_remove -> file_trusted)",
    "AG(call_publish -> url_trusted & text_trusted)",
    "AG(call_publish -> text_public)",
    "AG(call_read_page -> url_public)",
    "AG((call_pay | call_remove) -> pc_trusted)",
    "AG((call_pay | call_send | call_publish) -> pc_public)",
    "AG(call_pay -> ask_called)",
    "AG(call_pay -> ask_called & log_called)",
    "AG(call_remove -> ask_called_before)",
    "AG(call_publish -> contacts_called & today_called & log_called)",
    "AG(call_send -> today_called | contacts_called)",
    "AG(call_pay -> AF call_log)",
    "AG(call_remove -> AF call_log)",
    "AG(call_send -> AF(call_log | call_store))",
    "AG(call_read_mail -> AX !call_pay)",
    "AG(call_query_ai_assistant -> AX(!call_remove & !call_pay))",
    "AF call_log",
    "AF(done | aborted)",
    "EF call_send",
    "EF(call_pay & to_trusted)",
    "A[!call_pay U (call_ask | done)]",
    "A[!call_publish W log_called]",
    "AG(call_ask -> EX true)",
    "AG(call_remove -> !publish_called)",
    "AG(call_publish -> AG !call_remove)",
];

/// A plan of `calls` calls. It keeps most policies: what is checked is the whole of it.
pub(crate) fn plan(calls: usize, seed: u64) -> String {
    let mut random = Random::new(seed, "plan", 0);
    let mut text = String::from("who = contacts('Ann')\nday = today()\nlog(day)\nok = ask(day)\n");
    let (mut made, mut depth, mut left) = (4, 0_usize, [0_usize; 3]);
    while made < calls {
        while depth > 0 && left[depth - 1] == 0 {
            depth -= 1;
        }
        if depth > 0 {
            left[depth - 1] -= 1;
        }
        let indent = "    ".repeat(depth);
        let variable = random.below(40);
        let line = match random.below(24) {
            0 | 1 if depth < 3 && calls - made > 8 => {
                left[depth] = 1 + random.below(4);
                depth += 1;
                match random.below(4) {
                    0 => format!("for item in [x{}, 'b']:", variable % 4),
                    1 => format!("for item in read_mail('inbox {made}'):"),
                    2 => "if ok:".to_owned(),
                    _ => format!("if day == 'day {variable}':"),
                }
            }
            2..=5 => format!("x{variable} = read_mail('{made}')"),
            6 | 7 => format!("x{variable} = read_page('ours.example/{made}')"),
            8 => format!("x{variable} = query_ai_assistant(f'sum up {{x{}}}', str)", variable % 4),
            9 | 10 => format!("who = contacts('name {made}')"),
            11..=14 => format!("log(f'{made}: {{x{}}}')", variable % 4),
            15 => "ok = ask(day)".to_owned(),
            16..=18 => format!("send(who, x{})", variable % 4),
            19 => "pay(who, 10)".to_owned(),
            20..=22 => format!("store('file {made}', [x{}, who])", variable % 4),
            _ => "publish('ours.example', day)".to_owned(),
        };
        // The four values that are read are there from the start on.
        if made == 4 {
            text.push_str("x0 = x1 = x2 = x3 = 'a'\n");
        }
        made += usize::from(!line.starts_with("if ") && !line.starts_with("for item in ["));
        let _ = writeln!(text, "{indent}{line}");
    }
    text.push_str("log('done')\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use vedette_checker::budget::Budget;
    use vedette_plans::policy::Policy;
    use vedette_plans::tools::Tools;
    use vedette_plans::verify::{Options, Plan, Verdict};

    /// A made plan has the calls that it should have, branches and loops, and every policy is decided.
    #[test]
    fn made_plans_are_plans_of_the_size_asked_for() {
        let tools = Tools::read(TOOLS, None).unwrap();
        for calls in [100, 1_000] {
            let text = plan(calls, 1);
            let plan =
                Plan::new(&text, &tools, Options::default()).unwrap_or_else(|e| panic!("{e:?}"));
            let found = plan.flow().calls.len();
            assert!(found.abs_diff(calls) <= 2, "{found}");
            assert!(text.contains("for ") && text.contains("if "));
            let decided = POLICIES.iter().filter(|formula| {
                let outcome = plan.check(&Policy::new("P", formula), &Budget::default());
                assert_ne!(outcome.verdict, Verdict::Error, "{formula}: {:?}", outcome.reason);
                outcome.verdict != Verdict::Unknown
            });
            assert_eq!(decided.count(), POLICIES.len());
        }
    }
}
