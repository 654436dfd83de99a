//! Which variables may hold the same list, dict or object: a store into one taints all of them.
//!
//! `a = []; b = [a]; a[0] = secret` puts the secret into `b`. Variables that may share a part are put
//! into one class (union–find over the whole plan, blind to the order: Steensgaard, POPL 1996). Only
//! stores ask for classes.
//!
//! What belongs to a name of the language or the tools can be stored into too (a member of an
//! enumeration is an object): it has a [`cell`] beside the variables. A store into a class itself would
//! change all its objects and is refused.

use crate::language::tree::{Callee, Expr, ExprKind, Stmt, StmtKind, Target, TargetKind};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// What holds the members of a known name; no variable is called so.
pub(super) fn cell(known: &str) -> String {
    format!("{known}.")
}

/// What stands for a known name itself; no variable is called so.
const ITSELF: char = '!';

/// The known name that a part of a class stands for, if it stands for one itself.
pub(super) fn known_itself(part: &str) -> Option<&str> {
    part.strip_suffix(ITSELF)
}

/// The classes.
#[derive(Debug, Default)]
pub(super) struct Aliases {
    index: FxHashMap<Box<str>, usize>,
    names: Vec<Box<str>>,
    parent: Vec<usize>,
}

impl Aliases {
    /// Of a plan that begins with the variables `before`: what they share is not known.
    pub(super) fn of(body: &[Stmt], before: &[&str]) -> Self {
        let mut aliases = Self::default();
        let before: Vec<Part<'_>> = before.iter().map(|&name| Cow::Borrowed(name)).collect();
        aliases.unite(&before);
        aliases.block(body);
        aliases
    }

    /// The cells of known names that something may be stored into.
    pub(super) fn cells(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(AsRef::as_ref).filter(|name| name.ends_with('.'))
    }

    /// The variables of the class of each of `names`.
    pub(super) fn class<T: AsRef<str>>(&mut self, names: &[T]) -> Vec<Box<str>> {
        let roots: Vec<usize> = names
            .iter()
            .map(|name| {
                let at = self.at(name.as_ref());
                self.root(at)
            })
            .collect();
        let all: Vec<usize> =
            (0..self.names.len()).filter(|&at| roots.contains(&self.root(at))).collect();
        all.into_iter().map(|at| self.names[at].clone()).collect()
    }

    fn at(&mut self, name: &str) -> usize {
        if let Some(&at) = self.index.get(name) {
            return at;
        }
        let at = self.names.len();
        self.index.insert(name.into(), at);
        self.names.push(name.into());
        self.parent.push(at);
        at
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    fn unite(&mut self, names: &[Part<'_>]) {
        let Some((first, others)) = names.split_first() else { return };
        let first = self.at(first);
        for other in others {
            let (a, b) = (self.root(first), self.at(other));
            let b = self.root(b);
            self.parent[b] = a;
        }
    }

    fn block(&mut self, body: &[Stmt]) {
        for statement in body {
            match &statement.kind {
                StmtKind::Expr(value) | StmtKind::Raise(value) => self.expression(value),
                StmtKind::Assign(targets, value) => {
                    self.expression(value);
                    let mut names = held(value);
                    for target in targets {
                        target_names(target, &mut names);
                    }
                    self.unite(&names);
                }
                StmtKind::Augment(target, value) => {
                    self.expression(value);
                    self.bind(target, value);
                }
                StmtKind::If(arms, otherwise) => {
                    for (test, body) in arms {
                        self.expression(test);
                        self.block(body);
                    }
                    self.block(otherwise);
                }
                StmtKind::For(target, items, body) => {
                    self.expression(items);
                    self.bind(target, items);
                    self.block(body);
                }
            }
        }
    }

    fn bind(&mut self, target: &Target, value: &Expr) {
        let mut names = held(value);
        target_names(target, &mut names);
        self.unite(&names);
    }

    /// Bindings within expressions.
    fn expression(&mut self, value: &Expr) {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match &value.kind {
                ExprKind::Walrus(name, inner) => {
                    let mut names = held(inner);
                    names.push(Cow::Borrowed(name));
                    self.unite(&names);
                }
                ExprKind::Comprehension(_, clauses) => {
                    for clause in clauses {
                        self.bind(&clause.target, &clause.items);
                    }
                }
                _ => {}
            }
            open.extend(children(value));
        }
    }
}

fn target_names<'a>(target: &'a Target, names: &mut Vec<Part<'a>>) {
    match &target.kind {
        TargetKind::Name(name) => names.push(Cow::Borrowed(name)),
        TargetKind::Unpack(targets) => targets.iter().for_each(|inner| target_names(inner, names)),
        TargetKind::Attribute(value) | TargetKind::Item(value, _) => names.extend(held(value)),
    }
}

/// A variable, or what stands for a known name.
type Part<'a> = Cow<'a, str>;

/// The variables, and the known names, that a value may share parts with.
pub(super) fn held(value: &Expr) -> Vec<Part<'_>> {
    let (mut names, mut open) = (Vec::new(), vec![value]);
    while let Some(value) = open.pop() {
        match &value.kind {
            ExprKind::Name(name) => names.push(Cow::Borrowed(&**name)),
            ExprKind::Known(name) => names.push(Cow::Owned(format!("{name}{ITSELF}"))),
            // New values, or values from outside.
            ExprKind::Text(_)
            | ExprKind::Compare(..)
            | ExprKind::Not(_)
            | ExprKind::Call(Callee::Tool(_), _) => {}
            ExprKind::Attribute(inner, _) if known(inner).is_some() => {
                names.extend(known(inner).map(|name| Cow::Owned(cell(name))));
            }
            // A method of a class makes something new of its arguments.
            ExprKind::Call(Callee::Method(receiver, _), arguments) if known(receiver).is_some() => {
                open.extend(arguments.iter().map(|argument| &argument.value));
            }
            ExprKind::Walrus(name, inner) => {
                names.push(Cow::Borrowed(name));
                open.push(inner);
            }
            ExprKind::Conditional(_, then, otherwise) => open.extend([&**then, &**otherwise]),
            ExprKind::Comprehension(elements, clauses) => {
                open.extend(elements);
                open.extend(clauses.iter().map(|clause| &clause.items));
            }
            _ => open.extend(children(value)),
        }
    }
    names
}

fn known(value: &Expr) -> Option<&str> {
    match &value.kind {
        ExprKind::Known(name) => Some(name),
        _ => None,
    }
}

/// The expressions in an expression.
pub(super) fn children(value: &Expr) -> Vec<&Expr> {
    match &value.kind {
        ExprKind::Literal(..) | ExprKind::Name(_) | ExprKind::Known(_) => Vec::new(),
        ExprKind::Attribute(inner, _)
        | ExprKind::Walrus(_, inner)
        | ExprKind::Not(inner)
        | ExprKind::Unary(inner)
        | ExprKind::Starred(inner) => vec![inner],
        ExprKind::Item(a, b) | ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) => {
            vec![a, b]
        }
        ExprKind::Display(items) | ExprKind::Text(items) | ExprKind::Logic(_, items) => {
            items.iter().collect()
        }
        ExprKind::Dict(items) => {
            items.iter().flat_map(|(key, value)| key.iter().chain([value])).collect()
        }
        ExprKind::Comprehension(elements, clauses) => {
            let clauses = clauses.iter().flat_map(|c| std::iter::once(&c.items).chain(&c.tests));
            elements.iter().chain(clauses).collect()
        }
        ExprKind::Conditional(a, b, c) => vec![a, b, c],
        ExprKind::Call(callee, arguments) => {
            let receiver = match callee {
                Callee::Method(receiver, _) => Some(&**receiver),
                Callee::Tool(_) | Callee::Function(_) => None,
            };
            receiver.into_iter().chain(arguments.iter().map(|it| &it.value)).collect()
        }
    }
}

/// Whether evaluating does more than compute: it calls a tool or assigns.
pub(super) fn acts(value: &Expr) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        if matches!(value.kind, ExprKind::Walrus(..) | ExprKind::Call(Callee::Tool(_), _)) {
            return true;
        }
        open.extend(children(value));
    }
    false
}
