//! A trace that a person edits: propositions times steps, and where it goes back to.
//!
//! ```
//! use vedette_report::playground::Trace;
//!
//! let mut trace = Trace::parse("req & !grant; 1; cycle{grant}").unwrap();
//! assert_eq!((trace.length, trace.loop_start), (3, Some(2)));
//! assert_eq!(trace.rows[1].atom, "grant");
//! trace.toggle(0, 1);
//! assert_eq!(trace.text(true), "req & !grant; req; cycle{grant}");
//! assert_eq!(trace.text(false), "req & !grant; req; grant", "the same letters, and then the end");
//! let error = Trace::parse("a | b").unwrap_err();
//! assert_eq!(error, "found `a | b`; expected propositions joined by `&`, such as `a & !b`, or `1`");
//! ```
//!
//! # Why not the checker's words
//! A word is a list of sets of atoms; an editor needs the other view, one row for each proposition, also
//! for those that are false everywhere, in an order that stays. Names are kept as they were typed: the
//! page has no parser, the worker says what they mean. The text is Spot's, except that only the first
//! letter names every proposition: what a letter does not name is false. Atoms may be comparisons and
//! carry arguments, so text is split outside of brackets and quotes only.

use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A trace has at most so many steps.
pub const MAX_STEPS: usize = 200;
/// A trace has at most so many propositions.
pub const MAX_ROWS: usize = 60;

/// One proposition along the trace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceRow {
    /// The proposition, as it was typed.
    pub atom: String,
    /// Its value at every step.
    pub values: Vec<bool>,
}

/// Propositions times steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The propositions; each row has [`Self::length`] values.
    pub rows: Vec<TraceRow>,
    /// The number of steps, at least 1.
    pub length: usize,
    /// Where a lasso's cycle starts. Kept while the trace is read as finite, and not used then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loop_start: Option<usize>,
}

impl Default for Trace {
    fn default() -> Self {
        Self { rows: Vec::new(), length: 1, loop_start: None }
    }
}

impl Trace {
    /// Reads a word such as `a & !b; 1; cycle{b}`. What a letter does not name is false.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (head, cycle) = match text.split_once("cycle{") {
            None => (text, None),
            Some((head, rest)) => {
                let Some((cycle, after)) = rest.rsplit_once('}') else {
                    return Err("found the end; expected `}` to close the cycle".to_owned());
                };
                if !after.trim().is_empty() {
                    return Err(format!(
                        "found `{}` after the cycle; expected the end",
                        cut(after)
                    ));
                }
                let head = head.trim_end();
                match head.strip_suffix(';') {
                    Some(head) => (head, Some(cycle)),
                    None if head.is_empty() => ("", Some(cycle)),
                    None => return Err("found a letter; expected `;` before `cycle{`".to_owned()),
                }
            }
        };
        let mut trace = Self { rows: Vec::new(), length: 0, loop_start: None };
        if !head.trim().is_empty() || cycle.is_none() {
            trace.append(head)?;
        }
        if let Some(cycle) = cycle {
            if trace.loop_start.is_some() {
                return Err("found a second cycle; expected one".to_owned());
            }
            let start = trace.length;
            trace.append(cycle)?;
            if trace.loop_start.is_some() {
                return Err("found `@` in a cycle; expected the cycle's steps".to_owned());
            }
            trace.loop_start = Some(start);
        }
        Ok(trace)
    }

    fn append(&mut self, letters: &str) -> Result<(), String> {
        for letter in split(letters, |c| c == ';') {
            if self.length == MAX_STEPS {
                return Err(format!("found more than {MAX_STEPS} steps; expected a shorter trace"));
            }
            let mut letter = letter.trim();
            if let Some(rest) = letter.strip_prefix('@') {
                if self.loop_start.is_some() {
                    return Err("found a second cycle; expected one".to_owned());
                }
                self.loop_start = Some(self.length);
                letter = rest.trim();
            }
            if letter.is_empty() {
                return Err(format!("found an empty step {}; {EXPECTED}", self.length));
            }
            self.length += 1;
            for row in &mut self.rows {
                row.values.push(false);
            }
            if matches!(letter, "1" | "true") {
                continue;
            }
            for literal in split(letter, |c| matches!(c, '&' | ',' | '∧')) {
                self.literal(literal.trim(), letter)?;
            }
        }
        Ok(())
    }

    fn literal(&mut self, literal: &str, letter: &str) -> Result<(), String> {
        let (name, value) = match literal.strip_prefix(['!', '¬']) {
            Some(name) => (name.trim(), false),
            None => (literal, true),
        };
        let operator = |c| matches!(c, '|' | '∨' | '→');
        if name.is_empty() || name.starts_with('!') || split(name, operator).len() > 1 {
            return Err(format!("found `{}`; {EXPECTED}", cut(letter)));
        }
        let name = bare(name);
        let at = match self.rows.iter().position(|row| row.atom == name) {
            Some(at) => at,
            None if self.rows.len() == MAX_ROWS => {
                return Err(format!("found more than {MAX_ROWS} propositions; expected fewer"));
            }
            None => {
                self.rows
                    .push(TraceRow { atom: name.to_owned(), values: vec![false; self.length] });
                self.rows.len() - 1
            }
        };
        let values = &mut self.rows[at].values;
        if let Some(last) = values.last_mut() {
            *last |= value;
        }
        Ok(())
    }

    /// The word as it stands in a link: nothing in it needs an escape, and `@` is before the cycle. It
    /// names the cycle also when the trace is read as finite, so that a link loses nothing.
    pub fn link(&self) -> String {
        let mut out = String::new();
        for at in 0..self.length {
            if at > 0 {
                out.push(';');
            }
            if self.loop_start == Some(at) {
                out.push('@');
            }
            self.write_letter(at, ",", &mut out);
        }
        out
    }

    /// The word as text: with a cycle if `lasso`, else with an end.
    pub fn text(&self, lasso: bool) -> String {
        let start = if lasso { Some(self.cycle_start()) } else { None };
        let mut out = String::new();
        for at in 0..self.length {
            if at > 0 {
                out.push_str("; ");
            }
            if start == Some(at) {
                out.push_str("cycle{");
            }
            self.write_letter(at, " & ", &mut out);
        }
        if lasso {
            out.push('}');
        }
        out
    }

    /// The first letter names every proposition, so that none is lost.
    fn write_letter(&self, at: usize, and: &str, out: &mut String) {
        let mut first = true;
        for row in &self.rows {
            let value = row.values.get(at).copied().unwrap_or(false);
            if !value && at > 0 {
                continue;
            }
            let sign = if value { "" } else { "!" };
            let plain = row.atom.chars().all(|c| !c.is_whitespace() && !"<>=!&|,;".contains(c));
            let joint = if first { "" } else { and };
            // A comparison needs brackets after `!`, and reads better with them in a row of others.
            let _ = if plain || row.atom.ends_with(')') || row.atom.ends_with('"') {
                write!(out, "{joint}{sign}{}", row.atom)
            } else {
                write!(out, "{joint}{sign}({})", row.atom)
            };
            first = false;
        }
        if first {
            out.push('1');
        }
    }

    /// Where the cycle starts if the trace is read as a lasso: the last step unless it says otherwise.
    pub fn cycle_start(&self) -> usize {
        let last = self.length.saturating_sub(1);
        self.loop_start.map_or(last, |start| start.min(last))
    }

    /// Changes one value.
    pub fn toggle(&mut self, row: usize, at: usize) {
        if let Some(value) = self.rows.get_mut(row).and_then(|row| row.values.get_mut(at)) {
            *value = !*value;
        }
    }

    /// A copy of step `at` right after it; the cycle keeps its first step.
    pub fn insert_after(&mut self, at: usize) {
        if self.length >= MAX_STEPS || at >= self.length {
            return;
        }
        self.length += 1;
        for row in &mut self.rows {
            let value = row.values[at];
            row.values.insert(at + 1, value);
        }
        if let Some(start) = &mut self.loop_start
            && *start > at
        {
            *start += 1;
        }
    }

    /// Takes out step `at`, unless it is the only one.
    pub fn remove(&mut self, at: usize) {
        if self.length <= 1 || at >= self.length {
            return;
        }
        self.length -= 1;
        for row in &mut self.rows {
            row.values.remove(at);
        }
        if let Some(start) = &mut self.loop_start {
            if *start > at {
                *start -= 1;
            }
            *start = (*start).min(self.length - 1);
        }
    }

    /// Makes whatever was read from afar a trace: rows of equal length, at least one step, no more than
    /// the most.
    pub fn repair(&mut self) {
        self.length = self.length.clamp(1, MAX_STEPS);
        self.rows.truncate(MAX_ROWS);
        for row in &mut self.rows {
            row.values.resize(self.length, false);
        }
        let last = self.length - 1;
        self.loop_start = self.loop_start.map(|start| start.min(last));
    }
}

const EXPECTED: &str = "expected propositions joined by `&`, such as `a & !b`, or `1`";

/// A text short enough for a message.
fn cut(text: &str) -> String {
    let text = text.trim();
    if text.chars().count() <= 40 {
        text.into()
    } else {
        text.chars().take(39).chain(['…']).collect()
    }
}

/// Without one pair of brackets around the whole.
fn bare(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inner.filter(|inner| balanced(inner)).map_or(text, str::trim)
}

fn balanced(text: &str) -> bool {
    let mut depth = 0_i32;
    for c in text.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// The parts between separators that stand outside of brackets and quotes.
fn split(text: &str, separates: impl Fn(char) -> bool) -> Vec<&str> {
    let (mut parts, mut from) = (Vec::new(), 0);
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 && separates(c) => {
                parts.push(&text[from..at]);
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::{MAX_ROWS, MAX_STEPS, Trace, TraceRow};
    use proptest::prelude::*;

    fn trace() -> impl Strategy<Value = Trace> {
        let names = ["a", "req", "ON(<stove>)", "near(a, b)", "d < 0.5", "\"x; y\"", "stove.12"];
        (1_usize..6, prop::sample::subsequence(names.to_vec(), 0..=names.len())).prop_flat_map(
            |(length, names)| {
                let cells = prop::collection::vec(any::<bool>(), length * names.len());
                (cells, prop::option::of(0..length)).prop_map(move |(cells, loop_start)| {
                    let rows = names.iter().enumerate().map(|(at, name)| TraceRow {
                        atom: (*name).to_owned(),
                        values: cells[at * length..(at + 1) * length].to_vec(),
                    });
                    Trace { rows: rows.collect(), length, loop_start }
                })
            },
        )
    }

    proptest! {
        #[test]
        fn writing_then_reading_gives_the_same(trace in trace()) {
            let text = trace.text(trace.loop_start.is_some());
            prop_assert_eq!(Trace::parse(&text), Ok(trace.clone()), "{}", text);
            let link = trace.link();
            prop_assert_eq!(Trace::parse(&link), Ok(trace), "{}", link);
        }

        #[test]
        fn reading_never_panics(text in "[a&!;,(){}@\"cycle ]{0,40}") {
            if let Ok(trace) = Trace::parse(&text) {
                prop_assert!(trace.length >= 1);
                prop_assert!(trace.rows.iter().all(|row| row.values.len() == trace.length));
            }
        }

        /// A step that is doubled and taken out again leaves what was there.
        #[test]
        fn removing_undoes_inserting(trace in trace(), at in 0_usize..6) {
            let mut changed = trace.clone();
            changed.insert_after(at);
            if at < trace.length {
                prop_assert_eq!(changed.length, trace.length + 1);
                changed.remove(at + 1);
            }
            prop_assert_eq!(changed, trace);
        }
    }

    #[test]
    fn texts_that_are_no_traces_say_why() {
        let cases = [
            ("", "found an empty step 0"),
            ("a;; b", "found an empty step 1"),
            ("a; cycle{b", "expected `}`"),
            ("a cycle{b}", "expected `;` before `cycle{`"),
            ("a; cycle{b} c", "found `c` after the cycle"),
            ("a; cycle{}", "found an empty step 1"),
            ("a & !", "found `a & !`"),
            ("!!a", "found `!!a`"),
            ("a; @b; @c", "a second cycle"),
            ("@a; cycle{b}", "a second cycle"),
            ("a; cycle{@b}", "found `@` in a cycle"),
            (&"a;".repeat(MAX_STEPS + 1), "more than 200 steps"),
        ];
        for (text, part) in cases {
            let error = Trace::parse(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        let many: Vec<String> = (0..=MAX_ROWS).map(|n| format!("a{n}")).collect();
        assert!(Trace::parse(&many.join("&")).unwrap_err().contains("more than 60 propositions"));
    }

    #[test]
    fn the_only_step_stays_and_the_cycle_stays_within() {
        let mut trace = Trace::parse("a; cycle{b}").unwrap();
        trace.remove(1);
        assert_eq!(trace.text(true), "cycle{a & !b}");
        trace.remove(0);
        assert_eq!(trace.length, 1);
        let mut wild = Trace { rows: vec![TraceRow::default()], length: 0, loop_start: Some(9) };
        wild.repair();
        assert_eq!((wild.length, wild.loop_start, wild.rows[0].values.len()), (1, Some(0), 1));
    }
}
