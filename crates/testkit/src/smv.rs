//! Reads the part of the language of `NuSMV` that the export of plans writes, and checks its specifications by
//! the definition: fair CTL as fixpoints over explicit states. It shares no code with the engine.
//!
//! ```
//! use vedette_testkit::smv::check;
//!
//! let model = "MODULE main\nVAR\n  s : 0..1;\nASSIGN\n  init(s) := 0;\n  next(s) := case\n    \
//!              s = 0 : {0, 1};\n    TRUE : s;\n  esac;\nDEFINE\n  p := s = 1;\nFAIRNESS s = 1;\n\
//!              CTLSPEC AF p;\nCTLSPEC AG !p;\n";
//! assert_eq!(check(model).unwrap(), [true, false]);
//! ```

use std::collections::BTreeMap;

/// The truth of every specification, in order.
pub fn check(text: &str) -> Result<Vec<bool>, String> {
    Model::read(text)?.check()
}

/// A state: the value of every variable.
type State = Vec<i64>;

#[derive(Clone, Debug)]
enum Term {
    Number(i64),
    Set(Vec<Term>),
    Name(String),
    Next(String),
    Equal(Box<Term>, Box<Term>),
    In(Box<Term>, Box<Term>),
    Not(Box<Term>),
    Two(&'static str, Box<Term>, Box<Term>),
    Path(bool, char, Vec<Term>),
    Case(Vec<(Term, Term)>),
}

#[derive(Debug, Default)]
struct Model {
    variables: Vec<(String, Vec<i64>)>,
    first: BTreeMap<String, Term>,
    next: BTreeMap<String, Term>,
    definitions: BTreeMap<String, Term>,
    fairness: Vec<Term>,
    specs: Vec<Term>,
}

struct Reader {
    words: Vec<String>,
    at: usize,
}

fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for line in text.lines() {
        let line = line.split("--").next().unwrap_or_default();
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_ascii_alphanumeric() || "_$".contains(c);
            let end = if is_word(first) {
                rest.find(|c| !is_word(c)).unwrap_or(rest.len())
            } else {
                let long = ["<->", "->", ":=", ".."];
                long.iter()
                    .find(|op| rest.starts_with(**op))
                    .map_or(first.len_utf8(), |op| op.len())
            };
            words.push(rest[..end].to_owned());
            rest = rest[end..].trim_start();
        }
    }
    words
}

impl Reader {
    fn peek(&self) -> &str {
        self.words.get(self.at).map_or("", |word| word)
    }

    fn take(&mut self) -> String {
        self.at += 1;
        self.words.get(self.at - 1).cloned().unwrap_or_default()
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        self.at += usize::from(found);
        found
    }

    fn need(&mut self, word: &str) -> Result<(), String> {
        let found = self.take();
        if found == word { Ok(()) } else { Err(format!("found `{found}`, expected `{word}`")) }
    }

    fn number(&mut self) -> Result<i64, String> {
        let word = self.take();
        word.parse().map_err(|_| format!("found `{word}`, expected a number"))
    }

    /// `<->` and `->` bind least, then `|` and `xor`, then `&`, then `=` and `in`.
    fn term(&mut self, level: usize) -> Result<Term, String> {
        const LEVELS: [&[&str]; 5] = [&["<->"], &["->"], &["|", "xor"], &["&"], &["=", "in"]];
        let Some(operators) = LEVELS.get(level) else { return self.prefix() };
        let mut left = self.term(level + 1)?;
        while let Some(op) = operators.iter().find(|op| **op == self.peek()) {
            self.at += 1;
            // `->` leans to the right, all others to the left.
            let right = self.term(if *op == "->" { level } else { level + 1 })?;
            let (left_, right) = (Box::new(left), Box::new(right));
            left = match *op {
                "=" => Term::Equal(left_, right),
                "in" => Term::In(left_, right),
                op => Term::Two(op, left_, right),
            };
        }
        Ok(left)
    }

    fn prefix(&mut self) -> Result<Term, String> {
        let word = self.take();
        Ok(match &*word {
            "TRUE" => Term::Number(1),
            "FALSE" => Term::Number(0),
            "!" => Term::Not(Box::new(self.prefix()?)),
            "(" => {
                let inner = self.term(0)?;
                self.need(")")?;
                inner
            }
            "{" => {
                let mut items = vec![self.term(0)?];
                while self.eat(",") {
                    items.push(self.term(0)?);
                }
                self.need("}")?;
                Term::Set(items)
            }
            "next" => {
                self.need("(")?;
                let name = self.take();
                self.need(")")?;
                Term::Next(name)
            }
            "case" => {
                let mut arms = Vec::new();
                while !self.eat("esac") {
                    let test = self.term(0)?;
                    self.need(":")?;
                    arms.push((test, self.term(0)?));
                    self.need(";")?;
                }
                Term::Case(arms)
            }
            "AX" | "AF" | "AG" | "EX" | "EF" | "EG" => {
                let op = word.chars().nth(1).unwrap_or('X');
                Term::Path(word.starts_with('A'), op, vec![self.prefix()?])
            }
            "A" | "E" if self.peek() == "[" => {
                self.need("[")?;
                let left = self.term(0)?;
                self.need("U")?;
                let right = self.term(0)?;
                self.need("]")?;
                Term::Path(word == "A", 'U', vec![left, right])
            }
            _ => match word.parse() {
                Ok(number) => Term::Number(number),
                Err(_) if word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => {
                    Term::Name(word)
                }
                Err(_) => return Err(format!("found `{word}`, expected a term")),
            },
        })
    }
}

impl Model {
    fn read(text: &str) -> Result<Self, String> {
        let mut reader = Reader { words: words(text), at: 0 };
        let mut model = Self::default();
        reader.need("MODULE")?;
        reader.need("main")?;
        let mut section = String::new();
        while !reader.peek().is_empty() {
            if ["VAR", "ASSIGN", "DEFINE"].contains(&reader.peek()) {
                section = reader.take();
                continue;
            }
            if reader.eat("FAIRNESS") {
                model.fairness.push(reader.term(0)?);
            } else if reader.eat("CTLSPEC") {
                model.specs.push(reader.term(0)?);
            } else if section == "VAR" {
                let name = reader.take();
                reader.need(":")?;
                let values = if reader.eat("boolean") {
                    vec![0, 1]
                } else {
                    let low = reader.number()?;
                    reader.need("..")?;
                    (low..=reader.number()?).collect()
                };
                model.variables.push((name, values));
            } else if section == "ASSIGN" {
                let kind = reader.take();
                reader.need("(")?;
                let name = reader.take();
                reader.need(")")?;
                reader.need(":=")?;
                let term = reader.term(0)?;
                let map = if kind == "init" { &mut model.first } else { &mut model.next };
                if map.insert(name.clone(), term).is_some() {
                    return Err(format!("`{name}` is assigned twice"));
                }
            } else {
                let name = reader.take();
                reader.need(":=")?;
                model.definitions.insert(name, reader.term(0)?);
            }
            reader.need(";")?;
        }
        Ok(model)
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|(known, _)| known == name)
    }

    /// The values that a term may have.
    fn values(&self, term: &Term, here: &State, next: &State) -> Result<Vec<i64>, String> {
        let one = |term: &Term| {
            let values = self.values(term, here, next)?;
            let first = values.first().copied();
            first.ok_or_else(|| "a term without a value".to_owned())
        };
        Ok(match term {
            Term::Number(number) => vec![*number],
            Term::Set(items) => items.iter().map(one).collect::<Result<_, _>>()?,
            Term::Name(name) => match (self.index(name), self.definitions.get(name)) {
                (Some(index), _) => vec![here[index]],
                (None, Some(term)) => self.values(term, here, next)?,
                (None, None) => return Err(format!("`{name}` is not defined")),
            },
            Term::Next(name) => {
                let index = self.index(name).ok_or_else(|| format!("no variable `{name}`"))?;
                let value = next.get(index).ok_or_else(|| format!("next({name}) is not known"))?;
                vec![*value]
            }
            Term::Equal(a, b) => vec![i64::from(one(a)? == one(b)?)],
            Term::In(a, b) => vec![i64::from(self.values(b, here, next)?.contains(&one(a)?))],
            Term::Not(a) => vec![i64::from(one(a)? == 0)],
            Term::Two(op, a, b) => {
                let (a, b) = (one(a)? != 0, one(b)? != 0);
                vec![i64::from(two(op, a, b))]
            }
            Term::Case(arms) => {
                for (test, value) in arms {
                    if one(test)? != 0 {
                        return self.values(value, here, next);
                    }
                }
                return Err("no arm of a case applies".into());
            }
            Term::Path(..) => return Err("a path quantifier in a term".into()),
        })
    }

    /// All ways to give the variables values, in their order; a later one may ask for the next value of
    /// an earlier one.
    fn assignments(
        &self,
        terms: &BTreeMap<String, Term>,
        here: &State,
    ) -> Result<Vec<State>, String> {
        let mut states = vec![State::new()];
        for (name, range) in &self.variables {
            let mut longer = Vec::new();
            for state in &states {
                let values = match terms.get(name) {
                    Some(term) => self.values(term, here, state)?,
                    None => range.clone(),
                };
                for value in values {
                    if !range.contains(&value) {
                        return Err(format!("`{name}` cannot be {value}"));
                    }
                    longer.push(state.iter().copied().chain([value]).collect());
                }
            }
            states = longer;
        }
        Ok(states)
    }

    fn check(&self) -> Result<Vec<bool>, String> {
        let first = self.assignments(&self.first, &State::new())?;
        let (mut states, mut numbers) = (Vec::new(), BTreeMap::new());
        for state in first.clone() {
            if !numbers.contains_key(&state) {
                numbers.insert(state.clone(), states.len());
                states.push(state);
            }
        }
        let starts = states.len();
        let mut next: Vec<Vec<usize>> = Vec::new();
        while next.len() < states.len() {
            let mut row = Vec::new();
            for state in self.assignments(&self.next, &states[next.len()].clone())? {
                let number = *numbers.entry(state.clone()).or_insert_with(|| {
                    states.push(state);
                    states.len() - 1
                });
                row.push(number);
            }
            if row.is_empty() {
                return Err("a state without a successor".into());
            }
            next.push(row);
        }
        let mut graph = Graph { model: self, states, next, fair: Vec::new() };
        graph.fair = graph.fair_states()?;
        let specs = self.specs.iter().map(|spec| {
            let sat = graph.sat(spec)?;
            Ok((0..starts).all(|state| sat[state]))
        });
        specs.collect()
    }
}

fn two(op: &str, a: bool, b: bool) -> bool {
    match op {
        "&" => a && b,
        "|" => a || b,
        "xor" => a != b,
        "->" => !a || b,
        _ => a == b,
    }
}

struct Graph<'a> {
    model: &'a Model,
    states: Vec<State>,
    next: Vec<Vec<usize>>,
    /// The states from which a fair path starts.
    fair: Vec<bool>,
}

impl Graph<'_> {
    fn before(&self, set: &[bool]) -> Vec<bool> {
        self.next.iter().map(|row| row.iter().any(|&to| set[to])).collect()
    }

    /// E[a U b], fairness aside: the least fixpoint.
    fn until(&self, a: &[bool], b: &[bool]) -> Vec<bool> {
        let mut set = b.to_vec();
        loop {
            let before = self.before(&set);
            let more: Vec<bool> =
                (0..set.len()).map(|at| set[at] || (a[at] && before[at])).collect();
            if more == set {
                return set;
            }
            set = more;
        }
    }

    /// EG a on fair paths (Emerson and Lei): the greatest fixpoint of `a & EX E[a U (Z & fair)]` for each
    /// constraint.
    fn globally(&self, a: &[bool]) -> Result<Vec<bool>, String> {
        let fair: Vec<Vec<bool>> =
            self.model.fairness.iter().map(|term| self.sat(term)).collect::<Result<_, _>>()?;
        let fair = if fair.is_empty() { vec![vec![true; a.len()]] } else { fair };
        let mut set = a.to_vec();
        loop {
            let mut less = set.clone();
            for fair in &fair {
                let goal: Vec<bool> = (0..set.len()).map(|at| set[at] && fair[at]).collect();
                let reach = self.before(&self.until(a, &goal));
                for at in 0..less.len() {
                    less[at] &= a[at] && reach[at];
                }
            }
            if less == set {
                return Ok(set);
            }
            set = less;
        }
    }

    fn fair_states(&self) -> Result<Vec<bool>, String> {
        self.globally(&vec![true; self.states.len()])
    }

    fn sat(&self, term: &Term) -> Result<Vec<bool>, String> {
        let not = |set: Vec<bool>| -> Vec<bool> { set.into_iter().map(|value| !value).collect() };
        let fairly = |set: Vec<bool>| -> Vec<bool> {
            set.iter().zip(&self.fair).map(|(a, b)| *a && *b).collect()
        };
        Ok(match term {
            Term::Not(a) => not(self.sat(a)?),
            Term::Two(op, a, b) => {
                let (a, b) = (self.sat(a)?, self.sat(b)?);
                a.iter().zip(&b).map(|(a, b)| two(op, *a, *b)).collect()
            }
            Term::Path(all, op, parts) => {
                let mut parts =
                    parts.iter().map(|part| self.sat(part)).collect::<Result<Vec<_>, _>>()?;
                let everywhere = vec![true; self.states.len()];
                let last = parts.pop().unwrap_or_default();
                match (op, all) {
                    ('X', false) => self.before(&fairly(last)),
                    ('X', true) => not(self.before(&fairly(not(last)))),
                    ('F', false) => self.until(&everywhere, &fairly(last)),
                    ('F', true) => not(self.globally(&not(last))?),
                    ('G', false) => self.globally(&last)?,
                    ('G', true) => not(self.until(&everywhere, &fairly(not(last)))),
                    (_, false) => self.until(&parts[0], &fairly(last)),
                    (_, true) => {
                        // Neither for ever, nor until both fail.
                        let (a, b) = (not(parts[0].clone()), not(last));
                        let both: Vec<bool> = a.iter().zip(&b).map(|(a, b)| *a && *b).collect();
                        let fails = self.until(&b, &fairly(both));
                        let never = self.globally(&b)?;
                        not(fails.iter().zip(&never).map(|(a, b)| *a || *b).collect())
                    }
                }
            }
            term => {
                let value = |state: &State| {
                    let values = self.model.values(term, state, &State::new())?;
                    Ok(values.first() == Some(&1))
                };
                self.states.iter().map(value).collect::<Result<_, String>>()?
            }
        })
    }
}
