//! Verdicts of many trajectories as one short text: a letter each.

use super::Verdict;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// Every verdict with its letter.
const LETTERS: [(char, Verdict); 7] = [
    ('S', Verdict::Satisfied),
    ('-', Verdict::Vacuous),
    ('V', Verdict::Violated),
    ('?', Verdict::Inconclusive),
    ('U', Verdict::Unsupported),
    ('L', Verdict::Unknown),
    ('E', Verdict::Error),
];

impl Verdict {
    /// The letter of this verdict: `S - V ? U L E`.
    pub fn letter(self) -> char {
        LETTERS.iter().find(|(_, verdict)| *verdict == self).map_or('E', |(letter, _)| *letter)
    }
}

pub(super) fn serialize<S: Serializer>(verdicts: &[Verdict], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&verdicts.iter().map(|verdict| verdict.letter()).collect::<String>())
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Verdict>, D::Error> {
    let text = String::deserialize(from)?;
    let verdict = |letter: char| {
        let found = LETTERS.iter().find(|(known, _)| *known == letter);
        found.map(|(_, verdict)| *verdict).ok_or_else(|| {
            D::Error::custom(format!("{letter:?} is no verdict; expected one of S - V ? U L E"))
        })
    };
    text.chars().map(verdict).collect()
}
