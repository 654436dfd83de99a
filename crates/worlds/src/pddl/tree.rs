//! Brackets and words, with places: the flat tree that domains and problems are read from.
//!
//! `(:types cup - object)` is a list of four words. Words are separated by blanks; `;` starts a remark
//! that ends with its line. The tree is one vector in the order of the text: the parts of a list follow
//! it, and every node knows where its last part ends. So reading needs a stack of open brackets only,
//! and walking it none; more brackets inside brackets than the limit are an error with its place, not
//! an overflow. Reference: Ghallab et al., *PDDL, the Planning Domain Definition Language*, 1998.

use crate::input::{At, InputError};

/// A list or a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    /// The word; none of a list.
    pub(super) word: Option<&'a str>,
    /// The line, from 1.
    pub(super) line: usize,
    /// The column in characters, from 1.
    pub(super) column: usize,
    /// The first node that is no part of this one.
    end: usize,
}

/// A text as lists of words.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    nodes: Vec<Node<'a>>,
}

impl<'a> Tree<'a> {
    /// The one list that `text` is, with at most `nesting` brackets inside brackets.
    pub(super) fn read(text: &'a str, source: &str, nesting: usize) -> Result<Self, InputError> {
        let expected = "one list in brackets, `(define …)`";
        let mut nodes: Vec<Node<'_>> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let (mut line, mut start_of_line) = (1, 0);
        let mut rest = text.char_indices().peekable();
        let mut columns = Columns::default();
        while let Some((at, c)) = rest.next() {
            if c == '\n' {
                (line, start_of_line) = (line + 1, at + 1);
                continue;
            }
            if c.is_whitespace() {
                continue;
            }
            if c == ';' {
                while rest.peek().is_some_and(|&(_, c)| c != '\n') {
                    rest.next();
                }
                continue;
            }
            let column = columns.of(text, start_of_line, at);
            let fault = |what: String, expected: &str| {
                Err(InputError::new(source, At::Line(line, column), what, expected))
            };
            if c == ')' {
                let Some(list) = open.pop() else {
                    return fault("found `)` without its `(`".to_owned(), expected);
                };
                nodes[list].end = nodes.len();
                continue;
            }
            if open.is_empty() && !nodes.is_empty() {
                return fault(format!("found `{c}` after the end of the list"), expected);
            }
            let mut end = at + c.len_utf8();
            if c == '(' {
                if open.len() >= nesting {
                    let what = format!("found brackets nested more than {nesting} deep");
                    return fault(what, "fewer brackets inside brackets");
                }
                open.push(nodes.len());
            } else {
                while let Some(&(next, c)) = rest.peek() {
                    if c.is_whitespace() || matches!(c, '(' | ')' | ';') {
                        break;
                    }
                    end = next + c.len_utf8();
                    rest.next();
                }
                if open.is_empty() {
                    return fault(format!("found `{}`", &text[at..end]), expected);
                }
            }
            let word = (c != '(').then(|| &text[at..end]);
            nodes.push(Node { word, line, column, end: nodes.len() + 1 });
        }
        if let Some(&list) = open.last() {
            let Node { line, column, .. } = nodes[list];
            let what =
                format!("found `(` without its `)`, and {} more brackets open", open.len() - 1);
            return Err(InputError::new(source, At::Line(line, column), what, "its `)`"));
        }
        if nodes.is_empty() {
            return Err(InputError::whole(source, "found no brackets", expected));
        }
        Ok(Self { nodes })
    }

    /// A node.
    pub(super) fn node(&self, id: usize) -> Node<'a> {
        self.nodes[id]
    }

    /// The word, if it is one.
    pub(super) fn word(&self, id: usize) -> Option<&'a str> {
        self.nodes[id].word
    }

    /// The parts of a list, in order; of a word none.
    pub(super) fn parts(&self, id: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        let end = self.nodes[id].end;
        let first = Some(id + 1).filter(|&first| first < end);
        std::iter::successors(first, move |&part| {
            Some(self.nodes[part].end).filter(|&next| next < end)
        })
    }

    /// The word that a list starts with, in lower case.
    pub(super) fn head(&self, id: usize) -> Option<String> {
        self.parts(id).next().and_then(|first| self.word(first)).map(str::to_lowercase)
    }

    /// How a node is quoted in a message.
    pub(super) fn shown(&self, id: usize) -> String {
        match (self.word(id), self.head(id)) {
            (Some(word), _) => format!("`{word}`"),
            (None, Some(head)) => format!("`({head} …)`"),
            (None, None) if self.parts(id).next().is_none() => "`()`".to_owned(),
            (None, None) => "`((…) …)`".to_owned(),
        }
    }
}

/// Columns in characters, each line counted once.
#[derive(Default)]
struct Columns {
    line: usize,
    byte: usize,
    column: usize,
}

impl Columns {
    fn of(&mut self, text: &str, start_of_line: usize, at: usize) -> usize {
        if self.line != start_of_line {
            *self = Self { line: start_of_line, byte: start_of_line, column: 1 };
        }
        self.column = self.column.max(1) + text[self.byte..at].chars().count();
        self.byte = at;
        self.column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_words_and_places() {
        let tree = Tree::read("(define ; remark (\n  (p ?x) () é b)", "t", 10).unwrap();
        let parts: Vec<_> = tree.parts(0).collect();
        let shown: Vec<_> = parts.iter().map(|&part| tree.shown(part)).collect();
        assert_eq!(shown, ["`define`", "`(p …)`", "`()`", "`é`", "`b`"]);
        let place = |&part: &usize| (tree.node(part).line, tree.node(part).column);
        assert_eq!(
            parts.iter().map(place).collect::<Vec<_>>(),
            [(1, 2), (2, 3), (2, 10), (2, 13), (2, 15)]
        );
        assert_eq!(tree.parts(parts[1]).count(), 2);
    }

    #[test]
    fn brackets_that_do_not_match_have_a_place() {
        for (text, expected) in [
            ("", "t: found no brackets"),
            ("(a))", "t, line 1, column 4: found `)` without its `(`"),
            ("(a\n (b)", "t, line 1, column 1: found `(` without its `)`, and 0 more"),
            ("(a) (b)", "t, line 1, column 5: found `(` after the end"),
            ("a", "t, line 1, column 1: found `a`"),
            ("; only a remark", "t: found no brackets"),
        ] {
            let error = Tree::read(text, "t", 10).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn a_hundred_thousand_brackets_are_an_error_with_its_place() {
        let deep = "(".repeat(100_000);
        let error = Tree::read(&deep, "t", 100).unwrap_err();
        assert_eq!(error.at, At::Line(1, 101));
        let wide = format!("({})", "()".repeat(100_000));
        assert_eq!(Tree::read(&wide, "t", 100).unwrap().parts(0).count(), 100_000);
    }
}
