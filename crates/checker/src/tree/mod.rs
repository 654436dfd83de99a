//! Trajectories merged into a computation tree, and formulas checked over it
//! (`docs/semantics.md`, section 5).
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_checker::formula::{AtomId, Binary, Pool, Unary};
//! use vedette_checker::tree::{Labels, Path, Tree, check};
//! use vedette_checker::truth::Truth;
//!
//! // States: 0 nothing, 1 on, 2 off. Every atom is true in the state of its own number, plus one.
//! struct Table;
//! impl Labels for Table {
//!     fn truth(&self, state: u32, atom: AtomId) -> Truth {
//!         Truth::from(atom.index() + 1 == state as usize)
//!     }
//! }
//! let mut pool = Pool::default();
//! let (on, off) = (pool.proposition("on"), pool.proposition("off"));
//! let answer = pool.unary(Unary::Finally, off);
//! let body = pool.binary(Binary::Implies, on, answer);
//! let rule = pool.unary(Unary::Globally, body);
//!
//! // The second trajectory ends where the first goes on: its obligation stays open.
//! let path = |states: &[u32]| Path { states: states.to_vec(), actions: vec![None; states.len()] };
//! let tree = Tree::merge(&[path(&[0, 1, 2]), path(&[0, 1])]).unwrap();
//! assert_eq!(tree.len(), 3, "the shared prefix is there once");
//!
//! let checked = check(&pool, rule, &tree, &Table, &Budget::default()).unwrap();
//! assert_eq!(checked.verdict, Truth::False);
//! assert_eq!(checked.per_trajectory, [Truth::True, Truth::False]);
//! ```
//!
//! # Why two engines
//!
//! The first is exact for LTL, CTL and CTL*: one column of bits per sub-formula, over the positions
//! of every distinct trajectory, path quantifiers combined at the nodes. The second knows only the
//! table of the normative page: it goes once over the nodes, children before parents, and is exact
//! for CTL; for other formulas it computes the *lifting* (a path quantifier before every temporal
//! operator). Where both are exact they must agree, and [`check`] insists on it at run time.
//!
//! # Unknown values
//!
//! Truth is Kleene's. Which of the two kinds of unknown an undecided formula gets depends on how it
//! is written (no lattice with two such values is distributive); what is decided does not.
//!
//! References: the `LTLf` semantics of De Giacomo and Vardi, IJCAI 2013; computation trees and
//! lifting: the SENTINEL paper, section 3 and appendix F.3.

mod bits;
mod blame;
mod branching;
mod check;
mod counterexample;
mod exact;
mod layout;
mod linear;
mod merge;
mod places;
mod runs;
mod session;
mod shape;
mod traits;

pub use blame::Blame;
pub use check::{CheckError, Checked, Labels, check, counterexample};
pub use counterexample::{Branch, Counterexample};
pub use merge::{MergeError, Path, Tree};
pub use session::{Exact, Session};
pub use shape::antecedents;
