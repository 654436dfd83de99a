//! A letter: the atoms that are true in one state; all others are false.
//!
//! ```
//! use vedette_checker::formula::AtomId;
//! use vedette_checker::words::Letter;
//!
//! let letter: Letter = [0, 70].into_iter().map(AtomId::from_index).collect();
//! assert!(letter.contains(AtomId::from_index(70)));
//! assert!(!letter.contains(AtomId::from_index(1)));
//! assert_eq!(letter.atoms().count(), 2);
//! ```
//!
//! The first 64 atoms live in the letter itself: a trace of a million states over a usual set of
//! rules is one flat vector without allocations per state.

use crate::formula::AtomId;

/// A set of true atoms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Letter {
    first: u64,
    /// Atoms from 64 on; never ends with a zero, so that equal sets are equal values.
    rest: Box<[u64]>,
}

impl Letter {
    /// Whether `atom` is true.
    pub fn contains(&self, atom: AtomId) -> bool {
        let (block, bit) = (atom.index() / 64, atom.index() % 64);
        let word = if block == 0 { Some(&self.first) } else { self.rest.get(block - 1) };
        word.is_some_and(|word| word >> bit & 1 == 1)
    }

    /// Makes `atom` true.
    pub fn insert(&mut self, atom: AtomId) {
        let (block, bit) = (atom.index() / 64, atom.index() % 64);
        if block == 0 {
            self.first |= 1 << bit;
            return;
        }
        if self.rest.len() < block {
            let mut rest = std::mem::take(&mut self.rest).into_vec();
            rest.resize(block, 0);
            self.rest = rest.into();
        }
        self.rest[block - 1] |= 1 << bit;
    }

    /// The true atoms, ascending.
    pub fn atoms(&self) -> impl Iterator<Item = AtomId> {
        std::iter::once(&self.first).chain(&self.rest).enumerate().flat_map(|(block, &word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| AtomId::from_index(block * 64 + bit))
        })
    }
}

impl FromIterator<AtomId> for Letter {
    fn from_iter<I: IntoIterator<Item = AtomId>>(atoms: I) -> Self {
        let mut letter = Self::default();
        for atom in atoms {
            letter.insert(atom);
        }
        letter
    }
}

impl Extend<AtomId> for Letter {
    fn extend<I: IntoIterator<Item = AtomId>>(&mut self, atoms: I) {
        for atom in atoms {
            self.insert(atom);
        }
    }
}
