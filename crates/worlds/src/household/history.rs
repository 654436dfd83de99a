//! Whether a missing step was made too early: the *wrong order* among missing steps.
//!
//! ```
//! use vedette_worlds::household::{Run, Rules, read_graph, read_program};
//!
//! let graph = r#"{"nodes": [{"id": 1, "class": "kitchen", "category": "Rooms"},
//!     {"id": 2, "class": "character"}, {"id": 3, "class": "mug", "properties": ["GRABBABLE"]},
//!     {"id": 4, "class": "stove"}],
//!   "edges": [[2, "INSIDE", 1], [3, "INSIDE", 1], [4, "INSIDE", 1]]}"#;
//! let home = read_graph(graph.as_bytes(), "home").unwrap();
//! let mut run = Run::new(home, Rules::strict());
//! let program = read_program("[WALK] <mug> (3)\n[WALK] <stove> (4)\n[GRAB] <mug> (3)");
//! let steps: Vec<_> = program.lines.iter().map(|line| run.step(line)).collect();
//! let failed = steps[2].as_ref().unwrap_err();
//! assert!(failed.wrong_order, "the mug was within reach after the first step");
//! ```
//!
//! # How
//!
//! The journal of a state is walked back from the failing step; the preconditions that the step lacks
//! are looked for in each state. They are evaluated from the state itself, not from the executor's
//! notion of reach, as the reference does: something within reach by way of another is not `CLOSE`.
//!
//! Reference: Embodied Agent Interface, error "wrong temporal order".

use super::failure::{Condition, Connective, Failure, Kind, Precondition, Thing};
use super::state::{Mark, State};
use super::terms::Relation;

impl Precondition {
    /// Whether it is met in a state.
    pub fn met(&self, state: &State) -> bool {
        self.condition.holds(state) != self.negated
    }
}

impl Condition {
    /// Whether it holds in a state.
    pub fn holds(&self, state: &State) -> bool {
        match *self {
            Self::State(slot, wanted) => state.states(slot).has(wanted),
            Self::Relation(from, relation, to) => state.has(from, relation, to),
            Self::Holds(who, thing) => {
                [Relation::HoldsLh, Relation::HoldsRh].into_iter().any(|hand| match thing {
                    Thing::Anything => state.targets(who, hand).len() > 0,
                    Thing::This(what) => state.has(who, hand, what),
                })
            }
        }
    }
}

/// Whether what a step lacks was there in the present state or in one of those at `marks`.
///
/// The state is taken back, mark by mark, so a copy is handed in.
pub(super) fn wrong_order(mut state: State, marks: &[Mark], failure: &Failure) -> bool {
    if failure.kind != Kind::Missing || failure.missing.is_empty() {
        return false;
    }
    let met = |state: &State| match failure.connective {
        Connective::And => failure.missing.iter().all(|lack| lack.met(state)),
        Connective::Or => failure.missing.iter().any(|lack| lack.met(state)),
        Connective::First => failure.missing[0].met(state),
    };
    if met(&state) {
        return true;
    }
    marks.iter().rev().any(|&mark| {
        state.undo(mark);
        met(&state)
    })
}
