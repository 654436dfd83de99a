//! Negation normal form and the laws that only look at one operator.
//!
//! ```
//! use vedette_checker::formula::Formula;
//! use vedette_checker::syntax::{Dialect, Style, parse, print};
//! use vedette_checker::words::Reading;
//!
//! let parsed = parse("!(G(p -> X q) & (p U q))", Dialect::Vedette, Reading::Finite);
//! let Formula { mut pool, root } = parsed.ok().unwrap();
//! let normal = pool.negation_normal_form(root);
//! assert_eq!(print(&pool, normal, Style::Vedette), "F(p & X[w] !q) | !p R !q");
//! ```
//!
//! Every node is built in both polarities, as far as they are asked for, in one loop each way; the
//! result shares what the formula shares. `<->` and `xor` ask for both polarities of their operands,
//! which doubles the number of nodes at worst, not the size of a tree at each level.

use super::{Binary, Id, Node, Pool, Quantifier, Unary};

impl Pool {
    /// `root` with negations only in front of atoms, and without `->`, `<->`, `xor`.
    ///
    /// Over finite words `!X φ` is `X[w] !φ`; over infinite ones both nexts are the same, so the
    /// result is right in every reading. `A` and `E`, `forall` and `exists` are each other's duals.
    pub fn negation_normal_form(&mut self, root: Id) -> Id {
        let nodes = self.reachable(&[root]);
        // Which polarities are asked for: (as it is, negated).
        let mut asked = vec![[false; 2]; root.index() + 1];
        asked[root.index()][0] = true;
        for &id in nodes.iter().rev() {
            let [plain, negated] = asked[id.index()];
            let node = self.node(id);
            for (place, child) in node.children().enumerate() {
                let flips = match node {
                    Node::Unary(Unary::Not, _) => [true, false],
                    Node::Binary(Binary::Implies, ..) if place == 0 => [true, false],
                    Node::Binary(Binary::Iff | Binary::Xor, ..) => [true, true],
                    _ => [false, true],
                };
                let child = &mut asked[child.index()];
                let straight = matches!(node, Node::Binary(Binary::Iff | Binary::Xor, ..));
                child[0] |= if flips == [false, true] { plain } else { negated } || straight;
                child[1] |= if flips == [false, true] { negated } else { plain } || straight;
            }
        }
        let mut built = vec![[Id::default(); 2]; root.index() + 1];
        for &id in &nodes {
            let node = self.node(id);
            for sign in [false, true] {
                if asked[id.index()][usize::from(sign)] {
                    built[id.index()][usize::from(sign)] = self.with_sign(node, sign, &built);
                }
            }
        }
        built[root.index()][0]
    }

    fn with_sign(&mut self, node: Node, negated: bool, built: &[[Id; 2]]) -> Id {
        let of = |id: Id, negated: bool| built[id.index()][usize::from(negated)];
        match node {
            Node::Constant(value) => self.constant(value != negated),
            Node::Atom(_) | Node::Hole => {
                let plain = self.add(node);
                if negated { self.unary(Unary::Not, plain) } else { plain }
            }
            Node::Unary(Unary::Not, a) => of(a, !negated),
            Node::Unary(op, a) => self.unary(dual(op, negated), of(a, negated)),
            Node::UnaryWithin(op, interval, a) => {
                self.add(Node::UnaryWithin(dual(op, negated), interval, of(a, negated)))
            }
            Node::Bind(quantifier, binder, a) => {
                let quantifier = match (quantifier, negated) {
                    (Quantifier::Forall, true) => Quantifier::Exists,
                    (Quantifier::Exists, true) => Quantifier::Forall,
                    (same, false) => same,
                };
                self.add(Node::Bind(quantifier, binder, of(a, negated)))
            }
            Node::Binary(Binary::Implies, a, b) => {
                let op = if negated { Binary::And } else { Binary::Or };
                self.binary(op, of(a, !negated), of(b, negated))
            }
            Node::Binary(op @ (Binary::Iff | Binary::Xor), a, b) => {
                // (a & b) | (!a & !b), with b negated for the opposite.
                let flip = (op == Binary::Xor) != negated;
                let both = self.binary(Binary::And, of(a, false), of(b, flip));
                let neither = self.binary(Binary::And, of(a, true), of(b, !flip));
                self.binary(Binary::Or, both, neither)
            }
            Node::Binary(op, a, b) => {
                self.binary(dual_binary(op, negated), of(a, negated), of(b, negated))
            }
            Node::BinaryWithin(op, interval, a, b) => {
                let op = dual_binary(op, negated);
                self.add(Node::BinaryWithin(op, interval, of(a, negated), of(b, negated)))
            }
        }
    }
}

fn dual(op: Unary, negated: bool) -> Unary {
    if !negated {
        return op;
    }
    match op {
        Unary::Next => Unary::WeakNext,
        Unary::WeakNext => Unary::Next,
        Unary::Finally => Unary::Globally,
        Unary::Globally => Unary::Finally,
        Unary::AllPaths => Unary::SomePath,
        Unary::SomePath => Unary::AllPaths,
        Unary::Not => Unary::Not,
    }
}

fn dual_binary(op: Binary, negated: bool) -> Binary {
    if !negated {
        return op;
    }
    match op {
        Binary::And => Binary::Or,
        Binary::Or => Binary::And,
        Binary::Until => Binary::Release,
        Binary::Release => Binary::Until,
        Binary::WeakUntil => Binary::StrongRelease,
        Binary::StrongRelease => Binary::WeakUntil,
        same => same,
    }
}
