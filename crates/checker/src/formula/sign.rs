//! Whether a sub-formula counts positively or negatively: more of it can only help, or only harm.
//!
//! All operators but negation, the left side of an implication, equivalence and exclusive or are
//! monotone, the temporal ones and the path quantifiers too.
//!
//! ```
//! use vedette_checker::formula::signs;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let formula = parse("G(p -> F q)", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let signs: Vec<_> = {
//!     let signs = signs(&formula);
//!     formula.nodes().into_iter().map(|id| signs[id.index()].pure()).collect()
//! };
//! // p, q, F q, p -> F q, G(p -> F q)
//! assert_eq!(signs, [Some(false), Some(true), Some(true), Some(true), Some(true)]);
//! ```

use super::{Binary, Formula, Node, Unary};

/// In which ways a sub-formula counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sign {
    /// More of it can help.
    pub positive: bool,
    /// More of it can harm.
    pub negative: bool,
}

impl Sign {
    /// How the operand at `place` of `node` counts if the node counts in the ways of `self`.
    #[must_use]
    pub fn of_operand(self, node: Node, place: usize) -> Self {
        match node {
            Node::Unary(Unary::Not, _) => self.flipped(),
            Node::Binary(Binary::Implies, ..) if place == 0 => self.flipped(),
            Node::Binary(Binary::Iff | Binary::Xor, ..) => self.or(self.flipped()),
            _ => self,
        }
    }

    fn flipped(self) -> Self {
        Self { positive: self.negative, negative: self.positive }
    }

    /// Both the ways of `self` and those of `other`.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            positive: self.positive || other.positive,
            negative: self.negative || other.negative,
        }
    }

    /// Whether it counts at all.
    pub fn any(self) -> bool {
        self.positive || self.negative
    }

    /// Whether more of it can only help (true) or only harm (false); none if both occur, or neither.
    pub fn pure(self) -> Option<bool> {
        (self.positive != self.negative).then_some(self.positive)
    }
}

/// The sign of every sub-formula, by index.
pub fn signs(formula: &Formula) -> Vec<Sign> {
    let mut signs = vec![Sign::default(); formula.root.index() + 1];
    signs[formula.root.index()].positive = true;
    for id in formula.nodes().into_iter().rev() {
        let own = signs[id.index()];
        let node = formula.pool.node(id);
        for (place, child) in node.children().enumerate() {
            let sign = own.of_operand(node, place);
            signs[child.index()] = signs[child.index()].or(sign);
        }
    }
    signs
}
