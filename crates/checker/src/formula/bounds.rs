//! Intervals and named constants made plain: `F[0,2] p` becomes `p | X(p | X p)`.
//!
//! ```
//! use vedette_checker::formula::{Formula, MAX_STEPS};
//! use vedette_checker::syntax::{Dialect, Style, parse, print};
//! use vedette_checker::words::Reading;
//!
//! let parsed = parse("G(p -> F[<=T_MAX] q)", Dialect::Vedette, Reading::Finite);
//! let Formula { mut pool, root } = parsed.ok().unwrap();
//! let missing = pool.substitute_constants(root, |_| None).unwrap_err();
//! assert_eq!(missing.to_string(), "the constant T_MAX has no value; declare it or write a number");
//!
//! let root = pool.substitute_constants(root, |name| (name == "T_MAX").then_some(2.0)).unwrap();
//! let root = pool.expand_bounds(root, MAX_STEPS).unwrap();
//! assert_eq!(print(&pool, root, Style::Vedette), "G(p -> q | X(q | X q))");
//! ```
//!
//! # Why expand
//!
//! A bounded operator over steps is a nest of nexts, strong where something must happen and weak
//! where nothing must go wrong, so that both kinds are right at the end of a finite word. The nest
//! shares its operands, so it grows with the bound, not with the operand; engines then know no
//! intervals. The plain evaluator ([`crate::words::holds`]) keeps its own definition of them.

use super::{
    Application, Atom, Binary, Bound, Id, Interval, Node, Number, Pool, Real, Unary, Unit,
};
use std::fmt;

/// The largest bound that is expanded, in steps.
pub const MAX_STEPS: u32 = 1000;

/// Why an interval or a constant cannot be made plain.
#[derive(Clone, Debug, PartialEq)]
pub enum BoundError {
    /// The named constant has no value.
    UndefinedConstant(String),
    /// A constant has a value that is not a finite number.
    NotANumber(String),
    /// The interval counts seconds, and a word has no clock.
    Seconds,
    /// The bound is no whole number of steps from zero up.
    NotSteps(f64),
    /// The bound is larger than allowed.
    TooLarge {
        /// The bound.
        bound: f64,
        /// The largest allowed.
        limit: u32,
    },
}

impl fmt::Display for BoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UndefinedConstant(name) => {
                write!(f, "the constant {name} has no value; declare it or write a number")
            }
            Self::NotANumber(name) => {
                write!(f, "the value of the constant {name} is not finite; give it a number")
            }
            Self::Seconds => f.write_str(
                "found an interval in seconds, expected one in steps; a word has no clock",
            ),
            Self::NotSteps(bound) => {
                write!(f, "found the bound {bound}, expected a whole number of steps")
            }
            Self::TooLarge { bound, limit } => {
                write!(f, "found the bound {bound}, expected at most {limit} steps")
            }
        }
    }
}

impl std::error::Error for BoundError {}

impl Pool {
    /// `root` with numbers in the place of named constants: in all intervals, and in comparisons.
    ///
    /// In a comparison a name without arguments is a constant if `value_of` knows it; one that it
    /// does not know is a numeric signal if it is compared with a number, and an error otherwise.
    pub fn substitute_constants(
        &mut self,
        root: Id,
        value_of: impl Fn(&str) -> Option<f64>,
    ) -> Result<Id, BoundError> {
        let mut failure = None;
        let root = self.rewrite(root, |pool, node| {
            let result = match node {
                Node::UnaryWithin(op, interval, a) => pool
                    .substitute_interval(interval, &value_of)
                    .map(|interval| Node::UnaryWithin(op, interval, a)),
                Node::BinaryWithin(op, interval, a, b) => pool
                    .substitute_interval(interval, &value_of)
                    .map(|interval| Node::BinaryWithin(op, interval, a, b)),
                Node::Atom(atom) => {
                    let atom = pool.atom(atom).clone();
                    pool.substitute_atom(&atom, &value_of)
                        .map(|plain| Node::Atom(pool.atom_id(plain.unwrap_or(atom))))
                }
                plain => Ok(plain),
            };
            match result {
                Ok(node) => pool.add(node),
                Err(error) => {
                    failure.get_or_insert(error);
                    pool.add(node)
                }
            }
        });
        failure.map_or(Ok(root), Err)
    }

    fn value(&self, name: super::Symbol, value_of: &impl Fn(&str) -> Option<f64>) -> Named {
        let name = self.name(name);
        match value_of(name).map(Real::new) {
            None => Named::Unknown(name.to_owned()),
            Some(None) => Named::Bad(name.to_owned()),
            Some(Some(real)) => Named::Real(real),
        }
    }

    fn substitute_interval(
        &self,
        interval: Interval,
        value_of: &impl Fn(&str) -> Option<f64>,
    ) -> Result<Interval, BoundError> {
        let bound = |bound: Bound| match bound {
            Bound::Number(_) => Ok(bound),
            Bound::Constant(name) => match self.value(name, value_of) {
                Named::Real(real) => Ok(Bound::Number(real)),
                Named::Unknown(name) => Err(BoundError::UndefinedConstant(name)),
                Named::Bad(name) => Err(BoundError::NotANumber(name)),
            },
        };
        let high = interval.high.map(bound).transpose()?;
        Ok(Interval { low: bound(interval.low)?, high, unit: interval.unit })
    }

    /// The comparison with numbers for constants; none for a fact.
    fn substitute_atom(
        &self,
        atom: &Atom,
        value_of: &impl Fn(&str) -> Option<f64>,
    ) -> Result<Option<Atom>, BoundError> {
        let Atom::Compare { left, relation, right } = atom else { return Ok(None) };
        let side = |number: &Number| match number {
            Number::Value(Application { name, args }) if args.is_empty() => {
                match self.value(*name, value_of) {
                    Named::Real(real) => Ok((Number::Literal(real), None)),
                    Named::Unknown(name) => Ok((number.clone(), Some(name))),
                    Named::Bad(name) => Err(BoundError::NotANumber(name)),
                }
            }
            other => Ok((other.clone(), None)),
        };
        let ((left, left_name), (right, right_name)) = (side(left)?, side(right)?);
        let literal = |number: &Number| matches!(number, Number::Literal(_));
        if !literal(&left)
            && !literal(&right)
            && let Some(name) = right_name.or(left_name)
        {
            return Err(BoundError::UndefinedConstant(name));
        }
        Ok(Some(Atom::Compare { left, relation: *relation, right }))
    }

    /// `root` without bounded operators. No bound may be larger than `limit` steps.
    ///
    /// ∃-like operators (`F U M`) use strong nexts, ∀-like ones (`G R W`) weak ones; over infinite
    /// words the two are the same.
    pub fn expand_bounds(&mut self, root: Id, limit: u32) -> Result<Id, BoundError> {
        let mut failure = None;
        let root = self.rewrite(root, |pool, node| {
            let (interval, parts) = match node {
                Node::UnaryWithin(op, interval, a) => {
                    let truth = pool.constant(op == Unary::Finally);
                    let op = if op == Unary::Finally { Binary::Until } else { Binary::Release };
                    (interval, (op, truth, a))
                }
                Node::BinaryWithin(op, interval, a, b) => (interval, (op, a, b)),
                plain => return pool.add(plain),
            };
            match window(pool, interval, limit) {
                Ok(window) => pool.unfold(parts, window),
                Err(error) => {
                    failure.get_or_insert(error);
                    pool.add(node)
                }
            }
        });
        failure.map_or(Ok(root), Err)
    }

    /// `φ op[low,high] ψ` in terms of `U` and `R` unfolded from the far end.
    fn unfold(&mut self, (op, a, b): (Binary, Id, Id), (low, high): Window) -> Id {
        // φ M ψ = ψ U (φ & ψ) and φ W ψ = ψ R (φ | ψ), within the same interval.
        let (strong, keep, goal) = match op {
            Binary::StrongRelease => (true, b, self.binary(Binary::And, a, b)),
            Binary::WeakUntil => (false, b, self.binary(Binary::Or, a, b)),
            Binary::Release => (false, a, b),
            _ => (true, a, b),
        };
        let (next, inner, outer) = if strong {
            (Unary::Next, Binary::And, Binary::Or)
        } else {
            (Unary::WeakNext, Binary::Or, Binary::And)
        };
        let step = |pool: &mut Self, rest: Id| {
            let rest = pool.unary(next, rest);
            // `true U …` and `false R …` keep nothing.
            if pool.node(keep) == Node::Constant(strong) {
                rest
            } else {
                pool.binary(inner, keep, rest)
            }
        };
        let mut result = match high {
            None if pool_is(self, keep, strong) => {
                self.unary(if strong { Unary::Finally } else { Unary::Globally }, goal)
            }
            None => self.binary(if strong { Binary::Until } else { Binary::Release }, keep, goal),
            // No step lies within an empty interval.
            Some(high) if high < low => return self.constant(!strong),
            Some(high) => (low..high).fold(goal, |rest, _| {
                let rest = step(self, rest);
                self.binary(outer, goal, rest)
            }),
        };
        for _ in 0..low {
            result = step(self, result);
        }
        result
    }
}

fn pool_is(pool: &Pool, id: Id, value: bool) -> bool {
    pool.node(id) == Node::Constant(value)
}

/// What a name stands for.
enum Named {
    Real(Real),
    Unknown(String),
    Bad(String),
}

/// First and last distance.
type Window = (u32, Option<u32>);

fn window(pool: &Pool, interval: Interval, limit: u32) -> Result<Window, BoundError> {
    if interval.unit == Unit::Seconds {
        return Err(BoundError::Seconds);
    }
    let steps = |bound: Bound| {
        let bound = match bound {
            Bound::Number(real) => real.get(),
            Bound::Constant(name) => {
                return Err(BoundError::UndefinedConstant(pool.name(name).to_owned()));
            }
        };
        if bound.fract() != 0.0 || bound < 0.0 {
            return Err(BoundError::NotSteps(bound));
        }
        if bound > f64::from(limit) {
            return Err(BoundError::TooLarge { bound, limit });
        }
        #[expect(clippy::cast_sign_loss, reason = "checked just above")]
        Ok(bound as u32)
    };
    let high = interval.high.map(steps).transpose()?;
    Ok((steps(interval.low)?, high))
}
