//! The four regions that two languages cut all words into, and which of them have members.

use serde::{Deserialize, Serialize};
use vedette_checker::budget::Budget;
use vedette_checker::equivalence::{Expansion, Verdict, satisfiable};
use vedette_checker::formula::{Binary, Unary};
use vedette_checker::words::{Reading, Word};

/// Whether a region has members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Region {
    /// No word lies there.
    Empty,
    /// Some word lies there.
    Inhabited,
    /// A limit was reached.
    Unknown,
}

/// The relation of two languages as a picture of regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Regions {
    /// Words that both formulas allow.
    pub both: Region,
    /// Words that only the candidate allows.
    pub candidate_only: Region,
    /// Words that only the truth allows.
    pub truth_only: Region,
    /// Words that neither formula allows.
    pub neither: Region,
}

/// The regions, with a word of the two that a comparison does not look into: what both allow, and
/// what neither does.
pub(super) fn regions<'b>(
    found: &Expansion,
    reading: Reading,
    budget: impl Fn() -> Budget<'b>,
) -> (Regions, [Option<Word>; 2]) {
    let mut pool = found.pool.clone();
    let (candidate, truth) = (found.candidate, found.truth);
    let both = pool.binary(Binary::And, candidate, truth);
    let either = pool.binary(Binary::Or, candidate, truth);
    let neither = pool.unary(Unary::Not, either);
    // Both formulas were compared already, so they have values; what fails here was a limit.
    let look = |id| match satisfiable(&pool, id, reading, &budget()) {
        Ok(Ok(None)) => (Region::Empty, None),
        Ok(Ok(Some(word))) => (Region::Inhabited, Some(word)),
        Ok(Err(_)) | Err(_) => (Region::Unknown, None),
    };
    let decided = |witness: &Option<Word>| match (&found.comparison.verdict, witness) {
        (_, Some(_)) => Region::Inhabited,
        (Verdict::Unknown(_), None) => Region::Unknown,
        (_, None) => Region::Empty,
    };
    let (both, shared) = look(both);
    let (neither, outside) = look(neither);
    let regions = Regions {
        both,
        candidate_only: decided(&found.comparison.candidate_only),
        truth_only: decided(&found.comparison.truth_only),
        neither,
    };
    (regions, [shared, outside])
}

#[cfg(test)]
mod tests {
    use super::Region::{Empty, Inhabited};
    use super::{Region, Regions};
    use crate::compare::{Options, report};

    #[test]
    fn the_picture_says_what_the_verdict_says() {
        let cases: [(&str, &str, [Region; 4]); 6] = [
            ("G p", "G p", [Inhabited, Empty, Empty, Inhabited]),
            ("G p", "F p", [Inhabited, Empty, Inhabited, Inhabited]),
            ("F p", "G p", [Inhabited, Inhabited, Empty, Inhabited]),
            ("F p", "F !p", [Inhabited, Inhabited, Inhabited, Empty]),
            ("G p", "G !p", [Empty, Inhabited, Inhabited, Inhabited]),
            ("false", "true", [Empty, Empty, Inhabited, Empty]),
        ];
        for (candidate, truth, [both, candidate_only, truth_only, neither]) in cases {
            let found = report(candidate, truth, &Options::new("vedette", "infinite"), None);
            let found = found.expect("both can be read");
            let expected = Regions { both, candidate_only, truth_only, neither };
            assert_eq!(found.regions, Some(expected), "{candidate} and {truth}");
            assert_eq!(found.picture_both.is_some(), both == Inhabited, "{candidate} and {truth}");
            assert_eq!(found.picture_neither.is_some(), neither == Inhabited);
        }
    }
}
