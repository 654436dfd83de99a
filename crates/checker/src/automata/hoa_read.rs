//! The Hanoi Omega-Automata format, version 1: reading.
//!
//! ```
//! use vedette_checker::automata::hoa_read::read;
//!
//! let text = "HOA: v1 States: 1 Start: 0 AP: 1 \"a\" Acceptance: 1 Inf(0)
//!     --BODY-- State: 0 [!0] 0 [0] 0 {0} --END--";
//! let found = read(text).unwrap();
//! assert_eq!((found.atoms.as_slice(), found.automaton.states()), (&["a".to_owned()][..], 1));
//!
//! let wrong = read(&text.replace("Inf(0)", "Fin(0)")).unwrap_err();
//! assert_eq!((wrong.line, wrong.column), (1, 52));
//! assert!(wrong.message.contains("expected a conjunction of Inf"));
//! ```
//!
//! Read are Büchi and generalized Büchi automata with one start state, labels on steps or on states,
//! aliases, and acceptance on steps or on states. All else (Rabin, parity, alternation, labels left out)
//! is refused by name: an automaton that is half understood would be compared wrongly.

use super::explicit::{Automaton, Edge};
use super::guard::{Guard, Guards, MAX_ATOMS};
use super::hoa_lexer::{Lexer, Token};
use super::translate::{MAX_SETS, merged};
use crate::formula::AtomId;
use rustc_hash::FxHashMap;
use std::fmt;

/// An automaton that was read.
#[derive(Clone, Debug)]
pub struct Hoa {
    /// The title, if it has one.
    pub name: Option<String>,
    /// The names of the atoms; atom number `i` of the automaton is `AtomId::from_index(i)`.
    pub atoms: Vec<String>,
    /// Whether it reads finite words (our header `Finite-Words`).
    pub finite: bool,
    /// The automaton.
    pub automaton: Automaton,
}

/// Why a text is no automaton that is understood here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoaError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What was found, what was expected, what to do.
    pub message: String,
}

impl fmt::Display for HoaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for HoaError {}

/// States are numbers below this.
const MAX_STATES: usize = 1_000_000;

/// The automaton that `text` holds.
pub fn read(text: &str) -> Result<Hoa, HoaError> {
    let mut reader = Reader {
        lexer: Lexer::new(text)?,
        guards: Guards::default(),
        aliases: FxHashMap::default(),
        atoms: None,
        name: None,
        start: None,
        states: None,
        sets: None,
        finite: false,
    };
    reader.header()?;
    reader.body()
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    guards: Guards,
    aliases: FxHashMap<String, Guard>,
    atoms: Option<Vec<String>>,
    name: Option<String>,
    start: Option<usize>,
    states: Option<usize>,
    sets: Option<u32>,
    finite: bool,
}

impl Reader<'_> {
    fn number(&mut self, what: &str, limit: usize) -> Result<usize, HoaError> {
        match self.lexer.next() {
            Token::Number(number) if number < limit => Ok(number),
            Token::Number(number) => {
                Err(self.lexer.error(format!("found {number}, expected {what} below {limit}")))
            }
            other => Err(self.lexer.error(format!("found {other}, expected {what}"))),
        }
    }

    fn text(&mut self, what: &str) -> Result<String, HoaError> {
        match self.lexer.next() {
            Token::Text(text) => Ok(text),
            other => Err(self.lexer.error(format!("found {other}, expected {what} in quotes"))),
        }
    }

    fn header(&mut self) -> Result<(), HoaError> {
        match (self.lexer.next(), self.lexer.next()) {
            (Token::Header(name), Token::Word(version)) if name == "HOA" && version == "v1" => {}
            _ => {
                return Err(self.lexer.error("expected the text to begin with HOA: v1".to_owned()));
            }
        }
        loop {
            match self.lexer.next() {
                Token::Mark("--BODY--") => return Ok(()),
                Token::Header(name) => self.item(&name)?,
                other => {
                    return Err(self.lexer.error(format!(
                        "found {other}, expected a header such as States: or --BODY--"
                    )));
                }
            }
        }
    }

    fn item(&mut self, name: &str) -> Result<(), HoaError> {
        match name {
            "States" => self.states = Some(self.number("a number of states", MAX_STATES)?),
            "Start" => {
                if self.start.is_some() || {
                    self.start = Some(self.number("a state", MAX_STATES)?);
                    self.lexer.peek_is(&Token::Sign('&'))
                } {
                    return Err(self.lexer.error(
                        "found several start states, expected one; alternation is not read"
                            .to_owned(),
                    ));
                }
            }
            "AP" => {
                let count = self.number("a number of atoms", MAX_ATOMS + 1)?;
                let atoms = (0..count).map(|_| self.text("the name of an atom"));
                self.atoms = Some(atoms.collect::<Result<_, _>>()?);
            }
            "Alias" => {
                let Token::Alias(alias) = self.lexer.next() else {
                    return Err(self.lexer.error("expected an alias such as @a".to_owned()));
                };
                let guard = self.label()?;
                self.aliases.insert(alias, guard);
            }
            "Acceptance" => self.acceptance()?,
            "name" => self.name = Some(self.text("a title")?),
            "Finite-Words" => {
                self.finite = true;
                self.lexer.skip_item();
            }
            _ if name.starts_with(|c: char| c.is_ascii_lowercase()) => self.lexer.skip_item(),
            _ => {
                return Err(self.lexer.error(format!(
                    "found the header {name}:, which changes the meaning and is not understood here"
                )));
            }
        }
        Ok(())
    }

    /// `t` with no sets, or each set once in a conjunction of `Inf`.
    fn acceptance(&mut self) -> Result<(), HoaError> {
        let sets = self.number("a number of acceptance sets", MAX_SETS + 1)?;
        let mut seen = 0_u64;
        loop {
            match self.lexer.peek().clone() {
                Token::Word(word) if word == "Inf" => {
                    self.lexer.next();
                    self.sign('(')?;
                    seen |= 1 << self.number("an acceptance set", sets)?;
                    self.sign(')')?;
                }
                Token::Word(word) if word == "t" && sets == 0 => {
                    self.lexer.next();
                }
                Token::Sign('&' | '(' | ')') => {
                    self.lexer.next();
                }
                Token::Header(_) | Token::Mark(_) => break,
                other => {
                    self.lexer.next();
                    return Err(self.lexer.error(format!(
                        "found {other}, expected a conjunction of Inf(…): only Büchi and \
                         generalized Büchi automata are read"
                    )));
                }
            }
        }
        if seen != super::explicit::all_marks(sets as u32) {
            return Err(self.lexer.error(format!(
                "found a condition that leaves out some of {sets} sets, expected Inf of each"
            )));
        }
        self.sets = Some(sets as u32);
        Ok(())
    }

    fn sign(&mut self, sign: char) -> Result<(), HoaError> {
        match self.lexer.next() {
            Token::Sign(found) if found == sign => Ok(()),
            other => Err(self.lexer.error(format!("found {other}, expected {sign}"))),
        }
    }

    /// A Boolean expression over atoms, up to what cannot go on one.
    fn label(&mut self) -> Result<Guard, HoaError> {
        // Operands and operators wait on stacks of their own: labels may nest as deep as they like.
        let mut values: Vec<Guard> = Vec::new();
        let mut waiting: Vec<char> = Vec::new();
        let mut expects_value = true;
        loop {
            let token = self.lexer.peek().clone();
            match (&token, expects_value) {
                (Token::Sign(sign @ ('!' | '(')), true) => {
                    waiting.push(*sign);
                    self.lexer.next();
                }
                (Token::Number(_) | Token::Word(_) | Token::Alias(_), true) => {
                    self.lexer.next();
                    let value = self.operand(token)?;
                    values.push(value);
                    expects_value = false;
                }
                (Token::Sign(')'), false) if waiting.contains(&'(') => {
                    self.lexer.next();
                    self.settle(&mut values, &mut waiting, 0);
                    waiting.pop();
                }
                (Token::Sign(sign @ ('&' | '|')), false) => {
                    self.lexer.next();
                    self.settle(&mut values, &mut waiting, if *sign == '&' { 2 } else { 1 });
                    waiting.push(*sign);
                    expects_value = true;
                }
                (_, false) => break,
                (other, true) => {
                    let other = other.to_string();
                    self.lexer.next();
                    return Err(self.lexer.error(format!(
                        "found {other}, expected the number of an atom, t, f, ! or ("
                    )));
                }
            }
        }
        self.settle(&mut values, &mut waiting, 0);
        if waiting.is_empty() {
            Ok(values.pop().expect("a value was read"))
        } else {
            Err(self.lexer.error("found a label with an open (, expected )".to_owned()))
        }
    }

    fn operand(&mut self, token: Token) -> Result<Guard, HoaError> {
        let atoms = self.atoms.as_ref().map_or(0, Vec::len);
        match token {
            Token::Number(number) if number < atoms => Ok(self.guards.variable(number as u32)),
            Token::Number(number) => Err(self.lexer.error(format!(
                "found atom {number}, expected one below {atoms}, the number that AP: declares"
            ))),
            Token::Word(word) if word == "t" => Ok(Guard::TRUE),
            Token::Word(word) if word == "f" => Ok(Guard::FALSE),
            Token::Alias(alias) => self.aliases.get(&alias).copied().ok_or_else(|| {
                self.lexer.error(format!("found @{alias}, which no Alias: declares"))
            }),
            other => Err(self.lexer.error(format!("found {other}, expected t or f"))),
        }
    }

    /// Applies the operators on top that bind at least as tightly as `least`.
    fn settle(&mut self, values: &mut Vec<Guard>, waiting: &mut Vec<char>, least: u8) {
        while let Some(&top) = waiting.last() {
            let binds = match top {
                '!' => 3,
                '&' => 2,
                '|' => 1,
                _ => return,
            };
            if binds < least {
                return;
            }
            waiting.pop();
            let right = values.pop().expect("an operator has its operand");
            let value = if top == '!' {
                self.guards.not(right)
            } else {
                let left = values.pop().expect("a binary operator has two operands");
                if top == '&' { self.guards.and(left, right) } else { self.guards.or(left, right) }
            };
            values.push(value);
        }
    }

    fn bracketed(&mut self) -> Result<Option<Guard>, HoaError> {
        if !self.lexer.peek_is(&Token::Sign('[')) {
            return Ok(None);
        }
        self.lexer.next();
        let guard = self.label()?;
        self.sign(']')?;
        Ok(Some(guard))
    }

    fn marks(&mut self, sets: u32) -> Result<Option<u64>, HoaError> {
        if !self.lexer.peek_is(&Token::Sign('{')) {
            return Ok(None);
        }
        self.lexer.next();
        let mut marks = 0;
        while !self.lexer.peek_is(&Token::Sign('}')) {
            marks |= 1 << self.number("an acceptance set", sets as usize)?;
        }
        self.lexer.next();
        Ok(Some(marks))
    }

    fn body(mut self) -> Result<Hoa, HoaError> {
        let Some(sets) = self.sets else {
            return Err(self.lexer.error("expected a header Acceptance:, found none".to_owned()));
        };
        let count = self.states;
        let limit = count.unwrap_or(MAX_STATES);
        let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); count.unwrap_or(0)];
        let mut state_based = true;
        let mut largest = 0;
        loop {
            match self.lexer.next() {
                Token::Mark("--END--") => break,
                Token::Header(name) if name == "State" => {}
                other => {
                    return Err(self
                        .lexer
                        .error(format!("found {other}, expected State: or --END--")));
                }
            }
            let common = self.bracketed()?;
            let state = self.number("a state", limit)?;
            if let Token::Text(_) = self.lexer.peek() {
                self.lexer.next();
            }
            let here = self.marks(sets)?;
            let mut own = Vec::new();
            while !matches!(self.lexer.peek(), Token::Header(_) | Token::Mark(_)) {
                let guard = match (self.bracketed()?, common) {
                    (Some(guard), None) => guard,
                    (None, Some(common)) => common,
                    (Some(_), Some(_)) => {
                        return Err(self.lexer.error(
                            "found a label on a step of a state with a label, expected only one"
                                .to_owned(),
                        ));
                    }
                    (None, None) => {
                        self.lexer.next();
                        return Err(self.lexer.error(
                            "found a step without a label, expected one such as [0 & !1]"
                                .to_owned(),
                        ));
                    }
                };
                let target = self.number("a state", limit)?;
                largest = largest.max(target);
                let marks = match (self.marks(sets)?, here) {
                    (None, here) => here.unwrap_or(0),
                    (Some(marks), here) => marks | here.unwrap_or(0),
                };
                own.push(Edge { target, marks, guard });
            }
            largest = largest.max(state);
            if edges.len() <= largest {
                edges.resize(largest + 1, Vec::new());
            }
            let own = merged(&mut self.guards, own);
            state_based &= own.iter().all(|edge| edge.marks == own[0].marks);
            edges[state] = own;
        }
        let Some(start) = self.start.filter(|&start| start < edges.len()) else {
            return Err(self.lexer.error("expected Start: with a state that there is".to_owned()));
        };
        let names = self.atoms.unwrap_or_default();
        let atoms = (0..names.len()).map(AtomId::from_index).collect();
        let guards = self.guards;
        let automaton = Automaton { atoms, guards, start, sets, edges, state_based };
        Ok(Hoa { name: self.name, atoms: names, finite: self.finite, automaton })
    }
}
