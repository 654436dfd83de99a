//! One operator, one sentence.

use super::{Reader, atoms};
use crate::formula::{Binary, BinderId, Bound, Id, Interval, Node, Quantifier, Unary, Unit};
use crate::syntax::{Style, print_within};

/// How many items a list of facts may have within a sentence.
const LIST: usize = 6;

/// How an operand that is no list of facts is treated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deep {
    /// It gets a number.
    Number,
    /// The sentence is given up.
    GiveUp,
}

impl Reader<'_> {
    /// The sentence for `id`, without full stop.
    pub(super) fn sentence(&mut self, id: Id) -> String {
        self.clause(id, Deep::Number).expect("numbered operands never fail")
    }

    fn clause(&mut self, id: Id, deep: Deep) -> Option<String> {
        if let Some(facts) = self.facts(id) {
            return Some(facts);
        }
        match self.pool.node(id) {
            Node::Constant(_) | Node::Atom(_) => self.facts(id),
            Node::Hole => Some("something that could not be read".to_owned()),
            Node::Unary(op, a) => self.unary(op, a, deep),
            Node::UnaryWithin(op, interval, a) => {
                let when = self.when(op == Unary::Finally, interval);
                Some(format!("{when} {}", self.tail(a, deep)?))
            }
            Node::Binary(op @ (Binary::And | Binary::Or), ..) => self.list(op, id, deep),
            Node::Binary(op, a, b) => self.binary(op, a, b, deep),
            Node::BinaryWithin(Binary::Until, interval, a, b) => {
                let when = self.when(true, interval);
                let (p, q) = (self.operand(a, deep)?, self.operand(b, deep)?);
                Some(format!("{when} {q}, and until then {p}"))
            }
            // Nobody has a plain phrase for a bounded release: the formula speaks for itself.
            Node::BinaryWithin(..) => {
                let (text, complete) = print_within(self.pool, id, Style::Vedette, 200);
                let cut = if complete { "" } else { " (cut)" };
                Some(format!("`{text}`{cut} holds"))
            }
            Node::Bind(quantifier, binder, a) => self.bind(quantifier, binder, a, deep),
        }
    }

    fn unary(&mut self, op: Unary, a: Id, deep: Deep) -> Option<String> {
        match op {
            Unary::Not => Some(format!("it is not the case that {}", self.operand(a, deep)?)),
            Unary::Next => Some(format!("in the next step {}", self.tail(a, deep)?)),
            Unary::WeakNext => {
                Some(format!("in the next step, if there is one, {}", self.tail(a, deep)?))
            }
            Unary::Finally => Some(format!("eventually {}", self.tail(a, deep)?)),
            Unary::Globally => self.globally(a, deep),
            Unary::AllPaths => Some(format!("on every path, {}", self.tail(a, deep)?)),
            Unary::SomePath => Some(format!("on some path, {}", self.tail(a, deep)?)),
        }
    }

    fn globally(&mut self, a: Id, deep: Deep) -> Option<String> {
        let never = match self.pool.node(a) {
            Node::Unary(Unary::Not, p) => Some(p),
            Node::Binary(Binary::Implies, p, q) if self.pool.node(q) == Node::Constant(false) => {
                Some(p)
            }
            Node::Binary(Binary::Implies, p, q) => {
                let (p, q) = (self.operand(p, deep)?, self.tail(q, deep)?);
                return Some(format!("whenever {p}, {q}"));
            }
            _ => None,
        };
        if let Some(p) = never {
            let text = self.operand(p, deep)?;
            // "m is on never happens" is no English.
            return Some(if text.contains(' ') {
                format!("it never happens that {text}")
            } else {
                format!("{text} never happens")
            });
        }
        Some(format!("at every moment {}", self.tail(a, deep)?))
    }

    fn binary(&mut self, op: Binary, a: Id, b: Id, deep: Deep) -> Option<String> {
        if op == Binary::Implies {
            let (p, q) = (self.operand(a, deep)?, self.tail(b, deep)?);
            return Some(format!("if {p}, then {q}"));
        }
        let (p, q) = (self.operand(a, deep)?, self.operand(b, deep)?);
        Some(match op {
            Binary::Xor => format!("exactly one of these holds: {p}; {q}"),
            Binary::Iff => format!("either both of these hold or neither: {p}; {q}"),
            Binary::Until => format!("until {q}, {p}; and it must come to that: {q}"),
            Binary::WeakUntil => format!("until {q}, if it ever comes to that, {p}"),
            Binary::Release => format!(
                "up to and including the first moment at which {p}, {q}; without such a moment, for \
                 ever"
            ),
            Binary::StrongRelease => format!(
                "up to and including the first moment at which {p}, {q}; and there must be such a \
                 moment"
            ),
            Binary::And | Binary::Or | Binary::Implies => return None,
        })
    }

    /// A conjunction or disjunction of more than facts.
    fn list(&mut self, op: Binary, id: Id, deep: Deep) -> Option<String> {
        if deep == Deep::GiveUp {
            return None;
        }
        let mut items = Vec::new();
        for item in self.flatten(op, id, 100) {
            let short = match self.pool.node(item) {
                Node::Unary(op, a) if op.is_temporal() && self.facts(a).is_some() => {
                    self.clause(item, Deep::GiveUp)
                }
                _ => None,
            };
            items.push(match short {
                Some(text) => text,
                None => self.operand(item, deep)?,
            });
        }
        let which =
            if op == Binary::And { "all of these hold" } else { "at least one of these holds" };
        Some(format!("{which}: {}", items.join("; ")))
    }

    fn bind(
        &mut self,
        quantifier: Quantifier,
        binder: BinderId,
        a: Id,
        deep: Deep,
    ) -> Option<String> {
        let every = if quantifier == Quantifier::Forall { "every" } else { "some" };
        let variables: Vec<String> = self
            .pool
            .binder(binder)
            .variables
            .iter()
            .map(|&(variable, category)| {
                let category = atoms::category(self.pool.name(category));
                format!("{every} {category} {}", self.pool.name(variable))
            })
            .collect();
        let body = match self.pool.node(a) {
            // A prefix of quantifiers is one phrase; a long one is broken up.
            Node::Bind(..) => self.operand(a, deep)?,
            _ => match deep {
                Deep::Number => self.clause(a, deep)?,
                Deep::GiveUp => self.tail(a, deep)?,
            },
        };
        Some(format!("for {}: {body}", variables.join(" and ")))
    }

    /// An operand in the middle of a sentence: facts, or a number.
    fn operand(&mut self, id: Id, deep: Deep) -> Option<String> {
        match self.facts(id) {
            Some(facts) => Some(facts),
            None if deep == Deep::Number => Some(self.number(id)),
            None => None,
        }
    }

    /// An operand at the end of a sentence: also a sentence over facts.
    fn tail(&mut self, id: Id, deep: Deep) -> Option<String> {
        match deep {
            Deep::GiveUp => self.operand(id, deep),
            Deep::Number => match self.clause(id, Deep::GiveUp) {
                Some(clause) => Some(clause),
                None => Some(self.number(id)),
            },
        }
    }

    /// A fact, or a list of facts of one kind.
    fn facts(&self, id: Id) -> Option<String> {
        if let Some(fact) = self.literal(id) {
            return Some(fact);
        }
        let Node::Binary(op @ (Binary::And | Binary::Or), ..) = self.pool.node(id) else {
            return None;
        };
        let items = self.flatten(op, id, LIST);
        let items: Option<Vec<String>> = items.into_iter().map(|item| self.literal(item)).collect();
        Some(items?.join(if op == Binary::And { " and " } else { " or " }))
    }

    fn literal(&self, id: Id) -> Option<String> {
        match self.pool.node(id) {
            Node::Constant(true) => Some("anything".to_owned()),
            Node::Constant(false) => Some("the impossible".to_owned()),
            Node::Atom(atom) => Some(atoms::atom(self.pool, self.pool.atom(atom), true)),
            Node::Unary(Unary::Not, a) => match self.pool.node(a) {
                Node::Atom(atom) => Some(atoms::atom(self.pool, self.pool.atom(atom), false)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The items of a chain of `op`, at most `limit` of them; the rest of a longer chain is one item.
    fn flatten(&self, op: Binary, id: Id, limit: usize) -> Vec<Id> {
        let mut items = Vec::new();
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            match self.pool.node(id) {
                Node::Binary(other, a, b)
                    if other == op && items.len() + stack.len() + 2 <= limit =>
                {
                    stack.push(b);
                    stack.push(a);
                }
                _ => items.push(id),
            }
        }
        items
    }

    /// When something holds at some moment, or at every moment, of an interval.
    fn when(&self, some: bool, interval: Interval) -> String {
        let amount = |bound: Bound| match bound {
            Bound::Number(real) => real.get().to_string(),
            Bound::Constant(name) => self.pool.name(name).to_owned(),
        };
        let one =
            |bound| matches!(bound, Bound::Number(real) if (real.get() - 1.0).abs() < f64::EPSILON);
        let unit = |bound| match (interval.unit, one(bound)) {
            (Unit::Steps, true) => "step",
            (Unit::Steps, false) => "steps",
            (Unit::Seconds, true) => "second",
            (Unit::Seconds, false) => "seconds",
        };
        let from_now = matches!(interval.low, Bound::Number(real) if real.get() == 0.0);
        let low = amount(interval.low);
        let moment = if some { "at some moment" } else { "at every moment" };
        match interval.high {
            Some(high) if some && from_now => format!("within {} {}", amount(high), unit(high)),
            Some(high) if from_now => {
                format!("{moment} from now until {} {} from now", amount(high), unit(high))
            }
            Some(high) => format!("{moment} {low} to {} {} from now", amount(high), unit(high)),
            None => format!("{moment} {low} or more {} from now", unit(interval.low)),
        }
    }
}
