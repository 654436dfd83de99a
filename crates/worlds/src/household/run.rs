//! A program run step by step: outcome and difference of each, and whether a mistake was one of order.
//!
//! ```
//! use vedette_worlds::household::{Run, Rules, read_graph, read_program};
//!
//! let graph = r#"{"nodes": [{"id": 1, "class": "hall", "category": "Rooms"},
//!     {"id": 2, "class": "character"},
//!     {"id": 3, "class": "lamp", "properties": ["HAS_SWITCH"], "states": ["OFF"]}],
//!   "edges": [[2, "INSIDE", 1], [3, "INSIDE", 1]]}"#;
//! let mut run = Run::new(read_graph(graph.as_bytes(), "home").unwrap(), Rules::strict());
//! let program = read_program("[WALK] <lamp> (3)\n[SWITCHON] <lamp> (3)\n[SWITCHON] <lamp> (3)");
//! let [walk, on, again] = [0, 1, 2].map(|at| run.step(&program.lines[at]));
//! assert_eq!((walk.unwrap().added.len(), on.unwrap().states.len()), (2, 1));
//! let failed = again.unwrap_err();
//! assert_eq!((failed.kind.name(), failed.reason.as_str()), ("satisfied", "<lamp> (3) is not OFF"));
//! ```
//!
//! A failing step changes nothing, so a caller may stop there, as the executor does, or go on, as an
//! evaluation that tolerates superfluous steps does.

use super::act::perform;
use super::diff::Diff;
use super::failure::{Connective, Failure, Kind, Precondition};
use super::history::wrong_order;
use super::program::Line;
use super::read::Household;
use super::rules::Rules;
use super::scene::Scene;
use super::state::{Mark, State};
use std::sync::Arc;

/// A household in which a program is being run.
#[derive(Clone, Debug)]
pub struct Run {
    scene: Arc<Scene>,
    state: State,
    rules: Rules,
    /// Before each step that was done.
    marks: Vec<Mark>,
}

/// Why a step of a program was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// What sort of mistake it is.
    pub kind: Kind,
    /// In words.
    pub reason: String,
    /// What another step could have made true.
    pub missing: Vec<Precondition>,
    /// How these count together.
    pub connective: Connective,
    /// Whether it held earlier in this run: the steps are in the wrong order.
    pub wrong_order: bool,
}

impl Run {
    /// Before the first step.
    pub fn new(household: Household, rules: Rules) -> Self {
        let mut state = household.state;
        if rules.is_strict() {
            for &edge in &household.circular {
                state.unlink(edge);
            }
            state.settle();
        }
        Self { scene: household.scene, state, rules, marks: Vec::new() }
    }

    /// The objects.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// The present state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The semantics.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Does what a line says.
    pub fn step(&mut self, line: &Line) -> Result<Diff, Failed> {
        let step = match &line.step {
            Ok(step) => step,
            Err(error) => {
                return Err(Failed {
                    kind: Kind::Parse,
                    reason: error.to_string(),
                    missing: Vec::new(),
                    connective: Connective::First,
                    wrong_order: false,
                });
            }
        };
        let mark = self.state.mark();
        match perform(&self.scene, &mut self.state, self.rules, step) {
            Ok(()) => {
                self.marks.push(mark);
                Ok(self.state.since(mark))
            }
            Err(failure) => Err(self.failed(failure)),
        }
    }

    fn failed(&self, failure: Failure) -> Failed {
        let wrong_order = wrong_order(&self.state, &self.marks, &failure);
        Failed {
            kind: failure.kind,
            reason: failure.reason(&self.scene),
            missing: failure.missing,
            connective: failure.connective,
            wrong_order,
        }
    }

    /// Back to before the first step.
    pub fn rewind(&mut self) {
        if let Some(&mark) = self.marks.first() {
            self.state.undo(mark);
        }
        self.marks.clear();
    }

    /// What is different from before the first step.
    pub fn whole(&self) -> Diff {
        self.marks.first().map_or_else(Diff::default, |&mark| self.state.since(mark))
    }
}
