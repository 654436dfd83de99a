//! Words and signs: which spelling means which operator, in which dialect.
//!
//! ```
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! // In our dialect a name is a name; Spot reads a leading F, G or X as an operator.
//! let ours = parse("Fp2", Dialect::Vedette, Reading::Infinite);
//! let spot = parse("Fp2", Dialect::Spot, Reading::Infinite);
//! assert!(!ours.formula.same_as(&spot.formula));
//! let spelled = parse("F p2", Dialect::Vedette, Reading::Infinite);
//! assert!(spot.formula.same_as(&spelled.formula));
//! ```
//!
//! Spot's rule is that of its lexer: a name begins with any letter but `F`, `G`, `X`, unless a digit
//! follows; after an operand, a leading `U`, `R`, `V`, `W`, `M` is an operator.

use super::Dialect;
use super::token::Kind;
use crate::formula::{Binary, Quantifier, Relation, Unary};

/// Signs, longest first where one begins another. Those that need context (`<`, `[`, `!=`) are
/// handled by the lexer.
const SIGNS: &[(&str, Kind)] = &[
    ("<-->", Kind::Binary(Binary::Iff)),
    ("<->", Kind::Binary(Binary::Iff)),
    ("<=>", Kind::Binary(Binary::Iff)),
    ("-->", Kind::Binary(Binary::Implies)),
    ("->", Kind::Binary(Binary::Implies)),
    ("=>", Kind::Binary(Binary::Implies)),
    ("==", Kind::Relation(Relation::Equal)),
    ("=", Kind::Relation(Relation::Equal)),
    ("<=", Kind::Relation(Relation::LessEqual)),
    (">=", Kind::Relation(Relation::GreaterEqual)),
    ("<>", Kind::Unary(Unary::Finally)),
    ("<", Kind::Relation(Relation::Less)),
    (">", Kind::Relation(Relation::Greater)),
    ("&&", Kind::Binary(Binary::And)),
    ("&", Kind::Binary(Binary::And)),
    ("||", Kind::Binary(Binary::Or)),
    ("|", Kind::Binary(Binary::Or)),
    ("/\\", Kind::Binary(Binary::And)),
    ("\\/", Kind::Binary(Binary::Or)),
    ("^", Kind::Binary(Binary::Xor)),
    ("!", Kind::Unary(Unary::Not)),
    ("~", Kind::Unary(Unary::Not)),
    ("[]", Kind::Unary(Unary::Globally)),
    ("()", Kind::Unary(Unary::Next)),
    ("(", Kind::Open),
    (")", Kind::Close),
    ("[", Kind::SquareOpen),
    ("]", Kind::SquareClose),
    (",", Kind::Comma),
    (":", Kind::Colon),
    ("..", Kind::Dots),
    (".", Kind::Dot),
    ("$", Kind::Unbounded),
    ("¬", Kind::Unary(Unary::Not)),
    ("∧", Kind::Binary(Binary::And)),
    ("⋀", Kind::Binary(Binary::And)),
    ("∨", Kind::Binary(Binary::Or)),
    ("⋁", Kind::Binary(Binary::Or)),
    ("→", Kind::Binary(Binary::Implies)),
    ("⇒", Kind::Binary(Binary::Implies)),
    ("⟶", Kind::Binary(Binary::Implies)),
    ("⟹", Kind::Binary(Binary::Implies)),
    ("↔", Kind::Binary(Binary::Iff)),
    ("⇔", Kind::Binary(Binary::Iff)),
    ("⟷", Kind::Binary(Binary::Iff)),
    ("⟺", Kind::Binary(Binary::Iff)),
    ("⊕", Kind::Binary(Binary::Xor)),
    ("⊻", Kind::Binary(Binary::Xor)),
    ("□", Kind::Unary(Unary::Globally)),
    ("◻", Kind::Unary(Unary::Globally)),
    ("☐", Kind::Unary(Unary::Globally)),
    ("◇", Kind::Unary(Unary::Finally)),
    ("◊", Kind::Unary(Unary::Finally)),
    ("⋄", Kind::Unary(Unary::Finally)),
    ("♢", Kind::Unary(Unary::Finally)),
    ("○", Kind::Unary(Unary::Next)),
    ("◯", Kind::Unary(Unary::Next)),
    ("∀", Kind::Quantifier(Quantifier::Forall)),
    ("∃", Kind::Quantifier(Quantifier::Exists)),
    ("⊤", Kind::Constant(true)),
    ("⊥", Kind::Constant(false)),
    ("≤", Kind::Relation(Relation::LessEqual)),
    ("≥", Kind::Relation(Relation::GreaterEqual)),
    ("≠", Kind::Relation(Relation::NotEqual)),
    ("∞", Kind::Unbounded),
];

/// Signs that only Spot reads.
const SPOT_SIGNS: &[(&str, Kind)] =
    &[("*", Kind::Binary(Binary::And)), ("+", Kind::Binary(Binary::Or))];

/// The longest sign at the start of `rest`.
pub(super) fn sign(rest: &str, dialect: Dialect) -> Option<(&'static str, Kind)> {
    let spot = if dialect == Dialect::Spot { SPOT_SIGNS } else { &[] };
    SIGNS.iter().chain(spot).find(|(text, _)| rest.starts_with(text)).copied()
}

/// Operators of one upper-case letter, the same in every dialect that has them.
pub(super) fn letter(letter: u8) -> Option<Kind> {
    Some(match letter {
        b'X' => Kind::Unary(Unary::Next),
        b'F' => Kind::Unary(Unary::Finally),
        b'G' => Kind::Unary(Unary::Globally),
        b'U' => Kind::Binary(Binary::Until),
        b'R' | b'V' => Kind::Binary(Binary::Release),
        b'W' => Kind::Binary(Binary::WeakUntil),
        b'M' => Kind::Binary(Binary::StrongRelease),
        _ => return None,
    })
}

/// Words that are operators or constants in any case.
fn anycase(word: &str) -> Option<Kind> {
    const WORDS: &[(&str, Kind)] = &[
        ("true", Kind::Constant(true)),
        ("false", Kind::Constant(false)),
        ("not", Kind::Unary(Unary::Not)),
        ("and", Kind::Binary(Binary::And)),
        ("or", Kind::Binary(Binary::Or)),
        ("xor", Kind::Binary(Binary::Xor)),
        ("implies", Kind::Binary(Binary::Implies)),
        ("iff", Kind::Binary(Binary::Iff)),
        ("forall", Kind::Quantifier(Quantifier::Forall)),
        ("exists", Kind::Quantifier(Quantifier::Exists)),
    ];
    WORDS.iter().find(|(text, _)| text.eq_ignore_ascii_case(word)).map(|&(_, kind)| kind)
}

/// What the whole word `word` means in `dialect`, unless it is a name.
pub(super) fn keyword(word: &str, dialect: Dialect) -> Option<Kind> {
    let path = |letter: u8| match letter {
        b'A' => Some(Unary::AllPaths),
        b'E' => Some(Unary::SomePath),
        _ => None,
    };
    if dialect == Dialect::Spot {
        // That tool knows no word for `!`, `&`, `|`, and no path quantifier.
        return match word.as_bytes() {
            [one] => letter(*one),
            b"xor" => Some(Kind::Binary(Binary::Xor)),
            _ if word.eq_ignore_ascii_case("true") => Some(Kind::Constant(true)),
            _ if word.eq_ignore_ascii_case("false") => Some(Kind::Constant(false)),
            _ => None,
        };
    }
    match word.as_bytes() {
        [one] => return letter(*one).or_else(|| path(*one).map(Kind::Unary)),
        [first, second] => {
            if let (Some(path), Some(Kind::Unary(temporal))) = (path(*first), letter(*second)) {
                return Some(Kind::Fused(path, temporal));
            }
        }
        b"xnor" if dialect == Dialect::NuSmv => return Some(Kind::Xnor),
        _ => {}
    }
    if dialect == Dialect::NuSmv {
        match word {
            "Globally" => return Some(Kind::Unary(Unary::Globally)),
            "Finally" | "Eventually" => return Some(Kind::Unary(Unary::Finally)),
            _ => {}
        }
    }
    anycase(word)
}

/// What someone who wrote `word` as an operator probably meant.
pub(super) fn meant(word: &str) -> Option<&'static str> {
    const MEANT: &[(&str, &str)] = &[
        ("until", "U"),
        ("weak_until", "W"),
        ("weakuntil", "W"),
        ("unless", "W"),
        ("release", "R"),
        ("releases", "R"),
        ("always", "G"),
        ("globally", "G"),
        ("eventually", "F"),
        ("finally", "F"),
        ("next", "X"),
        ("equivalent", "<->"),
        ("then", "->"),
        ("xnor", "<->"),
    ];
    MEANT.iter().find(|(text, _)| text.eq_ignore_ascii_case(word)).map(|&(_, sign)| sign)
}

/// Whether `c` may begin a name.
pub(super) fn starts_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

/// Whether `c` may stand inside a name (a dot needs more context).
pub(super) fn inside_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
