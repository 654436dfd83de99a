//! Whether a sub-formula counts positively or negatively: more of it can only help, or only harm.
//!
//! All operators but negation, the left side of an implication, equivalence and exclusive or are
//! monotone, the temporal ones and the path quantifiers too.

use vedette_checker::formula::{Binary, Formula, Node, Unary};

/// In which ways a sub-formula counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sign {
    pub(super) positive: bool,
    pub(super) negative: bool,
}

impl Sign {
    fn flipped(self) -> Self {
        Self { positive: self.negative, negative: self.positive }
    }

    fn or(self, other: Self) -> Self {
        Self {
            positive: self.positive || other.positive,
            negative: self.negative || other.negative,
        }
    }

    /// Whether more of it can only help (true) or only harm (false); none if both occur, or neither.
    pub(super) fn pure(self) -> Option<bool> {
        (self.positive != self.negative).then_some(self.positive)
    }
}

/// The sign of every sub-formula, by index.
pub(super) fn signs(formula: &Formula) -> Vec<Sign> {
    let mut signs = vec![Sign::default(); formula.root.index() + 1];
    signs[formula.root.index()].positive = true;
    for id in formula.nodes().into_iter().rev() {
        let own = signs[id.index()];
        let node = formula.pool.node(id);
        for (place, child) in node.children().enumerate() {
            let sign = match node {
                Node::Unary(Unary::Not, _) => own.flipped(),
                Node::Binary(Binary::Implies, ..) if place == 0 => own.flipped(),
                Node::Binary(Binary::Iff | Binary::Xor, ..) => own.or(own.flipped()),
                _ => own,
            };
            signs[child.index()] = signs[child.index()].or(sign);
        }
    }
    signs
}
