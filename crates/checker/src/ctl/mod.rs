//! CTL on Kripke structures by the standard fixpoints, with fairness (`docs/semantics.md`, section 6).
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_checker::ctl::check;
//! use vedette_checker::formula::{AtomId, Pool, Unary};
//! use vedette_checker::kripke::Kripke;
//!
//! // 0 -> 1 -> 0, and 0 -> 2 with a loop at 2; the one atom holds in 1.
//! let kripke = Kripke::new(3, &[(0, 1), (1, 0), (0, 2), (2, 2)], &[0]).unwrap();
//! let label = |state: u32, _: AtomId| state == 1;
//! let mut pool = Pool::default();
//! let p = pool.proposition("p");
//! let eventually = pool.unary(Unary::Finally, p);
//! let rule = pool.unary(Unary::AllPaths, eventually);
//! let checked = check(&pool, rule, &kripke, &label, &[], &Budget::default()).unwrap();
//! assert!(!checked.holds);
//! assert_eq!(checked.sat.states(rule).unwrap().ones().collect::<Vec<_>>(), [1]);
//! // The lasso that avoids p.
//! assert_eq!((&*checked.evidence[0].prefix, &*checked.evidence[0].cycle), (&[0][..], &[2][..]));
//! ```
//!
//! # Why this construction
//!
//! Everything is brought back to `EX`, `E U` and `E R` by the dualities, so there are three loops to
//! trust. `E U` is a backward search; `E R` removes states backwards, with a counter of the remaining
//! successors; under fairness `E R` is a backward search from the fair components. All are linear in
//! the edges, per operator. Bounded operators are as many steps of `EX` as their bound says.
//!
//! Reference: Clarke, Emerson and Sistla, TOPLAS 1986 (sections 3 and 4: fairness); Baier and Katoen,
//! *Principles of Model Checking*, chapter 6.

mod fixpoint;
mod layers;
mod sat;
mod why;
mod witness;

pub use sat::{Checked, CtlError, Sat, check};
pub use why::reasons;
pub use witness::Piece;
