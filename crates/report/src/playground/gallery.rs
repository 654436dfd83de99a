//! Cases to begin with: formulas, a trace, and what to look at.
//!
//! ```
//! use vedette_report::playground::gallery::CASES;
//!
//! assert_eq!(CASES[0].name, "An answer that comes too late");
//! ```
//!
//! The stated verdicts are held by a test, so that no case teaches what the evaluator does not say.

/// A case of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// What it is about.
    pub name: &'static str,
    /// What to look at, in a sentence or two.
    pub look: &'static str,
    /// The formulas, with the verdict of each.
    pub formulas: &'static [(&'static str, bool)],
    /// The trace.
    pub trace: &'static str,
    /// The reading's name.
    pub reading: &'static str,
}

/// The gallery; the first case greets.
pub const CASES: [Case; 12] = [
    Case {
        name: "An answer that comes too late",
        look: "Every request must be granted. The first one is; the one at time 3 waits for ever. \
               Grant it somewhere in the cycle, and the verdict turns.",
        formulas: &[("G(req -> F grant)", false)],
        trace: "req & !grant; 1; grant; req; cycle{1}",
        reading: "infinite",
    },
    Case {
        name: "Once is not always",
        look: "Four formulas that differ by the order of two letters: at all times, at some time, again \
               and again, from some time on.",
        formulas: &[("G lamp", false), ("F lamp", true), ("G F lamp", true), ("F G lamp", false)],
        trace: "!lamp; cycle{lamp; 1}",
        reading: "infinite",
    },
    Case {
        name: "The bracket that changes the rule",
        look: "The stove is switched on twice and off once. With the bracket in the wrong place the \
               formula asks for nothing, because the stove is not on at all times.",
        formulas: &[("G(on -> F off)", false), ("G(on) -> F off", true)],
        trace: "on & !off; off; on; cycle{1}",
        reading: "infinite",
    },
    Case {
        name: "Weak and strong until",
        look: "The door stays closed until the light is on, and the light never comes. The weak until \
               is content with that, the strong one is not.",
        formulas: &[("closed W light", true), ("closed U light", false)],
        trace: "closed & !light; cycle{closed}",
        reading: "infinite",
    },
    Case {
        name: "Until lets go one step early",
        look: "At time 2 the light is on and the door is open: until asks for the door only before \
               that. Release and its strong form ask for it at that step, too.",
        formulas: &[("closed U light", true), ("light R closed", false), ("light M closed", false)],
        trace: "closed & !light; closed; light; cycle{1}",
        reading: "infinite",
    },
    Case {
        name: "Next at the end of a trace",
        look: "A plan that ends. The strong next asks for a step that does not exist; the weak one asks \
               only if it does. Switch the traces to \u{201c}last state repeats\u{201d}: the two agree.",
        formulas: &[("G(opened -> X closed)", false), ("G(opened -> X[w] closed)", true)],
        trace: "!opened & !closed; opened; closed; opened",
        reading: "finite",
    },
    Case {
        name: "An implication that was never put to the test",
        look: "The knife never comes near the microwave, so the rule holds, and says nothing about this \
               kitchen. The second formula asks whether it was ever put to the test.",
        formulas: &[
            ("G(inside(knife, microwave) -> !on(microwave))", true),
            ("F inside(knife, microwave)", false),
        ],
        trace: "!inside(knife, microwave) & on(microwave); cycle{1}",
        reading: "infinite",
    },
    Case {
        name: "A deadline",
        look: "The alarm must be answered within three steps, the fourth one counts as late. Drag the \
               answer, or widen the window.",
        formulas: &[("G(alarm -> F[<=3] answer)", false), ("G(alarm -> F[<=4] answer)", true)],
        trace: "alarm & !answer; 1; 1; 1; answer; 1",
        reading: "finite",
    },
    Case {
        name: "Fairness is not a promise for today",
        look: "Each of the two is served again and again, and never both at once: two promises kept for \
               ever are not kept at the same time.",
        formulas: &[("G F left & G F right", true), ("G F(left & right)", false)],
        trace: "left & !right; cycle{left; right; 1}",
        reading: "infinite",
    },
    Case {
        name: "Mutual exclusion, and nobody starves",
        look: "A safety rule and a liveness rule on one run of two processes. Move the arrow of the \
               cycle to time 3: process b waits for ever.",
        formulas: &[("G !(in_a & in_b)", true), ("G(wait_b -> F in_b)", true)],
        trace: "wait_b & !in_a & !in_b; wait_b & in_a; cycle{in_b; in_a; wait_b}",
        reading: "infinite",
    },
    Case {
        name: "An order of two things",
        look: "The pan is taken before the stove is on: \u{201c}not on until taken\u{201d}. The weak form also \
               allows a run in which nothing happens.",
        formulas: &[("!on U taken", true), ("!on W taken", true), ("F on", true)],
        trace: "!on & !taken; taken; on; on",
        reading: "finite",
    },
    Case {
        name: "Twice as strong as it looks",
        look: "\u{201c}From some time on, p holds for good\u{201d} and \u{201c}p holds again and again\u{201d} differ only on a \
               cycle in which p comes and goes. Make p true in the whole cycle.",
        formulas: &[("F G p", false), ("G F p", true), ("F G p -> G F p", true)],
        trace: "!p; p; cycle{p; 1; p}",
        reading: "infinite",
    },
];

#[cfg(test)]
mod tests {
    use super::CASES;
    use crate::playground::{Question, Trace, play};

    #[test]
    fn every_case_says_what_is_true() {
        for case in CASES {
            let report = play(&Question {
                formulas: case.formulas.iter().map(|(text, _)| (*text).into()).collect(),
                trace: Trace::parse(case.trace).unwrap(),
                dialect: "auto".into(),
                reading: case.reading.into(),
            })
            .unwrap();
            assert_eq!(report.missing, [""; 0], "{}: a proposition without a row", case.name);
            for (named, row) in report.rows.iter().zip(1..) {
                assert!(named.used, "{}: row {row} belongs to no formula", case.name);
            }
            for (played, (text, holds)) in report.formulas.iter().zip(case.formulas) {
                assert_eq!(played.holds, Some(*holds), "{}: {text}", case.name);
            }
        }
    }

    /// The looks promise that an edit turns a verdict: these are those edits.
    #[test]
    fn the_edits_that_are_named_do_what_is_said() {
        let edits = [
            (0, "req & !grant; 1; grant; req; cycle{grant}", "infinite", &[true][..]),
            (5, "!opened & !closed; opened; closed; opened", "stuttering", &[false, false]),
            (
                9,
                "wait_b & !in_a & !in_b; wait_b & in_a; in_b; cycle{in_a; wait_b}",
                "infinite",
                &[true, false],
            ),
            (11, "!p; p; cycle{p; p; p}", "infinite", &[true, true, true]),
        ];
        for (at, trace, reading, verdicts) in edits {
            let case = CASES[at];
            let report = play(&Question {
                formulas: case.formulas.iter().map(|(text, _)| (*text).into()).collect(),
                trace: Trace::parse(trace).unwrap(),
                dialect: "auto".into(),
                reading: reading.into(),
            })
            .unwrap();
            let found: Vec<bool> = report.formulas.iter().filter_map(|p| p.holds).collect();
            assert_eq!(found, verdicts, "{}", case.name);
        }
    }
}
