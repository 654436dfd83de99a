//! What domains and problems have in common: places, names, lists with types, undeclared needs.

use super::model::{Requirement, Typed, Types};
use super::tree::Tree;
use crate::input::{At, InputError};
use crate::vocabulary::nearest::nearest;
use std::sync::Arc;

/// A text being read, with what was found wrong so far.
pub(super) struct Reader<'a> {
    pub(super) tree: Tree<'a>,
    pub(super) source: &'a str,
    /// What was left out, and why.
    pub(super) problems: Vec<InputError>,
    /// What is worth saying and changes nothing.
    pub(super) notes: Vec<InputError>,
    /// What is needed: how often, and where first.
    needs: Vec<(Requirement, usize, At)>,
}

/// Names of one type, as written: `a b - kind`.
pub(super) struct Group {
    /// The nodes of the names.
    pub(super) names: Vec<usize>,
    /// The node of the type; none if no type is written.
    pub(super) kind: Option<usize>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(tree: Tree<'a>, source: &'a str) -> Self {
        Self { tree, source, problems: Vec::new(), notes: Vec::new(), needs: Vec::new() }
    }

    /// What is wrong at a node.
    pub(super) fn fault(
        &self,
        node: usize,
        what: impl Into<String>,
        expected: impl Into<String>,
    ) -> InputError {
        InputError::new(self.source, self.at(node), what, expected)
    }

    fn at(&self, node: usize) -> At {
        let node = self.tree.node(node);
        At::Line(node.line, node.column)
    }

    /// Takes down that something at a node needs a requirement.
    pub(super) fn need(&mut self, requirement: Requirement, node: usize) {
        let at = self.at(node);
        match self.needs.iter_mut().find(|(known, ..)| *known == requirement) {
            Some((_, count, _)) => *count += 1,
            None => self.needs.push((requirement, 1, at)),
        }
    }

    /// Notes what is needed and not declared. Texts of the field often declare too little, and what
    /// they mean is clear all the same.
    pub(super) fn note_undeclared(&mut self, declared: &[Requirement]) {
        for (need, count, at) in std::mem::take(&mut self.needs) {
            if declared.iter().any(|own| own.covers(need)) {
                continue;
            }
            let name = need.name();
            let what = format!(
                "found what needs `{name}` ({count} times, first here), which is not declared"
            );
            let expected = format!("`{name}` among the requirements; read as if it were");
            self.notes.push(InputError::new(self.source, at, what, expected));
        }
    }

    /// The requirements that a list declares.
    pub(super) fn requirements(&mut self, list: usize) -> Vec<Requirement> {
        let mut found = Vec::new();
        for part in self.tree.parts(list).skip(1).collect::<Vec<_>>() {
            match self.tree.word(part).and_then(Requirement::named) {
                Some(requirement) if found.contains(&requirement) => {}
                Some(requirement) => found.push(requirement),
                None => {
                    let what = format!("found the requirement {}", self.tree.shown(part));
                    let all: Vec<_> = Requirement::ALL.iter().map(|one| one.name()).collect();
                    let expected =
                        format!("one of {}; what needs it is named where it stands", all.join(" "));
                    let note = self.fault(part, what, expected);
                    self.notes.push(note);
                }
            }
        }
        found
    }

    /// A name in lower case, with `?` in front of variables taken off.
    pub(super) fn name(&self, node: usize, variable: bool) -> Result<Arc<str>, InputError> {
        let expected = if variable { "a variable, such as `?x`" } else { "a name" };
        let found = || self.fault(node, format!("found {}", self.tree.shown(node)), expected);
        let word = self.tree.word(node).ok_or_else(found)?;
        let name = if variable { word.strip_prefix('?').ok_or_else(found)? } else { word };
        let good = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+' | '|' | '@');
        if name.is_empty() || name.starts_with('-') || !name.chars().all(good) {
            return Err(found());
        }
        Ok(name.to_lowercase().into())
    }

    /// The names of a list with types behind them.
    pub(super) fn groups(&mut self, parts: &[usize]) -> Result<Vec<Group>, InputError> {
        let (mut groups, mut names) = (Vec::new(), Vec::new());
        let mut rest = parts.iter().copied();
        while let Some(part) = rest.next() {
            if self.tree.word(part) != Some("-") {
                names.push(part);
                continue;
            }
            self.need(Requirement::Typing, part);
            let Some(kind) = rest.next() else {
                return Err(self.fault(part, "found `-` without a type", "a type behind it"));
            };
            if names.is_empty() {
                return Err(self.fault(part, "found `-` without a name", "names before it"));
            }
            groups.push(Group { names: std::mem::take(&mut names), kind: Some(kind) });
        }
        if !names.is_empty() {
            groups.push(Group { names, kind: None });
        }
        Ok(groups)
    }

    /// The type that a node names; `object` where none is written.
    pub(super) fn kind(&self, node: Option<usize>, types: &Types) -> Result<usize, InputError> {
        let Some(node) = node else { return Ok(0) };
        let Some(word) = self.tree.word(node) else {
            let what = format!("found the type {}, which is not supported", self.tree.shown(node));
            return Err(self.fault(node, what, "the name of one type"));
        };
        let word = word.to_lowercase();
        types.named(&word).ok_or_else(|| {
            let all = (0..types.len()).map(|kind| types.name(kind).to_string());
            let expected = format!("a type that is declared{}", hint(&word, all));
            self.fault(node, format!("found the type `{word}`"), expected)
        })
    }

    /// Variables with their types, each name once.
    pub(super) fn variables(
        &mut self,
        parts: &[usize],
        types: &Types,
    ) -> Result<Vec<Typed>, InputError> {
        let mut found: Vec<Typed> = Vec::new();
        for group in self.groups(parts)? {
            let kind = self.kind(group.kind, types)?;
            for node in group.names {
                let name = self.name(node, true)?;
                if found.iter().any(|other| other.name == name) {
                    let what = format!("found the variable `?{name}` twice");
                    return Err(self.fault(node, what, "a name of its own for each"));
                }
                found.push(Typed { name, kind });
            }
        }
        Ok(found)
    }

    /// Objects with their types. One that cannot be is left out and named; the others are kept.
    pub(super) fn objects(&mut self, list: usize, types: &Types, known: &mut Vec<Typed>) {
        let parts: Vec<usize> = self.tree.parts(list).skip(1).collect();
        let groups = match self.groups(&parts) {
            Ok(groups) => groups,
            Err(fault) => return self.problems.push(fault),
        };
        for Group { names, kind } in groups {
            let kind = match self.kind(kind, types) {
                Ok(kind) => kind,
                Err(fault) => {
                    self.problems.push(fault);
                    continue;
                }
            };
            for node in names {
                match self.name(node, false) {
                    Ok(name) if known.iter().any(|other| other.name == name) => {
                        let what = format!("found the object `{name}` a second time");
                        let fault = self.fault(node, what, "a name of its own for each object");
                        self.problems.push(fault);
                    }
                    Ok(name) => known.push(Typed { name, kind }),
                    Err(fault) => self.problems.push(fault),
                }
            }
        }
    }
}

/// A likely name, to stand behind what was expected.
pub(super) fn hint(word: &str, all: impl IntoIterator<Item = String>) -> String {
    nearest(word, all).map_or_else(String::new, |near| format!("; the nearest is `{near}`"))
}
