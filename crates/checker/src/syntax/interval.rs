//! Bounds of temporal operators: `F[<=10]`, `G[2,5]`, `U[0,T_MAX]`, `F[<=2.5s]`, `X[3]`.
//!
//! ```
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let read = |text| parse(text, Dialect::Vedette, Reading::Finite).ok().unwrap();
//! assert!(read("F[<=3] p").same_as(&read("F[0,3] p")));
//! assert!(read("F[0:3] p").same_as(&read("F[0,3] p")));
//! assert!(read("X[3] p").same_as(&read("X X X p")));
//! ```

use super::parser::Parser;
use super::token::Kind;
use crate::formula::{Binary, Bound, Id, Interval, Node, Real, Relation, Unary, Unit};

/// The largest `n` of `X[n]`, and the largest bound that is spelled out with `X`.
const REPEATS: u32 = 254;

/// A bound as read: its value and whether it carries the suffix for seconds.
#[derive(Clone, Copy)]
struct Read {
    bound: Bound,
    seconds: bool,
}

impl Read {
    fn zero() -> Self {
        Self { bound: Bound::steps(0), seconds: false }
    }

    fn number(self) -> Option<f64> {
        match self.bound {
            Bound::Number(real) => Some(real.get()),
            Bound::Constant(_) => None,
        }
    }
}

impl Parser<'_> {
    /// The bounds at `[`; none if they are unreadable (reported).
    pub(super) fn interval(&mut self) -> Option<Interval> {
        let open = self.bump();
        let read = self.bounds();
        if read.is_some() && self.peek() == Kind::SquareClose {
            self.bump();
        } else {
            if read.is_some() {
                self.error("`]`", None);
            }
            self.skip_to_square_close();
            return None;
        }
        let (low, high) = read?;
        let end = self.tokens[self.at - 1].end;
        let span = super::token::Token { start: open.start, end, ..open };
        let zero_or = |read: Read| read.seconds || read.number() == Some(0.0);
        let seconds = low.seconds || high.is_some_and(|high| high.seconds);
        if seconds && !(zero_or(low) && high.is_none_or(zero_or)) {
            let found = self.describe(span);
            let mend = "write `s` after both".to_owned();
            self.error_at(span, found, "bounds of one unit", Some(mend), None);
            return None;
        }
        let values = [Some(low), high].into_iter().flatten().filter_map(Read::number);
        if !seconds && values.clone().any(|value| value.fract() != 0.0) {
            let found = self.describe(span);
            let mend = "for seconds write `2.5s`".to_owned();
            self.error_at(span, found, "a whole number of steps", Some(mend), None);
            return None;
        }
        if let (Some(from), Some(to)) = (low.number(), high.and_then(Read::number))
            && from > to
        {
            let found = self.describe(span);
            self.error_at(span, found, "a first bound not above the second", None, None);
            return None;
        }
        let unit = if seconds { Unit::Seconds } else { Unit::Steps };
        Some(Interval { low: low.bound, high: high.map(|high| high.bound), unit })
    }

    fn bounds(&mut self) -> Option<(Read, Option<Read>)> {
        if let Kind::Relation(relation) = self.peek() {
            self.bump();
            let read = self.bound()?;
            return match relation {
                Relation::LessEqual => Some((Read::zero(), Some(read))),
                Relation::GreaterEqual => Some((read, None)),
                Relation::Equal => Some((read, Some(read))),
                Relation::Less | Relation::Greater => match read.number() {
                    Some(value)
                        if !read.seconds && (value > 0.0 || relation == Relation::Greater) =>
                    {
                        let shift = if relation == Relation::Less { -1.0 } else { 1.0 };
                        let bound = Bound::Number(Real::new(value + shift)?);
                        let read = Read { bound, seconds: false };
                        Some(if relation == Relation::Less {
                            (Read::zero(), Some(read))
                        } else {
                            (read, None)
                        })
                    }
                    _ => {
                        self.error("an inclusive bound", Some("write `<=` or `>=`".to_owned()));
                        None
                    }
                },
                Relation::NotEqual => {
                    self.error("bounds such as `[<=10]` or `[2,5]`", None);
                    None
                }
            };
        }
        let low = self.bound()?;
        match self.peek() {
            Kind::Comma | Kind::Colon | Kind::Dots => {
                self.bump();
                let unbounded = self.peek() == Kind::Unbounded
                    || matches!(self.slice(self.token()), "inf" | "oo" | "infinity");
                if unbounded {
                    self.bump();
                    return Some((low, None));
                }
                if self.peek() == Kind::SquareClose {
                    return Some((low, None));
                }
                let high = self.bound()?;
                Some((low, Some(high)))
            }
            _ => {
                let text = self.slice(self.tokens[self.at - 1]);
                let mend = format!("write `[<={text}]` for within, `[{text},{text}]` for exactly");
                self.error("`,` and the last moment", Some(mend));
                None
            }
        }
    }

    fn bound(&mut self) -> Option<Read> {
        let token = self.token();
        let bound = match token.kind {
            Kind::Number | Kind::Seconds => {
                self.bump();
                let real = self.real(token)?;
                if real.get() < 0.0 || real.get() > f64::from(u32::MAX) {
                    let found = self.describe(token);
                    self.error_at(token, found, "a bound from 0 to 4294967295", None, None);
                    return None;
                }
                Bound::Number(real)
            }
            Kind::Name => {
                self.bump();
                let name = self.slice(token);
                Bound::Constant(self.pool.symbol(name))
            }
            _ => {
                self.error("a number or a named constant", None);
                return None;
            }
        };
        let apart = self.peek() == Kind::Name
            && matches!(self.slice(self.token()), "s" | "sec" | "second" | "seconds");
        if apart {
            self.bump();
        }
        Some(Read { bound, seconds: token.kind == Kind::Seconds || apart })
    }

    /// The count of `X[n]` at `[`; none if it is unreadable (reported).
    pub(super) fn repetition(&mut self) -> Option<u32> {
        self.bump();
        let token = self.token();
        let count = self
            .slice(token)
            .parse::<u32>()
            .ok()
            .filter(|&n| token.kind == Kind::Number && n <= REPEATS && n <= self.repeats);
        if let Some(count) = count {
            self.bump();
            if self.peek() == Kind::SquareClose {
                self.bump();
                self.repeats -= count;
                return Some(count);
            }
            self.error("`]`", None);
        } else {
            let expected = format!("`!`, `w` or a number of steps up to {REPEATS}");
            self.error(expected, None);
        }
        self.skip_to_square_close();
        None
    }

    /// Skips bounds where none may stand.
    pub(super) fn skip_bounds(&mut self) {
        self.bump();
        self.skip_to_square_close();
    }

    fn skip_to_square_close(&mut self) {
        let passed = |kind| {
            !matches!(
                kind,
                Kind::End | Kind::SquareClose | Kind::Open | Kind::Close | Kind::Binary(_)
            )
        };
        while passed(self.peek()) {
            self.bump();
        }
        if self.peek() == Kind::SquareClose {
            self.bump();
        }
    }

    /// `F[a,b] φ` or `G[a,b] φ`.
    ///
    /// Spot defines both by plain `X`, which is weak over finite words. There they are spelled out,
    /// since our bounded *finally* is strong.
    pub(super) fn bounded(&mut self, op: Unary, interval: Interval, operand: Id) -> Id {
        if !self.spell_out {
            return self.pool.add(Node::UnaryWithin(op, interval, operand));
        }
        let steps = |bound| match bound {
            Bound::Number(_) if interval.unit == Unit::Steps => {
                (0..=REPEATS).find(|&n| Bound::steps(n) == bound)
            }
            _ => None,
        };
        let high = interval.high.and_then(steps);
        let (Some(low), Some(high)) = (steps(interval.low), high) else {
            let token = self.token();
            let mend = "choose the dialect vedette for other bounds".to_owned();
            let found = "bounds that this dialect cannot spell out";
            let expected = format!("numbers of steps up to {REPEATS}");
            self.error_at(token, found, expected, Some(mend), None);
            return operand;
        };
        let join = if op == Unary::Finally { Binary::Or } else { Binary::And };
        let spread = (low..high).fold(operand, |id, _| {
            let later = self.pool.unary(self.next, id);
            self.pool.binary(join, operand, later)
        });
        (0..low).fold(spread, |id, _| self.pool.unary(self.next, id))
    }
}
