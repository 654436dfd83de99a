//! What is marked in a plan: what was done, what could not be, what breaks a rule.

use crate::components::plans::code::Walked;
use crate::components::plans::marks::{LineMarks, Marks};
use crate::state::worlds::Worlds;
use leptos::prelude::*;
use std::fmt::Write;
use vedette_report::world::view::{LineState, WorldReport};

/// The most characters of words behind a line.
const WORDS: usize = 160;
/// The most rules that are named behind a line.
const NAMED: usize = 3;

/// The marks of a report.
pub fn marks(report: &WorldReport) -> Marks {
    let mut marks = Marks::default();
    for line in &report.lines {
        let (glyph, class) = match line.state {
            LineState::Done => ("✓", ""),
            LineState::Failed => ("–", "odd"),
            LineState::Unread => ("✗", "wrong"),
            LineState::NotReached => continue,
        };
        let mark = marks.entry(line.number).or_default();
        mark.glyph = glyph;
        if line.state == LineState::Unread {
            mark.spans.push((line.column.max(1), u32::MAX, class.into()));
        }
        if let Some(words) = &line.words {
            let said = if line.state == LineState::Failed { "cannot be done: " } else { "" };
            mark.words = Some((class, clipped(&format!("{said}{words}"))));
        }
    }
    for (at, moment) in report.moments.iter().enumerate() {
        let Some(line) = moment.line else { continue };
        let broken = report.rules.iter().filter(|rule| {
            rule.verdict == "violated" && rule.first.is_some_and(|first| first as usize == at)
        });
        let broken: Vec<&str> = broken.map(|rule| rule.id.as_str()).collect();
        if broken.is_empty() {
            continue;
        }
        let mark: &mut LineMarks = marks.entry(line).or_default();
        mark.glyph = "✗";
        let mut said = format!("breaks {}", broken[..broken.len().min(NAMED)].join(", "));
        if broken.len() > NAMED {
            let _ = write!(said, " and {} more", broken.len() - NAMED);
        }
        mark.words = Some(("wrong", clipped(&said)));
    }
    marks
}

fn clipped(text: &str) -> String {
    text.chars().take(WORDS).collect()
}

/// The lines of the moment that is looked at.
pub fn walked(worlds: Worlds) -> Walked {
    let moment = worlds.moment.get();
    let first = worlds.of_rule(|rule| rule.first).flatten();
    worlds.report.with(|report| {
        let Some(report) = report else { return Walked::default() };
        let line = |at: usize| report.moments.get(at).and_then(|moment| moment.line);
        let mut passed: Vec<u32> = (0..=moment).filter_map(line).collect();
        passed.sort_unstable();
        Walked { passed, now: line(moment), blame: first.and_then(|first| line(first as usize)) }
    })
}

#[cfg(test)]
mod tests {
    use super::marks;
    use vedette_report::world::view::{WorldQuestion, run};

    #[test]
    fn lines_say_what_became_of_them() {
        let report = run(&WorldQuestion {
            scene: "kitchen".into(),
            program:
                "[WALK] <stove> (4)\n[SWITCHON] <stove> (4)\n\nrest\n[GRAB] <mug> (77)\n[STANDUP]"
                    .into(),
            rules: "a: G !on(stove.4)\nb: G F off(stove.4)".into(),
            go_on: true,
            ..WorldQuestion::default()
        });
        let marks = marks(&report);
        let told: Vec<(u32, &str)> = marks.iter().map(|(line, mark)| (*line, mark.glyph)).collect();
        assert_eq!(told, [(1, "✓"), (2, "✗"), (4, "✗"), (5, "–"), (6, "–")]);
        // From there on the stove is never off again.
        assert_eq!(marks[&2].words, Some(("wrong", "breaks a, b".into())));
        assert_eq!(marks[&4].spans[0].0, 1);
        assert!(marks[&5].words.as_ref().unwrap().1.starts_with("cannot be done: "));
    }
}
