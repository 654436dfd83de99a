//! The first example, already judged: the first page has a verdict before the worker is there.
//!
//! The judgement is the engines' own answer, kept beside the code; a test holds the two together, so
//! that what greets a newcomer is never older than the engines. To write it anew:
//! `VEDETTE_WRITE=1 cargo test --package vedette-web greeting`.

use super::examples::EXAMPLES;
use vedette_report::compare::CompareReport;
use vedette_report::service::{Request, Response, SceneText};

/// The engines' answer to [`question`].
const ANSWER: &str = include_str!("greeting.json");

/// The question that the first example asks.
pub fn question() -> Request {
    let example = &EXAMPLES[0];
    Request::Compare {
        candidate: example.candidate.into(),
        truth: example.truth.into(),
        dialect: "auto".into(),
        reading: "infinite".into(),
        or: Vec::new(),
        scene: SceneText::default(),
    }
}

/// The judgement, if this is the first example's question.
pub fn known(request: &Request) -> Option<CompareReport> {
    if *request != question() {
        return None;
    }
    match serde_json::from_str(ANSWER) {
        Ok(Response::Compare(report)) => Some(*report),
        // Then the engines are asked, as for every other question.
        Ok(_) | Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{known, question};
    use vedette_report::service::{Response, answer};

    #[test]
    fn the_greeting_is_what_the_engines_say() {
        let (response, _) = answer(question(), Vec::new());
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/state/greeting.json");
        if std::env::var_os("VEDETTE_WRITE").is_some() {
            let text = serde_json::to_string_pretty(&response).unwrap();
            std::fs::write(path, text + "\n").unwrap();
            return;
        }
        let Response::Compare(report) = response else { panic!("a comparison: {response:?}") };
        assert_eq!(known(&question()).as_ref(), Some(&*report), "see the top of this file");
    }
}
