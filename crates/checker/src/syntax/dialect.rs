//! Dialects: whose syntax a text is in, and how to find out.
//!
//! ```
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let read = |text| parse(text, Dialect::Auto, Reading::Infinite).dialect;
//! assert_eq!(read("forall m: Microwave. G(on(m) -> !open(m))"), Dialect::Vedette);
//! assert_eq!(read("G(!A)"), Dialect::Spot, "in ours `A` is a path quantifier");
//! assert_eq!(read("LTLSPEC G (p -> F q)"), Dialect::NuSmv);
//! ```
//!
//! [`Dialect::Auto`] prefers ours whenever it reads the text without error: the same text must not
//! change its meaning with its neighbours. Where that could surprise (`Fp2` is a name in ours), a
//! warning says so.

use super::error::{Repair, SyntaxError, Warning};
use super::lexer::lex;
use super::parser::Parser;
use super::token::{Kind, Token};
use super::{sentinel, words};
use crate::formula::{Formula, Node};
use crate::words::Reading;
use rustc_hash::FxHashSet;
use std::fmt;
use std::str::FromStr;

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 16 << 20;

/// Whose syntax a text is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Found out from the text.
    #[default]
    Auto,
    /// Ours.
    Vedette,
    /// Spot's: `GFp1`, `p0=1`, no path quantifiers.
    Spot,
    /// `NuSMV`'s and `nuXmv`'s: their precedences, `LTLSPEC`, `xnor`.
    NuSmv,
    /// The papers': `G(ON(<stove>) -> X(p))`. Read by our grammar.
    Paper,
    /// Rule texts of the SENTINEL code base as found, with repairs.
    Sentinel,
}

impl Dialect {
    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Vedette => "vedette",
            Self::Spot => "spot",
            Self::NuSmv => "nusmv",
            Self::Paper => "paper",
            Self::Sentinel => "sentinel",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Dialect {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        [Self::Auto, Self::Vedette, Self::Spot, Self::NuSmv, Self::Paper, Self::Sentinel]
            .into_iter()
            .find(|dialect| dialect.name() == word)
            .ok_or_else(|| {
                format!(
                    "found dialect `{word}`, expected auto, vedette, spot, nusmv, paper or sentinel"
                )
            })
    }
}

/// What was read.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The formula; it has [`Node::Hole`] where there are errors.
    pub formula: Formula,
    /// What is wrong, in the order of the text. Empty if the formula is sound.
    pub errors: Vec<SyntaxError>,
    /// What may be misread.
    pub warnings: Vec<Warning>,
    /// What an importer mended.
    pub repairs: Vec<Repair>,
    /// The dialect that was used; never [`Dialect::Auto`].
    pub dialect: Dialect,
}

impl Parsed {
    /// The formula, if there is no error.
    pub fn ok(self) -> Result<Formula, Vec<SyntaxError>> {
        if self.errors.is_empty() { Ok(self.formula) } else { Err(self.errors) }
    }
}

/// Reads `text`. Never panics; at most linear in the length of the text.
///
/// `reading` matters in one place: Spot's plain `X` is weak over finite words.
pub fn parse(text: &str, dialect: Dialect, reading: Reading) -> Parsed {
    if text.len() > MAX_TEXT {
        return too_long(text, dialect);
    }
    match dialect {
        Dialect::Auto => recognise(text, reading),
        Dialect::Sentinel => sentinel::parse(text, reading),
        _ => parse_in(text, dialect, reading),
    }
}

fn parse_in(text: &str, dialect: Dialect, reading: Reading) -> Parsed {
    let lexed = lex(text, dialect, reading);
    let mut parsed = Parser::new(text, &lexed.tokens, dialect, reading).parse();
    if reading == Reading::Finite
        && dialect != Dialect::Spot
        && let (Some(plain), Some(_)) = (lexed.plain_next, lexed.strong_next)
    {
        parsed.warnings.push(Warning {
            span: plain,
            message: "plain `X` is strong here, like `X[!]`; in Spot's reading of finite words it \
                      is weak (`X[w]`)"
                .to_owned(),
        });
    }
    parsed
}

fn recognise(text: &str, reading: Reading) -> Parsed {
    if is_nusmv(text) {
        return parse_in(text, Dialect::NuSmv, reading);
    }
    let mut ours = parse_in(text, Dialect::Vedette, reading);
    if ours.errors.is_empty() {
        let tokens = lex(text, Dialect::Vedette, reading).tokens;
        ours.warnings.extend(fused_name(text, &tokens));
        return ours;
    }
    // The author did not say that it is Spot's, so plain `X` keeps its meaning: that of infinite words.
    let mut spot = parse_in(text, Dialect::Spot, Reading::Infinite);
    if !spot.errors.is_empty() {
        return ours;
    }
    if reading == Reading::Finite
        && let Some(span) = lex(text, Dialect::Spot, reading).plain_next
    {
        spot.warnings.push(Warning {
            span,
            message: "read in Spot's syntax, but plain `X` is strong as in ours; choose the \
                      dialect spot for its weak `X`"
                .to_owned(),
        });
    }
    spot
}

fn is_nusmv(text: &str) -> bool {
    let word = text.split(|c| !words::inside_name(c)).find(|word| !word.is_empty());
    matches!(word, Some("LTLSPEC" | "CTLSPEC" | "SPEC"))
        || text.split(|c| !words::inside_name(c)).any(|word| word == "xnor")
}

/// A name such as `GFp1` that is probably not meant as a name.
fn fused_name(text: &str, tokens: &[Token]) -> Option<Warning> {
    let name = |token: &Token| &text[token.start as usize..token.end as usize];
    let names: FxHashSet<&str> =
        tokens.iter().filter(|token| token.kind == Kind::Name).map(name).collect();
    let mut before = Kind::End;
    // How many brackets are open within an argument list.
    let mut arguments = 0_usize;
    for token in tokens {
        let previous = std::mem::replace(&mut before, token.kind);
        match token.kind {
            Kind::Open if arguments > 0 || matches!(previous, Kind::Name | Kind::Quoted) => {
                arguments += 1;
            }
            Kind::Close => arguments = arguments.saturating_sub(1),
            _ => {}
        }
        let elsewhere = matches!(previous, Kind::Comma | Kind::Colon | Kind::Relation(_));
        if token.kind != Kind::Name || arguments > 0 || elsewhere {
            continue;
        }
        let word = name(token);
        let rest = word.trim_start_matches(['F', 'G', 'X']);
        let letters = word.len() - rest.len();
        let likely = letters > 0
            && rest.starts_with(|c: char| c.is_ascii_lowercase())
            && (letters > 1
                || rest.len() == 1
                || rest[1..].bytes().all(|byte| byte.is_ascii_digit())
                || names.contains(rest));
        if likely {
            let spelled: Vec<String> =
                word[..letters].chars().map(String::from).chain([rest.to_owned()]).collect();
            return Some(Warning {
                span: token.start as usize..token.end as usize,
                message: format!(
                    "`{word}` is read as a name; if `{}` is meant, put blanks between or choose the \
                     dialect spot",
                    spelled.join(" ")
                ),
            });
        }
    }
    None
}

fn too_long(text: &str, dialect: Dialect) -> Parsed {
    let mut formula = Formula::default();
    formula.root = formula.pool.add(Node::Hole);
    Parsed {
        formula,
        errors: vec![SyntaxError {
            span: 0..text.len(),
            found: format!("a text of {} bytes", text.len()),
            expected: format!("at most {MAX_TEXT} bytes"),
            mend: Some("split the formula".to_owned()),
            related: None,
        }],
        warnings: Vec::new(),
        repairs: Vec::new(),
        dialect: if dialect == Dialect::Auto { Dialect::Vedette } else { dialect },
    }
}
