//! Answers: what a model said to a prompt, as lines of a file.
//!
//! ```
//! use vedette_report::evaluation::answer::read;
//!
//! let text = "{\"prompt_hash\": \"ab\", \"model\": \"m\", \"sampling\": {\"temperature\": 1}, \"text\": \"hm\"}\n\
//!             {\"prompt_hash\": \"ab\", \"model\": \"m\", \"text\": 3}\n\
//!             {\"prompt_hash\": \"ab\", \"model\": \"m\", \"text\": null}\n";
//! let answers = read(text, "a.jsonl");
//! assert_eq!(answers.answers.len(), 2);
//! assert_eq!((answers.answers[1].sample, answers.answers[1].text.as_str()), (2, ""), "nothing was said");
//! assert!(answers.left_out[0].contains("a.jsonl, line 2"));
//! ```
//!
//! # Why a line is left out alone
//! A run of a model costs money; one damaged line must not hide the others. What is left out is named
//! with its place, counted, and makes the command end with status 2: rates are about what is there.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The answers of a file.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// In the order of the file.
    pub answers: Vec<Answer>,
    /// Lines that are no answers: where, and why.
    pub left_out: Vec<String>,
}

/// What a model said to a prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The prompt.
    pub prompt_hash: String,
    /// The model.
    pub model: String,
    /// How it was sampled: anything, kept as it is.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub sampling: Value,
    /// What it said; empty if it said nothing.
    #[serde(default, deserialize_with = "nothing")]
    pub text: String,
    /// Which answer of this model to this prompt it is, from 1, in the order of the file.
    #[serde(skip)]
    pub sample: u32,
    /// The line of the file, from 1.
    #[serde(skip)]
    pub line: usize,
}

/// `null` is an answer too: the model said nothing.
fn nothing<'de, D: serde::Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(Option::<String>::deserialize(from)?.unwrap_or_default())
}

/// The answers of `text`, one JSON object a line.
pub fn read(text: &str, source: &str) -> Answers {
    let mut found = Answers::default();
    let mut counts = rustc_hash::FxHashMap::<(String, String), u32>::default();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str::<Answer>(line) {
            Ok(mut answer) => {
                let count =
                    counts.entry((answer.prompt_hash.clone(), answer.model.clone())).or_default();
                *count += 1;
                (answer.sample, answer.line) = (*count, index + 1);
                found.answers.push(answer);
            }
            Err(error) => found.left_out.push(format!(
                "{source}, line {}, column {}: {error}, expected an answer: {{\"prompt_hash\", \
                 \"model\", \"sampling\", \"text\"}}",
                index + 1,
                error.column()
            )),
        }
    }
    found
}
