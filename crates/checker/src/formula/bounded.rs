//! Bounded operators in terms of `X`: what the automata understand.
//!
//! `φ U[a,b] ψ` becomes `b` nested nexts: strong ones, for positions beyond the end of a finite word
//! are no positions. All other bounded operators are `U[a,b]` and negation, by the definitions of
//! [`crate::words`].
//!
//! ```
//! use vedette_checker::formula::without_bounds;
//! use vedette_checker::syntax::{Dialect, Style, parse, print};
//! use vedette_checker::words::Reading;
//!
//! let mut f = parse("F[1,2] p", Dialect::Vedette, Reading::Finite).ok().unwrap();
//! let root = without_bounds(&mut f.pool, f.root).unwrap();
//! assert_eq!(print(&f.pool, root, Style::Vedette), "true & X(p | true & X p)");
//! ```

use super::{Binary, Bound, Id, Interval, Node, Pool, Unary, Unit};
use std::fmt;

/// The longest interval that is expanded, in steps.
const LONGEST: f64 = 2000.0;

/// Why bounds cannot be expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unbounded {
    /// A named bound without a value.
    Constant(String),
    /// Seconds: a word has no clock.
    Seconds,
    /// A bound that is no whole number of steps, or one larger than is expanded.
    Bound(String),
}

impl fmt::Display for Unbounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(name) => {
                write!(
                    f,
                    "the bound {name} has no value, expected a number; write one in its place"
                )
            }
            Self::Seconds => f.write_str(
                "found a bound in seconds, expected steps: words have no clock, so write steps",
            ),
            Self::Bound(bound) => write!(
                f,
                "the bound {bound} is not expanded, expected a whole number of at most {LONGEST} steps"
            ),
        }
    }
}

impl std::error::Error for Unbounded {}

/// `root` with every bounded operator expanded.
pub fn without_bounds(pool: &mut Pool, root: Id) -> Result<Id, Unbounded> {
    let mut problem = None;
    let root = pool.rewrite(root, |pool, node| {
        let expanded = match node {
            Node::UnaryWithin(op, interval, a) => window(pool, interval).map(|window| {
                let always = pool.constant(true);
                let negated = op == Unary::Globally;
                let goal = negate_if(pool, a, negated);
                let until = until(pool, window, always, goal);
                negate_if(pool, until, negated)
            }),
            Node::BinaryWithin(op, interval, a, b) => {
                window(pool, interval).map(|window| binary(pool, op, window, a, b))
            }
            plain => Ok(pool.add(plain)),
        };
        expanded.unwrap_or_else(|error| {
            problem.get_or_insert(error);
            pool.constant(false)
        })
    });
    problem.map_or(Ok(root), Err)
}

fn negate_if(pool: &mut Pool, id: Id, negated: bool) -> Id {
    if negated { pool.unary(Unary::Not, id) } else { id }
}

fn binary(pool: &mut Pool, op: Binary, window: (u32, Option<u32>), a: Id, b: Id) -> Id {
    let negated = matches!(op, Binary::Release | Binary::WeakUntil);
    let (keep, goal) = match op {
        Binary::StrongRelease => (b, pool.binary(Binary::And, a, b)),
        Binary::WeakUntil => (b, pool.binary(Binary::Or, a, b)),
        _ => (a, b),
    };
    let (keep, goal) = (negate_if(pool, keep, negated), negate_if(pool, goal, negated));
    let until = until(pool, window, keep, goal);
    negate_if(pool, until, negated)
}

/// `keep U[low,high] goal`.
fn until(pool: &mut Pool, (low, high): (u32, Option<u32>), keep: Id, goal: Id) -> Id {
    let mut rest = match high {
        // An empty interval is never reached.
        Some(high) if high < low => return pool.constant(false),
        Some(_) => goal,
        None => pool.binary(Binary::Until, keep, goal),
    };
    for _ in low..high.unwrap_or(low) {
        let next = pool.unary(Unary::Next, rest);
        let later = pool.binary(Binary::And, keep, next);
        rest = pool.binary(Binary::Or, goal, later);
    }
    for _ in 0..low {
        let next = pool.unary(Unary::Next, rest);
        rest = pool.binary(Binary::And, keep, next);
    }
    rest
}

/// The interval in steps.
fn window(pool: &Pool, interval: Interval) -> Result<(u32, Option<u32>), Unbounded> {
    if interval.unit == Unit::Seconds {
        return Err(Unbounded::Seconds);
    }
    let steps = |bound: Bound| match bound {
        Bound::Constant(name) => Err(Unbounded::Constant(pool.name(name).to_owned())),
        Bound::Number(real) => {
            let value = real.get();
            if value < 0.0 || value.fract() != 0.0 || value > LONGEST {
                return Err(Unbounded::Bound(value.to_string()));
            }
            #[expect(clippy::cast_sign_loss, reason = "checked just above")]
            Ok(value as u32)
        }
    };
    Ok((steps(interval.low)?, interval.high.map(steps).transpose()?))
}
