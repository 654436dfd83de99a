//! Which few words tell a formula from its rivals.
//!
//! # How
//! Every rival that is not equivalent leaves a shortest separating word in each direction. Of all these
//! words a few are taken, each time the one that tells most of the still undistinguished rivals, by
//! weight, from the formula; between equal ones the one that splits the rivals among themselves best, then
//! the shorter one. Greedy set cover is within a factor of ln n of the fewest words (Johnson, JCSS 9,
//! 1974); exact cover is NP-hard, and nobody answers twenty questions.

use std::cmp::Reverse;
use vedette_checker::budget::Budget;
use vedette_checker::equivalence::{Verdict, compare};
use vedette_checker::formula::{Id, Pool};
use vedette_checker::words::{Reading, Word, holds};

/// The most comparisons of a formula with its rivals.
const DECIDED: usize = 40;
/// A word with more letters is no question for people.
const LETTERS: usize = 8;

/// Something that a formula is told from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// The formula.
    pub(super) formula: Id,
    /// How much it matters to tell it apart.
    pub(super) weight: u32,
}

/// What is known of a rival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// A word tells it apart.
    Different,
    /// Nothing does.
    Equivalent,
    /// A limit was hit, or it has no value on words.
    Open,
}

/// The words chosen, and what is known of every rival.
pub(super) struct Chosen {
    pub(super) words: Vec<Word>,
    pub(super) known: Vec<Known>,
}

pub(super) fn choose(
    pool: &Pool,
    root: Id,
    rivals: &[Asked],
    most: usize,
    reading: Reading,
    states: u64,
) -> Chosen {
    let mut search = Search { pool, root, reading, words: Vec::new(), decided: 0, states };
    let known: Vec<Known> = rivals.iter().map(|rival| search.look_at(rival.formula)).collect();
    let mut words = search.words;
    words.retain(|(word, _)| word.len() <= LETTERS);
    // The answers of the rivals, by word; one that has none agrees, so that nobody looks for it.
    let tells: Vec<Vec<bool>> = words
        .iter()
        .map(|(word, allowed)| {
            let differs = |rival: &Asked| {
                holds(pool, rival.formula, word, reading).is_ok_and(|value| value != *allowed)
            };
            rivals.iter().map(differs).collect()
        })
        .collect();
    Chosen { words: cover(&words, &tells, rivals, most), known }
}

/// The greedy cover.
fn cover(words: &[(Word, bool)], tells: &[Vec<bool>], rivals: &[Asked], most: usize) -> Vec<Word> {
    // Rivals with the same answers so far are one class; the formula itself is in class 0.
    let mut class = vec![0_u32; rivals.len()];
    let mut taken: Vec<usize> = Vec::new();
    while taken.len() < most {
        let score = |at: usize| {
            let told = |class_wanted: bool| {
                let of = rivals.iter().zip(&tells[at]).zip(&class);
                of.filter(|((_, differs), class)| **differs && (**class == 0) == class_wanted)
                    .map(|((rival, _), _)| rival.weight)
                    .sum::<u32>()
            };
            (told(true), split(&class, &tells[at]))
        };
        let both = |allowed: bool| {
            // Yes and no both occur, or a person would answer without looking.
            taken.iter().all(|&other| words[other].1 != allowed)
        };
        let best = (0..words.len())
            .filter(|at| !taken.contains(at))
            .map(|at| (score(at), at))
            .max_by_key(|&((told, split), at)| {
                let (word, allowed) = &words[at];
                (told, split, both(*allowed), Reverse(word.len()), Reverse(at))
            });
        let Some(((told, split), at)) = best else { break };
        if told == 0 && split == 0 {
            break;
        }
        taken.push(at);
        let width = class.iter().max().map_or(1, |most| most + 1);
        for (class, differs) in class.iter_mut().zip(&tells[at]) {
            *class += width * u32::from(*differs);
        }
        compact(&mut class);
    }
    taken.sort_by_key(|&at| (words[at].0.len(), at));
    taken.into_iter().map(|at| words[at].0.clone()).collect()
}

/// How many classes a word splits in two.
fn split(class: &[u32], differs: &[bool]) -> usize {
    let of = |wanted: bool| {
        let found = class.iter().zip(differs).filter(move |(_, differs)| **differs == wanted);
        let mut found: Vec<u32> = found.map(|(class, _)| *class).collect();
        if !wanted {
            // The formula differs from itself on no word.
            found.push(0);
        }
        found.sort_unstable();
        found.dedup();
        found
    };
    let same = of(false);
    of(true).iter().filter(|class| same.binary_search(class).is_ok()).count()
}

/// Small numbers for classes; 0 stays 0.
fn compact(class: &mut [u32]) {
    let mut names: Vec<u32> = class.to_vec();
    names.push(0);
    names.sort_unstable();
    names.dedup();
    for class in class {
        *class = names.partition_point(|name| name < class) as u32;
    }
}

struct Search<'a> {
    pool: &'a Pool,
    root: Id,
    reading: Reading,
    /// Words, and whether the formula allows them.
    words: Vec<(Word, bool)>,
    decided: usize,
    states: u64,
}

impl Search<'_> {
    fn look_at(&mut self, rival: Id) -> Known {
        let mut told = false;
        for (word, allowed) in &self.words {
            match holds(self.pool, rival, word, self.reading) {
                Err(_) => return Known::Open,
                Ok(value) => told |= value != *allowed,
            }
        }
        if self.decided >= DECIDED {
            return if told { Known::Different } else { Known::Open };
        }
        self.decided += 1;
        let budget = Budget::states(self.states);
        let Ok(found) = compare(self.pool, self.root, rival, self.reading, &budget) else {
            return Known::Open;
        };
        for (word, allowed) in found
            .candidate_only
            .map(|w| (w, true))
            .into_iter()
            .chain(found.truth_only.map(|w| (w, false)))
        {
            told = true;
            if !self.words.iter().any(|(known, _)| *known == word) {
                self.words.push((word, allowed));
            }
        }
        match found.verdict {
            Verdict::Equivalent => Known::Equivalent,
            _ if told => Known::Different,
            _ => Known::Open,
        }
    }
}
