//! The second engine: one value per node, by the table of the normative page.
//!
//! `A`-forms combine the children by `&`, `E`-forms by `|`; a path that ends at the node adds what
//! the operator is worth at an end (false for `X F U M`, true for `X[w] G W R`). For CTL this is
//! exact. A temporal operator without a path quantifier is *lifted*: it gets `A` where the formula
//! counts positively and `E` where it counts negatively, which is what putting `A` before every
//! temporal operator of the negation normal form means. The lifted formula implies the exact one.

use super::bits::{Column, Planes};
use super::check::{CheckError, Labels};
use super::exact::{Problem, refuse};
use super::linear::{Step, temporal};
use super::runs::Within;
use crate::formula::{Binary, Id, Node, Pool, Sign, Unary};

/// For every formula of `order`, whether every temporal operator in it stands directly under a path
/// quantifier, apart from the formula itself.
pub(super) struct Shapes {
    /// By index of the formula.
    clean: Vec<bool>,
}

impl Shapes {
    pub(super) fn new(pool: &Pool, order: &[Id]) -> Self {
        let mut clean = vec![true; order.last().map_or(0, |id| id.index() + 1)];
        for &id in order {
            let node = pool.node(id);
            let quantified = quantifier(node).is_some();
            clean[id.index()] = node.children().all(|child| {
                clean[child.index()] && (quantified || temporal(pool.node(child)).is_none())
            });
        }
        Self { clean }
    }

    /// Whether a formula is CTL.
    pub(super) fn is_ctl(&self, pool: &Pool, id: Id) -> bool {
        self.clean[id.index()] && temporal(pool.node(id)).is_none()
    }
}

fn quantifier(node: Node) -> Option<(bool, Id)> {
    match node {
        Node::Unary(Unary::AllPaths, a) => Some((true, a)),
        Node::Unary(Unary::SomePath, a) => Some((false, a)),
        _ => None,
    }
}

/// The values of a formula where it counts positively and where it counts negatively, as far as
/// they are asked for.
#[derive(Clone, Default)]
struct Signed {
    positive: Option<Column>,
    negative: Option<Column>,
}

impl Signed {
    fn get(&self, positive: bool) -> &Column {
        let column = if positive { &self.positive } else { &self.negative };
        column.as_ref().expect("the signs that are needed were asked for")
    }
}

impl<L: Labels> Problem<'_, L> {
    /// Shows the lifted values of each of `roots`, positive sign, per node, to `see`.
    pub(super) fn lifted(
        &self,
        roots: &[Id],
        order: &[Id],
        mut see: impl FnMut(Id, &Column),
    ) -> Result<(), CheckError> {
        let size = order.last().map_or(0, |id| id.index() + 1);
        let mut asked = vec![Sign::default(); size];
        let mut uses = vec![0_u32; size];
        let mut wanted = vec![false; size];
        for root in roots {
            wanted[root.index()] = true;
            asked[root.index()].positive = true;
        }
        for &id in order.iter().rev() {
            let own = asked[id.index()];
            if !own.any() {
                continue;
            }
            let node = self.pool.node(id);
            for (place, child) in self.operands(node).into_iter().enumerate() {
                let Some(child) = child else { continue };
                uses[child.index()] += 1;
                let child = &mut asked[child.index()];
                *child = child.or(own.of_operand(node, place));
            }
        }
        let mut columns: Vec<Signed> = vec![Signed::default(); size];
        for &id in order {
            let own = asked[id.index()];
            // A temporal operator that only occurs under a quantifier has no value of its own.
            if !own.any() {
                continue;
            }
            let node = self.pool.node(id);
            let signed = self.signed(id, node, own, |child| &columns[child.index()])?;
            if wanted[id.index()] {
                see(id, signed.get(true));
            }
            if uses[id.index()] > 0 {
                columns[id.index()] = signed;
            }
            for child in self.operands(node).into_iter().flatten() {
                uses[child.index()] -= 1;
                if uses[child.index()] == 0 {
                    columns[child.index()] = Signed::default();
                }
            }
        }
        Ok(())
    }

    /// The formulas whose values an operator needs: a quantifier that stands over a temporal operator
    /// is one operator with it.
    fn operands(&self, node: Node) -> [Option<Id>; 2] {
        let inner = quantifier(node).and_then(|(_, a)| temporal(self.pool.node(a)));
        if let Some((_, a, b)) = inner {
            return [Some(a), (a != b).then_some(b)];
        }
        let mut children = node.children();
        [children.next(), children.next()]
    }

    fn signed<'c>(
        &self,
        id: Id,
        node: Node,
        asked: Sign,
        get: impl Fn(Id) -> &'c Signed,
    ) -> Result<Signed, CheckError> {
        self.work(self.tree.len() / 64)?;
        let both = |f: &mut dyn FnMut(bool) -> Result<Column, CheckError>| {
            let positive = if asked.positive { Some(f(true)?) } else { None };
            let negative = if asked.negative { Some(f(false)?) } else { None };
            Ok(Signed { positive, negative })
        };
        if let Some((all, inner)) = quantifier(node) {
            let Some((step, a, b)) = temporal(self.pool.node(inner)) else {
                return Ok(get(inner).clone());
            };
            let (a, b, within) = (get(a), get(b), self.within(inner)?);
            // What counts alike in both signs is computed once.
            let mut known: Option<(Column, Column, Column)> = None;
            return both(&mut |sign| {
                let (a, b) = (a.get(sign), b.get(sign));
                if let Some((x, y, value)) = &known
                    && x.is(a)
                    && y.is(b)
                {
                    return Ok(value.clone());
                }
                let value = self.branch(all, step, within, a, b)?;
                known = Some((a.clone(), b.clone(), value.clone()));
                Ok(value)
            });
        }
        if let Some((step, a, b)) = temporal(node) {
            let (a, b, within) = (get(a), get(b), self.within(id)?);
            return both(&mut |sign| self.branch(sign, step, within, a.get(sign), b.get(sign)));
        }
        let len = self.tree.len();
        match node {
            Node::Constant(value) => {
                let column = Column::constant(value, len);
                both(&mut |_| Ok(column.clone()))
            }
            Node::Atom(atom) => {
                let column = self.atom(atom)?;
                both(&mut |_| Ok(column.clone()))
            }
            Node::Unary(_, a) => both(&mut |sign| Ok(get(a).get(!sign).not(len))),
            Node::Binary(op, a, b) => {
                let (a, b) = (get(a), get(b));
                both(&mut |sign| {
                    Ok(match op {
                        Binary::Implies => {
                            a.get(!sign).zip(b.get(sign), len, |na, b| na.not().or(b))
                        }
                        Binary::Iff | Binary::Xor => {
                            let halves =
                                |a: &Column, b: &Column, f: fn(Planes, Planes) -> Planes| {
                                    a.zip(b, len, f)
                                };
                            if op == Binary::Iff {
                                let there =
                                    halves(a.get(!sign), b.get(sign), |na, b| na.not().or(b));
                                let back =
                                    halves(b.get(!sign), a.get(sign), |nb, a| nb.not().or(a));
                                there.zip(&back, len, Planes::and)
                            } else {
                                let one = halves(a.get(sign), b.get(sign), Planes::or);
                                let not_both = halves(a.get(!sign), b.get(!sign), |na, nb| {
                                    na.not().or(nb.not())
                                });
                                one.zip(&not_both, len, Planes::and)
                            }
                        }
                        _ => a.get(sign).boolean(op, b.get(sign), len),
                    })
                })
            }
            other => Err(refuse(id, other)),
        }
    }

    /// `A op` or `E op` at every node, children before parents.
    fn branch(
        &self,
        all: bool,
        step: Step,
        within: Option<Within>,
        a: &Column,
        b: &Column,
    ) -> Result<Column, CheckError> {
        let Some(within) = within else { return Ok(self.nodes.temporal(all, step, a, b)) };
        // A deadline depends on how far the path goes: along the runs, then combined.
        self.work(self.runs.layout.len)?;
        let (a, b) = (self.runs.gather(a), self.runs.gather(b));
        let runs = self.runs.bounded(step, within, &a, &b, self.labels);
        Ok(self.runs.quantify(all, &runs, self.tree.len()))
    }
}
