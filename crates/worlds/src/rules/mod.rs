//! Rules over objects, checked on trajectories.
//!
//! Formula → [`prefix`] of universal variables → one *instance* per binding of these variables to
//! distinct objects → columns of the atoms → one computation tree for all → a verdict per binding,
//! gathered into a verdict per rule.
//!
//! # Why the outer variables are bound apart
//!
//! `forall m: Mug. G φ(m)` is true exactly if `G φ(m)` is for every mug, so each binding is checked
//! by itself: the evidence then names the objects, and an antecedent that is seen for one mug does
//! not hide that it never is for another. Quantifiers further inside are expanded in place.
//!
//! Reference: `docs/semantics.md`, sections 5, 8 and 9.

mod check;
mod decide;
mod error;
pub mod extras;
mod file;
mod gather;
mod grounded;
mod instance;
mod join;
mod prefix;
mod verdict;
mod words;

pub use check::{Interrupt, Merge, Options, Report, Stage, Summary, check};
pub use error::RuleError;
pub use file::{Rule, RuleSet, RuleText};
pub use gather::Outcome;
pub(crate) use grounded::ground;
pub use verdict::{Letter, Origin, Verdict, Violation};
