//! Named constants in place: `F[<=T_MAX] p` and `DISTANCE(a, b) < SAFE_DISTANCE` with their numbers.
//!
//! ```
//! use vedette_checker::formula::Formula;
//! use vedette_checker::syntax::{Dialect, Style, parse, print};
//! use vedette_checker::words::Reading;
//!
//! let parsed = parse("G(d(a) < SAFE -> F[<=T_MAX] q)", Dialect::Vedette, Reading::Finite);
//! let Formula { mut pool, root } = parsed.ok().unwrap();
//! let table = |name: &str| [("T_MAX", 2.0), ("SAFE", 0.5)].iter().find(|c| c.0 == name).map(|c| c.1);
//! let plain = pool.substitute_constants(root, table).unwrap();
//! assert_eq!(print(&pool, plain, Style::Vedette), "G(d(a) < 0.5 -> F[<=2] q)");
//!
//! let missing = pool.substitute_constants(root, |_| None).unwrap_err();
//! assert_eq!(missing.to_string(), "the constant SAFE has no value; declare it or write a number");
//! ```
//!
//! Two rules that name the same limit differently mean the same; a comparison that took the names for
//! unrelated signals would call them incomparable.

use super::{Application, Atom, Bound, Id, Interval, Node, Number, Pool, Real, Symbol};
use std::fmt;

/// Why a constant has no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstantError {
    /// It has no value.
    Undefined(String),
    /// Its value is not a finite number.
    NotANumber(String),
}

impl fmt::Display for ConstantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined(name) => {
                write!(f, "the constant {name} has no value; declare it or write a number")
            }
            Self::NotANumber(name) => {
                write!(f, "the value of the constant {name} is not finite; give it a number")
            }
        }
    }
}

impl std::error::Error for ConstantError {}

impl Pool {
    /// `root` with numbers in the place of named constants: in all intervals, and in comparisons.
    ///
    /// In a comparison a name without arguments is a constant if `value_of` knows it; one that it
    /// does not know is a numeric signal if it is compared with a number, and an error otherwise.
    pub fn substitute_constants(
        &mut self,
        root: Id,
        value_of: impl Fn(&str) -> Option<f64>,
    ) -> Result<Id, ConstantError> {
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

    fn value(&self, name: Symbol, value_of: &impl Fn(&str) -> Option<f64>) -> Named {
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
    ) -> Result<Interval, ConstantError> {
        let bound = |bound: Bound| match bound {
            Bound::Number(_) => Ok(bound),
            Bound::Constant(name) => match self.value(name, value_of) {
                Named::Real(real) => Ok(Bound::Number(real)),
                Named::Unknown(name) => Err(ConstantError::Undefined(name)),
                Named::Bad(name) => Err(ConstantError::NotANumber(name)),
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
    ) -> Result<Option<Atom>, ConstantError> {
        let Atom::Compare { left, relation, right } = atom else { return Ok(None) };
        let side = |number: &Number| match number {
            Number::Value(Application { name, args }) if args.is_empty() => {
                match self.value(*name, value_of) {
                    Named::Real(real) => Ok((Number::Literal(real), None)),
                    Named::Unknown(name) => Ok((number.clone(), Some(name))),
                    Named::Bad(name) => Err(ConstantError::NotANumber(name)),
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
            return Err(ConstantError::Undefined(name));
        }
        Ok(Some(Atom::Compare { left, relation: *relation, right }))
    }
}

/// What a name stands for.
enum Named {
    Real(Real),
    Unknown(String),
    Bad(String),
}
