//! Domains, problems, conditions and effects as PDDL: what is printed is read again as the same value.
//!
//! A list stands on one line if it fits there; else each of its parts stands on one of its own. The
//! lengths are found from the inside out, and the text is written with a stack of what is still to come.

use super::model::{Action, Domain, Expr, Ground, Part, Problem, Requirement, Term, Typed, Types};
use std::fmt::Write;

/// What is still to be written: a part, from a column on and on a line of its own or not, or a bracket.
enum Next {
    Part(usize, usize, bool),
    Close,
}

/// The longest line.
const WIDTH: usize = 96;

/// What the numbers of an expression are called.
pub(super) struct Names<'a> {
    pub(super) domain: &'a Domain,
    pub(super) variables: &'a [Typed],
    pub(super) objects: &'a [Typed],
    /// The objects that the first variables stand for.
    pub(super) bound: &'a [usize],
}

impl Names<'_> {
    fn term(&self, term: Term) -> String {
        match term {
            Term::Object(object) => self.objects[object].name.to_string(),
            Term::Variable(variable) => match self.bound.get(variable) {
                Some(&object) => self.objects[object].name.to_string(),
                None => format!("?{}", self.variables[variable].name),
            },
        }
    }

    /// How a part begins, and the parts within, in order.
    fn opened(&self, part: &Part) -> (String, Vec<usize>) {
        let quantifier = |word: &str, bound: &[usize], inner: usize| {
            let bound: Vec<Typed> = bound.iter().map(|&v| self.variables[v].clone()).collect();
            (format!("({word} ({})", typed(&bound, "?", &self.domain.types)), vec![inner])
        };
        match part {
            Part::Atom(predicate, terms) => {
                let mut text = format!("({}", self.domain.predicates[*predicate].name);
                for &term in terms {
                    let _ = write!(text, " {}", self.term(term));
                }
                (text, Vec::new())
            }
            Part::Equal(a, b) => (format!("(= {} {}", self.term(*a), self.term(*b)), Vec::new()),
            Part::Not(inner) => ("(not".to_owned(), vec![*inner]),
            Part::And(inner) => ("(and".to_owned(), inner.to_vec()),
            Part::Or(inner) => ("(or".to_owned(), inner.to_vec()),
            Part::Imply(a, b) => ("(imply".to_owned(), vec![*a, *b]),
            Part::When(a, b) => ("(when".to_owned(), vec![*a, *b]),
            Part::Forall(bound, inner) => quantifier("forall", bound, *inner),
            Part::Exists(bound, inner) => quantifier("exists", bound, *inner),
        }
    }

    /// The part `root` of an expression, from a column on, on lines of at most `width`.
    pub(super) fn print(&self, expr: &Expr, root: usize, column: usize, width: usize) -> String {
        let parts = &expr.parts()[..=root];
        let mut lengths: Vec<usize> = Vec::with_capacity(parts.len());
        for part in parts {
            let (text, inner) = self.opened(part);
            let inner: usize = inner.iter().map(|&part| lengths[part].saturating_add(1)).sum();
            lengths.push(text.chars().count().saturating_add(inner) + 1);
        }
        let mut out = String::new();
        let mut open = vec![Next::Part(root, column, false)];
        while let Some(next) = open.pop() {
            let Next::Part(part, column, newline) = next else {
                out.push(')');
                continue;
            };
            if newline {
                let _ = write!(out, "\n{:column$}", "");
            } else if !out.is_empty() {
                out.push(' ');
            }
            let (text, inner) = self.opened(&parts[part]);
            out.push_str(&text);
            let fits = column.saturating_add(lengths[part]) <= width;
            open.push(Next::Close);
            open.extend(inner.into_iter().rev().map(|part| Next::Part(part, column + 2, !fits)));
        }
        out
    }
}

/// Names with their types behind them; without, where there is only one type.
fn typed(list: &[Typed], mark: &str, types: &Types) -> String {
    let mut text = String::new();
    for (at, one) in list.iter().enumerate() {
        let _ = write!(text, "{}{mark}{}", if at == 0 { "" } else { " " }, one.name);
        let last = list.get(at + 1).is_none_or(|next| next.kind != one.kind);
        if last && types.len() > 1 {
            let _ = write!(text, " - {}", types.name(one.kind));
        }
    }
    text
}

fn requirements(out: &mut String, list: &[Requirement]) {
    if !list.is_empty() {
        let names: Vec<_> = list.iter().map(|one| one.name()).collect();
        let _ = write!(out, "\n  (:requirements {})", names.join(" "));
    }
}

impl Domain {
    /// As PDDL.
    pub fn to_pddl(&self) -> String {
        let mut out = format!("(define (domain {})", self.name);
        requirements(&mut out, &self.requirements);
        if self.types.len() > 1 {
            out.push_str("\n  (:types");
            for kind in 1..self.types.len() {
                let _ = write!(
                    out,
                    " {} - {}",
                    self.types.name(kind),
                    self.types.name(self.types.above(kind))
                );
            }
            out.push(')');
        }
        if !self.constants.is_empty() {
            let _ = write!(out, "\n  (:constants {})", typed(&self.constants, "", &self.types));
        }
        out.push_str("\n  (:predicates");
        for predicate in &self.predicates {
            let gap = if predicate.args.is_empty() { "" } else { " " };
            let args = typed(&predicate.args, "?", &self.types);
            let _ = write!(out, "\n    ({}{gap}{args})", predicate.name);
        }
        out.push(')');
        for action in &self.actions {
            self.action_pddl(&mut out, action);
        }
        out.push_str(")\n");
        out
    }

    fn action_pddl(&self, out: &mut String, action: &Action) {
        let names = Names {
            domain: self,
            variables: &action.variables,
            objects: &self.constants,
            bound: &[],
        };
        let parameters = typed(&action.variables[..action.arity], "?", &self.types);
        let _ = write!(out, "\n  (:action {}\n    :parameters ({parameters})", action.name);
        for (key, expr) in [("precondition", &action.precondition), ("effect", &action.effect)] {
            let text = names.print(expr, expr.root(), 6, WIDTH);
            let _ = write!(out, "\n    :{key}\n      {text}");
        }
        out.push(')');
    }
}

impl Problem {
    /// As PDDL, in the words of its domain.
    pub fn to_pddl(&self, domain: &Domain) -> String {
        let mut out = format!("(define (problem {})\n  (:domain {})", self.name, self.domain);
        requirements(&mut out, &self.requirements);
        let own = &self.objects[self.constants..];
        if !own.is_empty() {
            let _ = write!(out, "\n  (:objects {})", typed(own, "", &domain.types));
        }
        out.push_str("\n  (:init");
        for fact in &self.init {
            let _ = write!(out, "\n    {}", self.fact(domain, fact));
        }
        out.push(')');
        if let Some(goal) = &self.goal {
            let names =
                Names { domain, variables: &goal.variables, objects: &self.objects, bound: &[] };
            let text = names.print(&goal.condition, goal.condition.root(), 4, WIDTH);
            let _ = write!(out, "\n  (:goal\n    {text})");
        }
        out.push_str(")\n");
        out
    }

    /// A fact as PDDL.
    pub fn fact(&self, domain: &Domain, fact: &Ground) -> String {
        let mut text = format!("({}", domain.predicates[fact.predicate].name);
        for &arg in &fact.args {
            let _ = write!(text, " {}", self.objects[arg].name);
        }
        text.push(')');
        text
    }
}
