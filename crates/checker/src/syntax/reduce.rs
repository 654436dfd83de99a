//! Applying operators: from the stacks to nodes, and how tightly operators bind.

use super::dialect::Dialect;
use super::parser::{Entry, Operand, Parser};
use super::traps::{self, Loose};
use crate::formula::{Binary, Node};

impl Parser<'_> {
    /// The topmost operand.
    pub(super) fn pop_operand(&mut self) -> Operand {
        self.operands.pop().expect("every operator was pushed when its operand was due")
    }

    /// Applies the topmost operator.
    pub(super) fn reduce(&mut self) {
        let entry = self.operators.pop().expect("the caller saw an operator");
        let right = self.pop_operand();
        let (id, start, loose) = match entry {
            Entry::Prefix { op, interval: None, at } => (self.pool.unary(op, right.id), at, None),
            Entry::Prefix { op, interval: Some(interval), at } => {
                (self.bounded(op, interval, right.id), at, None)
            }
            Entry::Repeat { op, count, at } => {
                let id = (0..count).fold(right.id, |id, _| self.pool.unary(op, id));
                (id, at, None)
            }
            // Brackets are the caller's; a head that was unreadable is reported.
            Entry::Open { at, .. } | Entry::Bind { binder: None, at, .. } => (right.id, at, None),
            Entry::Bind { quantifier, binder: Some(binder), at } => {
                (self.pool.add(Node::Bind(quantifier, binder, right.id)), at, None)
            }
            Entry::Infix { op, xnor, interval } => {
                let left = self.pop_operand();
                let shown = if xnor { Binary::Xor } else { op };
                for (span, message) in traps::find(self.dialect, self.text, shown, &left, &right) {
                    self.warn(span, message);
                }
                let node = match interval {
                    None => Node::Binary(op, left.id, right.id),
                    Some(interval) => Node::BinaryWithin(op, interval, left.id, right.id),
                };
                let loose = Loose::new(shown, &left, &right);
                (self.pool.add(node), left.start, Some(loose))
            }
        };
        self.operands.push(Operand { id, start, end: right.end, loose });
    }
}

/// How tightly an operator binds, and whether it groups to the right.
pub(super) fn precedence(dialect: Dialect, op: Binary, xnor: bool) -> (u8, bool) {
    let nusmv = dialect == Dialect::NuSmv;
    match op {
        Binary::Iff if nusmv && !xnor => (2, false),
        Binary::Implies | Binary::Iff if !xnor => (1, true),
        Binary::Or => (3, false),
        Binary::Xor | Binary::Iff if nusmv => (3, false),
        Binary::Xor | Binary::Implies | Binary::Iff => (4, false),
        Binary::And => (5, false),
        Binary::Until | Binary::Release | Binary::WeakUntil | Binary::StrongRelease => (6, !nusmv),
    }
}
