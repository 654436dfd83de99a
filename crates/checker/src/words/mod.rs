//! Words: what a linear-time formula is true or false of (`docs/semantics.md`, section 2).

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
