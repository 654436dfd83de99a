//! The formula language: text to formula and back (`docs/semantics.md`, section 1).
//!
//! ```
//! use vedette_checker::syntax::{Dialect, Style, parse, print};
//! use vedette_checker::words::Reading;
//!
//! let parsed = parse("G(ON(<stove>) AND NOT p -> X q)", Dialect::Auto, Reading::Infinite);
//! let formula = parsed.ok().unwrap();
//! assert_eq!(
//!     print(&formula.pool, formula.root, Style::Vedette),
//!     "G(ON(<stove>) & !p -> X q)",
//! );
//! ```
//!
//! # Why this construction
//!
//! The parser is operator precedence with two explicit stacks (Dijkstra's shunting yard; Pratt, *Top
//! down operator precedence*, 1973, is its recursive form). It is linear, needs no call stack
//! however deep the text is nested, and, since it always knows whether an operand or an operator is
//! due, it can name what is missing and go on: one pass reports several errors and still returns a
//! formula, with [`Node::Hole`](crate::formula::Node::Hole) where one is missing.
//!
//! One grammar serves every dialect; dialects differ in words (`Fp2`), in the precedence table
//! (`NuSMV`), and in what plain `X` means (Spot over finite words).

mod atom;
mod dialect;
mod error;
mod expressible;
mod head;
mod interval;
mod lexer;
mod names;
mod parser;
mod print;
mod reduce;
mod report;
mod sentinel;
mod style;
mod token;
mod traps;
mod words;

pub use dialect::{Dialect, MAX_TEXT, Parsed, parse};
pub use error::{Repair, SyntaxError, Warning, render};
pub use print::{Style, expressible, print, print_within, write};
