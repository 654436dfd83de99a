//! Cutting a lasso down: drop letters as long as it remains a witness (`a; a; cycle{b; b}` for
//! `F b` becomes `cycle{b}`).
//!
//!
//! The result is locally minimal, not yet shortest: no single letter can be left out, and the prefix
//! cannot be rolled into the cycle.

use crate::words::{Lasso, Word};

/// Above this many letters only the cheap cuts are tried.
const THOROUGH: usize = 64;

/// `lasso`, cut down while `is_witness` accepts it.
pub(super) fn shorten(mut lasso: Lasso, mut is_witness: impl FnMut(&Word) -> bool) -> Lasso {
    // Roll the end of the prefix into the cycle: the same infinite word, written shorter.
    while lasso.prefix.last().is_some_and(|last| Some(last) == lasso.cycle.last()) {
        lasso.prefix.pop();
        lasso.cycle.rotate_right(1);
    }
    if lasso.len() > THOROUGH {
        return lasso;
    }
    let mut accept = |candidate: Lasso| {
        let word = Word::Lasso(candidate);
        let holds = is_witness(&word);
        let Word::Lasso(candidate) = word else { return None };
        holds.then_some(candidate)
    };
    'again: loop {
        for position in 0..lasso.len() {
            let mut candidate = lasso.clone();
            match position.checked_sub(lasso.prefix.len()) {
                None => {
                    candidate.prefix.remove(position);
                }
                Some(_) if lasso.cycle.len() == 1 => continue,
                Some(position) => {
                    candidate.cycle.remove(position);
                }
            }
            if let Some(shorter) = accept(candidate) {
                lasso = shorter;
                continue 'again;
            }
        }
        // Perhaps the cycle alone will do, entered anywhere; or the prefix may close on itself.
        for start in 0..lasso.prefix.len() {
            let cycle = lasso.prefix[start..].to_vec();
            let candidate = Lasso { prefix: lasso.prefix[..start].to_vec(), cycle };
            if let Some(shorter) = accept(candidate) {
                lasso = shorter;
                continue 'again;
            }
        }
        return lasso;
    }
}
