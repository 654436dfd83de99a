//! Why a state formula has its value: a graph of claims, each of which follows from those it names.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_checker::ctl::{check, reasons};
//! use vedette_checker::formula::{AtomId, Pool, Unary};
//! use vedette_checker::kripke::Kripke;
//! use vedette_checker::reasons::Why;
//!
//! // 0 -> 1 -> 2, 0 -> 2, and 2 stays; the one atom holds in 2, so all paths come to it.
//! let kripke = Kripke::new(3, &[(0, 1), (1, 2), (0, 2), (2, 2)], &[0]).unwrap();
//! let label = |state: u32, _: AtomId| state == 2;
//! let mut pool = Pool::default();
//! let p = pool.proposition("p");
//! let eventually = pool.unary(Unary::Finally, p);
//! let rule = pool.unary(Unary::AllPaths, eventually);
//! let budget = Budget::default();
//! let checked = check(&pool, rule, &kripke, &label, &[], &budget).unwrap();
//! let found = reasons(&pool, rule, &kripke, &label, &[], &checked, &budget).unwrap().unwrap();
//! // AF p holds in 0 within two steps, in 1 within one, and in 2 because p does: three claims, and p.
//! let ranks: Vec<(u32, u32)> = found.claims.iter().filter_map(|claim| match claim.why {
//!     Why::Every { rank, .. } => Some((claim.state, rank)),
//!     _ => None,
//! }).collect();
//! assert_eq!(ranks, [(0, 2), (1, 1), (2, 0)]);
//! assert_eq!(found.claims.len(), 4);
//! ```
//!
//! # Why a graph of claims
//!
//! What some path shows is shown by that path. That an `A` holds, or an `E` fails, is about all paths, and
//! no path shows it: but it follows, state by state, from the same claim about all successors. Where
//! something must come at last, a *rank* that falls from step to step says that it does (of `AF p` the
//! number of steps within which it has come on every path); where something must stay, the claims may go
//! round in circles: they are the set of states that the paths never leave. Under fairness the rank may
//! stay the same round a circle on which some constraint is never met, since no fair path stays there.
//!
//! Only what is needed is claimed: of a disjunction one side, of an until nothing after it is fulfilled.
//! No claim can be left out, though a graph with fewer claims may exist.
//!
//! References: Namjoshi, *Certifying model checkers*, CAV 2001 (ranks for least fixpoints, invariants
//! for greatest); Clarke, Jha, Lu and Veith, *Tree-like counterexamples in model checking*, LICS 2002.

mod build;
mod form;
mod rank;

pub(crate) use build::{Builder, Fair, Structure, Trouble};
pub(crate) use form::{Steps, steps};

use crate::formula::Id;

/// What a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum About {
    /// The value of a state formula; of a bounded operator, from some moment of its interval on.
    Formula(Id),
    /// That no fair path begins in the state.
    NoFairPath,
}

/// A claim about a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What is claimed.
    pub about: About,
    /// The state.
    pub state: u32,
    /// Of a bounded operator the steps that its interval has already counted; else 0.
    pub moment: u32,
    /// Whether the formula holds.
    pub holds: bool,
    /// Why.
    pub why: Why,
}

/// Why a claim is true. Numbers are places in the list of claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It says so in the state.
    Label,
    /// These claims about the same state decide it.
    Operands(Vec<u32>),
    /// This path shows it, as these claims about its states say. The cycle repeats for ever; it is empty
    /// if the prefix decides.
    Path {
        /// The states that come first.
        prefix: Vec<u32>,
        /// The states that repeat.
        cycle: Vec<u32>,
        /// Claims about them.
        operands: Vec<u32>,
    },
    /// It is so on every path: by claims about the state, and by the same claim about every successor.
    Every {
        /// Of what must come at last, in how many steps at most it has come (under fairness: a number that
        /// falls at last); 0 where nothing must come, or has come.
        rank: u32,
        /// The constraint that is never met as long as the rank stays the same.
        misses: Option<u32>,
        /// Claims about the state.
        here: Vec<u32>,
        /// Claims about all successors; empty if the state alone decides.
        next: Vec<u32>,
    },
}

/// A graph of claims; the first is the one asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasons {
    /// The claims, in the order in which they were needed.
    pub claims: Vec<Claim>,
}

/// More claims than anyone reads.
pub const MOST_CLAIMS: usize = 20_000;
