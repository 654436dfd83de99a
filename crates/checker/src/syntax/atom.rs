//! Atoms: facts with arguments, comparisons of values, quoted names.
//!
//! ```
//! use vedette_checker::syntax::{Dialect, Style, parse, print};
//! use vedette_checker::words::Reading;
//!
//! let text = r#"near(agent, "Mug|-00.13|+01.1") & dist(agent, candle.2) < 0.5"#;
//! let formula = parse(text, Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! assert_eq!(print(&formula.pool, formula.root, Style::Vedette), text);
//! ```
//!
//! Terms nest at most eight deep, so the descent over them is bounded.

use super::dialect::Dialect;
use super::lexer::{self, unquote};
use super::names;
use super::parser::Parser;
use super::print::{self, Style};
use super::token::{Kind, Token};
use crate::formula::{Application, Atom, Id, Node, Number, Real, Relation, Term, Unary};
use crate::words::Reading;

/// How deep arguments may nest: `ISHOT(HELD(Object))` is 2.
pub(super) const DEPTH: usize = 8;

impl Parser<'_> {
    /// The atom, constant or comparison at a name, a quoted name or a number.
    pub(super) fn atom(&mut self) -> Id {
        let token = self.token();
        if self.dialect == Dialect::Spot {
            return self.spot_atom();
        }
        let Some(left) = self.value() else { return self.pool.add(Node::Hole) };
        if let Kind::Relation(relation) = self.peek() {
            self.bump();
            if self.dialect == Dialect::NuSmv
                && let (Kind::Constant(value), Number::Value(fact)) = (self.peek(), &left)
                && matches!(relation, Relation::Equal | Relation::NotEqual)
            {
                let fact = self.pool.atomic(Atom::Fact(fact.clone()));
                self.bump();
                let same = value == (relation == Relation::Equal);
                return if same { fact } else { self.pool.unary(Unary::Not, fact) };
            }
            let Some(right) = self.value() else { return self.pool.add(Node::Hole) };
            return self.pool.atomic(Atom::Compare { left, relation, right });
        }
        match left {
            Number::Value(fact) => self.pool.atomic(Atom::Fact(fact)),
            Number::Literal(real) => self.number_as_constant(token, real),
        }
    }

    /// `0` and `1` are constants where no comparison follows.
    fn number_as_constant(&mut self, token: Token, real: Real) -> Id {
        let text = self.slice(token);
        if token.kind == Kind::Number && matches!(text, "0" | "1") {
            return self.pool.constant(text == "1");
        }
        let found = format!("the number {}", real.get());
        let mend = Some("compare it, as in `dist(a, b) < 0.5`".to_owned());
        self.error_at(token, found, "a formula", mend, None);
        self.pool.add(Node::Hole)
    }

    /// In Spot's syntax an atom is a name; `p=0` and `p=1` are `!p` and `p`.
    fn spot_atom(&mut self) -> Id {
        let token = self.bump();
        let fact = match token.kind {
            Kind::Name => self.pool.proposition(self.slice(token)),
            Kind::Quoted => self.spot_quoted(token),
            _ => {
                let Some(real) = self.real(token) else { return self.pool.add(Node::Hole) };
                return self.number_as_constant(token, real);
            }
        };
        let equal = self.token();
        if equal.kind == Kind::Relation(Relation::Equal) && self.slice(equal) == "=" {
            self.bump();
            let value = self.token();
            match (value.kind, self.slice(value)) {
                (Kind::Number, "0") => {
                    self.bump();
                    return self.pool.unary(Unary::Not, fact);
                }
                (Kind::Number, "1") => {
                    self.bump();
                }
                (kind, _) => {
                    self.error("`0` or `1`", None);
                    if kind == Kind::Number {
                        self.bump();
                    }
                }
            }
        }
        fact
    }

    /// Spot has no arguments; a quoted name that is exactly how we write an atom means that atom.
    fn spot_quoted(&mut self, token: Token) -> Id {
        let name = unquote(self.slice(token));
        if let Some((formula, atom)) = atom_of(&name) {
            let atom = self.pool.import_atom(&formula.pool, &atom);
            return self.pool.atomic(atom);
        }
        self.pool.proposition(&name)
    }

    /// One side of a comparison, or a fact.
    fn value(&mut self) -> Option<Number> {
        let token = self.token();
        match token.kind {
            Kind::Number => {
                self.bump();
                self.real(token).map(Number::Literal)
            }
            Kind::Name | Kind::Quoted => self.application(1).map(Number::Value),
            Kind::Seconds => {
                let mend = "constants carry the unit; leave out the `s`".to_owned();
                self.error("a plain number", Some(mend));
                self.bump();
                None
            }
            _ => {
                self.error("a number, a named constant or a function", None);
                None
            }
        }
    }

    pub(super) fn real(&mut self, token: Token) -> Option<Real> {
        let text = self.slice(token).trim_end_matches('s');
        let real = text.parse().ok().and_then(Real::new);
        if real.is_none() {
            let found = self.describe(token);
            self.error_at(token, found, "a number below 1.8e308", None, None);
        }
        real
    }

    /// A name with its arguments; the bracket may stand apart.
    fn application(&mut self, depth: usize) -> Option<Application> {
        let token = self.bump();
        let name = self.name_of(token);
        let mut args = Vec::new();
        if self.peek() == Kind::Open {
            let open = self.bump();
            if depth > DEPTH {
                let found = self.describe(open);
                let expected = format!("terms nested at most {DEPTH} deep");
                self.error_at(open, found, expected, None, None);
                self.skip_arguments(depth);
                return None;
            }
            if self.peek() == Kind::Close {
                self.bump();
            } else {
                loop {
                    args.push(self.term(token, open, depth)?);
                    match self.peek() {
                        Kind::Comma => self.bump(),
                        Kind::Close => {
                            self.bump();
                            break;
                        }
                        _ => {
                            self.argument_error(token, open, depth, "`,` or `)`");
                            return None;
                        }
                    };
                }
            }
        }
        let name = self.pool.symbol(&name);
        Some(Application { name, args: args.into() })
    }

    fn term(&mut self, of: Token, open: Token, depth: usize) -> Option<Term> {
        let token = self.token();
        match token.kind {
            Kind::Placeholder => {
                self.bump();
                let inner = self.slice(token);
                let inner = self.pool.symbol(&inner[1..inner.len() - 1]);
                Some(Term::Placeholder(inner))
            }
            Kind::Name | Kind::Quoted if self.peek_second() == Kind::Open => {
                let inner = self.application(depth + 1)?;
                // `here()` is the object `here`, as `p()` is the fact `p`.
                Some(if inner.args.is_empty() {
                    Term::Name(inner.name)
                } else {
                    Term::Apply(inner)
                })
            }
            Kind::Quoted => {
                self.bump();
                let name = self.name_of(token);
                Some(Term::Name(self.pool.symbol(&name)))
            }
            kind if kind.can_be_argument() && names::is_argument(self.slice(token)) => {
                self.bump();
                let name = self.slice(token);
                Some(Term::Name(self.pool.symbol(name)))
            }
            _ => {
                self.argument_error(of, open, depth, "an argument");
                None
            }
        }
    }

    /// Reports that the arguments of `of` go wrong here, and skips to where they end.
    fn argument_error(&mut self, of: Token, open: Token, depth: usize, expected: &str) {
        let name = self.slice(of);
        let mend = match self.peek() {
            Kind::Binary(_) | Kind::Unary(_) | Kind::Relation(_) | Kind::Open => {
                format!(
                    "`{name}(` begins the arguments of `{name}`; put an operator between if a formula is meant"
                )
            }
            Kind::Junk => "quote a name with such characters".to_owned(),
            Kind::End => "close the bracket with `)`".to_owned(),
            _ => format!("the arguments of `{name}` are names, separated by commas"),
        };
        let token = self.token();
        let found = self.describe(token);
        let related = Some(open.start as usize..open.end as usize);
        self.error_at(token, found, expected, Some(mend), related);
        self.skip_arguments(depth);
    }

    /// Skips to behind the bracket that closes the outermost of `depth` argument lists.
    fn skip_arguments(&mut self, mut depth: usize) {
        while depth > 0 && self.peek() != Kind::End {
            match self.bump().kind {
                Kind::Open => depth += 1,
                Kind::Close => depth -= 1,
                _ => {}
            }
        }
    }

    fn name_of(&self, token: Token) -> String {
        let text = self.slice(token);
        if token.kind == Kind::Quoted { unquote(text) } else { text.to_owned() }
    }
}

/// The atom with arguments, or the comparison, that `text` is the canonical spelling of.
pub(super) fn atom_of(text: &str) -> Option<(crate::formula::Formula, Atom)> {
    // Most quoted names are plain words.
    text.contains(['(', '<', '=', '>']).then_some(())?;
    let lexed = lexer::lex(text, Dialect::Vedette, Reading::Infinite);
    let parser = Parser::new(text, &lexed.tokens, Dialect::Vedette, Reading::Infinite);
    let parsed = parser.parse();
    let formula = parsed.errors.is_empty().then_some(parsed.formula)?;
    let Node::Atom(id) = formula.pool.node(formula.root) else { return None };
    let atom = formula.pool.atom(id).clone();
    (print::print(&formula.pool, formula.root, Style::Vedette) == text).then_some((formula, atom))
}
