//! Evaluates expressions: the calls in them become nodes, in the order in which Python makes them.

use super::alias::{acts, cell};
use super::assign::assigned_in;
use super::lower::Lowering;
use super::{Call, Def, DefId, LITERAL, NodeKind, Remark};
use crate::language::tree::{Argument, Callee, Clause, Expr, ExprKind, Pass, Span};
use crate::tools::{ToolId, nearest};
use rustc_hash::FxHashSet;
use vedette_checker::syntax::SyntaxError;

impl Lowering<'_> {
    /// The value of an expression.
    pub(super) fn value(&mut self, expression: &Expr) -> DefId {
        let span = &expression.span;
        match &expression.kind {
            ExprKind::Literal(..) => LITERAL,
            ExprKind::Known(name) => {
                // An earlier plan may have had a variable of that name.
                let parts = [self.values.get(name), self.values.get(&*cell(name))];
                let parts: Vec<DefId> = parts.into_iter().flatten().copied().collect();
                self.join(parts, span)
            }
            ExprKind::Name(name) => self.read(name, span),
            ExprKind::Attribute(inner, _)
            | ExprKind::Unary(inner)
            | ExprKind::Starred(inner)
            | ExprKind::Not(inner) => {
                let value = self.value(inner);
                self.part(value, span)
            }
            ExprKind::Item(a, b) | ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) => {
                let values = [self.value(a), self.value(b)];
                self.made_of(values, span)
            }
            ExprKind::Display(items) => {
                let values: Vec<DefId> = items.iter().map(|item| self.value(item)).collect();
                let certain = items.iter().any(|item| !matches!(item.kind, ExprKind::Starred(_)));
                let truth = if items.is_empty() { Some(false) } else { certain.then_some(true) };
                self.define(Def { from: values, span: span.clone(), truth, ..Def::default() })
            }
            ExprKind::Dict(items) => {
                let mut values = Vec::new();
                for (key, value) in items {
                    values.extend(key.as_ref().map(|key| self.value(key)));
                    values.push(self.value(value));
                }
                let certain = items.iter().any(|(key, _)| key.is_some());
                let truth = if items.is_empty() { Some(false) } else { certain.then_some(true) };
                self.define(Def { from: values, span: span.clone(), truth, ..Def::default() })
            }
            ExprKind::Text(items) => {
                let values: Vec<DefId> = items.iter().map(|item| self.value(item)).collect();
                self.made_of(values, span)
            }
            ExprKind::Comprehension(elements, clauses) => {
                self.comprehension(elements, clauses, span)
            }
            ExprKind::Walrus(name, inner) => {
                let value = self.value(inner);
                let value = self.under_tests(value, span);
                let truth = self.defs[value.0 as usize].truth;
                let (from, name_of) = (vec![value], Some(name.clone()));
                let place = span.start..span.start + name.len();
                let span = span.clone();
                let def = self.define(Def { from, name: name_of, span, truth, ..Def::default() });
                self.occurs(&place, def, true);
                self.set(name, def);
                def
            }
            ExprKind::Logic(_, values) => {
                if values[1..].iter().any(acts) {
                    let branch = self.condition(expression);
                    self.ends.extend(branch.yes);
                    self.ends.extend(branch.no);
                    return self.part(branch.value, span);
                }
                let values: Vec<DefId> = values.iter().map(|value| self.value(value)).collect();
                self.made_of(values, span)
            }
            ExprKind::Conditional(test, then, otherwise) => {
                self.conditional(test, then, otherwise, span)
            }
            ExprKind::Call(callee, arguments) => match callee {
                Callee::Tool(tool) => self.call(*tool, arguments, span),
                Callee::Function(_) => {
                    let values: Vec<DefId> =
                        arguments.iter().map(|argument| self.value(&argument.value)).collect();
                    self.made_of(values, span)
                }
                Callee::Method(receiver, _) => {
                    let mut values = vec![self.value(receiver)];
                    values.extend(arguments.iter().map(|argument| self.value(&argument.value)));
                    self.made_of(values, span)
                }
            },
        }
    }

    /// A value with the label of `whole`, but of which nothing else is known.
    fn part(&mut self, whole: DefId, span: &Span) -> DefId {
        self.made_of([whole], span)
    }

    fn made_of(&mut self, from: impl IntoIterator<Item = DefId>, span: &Span) -> DefId {
        let from: Vec<DefId> = from.into_iter().filter(|&def| def != LITERAL).collect();
        if from.is_empty() {
            return LITERAL;
        }
        self.define(Def { from, span: span.clone(), ..Def::default() })
    }

    fn read(&mut self, name: &str, span: &Span) -> DefId {
        let Some(&def) = self.values.get(name) else {
            // Of so many problems nobody reads more.
            let few = self.problems.len() < 100;
            let known = self.values.keys().map(AsRef::as_ref);
            let known = known.filter(|other: &&str| few && !other.ends_with('.'));
            let near = nearest(name, known);
            self.problems.push(SyntaxError {
                span: span.clone(),
                found: format!("variable `{name}`, which has no value here"),
                expected: "a variable that is assigned before".into(),
                mend: near.map(|near| format!("did you mean `{near}`?")),
                related: None,
            });
            // Said once is enough.
            let def = self.define(Def { name: Some(name.into()), ..Def::default() });
            self.set(name, def);
            return def;
        };
        self.occurs(span, def, false);
        if self.defs[def.0 as usize].missing {
            let message = format!("variable `{name}` has a value only on some of the ways to here");
            let remark = Remark { span: span.clone(), message };
            if !self.remarks.contains(&remark) {
                self.remarks.push(remark);
            }
        }
        def
    }

    fn conditional(&mut self, test: &Expr, then: &Expr, otherwise: &Expr, span: &Span) -> DefId {
        if !acts(then) && !acts(otherwise) && !acts(test) {
            let values = [self.value(test), self.value(then), self.value(otherwise)];
            return self.made_of(values, span);
        }
        let control = self.control;
        let branch = self.condition(test);
        self.control = self.join([control, branch.value], &test.span);
        let (mut ends, mut ways, mut values) = (Vec::new(), Vec::new(), vec![branch.value]);
        for (open, value) in [(branch.yes, then), (branch.no, otherwise)] {
            if open.is_empty() {
                continue;
            }
            self.ends = open;
            let mark = self.mark();
            values.push(self.value(value));
            ways.push(self.rewind(mark));
            ends.append(&mut self.ends);
        }
        self.merge(&ways, false, span);
        self.ends = ends;
        self.control = control;
        self.made_of(values, span)
    }

    fn comprehension(&mut self, elements: &[Expr], clauses: &[Clause], span: &Span) -> DefId {
        let mut parts = elements
            .iter()
            .chain(clauses.iter().flat_map(|c| std::iter::once(&c.items).chain(&c.tests)));
        let mut values = Vec::new();
        if parts.any(acts) {
            self.rounds(elements, clauses, &mut values);
            return self.made_of(values, span);
        }
        // It only computes: one round tells all.
        let mark = self.mark();
        for clause in clauses {
            let items = self.value(&clause.items);
            let item = self.made_of([items], &clause.target.span);
            self.assign(&clause.target, item);
            values.push(items);
            for test in &clause.tests {
                values.push(self.value(test));
            }
        }
        for element in elements {
            values.push(self.value(element));
        }
        // Its variables are not seen outside.
        self.rewind(mark);
        self.made_of(values, span)
    }

    /// The clauses as loops within loops.
    fn rounds(&mut self, elements: &[Expr], clauses: &[Clause], values: &mut Vec<DefId>) {
        let Some((clause, inner)) = clauses.split_first() else {
            for element in elements {
                values.push(self.value(element));
            }
            return;
        };
        let items = self.value(&clause.items);
        values.push(items);
        let mut assigned = FxHashSet::default();
        let parts = elements.iter().chain(&clause.tests);
        let parts =
            parts.chain(inner.iter().flat_map(|c| std::iter::once(&c.items).chain(&c.tests)));
        parts.for_each(|part| assigned_in(part, &mut assigned));
        let mut hidden = FxHashSet::default();
        self.assigned_target(&clause.target, &mut hidden);
        let before: Vec<_> =
            hidden.iter().map(|name| (name.clone(), self.values.get(name).copied())).collect();
        self.looped(&clause.items, items, &assigned, |this, item| {
            this.assign(&clause.target, item);
            let mut out = Vec::new();
            for test in &clause.tests {
                let branch = this.condition(test);
                values.push(branch.value);
                this.control = this.join([this.control, branch.value], &test.span);
                out.extend(branch.no);
                this.ends = branch.yes;
            }
            if !this.ends.is_empty() {
                let mark = this.mark();
                this.rounds(elements, inner, values);
                let changes = this.rewind(mark);
                this.merge(&[changes], !out.is_empty(), &clause.target.span);
            }
            this.ends.extend(out);
        });
        for (name, before) in before {
            if let Some(before) = before {
                self.set(&name, before);
            } else {
                self.values.remove(&name);
            }
        }
    }

    fn call(&mut self, id: ToolId, given: &[Argument], span: &Span) -> DefId {
        let tool = self.tools.get(id);
        let mut arguments = vec![None; tool.params.len()];
        let mut passed = vec![None; tool.params.len()];
        let (mut position, mut spread) = (0, Vec::new());
        let mut all = Vec::new();
        for argument in given {
            if let (Pass::Star, ExprKind::Display(items)) = (&argument.pass, &argument.value.kind)
                && spread.is_empty()
                && !items.iter().any(|item| matches!(item.kind, ExprKind::Starred(_)))
            {
                for item in items {
                    let value = self.value(item);
                    all.push(value);
                    if let Some(argument) = arguments.get_mut(position) {
                        *argument = Some(value);
                    }
                    position += 1;
                }
                continue;
            }
            let span_here = &argument.value.span;
            let value = self.value(&argument.value);
            all.push(value);
            match &argument.pass {
                Pass::Position if spread.is_empty() => {
                    if let Some(argument) = arguments.get_mut(position) {
                        *argument = Some(value);
                        passed[position] = Some(span_here.clone());
                    }
                    position += 1;
                }
                Pass::Name(name) => {
                    if let Some(index) = tool.param(name) {
                        arguments[index] = Some(value);
                        passed[index] = Some(span_here.clone());
                    }
                }
                Pass::Position | Pass::Star | Pass::DoubleStar => spread.push(value),
            }
        }
        if !spread.is_empty() {
            // Any parameter may get any of it.
            let spread = self.join(spread, span);
            for argument in &mut arguments {
                let from = argument.map_or(vec![spread], |own| vec![own, spread]);
                *argument = Some(self.join(from, span));
            }
        }
        let number = self.calls.len() as u32;
        let result = self.define(Def {
            from: all,
            level: tool.result,
            readers: tool.readers,
            call: Some(number),
            span: span.clone(),
            ..Def::default()
        });
        let control = self.tests(span);
        self.calls.push(Call { tool: id, span: span.clone(), arguments, passed, control, result });
        let node = self.node(NodeKind::Call(number), span.clone());
        if self.may_fail {
            self.raised.push((node, None));
        }
        result
    }
}
