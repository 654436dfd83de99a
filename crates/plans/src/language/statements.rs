//! Lowers statements; rejects those that are not of the language.

use super::Reader;
use super::names::{CLASSES, TYPES};
use super::tree::{Expr, ExprKind, Stmt, StmtKind, Target, TargetKind};
use ruff_python_ast as py;
use ruff_python_ast::Stmt as Py;
use ruff_text_size::Ranged;

impl Reader<'_> {
    pub(super) fn block(&mut self, block: &[Py]) -> Vec<Stmt> {
        let read = |statement| self.goes_on().then(|| self.statement(statement)).flatten();
        block.iter().filter_map(read).collect()
    }

    fn statement(&mut self, statement: &Py) -> Option<Stmt> {
        let span = self.span(statement);
        let kind = match statement {
            Py::Expr(it) => StmtKind::Expr(self.expression(&it.value)?),
            Py::Assign(it) => {
                let value = self.expression(&it.value);
                let targets: Option<Vec<_>> = it.targets.iter().map(|t| self.target(t)).collect();
                StmtKind::Assign(targets?, value?)
            }
            Py::AnnAssign(it) => {
                self.annotation(&it.annotation);
                let value = it.value.as_ref().map(|value| self.expression(value));
                let target = self.target(&it.target)?;
                StmtKind::Assign(vec![target], value??)
            }
            Py::AugAssign(it) => {
                self.operator(it.op, statement);
                let value = self.expression(&it.value);
                let target = self.target(&it.target)?;
                if matches!(target.kind, TargetKind::Unpack(_)) {
                    self.problem(span, "`op=` to several targets", "one target", "");
                    return None;
                }
                StmtKind::Augment(target, value?)
            }
            Py::If(it) => {
                let mut arms = vec![(self.expression(&it.test), self.block(&it.body))];
                let mut otherwise = Vec::new();
                for clause in &it.elif_else_clauses {
                    match &clause.test {
                        Some(test) => arms.push((self.expression(test), self.block(&clause.body))),
                        None => otherwise = self.block(&clause.body),
                    }
                }
                let arms = arms.into_iter().map(|(test, body)| Some((test?, body)));
                StmtKind::If(arms.collect::<Option<_>>()?, otherwise)
            }
            Py::For(it) => {
                if it.is_async {
                    self.problem(span.clone(), "an `async for` loop", "a plain `for` loop", "");
                }
                if let Some(first) = it.orelse.first() {
                    let place = self.span(first);
                    self.problem(
                        place,
                        "an `else` of a `for` loop",
                        "none",
                        "put these statements after the loop",
                    );
                    self.block(&it.orelse);
                }
                let items = self.expression(&it.iter);
                let target = self.target(&it.target);
                let body = self.block(&it.body);
                StmtKind::For(target?, items?, body)
            }
            Py::Raise(it) => {
                if let Some(cause) = &it.cause {
                    self.problem(
                        self.span(cause.as_ref()),
                        "`raise … from`",
                        "a plain `raise`",
                        "",
                    );
                }
                let Some(value) = &it.exc else {
                    let expected = "`raise ValueError(text)`";
                    self.problem(
                        span,
                        "`raise` without an exception",
                        expected,
                        "say what is wrong",
                    );
                    return None;
                };
                let value = self.expression(value)?;
                if !is_exception(&value) {
                    self.problem(
                        self.span(statement),
                        "`raise` of something else than an exception",
                        "`ValueError` or `NotEnoughInformationError`",
                        "write `raise ValueError(text)`",
                    );
                }
                StmtKind::Raise(value)
            }
            Py::ClassDef(it) => {
                self.class(it);
                return None;
            }
            Py::ImportFrom(it) => {
                self.import(it);
                return None;
            }
            Py::Pass(_) => return None,
            other => {
                self.refuse(other);
                return None;
            }
        };
        Some(Stmt { span, kind })
    }

    /// Reports a statement that is not of the language, and what stands in it.
    fn refuse(&mut self, statement: &Py) {
        let names = "nothing to import: every name that a plan may use is there";
        let (found, expected, mend, blocks): (_, _, _, Vec<&[Py]>) = match statement {
            Py::While(it) => (
                "a `while` loop",
                "a `for` loop over a list",
                "write `for item in items:`",
                vec![&it.body, &it.orelse],
            ),
            Py::Break(_) => {
                ("`break`", "a loop that runs to its end", "filter the list before", vec![])
            }
            Py::Continue(_) => ("`continue`", "an `if` around the rest of the body", "", vec![]),
            Py::Try(it) => (
                "a `try` block",
                "statements that may fail",
                "let the error stop the plan, or test the value first",
                vec![&it.body, &it.orelse, &it.finalbody],
            ),
            Py::FunctionDef(_) => (
                "a function definition",
                "statements in a row",
                "write the body where it is used",
                vec![],
            ),
            Py::Return(_) => ("`return`", "`print` of the answer", "", vec![]),
            Py::Delete(_) => ("`del`", "an assignment of a new value", "", vec![]),
            Py::With(it) => ("a `with` block", "plain statements", "", vec![&it.body]),
            Py::Match(it) => (
                "a `match` statement",
                "`if` and `elif`",
                "",
                it.cases.iter().map(|case| &case.body[..]).collect(),
            ),
            Py::Assert(_) => {
                ("`assert`", "a test", "write `if not …: raise ValueError(text)`", vec![])
            }
            Py::Import(_) => ("`import`", names, "remove it", vec![]),
            Py::Global(_) => ("`global`", "variables without a declaration", "remove it", vec![]),
            Py::Nonlocal(_) => {
                ("`nonlocal`", "variables without a declaration", "remove it", vec![])
            }
            Py::TypeAlias(_) => ("a type alias", "a class with `BaseModel`", "", vec![]),
            _ => (
                "a statement that is not of the language",
                "a statement of the plan language",
                "",
                vec![],
            ),
        };
        let whole = self.span(statement);
        // The first line is enough to show it.
        let start = match statement {
            Py::While(it) => it.test.range().end(),
            Py::Match(it) => it.subject.range().end(),
            Py::FunctionDef(it) => it.name.range().end(),
            _ => statement.range().end(),
        };
        let end = whole.end.min(self.offset + start.to_usize());
        self.problem(whole.start..end, found, expected, mend);
        for block in blocks {
            self.block(block);
        }
    }

    pub(super) fn target(&mut self, target: &py::Expr) -> Option<Target> {
        let span = self.span(target);
        let kind = match target {
            py::Expr::Name(it) => {
                self.assignable(&it.id, &span)?;
                TargetKind::Name(it.id.as_str().into())
            }
            py::Expr::Tuple(py::ExprTuple { elts, .. })
            | py::Expr::List(py::ExprList { elts, .. }) => {
                let targets: Vec<_> = elts.iter().map(|target| self.target(target)).collect();
                TargetKind::Unpack(targets.into_iter().collect::<Option<_>>()?)
            }
            py::Expr::Attribute(it) => {
                self.attribute(&it.attr);
                TargetKind::Attribute(self.expression(&it.value)?)
            }
            py::Expr::Subscript(it) => {
                let value = self.expression(&it.value);
                let index = self.expression(&it.slice);
                TargetKind::Item(value?, index?)
            }
            py::Expr::Starred(_) => {
                self.problem(
                    span,
                    "a starred target",
                    "one name an item",
                    "take the items by index",
                );
                return None;
            }
            _ => {
                self.problem(span, "something that cannot be assigned to", "a variable", "");
                return None;
            }
        };
        Some(Target { span, kind })
    }

    /// Whether a plan may assign to `name`.
    pub(super) fn assignable(&mut self, name: &str, span: &super::Span) -> Option<()> {
        if let Some(what) = self.reserved(name) {
            let found = format!("an assignment to `{name}`, {what}");
            self.problem(span.clone(), &found, "a name of your own", "choose another name");
            return None;
        }
        self.assigned.insert(name.into());
        self.plain_name(name, span)
    }

    fn class(&mut self, class: &py::StmtClassDef) {
        let span = self.span(&class.name);
        let name = class.name.as_str();
        let arguments = class.arguments.as_deref();
        let bases = arguments.map_or(&[][..], |arguments| &arguments.args);
        let model = matches!(bases, [py::Expr::Name(base)] if base.id.as_str() == "BaseModel");
        let named = |decorator: &py::Decorator| matches!(&decorator.expression, py::Expr::Name(it) if it.id.as_str() == "dataclass");
        let data = bases.is_empty()
            && class.decorator_list.len() == 1
            && class.decorator_list.iter().all(named);
        let plain = arguments.is_none_or(|arguments| arguments.keywords.is_empty());
        let fits = plain && (data || (model && class.decorator_list.is_empty()));
        if !fits || class.type_params.is_some() {
            let found = format!("class `{name}` with other bases or decorators");
            self.problem(span.clone(), &found, "`BaseModel` as the only base", "");
        }
        for statement in &class.body {
            let place = self.span(statement);
            match statement {
                Py::AnnAssign(field) if field.target.is_name_expr() => {
                    self.annotation(&field.annotation);
                    if let Some(value) = &field.value {
                        let place = self.span(value.as_ref());
                        self.problem(
                            place,
                            "a default value in a schema",
                            "a field with its type only",
                            "remove the default",
                        );
                    }
                }
                _ => self.problem(
                    place,
                    "something else than a field in a schema",
                    "fields of the form `name: type`",
                    "remove it",
                ),
            }
        }
        if self.reserved(name).is_some() || self.assigned.contains(name) {
            let found = format!("class `{name}`, which exists");
            self.problem(span, &found, "a new name", "choose another name");
        } else if self.plain_name(name, &span).is_some() {
            self.classes.insert(name.into());
        }
    }

    /// Accepts a type expression only: annotations are evaluated when a plan runs.
    fn annotation(&mut self, annotation: &py::Expr) {
        match annotation {
            py::Expr::NoneLiteral(_) => {}
            py::Expr::Name(it) => {
                let name = it.id.as_str();
                let known = TYPES.contains(&name)
                    || CLASSES.contains(&name)
                    || self.tools.has_type(name)
                    || self.classes.contains(name);
                if !known {
                    let found = format!("type `{name}`, which is not known");
                    let span = self.span(annotation);
                    self.problem(span, &found, "a type or a class declared above", "");
                }
            }
            py::Expr::BinOp(it) if it.op == py::Operator::BitOr => {
                self.annotation(&it.left);
                self.annotation(&it.right);
            }
            py::Expr::Subscript(it) => {
                self.annotation(&it.value);
                match it.slice.as_ref() {
                    py::Expr::Tuple(it) => it.elts.iter().for_each(|inner| self.annotation(inner)),
                    inner => self.annotation(inner),
                }
            }
            _ => {
                let span = self.span(annotation);
                let expected = "a type such as `list[str]` or `float | None`";
                self.problem(span, "an annotation that is no type", expected, "");
            }
        }
    }

    fn import(&mut self, import: &py::StmtImportFrom) {
        for alias in &import.names {
            let (span, name) = (self.span(alias), alias.name.as_str());
            if alias.asname.is_some() {
                let mend = "remove `as`: it renames the object for the whole task";
                self.problem(span, "an import under another name", "a plain name", mend);
            } else if !self.known(name) && self.tools.find(name).is_none() {
                let found = format!("an import of `{name}`, which is not there");
                self.problem(span, &found, "a name that a plan may use", "remove the import");
            }
        }
        if import.level > 0 {
            let span = self.span(import);
            self.problem(span, "a relative import", "a name that a plan may use", "remove it");
        }
    }
}

fn is_exception(value: &Expr) -> bool {
    use super::tree::Callee;
    match &value.kind {
        ExprKind::Call(Callee::Function(name), _) => {
            matches!(&**name, "ValueError" | "NotEnoughInformationError")
        }
        ExprKind::Name(_) | ExprKind::Known(_) => true,
        _ => false,
    }
}
