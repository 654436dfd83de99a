//! The second engine: one value per node, by the table of the normative page.
//!
//! `A`-forms combine the children by `&`, `E`-forms by `|`; a path that ends at the node adds what
//! the operator is worth at an end (false for `X F U M`, true for `X[w] G W R`). For CTL this is
//! exact. A temporal operator without a path quantifier is *lifted*: it gets `A` where the formula
//! counts positively and `E` where it counts negatively, which is what putting `A` before every
//! temporal operator of the negation normal form means. The lifted formula implies the exact one.

use super::check::{CheckError, Labels};
use super::exact::{Column, Problem, Within, boolean, refuse};
use super::linear::{Step, temporal};
use crate::formula::{Binary, Id, Node, Pool, Unary};
use crate::truth::Truth;
use std::rc::Rc;

/// Whether every temporal operator stands directly under a path quantifier.
pub(super) fn is_ctl(pool: &Pool, root: Id, order: &[Id]) -> bool {
    let is_temporal = |id| temporal(pool.node(id)).is_some();
    !is_temporal(root)
        && order.iter().all(|&id| {
            let node = pool.node(id);
            quantifier(node).is_some() || !node.children().any(is_temporal)
        })
}

fn quantifier(node: Node) -> Option<(bool, Id)> {
    match node {
        Node::Unary(Unary::AllPaths, a) => Some((true, a)),
        Node::Unary(Unary::SomePath, a) => Some((false, a)),
        _ => None,
    }
}

/// The values of a formula where it counts positively and where it counts negatively.
#[derive(Clone)]
struct Signed {
    positive: Rc<[Truth]>,
    negative: Rc<[Truth]>,
}

impl Signed {
    /// Both signs from those of the operands; computed once if the operands have no sign.
    fn combine(
        a: &Signed,
        b: &Signed,
        mut f: impl FnMut(Polar<'_>) -> Result<Rc<[Truth]>, CheckError>,
    ) -> Result<Self, CheckError> {
        let positive =
            f(Polar { a: &a.positive, na: &a.negative, b: &b.positive, nb: &b.negative })?;
        let plain = Rc::ptr_eq(&a.positive, &a.negative) && Rc::ptr_eq(&b.positive, &b.negative);
        let negative = if plain {
            positive.clone()
        } else {
            f(Polar { a: &a.negative, na: &a.positive, b: &b.negative, nb: &b.positive })?
        };
        Ok(Self { positive, negative })
    }
}

/// The operands with the sign of the whole (`a`, `b`), and with the opposite one (`na`, `nb`).
struct Polar<'v> {
    a: &'v Rc<[Truth]>,
    na: &'v Rc<[Truth]>,
    b: &'v Rc<[Truth]>,
    nb: &'v Rc<[Truth]>,
}

impl<L: Labels> Problem<'_, L> {
    /// The value of the lifted formula at every node.
    pub(super) fn lifted(&self, root: Id, order: &[Id]) -> Result<Rc<[Truth]>, CheckError> {
        let size = root.index() + 1;
        let mut uses = vec![0_u32; size];
        // A temporal operator that only occurs under a quantifier has no value of its own.
        let mut bare = vec![false; size];
        bare[root.index()] = true;
        for &id in order {
            let node = self.pool.node(id);
            let operands = self.operands(node);
            for child in operands.into_iter().flatten() {
                uses[child.index()] += 1;
            }
            for child in node.children() {
                bare[child.index()] |= quantifier(node).is_none();
            }
        }
        let mut columns: Vec<Option<Signed>> = vec![None; size];
        for &id in order {
            let node = self.pool.node(id);
            let skipped = temporal(node).is_some() && !bare[id.index()];
            if !skipped {
                let get = |child: Id| columns[child.index()].as_ref().expect("children come first");
                let value = self.signed(id, node, get)?;
                columns[id.index()] = Some(value);
            }
            for child in self.operands(node).into_iter().flatten() {
                uses[child.index()] -= 1;
                if uses[child.index()] == 0 && child != root {
                    columns[child.index()] = None;
                }
            }
        }
        Ok(columns[root.index()].take().expect("the root is computed last").positive)
    }

    /// The formulas whose values an operator needs: a quantifier that stands over a temporal operator
    /// is one operator with it.
    fn operands(&self, node: Node) -> [Option<Id>; 2] {
        let inner = quantifier(node).and_then(|(_, a)| temporal(self.pool.node(a)));
        if let Some((_, a, b)) = inner {
            return [Some(a), Some(b)];
        }
        let mut children = node.children();
        [children.next(), children.next()]
    }

    fn signed<'c>(
        &self,
        id: Id,
        node: Node,
        get: impl Fn(Id) -> &'c Signed,
    ) -> Result<Signed, CheckError> {
        if let Some((all, inner)) = quantifier(node) {
            let Some((step, a, b)) = temporal(self.pool.node(inner)) else {
                return Ok(get(inner).clone());
            };
            let within = self.within(inner)?;
            return Signed::combine(get(a), get(b), |v| self.branch(all, step, within, v.a, v.b));
        }
        if let Some((step, a, b)) = temporal(node) {
            let (a, b, within) = (get(a), get(b), self.within(id)?);
            return Ok(Signed {
                positive: self.branch(true, step, within, &a.positive, &b.positive)?,
                negative: self.branch(false, step, within, &a.negative, &b.negative)?,
            });
        }
        let one = |values: Rc<[Truth]>| Signed { positive: values.clone(), negative: values };
        self.work(self.tree.len())?;
        match node {
            Node::Constant(value) => Ok(one(vec![value.into(); self.tree.len()].into())),
            Node::Atom(atom) => Ok(one(self.atom(atom)?)),
            Node::Unary(_, a) => {
                Signed::combine(get(a), get(a), |v| Ok(v.na.iter().map(|&v| !v).collect()))
            }
            Node::Binary(op, a, b) => Signed::combine(get(a), get(b), |v| {
                let at = |i: usize| match op {
                    Binary::Implies => !v.na[i] | v.b[i],
                    Binary::Iff => (!v.na[i] | v.b[i]) & (!v.nb[i] | v.a[i]),
                    Binary::Xor => (v.a[i] | v.b[i]) & (!v.na[i] | !v.nb[i]),
                    _ => boolean(op, v.a[i], v.b[i]),
                };
                Ok((0..v.a.len()).map(at).collect())
            }),
            other => Err(refuse(id, other)),
        }
    }

    /// `A op` or `E op` at every node, children before parents.
    fn branch(
        &self,
        all: bool,
        step: Step,
        within: Option<Within>,
        a: &Rc<[Truth]>,
        b: &Rc<[Truth]>,
    ) -> Result<Rc<[Truth]>, CheckError> {
        if within.is_some() {
            // A deadline depends on how far the path goes: along the runs, then combined.
            let (a, b) = (Column::Node(a.clone()), Column::Node(b.clone()));
            let runs = self.temporal(step, within.as_ref(), &a, &b)?;
            let (Column::Node(values) | Column::Run(values)) = self.quantify(all, &runs)?;
            return Ok(values);
        }
        let n = self.tree.len();
        self.work(n)?;
        let neutral = Truth::from(all);
        let mut next: Vec<Truth> = (0..n as u32)
            .map(|node| if self.tree.ending(node).is_empty() { neutral } else { step.end() })
            .collect();
        let mut out = vec![Truth::False; n];
        for node in (0..n).rev() {
            // An end that decides alone (E G, A F …) is joined by `&` or `|` like a child.
            out[node] = step.expand(a[node], b[node], next[node]);
            if let Some(parent) = self.tree.parent(node as u32) {
                let value = if step.is_next() { a[node] } else { out[node] };
                let next = &mut next[parent as usize];
                *next = if all { *next & value } else { *next | value };
            }
        }
        Ok(out.into())
    }
}
