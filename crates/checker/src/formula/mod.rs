//! One abstract syntax for LTL, CTL and CTL* over objects (`docs/semantics.md`, section 1).
//!
//! A formula is a node of a [`Pool`]: one vector of hash-consed [`Node`]s in which **children always
//! precede their parents**. Every pass over a formula is therefore a loop over ascending [`Id`]s, not
//! a recursion: a formula of a million characters, or one nested 100,000 brackets deep, is nothing
//! special, and equal sub-formulas are computed once.
//!
//! ```
//! use vedette_checker::formula::{Binary, Pool, Unary};
//!
//! // G (on -> F off)
//! let mut pool = Pool::default();
//! let on = pool.proposition("on");
//! let off = pool.proposition("off");
//! let eventually = pool.unary(Unary::Finally, off);
//! let body = pool.binary(Binary::Implies, on, eventually);
//! let rule = pool.unary(Unary::Globally, body);
//! assert!(body < rule, "children precede parents");
//! assert_eq!(rule, pool.unary(Unary::Globally, body), "equal formulas are one node");
//! ```
//!
//! # Why this representation
//!
//! Boxed trees recurse in every pass (also in `Drop`), and overflow the stack of a browser at some
//! thousand levels. Reference-counted DAGs share, but still recurse. A vector in topological order
//! has neither fault, is cheap to copy, and gives analyses dense arrays indexed by [`Id`].

mod atom;
mod bounded;
mod constants;
mod normal;
mod pool;
mod sign;
mod transform;

pub use atom::{Application, Atom, Bound, Interval, Number, Real, Relation, Term, Unit};
pub use bounded::{Unbounded, without_bounds};
pub use constants::ConstantError;
pub use pool::{AtomId, Binary, Binder, BinderId, Id, Node, Pool, Quantifier, Symbol, Unary};
pub use sign::{Sign, signs};

/// A formula: a pool and the node that is meant.
#[derive(Clone, Debug, Default)]
pub struct Formula {
    /// The nodes; everything reachable from `root`, and perhaps more.
    pub pool: Pool,
    /// The node that is meant.
    pub root: Id,
}

impl Formula {
    /// The formula `root` of `pool`.
    pub fn new(pool: Pool, root: Id) -> Self {
        Self { pool, root }
    }

    /// The nodes of this formula, children before parents, each once.
    pub fn nodes(&self) -> Vec<Id> {
        self.pool.reachable(&[self.root])
    }

    /// Whether the two formulas are the same tree, up to sharing and order of interning.
    pub fn same_as(&self, other: &Formula) -> bool {
        let mut pool = self.pool.clone();
        pool.import(&other.pool, other.root) == self.root
    }
}
