//! Truth as far as the data decides it: Kleene's three values, with two kinds of "not known".
//!
//! ```
//! use vedette_checker::truth::Truth;
//!
//! assert_eq!(Truth::False & Truth::Unsupported, Truth::False, "what is decided stays decided");
//! assert_eq!(Truth::True & Truth::Inconclusive, Truth::Inconclusive);
//! assert_eq!(Truth::Inconclusive | Truth::Unsupported, Truth::Unsupported);
//! ```

use std::ops::{BitAnd, BitOr, Not};

/// The value of a formula on a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Truth {
    /// Decided: it does not hold.
    False,
    /// Decided: it holds.
    True,
    /// A deadline lies beyond the end of the trace.
    Inconclusive,
    /// The data does not say (a predicate that this source never emits).
    Unsupported,
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

impl Not for Truth {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::False => Self::True,
            Self::True => Self::False,
            unknown => unknown,
        }
    }
}

impl BitAnd for Truth {
    type Output = Self;

    /// `False` decides; of two unknowns, the data's silence is the stronger reason.
    fn bitand(self, other: Self) -> Self {
        if self == Self::False || other == Self::False { Self::False } else { self.max(other) }
    }
}

impl BitOr for Truth {
    type Output = Self;

    /// `True` decides; of two unknowns, the data's silence is the stronger reason.
    fn bitor(self, other: Self) -> Self {
        if self == Self::True || other == Self::True { Self::True } else { self.max(other) }
    }
}
