//! The web app: pages, components, state, and the bridge to the worker. No algorithm lives here; what
//! is computed is computed by the engines, in a worker, through `vedette_report::service`.

#![expect(
    clippy::needless_pass_by_value,
    reason = "components own what they are given, and the browser gives events by value"
)]

pub mod app;
pub mod bridge;
pub mod components;
pub mod pages;
pub mod panic;
pub mod rooms;
pub mod routes;
pub mod state;
