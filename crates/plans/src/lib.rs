//! Agent programs, checked before anything runs (`CaMeLoT`).
//!
//! The crate starts with what the rest of it will be about: where a value comes from. Parsing
//! programs, their state machines and policies are still to come.

pub mod provenance;
