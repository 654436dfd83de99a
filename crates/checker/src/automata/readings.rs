//! Whether a formula means something else when words end.
//!
//! A finite word has no one infinite word as its counterpart. The one that plans suggest is the word
//! whose last state stays for ever. So: **the readings differ on a formula if some finite word
//! satisfies it as a finite word (`LTLf`) and not with its last letter repeated for ever, or the other
//! way round.** That is decidable, gives a word to show, and is exactly whether a verdict on a plan or
//! a trace can change with the switch between the finite and the stuttering reading.
//!
//! ```
//! use vedette_checker::automata::readings::differs_on_finite;
//! use vedette_checker::budget::Budget;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let differs = |text| {
//!     let mut f = parse(text, Dialect::Vedette, Reading::Finite).ok().unwrap();
//!     let word = differs_on_finite(&f.pool, f.root, &Budget::default()).unwrap();
//!     word.map(|word| word.render(&f.pool))
//! };
//! assert_eq!(differs("G(a -> F b)"), None, "the end of a trace may as well stay");
//! assert_eq!(differs("G(a -> X b)").as_deref(), Some("a & b"), "nothing comes after the end");
//! assert_eq!(differs("G F a"), None);
//! assert_eq!(differs("F X a").as_deref(), Some("a"));
//! ```
//!
//! # Why not insensitivity to infiniteness
//!
//! De Giacomo, De Masellis & Montali (AAAI 2014) ask whether φ over finite words agrees with φ over
//! words that end in an extra `end` letter in which all else is false. That fits process logs; a state
//! in which everything became false is no state that a robot or a kitchen is ever in.

use super::deterministic::{Machine, dfa};
use super::guard::Guard;
use super::translate::NotBuilt;
use crate::budget::Budget;
use crate::formula::{Id, Pool};
use crate::words::{Letter, Reading, Word};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// A shortest finite word on which the finite and the stuttering reading differ; none if they agree on
/// all.
pub fn differs_on_finite(
    pool: &Pool,
    root: Id,
    budget: &Budget<'_>,
) -> Result<Option<Word>, NotBuilt> {
    let mut finite = dfa(pool, root, Reading::Finite, budget)?;
    let stuttering = dfa(pool, root, Reading::Stuttering, budget)?;
    let own = finite.guards.import(&stuttering.guards);
    let edges =
        stuttering.edges.iter().map(|edges| edges.iter().map(|e| (own(e.0), e.1)).collect());
    let edges: Vec<Vec<(Guard, usize)>> = edges.collect();
    Ok(first_difference(&mut finite, &stuttering, &edges, budget)?)
}

/// Breadth first over pairs of states; `edges` are those of `other` in the table of `one`.
fn first_difference(
    one: &mut Machine<bool>,
    other: &Machine<bool>,
    edges: &[Vec<(Guard, usize)>],
    budget: &Budget<'_>,
) -> Result<Option<Word>, crate::budget::Limit> {
    // By pair of states: the pair before it, and letters between the two.
    let mut met: IndexMap<(usize, usize), (usize, Guard), FxBuildHasher> = IndexMap::default();
    met.insert((one.start, other.start), (0, Guard::TRUE));
    let mut next = 0;
    while let Some((&(left, right), _)) = met.get_index(next) {
        budget.state()?;
        if one.colours[left] != other.colours[right] {
            let mut letters = Vec::new();
            let mut at = next;
            while at != 0 {
                let (_, &(before, guard)) = met.get_index(at).expect("it was met");
                let letter = one.guards.some_letter(guard).expect("a step has a letter");
                letters.push(letter.iter().map(|&v| one.atoms[v as usize]).collect::<Letter>());
                at = before;
            }
            letters.reverse();
            return Ok(Some(Word::Finite(letters)));
        }
        for &(guard, target) in &one.edges[left] {
            for &(other_guard, other_target) in &edges[right] {
                budget.tick()?;
                let both = one.guards.and(guard, other_guard);
                if both != Guard::FALSE {
                    met.entry((target, other_target)).or_insert((next, both));
                }
            }
        }
        next += 1;
    }
    Ok(None)
}
