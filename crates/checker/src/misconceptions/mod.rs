//! Why a candidate differs from the truth: known misconceptions, tried on the truth.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_checker::misconceptions::{Misconception, diagnose};
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let candidate = parse("G(p & F q)", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let truth = parse("G(p -> F q)", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let mut pool = candidate.pool;
//! let truth = pool.import(&truth.pool, truth.root);
//!
//! let budget = Budget::default();
//! let found = diagnose(&pool, candidate.root, truth, Reading::Infinite, &budget);
//! assert_eq!(found[0].misconceptions, [Misconception::ImplicationAsConjunction]);
//! ```
//!
//! # How
//!
//! Every misconception is a rewriting of one operator. It is applied to each place of the truth in
//! turn, and to all places at once. A rewriting is a diagnosis if the rewritten truth is
//! *equivalent* to the candidate, not if it looks like it. If no single one is, pairs are tried.
//! Whatever the search refutes leaves words behind that tell a rewriting from the candidate; later
//! rewritings are run on these words first, so that few are decided. The number of rewritings, the
//! size of the truth and the states are bounded; a search that is cut short finds less, never
//! something false.
//!
//! # Why this way
//!
//! Comparing the shapes of the two formulas would call `G(!p | F q)` different from `G(p -> F q)`,
//! and would see a misconception where two errors cancel. Source of the idea and of several of the
//! kinds: Greenman, Saarinen, Nelson, Krishnamurthi, *Little Tricky Logic: Misconceptions in the
//! Understanding of LTL*, Programming 7(2), 2022; Greenman et al., *Misconceptions in Finite-Trace
//! and Infinite-Trace Linear Temporal Logic*, FM 2024.

mod catalogue;
mod places;
mod rewrite;

pub use catalogue::Misconception;

use places::rewritten;

use crate::budget::Budget;
use crate::equivalence::{Scene, Verdict, compare, expand_over};
use crate::formula::{Id, Pool};
use crate::words::{Reading, Word, holds};
use rustc_hash::FxHashSet;

/// The largest truth that is rewritten, in different parts.
const PARTS: usize = 120;
/// The most pairs of rewritings.
const PAIRS: usize = 10_000;
/// The most rewritings that are decided, after the words at hand did not refute them.
const DECIDED: usize = 300;
/// The most diagnoses.
const ENOUGH: usize = 3;

/// One way to get from the truth to the candidate.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// One misconception, or two together.
    pub misconceptions: Vec<Misconception>,
    /// The rewritten truth, equivalent to the candidate.
    pub rewritten: Id,
    /// What `rewritten` belongs to.
    pub pool: Pool,
}

/// What a rule turns into under each misconception at each of its places, the outermost place first.
/// Some are equivalent to the rule or to one another. None if the rule is too large.
pub fn misreadings(pool: &mut Pool, rule: Id) -> Vec<(Misconception, Id)> {
    if pool.reachable(&[rule]).len() > PARTS {
        return Vec::new();
    }
    rewritten(pool, rule)
}

/// Which misconceptions turn the truth into something equivalent to the candidate. Nothing if the
/// two are equivalent, if none does, or if the search is cut short by `budget`.
pub fn diagnose(
    pool: &Pool,
    candidate: Id,
    truth: Id,
    reading: Reading,
    budget: &Budget<'_>,
) -> Vec<Diagnosis> {
    diagnose_over(pool, candidate, truth, None, reading, budget)
}

/// The same for rules over objects: every rewritten truth is expanded over `scene` before it is
/// compared, and the diagnoses are rules over objects again.
pub fn diagnose_over(
    pool: &Pool,
    candidate: Id,
    truth: Id,
    scene: Option<&Scene>,
    reading: Reading,
    budget: &Budget<'_>,
) -> Vec<Diagnosis> {
    if pool.reachable(&[truth]).len() > PARTS {
        return Vec::new();
    }
    // Only what is needed, so that passes over the pool are short; one atom keeps one id throughout.
    let mut small = Pool::default();
    let candidate = small.import(pool, candidate);
    let truth = small.import(pool, truth);
    let candidate =
        scene.map_or(Some(candidate), |scene| expand_over(&mut small, candidate, scene).ok());
    let Some(candidate) = candidate else { return Vec::new() };
    let (words, decided) = (Vec::new(), 0);
    let mut search =
        Search { pool: small.clone(), candidate, scene, reading, budget, words, decided };
    // Equivalent formulas have nothing to explain, and an unknown verdict is not a difference.
    if search.tells_apart(truth) != Some(true) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut refuted = Vec::new();
    let mut seen = FxHashSet::default();
    seen.insert(truth);
    for (misconception, id) in rewritten(&mut search.pool, truth) {
        if !seen.insert(id) {
            continue;
        }
        match search.tells_apart(id) {
            Some(false) => found.push(search.diagnosis(vec![misconception], id)),
            Some(true) => refuted.push((misconception, id)),
            None => {}
        }
        if search.exhausted() {
            break;
        }
    }
    if found.is_empty() {
        search.pairs(&small, &refuted, &mut found);
    }
    found.sort_by(|a, b| a.misconceptions.cmp(&b.misconceptions));
    // One place suffices for each misconception.
    found.dedup_by(|a, b| a.misconceptions == b.misconceptions);
    found.truncate(ENOUGH);
    found
}

struct Search<'a, 'b> {
    pool: Pool,
    candidate: Id,
    scene: Option<&'a Scene>,
    reading: Reading,
    budget: &'a Budget<'b>,
    /// Words, and whether the candidate allows them.
    words: Vec<(Word, bool)>,
    decided: usize,
}

impl Search<'_, '_> {
    fn exhausted(&self) -> bool {
        self.decided >= DECIDED || self.budget.tick().is_err()
    }

    fn diagnosis(&self, misconceptions: Vec<Misconception>, rewritten: Id) -> Diagnosis {
        let mut pool = Pool::default();
        let rewritten = pool.import(&self.pool, rewritten);
        Diagnosis { misconceptions, rewritten, pool }
    }

    /// Whether a word tells `id` from the candidate; nothing if that is not known.
    fn tells_apart(&mut self, id: Id) -> Option<bool> {
        let id = match self.scene {
            Some(scene) => expand_over(&mut self.pool, id, scene).ok()?,
            None => id,
        };
        for (word, allowed) in &self.words {
            if holds(&self.pool, id, word, self.reading).ok()? != *allowed {
                return Some(true);
            }
        }
        self.decided += 1;
        let found = compare(&self.pool, self.candidate, id, self.reading, self.budget).ok()?;
        let before = self.words.len();
        self.words.extend(found.candidate_only.map(|word| (word, true)));
        self.words.extend(found.truth_only.map(|word| (word, false)));
        match found.verdict {
            Verdict::Equivalent => Some(false),
            _ if self.words.len() > before => Some(true),
            _ => None,
        }
    }

    fn pairs(&mut self, small: &Pool, refuted: &[(Misconception, Id)], found: &mut Vec<Diagnosis>) {
        let all = std::mem::take(&mut self.pool);
        let mut tried = 0;
        for &(first, once) in refuted {
            self.pool = small.clone();
            let once = self.pool.import(&all, once);
            let mut seen = FxHashSet::default();
            for (second, twice) in rewritten(&mut self.pool, once) {
                tried += 1;
                if tried > PAIRS || self.exhausted() {
                    return;
                }
                let known = second == first || !seen.insert(twice);
                if !known && self.tells_apart(twice) == Some(false) {
                    let mut both = vec![first, second];
                    both.sort();
                    found.push(self.diagnosis(both, twice));
                    if found.len() >= ENOUGH {
                        return;
                    }
                }
            }
        }
    }
}
