//! Precedence traps: texts that tools group differently.
//!
//! ```
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let parsed = parse("a U b R c", Dialect::Vedette, Reading::Infinite);
//! assert_eq!(
//!     parsed.warnings[0].message,
//!     "read as `a U (b R c)` (as Spot does); NuSMV and SPIN read `(a U b) R c`",
//! );
//! ```
//!
//! The table holds what was found to differ: `U R W M` group to the right in Spot and to the left
//! in `NuSMV` and SPIN; `xor` binds tighter than `|` in Spot and as tightly in `NuSMV`; `<->` and `->`
//! are one level in Spot, two in `NuSMV`, and group to the left in SPIN.

use super::dialect::Dialect;
use super::error::excerpt;
use super::parser::Operand;
use crate::formula::Binary;
use std::ops::Range;

/// The operator at the top of an operand that no bracket protects, and where its sides stand.
#[derive(Clone, Copy)]
pub(super) struct Loose {
    op: Binary,
    left: (u32, u32),
    right: (u32, u32),
}

impl Loose {
    pub(super) fn new(op: Binary, left: &Operand, right: &Operand) -> Self {
        Self { op, left: (left.start, left.end), right: (right.start, right.end) }
    }
}

/// The traps in `left op right`.
pub(super) fn find(
    dialect: Dialect,
    text: &str,
    op: Binary,
    left: &Operand,
    right: &Operand,
) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let piece = |(start, end): (u32, u32)| {
        excerpt(text.get(start as usize..end as usize).unwrap_or_default(), 24)
    };
    let span = left.start as usize..right.end as usize;
    let outer = sign(op);
    if let Some(loose) = right.loose
        && let Some(others) = others_on_the_right(dialect, op, loose.op)
    {
        let inner = sign(loose.op);
        let (a, b, c) = (piece((left.start, left.end)), piece(loose.left), piece(loose.right));
        let ours = format!("{a} {outer} ({b} {inner} {c})");
        let theirs = format!("({a} {outer} {b}) {inner} {c}");
        found.push((span.clone(), message(dialect, &ours, &theirs, others)));
    }
    if let Some(loose) = left.loose
        && let Some(others) = others_on_the_left(dialect, op, loose.op)
    {
        let inner = sign(loose.op);
        let (a, b, c) = (piece(loose.left), piece(loose.right), piece((right.start, right.end)));
        let ours = format!("({a} {inner} {b}) {outer} {c}");
        let theirs = format!("{a} {inner} ({b} {outer} {c})");
        found.push((span, message(dialect, &ours, &theirs, others)));
    }
    found
}

fn message(dialect: Dialect, ours: &str, theirs: &str, others: &str) -> String {
    let like = match dialect {
        Dialect::NuSmv => " (as NuSMV does)",
        Dialect::Sentinel => "",
        _ => " (as Spot does)",
    };
    format!("read as `{ours}`{like}; {others} `{theirs}`")
}

/// Who reads `a outer b inner c` as `(a outer b) inner c`, where we read `a outer (b inner c)`.
fn others_on_the_right(dialect: Dialect, outer: Binary, inner: Binary) -> Option<&'static str> {
    if outer.is_temporal() && inner.is_temporal() {
        return Some("NuSMV and SPIN read");
    }
    match (outer, inner) {
        (Binary::Or, Binary::Xor) | (Binary::Iff, Binary::Implies) => Some("NuSMV reads"),
        (Binary::Implies, Binary::Iff) => Some("SPIN reads"),
        (Binary::Or, Binary::And) if dialect == Dialect::Sentinel => Some(CODE_BASE),
        _ => None,
    }
}

/// Who reads `a inner b outer c` as `a inner (b outer c)`, where we read `(a inner b) outer c`.
fn others_on_the_left(dialect: Dialect, outer: Binary, inner: Binary) -> Option<&'static str> {
    let nusmv = dialect == Dialect::NuSmv;
    match (outer, inner) {
        (Binary::Or, Binary::And) if dialect == Dialect::Sentinel => Some(CODE_BASE),
        (Binary::Xor, Binary::Or) | (Binary::Implies, Binary::Iff) if nusmv => Some("Spot reads"),
        _ if nusmv && outer.is_temporal() && inner.is_temporal() => Some("Spot reads"),
        _ => None,
    }
}

const CODE_BASE: &str = "the code base of these rules reads";

/// The operator in ASCII.
pub(super) fn sign(op: Binary) -> &'static str {
    match op {
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "xor",
        Binary::Implies => "->",
        Binary::Iff => "<->",
        Binary::Until => "U",
        Binary::Release => "R",
        Binary::WeakUntil => "W",
        Binary::StrongRelease => "M",
    }
}
