//! Words: what a linear-time formula is true or false of (`docs/semantics.md`, section 2).
//!
//! ```
//! use vedette_checker::formula::{Pool, Unary};
//! use vedette_checker::words::{Lasso, Letter, Reading, Word, holds};
//!
//! let mut pool = Pool::default();
//! let on = pool.proposition("on");
//! let eventually = pool.unary(Unary::Finally, on);
//! let word = Word::parse("!on; cycle{on; !on}", &mut pool).unwrap();
//! assert!(holds(&pool, eventually, &word, Reading::Infinite).unwrap());
//! assert_eq!(word.render(&pool), "!on; cycle{on; !on}");
//! ```
//!
//! # Why lassos
//!
//! An ω-regular language is not empty exactly if it has a word `u (v)^ω` (Büchi 1962), so every
//! question this crate answers with "no" has a lasso as its reason, and a lasso can be judged by
//! [`holds`], which is the definition of the logic and nothing else.

mod evaluate;
mod letter;
mod text;

pub use evaluate::{Undefined, holds, values};
pub use letter::Letter;
pub use text::WordError;

/// Which words a formula is read over. Always an argument, never a hidden default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Infinite words.
    Infinite,
    /// Non-empty finite words; `X` is strong.
    Finite,
    /// Non-empty finite words whose last letter repeats for ever.
    Stuttering,
}

/// The infinite word `prefix (cycle)^ω`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lasso {
    /// What comes first; may be empty.
    pub prefix: Vec<Letter>,
    /// What repeats for ever; never empty.
    pub cycle: Vec<Letter>,
}

impl Lasso {
    /// How many letters are written down: the length of the prefix plus that of the cycle.
    pub fn len(&self) -> usize {
        self.prefix.len() + self.cycle.len()
    }

    /// Never: a lasso has a cycle. (Here because there is a [`Self::len`].)
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The letter at `position` of the infinite word.
    pub fn letter(&self, position: usize) -> &Letter {
        match position.checked_sub(self.prefix.len()) {
            None => &self.prefix[position],
            Some(beyond) => &self.cycle[beyond % self.cycle.len()],
        }
    }
}

/// A word.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    /// An infinite word.
    Lasso(Lasso),
    /// A finite word; in the stuttering reading its last letter repeats for ever.
    Finite(Vec<Letter>),
}

impl Word {
    /// How many letters are written down.
    pub fn len(&self) -> usize {
        match self {
            Self::Lasso(lasso) => lasso.len(),
            Self::Finite(letters) => letters.len(),
        }
    }

    /// Whether there is no letter; such a word is outside every reading.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The letters that are written down, in order.
    pub fn letters(&self) -> impl Iterator<Item = &Letter> {
        let (first, second): (&[Letter], &[Letter]) = match self {
            Self::Lasso(lasso) => (&lasso.prefix, &lasso.cycle),
            Self::Finite(letters) => (letters, &[]),
        };
        first.iter().chain(second)
    }
}
