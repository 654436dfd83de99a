//! The web app: pages, components, state, and the bridge to the worker. No algorithm lives here; what
//! is computed is computed by the engines, in a worker, through `vedette_report::service`.

pub mod app;
pub mod bridge;
pub mod components;
pub mod pages;
pub mod panic;
pub mod routes;
pub mod state;
