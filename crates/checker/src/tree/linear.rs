//! Temporal operators on one finite trace: a column of values in, a column of values out.
//!
//! Unbounded operators are their expansion laws, from the end backwards
//! (`φ U ψ ≡ ψ | (φ & X(φ U ψ))`). Bounded ones are sliding windows: what stands at a position
//! beyond the end is [`Truth::Inconclusive`]. All are linear in the trace, whatever the bound.

use crate::formula::{Binary, Id, Node, Unary};
use crate::truth::Truth;

/// A temporal operator with its operands, and what it does at the last position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Next,
    WeakNext,
    Finally,
    Globally,
    Until,
    Release,
    WeakUntil,
    StrongRelease,
}

impl Step {
    pub(super) fn unary(op: Unary) -> Option<Self> {
        Some(match op {
            Unary::Next => Self::Next,
            Unary::WeakNext => Self::WeakNext,
            Unary::Finally => Self::Finally,
            Unary::Globally => Self::Globally,
            Unary::Not | Unary::AllPaths | Unary::SomePath => return None,
        })
    }

    pub(super) fn binary(op: Binary) -> Option<Self> {
        Some(match op {
            Binary::Until => Self::Until,
            Binary::Release => Self::Release,
            Binary::WeakUntil => Self::WeakUntil,
            Binary::StrongRelease => Self::StrongRelease,
            Binary::And | Binary::Or | Binary::Xor | Binary::Implies | Binary::Iff => return None,
        })
    }

    /// What takes the place of the next position's value at the last position.
    pub(super) fn end(self) -> Truth {
        match self {
            Self::Next | Self::Finally | Self::Until | Self::StrongRelease => Truth::False,
            Self::WeakNext | Self::Globally | Self::WeakUntil | Self::Release => Truth::True,
        }
    }

    /// Whether the value of the *operand* at the next position counts, not the operator's own.
    pub(super) fn is_next(self) -> bool {
        matches!(self, Self::Next | Self::WeakNext)
    }

    /// The expansion law: the value here from the operands here and the value at the next position.
    pub(super) fn expand(self, a: Truth, b: Truth, next: Truth) -> Truth {
        match self {
            Self::Next | Self::WeakNext => next,
            Self::Finally => a | next,
            Self::Globally => a & next,
            Self::Until | Self::WeakUntil => b | (a & next),
            Self::Release | Self::StrongRelease => b & (a | next),
        }
    }
}

/// A temporal operator with its operands; twice the same for an operator of one operand.
pub(super) fn temporal(node: Node) -> Option<(Step, Id, Id)> {
    match node {
        Node::Unary(op, a) | Node::UnaryWithin(op, _, a) => Some((Step::unary(op)?, a, a)),
        Node::Binary(op, a, b) | Node::BinaryWithin(op, _, a, b) => Some((Step::binary(op)?, a, b)),
        _ => None,
    }
}

/// The unbounded operator along a trace; `b` is `a` for operators of one operand.
pub(super) fn unbounded(step: Step, a: &[Truth], b: &[Truth]) -> Vec<Truth> {
    let mut next = step.end();
    let mut out = vec![Truth::False; a.len()];
    for i in (0..a.len()).rev() {
        out[i] = step.expand(a[i], b[i], next);
        next = if step.is_next() { a[i] } else { out[i] };
    }
    out
}

/// The positions `from..to` that a bounded operator looks at, and whether its deadline lies beyond
/// the end of the trace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) beyond: bool,
}

/// The window at every position of a trace of `n` steps. Ends never move backwards.
pub(super) fn step_windows(n: usize, low: f64, high: Option<f64>) -> Vec<Window> {
    let low = low.max(0.0).ceil();
    let high = high.map(f64::floor);
    let empty = high.is_some_and(|high| high < low);
    let shift = whole(low);
    let span = high.map(whole);
    (0..n)
        .map(|i| {
            let from = i.saturating_add(shift).min(n);
            let last = span.map(|span| i.saturating_add(span));
            let to = if empty { from } else { last.map_or(n, |last| n.min(last + 1)).max(from) };
            Window { from, to, beyond: !empty && last.is_some_and(|last| last >= n) }
        })
        .collect()
}

/// The window at every position, by a clock that never runs backwards.
pub(super) fn clock_windows(times: &[f64], low: f64, high: Option<f64>) -> Vec<Window> {
    let n = times.len();
    let empty = high.is_some_and(|high| high < low.max(0.0));
    let (mut from, mut to) = (0, 0);
    (0..n)
        .map(|i| {
            from = from.max(i);
            while from < n && times[from] - times[i] < low {
                from += 1;
            }
            to = to.max(from);
            while to < n && high.is_none_or(|high| times[to] - times[i] <= high) {
                to += 1;
            }
            let to = if empty { from } else { to };
            let beyond = !empty && high.is_some_and(|high| times[n - 1] - times[i] < high);
            Window { from, to, beyond }
        })
        .collect()
}

/// A number of steps; more than a trace can have are all alike.
#[expect(clippy::cast_sign_loss, reason = "clamped to be positive")]
fn whole(steps: f64) -> usize {
    steps.clamp(0.0, f64::from(u32::MAX)) as usize
}

/// A bounded operator along a trace; `b` is `a` for operators of one operand.
pub(super) fn bounded(step: Step, windows: &[Window], a: &[Truth], b: &[Truth]) -> Vec<Truth> {
    match step {
        Step::Finally => finally(windows, a),
        Step::Globally => negated(finally(windows, &negated(a.to_vec()))),
        Step::Until => until(windows, a, b),
        // φ R ψ ≡ !(!φ U !ψ)
        Step::Release => negated(until(windows, &negated(a.to_vec()), &negated(b.to_vec()))),
        // φ M ψ ≡ ψ U (φ & ψ)
        Step::StrongRelease => until(windows, b, &both(a, b)),
        // φ W ψ ≡ !(!φ M !ψ)
        Step::WeakUntil => {
            let (a, b) = (negated(a.to_vec()), negated(b.to_vec()));
            negated(until(windows, &b, &both(&a, &b)))
        }
        Step::Next | Step::WeakNext => unbounded(step, a, b),
    }
}

fn negated(mut column: Vec<Truth>) -> Vec<Truth> {
    for value in &mut column {
        *value = !*value;
    }
    column
}

fn both(a: &[Truth], b: &[Truth]) -> Vec<Truth> {
    a.iter().zip(b).map(|(&a, &b)| a & b).collect()
}

/// The disjunction over each window: how often every value occurs in it is enough.
fn finally(windows: &[Window], a: &[Truth]) -> Vec<Truth> {
    let mut count = [0_usize; 4];
    let (mut low, mut high) = (0, 0);
    windows
        .iter()
        .map(|window| {
            while high < window.to {
                count[a[high] as usize] += 1;
                high += 1;
            }
            while low < window.from {
                count[a[low] as usize] -= 1;
                low += 1;
            }
            if count[Truth::True as usize] > 0 {
                Truth::True
            } else if count[Truth::Unsupported as usize] > 0 {
                Truth::Unsupported
            } else if count[Truth::Inconclusive as usize] > 0 || window.beyond {
                Truth::Inconclusive
            } else {
                Truth::False
            }
        })
        .collect()
}

/// `∨ j in the window: b(j) ∧ ∧ i ≤ k < j: a(k)`, by the nearest positions that matter.
fn until(windows: &[Window], a: &[Truth], b: &[Truth]) -> Vec<Truth> {
    let n = a.len();
    let a_false = nearest(a, |v| v == Truth::False);
    let a_not_true = nearest(a, |v| v != Truth::True);
    let a_unsupported = nearest(a, |v| v == Truth::Unsupported);
    let b_true = nearest(b, |v| v == Truth::True);
    let b_not_false = nearest(b, |v| v != Truth::False);
    let b_unsupported = nearest(b, |v| v == Truth::Unsupported);
    // The last position before each one at which b may hold, plus one; 0 if there is none.
    let mut b_last = vec![0; n + 1];
    for i in 0..n {
        b_last[i + 1] = if b[i] == Truth::False { b_last[i] } else { i + 1 };
    }
    windows
        .iter()
        .enumerate()
        .map(|(i, window)| {
            let Window { from, to, beyond } = *window;
            // b counts up to and including the first position at which a fails.
            let to = to.min(a_false[i].saturating_add(1)).max(from);
            let beyond = beyond && a_false[i] == n;
            let first = b_true[from];
            if first < to && a_not_true[i] >= first {
                return Truth::True;
            }
            if b_not_false[from] >= to && !beyond {
                return Truth::False;
            }
            let shaky = a_unsupported[i];
            let unsupported = b_unsupported[from] < to
                || (b_last[to] > from && b_last[to] - 1 > shaky)
                || (beyond && shaky < n);
            if unsupported { Truth::Unsupported } else { Truth::Inconclusive }
        })
        .collect()
}

/// For every position (and the end) the nearest position from there on with such a value; else the
/// length of the column.
fn nearest(column: &[Truth], wanted: impl Fn(Truth) -> bool) -> Vec<usize> {
    let n = column.len();
    let mut out = vec![n; n + 1];
    for i in (0..n).rev() {
        out[i] = if wanted(column[i]) { i } else { out[i + 1] };
    }
    out
}
