//! Rests: what the steps to come must satisfy, as conjunctions and disjunctions of leaves.
//!
//! Hash-consed, operands before what they are operands of; conjunctions and disjunctions are flat,
//! sorted, without repetition, and without what absorption makes needless. All of these laws hold for
//! Kleene's values too, so that nothing decided is lost and nothing undecided is decided.

use crate::formula::{Id, Real};
use crate::truth::Truth;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};

/// The number of a rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Rest(u32);

/// A condition on the steps to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Leaf {
    /// There is a next step, and the formula holds there.
    Strong(Id),
    /// If there is a next step, the formula holds there.
    Weak(Id),
    /// A bounded operator that counts steps, which is `age` steps old at the next one.
    Within { formula: Id, age: u32 },
    /// A bounded operator that counts seconds, since a time.
    Clock { formula: Id, since: Real },
}

impl Leaf {
    pub(super) fn formula(&self) -> Id {
        match *self {
            Self::Strong(id) | Self::Weak(id) => id,
            Self::Within { formula, .. } | Self::Clock { formula, .. } => formula,
        }
    }
}

/// What a rest is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    Constant(bool),
    /// What the data does not say.
    Silent,
    Leaf(Leaf),
    And(Box<[Rest]>),
    Or(Box<[Rest]>),
}

/// All rests met so far.
#[derive(Debug)]
pub(super) struct Rests {
    shapes: IndexSet<Shape, FxBuildHasher>,
}

impl Default for Rests {
    fn default() -> Self {
        let shapes = [Shape::Constant(false), Shape::Constant(true), Shape::Silent];
        Self { shapes: shapes.into_iter().collect() }
    }
}

impl Rests {
    pub(super) fn len(&self) -> usize {
        self.shapes.len()
    }

    pub(super) fn shape(&self, rest: Rest) -> &Shape {
        &self.shapes[rest.0 as usize]
    }

    fn add(&mut self, shape: Shape) -> Rest {
        Rest(self.shapes.insert_full(shape).0 as u32)
    }

    pub(super) fn constant(value: bool) -> Rest {
        Rest(u32::from(value))
    }

    pub(super) fn truth(value: Truth) -> Rest {
        match value {
            Truth::False => Rest(0),
            Truth::True => Rest(1),
            Truth::Inconclusive | Truth::Unsupported => Rest(2),
        }
    }

    pub(super) fn as_constant(rest: Rest) -> Option<bool> {
        (rest.0 < 2).then_some(rest.0 == 1)
    }

    pub(super) fn leaf(&mut self, leaf: Leaf) -> Rest {
        self.add(Shape::Leaf(leaf))
    }

    pub(super) fn and(&mut self, operands: &[Rest]) -> Rest {
        self.join(true, operands)
    }

    pub(super) fn or(&mut self, operands: &[Rest]) -> Rest {
        self.join(false, operands)
    }

    fn join(&mut self, and: bool, operands: &[Rest]) -> Rest {
        let (neutral, closing) = (Rest(u32::from(and)), Rest(u32::from(!and)));
        let mut flat: Vec<Rest> = Vec::with_capacity(operands.len());
        for &rest in operands {
            match self.shape(rest) {
                _ if rest == closing => return closing,
                _ if rest == neutral => {}
                Shape::And(inner) if and => flat.extend(inner),
                Shape::Or(inner) if !and => flat.extend(inner),
                _ => flat.push(rest),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        if flat.len() > 1 {
            self.absorb(and, &mut flat);
        }
        match flat[..] {
            [] => neutral,
            [one] => one,
            _ if and => self.add(Shape::And(flat.into())),
            _ => self.add(Shape::Or(flat.into())),
        }
    }

    /// `x & (x | y)` is `x`, and so is `x | (x & y)`.
    fn absorb(&self, and: bool, flat: &mut Vec<Rest>) {
        let all: FxHashSet<Rest> = flat.iter().copied().collect();
        flat.retain(|&rest| {
            let inner = match self.shape(rest) {
                Shape::Or(inner) if and => inner,
                Shape::And(inner) if !and => inner,
                _ => return true,
            };
            !inner.iter().any(|part| all.contains(part))
        });
    }

    /// All rests within `root`, operands first.
    pub(super) fn within(&self, root: Rest) -> Vec<Rest> {
        let (mut open, mut seen) = (vec![root], FxHashSet::default());
        let mut found = Vec::new();
        while let Some(rest) = open.pop() {
            if seen.insert(rest) {
                found.push(rest);
                if let Shape::And(inner) | Shape::Or(inner) = self.shape(rest) {
                    open.extend(inner);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// The leaves within `root`.
    pub(super) fn leaves(&self, root: Rest) -> Vec<Leaf> {
        let leaf = |rest| match self.shape(rest) {
            Shape::Leaf(leaf) => Some(*leaf),
            _ => None,
        };
        self.within(root).into_iter().filter_map(leaf).collect()
    }

    /// The value of `root` if the leaves have these.
    pub(super) fn value(&self, root: Rest, leaf: impl Fn(&Leaf) -> Truth) -> Truth {
        let order = self.within(root);
        let mut values: Vec<Truth> = Vec::with_capacity(order.len());
        for &rest in &order {
            let of =
                |inner: &Rest| values[order.binary_search(inner).expect("operands come first")];
            let value = match self.shape(rest) {
                Shape::Constant(value) => Truth::from(*value),
                Shape::Silent => Truth::Unsupported,
                Shape::Leaf(own) => leaf(own),
                Shape::And(inner) => inner.iter().map(of).fold(Truth::True, |a, b| a & b),
                Shape::Or(inner) => inner.iter().map(of).fold(Truth::False, |a, b| a | b),
            };
            values.push(value);
        }
        values.last().copied().unwrap_or(Truth::True)
    }

    /// Only what `root` needs.
    pub(super) fn compact(&self, root: Rest) -> (Self, Rest) {
        let (mut kept, order) = (Self::default(), self.within(root));
        let mut there: Vec<Rest> = Vec::with_capacity(order.len());
        for &rest in &order {
            let of = |inner: &Rest| there[order.binary_search(inner).expect("operands come first")];
            let shape = match self.shape(rest) {
                Shape::And(inner) => Shape::And(sorted(inner.iter().map(of))),
                Shape::Or(inner) => Shape::Or(sorted(inner.iter().map(of))),
                other => other.clone(),
            };
            there.push(kept.add(shape));
        }
        let root = there.last().copied().unwrap_or(root);
        (kept, root)
    }
}

fn sorted(rests: impl Iterator<Item = Rest>) -> Box<[Rest]> {
    let mut rests: Vec<Rest> = rests.collect();
    rests.sort_unstable();
    rests.into()
}
