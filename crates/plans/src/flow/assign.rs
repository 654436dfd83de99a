//! What assignments change: variables, parts of containers, and all that may share them.

use super::alias::{acts, children, held, known_itself};
use super::lower::Lowering;
use super::{Def, DefId};
use crate::language::tree::{Expr, ExprKind, Span, Stmt, StmtKind, Target, TargetKind};
use rustc_hash::FxHashSet;
use vedette_checker::syntax::SyntaxError;

impl Lowering<'_> {
    /// Gives a target a value.
    pub(super) fn assign(&mut self, target: &Target, value: DefId) {
        let value = self.under_tests(value, &target.span);
        match &target.kind {
            TargetKind::Name(name) => {
                let truth = self.defs[value.0 as usize].truth;
                let (from, span) = (vec![value], target.span.clone());
                let name_of = Some(name.clone());
                let def = self.define(Def { from, name: name_of, span, truth, ..Def::default() });
                self.occurs(&target.span, def, true);
                self.set(name, def);
            }
            TargetKind::Unpack(targets) => {
                // A part of a container has its label, but not its truth.
                let part = Def { from: vec![value], span: target.span.clone(), ..Def::default() };
                let part = self.define(part);
                for target in targets {
                    self.assign(target, part);
                }
            }
            TargetKind::Attribute(object) => {
                self.value(object);
                self.store_part(object, value, &target.span);
            }
            TargetKind::Item(object, index) => {
                self.value(object);
                let index = self.value(index);
                let value = self.join([value, index], &target.span);
                self.store_part(object, value, &target.span);
            }
        }
    }

    /// A store into a part of an object, which must not be a class: all its objects would change.
    fn store_part(&mut self, object: &Expr, value: DefId, span: &Span) {
        let class = self.sharing(&held(object));
        if let Some(known) = class.iter().find_map(|part| known_itself(part)) {
            self.problems.push(SyntaxError {
                span: span.clone(),
                found: format!(
                    "a store into what may be `{known}`, which is no object of the plan"
                ),
                expected: "a store into a list, a dict or an object that the plan made".into(),
                mend: Some("store into something else".into()),
                related: None,
            });
        }
        self.store(object, value, span);
    }

    /// A store into what `object` names: all that may share it may now hold the value too.
    fn store(&mut self, object: &Expr, value: DefId, span: &Span) {
        for name in self.sharing(&held(object)) {
            if let Some(&old) = self.values.get(&name) {
                let missing = self.defs[old.0 as usize].missing;
                // A cell is shown by the name that it belongs to.
                let (from, name_of) = (vec![old, value], Some(name.trim_end_matches('.').into()));
                let span = span.clone();
                let def = self.define(Def { from, name: name_of, span, missing, ..Def::default() });
                self.set(&name, def);
            }
        }
    }

    pub(super) fn augment(&mut self, target: &Target, value: &Expr, span: &Span) {
        if let TargetKind::Name(name) = &target.kind {
            let read = Expr { span: target.span.clone(), kind: ExprKind::Name(name.clone()) };
            let old = self.value(&read);
            let new = self.value(value);
            let new = self.join([old, new], span);
            let new = self.define(Def { from: vec![new], span: span.clone(), ..Def::default() });
            // `+=` of a list changes it in place: who shares it sees that.
            let stored = self.under_tests(new, span);
            self.store(&read, stored, span);
            self.assign(target, new);
        } else {
            let new = self.value(value);
            self.assign(target, new);
        }
    }

    /// The variables that statements may change.
    pub(super) fn assigned(&mut self, body: &[Stmt], names: &mut FxHashSet<Box<str>>) {
        for statement in body {
            if self.overflow {
                return;
            }
            match &statement.kind {
                StmtKind::Expr(value) | StmtKind::Raise(value) => assigned_in(value, names),
                StmtKind::Assign(targets, value) => {
                    assigned_in(value, names);
                    for target in targets {
                        self.assigned_target(target, names);
                    }
                }
                StmtKind::Augment(target, value) => {
                    assigned_in(value, names);
                    self.assigned_target(target, names);
                    if let TargetKind::Name(name) = &target.kind {
                        names.extend(self.sharing(&[name]));
                    }
                }
                StmtKind::If(arms, otherwise) => {
                    for (test, body) in arms {
                        assigned_in(test, names);
                        self.assigned(body, names);
                    }
                    self.assigned(otherwise, names);
                }
                StmtKind::For(target, items, body) => {
                    assigned_in(items, names);
                    self.assigned_target(target, names);
                    self.assigned(body, names);
                }
            }
        }
    }

    pub(super) fn assigned_target(&mut self, target: &Target, names: &mut FxHashSet<Box<str>>) {
        match &target.kind {
            TargetKind::Name(name) => {
                names.insert(name.clone());
            }
            TargetKind::Unpack(targets) => {
                for target in targets {
                    self.assigned_target(target, names);
                }
            }
            TargetKind::Attribute(object) | TargetKind::Item(object, _) => {
                names.extend(self.sharing(&held(object)));
            }
        }
    }
}

/// The variables that an expression assigns.
pub(super) fn assigned_in(value: &Expr, names: &mut FxHashSet<Box<str>>) {
    if !acts(value) {
        return;
    }
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        if let ExprKind::Walrus(name, _) = &value.kind {
            names.insert(name.clone());
        }
        open.extend(children(value));
    }
}
