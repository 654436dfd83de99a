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
//! The journal of a state is read backwards from the failing step, and of every precondition that the step
//! lacks it is counted how many facts make it hold: no state is made anew. The preconditions are those of
//! the graph, not of the executor's notion of reach, as the reference does: something within reach by way
//! of another is not `CLOSE`.
//!
//! Reference: Embodied Agent Interface, error "wrong temporal order".

use super::failure::{Condition, Connective, Failure, Kind, Precondition, Thing};
use super::state::{Change, Edge, Mark, State};
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
        self.count(state) > 0
    }

    /// How many facts of a state make it hold.
    fn count(&self, state: &State) -> usize {
        match *self {
            Self::State(slot, wanted) => usize::from(state.states(slot).has(wanted)),
            Self::Relation(from, relation, to) => usize::from(state.has(from, relation, to)),
            Self::Holds(who, Thing::Anything) => {
                Relation::HANDS.into_iter().map(|hand| state.targets(who, hand).len()).sum()
            }
            Self::Holds(who, Thing::This(what)) => {
                Relation::HANDS.into_iter().filter(|&hand| state.has(who, hand, what)).count()
            }
        }
    }

    /// Whether a relation is one of the facts that make it hold.
    fn rests_on(&self, edge: Edge) -> bool {
        match *self {
            Self::State(..) => false,
            Self::Relation(from, relation, to) => edge == Edge { from, relation, to },
            Self::Holds(who, thing) => {
                let this = match thing {
                    Thing::Anything => true,
                    Thing::This(what) => edge.to == what,
                };
                edge.from == who && Relation::HANDS.contains(&edge.relation) && this
            }
        }
    }
}

/// A precondition at some time of a run.
struct Then {
    lack: Precondition,
    /// How many facts make the condition hold.
    count: usize,
}

impl Then {
    fn met(&self) -> bool {
        (self.count > 0) != self.lack.negated
    }

    /// Goes back to before a change.
    fn take_back(&mut self, change: Change) {
        match (self.lack.condition, change) {
            (Condition::State(slot, wanted), Change::Restated(one, before)) if slot == one => {
                self.count = usize::from(before.has(wanted));
            }
            (condition, Change::Added(edge)) if condition.rests_on(edge) => self.count -= 1,
            (condition, Change::Removed(edge)) if condition.rests_on(edge) => self.count += 1,
            _ => {}
        }
    }
}

/// Whether what a step lacks was there in the present state or in one of those at `marks`. Linear in the
/// changes since the first of these.
pub(super) fn wrong_order(state: &State, marks: &[Mark], failure: &Failure) -> bool {
    if failure.kind != Kind::Missing || failure.missing.is_empty() {
        return false;
    }
    let now = |&lack: &Precondition| Then { lack, count: lack.condition.count(state) };
    let mut lacks: Vec<Then> = failure.missing.iter().map(now).collect();
    let met = |lacks: &[Then]| match failure.connective {
        Connective::And => lacks.iter().all(Then::met),
        Connective::Or => lacks.iter().any(Then::met),
        Connective::First => lacks[0].met(),
    };
    if met(&lacks) {
        return true;
    }
    let mut seen = 0;
    marks.iter().rev().any(|&mark| {
        let changes = state.changes(mark);
        for &change in changes[..changes.len() - seen].iter().rev() {
            for lack in &mut lacks {
                lack.take_back(change);
            }
        }
        seen = changes.len();
        met(&lacks)
    })
}
