//! The importer for rule texts of the SENTINEL code base as found.
//!
//! ```
//! use vedette_checker::syntax::{Dialect, Style, parse, print};
//! use vedette_checker::words::Reading;
//!
//! let text = "G(ISON(Toaster) -> NOT(ISCOOKED(BreadSliced)) AND INSIDE(BreadSliced, Toaster)))";
//! let parsed = parse(text, Dialect::Sentinel, Reading::Finite);
//! assert_eq!(parsed.repairs[0].to_string(), "surplus `)` ignored");
//! assert_eq!(
//!     print(&parsed.formula.pool, parsed.formula.root, Style::Vedette),
//!     "G(ISON(Toaster) -> !ISCOOKED(BreadSliced) & INSIDE(BreadSliced, Toaster))",
//! );
//! ```
//!
//! Our grammar already reads most of what that file contains; this module lists where the text
//! leaves the form that the code base's own reader accepts, mends brackets, and moves an `OR` that
//! stands outside `F` although the doubled bracket shows that it belongs inside. Atoms stay at the
//! level of types; a nested term such as `HELD(Object)` stays a term. The text is read as written:
//! `NOT(p) AND q` negates `p` alone.

use super::dialect::{Dialect, Parsed};
use super::error::Repair;
use super::lexer::lex;
use super::parser::Parser;
use super::token::{Kind, Token};
use crate::formula::{Binary, Unary};
use crate::words::Reading;

pub(super) fn parse(text: &str, reading: Reading) -> Parsed {
    let mut tokens = lex(text, Dialect::Sentinel, reading).tokens;
    let mut repairs = observe(text, &tokens);
    repairs.extend(move_or_inside(&mut tokens));
    let mut parsed = Parser::new(text, &tokens, Dialect::Sentinel, reading).parse();
    parsed.repairs.extend(repairs);
    parsed.repairs.sort_by_key(|repair| repair.span.start);
    parsed
}

/// Where the text leaves the form that the code base's reader accepts, though our grammar reads it.
fn observe(text: &str, tokens: &[Token]) -> Vec<Repair> {
    let mut repairs = Vec::new();
    for (at, &token) in tokens.iter().enumerate() {
        let slice = &text[token.start as usize..token.end as usize];
        let next = tokens.get(at + 1).copied().unwrap_or(token);
        let mut note = |what: String| {
            repairs.push(Repair { span: token.start as usize..token.end as usize, what });
        };
        match token.kind {
            Kind::Unary(Unary::Not) | Kind::Binary(Binary::And | Binary::Or)
                if slice.bytes().any(|byte| byte.is_ascii_lowercase()) =>
            {
                note(format!("`{slice}` read as {}", slice.to_ascii_uppercase()));
            }
            _ => {}
        }
        match token.kind {
            Kind::Unary(Unary::Not) if next.kind != Kind::Open => {
                note("NOT without brackets read as the negation of what follows".to_owned());
            }
            Kind::Unary(Unary::Not) if next.start > token.end => {
                note("blank between NOT and its bracket ignored".to_owned());
            }
            Kind::Unary(Unary::Finally | Unary::Globally) if next.kind == Kind::SquareOpen => {
                note(format!("`{slice}[…]` read as a bounded operator"));
            }
            Kind::Constant(false)
                if at > 0 && tokens[at - 1].kind == Kind::Binary(Binary::Implies) =>
            {
                note(format!("`-> {slice}` read as: never what stands before it"));
            }
            Kind::Comma if next.start == token.end => {
                note("missing blank after a comma".to_owned());
            }
            Kind::Binary(_) if at > 0 && tokens[at - 1].end == token.start => {
                note(format!("missing blank before `{slice}`"));
            }
            Kind::Binary(_) if next.start == token.end => {
                note(format!("missing blank after `{slice}`"));
            }
            _ => {}
        }
    }
    repairs
}

/// `F[…]((p)) OR (q)` is read as `F[…]((p) OR (q))`: nobody doubles a bracket round one atom.
fn move_or_inside(tokens: &mut [Token]) -> Vec<Repair> {
    let mut repairs = Vec::new();
    let partner = partners(tokens);
    for at in 0..tokens.len() {
        if tokens[at].kind != Kind::Unary(Unary::Finally) {
            continue;
        }
        let mut open = at + 1;
        if tokens[open].kind == Kind::SquareOpen {
            // The longest bounds are `[A s,B s]`.
            let bounds = tokens[open..].iter().take(8);
            match bounds.map(|token| token.kind).position(|kind| kind == Kind::SquareClose) {
                Some(length) => open += length + 1,
                None => continue,
            }
        }
        let Some(close) = partner.get(open).copied().flatten() else { continue };
        let doubled = partner[open + 1].is_some_and(|inner| inner + 1 == close);
        let Some(second) = tokens.get(close + 2) else { continue };
        let or = tokens[close + 1];
        if !(doubled && or.kind == Kind::Binary(Binary::Or) && second.kind == Kind::Open) {
            continue;
        }
        let Some(end) = partner[close + 2] else { continue };
        // The closing bracket of F moves behind the second group.
        let moved = tokens[close];
        tokens.copy_within(close + 1..=end, close);
        let place = tokens[end - 1].end;
        tokens[end] = Token { kind: Kind::Close, start: place, end: place };
        let what = "`OR` outside F moved inside it, as the doubled bracket shows".to_owned();
        repairs.push(Repair { span: moved.start as usize..or.end as usize, what });
        // The partners of the moved tokens no longer hold; one such repair a text is enough.
        break;
    }
    repairs
}

/// For every opening round bracket, the place of the bracket that closes it.
fn partners(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut partner = vec![None; tokens.len() + 2];
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => open.push(at),
            Kind::Close => {
                if let Some(start) = open.pop() {
                    partner[start] = Some(at);
                }
            }
            _ => {}
        }
    }
    partner
}
