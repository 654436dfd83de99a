//! A symbolic household: what a program of actions does to a scene of objects, states and relations.
//!
//! ```
//! use vedette_worlds::household::{Run, Rules, read_graph, read_program};
//!
//! let graph = r#"{"nodes": [
//!     {"id": 1, "class_name": "kitchen", "category": "Rooms"},
//!     {"id": 2, "class_name": "character", "category": "Characters"},
//!     {"id": 3, "class_name": "fridge", "properties": ["CAN_OPEN", "CONTAINERS"], "states": ["CLOSED"]},
//!     {"id": 4, "class_name": "milk", "properties": ["GRABBABLE"]}],
//!   "edges": [[2, "INSIDE", 1], [3, "INSIDE", 1], [4, "INSIDE", 1], [4, "INSIDE", 3]]}"#;
//! let program = read_program("[WALK] <fridge> (3)\n[GRAB] <milk> (4)");
//! let mut run = Run::new(read_graph(graph.as_bytes(), "home").unwrap(), Rules::strict());
//! assert!(run.step(&program.lines[0]).is_ok());
//! let failed = run.step(&program.lines[1]).unwrap_err();
//! assert_eq!(failed.reason, "<milk> (4) is out of reach", "the fridge is closed");
//! ```
//!
//! # Why our own simulator
//!
//! A claim that a plan is safe rests on what its steps do. The executor that the field uses is described
//! in no paper; its behaviour was recorded step by step, and this one is held against all of those
//! records ([`Mode::Compat`]). Its slips are then left out where safety is judged ([`Mode::Strict`], the
//! default). It has no clock and no chance, takes objects in ascending order of ids, and never recurses.
//!
//! Read [`read_graph`] and [`read_program`] first, then [`Run`]. What each action needs and does, and
//! where the modes differ, is in `docs/worlds.md`. Reference: VirtualHome (Puig et al., CVPR 2018),
//! Embodied Agent Interface (Li et al., NeurIPS 2024).

mod act;
mod action;
mod convert;
mod diff;
mod failure;
mod history;
mod program;
pub mod reach;
mod read;
pub mod recorded;
mod rules;
mod run;
mod scene;
mod state;
mod terms;
mod trace;

pub use action::Action;
pub use convert::{ROOMS, from_scene, read_household, to_scene};
pub use diff::{Diff, Recalled, Restated};
pub use failure::{Condition, Connective, Failure, Kind, Precondition, Thing, Why};
pub use program::{Line, LineError, Named, Program, Step, read_program, read_step};
pub use read::{Household, read_graph};
pub use rules::{Mode, Rules, WalkRule};
pub use run::{Failed, Run};
pub use scene::{MOST_OBJECTS, Node, Scene, Slot};
pub use state::{Edge, Mark, Memory, State};
pub use terms::{ObjectState, Property, Relation, Set, Term};
pub use trace::Recording;
