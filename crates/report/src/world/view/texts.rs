//! Rules as somebody types them: a line each, with what they say above.
//!
//! ```
//! use vedette_report::world::view::rules_text;
//!
//! let text = "# Never beside the stove.\ntowel: G !near(towel.8, stove.4)\n\nG F on(stove.4)";
//! let all: Vec<_> = rules_text(text).unwrap();
//! assert_eq!((all[0].id.as_str(), all[0].words.as_str()), ("towel", "Never beside the stove."));
//! assert_eq!((all[1].id.as_str(), all[1].text.as_str(), all[1].line), ("rule 2", "G F on(stove.4)", 4));
//! ```
//!
//! # Why lines
//! A rule is one line that somebody changes while looking at the verdict, as a line of the plan is; a file
//! of rules (JSON, `vedette.constraints/1` among them) may be pasted as well. An id is a word before a
//! colon: a formula that begins with a quantifier has a blank there (`forall s: stove. …`).

use serde_json::Value;
use vedette_worlds::rules::{RuleSet, RuleText};

/// A rule as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its name.
    pub id: String,
    /// A formula, or a sentence.
    pub text: String,
    /// What it says, if somebody wrote that.
    pub words: String,
    /// The line, from 1; 0 in a file of rules.
    pub line: usize,
}

/// The longest list of one's own rules.
const MOST: usize = 5_000;

/// The rules of a text.
pub fn rules_text(text: &str) -> Result<Vec<Written>, String> {
    let all = if text.trim_start().starts_with('{') { of_file(text)? } else { of_lines(text)? };
    if all.len() > MOST {
        return Err(format!("found {} rules, expected at most {MOST}", all.len()));
    }
    Ok(all)
}

fn of_file(text: &str) -> Result<Vec<Written>, String> {
    let set = RuleSet::read(text.as_bytes(), "rules").map_err(|e| e.to_string())?;
    let written = |rule: vedette_worlds::rules::Rule| {
        let words = ["english", "words"].into_iter().find_map(|key| rule.other.get(key));
        let words = words.and_then(Value::as_str).unwrap_or_default().to_owned();
        let (RuleText::Formula(text) | RuleText::Rule(text)) = rule.text;
        Written { id: rule.id, text, words, line: 0 }
    };
    Ok(set.rules.into_iter().map(written).collect())
}

fn of_lines(text: &str) -> Result<Vec<Written>, String> {
    let mut all: Vec<Written> = Vec::new();
    let mut words = String::new();
    for (at, line) in text.lines().enumerate() {
        let said = line.trim();
        if let Some(remark) = said.strip_prefix('#') {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(remark.trim());
            continue;
        }
        if said.is_empty() {
            words.clear();
            continue;
        }
        let (id, text) = match named(said) {
            Some((id, text)) => (id.to_owned(), text),
            None => (format!("rule {}", all.len() + 1), said),
        };
        if all.iter().any(|known| known.id == id) {
            return Err(format!(
                "line {}: found a second rule {id:?}, expected an id of its own",
                at + 1
            ));
        }
        all.push(Written {
            id,
            text: text.to_owned(),
            words: std::mem::take(&mut words),
            line: at + 1,
        });
    }
    Ok(all)
}

/// The id before a colon, and the rest.
fn named(line: &str) -> Option<(&str, &str)> {
    let (id, text) = line.split_once(": ")?;
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '[' | ']' | ',');
    (!id.is_empty() && id.chars().all(plain)).then_some((id, text.trim()))
}
