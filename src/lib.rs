//! The web app: pages, components, state, and the bridge to the worker. No algorithm lives here; what
//! is computed is computed by the engines, in a worker, through `vedette_report::service`.

#![expect(
    clippy::needless_pass_by_value,
    reason = "components own what they are given, and the browser gives events by value"
)]
#![expect(
    clippy::large_types_passed_by_value,
    reason = "a room is a bundle of handles that is copied when a view is made, never in a loop"
)]

pub mod app;
pub mod bridge;
pub mod components;
pub mod pages;
pub mod panic;
pub mod rooms;
pub mod routes;
pub mod state;
