//! Tokens: what the lexer hands to the parser.

use crate::formula::{Binary, Quantifier, Relation, Unary};

/// A token and where it stands, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    /// `"…"`; the span includes the quotes.
    Quoted,
    /// A quote that never ends.
    OpenQuote,
    /// `<…>`
    Placeholder,
    Number,
    /// A number with the suffix `s`.
    Seconds,
    Open,
    Close,
    SquareOpen,
    SquareClose,
    Comma,
    Colon,
    Dot,
    /// `..`
    Dots,
    /// `$`, `∞`: no upper bound.
    Unbounded,
    Constant(bool),
    Unary(Unary),
    /// `AG`, `EX`, …
    Fused(Unary, Unary),
    Binary(Binary),
    /// `xnor`, which `NuSMV` groups like `xor`.
    Xnor,
    Quantifier(Quantifier),
    Relation(Relation),
    /// Characters that no formula contains.
    Junk,
    End,
}

impl Kind {
    /// Whether a complete operand may end with this token.
    pub(super) fn ends_operand(self) -> bool {
        matches!(
            self,
            Self::Name
                | Self::Quoted
                | Self::Placeholder
                | Self::Number
                | Self::Seconds
                | Self::Close
                | Self::SquareClose
                | Self::Constant(_)
        )
    }

    /// Whether it is the right token inside brackets of a predicate where a name is meant, although
    /// it is an operator or a keyword elsewhere (`at(A)`, `state(on, true)`).
    pub(super) fn can_be_argument(self) -> bool {
        matches!(
            self,
            Self::Name
                | Self::Number
                | Self::Constant(_)
                | Self::Unary(_)
                | Self::Fused(..)
                | Self::Binary(_)
                | Self::Xnor
                | Self::Quantifier(_)
        )
    }

    /// Whether an operand may begin with it.
    pub(super) fn starts_operand(self) -> bool {
        matches!(
            self,
            Self::Name
                | Self::Quoted
                | Self::OpenQuote
                | Self::Placeholder
                | Self::Number
                | Self::Seconds
                | Self::Open
                | Self::Constant(_)
                | Self::Unary(_)
                | Self::Fused(..)
                | Self::Quantifier(_)
        )
    }
}
