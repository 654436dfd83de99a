//! Words as text, in the style of Spot: `a & !b; cycle{c; 1}`, and for finite words `a; !b; 1`.
//!
//! A letter is a conjunction of literals; `1` (or `true`) is the letter of which nothing is said.
//! Reading a letter makes true what it names without `!`, and nothing else. Writing one names every
//! atom that is asked for, or the atoms that occur somewhere in the word.
//!
//! ```
//! use vedette_checker::formula::Pool;
//! use vedette_checker::words::Word;
//!
//! let mut pool = Pool::default();
//! let word = Word::parse("1; ON(lamp) & !off; cycle{off}", &mut pool).unwrap();
//! assert_eq!(word.render(&pool), "!ON(lamp) & !off; ON(lamp) & !off; cycle{!ON(lamp) & off}");
//! let error = Word::parse("a; cycle{}", &mut pool).unwrap_err();
//! assert_eq!(error.to_string(), "found an empty letter at byte 9, expected `a & !b` or `1`");
//! ```

use super::{Lasso, Letter, Word};
use crate::formula::{Application, Atom, AtomId, Number, Pool, Term};
use std::fmt;

/// Why a text is not a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordError {
    /// Where, in bytes.
    pub at: usize,
    /// What was found.
    pub found: &'static str,
    /// What was expected.
    pub expected: &'static str,
}

impl fmt::Display for WordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {} at byte {}, expected {}", self.found, self.at, self.expected)
    }
}

impl std::error::Error for WordError {}

const LETTER: &str = "`a & !b` or `1`";

impl Word {
    /// Reads a word; its atoms are added to `pool`.
    pub fn parse(text: &str, pool: &mut Pool) -> Result<Self, WordError> {
        let error = |at, found, expected| Err(WordError { at, found, expected });
        let Some(cycle_at) = text.find("cycle{") else {
            return Ok(Self::Finite(letters(text, 0, pool)?));
        };
        let head = text[..cycle_at].trim_end();
        let prefix = match head.strip_suffix(';') {
            Some(prefix) => letters(prefix, 0, pool)?,
            None if head.is_empty() => Vec::new(),
            None => return error(head.len(), "a letter", "`;` before `cycle{`"),
        };
        let start = cycle_at + "cycle{".len();
        let Some(length) = text[start..].find('}') else {
            return error(text.len(), "the end", "`}` to close the cycle");
        };
        let after = start + length + 1;
        if !text[after..].trim().is_empty() {
            return error(after, "text", "the end after the cycle");
        }
        let cycle = letters(&text[start..start + length], start, pool)?;
        Ok(Self::Lasso(Lasso { prefix, cycle }))
    }

    /// The word in Spot's style. Every letter names each atom that is true somewhere in the word.
    pub fn render(&self, pool: &Pool) -> String {
        let mut atoms: Vec<AtomId> = self.letters().flat_map(Letter::atoms).collect();
        atoms.sort_unstable();
        atoms.dedup();
        self.render_over(pool, &atoms)
    }

    /// The word in Spot's style; every letter names exactly `atoms`, in that order.
    pub fn render_over(&self, pool: &Pool, atoms: &[AtomId]) -> String {
        let row = |letters: &[Letter]| {
            letters.iter().map(|letter| render_letter(letter, pool, atoms)).collect::<Vec<_>>()
        };
        match self {
            Self::Finite(letters) => row(letters).join("; "),
            Self::Lasso(lasso) => {
                let mut parts = row(&lasso.prefix);
                parts.push(format!("cycle{{{}}}", row(&lasso.cycle).join("; ")));
                parts.join("; ")
            }
        }
    }
}

fn render_letter(letter: &Letter, pool: &Pool, atoms: &[AtomId]) -> String {
    if atoms.is_empty() {
        return "1".to_owned();
    }
    let literals = atoms.iter().map(|&atom| {
        let name = render_atom(pool, pool.atom(atom));
        match (letter.contains(atom), pool.atom(atom)) {
            (true, _) => name,
            (false, Atom::Fact(_)) => format!("!{name}"),
            (false, Atom::Compare { .. }) => format!("!({name})"),
        }
    });
    literals.collect::<Vec<_>>().join(" & ")
}

/// An atom as a user writes it.
fn render_atom(pool: &Pool, atom: &Atom) -> String {
    match atom {
        Atom::Fact(fact) => render_application(pool, fact),
        Atom::Compare { left, relation, right } => {
            let side = |number: &Number| match number {
                Number::Literal(real) => real.get().to_string(),
                Number::Value(value) => render_application(pool, value),
            };
            format!("{} {} {}", side(left), relation.symbol(), side(right))
        }
    }
}

fn render_application(pool: &Pool, application: &Application) -> String {
    let name = pool.name(application.name);
    if application.args.is_empty() {
        let plain = name.chars().all(|c| c.is_alphanumeric() || "_.".contains(c));
        return if plain { name.to_owned() } else { format!("\"{name}\"") };
    }
    let args = application.args.iter().map(|arg| match arg {
        Term::Name(symbol) => pool.name(*symbol).to_owned(),
        Term::Placeholder(symbol) => format!("<{}>", pool.name(*symbol)),
        // Nesting of terms is bounded by the parser.
        Term::Apply(inner) => render_application(pool, inner),
    });
    format!("{name}({})", args.collect::<Vec<_>>().join(", "))
}

fn letters(text: &str, offset: usize, pool: &mut Pool) -> Result<Vec<Letter>, WordError> {
    let mut at = offset;
    let mut letters = Vec::new();
    for part in text.split(';') {
        letters.push(letter(part, at, pool)?);
        at += part.len() + 1;
    }
    Ok(letters)
}

fn letter(text: &str, offset: usize, pool: &mut Pool) -> Result<Letter, WordError> {
    let error = |at, found| Err(WordError { at, found, expected: LETTER });
    let mut result = Letter::default();
    if text.trim().is_empty() {
        return error(offset, "an empty letter");
    }
    if matches!(text.trim(), "1" | "true") {
        return Ok(result);
    }
    let mut at = offset;
    for part in text.split('&') {
        let literal = part.trim();
        let name = literal.strip_prefix('!').unwrap_or(literal).trim();
        let (head, args) = match name.split_once('(') {
            None => (name, ""),
            Some((head, rest)) => match rest.strip_suffix(')') {
                Some(args) => (head, args),
                None => return error(at, "an unclosed bracket"),
            },
        };
        let head = head.trim().trim_matches('"');
        if head.is_empty() {
            return error(at, "no atom");
        }
        let args: Vec<&str> =
            args.split(',').map(str::trim).filter(|arg| !arg.is_empty()).collect();
        let atom = fact(pool, head, &args);
        if !literal.starts_with('!') {
            result.insert(atom);
        }
        at += part.len() + 1;
    }
    Ok(result)
}

fn fact(pool: &mut Pool, name: &str, args: &[&str]) -> AtomId {
    let name = pool.symbol(name);
    let args = args
        .iter()
        .map(|arg| match arg.strip_prefix('<').and_then(|arg| arg.strip_suffix('>')) {
            Some(category) => Term::Placeholder(pool.symbol(category)),
            None => Term::Name(pool.symbol(arg)),
        })
        .collect();
    pool.atom_id(Atom::Fact(Application { name, args }))
}
