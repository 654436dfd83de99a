//! Which variables may hold the same list, dict or object: a store into one taints all of them.
//!
//! `a = []; b = [a]; a[0] = secret` puts the secret into `b`. Variables that may share a part are put
//! into one class (union–find over the whole plan, blind to the order: Steensgaard, POPL 1996). Only
//! stores ask for classes.

use crate::language::tree::{Callee, Expr, ExprKind, Stmt, StmtKind, Target, TargetKind};
use rustc_hash::FxHashMap;

/// The classes.
#[derive(Debug, Default)]
pub(super) struct Aliases {
    index: FxHashMap<Box<str>, usize>,
    names: Vec<Box<str>>,
    parent: Vec<usize>,
}

impl Aliases {
    pub(super) fn of(body: &[Stmt]) -> Self {
        let mut aliases = Self::default();
        aliases.block(body);
        aliases
    }

    /// The variables of the class of each of `names`.
    pub(super) fn class(&mut self, names: &[&str]) -> Vec<Box<str>> {
        let roots: Vec<usize> = names
            .iter()
            .map(|name| {
                let at = self.at(name);
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

    fn unite(&mut self, names: &[&str]) {
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
                    for target in targets {
                        self.bind(target, value);
                    }
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
                    names.push(name);
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

fn target_names<'a>(target: &'a Target, names: &mut Vec<&'a str>) {
    match &target.kind {
        TargetKind::Name(name) => names.push(name),
        TargetKind::Unpack(targets) => targets.iter().for_each(|inner| target_names(inner, names)),
        TargetKind::Attribute(value) | TargetKind::Item(value, _) => names.extend(held(value)),
    }
}

/// The variables that a value may share parts with.
pub(super) fn held(value: &Expr) -> Vec<&str> {
    let (mut names, mut open) = (Vec::new(), vec![value]);
    while let Some(value) = open.pop() {
        match &value.kind {
            ExprKind::Name(name) => names.push(&**name),
            // New values, or values from outside.
            ExprKind::Text(_)
            | ExprKind::Compare(..)
            | ExprKind::Not(_)
            | ExprKind::Call(Callee::Tool(_), _) => {}
            ExprKind::Walrus(name, inner) => {
                names.push(name);
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
