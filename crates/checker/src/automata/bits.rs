//! Fixed-width sets of small numbers: the terms and states of a [tableau](super::tableau).
//!
//! ```
//! use vedette_checker::automata::bits::Bits;
//!
//! let mut set = <[u64; 2]>::empty(2);
//! set.insert(70);
//! assert!(set.contains(70) && !set.contains(6));
//! assert_eq!(set.ones().collect::<Vec<_>>(), [70]);
//! ```
//!
//! Most formulas need one to four machine words, known when the automaton is started; arrays then
//! live in registers and need no allocation. Larger ones fall back to boxed slices.

use std::fmt::Debug;
use std::hash::Hash;

/// A set of numbers below 64 times its width.
pub trait Bits: Clone + Eq + Hash + Debug + AsRef<[u64]> + AsMut<[u64]> {
    /// The empty set, `width` machine words wide.
    fn empty(width: usize) -> Self;

    /// Adds `bit`.
    fn insert(&mut self, bit: usize) {
        self.as_mut()[bit / 64] |= 1 << (bit % 64);
    }

    /// Whether `bit` is in.
    fn contains(&self, bit: usize) -> bool {
        self.as_ref()[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Adds all of `other`.
    fn union(&mut self, other: &Self) {
        for (mine, theirs) in self.as_mut().iter_mut().zip(other.as_ref()) {
            *mine |= theirs;
        }
    }

    /// Keeps only what `other` has.
    fn intersect(&mut self, other: &Self) {
        for (mine, theirs) in self.as_mut().iter_mut().zip(other.as_ref()) {
            *mine &= theirs;
        }
    }

    /// Removes all of `other`.
    fn remove(&mut self, other: &Self) {
        for (mine, theirs) in self.as_mut().iter_mut().zip(other.as_ref()) {
            *mine &= !theirs;
        }
    }

    /// Whether all of this is in `other`.
    fn is_subset(&self, other: &Self) -> bool {
        self.as_ref().iter().zip(other.as_ref()).all(|(mine, theirs)| mine & !theirs == 0)
    }

    /// Whether the two have nothing in common.
    fn is_disjoint(&self, other: &Self) -> bool {
        self.as_ref().iter().zip(other.as_ref()).all(|(mine, theirs)| mine & theirs == 0)
    }

    /// How many numbers are in.
    fn count(&self) -> u32 {
        self.as_ref().iter().map(|word| word.count_ones()).sum()
    }

    /// The numbers, ascending.
    fn ones(&self) -> impl Iterator<Item = usize> {
        self.as_ref().iter().enumerate().flat_map(|(block, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let bit = left.trailing_zeros() as usize;
                    left &= left - 1;
                    block * 64 + bit
                })
            })
        })
    }
}

impl<const N: usize> Bits for [u64; N] {
    fn empty(width: usize) -> Self {
        debug_assert!(width <= N);
        [0; N]
    }
}

impl Bits for Box<[u64]> {
    fn empty(width: usize) -> Self {
        vec![0; width].into()
    }
}
