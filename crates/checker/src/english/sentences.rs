//! One operator, one sentence.

use super::{Reader, atoms};
use crate::formula::{Binary, BinderId, Bound, Id, Interval, Node, Quantifier, Unary, Unit};
use crate::syntax::{Style, print_within};

/// How many items a list of facts may have within a sentence.
const LIST: usize = 6;

/// How many items a list of sentences may have.
const ITEMS: usize = 20;

/// How many operators may follow one another within a sentence.
const NESTED: usize = 4;

impl Reader<'_> {
    /// The sentence for `id`, without full stop.
    pub(super) fn sentence(&mut self, id: Id) -> String {
        self.clause(id, NESTED)
    }

    fn clause(&mut self, id: Id, nested: usize) -> String {
        if let Some(facts) = self.facts(id) {
            return facts;
        }
        match self.pool.node(id) {
            // Constants and atoms are facts.
            Node::Constant(_) | Node::Atom(_) | Node::Hole => {
                "something that could not be read".to_owned()
            }
            Node::Unary(op, a) => self.unary(op, a, nested),
            Node::UnaryWithin(op, interval, a) => {
                let when = self.when(op == Unary::Finally, interval);
                format!("{when} {}", self.tail(a, nested))
            }
            Node::Binary(op @ (Binary::And | Binary::Or), ..) => self.list(op, id),
            Node::Binary(op, a, b) => self.binary(op, a, b, nested),
            Node::BinaryWithin(Binary::Until, interval, a, b) => {
                let when = self.when(true, interval);
                // In the order of the sentence, so that numbers come in order.
                let q = self.operand(b);
                let p = self.operand(a);
                format!("{when} {q}, and until then {p}")
            }
            // Nobody has a plain phrase for a bounded release: the formula speaks for itself.
            Node::BinaryWithin(..) => {
                let (text, complete) = print_within(self.pool, id, Style::Vedette, 200);
                let cut = if complete { "" } else { " (cut)" };
                format!("`{text}`{cut} holds")
            }
            Node::Bind(quantifier, binder, a) => self.bind(quantifier, binder, a, nested),
        }
    }

    fn unary(&mut self, op: Unary, a: Id, nested: usize) -> String {
        match op {
            Unary::Not => format!("it is not the case that {}", self.operand(a)),
            Unary::Next => format!("in the next step {}", self.tail(a, nested)),
            Unary::WeakNext => {
                format!("in the next step, if there is one, {}", self.tail(a, nested))
            }
            Unary::Finally => format!("eventually {}", self.tail(a, nested)),
            Unary::Globally => self.globally(a, nested),
            Unary::AllPaths => format!("on every path, {}", self.tail(a, nested)),
            Unary::SomePath => format!("on some path, {}", self.tail(a, nested)),
        }
    }

    fn globally(&mut self, a: Id, nested: usize) -> String {
        let never = match self.pool.node(a) {
            Node::Unary(Unary::Not, p) => Some(p),
            Node::Binary(Binary::Implies, p, q) if self.pool.node(q) == Node::Constant(false) => {
                Some(p)
            }
            Node::Binary(Binary::Implies, p, q) => {
                let (p, q) = (self.operand(p), self.tail(q, nested));
                return format!("whenever {p}, {q}");
            }
            _ => None,
        };
        if let Some(p) = never {
            let text = self.operand(p);
            // "m is on never happens" is no English.
            return if text.contains(' ') {
                format!("it never happens that {text}")
            } else {
                format!("{text} never happens")
            };
        }
        format!("at every moment {}", self.tail(a, nested))
    }

    fn binary(&mut self, op: Binary, a: Id, b: Id, nested: usize) -> String {
        // In the order of the sentence, so that numbers come in order.
        let (p, q) = match op {
            Binary::Until | Binary::WeakUntil => {
                let q = self.operand(b);
                (self.operand(a), q)
            }
            Binary::Implies => (self.operand(a), self.tail(b, nested)),
            _ => (self.operand(a), self.operand(b)),
        };
        match op {
            Binary::Implies => format!("if {p}, then {q}"),
            // The caller makes lists of these.
            Binary::And | Binary::Or => format!("{p}; {q}"),
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
        }
    }

    /// A conjunction or disjunction of more than facts.
    fn list(&mut self, op: Binary, id: Id) -> String {
        let mut items = Vec::new();
        for item in self.flatten(op, id, ITEMS) {
            items.push(match self.pool.node(item) {
                Node::Unary(op, a) if op.is_temporal() && self.facts(a).is_some() => {
                    self.clause(item, 0)
                }
                _ => self.operand(item),
            });
        }
        let which =
            if op == Binary::And { "all of these hold" } else { "at least one of these holds" };
        format!("{which}: {}", items.join("; "))
    }

    fn bind(&mut self, quantifier: Quantifier, binder: BinderId, a: Id, nested: usize) -> String {
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
        let body = self.tail(a, nested);
        format!("for {}: {body}", variables.join(" and "))
    }

    /// An operand in the middle of a sentence: facts, or a number.
    fn operand(&mut self, id: Id) -> String {
        match self.facts(id) {
            Some(facts) => facts,
            None => self.number(id),
        }
    }

    /// An operand at the end of a sentence, which may itself be a sentence: it runs to the end, and
    /// what stands before is complete, so there is one way to read it.
    fn tail(&mut self, id: Id, nested: usize) -> String {
        if nested == 0 { self.operand(id) } else { self.clause(id, nested - 1) }
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
