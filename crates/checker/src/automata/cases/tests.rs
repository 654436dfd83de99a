//! Cases against the tableau, on seeded random formulas; every lasso against the plain evaluator.

use super::{by_cases, is_by_cases};
use crate::automata::build::build;
use crate::automata::kernel::{Kernel, Ref};
use crate::automata::omega::accepted;
use crate::budget::Budget;
use crate::formula::{AtomId, Formula};
use crate::syntax::{Dialect, parse};
use crate::words::{Lasso, Letter, Reading, Word, holds};
use std::fmt::Write as _;
use vedette_testkit::trees::Random;

/// Seeded formulas: the same every time.
struct Formulas(Random);

impl Formulas {
    fn below(&mut self, limit: u32) -> u32 {
        self.0.below(limit)
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u32) as usize]
    }

    fn part(&mut self) -> String {
        let letters = ["a", "b", "!a", "c", "(a & b)", "(a | !c)", "(b xor c)"];
        let (x, y) = (self.pick(&letters), self.pick(&letters));
        match self.below(12) {
            0 => format!("F{x}"),
            1 => format!("G{x}"),
            2 => x.to_owned(),
            3 => format!("({x} U {y})"),
            4 => format!("X{x}"),
            5 => format!("G({x} | F{y})"),
            6..=8 => format!("GF{x}"),
            _ => format!("FG{x}"),
        }
    }

    fn formula(&mut self) -> String {
        let mut text = String::new();
        for clause in 0..2 + self.below(3) {
            if clause > 0 {
                text.push_str(self.pick(&[" & ", " & ", " | "]));
            }
            text.push_str(self.pick(&["(", "!("]));
            for part in 0..=self.below(2) {
                if part > 0 {
                    text.push_str(self.pick(&[" | ", " & ", " -> "]));
                }
                let part = self.part();
                let _ = write!(text, "({part})");
            }
            text.push(')');
        }
        text
    }
}

fn read(text: &str) -> (Formula, Kernel, Ref) {
    let formula = parse(text, Dialect::Spot, Reading::Infinite).ok().unwrap();
    let mut kernel = Kernel::new(Reading::Infinite);
    let refs = build(&mut kernel, &formula.pool, &[formula.root], |kernel, atom| {
        kernel.variable(atom.index() as u32)
    });
    let root = refs.unwrap()[0];
    (formula, kernel, root)
}

#[test]
fn cases_and_tableau_agree() {
    let mut random = Formulas(Random(7));
    let (mut suited, mut empty, mut found) = (0, 0, 0);
    for _ in 0..4000 {
        let text = random.formula();
        let (formula, mut kernel, root) = read(&text);
        suited += usize::from(is_by_cases(&kernel, root));
        let budget = Budget::default();
        let expected = accepted(&kernel, root, &budget).unwrap();
        let run = by_cases(&mut kernel, root, &budget).unwrap();
        assert_eq!(run.is_some(), expected.is_some(), "{text}");
        let Some(run) = run else {
            empty += 1;
            continue;
        };
        found += 1;
        let letter = |all: &Vec<u32>| {
            all.iter().map(|&v| AtomId::from_index(v as usize)).collect::<Letter>()
        };
        let lasso = Lasso {
            prefix: run.prefix.iter().map(letter).collect(),
            cycle: run.cycle.iter().map(letter).collect(),
        };
        let word = Word::Lasso(lasso);
        let value = holds(&formula.pool, formula.root, &word, Reading::Infinite);
        assert_eq!(value, Ok(true), "{text} on {}", word.render(&formula.pool));
    }
    assert!(suited > 500 && empty > 200 && found > 2000, "{suited}, {empty}, {found}");
}

#[test]
fn many_conditions_take_few_cases() {
    // Strong fairness of twenty processes, and that it implies itself written otherwise.
    let conditions = |list: &mut dyn Iterator<Item = usize>| {
        list.map(|i| format!("(GF p{i} -> GF q{i})")).collect::<Vec<_>>().join(" & ")
    };
    let (up, down) = (conditions(&mut (0..20)), conditions(&mut (0..20).rev()));
    let (_, mut kernel, root) = read(&format!("({up}) & !({down} & (FG !p3 | GF(q3 & q3)))"));
    assert_eq!(by_cases(&mut kernel, root, &Budget::states(1000)), Ok(None));
    let (_, mut kernel, root) = read(&format!("({up}) & GF p0 & GF p1 & FG(!q0 | !q1) & FG q7"));
    let run = by_cases(&mut kernel, root, &Budget::states(1000)).unwrap().unwrap();
    assert_eq!((run.prefix.len(), run.cycle.len()), (0, 2));
}

#[test]
fn a_disjunction_of_fairness_is_asked_for() {
    for (text, wanted) in [
        ("GFa & GFb & FGc", false),
        ("GFa | FGb", false),
        ("(GFa | FGb) & (GFb | FGc)", true),
        ("G(a -> Fb) & (GFa | FGb) & GFc", true),
        ("G(GFa | X(FGb | GFc))", false),
    ] {
        let (_, kernel, root) = read(text);
        assert_eq!(is_by_cases(&kernel, root), wanted, "{text}");
    }
}
