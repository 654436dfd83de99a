//! The planners that `vedette plan repair` can ask.
//!
//! Recorded answers are found by the hash of what was asked: then a recording stays right when a rule, or
//! the words of the feedback, change, because it no longer answers. Answers without a hash are given in
//! their order.

use crate::exit::Failure;
use crate::read;
use std::collections::BTreeMap;
use std::path::Path;
use vedette_plans::repair::{Edits, Planner, Prompt, Recorded};
use vedette_report::bundle::sha256;

/// Who is asked.
#[derive(Debug)]
pub(crate) enum Chosen {
    /// Our own verified edits.
    Edits,
    /// Answers in their order.
    InOrder(Recorded),
    /// Answers by the hash of the prompt, and a prompt that has none.
    ByPrompt(BTreeMap<String, String>, Option<String>),
}

/// The hash of a prompt: SHA-256 of the plan and what is wrong with it, as a list of two in JSON.
pub(crate) fn hash(plan: &str, feedback: &str) -> String {
    sha256(serde_json::json!([plan, feedback]).to_string().as_bytes())
}

impl Planner for Chosen {
    fn next(&mut self, prompt: &Prompt) -> Option<String> {
        match self {
            Self::Edits => Edits.next(prompt),
            Self::InOrder(recorded) => recorded.next(prompt),
            Self::ByPrompt(plans, missing) => {
                let hash = hash(&prompt.plan, &prompt.feedback);
                let plan = plans.get(&hash).cloned();
                if plan.is_none() {
                    *missing = Some(hash);
                }
                plan
            }
        }
    }
}

impl Chosen {
    /// The planner that is meant by `spec`.
    pub(crate) fn read(spec: &str) -> Result<Self, Failure> {
        if spec == "edits" {
            return Ok(Self::Edits);
        }
        let path = spec.strip_prefix("recorded:").ok_or_else(|| {
            Failure::failed(format!("--planner {spec}: expected `edits` or `recorded:FILE.jsonl`"))
        })?;
        let path = Path::new(path);
        let (mut in_order, mut by_prompt) = (Recorded::default(), BTreeMap::new());
        for (index, line) in read::text(path)?.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let wrong = |what: &str| {
                let (name, line) = (read::name(path), index + 1);
                Failure::rejected(format!("{name}, line {line}: {what}"))
            };
            let value: serde_json::Value = serde_json::from_str(line)
                .map_err(|_| wrong("expected a string, or an object with `plan`"))?;
            let plan = value.get("plan").unwrap_or(&value).as_str();
            let plan = plan.ok_or_else(|| wrong("expected a string, or an object with `plan`"))?;
            match value.get("prompt") {
                None => in_order.plans.push_back(plan.to_owned()),
                Some(hash) => {
                    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
                    let hash = hash.as_str().filter(|it| it.len() == 64 && it.bytes().all(digit));
                    let hash = hash.ok_or_else(|| {
                        wrong("expected in `prompt` a hash of 64 lower-case hexadecimal digits")
                    })?;
                    if by_prompt.insert(hash.to_owned(), plan.to_owned()).is_some() {
                        return Err(wrong("found a second answer to a prompt, expected one"));
                    }
                }
            }
            if !in_order.plans.is_empty() && !by_prompt.is_empty() {
                return Err(wrong(
                    "found answers with and without `prompt`, expected it in all or in none",
                ));
            }
        }
        Ok(if by_prompt.is_empty() {
            Self::InOrder(in_order)
        } else {
            Self::ByPrompt(by_prompt, None)
        })
    }

    /// The prompt that was not answered.
    pub(crate) fn missing(&self) -> Option<&str> {
        match self {
            Self::ByPrompt(_, missing) => missing.as_deref(),
            _ => None,
        }
    }
}
