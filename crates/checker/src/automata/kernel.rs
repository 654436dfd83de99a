//! The kernel: linear-time formulas with complement edges, simplified as they are built.
//!
//! A [`Ref`] is a node and a sign, as in and-inverter graphs: negation is free, `φ` and `!φ` are one
//! node, and each simplification rule is written once and works for its dual too. Five shapes remain:
//! `true`, atoms, `&` (a sorted set), `X`, `U`. All else is a sign away: `a R b = !(!a U !b)`.
//!
//! ```
//! use vedette_checker::automata::kernel::{Kernel, Ref};
//! use vedette_checker::words::Reading;
//!
//! let mut kernel = Kernel::new(Reading::Infinite);
//! let (a, b) = (kernel.variable(0), kernel.variable(1));
//! let (fa, fb) = (kernel.until(Ref::TRUE, a), kernel.until(Ref::TRUE, b));
//! let both = kernel.or(vec![fa, fb]);
//! let either = kernel.or(vec![a, b]);
//! assert_eq!(both, kernel.until(Ref::TRUE, either), "F a | F b = F(a | b)");
//! ```
//!
//! # Why
//!
//! A comparison needs φ, ψ and both negations. In a negation normal form these are four formulas
//! and every law has to be written twice; here they are two nodes. Equal formulas, and many
//! equivalent ones (associativity, commutativity, absorption, duality, the laws of F, G, X and of
//! purely eventual and purely universal formulas), are the same `Ref`, which decides a good part of
//! all comparisons before any automaton is built.
//!
//! The laws themselves are in [`laws`](super::laws).

use crate::words::Reading;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// A node with a sign. Refs of one kernel are equal exactly if their formulas are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ref(u32);

impl Ref {
    /// `true`.
    pub const TRUE: Self = Self(0);
    /// `false`.
    pub const FALSE: Self = Self(1);

    /// The node, without its sign.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the node is meant negated.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// A dense number: two per node.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The inverse of [`Self::index`].
    pub fn from_index(index: usize) -> Self {
        Self(index as u32)
    }

    /// Negated if `sign`.
    #[must_use]
    pub fn xor(self, sign: bool) -> Self {
        Self(self.0 ^ u32::from(sign))
    }
}

impl std::ops::Not for Ref {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// What a node is when it is not negated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// `true`.
    True,
    /// A variable: the number of an atom.
    Variable(u32),
    /// All of them; at least two, sorted, none of them an `And` itself.
    And(Box<[Ref]>),
    /// Strong next. Over infinite words its operand is never negated, for `!X φ = X !φ` there.
    Next(Ref),
    /// Until.
    Until(Ref, Ref),
}

/// A ref taken apart: what it says, with its sign pushed one level down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View<'a> {
    /// A constant.
    Constant(bool),
    /// A variable or its negation (then false).
    Literal(u32, bool),
    /// All of them, each negated if the flag is set.
    And(&'a [Ref], bool),
    /// Some of them, each negated if the flag is set.
    Or(&'a [Ref], bool),
    /// Strong next.
    Next(Ref),
    /// Weak next; only over finite words.
    WeakNext(Ref),
    /// Until.
    Until(Ref, Ref),
    /// Release.
    Release(Ref, Ref),
}

/// The operands of a node, as a slice.
#[derive(Clone, Copy, Debug)]
pub enum SmallOperands<'a> {
    /// Of a conjunction.
    Many(&'a [Ref]),
    /// Of all else: the first so many.
    Few([Ref; 2], usize),
}

impl std::ops::Deref for SmallOperands<'_> {
    type Target = [Ref];

    fn deref(&self) -> &[Ref] {
        match self {
            Self::Many(members) => members,
            Self::Few(operands, count) => &operands[..*count],
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Flags {
    /// Whether φ implies G φ.
    universal: bool,
    /// Whether F φ implies φ.
    eventual: bool,
}

/// Hash-consed shapes in topological order.
#[derive(Clone, Debug)]
pub struct Kernel {
    shapes: IndexSet<Shape, FxBuildHasher>,
    flags: Vec<Flags>,
    finite: bool,
}

impl Kernel {
    /// An empty kernel for one reading.
    pub fn new(reading: Reading) -> Self {
        let mut kernel = Self {
            shapes: IndexSet::default(),
            flags: Vec::new(),
            finite: reading == Reading::Finite,
        };
        kernel.intern(Shape::True);
        kernel
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Never: there is always `true`.
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// Whether words end.
    pub fn is_finite(&self) -> bool {
        self.finite
    }

    /// The shape of a node, without a sign.
    pub fn shape(&self, node: usize) -> &Shape {
        &self.shapes[node]
    }

    /// What `r` says.
    pub fn view(&self, r: Ref) -> View<'_> {
        let sign = r.is_negated();
        match (&self.shapes[r.node()], sign) {
            (Shape::True, _) => View::Constant(!sign),
            (Shape::Variable(variable), _) => View::Literal(*variable, !sign),
            (Shape::And(members), false) => View::And(members, false),
            (Shape::And(members), true) => View::Or(members, true),
            (Shape::Next(a), true) if self.finite => View::WeakNext(!*a),
            (Shape::Next(a), _) => View::Next(a.xor(sign)),
            (Shape::Until(a, b), false) => View::Until(*a, *b),
            (Shape::Until(a, b), true) => View::Release(!*a, !*b),
        }
    }

    /// The operands of a node.
    pub fn operands(&self, node: usize) -> SmallOperands<'_> {
        match &self.shapes[node] {
            Shape::True | Shape::Variable(_) => SmallOperands::Few([Ref::TRUE; 2], 0),
            Shape::And(members) => SmallOperands::Many(members),
            Shape::Next(a) => SmallOperands::Few([*a; 2], 1),
            Shape::Until(a, b) => SmallOperands::Few([*a, *b], 2),
        }
    }

    /// The members of a conjunction; `r` itself if it is none.
    pub fn conjuncts<'a>(&'a self, r: &'a Ref) -> &'a [Ref] {
        match &self.shapes[r.node()] {
            Shape::And(members) if !r.is_negated() => members,
            _ => std::slice::from_ref(r),
        }
    }

    pub(super) fn intern(&mut self, shape: Shape) -> Ref {
        let (index, new) = self.shapes.insert_full(shape);
        if new {
            let flags = self.flags_of(&self.shapes[index]);
            self.flags.push(flags);
        }
        Ref((index as u32) << 1)
    }

    /// The node, if it is here already.
    pub(super) fn find(&self, shape: &Shape) -> Option<Ref> {
        self.shapes.get_index_of(shape).map(|index| Ref((index as u32) << 1))
    }

    fn flags_of(&self, shape: &Shape) -> Flags {
        match shape {
            Shape::True => Flags { universal: true, eventual: true },
            Shape::Variable(_) => Flags { universal: false, eventual: false },
            Shape::And(members) => Flags {
                universal: members.iter().all(|&r| self.is_universal(r)),
                eventual: members.iter().all(|&r| self.is_eventual(r)),
            },
            // At the end of a finite word a strong next fails, whatever its operand.
            Shape::Next(a) => Flags {
                universal: !self.finite && self.is_universal(*a),
                eventual: self.is_eventual(*a),
            },
            Shape::Until(a, b) => Flags {
                universal: self.is_universal(*a) && self.is_universal(*b),
                eventual: *a == Ref::TRUE,
            },
        }
    }

    /// Whether φ implies G φ, as far as its syntax shows.
    pub fn is_universal(&self, r: Ref) -> bool {
        let flags = self.flags[r.node()];
        if r.is_negated() { flags.eventual } else { flags.universal }
    }

    /// Whether F φ implies φ, as far as its syntax shows.
    pub fn is_eventual(&self, r: Ref) -> bool {
        self.is_universal(!r)
    }

    /// Whether φ has the same value at every position of a word, as far as its syntax shows.
    pub(super) fn is_suspendable(&self, r: Ref) -> bool {
        self.is_universal(r) && self.is_eventual(r)
    }

    /// The variable with this number.
    pub fn variable(&mut self, number: u32) -> Ref {
        self.intern(Shape::Variable(number))
    }

    /// The variables that occur in `roots`, ascending.
    pub fn variables(&self, roots: &[Ref]) -> Vec<u32> {
        let last = roots.iter().map(|r| r.node()).max().unwrap_or(0);
        let mut wanted = vec![false; last + 1];
        for root in roots {
            wanted[root.node()] = true;
        }
        let mut variables = Vec::new();
        for node in (0..=last).rev() {
            if wanted[node] {
                if let Shape::Variable(variable) = self.shapes[node] {
                    variables.push(variable);
                }
                self.operands(node).iter().for_each(|r| wanted[r.node()] = true);
            }
        }
        variables.sort_unstable();
        variables
    }

    /// By node: what it amounts to on a word that repeats one letter for ever.
    pub fn on_constant_words(&mut self) -> Vec<Ref> {
        let mut constant: Vec<Ref> = Vec::with_capacity(self.len());
        for node in 0..self.len() {
            let of = |r: Ref| constant[r.node()].xor(r.is_negated());
            let value = match &self.shapes[node] {
                Shape::True => Ref::TRUE,
                Shape::Variable(_) => Ref((node as u32) << 1),
                Shape::Next(a) | Shape::Until(_, a) => of(*a),
                Shape::And(members) => {
                    let members = members.iter().map(|&r| of(r)).collect();
                    self.and(members)
                }
            };
            constant.push(value);
        }
        constant
    }
}
