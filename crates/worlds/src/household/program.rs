//! Programs: what an agent is to do, one action a line, as VirtualHome writes them.
//!
//! ```
//! use vedette_worlds::household::{Action, read_program};
//!
//! let program = read_program("[WALK] <chair> (12)\n[PUTBACK] <mug> (1.7) <table> (9)\n[WLAK]");
//! let step = program.lines[1].step.as_ref().unwrap();
//! assert_eq!((step.action, step.args[0].id, step.args[1].id), (Action::PutBack, 7, 9));
//! let error = program.lines[2].step.as_ref().unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 3, column 2: found the action \"WLAK\", expected an action of the household; the nearest is WALK"
//! );
//! ```
//!
//! # Why a line keeps its error
//!
//! A planner that writes one line wrongly has still done something in the lines before it, and that is
//! worth checking: execution runs up to the wrong line and fails there, with the place in the text.
//!
//! An id may carry the number of a script before a dot, `(1.319)`, as in the data set: the part after
//! the dot is the object. Files of the data set begin with a title, a description and an empty line.

use super::action::Action;
use crate::input::clip;
use crate::vocabulary::nearest::nearest;
use std::fmt;
use std::sync::Arc;

/// No action, class or id is longer, in bytes.
const LONGEST: usize = 400;
/// The most characters of a line that are kept.
const KEPT: usize = 1_000;

/// A program, line by line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The title and the description that stand before the first step, if any.
    pub title: Vec<String>,
    /// The steps.
    pub lines: Vec<Line>,
}

/// A line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the text, from 1.
    pub number: usize,
    /// As it stands there; of a very long line the beginning.
    pub text: String,
    /// What it says.
    pub step: Result<Step, LineError>,
}

/// An action with the objects that it is done to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The action.
    pub action: Action,
    /// As many as it takes.
    pub args: Vec<Named>,
}

/// An object as a program names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Named {
    /// The class that the line claims.
    pub class: Arc<str>,
    /// The id.
    pub id: u32,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.action.name())?;
        self.args.iter().try_for_each(|arg| write!(f, " <{}> ({})", arg.class, arg.id))
    }
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What was found.
    pub what: String,
    /// What was expected, and what to do.
    pub expected: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, what, expected } = self;
        write!(f, "line {line}, column {column}: found {what}, expected {expected}")
    }
}

impl std::error::Error for LineError {}

impl Program {
    /// The lines that cannot be read.
    pub fn errors(&self) -> impl Iterator<Item = &LineError> {
        self.lines.iter().filter_map(|line| line.step.as_ref().err())
    }
}

/// Reads a program. Empty lines and lines that start with `#` say nothing.
pub fn read_program(text: &str) -> Program {
    let mut program = Program::default();
    let lines: Vec<&str> = text.lines().collect();
    let start = preface(&lines);
    program.title = lines[..start].iter().map(|line| line.trim().to_owned()).collect();
    program.title.retain(|line| !line.is_empty());
    for (index, text) in lines.iter().enumerate().skip(start) {
        let said = text.trim();
        if said.is_empty() || said.starts_with('#') {
            continue;
        }
        let number = index + 1;
        let step = read_step(text, number);
        program.lines.push(Line { number, text: clip(said, KEPT).into_owned(), step });
    }
    program
}

/// How many lines stand before the first step: at most a title and a description, then an empty line.
fn preface(lines: &[&str]) -> usize {
    let Some(first) = lines.iter().position(|line| line.trim_start().starts_with('[')) else {
        return 0;
    };
    let said = lines[..first].iter().filter(|line| !line.trim().is_empty()).count();
    let apart = first > 0 && lines[first - 1].trim().is_empty();
    if said <= 2 && apart { first } else { 0 }
}

/// Reads a line, the number of which is for errors.
pub fn read_step(text: &str, line: usize) -> Result<Step, LineError> {
    let mut cursor = Cursor { text, at: 0, line };
    cursor.blanks();
    let start = cursor.at + 1;
    let name = cursor.between('[', ']', "`[ACTION] <class> (id)`")?;
    let Some(action) = Action::named(name.trim()) else {
        let near = nearest(name.trim(), Action::ALL.iter().map(|action| action.name().to_owned()));
        let hint = near.map_or_else(String::new, |near| format!("; the nearest is {near}"));
        let expected = format!("an action of the household{hint}");
        return Err(cursor.error(start, format!("the action {name:?}"), expected));
    };
    let mut args = Vec::new();
    loop {
        cursor.blanks();
        if cursor.rest().is_empty() {
            break;
        }
        let class =
            cursor.between('<', '>', "an object, `<class> (id)`, or the end of the line")?;
        cursor.blanks();
        let start = cursor.at + 1;
        let id = cursor.between('(', ')', "the id of the object in round brackets")?;
        // The data set numbers its scripts before a dot.
        let digits = id.trim().rsplit('.').next().unwrap_or_default();
        let Ok(id) = digits.parse() else {
            let expected = "the id of an object, such as (7) or (1.7)";
            return Err(cursor.error(start, format!("the id {id:?}"), expected));
        };
        args.push(Named { class: class.trim().into(), id });
    }
    let (found, expected) = (args.len(), action.arity());
    if found != expected {
        let what = format!("{found} objects for {}", action.name());
        return Err(cursor.error(cursor.at.min(text.len()), what, format!("{expected}")));
    }
    Ok(Step { action, args })
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// What stands between two brackets that begin here.
    fn between(&mut self, open: char, close: char, expected: &str) -> Result<&'a str, LineError> {
        let Some(inner) = self.rest().strip_prefix(open) else {
            let what = match self.rest().chars().next() {
                Some(c) => format!("`{c}`"),
                None => "the end of the line".to_owned(),
            };
            return Err(self.error(self.at, what, expected));
        };
        let Some((inside, _)) = inner.split_once(close) else {
            let what = format!("`{open}` without its `{close}`");
            return Err(self.error(self.at, what, expected));
        };
        if inside.len() > LONGEST {
            let what = format!("{} bytes between `{open}` and `{close}`", inside.len());
            return Err(self.error(
                self.at,
                what,
                format!("{expected} of at most {LONGEST} bytes"),
            ));
        }
        self.at += open.len_utf8() + inside.len() + close.len_utf8();
        Ok(inside)
    }

    fn error(
        &self,
        byte: usize,
        what: impl Into<String>,
        expected: impl Into<String>,
    ) -> LineError {
        let column = self.text[..byte].chars().count() + 1;
        LineError { line: self.line, column, what: what.into(), expected: expected.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn faults_have_a_place_and_a_hint() {
        for (text, column, message) in [
            ("[WLAK] <chair> (1)", 2, "the nearest is WALK"),
            ("WALK <chair> (1)", 1, "found `W`, expected `[ACTION] <class> (id)`"),
            ("[WALK <chair> (1)", 1, "`[` without its `]`"),
            ("[WALK] chair (1)", 8, "found `c`, expected an object"),
            ("[WALK] <chair>", 15, "found the end of the line, expected the id"),
            ("[WALK] <chair> (one)", 17, "found the id \"one\""),
            ("[WALK] <chair> (99999999999)", 17, "found the id"),
            ("[WALK]", 7, "found 0 objects for WALK, expected 1"),
            ("[PUTBACK] <mug> (3)", 20, "found 1 objects for PUTBACK, expected 2"),
            ("[STANDUP] <chair> (3)", 22, "found 1 objects for STANDUP, expected 0"),
            ("[WALK] <ä> (x)", 13, "found the id \"x\""),
            (&format!("[{}]", "A".repeat(1_000)), 1, "found 1000 bytes between `[` and `]`"),
            (
                &format!("[WALK] <{}> (1)", "m".repeat(500)),
                8,
                "found 500 bytes between `<` and `>`",
            ),
        ] {
            let error = read_step(text, 4).unwrap_err();
            assert_eq!((error.line, error.column), (4, column), "{text}");
            assert!(error.to_string().contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn titles_empty_lines_and_remarks_say_nothing() {
        let program = read_program("Read\nI sit down\n\n\n[SIT] <chair> (1)\n# now\n\n[standup]\n");
        assert_eq!(program.title, ["Read", "I sit down"]);
        let numbers: Vec<usize> = program.lines.iter().map(|line| line.number).collect();
        assert_eq!((numbers, program.errors().count()), (vec![5, 8], 0));
        assert_eq!(read_program("Sit\n[SIT] <chair> (1)").errors().count(), 1, "no empty line");
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(text in ".{0,60}") {
            let _ = read_step(&text, 1);
        }

        #[test]
        fn what_is_printed_is_read_again(
            action in 0..Action::ALL.len(),
            args in prop::collection::vec(("[a-z_]{1,8}", any::<u32>()), 2),
        ) {
            let action = Action::ALL[action];
            let args = args.into_iter().take(action.arity());
            let args = args.map(|(class, id)| Named { class: class.into(), id }).collect();
            let step = Step { action, args };
            prop_assert_eq!(read_step(&step.to_string(), 1), Ok(step));
        }
    }
}
