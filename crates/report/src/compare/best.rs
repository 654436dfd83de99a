//! Several ground truths: the candidate is held against each, and the best match counts.
//!
//! ```
//! use vedette_report::compare::{Options, Relation, best};
//!
//! let truths = ["G !p".to_owned(), "G(p -> F q)".to_owned()];
//! let found = best("G(!p | F q)", &truths, &Options::new("auto", "infinite"), None).unwrap();
//! assert_eq!(found.verdict, Relation::Equivalent);
//! let matched = found.matched.unwrap();
//! assert_eq!((matched.number, matched.alternatives[0].verdict), (2, Relation::Weaker));
//! ```
//!
//! # Why the best
//! Truths that stand side by side are different wordings that were all accepted (SENTINEL, algorithm 1);
//! an answer that means one of them is right. Of answers that mean none, the one that is nearest is
//! explained: one that implies or is implied before one that is neither.

use super::build::Interrupt;
use super::{CompareReport, Options, Relation, report};
use serde::{Deserialize, Serialize};

/// Which truth a report is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matched {
    /// Its number, counted from 1.
    pub number: usize,
    /// Every truth, in the given order. Those after an equivalent one were not looked at.
    pub alternatives: Vec<Alternative>,
}

/// One of several truths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alternative {
    /// Its text.
    pub truth: String,
    /// How the candidate relates to it.
    pub verdict: Relation,
}

/// The comparison with the truth that matches best. Fails as [`report`] does, or without a truth.
pub fn best(
    candidate: &str,
    truths: &[String],
    options: &Options,
    interrupt: Option<Interrupt<'_>>,
) -> Result<CompareReport, String> {
    let (first, rest) = truths.split_first().ok_or("found no truth, expected at least one")?;
    if rest.is_empty() {
        return report(candidate, first, options, interrupt);
    }
    let quick = Options { pictures: false, diagnose: false, ..options.clone() };
    let mut alternatives: Vec<Alternative> = Vec::new();
    for truth in truths {
        let verdict = report(candidate, truth, &quick, interrupt)?.verdict;
        alternatives.push(Alternative { truth: truth.clone(), verdict });
        if verdict == Relation::Equivalent {
            break;
        }
    }
    let rank = |relation| match relation {
        Relation::Equivalent => 0,
        Relation::Stronger | Relation::Weaker => 1,
        Relation::Incomparable => 2,
        Relation::Unknown => 3,
        Relation::Error => 4,
    };
    let at = (0..alternatives.len()).min_by_key(|&at| rank(alternatives[at].verdict)).unwrap_or(0);
    let mut found = report(candidate, &truths[at], options, interrupt)?;
    found.remarks.insert(
        0,
        format!("Of {} truths, number {} matches best: `{}`.", truths.len(), at + 1, truths[at]),
    );
    // An undecided truth might be the very one that is meant.
    let open = alternatives.iter().any(|other| other.verdict == Relation::Unknown);
    if open && found.verdict != Relation::Equivalent {
        found.remarks.push("Another of the truths was not decided.".to_owned());
    }
    found.matched = Some(Matched { number: at + 1, alternatives });
    Ok(found)
}
