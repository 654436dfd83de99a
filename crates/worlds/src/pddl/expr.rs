//! Conditions and effects, read from lists: names are bound, counted and held against types.
//!
//! The list is walked once from the outside in, with a stack: that gives every part its scope, the
//! chain of quantifiers around it, in which a variable means the innermost of its name. The parts are
//! then numbered from the inside out, so that every later pass is a loop over ascending numbers.

use super::model::{Expr, Part, Predicate, Requirement, Term, Typed, Types};
use super::reader::{Reader, hint};
use crate::input::InputError;

/// What an expression may speak of.
pub(super) struct Words<'a> {
    pub(super) types: &'a Types,
    pub(super) predicates: &'a [Predicate],
    pub(super) objects: &'a [Typed],
    /// Whether an object of another type than declared makes no whole: if not, it is named and kept.
    pub(super) strict: bool,
}

/// Where a list stands, which decides what it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A condition.
    Condition,
    /// An effect.
    Effect,
    /// What a `when` does.
    Consequence,
}

/// Words that other parts of PDDL start lists with.
const UNSUPPORTED: &[&str] = &[
    "increase",
    "decrease",
    "assign",
    "scale-up",
    "scale-down",
    "preference",
    "<",
    ">",
    "<=",
    ">=",
    "at",
    "over",
    "oneof",
    "probabilistic",
    "always",
    "sometime",
    "within",
];

/// A part that is not numbered yet: what it is, and the visits of its own parts.
struct Visit {
    part: Part,
    inner: Vec<usize>,
}

/// The quantifier around a part, and the variables that it binds.
struct Scope {
    outer: Option<usize>,
    variables: Vec<usize>,
}

/// The expression that a list is. The first variables are parameters; those of quantifiers are added.
pub(super) fn expr(
    reader: &mut Reader<'_>,
    list: usize,
    role: Role,
    words: &Words<'_>,
    variables: &mut Vec<Typed>,
    parameters: usize,
) -> Result<Expr, InputError> {
    if reader.tree.word(list).is_none() && reader.tree.parts(list).next().is_none() {
        return Ok(Expr::default());
    }
    let mut scopes = vec![Scope { outer: None, variables: (0..parameters).collect() }];
    let mut visits: Vec<Visit> = Vec::new();
    let mut open = vec![(list, role, 0, None)];
    while let Some((list, role, scope, around)) = open.pop() {
        if let Some(around) = around {
            let visit = visits.len();
            let around: &mut Visit = &mut visits[around];
            around.inner.push(visit);
        }
        let mut reading = Reading { reader, words, variables, scopes: &mut scopes };
        let (part, inner) = reading.part(list, role, scope)?;
        let this = Some(visits.len());
        visits.push(Visit { part, inner: Vec::new() });
        open.extend(inner.into_iter().rev().map(|(list, role, scope)| (list, role, scope, this)));
    }
    // What was visited last has no parts of its own and comes first.
    let last = visits.len() - 1;
    let number = |visit: &usize| last - visit;
    let parts = visits.into_iter().rev().map(|Visit { part, inner }| match part {
        Part::Not(_) => Part::Not(number(&inner[0])),
        Part::And(_) => Part::And(inner.iter().map(number).collect()),
        Part::Or(_) => Part::Or(inner.iter().map(number).collect()),
        Part::Imply(..) => Part::Imply(number(&inner[0]), number(&inner[1])),
        Part::When(..) => Part::When(number(&inner[0]), number(&inner[1])),
        Part::Forall(bound, _) => Part::Forall(bound, number(&inner[0])),
        Part::Exists(bound, _) => Part::Exists(bound, number(&inner[0])),
        whole @ (Part::Atom(..) | Part::Equal(..)) => whole,
    });
    Ok(Expr { parts: parts.collect() })
}

/// Lists that are parts, with what they may be and their scopes.
type Inner = Vec<(usize, Role, usize)>;

struct Reading<'r, 'a, 'w> {
    reader: &'r mut Reader<'a>,
    words: &'r Words<'w>,
    variables: &'r mut Vec<Typed>,
    scopes: &'r mut Vec<Scope>,
}

impl Reading<'_, '_, '_> {
    /// What a list is, with the lists that are its parts; the numbers of those are filled in later.
    fn part(&mut self, list: usize, role: Role, scope: usize) -> Result<(Part, Inner), InputError> {
        let condition = role == Role::Condition;
        let kind = if condition { "a condition" } else { "an effect" };
        let shown = self.reader.tree.shown(list);
        let Some(head) = self.reader.tree.head(list) else {
            return Err(self.reader.fault(
                list,
                format!("found {shown}"),
                format!("{kind} in brackets"),
            ));
        };
        let rest: Vec<usize> = self.reader.tree.parts(list).skip(1).collect();
        let all = |role| -> Inner { rest.iter().map(|&part| (part, role, scope)).collect() };
        let needs = |count: usize, what: &str, reader: &Reader<'_>| {
            if rest.len() == count {
                return Ok(());
            }
            let found = format!("found {shown} with {} parts", rest.len());
            Err(reader.fault(list, found, what.to_owned()))
        };
        match head.as_str() {
            "and" => Ok((Part::And(Box::default()), all(role))),
            "not" => {
                needs(1, "one part", self.reader)?;
                self.negation(list, rest[0], role)?;
                Ok((Part::Not(0), all(role)))
            }
            "or" if condition => {
                self.reader.need(Requirement::DisjunctivePreconditions, list);
                Ok((Part::Or(Box::default()), all(role)))
            }
            "imply" if condition => {
                needs(2, "two conditions", self.reader)?;
                self.reader.need(Requirement::DisjunctivePreconditions, list);
                Ok((Part::Imply(0, 0), all(role)))
            }
            "when" if role == Role::Effect => {
                needs(2, "a condition and an effect", self.reader)?;
                self.reader.need(Requirement::ConditionalEffects, list);
                let inner =
                    vec![(rest[0], Role::Condition, scope), (rest[1], Role::Consequence, scope)];
                Ok((Part::When(0, 0), inner))
            }
            "forall" | "exists" if condition || (role == Role::Effect && head == "forall") => {
                needs(2, "a list of variables and what is said of them", self.reader)?;
                let exists = head == "exists";
                self.reader.need(
                    match (condition, exists) {
                        (true, true) => Requirement::ExistentialPreconditions,
                        (true, false) => Requirement::UniversalPreconditions,
                        (false, _) => Requirement::ConditionalEffects,
                    },
                    list,
                );
                let (bound, inner_scope) = self.bind(rest[0], scope)?;
                let inner = vec![(rest[1], role, inner_scope)];
                Ok((if exists { Part::Exists(bound, 0) } else { Part::Forall(bound, 0) }, inner))
            }
            "=" if condition
                && rest.len() == 2
                && rest.iter().all(|&p| self.reader.tree.word(p).is_some()) =>
            {
                self.reader.need(Requirement::Equality, list);
                let (a, _) = self.term(rest[0], scope)?;
                let (b, _) = self.term(rest[1], scope)?;
                Ok((Part::Equal(a, b), Vec::new()))
            }
            "or" | "imply" | "exists" | "when" | "forall" | "=" => {
                let what = format!("found {shown}");
                let expected = match role {
                    Role::Condition => {
                        "a condition: an atom, `and`, `or`, `not`, `imply`, `forall`, `exists`, `=` of two terms"
                    }
                    Role::Effect => "an effect: an atom, `and`, `not` of an atom, `forall`, `when`",
                    Role::Consequence => "what a `when` does: an atom, `and`, `not` of an atom",
                };
                Err(self.reader.fault(list, what, expected))
            }
            other if UNSUPPORTED.contains(&other) && self.predicate(other).is_none() => {
                let what = format!("found {shown}, which is not supported");
                Err(self.reader.fault(
                    list,
                    what,
                    format!("{kind} without numbers, times and preferences"),
                ))
            }
            _ => Ok((self.atom(list, &head, &rest, scope)?, Vec::new())),
        }
    }

    /// What the `not` at `list` needs: only an atom can cease to hold.
    fn negation(&mut self, list: usize, inner: usize, role: Role) -> Result<(), InputError> {
        let head = self.reader.tree.head(inner).unwrap_or_default();
        let atom = self.predicate(&head).is_some();
        if role == Role::Condition {
            let simple = atom || head == "=";
            self.reader.need(
                if simple {
                    Requirement::NegativePreconditions
                } else {
                    Requirement::DisjunctivePreconditions
                },
                list,
            );
        } else if matches!(head.as_str(), "and" | "not" | "forall" | "when") {
            let what = format!("found `not` of {} in an effect", self.reader.tree.shown(inner));
            return Err(self.reader.fault(list, what, "`not` of an atom"));
        }
        Ok(())
    }

    fn predicate(&self, name: &str) -> Option<usize> {
        self.words.predicates.iter().position(|predicate| *predicate.name == *name)
    }

    /// New variables for those that a quantifier names, and the scope in which they are known.
    fn bind(&mut self, list: usize, outer: usize) -> Result<(Box<[usize]>, usize), InputError> {
        if self.reader.tree.word(list).is_some() {
            let what = format!("found {}", self.reader.tree.shown(list));
            return Err(self.reader.fault(list, what, "variables in brackets, `(?x - object)`"));
        }
        let parts: Vec<usize> = self.reader.tree.parts(list).collect();
        let named = self.reader.variables(&parts, self.words.types)?;
        let first = self.variables.len();
        self.variables.extend(named);
        let bound: Vec<usize> = (first..self.variables.len()).collect();
        self.scopes.push(Scope { outer: Some(outer), variables: bound.clone() });
        Ok((bound.into(), self.scopes.len() - 1))
    }

    fn atom(
        &mut self,
        list: usize,
        head: &str,
        rest: &[usize],
        scope: usize,
    ) -> Result<Part, InputError> {
        let Some(number) = self.predicate(head) else {
            let all = self.words.predicates.iter().map(|predicate| predicate.name.to_string());
            let expected = format!("a predicate that is declared{}", hint(head, all));
            return Err(self.reader.fault(list, format!("found the predicate `{head}`"), expected));
        };
        let predicate = &self.words.predicates[number];
        if rest.len() != predicate.args.len() {
            let what = format!("found `{head}` of {} terms", rest.len());
            return Err(self.reader.fault(
                list,
                what,
                format!("{} as declared", predicate.args.len()),
            ));
        }
        let mut terms = Vec::with_capacity(rest.len());
        for (&node, arg) in rest.iter().zip(&predicate.args) {
            let (term, kind) = self.term(node, scope)?;
            if !self.words.types.is(kind, arg.kind) {
                let what = format!(
                    "found {} of type `{}` in `{head}`",
                    self.reader.tree.shown(node),
                    self.words.types.name(kind)
                );
                let expected = format!("one of type `{}`", self.words.types.name(arg.kind));
                let fault = self.reader.fault(node, what, expected);
                if self.words.strict {
                    return Err(fault);
                }
                self.reader.problems.push(fault);
            }
            terms.push(term);
        }
        Ok(Part::Atom(number, terms.into()))
    }

    /// A variable or an object, with its type.
    fn term(&self, node: usize, scope: usize) -> Result<(Term, usize), InputError> {
        let word = self.reader.tree.word(node).unwrap_or_default();
        if word.starts_with('?') {
            let name = self.reader.name(node, true)?;
            let scopes = std::iter::successors(Some(scope), |&scope| self.scopes[scope].outer);
            for scope in scopes {
                let bound = self.scopes[scope].variables.iter().copied();
                if let Some(found) = bound.into_iter().find(|&v| self.variables[v].name == name) {
                    return Ok((Term::Variable(found), self.variables[found].kind));
                }
            }
            let what = format!("found the variable `?{name}`, which nothing binds");
            return Err(self.reader.fault(node, what, "a parameter or a variable of a quantifier"));
        }
        let name = self.reader.name(node, false)?;
        if let Some(object) = self.words.objects.iter().position(|object| object.name == name) {
            return Ok((Term::Object(object), self.words.objects[object].kind));
        }
        let all = self.words.objects.iter().map(|object| object.name.to_string());
        let expected = format!("an object that is declared{}", hint(&name, all));
        Err(self.reader.fault(node, format!("found the object `{name}`"), expected))
    }
}
