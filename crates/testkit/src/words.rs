//! All words of a few letters: the brute-force side of a comparison.
//!
//! ```
//! use vedette_checker::formula::AtomId;
//! use vedette_checker::words::Reading;
//! use vedette_testkit::words::words;
//!
//! let atoms = [AtomId::from_index(0)];
//! // One letter: 2 lassos. Two: 4 letters' worth in each of 2 shapes.
//! assert_eq!(words(&atoms, Reading::Infinite, 2).count(), 2 + 2 * 4);
//! assert_eq!(words(&atoms, Reading::Finite, 2).count(), 2 + 4);
//! ```

use vedette_checker::formula::AtomId;
use vedette_checker::words::{Lasso, Letter, Reading, Word};

/// Every word over `atoms` with at most `longest` letters, shortest first.
pub fn words(
    atoms: &[AtomId],
    reading: Reading,
    longest: usize,
) -> impl Iterator<Item = Word> + use<'_> {
    (1..=longest).flat_map(move |length| {
        let shapes = if reading == Reading::Infinite { length } else { 1 };
        (0..shapes).flat_map(move |back| {
            (0..1_u64 << (atoms.len() * length)).map(move |code| {
                let letter = |position: usize| -> Letter {
                    let bit = |slot: usize| code >> (position * atoms.len() + slot) & 1 == 1;
                    (0..atoms.len()).filter(|&slot| bit(slot)).map(|slot| atoms[slot]).collect()
                };
                let mut letters: Vec<Letter> = (0..length).map(letter).collect();
                if reading == Reading::Infinite {
                    let cycle = letters.split_off(back);
                    Word::Lasso(Lasso { prefix: letters, cycle })
                } else {
                    Word::Finite(letters)
                }
            })
        })
    })
}
