//! Do two formulas mean the same, and if not, on which word do they differ
//! (`docs/semantics.md`, section 3)?
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_checker::equivalence::{Verdict, compare};
//! use vedette_checker::formula::Pool;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let read = |text| parse(text, Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let (soon, late) = (read("G(on -> X off)"), read("G(on -> F off)"));
//! let mut pool = Pool::default();
//! let soon = pool.import(&soon.pool, soon.root);
//! let late = pool.import(&late.pool, late.root);
//! let found = compare(&pool, soon, late, Reading::Infinite, &Budget::default()).unwrap();
//! assert_eq!(found.verdict, Verdict::Stronger);
//! let word = found.truth_only.unwrap();
//! assert_eq!(word.render(&pool), "on & off; cycle{!on & !off}");
//! ```
//!
//! # How it decides
//!
//! 1. Both formulas go into one [`kernel`](crate::automata::kernel), where equal formulas, and many
//!    equivalent ones, are one node: then the answer is there.
//! 2. All short words are tried, shortest first, 64 at a time ([`sample`]). A word found here is a
//!    shortest one, and most different formulas differ on such a word.
//! 3. What is left is decided by emptiness of `φ & !ψ` over automata
//!    ([`omega`](crate::automata::omega), [`finite`](crate::automata::finite)).
//! 4. Every word is checked by the plain evaluator of [`words`](crate::words) before it is returned.
//!
//! A finite witness is always a shortest one. An infinite one is shortest among those with up to
//! [`shapes`] letters written down; a longer one comes from the automaton and is short, not always
//! shortest.
//!
//! # Why both containments
//!
//! One automaton for `φ xor ψ` would decide equivalence, but not tell stronger from weaker, which is
//! what an annotator needs to know; and the two halves are smaller than the whole.

mod quantified;
pub mod sample;

pub use quantified::{Expansion, Method, Scene, TooLarge, compare_quantified, expand_over};

use crate::automata::build::build;
use crate::automata::kernel::{Kernel, Ref};
use crate::automata::{finite, omega};
use crate::budget::{Budget, Limit};
use crate::formula::{AtomId, Id, Node, Pool, Unbounded, without_bounds};
use crate::words::{Lasso, Letter, Reading, Undefined, Word, holds};
use sample::{Sample, Shape};
use std::fmt;

/// How a candidate relates to the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The same words satisfy both.
    Equivalent,
    /// The candidate implies the truth.
    Stronger,
    /// The truth implies the candidate.
    Weaker,
    /// Neither implies the other.
    Incomparable,
    /// A limit was hit.
    Unknown(Limit),
}

/// Whether a formula says anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// True of every word.
    Valid,
    /// True of no word.
    Unsatisfiable,
    /// True of some words, false of others.
    Contingent,
}

/// What came out of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// How the candidate relates to the truth.
    pub verdict: Verdict,
    /// A word that satisfies the candidate and not the truth. With an unknown verdict there may be
    /// one too: what was found before the limit was hit.
    pub candidate_only: Option<Word>,
    /// A word that satisfies the truth and not the candidate.
    pub truth_only: Option<Word>,
    /// States built.
    pub states: u64,
}

/// Why two formulas cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotComparable {
    /// A formula has no value on a word.
    Undefined(Undefined),
    /// A bounded operator cannot be expanded.
    Unbounded(Unbounded),
    /// A witness was refused by the plain evaluator: a fault of this program.
    Internal,
}

impl From<Undefined> for NotComparable {
    fn from(why: Undefined) -> Self {
        Self::Undefined(why)
    }
}

impl From<Unbounded> for NotComparable {
    fn from(why: Unbounded) -> Self {
        Self::Unbounded(why)
    }
}

impl fmt::Display for NotComparable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined(why) => why.fmt(f),
            Self::Unbounded(why) => why.fmt(f),
            Self::Internal => f.write_str(
                "internal error: a word that should separate the formulas does not; please report \
                 this input, no verdict is given",
            ),
        }
    }
}

impl std::error::Error for NotComparable {}

/// Compares two formulas without object and path quantifiers over the words of `reading`.
pub fn compare(
    pool: &Pool,
    candidate: Id,
    truth: Id,
    reading: Reading,
    budget: &Budget<'_>,
) -> Result<Comparison, NotComparable> {
    let mut problem = Problem::new(pool, &[candidate, truth], reading)?;
    let (left, right) = (problem.refs[0], problem.refs[1]);
    let before = budget.used();
    let candidate_only = problem.separate(left, right, (candidate, truth), budget)?;
    let truth_only = problem.separate(right, left, (truth, candidate), budget)?;
    let verdict = match (&candidate_only, &truth_only) {
        (Ok(None), Ok(None)) => Verdict::Equivalent,
        (Ok(None), Ok(Some(_))) => Verdict::Stronger,
        (Ok(Some(_)), Ok(None)) => Verdict::Weaker,
        (Ok(Some(_)), Ok(Some(_))) => Verdict::Incomparable,
        (Err(limit), _) | (_, Err(limit)) => Verdict::Unknown(*limit),
    };
    Ok(Comparison {
        verdict,
        candidate_only: candidate_only.ok().flatten(),
        truth_only: truth_only.ok().flatten(),
        states: budget.used() - before,
    })
}

/// Whether a formula says anything over the words of `reading`.
pub fn status(
    pool: &Pool,
    root: Id,
    reading: Reading,
    budget: &Budget<'_>,
) -> Result<Result<Status, Limit>, NotComparable> {
    let mut pool = pool.clone();
    let always = pool.constant(true);
    let found = compare(&pool, root, always, reading, budget)?;
    Ok(match (found.verdict, &found.truth_only) {
        (Verdict::Unknown(limit), None) => Err(limit),
        (Verdict::Equivalent, _) => Ok(Status::Valid),
        _ => satisfiable(&pool, root, reading, budget)?.map(|word| match word {
            Some(_) => Status::Contingent,
            None => Status::Unsatisfiable,
        }),
    })
}

/// A word that satisfies `root`, none if there is none, or the limit that was hit.
pub fn satisfiable(
    pool: &Pool,
    root: Id,
    reading: Reading,
    budget: &Budget<'_>,
) -> Result<Result<Option<Word>, Limit>, NotComparable> {
    let mut pool = pool.clone();
    let never = pool.constant(false);
    let mut problem = Problem::new(&pool, &[root, never], reading)?;
    let wanted = problem.refs[0];
    problem.separate(wanted, Ref::FALSE, (root, never), budget)
}

/// Formulas in a kernel, with their originals for the re-check.
struct Problem<'a> {
    pool: &'a Pool,
    reading: Reading,
    kernel: Kernel,
    refs: Vec<Ref>,
    /// The numbers of the atoms that occur, ascending.
    atoms: Vec<u32>,
}

/// At most so many bits of words are tried: 2^12 words, 64 at a time.
const SAMPLED_BITS: usize = 12;
/// At most so many letters.
const SAMPLED_LETTERS: usize = 5;

/// The shapes of words that are tried, shortest first, over so many atoms.
pub fn shapes(atoms: usize, reading: Reading) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for letters in 1..=SAMPLED_LETTERS {
        if atoms * letters > SAMPLED_BITS {
            break;
        }
        match reading {
            Reading::Infinite => {
                // Longer cycles last: the shortest cycle is the easiest to read.
                shapes.extend((0..letters).rev().map(|back| Shape { letters, back: Some(back) }));
            }
            Reading::Finite => shapes.push(Shape { letters, back: None }),
            Reading::Stuttering => shapes.push(Shape { letters, back: Some(letters - 1) }),
        }
    }
    shapes
}

impl<'a> Problem<'a> {
    fn new(pool: &'a Pool, roots: &[Id], reading: Reading) -> Result<Self, NotComparable> {
        let mut expanded = pool.clone();
        let plain: Vec<Id> =
            roots.iter().map(|&r| without_bounds(&mut expanded, r)).collect::<Result<_, _>>()?;
        let mut kernel = Kernel::new(reading);
        let refs = build(&mut kernel, &expanded, &plain)?;
        let mut atoms: Vec<u32> = pool
            .reachable(roots)
            .into_iter()
            .filter_map(|id| match pool.node(id) {
                Node::Atom(atom) => Some(atom.index() as u32),
                _ => None,
            })
            .collect();
        atoms.sort_unstable();
        atoms.dedup();
        Ok(Self { pool, reading, kernel, refs, atoms })
    }

    /// A word that satisfies the first formula and not the second, re-checked on the originals.
    fn separate(
        &mut self,
        yes: Ref,
        no: Ref,
        originals: (Id, Id),
        budget: &Budget<'_>,
    ) -> Result<Result<Option<Word>, Limit>, NotComparable> {
        if yes == no || yes == Ref::FALSE || no == Ref::TRUE {
            return Ok(Ok(None));
        }
        let word = match self.sampled(yes, no, budget) {
            Ok(Some(word)) => word,
            Ok(None) => match self.searched(yes, no, budget) {
                Ok(Some(word)) => word,
                Ok(None) => return Ok(Ok(None)),
                Err(limit) => return Ok(Err(limit)),
            },
            Err(limit) => return Ok(Err(limit)),
        };
        let accepted = holds(self.pool, originals.0, &word, self.reading)?
            && !holds(self.pool, originals.1, &word, self.reading)?;
        if accepted { Ok(Ok(Some(word))) } else { Err(NotComparable::Internal) }
    }

    fn sampled(&mut self, yes: Ref, no: Ref, budget: &Budget<'_>) -> Result<Option<Word>, Limit> {
        let shapes = shapes(self.atoms.len(), self.reading);
        if shapes.is_empty() || self.kernel.len() > 4096 {
            return Ok(None);
        }
        let mut sample = Sample::new(&self.kernel, &[yes, no], &self.atoms);
        for shape in shapes {
            budget.tick()?;
            if let Some(letters) = sample.find(shape, |values| values[0] & !values[1]) {
                return Ok(Some(self.word(&letters, shape.back)));
            }
        }
        Ok(None)
    }

    fn searched(&mut self, yes: Ref, no: Ref, budget: &Budget<'_>) -> Result<Option<Word>, Limit> {
        let both = self.kernel.and(vec![yes, !no]);
        if self.reading == Reading::Infinite {
            let run = omega::accepted(&self.kernel, both, budget)?;
            return Ok(run.map(|run| {
                let back = run.prefix.len();
                let letters: Vec<Vec<u32>> = run.prefix.into_iter().chain(run.cycle).collect();
                self.word(&letters, Some(back))
            }));
        }
        let word = finite::shortest(&mut self.kernel, both, self.reading, budget)?;
        Ok(word.map(|letters| self.word(&letters, None)))
    }

    fn word(&self, letters: &[Vec<u32>], back: Option<usize>) -> Word {
        let letter = |atoms: &Vec<u32>| -> Letter {
            atoms.iter().map(|&atom| AtomId::from_index(atom as usize)).collect()
        };
        let letters: Vec<Letter> = letters.iter().map(letter).collect();
        match (self.reading, back) {
            (Reading::Infinite, Some(back)) => {
                let (prefix, cycle) = letters.split_at(back);
                Word::Lasso(Lasso { prefix: prefix.to_vec(), cycle: cycle.to_vec() })
            }
            _ => Word::Finite(letters),
        }
    }
}
