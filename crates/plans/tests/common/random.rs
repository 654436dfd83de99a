//! Small random plans over the tools of [`TOOLS`]: nested branches and loops, raises, tests asked twice.

use std::fmt::Write;
use vedette_testkit::trees::Random;

/// The tools.
pub(crate) const TOOLS: &str = r#"{
    "read": {"params": ["what"], "result_provenance": "untrusted", "readers": "depends"},
    "ask": {"params": [], "result_provenance": "user", "readers": "private"},
    "send": {"params": ["to", "text"], "has_side_effect": true, "result_provenance": "trusted", "readers": "public"},
    "pay": {"params": ["to"], "has_side_effect": true, "result_provenance": "trusted", "readers": "public"}}"#;

/// Policies over them: every operator, histories, labels, readers.
pub(crate) const FORMULAS: [&str; 26] = [
    "AG(call_pay -> ask_called)",
    "AG(call_pay -> ask_called_before)",
    "AG(call_pay -> !pay_called_before)",
    "AG(call_send -> to_trusted & !text_tainted)",
    "AG(call_send -> text_public)",
    "AG(call_pay -> pc_trusted)",
    "AG(call_send -> pc_private)",
    "AF call_pay",
    "AF(call_pay | call_send)",
    "EF call_pay",
    "EG !call_send",
    "AG(call_read -> AX !call_pay)",
    "AG(call_read -> EX call_send)",
    "AG(call_read -> AF call_send)",
    "A[!call_pay U ask_called]",
    "A[!call_pay W ask_called]",
    "E[!call_pay U call_send]",
    "E[!call_send W call_pay]",
    "A[ask_called R !call_pay]",
    "E[call_send R !call_pay]",
    "A[call_send M !call_pay]",
    "E[call_send M !call_pay]",
    "AX(call_read | call_ask)",
    "EX call_pay <-> AG(done -> pay_called)",
    "AG(aborted -> ask_called) xor AF done",
    "AG(start -> AX AX(done -> EG done))",
];

/// A plan.
pub(crate) fn plan(random: &mut Random) -> String {
    let mut text = String::from("a = ask()\nb = 'b'\n");
    block(random, &mut text, 0, 3);
    text
}

fn value(random: &mut Random) -> &'static str {
    ["a", "b", "'c'", "[a, b]", "f'{b}!'"][random.below(5) as usize]
}

fn test(random: &mut Random) -> &'static str {
    ["a", "not a", "a == 'x'", "a != 'x'", "b", "a and b == 'y'", "b or a"]
        [random.below(7) as usize]
}

fn block(random: &mut Random, text: &mut String, depth: usize, most: u32) {
    let indent = "    ".repeat(depth);
    for _ in 0..=random.below(most) {
        let deeper = depth < 3;
        let _ = match random.below(if deeper { 10 } else { 6 }) {
            0 => writeln!(text, "{indent}a = read({})", value(random)),
            1 => writeln!(text, "{indent}b = ask()"),
            2 => writeln!(text, "{indent}send({}, {})", value(random), value(random)),
            3 => writeln!(text, "{indent}pay({})", value(random)),
            4 => writeln!(text, "{indent}b = {}", value(random)),
            5 if depth > 0 && random.below(3) == 0 => {
                writeln!(text, "{indent}raise ValueError('no')")
            }
            5 => writeln!(text, "{indent}a = {}", value(random)),
            6 | 7 => {
                let _ = writeln!(text, "{indent}if {}:", test(random));
                block(random, text, depth + 1, 2);
                if random.below(2) == 0 {
                    let _ = writeln!(text, "{indent}else:");
                    block(random, text, depth + 1, 2);
                }
                Ok(())
            }
            8 => {
                let _ = writeln!(
                    text,
                    "{indent}for a in {}:",
                    ["b", "[a]", "read(b)"][random.below(3) as usize]
                );
                block(random, text, depth + 1, 2);
                Ok(())
            }
            _ => writeln!(text, "{indent}b = pay(a) if {} else send(b, a)", test(random)),
        };
    }
}
