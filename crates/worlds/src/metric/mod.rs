//! Metric rooms: positions and boxes, sight and reach, twelve actions, chance, and shields.
//!
//! A [`Room`] is made from a scene with positions; a [`plan`] is text; [`run()`] lets a [`Controller`]
//! act and gives a trajectory like any other. What a room is and what its actions do is written down in
//! `docs/worlds-metric.md`.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "places in a room are far below 2^31 and 2^52, and not negative where they are counted"
)]

mod act;
mod action;
mod body;
mod chance;
mod control;
pub mod grid;
mod kinds;
mod place;
mod room;
mod run;
pub mod shield;
mod sight;
mod snapshot;
mod state;
mod time;
mod walk;

pub use act::{Refusal, Refused};
pub use action::{Action, Command, Line, PlanError, plan};
pub use body::Body;
pub use chance::Outcome;
pub use control::{Controller, Follow, Happened, Proposal};
pub use kinds::{Role, Roles};
pub use room::Room;
pub use run::{End, Options, Run, Taken, run};
pub use sight::Hidden;
pub use state::{Item, Mark, Marks, Pose, State};
pub use time::{LASTS, TAKES};
pub use walk::NoWay;
