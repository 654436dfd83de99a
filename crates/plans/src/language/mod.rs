//! The language of plans: a small part of Python, and nothing else.
//!
//! ```
//! use vedette_plans::language::parse;
//! use vedette_plans::source::Source;
//! use vedette_plans::tools::Tools;
//!
//! let tools = Tools::read(r#"{"read": {"params": []}, "send": {"params": ["text"]}}"#, None).unwrap();
//! let source = Source::new("x = read()\nwhile x:\n    send(x[1:])\n").unwrap();
//! let problems = parse(&source, &tools).unwrap_err();
//! let found: Vec<&str> = problems.iter().map(|problem| &*problem.found).collect();
//! assert_eq!(found, ["a `while` loop", "a slice"], "all problems at once");
//! ```
//!
//! # Why a whitelist, and before anything runs
//!
//! `CaMeL`'s interpreter rejects a construct when it reaches it: calls before it have already
//! happened. Here a plan is accepted or rejected as a whole. Whatever is not known to be safe is
//! rejected by name, with what to write instead.
//!
//! Only this module sees the Python parser: its tree is lowered at once to our own [`tree`].

mod expressions;
mod names;
mod nesting;
mod statements;
pub mod tree;

use crate::source::Source;
use crate::tools::{Tools, nearest};
use ruff_python_ast::{Mod, PythonVersion};
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashSet;
use tree::{Program, Span};
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::syntax::SyntaxError;

/// The most problems that are listed.
const MOST_PROBLEMS: usize = 100;

/// The plan's tree, or everything that is wrong with it, in the order of the text.
pub fn parse(source: &Source, tools: &Tools) -> Result<Program, Vec<SyntaxError>> {
    let whole = parse_partly(source, tools, &Budget::states(u64::MAX));
    let (program, mut problems) = whole.expect("nothing stops this budget");
    if problems.is_empty() {
        return Ok(program);
    }
    order(&mut problems);
    Err(problems)
}

/// Sorts problems by place, and cuts the list.
pub(crate) fn order(problems: &mut Vec<SyntaxError>) {
    problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
    problems.dedup();
    problems.truncate(MOST_PROBLEMS);
}

/// What could be read of the plan, and what is wrong with it. The time is asked for between the stages,
/// and in those that do more than go over the text once.
pub(crate) fn parse_partly(
    source: &Source,
    tools: &Tools,
    budget: &Budget<'_>,
) -> Result<(Program, Vec<SyntaxError>), Limit> {
    let (code, offset) = (source.code(), source.code_start());
    budget.ask()?;
    if let Err(problem) = nesting::check(code, offset) {
        return Ok((Program::default(), vec![problem]));
    }
    budget.ask()?;
    let parsed = parse_unchecked(code, options());
    budget.ask()?;
    let span =
        |range: TextRange| offset + range.start().to_usize()..offset + range.end().to_usize();
    let mut syntax = Vec::new();
    for error in parsed.errors() {
        syntax.push(wrong(span(error.range()), &error.error.to_string()));
    }
    for error in parsed.unsupported_syntax_errors() {
        syntax.push(wrong(span(error.range()), &error.to_string()));
    }
    let Mod::Module(module) = parsed.syntax() else { return Ok((Program::default(), syntax)) };
    let mut reader = Reader {
        tools,
        code,
        offset,
        problems: Vec::new(),
        classes: FxHashSet::default(),
        assigned: FxHashSet::default(),
        budget,
        stopped: None,
    };
    let body = reader.block(&module.body);
    if let Some(limit) = reader.stopped {
        return Err(limit);
    }
    if !syntax.is_empty() {
        // What the parser made of a broken line tells nothing new about that line.
        let lines = |span: &Span| source.place(span.start).line..=source.place(span.end).line;
        let broken: FxHashSet<u32> = syntax.iter().flat_map(|error| lines(&error.span)).collect();
        reader.problems.retain(|problem| !broken.contains(&source.place(problem.span.start).line));
    }
    let mut problems = syntax;
    problems.append(&mut reader.problems);
    Ok((Program { body }, problems))
}

fn options() -> ParseOptions {
    ParseOptions::from(Mode::Module).with_target_version(PythonVersion::PY313)
}

/// Whether a text is Python as it stands.
pub(crate) fn is_python(text: &str) -> bool {
    nesting::check(text, 0).is_ok() && parse_unchecked(text, options()).errors().is_empty()
}

/// An error of the Python parser.
fn wrong(span: Span, message: &str) -> SyntaxError {
    let mut letters = message.chars();
    let first = letters.next().map(|c| c.to_lowercase().collect::<String>()).unwrap_or_default();
    SyntaxError {
        span,
        found: format!("a syntax error ({first}{})", letters.as_str()),
        expected: "Python".into(),
        mend: None,
        related: None,
    }
}

/// Lowers the parser's tree to ours.
struct Reader<'a> {
    tools: &'a Tools,
    code: &'a str,
    offset: usize,
    problems: Vec<SyntaxError>,
    /// The classes that the plan has declared so far.
    classes: FxHashSet<Box<str>>,
    /// The names that it has assigned so far.
    assigned: FxHashSet<Box<str>>,
    budget: &'a Budget<'a>,
    /// Why nothing more is read.
    stopped: Option<Limit>,
}

impl Reader<'_> {
    fn span(&self, node: &impl Ranged) -> Span {
        let range = node.range();
        self.offset + range.start().to_usize()..self.offset + range.end().to_usize()
    }

    fn problem(&mut self, span: Span, found: &str, expected: &str, mend: &str) {
        let mend = (!mend.is_empty()).then(|| mend.to_owned());
        let (found, expected) = (found.to_owned(), expected.to_owned());
        self.problems.push(SyntaxError { span, found, expected, mend, related: None });
    }

    /// Another piece is read; whether there is time for it.
    fn goes_on(&mut self) -> bool {
        if self.stopped.is_none() {
            self.stopped = self.budget.tick().err();
        }
        self.stopped.is_none()
    }

    /// The name that was probably meant, as a hint; of so many problems nobody reads more.
    fn meant<'n>(&self, name: &str, known: impl Iterator<Item = &'n str>) -> Option<String> {
        if self.problems.len() > MOST_PROBLEMS {
            return None;
        }
        nearest(name, known).map(|near| format!("did you mean `{near}`?"))
    }

    /// Whether a name belongs to the language or the tools, so that a plan may not assign it.
    fn reserved(&self, name: &str) -> Option<&'static str> {
        if self.tools.find(name).is_some() {
            return Some("a tool");
        }
        if names::FUNCTIONS.contains(&name) {
            return Some("a built-in function");
        }
        let class = names::CLASSES.contains(&name) || self.tools.has_type(name);
        (class || self.classes.contains(name)).then_some("a class")
    }

    /// Whether a name may be read though no statement assigns it.
    fn known(&self, name: &str) -> bool {
        names::FUNCTIONS.contains(&name)
            || names::CLASSES.contains(&name)
            || self.tools.has_type(name)
            || self.classes.contains(name)
    }
}
