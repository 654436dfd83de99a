//! The plain evaluator: the definition of LTL over words, and nothing else.
//!
//! Witnesses of every engine are re-checked here, so this module shares no code with any engine:
//! it knows neither automata nor normal forms, and treats every operator on its own.
//!
//! ```
//! use vedette_checker::formula::{Pool, Unary};
//! use vedette_checker::words::{Reading, Word, holds};
//!
//! let mut pool = Pool::default();
//! let a = pool.proposition("a");
//! let next = pool.unary(Unary::Next, a);
//! let word = Word::parse("!a; a", &mut pool).unwrap();
//! assert!(holds(&pool, next, &word, Reading::Finite).unwrap());
//! let weak = pool.unary(Unary::WeakNext, next);
//! let word = Word::parse("a", &mut pool).unwrap();
//! assert!(!holds(&pool, next, &word, Reading::Finite).unwrap(), "strong at the end");
//! assert!(holds(&pool, weak, &word, Reading::Finite).unwrap(), "weak at the end");
//! assert!(holds(&pool, next, &word, Reading::Stuttering).unwrap(), "the end repeats");
//! ```
//!
//! # The definition
//!
//! A word is `n` letters and what comes after the last: nothing (finite), or a letter to go back to
//! (a lasso; the last letter itself when it stutters). A formula has a value at each of the `n`
//! positions. `U` and `M` are least fixpoints of their expansion laws, `R` and `W` greatest ones
//! (Baier & Katoen, *Principles of Model Checking*, 5.1.4; De Giacomo & Vardi, IJCAI 2013, for
//! finite words); on a lasso two sweeps from the end reach them. Bounded operators count positions
//! from here, both ends included:
//!
//! * `φ U[a,b] ψ`: ψ at some `j` in `a..=b`, and φ at every `k < j`;
//! * `φ R[a,b] ψ`: at every `j` in `a..=b`, ψ, or φ at some `k < j`;
//! * `φ W[a,b] ψ`: at every `j` in `a..=b`, φ or ψ, or ψ at some `k < j` (`ψ R[a,b] (φ | ψ)`);
//! * `φ M[a,b] ψ`: φ and ψ at some `j` in `a..=b`, and ψ at every `k < j` (`ψ U[a,b] (φ & ψ)`);
//! * `F[a,b] φ`, `G[a,b] φ`: φ at some, at every `j` in `a..=b`.
//!
//! Positions beyond the end of a finite word are no positions: `F[2,2] true` asks for a third letter.

use super::{Letter, Reading, Word};
use crate::formula::{Binary, Bound, Id, Interval, Node, Pool, Real, Unary, Unit};
use std::fmt;

/// Why a formula has no value on a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// `A` or `E`: a word has no branches.
    PathQuantifier,
    /// `forall` or `exists`: expand it over a scene first.
    ObjectQuantifier,
    /// A hole left by a parse error.
    Hole,
    /// A bounded operator where only plain ones are understood: expand it first.
    Bounded,
    /// An interval in seconds: a word has no clock.
    Seconds,
    /// An interval whose bound is the named constant.
    Constant(String),
    /// An interval whose bound is no whole number from zero up.
    Bound(Real),
    /// The word is empty, has an empty cycle, or is of another kind than the reading asks for.
    Word,
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PathQuantifier => f.write_str("a path quantifier has no value on a single word"),
            Self::ObjectQuantifier => {
                f.write_str("a quantifier over objects; expand it over a scene first")
            }
            Self::Hole => {
                f.write_str("the formula has a hole left by a syntax error; mend it first")
            }
            Self::Bounded => f.write_str("a bounded operator; expand it into plain ones first"),
            Self::Seconds => {
                f.write_str("an interval in seconds; a word counts steps, not seconds")
            }
            Self::Constant(name) => {
                write!(f, "the interval bound {name} has no value; give the constant one first")
            }
            Self::Bound(value) => {
                write!(f, "the interval bound {} is not a whole number of steps", value.get())
            }
            Self::Word => f.write_str("the word is not one of the words of this reading"),
        }
    }
}

impl std::error::Error for Undefined {}

/// Whether `root` holds at the first position of `word`.
pub fn holds(pool: &Pool, root: Id, word: &Word, reading: Reading) -> Result<bool, Undefined> {
    Ok(values(pool, root, word, reading)?[0])
}

/// The value of `root` at every written position of `word`.
pub fn values(
    pool: &Pool,
    root: Id,
    word: &Word,
    reading: Reading,
) -> Result<Vec<bool>, Undefined> {
    let letters: Vec<&Letter> = word.letters().collect();
    let back = match (word, reading) {
        (Word::Lasso(lasso), Reading::Infinite) if !lasso.cycle.is_empty() => {
            Some(lasso.prefix.len())
        }
        (Word::Finite(letters), Reading::Finite) if !letters.is_empty() => None,
        (Word::Finite(letters), Reading::Stuttering) if !letters.is_empty() => {
            Some(letters.len() - 1)
        }
        _ => return Err(Undefined::Word),
    };
    let frame = Frame { length: letters.len(), back };

    let nodes = pool.reachable(&[root]);
    // The last node that needs each value; rows are dropped after it, so memory follows the width of
    // the formula, not its size.
    let mut last_use = vec![root; root.index() + 1];
    for &id in &nodes {
        for child in pool.node(id).children() {
            last_use[child.index()] = id;
        }
    }
    let mut rows: Vec<Vec<bool>> = vec![Vec::new(); root.index() + 1];
    for &id in &nodes {
        let node = pool.node(id);
        let row = match node {
            Node::Constant(value) => vec![value; frame.length],
            Node::Atom(atom) => letters.iter().map(|letter| letter.contains(atom)).collect(),
            Node::Hole => return Err(Undefined::Hole),
            Node::Bind(..) => return Err(Undefined::ObjectQuantifier),
            Node::Unary(op, a) => frame.unary(op, &rows[a.index()])?,
            Node::Binary(op, a, b) => frame.binary(op, &rows[a.index()], &rows[b.index()]),
            Node::UnaryWithin(op, interval, a) => {
                frame.unary_within(op, window(pool, interval)?, &rows[a.index()])
            }
            Node::BinaryWithin(op, interval, a, b) => {
                let window = window(pool, interval)?;
                frame.binary_within(op, window, &rows[a.index()], &rows[b.index()])
            }
        };
        for child in node.children().filter(|child| last_use[child.index()] == id) {
            rows[child.index()] = Vec::new();
        }
        rows[id.index()] = row;
    }
    Ok(std::mem::take(&mut rows[root.index()]))
}

/// First and last distance of an interval; none for "for ever".
type Window = (usize, Option<usize>);

fn window(pool: &Pool, interval: Interval) -> Result<Window, Undefined> {
    if interval.unit == Unit::Seconds {
        return Err(Undefined::Seconds);
    }
    let steps = |bound: Bound| match bound {
        Bound::Constant(name) => Err(Undefined::Constant(pool.name(name).to_owned())),
        Bound::Number(real) => {
            let value = real.get();
            if value.fract() != 0.0 || !(0.0..=f64::from(u32::MAX)).contains(&value) {
                return Err(Undefined::Bound(real));
            }
            #[expect(clippy::cast_sign_loss, reason = "checked just above")]
            Ok(value as usize)
        }
    };
    Ok((steps(interval.low)?, interval.high.map(steps).transpose()?))
}

/// The positions of a word.
struct Frame {
    length: usize,
    /// Where the word goes on after its last position.
    back: Option<usize>,
}

impl Frame {
    fn successor(&self, position: usize) -> Option<usize> {
        if position + 1 < self.length { Some(position + 1) } else { self.back }
    }

    /// The position `steps` further on.
    fn later(&self, position: usize, steps: usize) -> Option<usize> {
        let target = position + steps;
        if target < self.length {
            return Some(target);
        }
        self.back.map(|back| back + (target - back) % (self.length - back))
    }

    /// The fixpoint of `law` reached from `start`; `end` is what lies behind the end of a finite
    /// word. Sweeps from the last position to the first until nothing changes: a second sweep
    /// carries what the cycle knows around it, a third would change nothing.
    fn fixpoint(&self, start: bool, end: bool, law: impl Fn(usize, bool) -> bool) -> Vec<bool> {
        let mut row = vec![start; self.length];
        loop {
            let mut changed = false;
            for position in (0..self.length).rev() {
                let next = self.successor(position).map_or(end, |next| row[next]);
                let value = law(position, next);
                changed |= row[position] != value;
                row[position] = value;
            }
            if !changed || self.back.is_none() {
                return row;
            }
        }
    }

    fn unary(&self, op: Unary, a: &[bool]) -> Result<Vec<bool>, Undefined> {
        let next = |end: bool| {
            (0..self.length).map(|i| self.successor(i).map_or(end, |next| a[next])).collect()
        };
        Ok(match op {
            Unary::Not => a.iter().map(|a| !a).collect(),
            Unary::Next => next(false),
            Unary::WeakNext => next(true),
            Unary::Finally => self.fixpoint(false, false, |i, next| a[i] || next),
            Unary::Globally => self.fixpoint(true, true, |i, next| a[i] && next),
            Unary::AllPaths | Unary::SomePath => return Err(Undefined::PathQuantifier),
        })
    }

    fn binary(&self, op: Binary, a: &[bool], b: &[bool]) -> Vec<bool> {
        let each = |f: fn(bool, bool) -> bool| a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect();
        match op {
            Binary::And => each(|a, b| a && b),
            Binary::Or => each(|a, b| a || b),
            Binary::Xor => each(|a, b| a != b),
            Binary::Implies => each(|a, b| !a || b),
            Binary::Iff => each(|a, b| a == b),
            Binary::Until => self.fixpoint(false, false, |i, next| b[i] || (a[i] && next)),
            Binary::WeakUntil => self.fixpoint(true, true, |i, next| b[i] || (a[i] && next)),
            Binary::Release => self.fixpoint(true, true, |i, next| b[i] && (a[i] || next)),
            Binary::StrongRelease => self.fixpoint(false, false, |i, next| b[i] && (a[i] || next)),
        }
    }

    /// For every position, how many steps it is to the nearest position (this one included) that
    /// `row` marks with `mark`; none if there is none.
    fn distance(&self, row: &[bool], mark: bool) -> Vec<Option<usize>> {
        let mut distance = vec![None; self.length];
        for _ in 0..2 {
            for position in (0..self.length).rev() {
                distance[position] = if row[position] == mark {
                    Some(0)
                } else {
                    self.successor(position).and_then(|next| distance[next]).map(|d: usize| d + 1)
                };
            }
        }
        distance
    }

    /// Whether some position at a distance within `window` is marked.
    fn some_within(&self, window: Window, row: &[bool], mark: bool) -> Vec<bool> {
        let distance = self.distance(row, mark);
        let (low, high) = window;
        (0..self.length)
            .map(|i| {
                let from = self.later(i, low).and_then(|from| distance[from]);
                from.is_some_and(|d| high.is_none_or(|high| low + d <= high))
            })
            .collect()
    }

    fn unary_within(&self, op: Unary, window: Window, a: &[bool]) -> Vec<bool> {
        match op {
            Unary::Globally => {
                self.some_within(window, a, false).into_iter().map(|bad| !bad).collect()
            }
            _ => self.some_within(window, a, true),
        }
    }

    /// ψ at some `j` within the window, and φ at every `k < j`, where `a` and `b` stand for φ and ψ.
    fn until_within(&self, window: Window, a: &[bool], b: &[bool]) -> Vec<bool> {
        let broken = self.distance(a, false);
        let reached = self.distance(b, true);
        let (low, high) = window;
        (0..self.length)
            .map(|i| {
                let Some(d) = self.later(i, low).and_then(|from| reached[from]) else {
                    return false;
                };
                high.is_none_or(|high| low + d <= high)
                    && broken[i].is_none_or(|broken| broken >= low + d)
            })
            .collect()
    }

    fn binary_within(&self, op: Binary, window: Window, a: &[bool], b: &[bool]) -> Vec<bool> {
        let not = |row: &[bool]| row.iter().map(|value| !value).collect::<Vec<bool>>();
        let join = |f: fn(bool, bool) -> bool| {
            a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect::<Vec<bool>>()
        };
        match op {
            Binary::Release => not(&self.until_within(window, &not(a), &not(b))),
            Binary::WeakUntil => not(&self.until_within(window, &not(b), &join(|a, b| !(a || b)))),
            Binary::StrongRelease => self.until_within(window, b, &join(|a, b| a && b)),
            _ => self.until_within(window, a, b),
        }
    }
}
