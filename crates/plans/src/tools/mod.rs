//! The tools that a plan may call: their arguments, whether they change anything, and how far their
//! results are to be trusted.
//!
//! ```
//! use vedette_plans::tools::Tools;
//!
//! let json = r#"{"read_mail": {"params": [], "result_provenance": "untrusted"},
//!                "pay": {"params": ["to", "amount"], "has_side_effect": true}}"#;
//! let tools = Tools::read(json, None).unwrap();
//! let pay = tools.get(tools.find("pay").unwrap());
//! assert_eq!(pay.param("amount"), Some(1));
//! assert!(pay.side_effect && tools.find("steal").is_none());
//! ```
//!
//! A tool of which nothing is said gives untrusted results whose readers are not known: the table
//! fails closed.

mod json;
pub mod shipped;

use crate::provenance::{Lattice, Level, Readers};
use rustc_hash::FxHashMap;
use std::fmt;

/// The name of the quarantined model.
pub const MODEL: &str = "query_ai_assistant";

/// A tool of a [`Tools`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ToolId(pub u32);

/// A parameter of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: Box<str>,
    /// Whether a call must give it.
    pub required: bool,
}

/// A tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its name.
    pub name: Box<str>,
    /// Its parameters, in the order of a call.
    pub params: Vec<Param>,
    /// Whether it changes anything.
    pub side_effect: bool,
    /// The label of its result, before those of the arguments are joined.
    pub result: Level,
    /// Who may read its result, before the arguments are joined.
    pub readers: Readers,
    /// What it does, in words; may be empty.
    pub description: Box<str>,
}

impl Tool {
    /// The position of a parameter.
    pub fn param(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|param| &*param.name == name)
    }
}

/// The tools of a task, with what else its plans may name.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    /// The domain, if the table names one.
    pub domain: Option<Box<str>>,
    /// The labels.
    pub lattice: Lattice,
    list: Vec<Tool>,
    names: FxHashMap<Box<str>, ToolId>,
    types: Vec<Box<str>>,
}

/// Why a table of tools was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolsError(pub(crate) String);

impl fmt::Display for ToolsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ToolsError {}

impl Tools {
    /// Reads a table in JSON (`docs/plans.md`, "Tools"). A file of several suites needs `domain`.
    pub fn read(text: &str, domain: Option<&str>) -> Result<Self, ToolsError> {
        json::read(text, domain)
    }

    /// Adds a tool.
    pub fn add(&mut self, tool: Tool) -> Result<ToolId, ToolsError> {
        if !is_name(&tool.name) {
            return Err(ToolsError(format!("found `{}`, expected the name of a tool", tool.name)));
        }
        for (index, param) in tool.params.iter().enumerate() {
            if !is_name(&param.name) || tool.param(&param.name) != Some(index) {
                return Err(ToolsError(format!(
                    "tool `{}`: found parameter `{}`, expected names that differ",
                    tool.name, param.name
                )));
            }
        }
        let id = ToolId(self.list.len() as u32);
        if self.names.insert(tool.name.clone(), id).is_some() {
            return Err(ToolsError(format!("tool `{}` is declared twice", tool.name)));
        }
        self.list.push(tool);
        Ok(id)
    }

    /// Declares a type or class that plans may name.
    pub fn add_type(&mut self, name: &str) {
        if !self.has_type(name) {
            self.types.push(name.into());
        }
    }

    /// Whether a type is declared.
    pub fn has_type(&self, name: &str) -> bool {
        self.types.iter().any(|other| **other == *name)
    }

    /// The declared types.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        self.types.iter().map(AsRef::as_ref)
    }

    /// The tool called `name`.
    pub fn find(&self, name: &str) -> Option<ToolId> {
        self.names.get(name).copied()
    }

    /// A tool.
    pub fn get(&self, id: ToolId) -> &Tool {
        &self.list[id.0 as usize]
    }

    /// All tools, in order.
    pub fn all(&self) -> impl Iterator<Item = (ToolId, &Tool)> {
        self.list.iter().enumerate().map(|(index, tool)| (ToolId(index as u32), tool))
    }

    /// How many tools there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// Whether `name` is a Python identifier in ASCII.
fn is_name(name: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.chars().all(word) && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// The name among `known` that `name` was probably meant to be.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = 1 + name.len() / 5;
    known
        .map(|other| (distance(name, other, limit), other))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other)
}

/// Levenshtein's distance, or something above `limit`.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > limit || a.len() > 64 || b.len() > 64 {
        return limit + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}
