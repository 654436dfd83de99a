//! The semantic level of an answer: a formula for every rule, each compared with the rule's own.
//!
//! ```
//! use vedette_report::evaluation::{task::TaskSet, understanding::understand};
//! use vedette_report::semantic::Outcome;
//!
//! let set = TaskSet::read(include_bytes!("../../../../packs/tasks/sample.json"), "sample").unwrap();
//! let answer = "```ltl\nG !(on(candle.9) & held(candle.9))\nF !on(candle.9)\n```";
//! let found = understand(&set.tasks[2], 1, answer, false).unwrap();
//! let outcomes: Vec<_> = found.rules.iter().map(|rule| rule.outcome).collect();
//! assert_eq!(outcomes, [Outcome::Equivalent, Outcome::Nonequivalent]);
//! ```
//!
//! # How
//! Line *i* of the block is rule *i*: it is judged as `vedette eval semantic` judges a row, over infinite
//! words, within a number of states and without a clock, so that the same answer has the same outcome
//! everywhere. A rule without a line is not in the format. Reference: SENTINEL, Algorithm 1.

use super::program::{Fault, FaultKind, block};
use super::result::{Translation, Understood};
use super::task::Task;
use crate::semantic::{Options, Outcome, Row, judge};
use vedette_worlds::rules::RuleText;

/// Judges an answer; fails only where the judge of rows cannot be asked.
pub fn understand(
    task: &Task,
    sample: u32,
    answer: &str,
    strict: bool,
) -> Result<Understood, String> {
    let mut found = Understood { sample, ..Understood::default() };
    let block = block(answer, "ltl", &|line| !line.ends_with(['.', ':', '!', '?']));
    let text = match block {
        Ok(block) if strict && block.bare => {
            let message = "found formulas without a code block".to_owned();
            found.faults.push(Fault { kind: FaultKind::NoBlock, line: 0, message });
            String::new()
        }
        Ok(block) => block.text,
        Err(fault) => {
            found.faults.push(fault);
            String::new()
        }
    };
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let rules = &task.rules.rules;
    if found.faults.is_empty() && lines.len() != rules.len() {
        let message = format!(
            "found {} formulas for {} rules, expected one a rule",
            lines.len(),
            rules.len()
        );
        found.faults.push(Fault { kind: FaultKind::Malformed, line: 0, message });
    }
    // Which line is which rule is not known if their numbers differ.
    let lines = if lines.len() == rules.len() { lines } else { Vec::new() };
    for (at, rule) in rules.iter().enumerate() {
        let (RuleText::Formula(truth) | RuleText::Rule(truth)) = &rule.text;
        let Some(&line) = lines.get(at) else {
            found.rules.push(Translation {
                rule: rule.id.clone(),
                formula: String::new(),
                outcome: Outcome::NotInFormat,
            });
            continue;
        };
        let row = Row {
            line: at + 1,
            id: Some(rule.id.clone()),
            rule: Some(task.words(at).to_owned()),
            truth: truth.clone(),
            or: Vec::new(),
            candidate: line.to_owned(),
        };
        let options = Options { diagnose: false, ..Options::default() };
        let report = judge(&row, &options, None)?;
        found.rules.push(Translation {
            rule: rule.id.clone(),
            formula: super::program::clip(line),
            outcome: report.outcome,
        });
    }
    Ok(found)
}
