//! Operator precedence with two explicit stacks.
//!
//! At every moment either an operand or an operator is due. Operators wait on a stack until one that
//! binds no tighter, a closing bracket or the end arrives. When the wrong thing arrives, an error is
//! noted and the stacks are mended (a hole for a missing operand, a conjunction for a missing
//! operator), so that what follows is still read.

use super::dialect::{Dialect, Parsed};
use super::error::{Repair, SyntaxError, Warning};
use super::reduce::precedence;
use super::report::closing;
use super::token::{Kind, Token};
use super::traps::Loose;
use super::words;
use crate::formula::{Binary, BinderId, Formula, Id, Interval, Node, Pool, Quantifier, Unary};
use crate::words::Reading;

/// A formula that was read, waiting for its operator.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) id: Id,
    pub(super) start: u32,
    pub(super) end: u32,
    /// The operator at its top, if no bracket protects it.
    pub(super) loose: Option<Loose>,
}

#[derive(Clone, Copy)]
pub(super) enum Entry {
    /// A bracket; the byte at which it opens.
    Open {
        square: bool,
        at: u32,
    },
    Prefix {
        op: Unary,
        interval: Option<Interval>,
        at: u32,
    },
    /// `X[n]`
    Repeat {
        op: Unary,
        count: u32,
        at: u32,
    },
    Bind {
        quantifier: Quantifier,
        binder: Option<BinderId>,
        at: u32,
    },
    Infix {
        op: Binary,
        xnor: bool,
        interval: Option<Interval>,
    },
}

pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) at: usize,
    pub(super) dialect: Dialect,
    pub(super) pool: Pool,
    /// What a plain `X` means here.
    pub(super) next: Unary,
    /// `F[a:b]` must be spelled out with plain `X`: Spot over finite words.
    pub(super) spell_out: bool,
    /// Copies of `X` that `X[n]` may still stand for.
    pub(super) repeats: u32,
    pub(super) operands: Vec<Operand>,
    pub(super) operators: Vec<Entry>,
    due: Due,
    pub(super) errors: Vec<SyntaxError>,
    pub(super) warnings: Vec<Warning>,
    pub(super) repairs: Vec<Repair>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Due {
    Operand,
    Operator,
}

impl<'a> Parser<'a> {
    pub(super) fn new(
        text: &'a str,
        tokens: &'a [Token],
        dialect: Dialect,
        reading: Reading,
    ) -> Self {
        let spell_out = dialect == Dialect::Spot && reading == Reading::Finite;
        Self {
            text,
            tokens,
            at: 0,
            dialect,
            pool: Pool::default(),
            next: if spell_out { Unary::WeakNext } else { Unary::Next },
            spell_out,
            repeats: 1_000_000,
            operands: Vec::new(),
            operators: Vec::new(),
            due: Due::Operand,
            errors: Vec::new(),
            warnings: Vec::new(),
            repairs: Vec::new(),
        }
    }

    pub(super) fn parse(mut self) -> Parsed {
        while self.peek() != Kind::End {
            match self.due {
                Due::Operand => self.operand(),
                Due::Operator => self.operator(),
            }
        }
        if self.due == Due::Operand {
            self.missing_operand();
        }
        self.close_all();
        let root = self.pop_operand().id;
        self.errors.sort_by_key(|error| error.span.start);
        Parsed {
            formula: Formula::new(self.pool, root),
            errors: self.errors,
            warnings: self.warnings,
            repairs: self.repairs,
            dialect: self.dialect,
        }
    }

    // ---- tokens -------------------------------------------------------------------------------

    pub(super) fn token(&self) -> Token {
        self.tokens[self.at]
    }

    pub(super) fn peek(&self) -> Kind {
        self.token().kind
    }

    pub(super) fn peek_second(&self) -> Kind {
        self.tokens.get(self.at + 1).map_or(Kind::End, |token| token.kind)
    }

    pub(super) fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    pub(super) fn slice(&self, token: Token) -> &'a str {
        &self.text[token.start as usize..token.end as usize]
    }

    // ---- an operand is due --------------------------------------------------------------------

    fn operand(&mut self) {
        let token = self.token();
        match token.kind {
            Kind::Constant(value) => {
                self.bump();
                let id = self.pool.constant(value);
                self.push_operand(id, token.start, token.end);
            }
            Kind::Name | Kind::Quoted | Kind::Number | Kind::Seconds => {
                let id = self.atom();
                let end = self.tokens[self.at - 1].end;
                self.push_operand(id, token.start, end);
            }
            Kind::Open => {
                self.bump();
                self.operators.push(Entry::Open { square: false, at: token.start });
            }
            Kind::SquareOpen => {
                let after_path = matches!(self.operators.last(),
                    Some(Entry::Prefix { op, .. }) if op.is_path());
                if !after_path {
                    let mend = "group with `(` and `)`".to_owned();
                    self.error("a formula; square brackets group only after A or E", Some(mend));
                }
                self.bump();
                self.operators.push(Entry::Open { square: true, at: token.start });
            }
            Kind::Unary(op) => {
                self.bump();
                self.prefix(op, token.start);
            }
            Kind::Fused(path, op) => {
                self.bump();
                self.operators.push(Entry::Prefix { op: path, interval: None, at: token.start });
                self.prefix(op, token.start);
            }
            Kind::Quantifier(quantifier) => {
                self.bump();
                let binder = self.head();
                self.operators.push(Entry::Bind { quantifier, binder, at: token.start });
            }
            Kind::Placeholder => {
                let mend = "a placeholder is an argument, as in `ON(<stove>)`".to_owned();
                self.error("a formula", Some(mend));
                self.bump();
                self.push_hole(token.start, token.end);
            }
            Kind::OpenQuote => {
                self.error("a closing `\"`", Some("add `\"` after the name".to_owned()));
                self.bump();
                self.push_hole(token.start, token.end);
            }
            Kind::Relation(_) => {
                self.error("a value to compare", None);
                self.bump();
                if self.peek() == Kind::Number || self.peek() == Kind::Name {
                    self.bump();
                }
                self.push_hole(token.start, token.end);
            }
            Kind::Binary(_) | Kind::Xnor | Kind::Close | Kind::SquareClose => {
                self.missing_operand();
            }
            Kind::Comma
            | Kind::Colon
            | Kind::Dot
            | Kind::Dots
            | Kind::Unbounded
            | Kind::Junk
            | Kind::End => {
                self.unexpected("a formula");
            }
        }
    }

    fn prefix(&mut self, op: Unary, at: u32) {
        let mut interval = None;
        if self.peek() == Kind::SquareOpen {
            match op {
                Unary::Next | Unary::WeakNext => {
                    if let Some(count) = self.repetition() {
                        self.operators.push(Entry::Repeat { op, count, at });
                        return;
                    }
                }
                Unary::Finally | Unary::Globally => interval = self.interval(),
                Unary::Not | Unary::AllPaths | Unary::SomePath => {}
            }
        }
        self.operators.push(Entry::Prefix { op, interval, at });
    }

    fn push_operand(&mut self, id: Id, start: u32, end: u32) {
        self.operands.push(Operand { id, start, end, loose: None });
        self.due = Due::Operator;
    }

    pub(super) fn push_hole(&mut self, start: u32, end: u32) {
        let hole = self.pool.add(Node::Hole);
        self.push_operand(hole, start, end);
    }

    // ---- an operator is due -------------------------------------------------------------------

    fn operator(&mut self) {
        let token = self.token();
        match token.kind {
            Kind::Binary(op) => {
                self.bump();
                self.infix(op, false);
            }
            Kind::Xnor => {
                self.bump();
                self.infix(Binary::Iff, true);
            }
            Kind::Close | Kind::SquareClose => {
                self.bump();
                self.close(token);
            }
            kind if kind.starts_operand() => {
                if let Some(sign) = words::meant(self.slice(token))
                    && let Some(Kind::Binary(op)) = sign
                        .bytes()
                        .next()
                        .and_then(words::letter)
                        .or(words::sign(sign, Dialect::Vedette).map(|(_, kind)| kind))
                {
                    self.error("an operator", Some(format!("write `{sign}`")));
                    self.bump();
                    return self.infix(op, false);
                }
                let before = self.slice(self.tokens[self.at - 1]);
                let mend = match words::meant(before) {
                    Some(sign) => format!("for `{before}` write `{sign}`"),
                    None => "put an operator such as `&` or `->` before it".to_owned(),
                };
                self.error(self.expected_operator(), Some(mend));
                self.infix(Binary::And, false);
            }
            Kind::Relation(_) => {
                let mend = "compare two values: `dist(a, b) < 0.5`".to_owned();
                self.error(self.expected_operator(), Some(mend));
                self.bump();
                if matches!(self.peek(), Kind::Number | Kind::Name) {
                    self.bump();
                }
            }
            Kind::SquareOpen => {
                let mend = "bounds follow F, G, U, R, W or M".to_owned();
                self.error(self.expected_operator(), Some(mend));
                self.skip_bounds();
            }
            _ => {
                let expected = self.expected_operator();
                self.unexpected(&expected);
                if self.peek().starts_operand() {
                    // What was skipped stood in the place of the operator.
                    self.infix(Binary::And, false);
                }
            }
        }
    }

    fn infix(&mut self, op: Binary, xnor: bool) {
        let interval = if op.is_temporal() && self.peek() == Kind::SquareOpen {
            self.interval()
        } else {
            None
        };
        let (level, right) = precedence(self.dialect, op, xnor);
        while let Some(&top) = self.operators.last() {
            let tighter = match top {
                Entry::Open { .. } | Entry::Bind { .. } => false,
                Entry::Prefix { .. } | Entry::Repeat { .. } => true,
                Entry::Infix { op, xnor, .. } => {
                    let (other, _) = precedence(self.dialect, op, xnor);
                    other > level || (other == level && !right)
                }
            };
            if !tighter {
                break;
            }
            self.reduce();
        }
        self.operators.push(Entry::Infix { op, xnor, interval });
        self.due = Due::Operand;
    }

    fn close(&mut self, token: Token) {
        let found_square = token.kind == Kind::SquareClose;
        while !matches!(self.operators.last(), None | Some(Entry::Open { .. })) {
            self.reduce();
        }
        let Some(Entry::Open { square, at }) = self.operators.pop() else {
            if self.dialect == Dialect::Sentinel {
                let span = token.start as usize..token.end as usize;
                self.repairs.push(Repair { span, what: "surplus `)` ignored".to_owned() });
            } else {
                let found = self.describe(token);
                let mend = "remove it, or open a bracket before".to_owned();
                let expected = "an operator or the end of the text";
                self.error_at(token, found, expected, Some(mend), None);
            }
            return;
        };
        if square != found_square {
            let found = self.describe(token);
            let expected = format!("`{}`", closing(square));
            let mend = format!("write `{}`", closing(square));
            let related = Some(at as usize..at as usize + 1);
            self.error_at(token, found, expected, Some(mend), related);
        }
        if let Some(operand) = self.operands.last_mut() {
            operand.start = at;
            operand.end = token.end;
            operand.loose = None;
        }
    }

    /// The end of the text: everything that waits is applied, and open brackets are reported once.
    fn close_all(&mut self) {
        let mut missing = String::new();
        let mut innermost = None;
        let mut count = 0_usize;
        while let Some(&top) = self.operators.last() {
            if let Entry::Open { square, at } = top {
                self.operators.pop();
                innermost.get_or_insert(at as usize);
                count += 1;
                if count <= 8 {
                    missing.push(closing(square));
                }
                if let Some(operand) = self.operands.last_mut() {
                    operand.start = at;
                    operand.loose = None;
                }
            } else {
                self.reduce();
            }
        }
        let Some(opened) = innermost else { return };
        let end = self.token();
        if self.dialect == Dialect::Sentinel {
            let what = format!("{count} missing `)` added at the end");
            self.repairs.push(Repair { span: end.start as usize..end.end as usize, what });
            return;
        }
        let (expected, mend) = if count <= 8 {
            (format!("`{missing}`"), format!("add `{missing}` at the end"))
        } else {
            (format!("{count} closing brackets"), format!("close the {count} open brackets"))
        };
        let found = self.describe(end);
        self.error_at(end, found, expected, Some(mend), Some(opened..opened + 1));
    }
}
