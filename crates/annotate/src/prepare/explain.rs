//! A disagreement in words: which reading the answers fit.

use super::{Prepared, Rival, Source};
use crate::event::Allowed;
use serde::{Deserialize, Serialize};

/// What answers come to, beside what the formula says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    /// The traces on which answer and formula differ, counted from 0.
    pub differing: Vec<usize>,
    /// The rivals that fit every answer, the most likely first: their numbers, counted from 0.
    pub fits: Vec<usize>,
    /// In one or two sentences.
    pub sentence: String,
}

/// Explains answers, one for each trace in order; none where there is no answer yet.
pub fn explain(ready: &Prepared, answers: &[Option<Allowed>]) -> Explained {
    let given: Vec<(usize, bool)> = answers
        .iter()
        .take(ready.traces.len())
        .enumerate()
        .filter_map(|(at, answer)| match answer {
            Some(Allowed::Yes) => Some((at, true)),
            Some(Allowed::No) => Some((at, false)),
            Some(Allowed::Unclear) | None => None,
        })
        .collect();
    let wrong = |&&(at, said): &&(usize, bool)| ready.revealed[at].allowed != said;
    let differing: Vec<usize> = given.iter().filter(wrong).map(|(at, _)| *at).collect();
    if given.is_empty() {
        return Explained {
            sentence: "There is no answer yet.".to_owned(),
            ..Explained::default()
        };
    }
    if differing.is_empty() {
        let all = given.len() == ready.traces.len();
        let sentence = if all {
            "Your answers are those of the formula.".to_owned()
        } else {
            "So far your answers are those of the formula.".to_owned()
        };
        return Explained { sentence, ..Explained::default() };
    }
    let fit = |rival: &Rival| given.iter().all(|&(at, said)| rival.allows.get(at) == Some(&said));
    let fits: Vec<usize> = (0..ready.rivals.len()).filter(|&at| fit(&ready.rivals[at])).collect();
    let traces: Vec<String> = differing.iter().map(|at| (at + 1).to_string()).collect();
    let mut sentence = match differing.as_slice() {
        [one] => format!(
            "On trace {} you say {}, and the formula says {}.",
            one + 1,
            word(!ready.revealed[*one].allowed),
            word(ready.revealed[*one].allowed),
        ),
        _ => format!("You and the formula differ on traces {}.", traces.join(", ")),
    };
    match fits.first().map(|&at| &ready.rivals[at]) {
        Some(rival) => {
            let english = rival.english.trim_end_matches('.');
            // A reading in numbered parts is no half-sentence.
            let english =
                if english.contains('\n') { String::new() } else { format!(" ({english})") };
            let origin = origin(&rival.source);
            let fit = format!(" Your answers fit `{}`{english}, {origin}.", rival.formula);
            sentence.push_str(&fit);
        }
        None => sentence.push_str(" No usual misreading answers as you do: if you are sure, say with r which formula would."),
    }
    Explained { differing, fits, sentence }
}

fn word(allowed: bool) -> &'static str {
    if allowed { "yes" } else { "no" }
}

fn origin(source: &Source) -> String {
    match source {
        Source::Alternative { number } => format!("alternative {number}"),
        Source::Words { .. } => "which is the rule in words, as read".to_owned(),
        Source::Misreading { name, .. } | Source::Neighbour { name, .. } => {
            format!("which differs by: {name}")
        }
    }
}
