//! Tests: `and`, `or` and `not` become ways of the graph, and tests of one value share a condition.

use super::lower::{End, Lowering};
use super::{Condition, DefId, NodeKind};
use crate::language::tree::{Callee, Comparison, Expr, ExprKind, Pass};
use std::fmt::Write;

/// The ways on which a condition holds, those on which it does not, and the value tested.
pub(super) struct Branch {
    pub(super) yes: Vec<End>,
    pub(super) no: Vec<End>,
    pub(super) value: DefId,
}

impl Lowering<'_> {
    /// Evaluates `test`; the open ways are taken up by the branch.
    pub(super) fn condition(&mut self, test: &Expr) -> Branch {
        match &test.kind {
            ExprKind::Not(inner) => {
                let Branch { yes, no, value } = self.condition(inner);
                Branch { yes: no, no: yes, value }
            }
            ExprKind::Logic(and, values) => {
                let (mut out, mut tested) = (Vec::new(), Vec::new());
                let control = self.control;
                let mark = self.mark();
                for (index, value) in values.iter().enumerate() {
                    let Branch { yes, no, value } = self.condition(value);
                    tested.push(value);
                    let (on, off) = if *and { (yes, no) } else { (no, yes) };
                    out.extend(off);
                    self.ends = on;
                    if self.ends.is_empty() {
                        break;
                    }
                    let last = index + 1 == values.len();
                    if !last {
                        self.control = self.join([self.control, value], &test.span);
                    }
                }
                self.control = control;
                // What a later operand assigns is not there if an earlier one decides.
                let changes = self.rewind(mark);
                self.merge(&[changes], true, &test.span);
                let on = std::mem::take(&mut self.ends);
                let value = self.join(tested, &test.span);
                let (yes, no) = if *and { (on, out) } else { (out, on) };
                Branch { yes, no, value }
            }
            _ => {
                let value = self.value(test);
                let known = match &test.kind {
                    ExprKind::Literal(truth, _) => Some(*truth),
                    _ => self.defs[value.0 as usize].truth,
                };
                if let Some(truth) = known {
                    let ends = std::mem::take(&mut self.ends);
                    let (yes, no) = if truth { (ends, Vec::new()) } else { (Vec::new(), ends) };
                    return Branch { yes, no, value };
                }
                // `a != b` asks what `a == b` asks.
                let (condition, same) = self.polarity(test);
                let condition = condition.map(|condition| (condition, same));
                let node = self.node(NodeKind::Test(condition), test.span.clone());
                self.ends.clear();
                let (yes, no) = (vec![(node, Some(true))], vec![(node, Some(false))]);
                Branch { yes, no, value }
            }
        }
    }

    fn polarity(&mut self, test: &Expr) -> (Option<Condition>, bool) {
        let positive = match &test.kind {
            ExprKind::Compare(op, a, b) => {
                let op = match op {
                    Comparison::NotEqual => Comparison::Equal,
                    Comparison::IsNot => Comparison::Is,
                    Comparison::NotIn => Comparison::In,
                    _ => return (self.key(test), true),
                };
                ExprKind::Compare(op, a.clone(), b.clone())
            }
            _ => return (self.key(test), true),
        };
        let positive = Expr { span: test.span.clone(), kind: positive };
        (self.key(&positive), false)
    }

    /// The condition "`test` is true", if it is one that gives the same answer when asked again: it
    /// calls no tool and reads only definitions.
    pub(super) fn key(&mut self, test: &Expr) -> Option<Condition> {
        let (mut key, mut defs) = (String::new(), Vec::new());
        self.write_key(test, &mut key, &mut defs)?;
        if defs.is_empty() {
            return None;
        }
        defs.sort_unstable();
        defs.dedup();
        let next = self.conditions.len() as Condition;
        let condition = *self.keys.entry(key).or_insert(next);
        if condition == next {
            self.conditions.push(defs);
        }
        Some(condition)
    }

    fn write_key(&self, test: &Expr, key: &mut String, defs: &mut Vec<DefId>) -> Option<()> {
        match &test.kind {
            ExprKind::Literal(_, text) | ExprKind::Known(text) => {
                let _ = write!(key, "@{text}");
            }
            ExprKind::Name(name) => {
                let def = *self.values.get(name)?;
                defs.push(def);
                let _ = write!(key, "#{}", def.0);
            }
            ExprKind::Attribute(inner, name) => {
                self.write_key(inner, key, defs)?;
                let _ = write!(key, ".{name}");
            }
            ExprKind::Item(a, b) => {
                self.write_key(a, key, defs)?;
                key.push('[');
                self.write_key(b, key, defs)?;
                key.push(']');
            }
            ExprKind::Binary(op, a, b) => {
                let _ = write!(key, "({op} ");
                self.write_key(a, key, defs)?;
                key.push(' ');
                self.write_key(b, key, defs)?;
                key.push(')');
            }
            ExprKind::Compare(op, a, b) => {
                let _ = write!(key, "({op:?} ");
                self.write_key(a, key, defs)?;
                key.push(' ');
                self.write_key(b, key, defs)?;
                key.push(')');
            }
            ExprKind::Call(callee, arguments) => {
                match callee {
                    Callee::Function(name) => {
                        let _ = write!(key, "{name}(");
                    }
                    // A clock does not answer the same twice.
                    Callee::Method(_, name) if matches!(&**name, "now" | "today" | "utcnow") => {
                        return None;
                    }
                    Callee::Method(receiver, name) => {
                        self.write_key(receiver, key, defs)?;
                        let _ = write!(key, ".{name}(");
                    }
                    Callee::Tool(_) => return None,
                }
                for argument in arguments {
                    match &argument.pass {
                        Pass::Position => {}
                        Pass::Name(name) => {
                            let _ = write!(key, "{name}=");
                        }
                        Pass::Star | Pass::DoubleStar => return None,
                    }
                    self.write_key(&argument.value, key, defs)?;
                    key.push(',');
                }
                key.push(')');
            }
            _ => return None,
        }
        Some(())
    }
}
