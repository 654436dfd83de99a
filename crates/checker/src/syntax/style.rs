//! Styles: how each tool and paper writes the operators.

use super::dialect::Dialect;
use crate::formula::{Binary, Quantifier, Relation, Unary};
use std::fmt;

/// How a formula is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Ours: the canonical text.
    Vedette,
    /// Spot's, for infinite words. An atom with arguments becomes a quoted name.
    Spot,
    /// Spot's, for finite words, where that tool's plain `X` is weak: `X[!]` and `X`.
    SpotFinite,
    /// `NuSMV`'s and `nuXmv`'s.
    NuSmv,
    /// The papers': `G(ON(<stove>) -> X(p))`.
    Paper,
    /// As the rules of the SENTINEL code base: `G(ON(x) -> NOT(OPEN(x)))`.
    Sentinel,
    /// Mathematical signs; our dialect reads them.
    Unicode,
    /// For math mode in LaTeX; not read back.
    Latex,
}

impl Style {
    /// Every style.
    pub const ALL: [Self; 8] = [
        Self::Vedette,
        Self::Spot,
        Self::SpotFinite,
        Self::NuSmv,
        Self::Paper,
        Self::Sentinel,
        Self::Unicode,
        Self::Latex,
    ];

    /// A stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vedette => "vedette",
            Self::Spot => "spot",
            Self::SpotFinite => "spot_finite",
            Self::NuSmv => "nusmv",
            Self::Paper => "paper",
            Self::Sentinel => "sentinel",
            Self::Unicode => "unicode",
            Self::Latex => "latex",
        }
    }

    /// The dialect that reads it, or would if it could be read.
    pub fn dialect(self) -> Dialect {
        match self {
            Self::Spot | Self::SpotFinite => Dialect::Spot,
            Self::NuSmv => Dialect::NuSmv,
            Self::Paper => Dialect::Paper,
            Self::Sentinel => Dialect::Sentinel,
            Self::Vedette | Self::Unicode | Self::Latex => Dialect::Vedette,
        }
    }

    pub(super) fn is_spot(self) -> bool {
        matches!(self, Self::Spot | Self::SpotFinite)
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The words of a style.
pub(super) struct Words {
    /// `false`, `true`.
    pub(super) constants: [&'static str; 2],
    /// `! X X[w] F G A E`
    unary: [&'static str; 7],
    /// `& | xor -> <-> U R W M`
    binary: [&'static str; 9],
    quantifiers: [&'static str; 2],
    /// `< <= = != >= >`
    relations: [&'static str; 6],
    /// Between a prefix operator and an operand without brackets.
    pub(super) blank: &'static str,
    pub(super) after_not: &'static str,
    pub(super) after_head: &'static str,
}

impl Words {
    pub(super) fn unary(&self, op: Unary) -> &'static str {
        self.unary[op as usize]
    }

    pub(super) fn binary(&self, op: Binary) -> &'static str {
        self.binary[op as usize]
    }

    pub(super) fn quantifier(&self, quantifier: Quantifier) -> &'static str {
        self.quantifiers[quantifier as usize]
    }

    pub(super) fn relation(&self, relation: Relation) -> &'static str {
        self.relations[relation as usize]
    }
}

const OURS: Words = Words {
    constants: ["false", "true"],
    unary: ["!", "X", "X[w]", "F", "G", "A", "E"],
    binary: ["&", "|", "xor", "->", "<->", "U", "R", "W", "M"],
    quantifiers: ["forall ", "exists "],
    relations: ["<", "<=", "=", "!=", ">=", ">"],
    blank: " ",
    after_not: "",
    after_head: ". ",
};

const SPOT: Words = Words { constants: ["0", "1"], ..OURS };

const SPOT_FINITE: Words = Words { unary: ["!", "X[!]", "X", "F", "G", "A", "E"], ..SPOT };

const NUSMV: Words = Words {
    constants: ["FALSE", "TRUE"],
    binary: ["&", "|", "xor", "->", "<->", "U", "V", "W", "M"],
    ..OURS
};

const SENTINEL: Words = Words {
    constants: ["FALSE", "TRUE"],
    unary: ["NOT", "X", "X[w]", "F", "G", "A", "E"],
    binary: ["AND", "OR", "XOR", "->", "<->", "U", "R", "W", "M"],
    ..OURS
};

const UNICODE: Words = Words {
    constants: ["⊥", "⊤"],
    unary: ["¬", "○", "○[w]", "◇", "□", "A", "E"],
    binary: ["∧", "∨", "⊕", "→", "↔", "U", "R", "W", "M"],
    quantifiers: ["∀", "∃"],
    relations: ["<", "≤", "=", "≠", "≥", ">"],
    ..OURS
};

const LATEX: Words = Words {
    constants: ["\\bot", "\\top"],
    unary: [
        "\\neg",
        "\\mathsf{X}",
        "\\mathsf{X}_{w}",
        "\\mathsf{F}",
        "\\mathsf{G}",
        "\\mathsf{A}",
        "\\mathsf{E}",
    ],
    binary: [
        "\\land",
        "\\lor",
        "\\oplus",
        "\\rightarrow",
        "\\leftrightarrow",
        "\\mathbin{\\mathsf{U}}",
        "\\mathbin{\\mathsf{R}}",
        "\\mathbin{\\mathsf{W}}",
        "\\mathbin{\\mathsf{M}}",
    ],
    quantifiers: ["\\forall ", "\\exists "],
    relations: ["<", "\\leq", "=", "\\neq", "\\geq", ">"],
    blank: "\\,",
    after_not: " ",
    after_head: ".\\ ",
};

pub(super) fn words(style: Style) -> &'static Words {
    match style {
        Style::Vedette | Style::Paper => &OURS,
        Style::Spot => &SPOT,
        Style::SpotFinite => &SPOT_FINITE,
        Style::NuSmv => &NUSMV,
        Style::Sentinel => &SENTINEL,
        Style::Unicode => &UNICODE,
        Style::Latex => &LATEX,
    }
}
