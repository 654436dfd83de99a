//! Comparing a candidate with the ground truth: both containments, with shortest witnesses
//! (`docs/semantics.md`, section 3).
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_checker::equivalence::{Verdict, compare};
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let mut candidate = parse("G(p -> X q)", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let truth = parse("G(p -> F q)", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let mut pool = candidate.pool;
//! let truth = pool.import(&truth.pool, truth.root);
//!
//! let budget = Budget::default();
//! let answer = compare(&pool, candidate.root, truth, Reading::Infinite, &budget).unwrap();
//! assert_eq!(answer.verdict, Verdict::Stronger);
//! assert!(answer.candidate_only.is_none());
//! assert!(answer.shortest);
//! assert_eq!(answer.truth_only.unwrap().render(&pool), "p & q; cycle{!p & !q}");
//! ```
//!
//! # How
//!
//! 1. Both formulas become nodes of one [`kernel`](crate::automata::kernel), which knows the laws
//!    that read off one level. The same node: equivalent.
//! 2. All words of a few letters are judged at once ([`sample`]). What differs usually does so here,
//!    and the first difference is a shortest one.
//! 3. What is left is decided: `φ & !ψ` is tested for emptiness, on the fly
//!    ([`omega`](crate::automata::omega), [`finite`](crate::automata::finite)); combinations of
//!    fairness conditions one case at a time ([`cases`](crate::automata::cases)).
//! 4. A lasso found there is cut down, and longer samples look for one that is shorter. The witness
//!    says whether it is known to be shortest.
//! 5. Every witness is re-checked on the formulas as they were given, by the plain evaluator
//!    ([`crate::words::holds`]). One that fails is a fault of this program and is returned as an
//!    error, never as a verdict.
//!
//! # Why this way
//!
//! The alternatives are to build and complement automata (Spot does, and must, for general automata),
//! or to explore nothing by sampling. For formulas, negation is free, so only the product is ever
//! built, and only as far as needed; sampling first answers the easy half without building anything.

mod compare;
mod expansion;
pub mod numbers;
mod quantified;
mod renaming;
pub mod sample;
mod shorten;
pub mod stutter;
mod verdict;

pub use compare::{compare, compare_under, satisfiable, status};
pub use expansion::{TooLarge, expand_over, invented, sort_arguments};
pub use quantified::{Expansion, Method, Scene, compare_quantified};
pub use verdict::{Comparison, NotComparable, Status, Verdict};
