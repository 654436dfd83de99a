//! Lowers expressions; rejects those that are not of the language.

use super::names::{ANSWERS, FUNCTIONS, instead, is_method, nearest_method};
use super::tree::{Argument, Callee, Clause, Comparison, Expr, ExprKind, Pass};
use super::{Reader, Span};
use crate::tools::{MODEL, ToolId};
use ruff_python_ast as py;
use ruff_python_ast::Expr as Py;
use ruff_text_size::Ranged;

impl Reader<'_> {
    pub(super) fn expression(&mut self, expression: &Py) -> Option<Expr> {
        if !self.goes_on() {
            return None;
        }
        let span = self.span(expression);
        let kind = match expression {
            Py::NoneLiteral(_) => self.literal(false, expression),
            Py::BooleanLiteral(it) => self.literal(it.value, expression),
            Py::StringLiteral(it) => self.literal(!it.value.is_empty(), expression),
            Py::NumberLiteral(it) => match &it.value {
                py::Number::Int(value) => self.literal(value.as_u64() != Some(0), expression),
                py::Number::Float(value) => self.literal(*value != 0.0, expression),
                py::Number::Complex { .. } => {
                    self.problem(span, "a complex number", "a whole or decimal number", "");
                    return None;
                }
            },
            Py::FString(it) => ExprKind::Text(self.texts(it)?),
            Py::Name(it) => self.name(it.id.as_str(), &span)?,
            Py::Attribute(it) => {
                self.attribute(&it.attr);
                ExprKind::Attribute(self.boxed(&it.value)?, it.attr.as_str().into())
            }
            Py::Subscript(it) => {
                let value = self.boxed(&it.value);
                ExprKind::Item(value?, self.boxed(&it.slice)?)
            }
            Py::List(py::ExprList { elts, .. })
            | Py::Tuple(py::ExprTuple { elts, .. })
            | Py::Set(py::ExprSet { elts, .. }) => {
                let elements: Vec<_> = elts.iter().map(|item| self.element(item)).collect();
                ExprKind::Display(elements.into_iter().collect::<Option<_>>()?)
            }
            Py::Dict(it) => {
                let mut items = Vec::new();
                for item in &it.items {
                    let key = item.key.as_ref().map(|key| self.expression(key));
                    let value = self.expression(&item.value);
                    items.push(match key {
                        Some(key) => key.zip(value).map(|(key, value)| (Some(key), value)),
                        None => value.map(|value| (None, value)),
                    });
                }
                ExprKind::Dict(items.into_iter().collect::<Option<_>>()?)
            }
            Py::ListComp(py::ExprListComp { elt, generators, .. })
            | Py::SetComp(py::ExprSetComp { elt, generators, .. }) => {
                let clauses = self.clauses(generators);
                ExprKind::Comprehension(vec![self.expression(elt)?], clauses?)
            }
            Py::DictComp(it) => self.dict_comprehension(it, span.clone())?,
            Py::Named(it) => {
                let value = self.boxed(&it.value);
                let Py::Name(name) = it.target.as_ref() else { return None };
                let place = self.span(name);
                self.assignable(name.id.as_str(), &place)?;
                ExprKind::Walrus(name.id.as_str().into(), value?)
            }
            Py::UnaryOp(it) => {
                let operand = self.boxed(&it.operand)?;
                if it.op == py::UnaryOp::Not {
                    ExprKind::Not(operand)
                } else {
                    ExprKind::Unary(operand)
                }
            }
            Py::BinOp(it) => {
                self.operator(it.op, expression);
                let left = self.boxed(&it.left);
                ExprKind::Binary(it.op.as_str(), left?, self.boxed(&it.right)?)
            }
            Py::BoolOp(it) => {
                let values: Vec<_> = it.values.iter().map(|value| self.expression(value)).collect();
                let values = values.into_iter().collect::<Option<_>>()?;
                ExprKind::Logic(it.op == py::BoolOp::And, values)
            }
            Py::Compare(it) => {
                let left = self.boxed(&it.left);
                let rights: Vec<_> = it.comparators.iter().map(|right| self.boxed(right)).collect();
                if it.ops.len() != 1 {
                    let mend = "write `a < b and b < c`";
                    self.problem(span, "a chained comparison", "one comparison", mend);
                    return None;
                }
                let right = rights.into_iter().next()??;
                ExprKind::Compare(comparison(*it.ops.first()?), left?, right)
            }
            Py::If(it) => {
                let test = self.boxed(&it.test);
                let then = self.boxed(&it.body);
                let otherwise = self.boxed(&it.orelse);
                ExprKind::Conditional(test?, then?, otherwise?)
            }
            Py::Call(it) => self.call(it, &span)?,
            other => {
                self.refuse_expression(other, span);
                return None;
            }
        };
        Some(Expr { span, kind })
    }

    fn dict_comprehension(&mut self, it: &py::ExprDictComp, span: Span) -> Option<ExprKind> {
        let clauses = self.clauses(&it.generators);
        let Some(key) = &it.key else {
            self.problem(span, "`**` in a comprehension", "`key: value`", "");
            return None;
        };
        let (key, value) = (self.expression(key), self.expression(&it.value));
        Some(ExprKind::Comprehension(vec![key?, value?], clauses?))
    }

    fn literal(&self, truth: bool, literal: &Py) -> ExprKind {
        let range = literal.range();
        ExprKind::Literal(truth, self.code[range.start().to_usize()..range.end().to_usize()].into())
    }

    fn boxed(&mut self, expression: &Py) -> Option<Box<Expr>> {
        self.expression(expression).map(Box::new)
    }

    /// An element of a display, perhaps starred.
    fn element(&mut self, element: &Py) -> Option<Expr> {
        let Py::Starred(it) = element else { return self.expression(element) };
        let span = self.span(element);
        Some(Expr { span, kind: ExprKind::Starred(self.boxed(&it.value)?) })
    }

    fn refuse_expression(&mut self, expression: &Py, span: Span) {
        let (found, expected, mend) = match expression {
            Py::Lambda(_) => ("a `lambda`", "an expression", "use a comprehension or a `for` loop"),
            Py::Generator(_) => {
                ("a generator expression", "a list comprehension", "put it into square brackets")
            }
            Py::Slice(_) => ("a slice", "one index", "use a comprehension over `enumerate`"),
            Py::Await(_) => ("`await`", "a plain call", "remove it"),
            Py::Yield(_) | Py::YieldFrom(_) => ("`yield`", "a list", "build a list"),
            Py::TString(_) => ("a template string", "an f-string", "write `f` instead of `t`"),
            Py::BytesLiteral(_) => ("bytes", "a text", "remove the `b`"),
            Py::EllipsisLiteral(_) => ("`...`", "a value", "write what is meant"),
            Py::Starred(_) => ("a starred expression", "one value", "put it into a list"),
            _ => (
                "an expression that is not of the language",
                "an expression of the plan language",
                "",
            ),
        };
        self.problem(span, found, expected, mend);
    }

    pub(super) fn operator(&mut self, op: py::Operator, at: &impl Ranged) {
        if op == py::Operator::MatMult {
            let span = self.span(at);
            self.problem(span, "the operator `@`", "an arithmetic operator", "");
        }
    }

    /// Names with two underscores before and after lead into the interpreter.
    pub(super) fn plain_name(&mut self, name: &str, span: &Span) -> Option<()> {
        if name.starts_with("__") {
            let found = format!("`{name}`");
            self.problem(span.clone(), &found, "a name that does not begin with `__`", "");
            return None;
        }
        Some(())
    }

    pub(super) fn attribute(&mut self, attribute: &py::Identifier) {
        let span = self.span(attribute);
        self.plain_name(attribute.as_str(), &span);
    }

    fn name(&mut self, name: &str, span: &Span) -> Option<ExprKind> {
        if self.tools.find(name).is_some() {
            let found = format!("tool `{name}` as a value");
            self.problem(span.clone(), &found, "a call of it", "call it where it is needed");
            return None;
        }
        if self.known(name) {
            return Some(ExprKind::Known(name.into()));
        }
        self.plain_name(name, span)?;
        Some(ExprKind::Name(name.into()))
    }

    fn texts(&mut self, string: &py::ExprFString) -> Option<Vec<Expr>> {
        let mut values = Vec::new();
        for part in &string.value {
            let py::FStringPart::FString(part) = part else { continue };
            let mut open: Vec<_> = part.elements.iter().rev().collect();
            while let Some(element) = open.pop() {
                let py::InterpolatedStringElement::Interpolation(it) = element else { continue };
                values.push(self.expression(&it.expression));
                if let Some(spec) = &it.format_spec {
                    open.extend(spec.elements.iter().rev());
                }
            }
        }
        values.into_iter().collect()
    }

    /// The variables of a comprehension are not seen outside: an item or a field would be.
    fn hidden(&mut self, target: &Py) {
        let mut open = vec![target];
        while let Some(target) = open.pop() {
            match target {
                Py::Tuple(py::ExprTuple { elts, .. }) | Py::List(py::ExprList { elts, .. }) => {
                    open.extend(elts.iter().rev());
                }
                Py::Attribute(_) | Py::Subscript(_) => {
                    let (span, found) = (self.span(target), "a store in a comprehension");
                    self.problem(span, found, "a variable", "use a `for` loop");
                }
                _ => {}
            }
        }
    }

    fn clauses(&mut self, clauses: &[py::Comprehension]) -> Option<Vec<Clause>> {
        let mut lowered = Vec::new();
        for clause in clauses {
            if clause.is_async {
                let span = self.span(clause);
                self.problem(span, "an asynchronous comprehension", "a plain one", "");
            }
            let items = self.expression(&clause.iter);
            let target = self.target(&clause.target);
            self.hidden(&clause.target);
            let tests: Vec<_> = clause.ifs.iter().map(|test| self.expression(test)).collect();
            let tests: Option<Vec<_>> = tests.into_iter().collect();
            lowered.push(match (target, items, tests) {
                (Some(target), Some(items), Some(tests)) => Some(Clause { target, items, tests }),
                _ => None,
            });
        }
        lowered.into_iter().collect()
    }

    fn call(&mut self, call: &py::ExprCall, span: &Span) -> Option<ExprKind> {
        let callee = match call.func.as_ref() {
            Py::Name(it) => self.function(it.id.as_str(), &self.span(it)),
            Py::Attribute(it) => {
                let receiver = self.boxed(&it.value);
                let name = it.attr.as_str();
                let place = self.span(&it.attr);
                if is_method(name) {
                    receiver.map(|receiver| Callee::Method(receiver, name.into()))
                } else {
                    let found = format!("method `{name}`");
                    let near = nearest_method(name).map(|near| format!("did you mean `{near}`?"));
                    let mend = instead(name).map(str::to_owned).or(near).unwrap_or_default();
                    self.problem(place, &found, "a method that changes nothing", &mend);
                    None
                }
            }
            other => {
                let place = self.span(other);
                let expected = "a tool, a function or a method by its name";
                self.problem(place, "a call of a computed function", expected, "");
                self.expression(other);
                None
            }
        };
        let mut arguments = Vec::new();
        for argument in &call.arguments.args {
            let (pass, value) = match argument {
                Py::Starred(it) => (Pass::Star, self.expression(&it.value)),
                other => (Pass::Position, self.expression(other)),
            };
            arguments.push(value.map(|value| Argument { pass, value }));
        }
        for keyword in &call.arguments.keywords {
            let pass = match &keyword.arg {
                Some(name) => Pass::Name(name.as_str().into()),
                None => Pass::DoubleStar,
            };
            let value = self.expression(&keyword.value);
            arguments.push(value.map(|value| Argument { pass, value }));
        }
        let arguments: Vec<_> = arguments.into_iter().collect::<Option<_>>()?;
        let callee = callee?;
        if let Callee::Tool(tool) = callee {
            self.signature(tool, &arguments, span);
            if &*self.tools.get(tool).name == MODEL {
                self.schema(call);
            }
        }
        Some(ExprKind::Call(callee, arguments))
    }

    fn function(&mut self, name: &str, span: &Span) -> Option<Callee> {
        if let Some(tool) = self.tools.find(name) {
            return Some(Callee::Tool(tool));
        }
        if self.known(name) {
            return Some(Callee::Function(name.into()));
        }
        let tools = self.tools.all().map(|(_, tool)| &*tool.name);
        let mend = self.meant(name, tools.chain(FUNCTIONS.iter().copied())).unwrap_or_default();
        let found = format!("a call of `{name}`, which is not known");
        self.problem(span.clone(), &found, "a tool or a built-in function", &mend);
        None
    }

    /// The schema of the quarantined model's answer is a class or `str`, `int`, `float`.
    fn schema(&mut self, call: &py::ExprCall) {
        let named = call.arguments.keywords.iter().find(|keyword| {
            keyword.arg.as_ref().is_some_and(|name| name.as_str() == "output_schema")
        });
        let schema = named.map(|keyword| &keyword.value).or_else(|| call.arguments.args.get(1));
        let fits = match schema {
            Some(Py::Name(it)) => {
                let name = it.id.as_str();
                ANSWERS.contains(&name)
                    || self.classes.contains(name)
                    || (self.known(name) && !FUNCTIONS.contains(&name))
            }
            Some(Py::Starred(_)) | None => true,
            Some(_) => false,
        };
        if let (false, Some(schema)) = (fits, schema) {
            let span = self.span(schema);
            let expected = "`str`, `int`, `float` or a class of the plan";
            let mend = "declare a class with one field of that type";
            self.problem(span, "a schema that the model cannot answer in", expected, mend);
        }
    }

    /// Holds the arguments of a call against the tool's parameters.
    fn signature(&mut self, id: ToolId, arguments: &[Argument], span: &Span) {
        let tools = self.tools;
        let tool = tools.get(id);
        let mut given = vec![false; tool.params.len()];
        let (mut position, mut open) = (0, false);
        for argument in arguments {
            let place = argument.value.span.clone();
            match &argument.pass {
                Pass::Position if open => {}
                Pass::Position => {
                    if let Some(given) = given.get_mut(position) {
                        *given = true;
                    } else {
                        let found = format!("argument {} of `{}`", position + 1, tool.name);
                        let expected = format!("at most {}", tool.params.len());
                        self.problem(place, &found, &expected, &call_form(tool));
                    }
                    position += 1;
                }
                Pass::Name(name) => match tool.param(name) {
                    Some(index) if given[index] => {
                        let found = format!("argument `{name}` of `{}` twice", tool.name);
                        self.problem(place, &found, "it once", "");
                    }
                    Some(index) => given[index] = true,
                    None => {
                        let found =
                            format!("argument `{name}`, which `{}` does not have", tool.name);
                        self.problem(place, &found, "a parameter of the tool", &call_form(tool));
                    }
                },
                Pass::Star | Pass::DoubleStar => open = true,
            }
        }
        let missing: Vec<&str> = tool
            .params
            .iter()
            .zip(&given)
            .filter(|(param, given)| param.required && !**given)
            .map(|(param, _)| &*param.name)
            .collect();
        if !open && !missing.is_empty() {
            let found = format!("a call of `{}` without `{}`", tool.name, missing.join("`, `"));
            self.problem(span.clone(), &found, "every required argument", &call_form(tool));
        }
    }
}

fn call_form(tool: &crate::tools::Tool) -> String {
    let params: Vec<String> = tool
        .params
        .iter()
        .map(|param| format!("{}{}", param.name, if param.required { "" } else { "=…" }))
        .collect();
    format!("its form is `{}({})`", tool.name, params.join(", "))
}

fn comparison(op: py::CmpOp) -> Comparison {
    match op {
        py::CmpOp::Eq => Comparison::Equal,
        py::CmpOp::NotEq => Comparison::NotEqual,
        py::CmpOp::Lt => Comparison::Less,
        py::CmpOp::LtE => Comparison::LessEqual,
        py::CmpOp::Gt => Comparison::Greater,
        py::CmpOp::GtE => Comparison::GreaterEqual,
        py::CmpOp::Is => Comparison::Is,
        py::CmpOp::IsNot => Comparison::IsNot,
        py::CmpOp::In => Comparison::In,
        py::CmpOp::NotIn => Comparison::NotIn,
    }
}
