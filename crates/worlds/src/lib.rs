//! Scenes, predicates and trajectories: what the world looks like, as labelled traces.
//!
//! Data flows one way: bytes → [`input`] → [`trajectory`] → labels of object instances
//! ([`labels`], named by a [`vocabulary`]) → verdicts of rules over objects ([`rules`]).
//! [`import`] reads rules written for other programs; [`household`] and [`metric`] make trajectories.
//!
//! This crate does no I/O, reads no clock and spawns nothing: callers hand in bytes.
//! What every verdict means is written down in `docs/semantics.md`, sections 5, 8 and 9.

pub mod household;
pub mod import;
pub mod input;
pub mod labels;
pub mod metric;
pub mod pddl;
pub mod random;
pub mod reach;
pub mod rules;
pub mod safety;
pub mod scene;
pub mod trajectory;
pub mod vocabulary;
pub mod watch;
