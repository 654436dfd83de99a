//! Rooms with metric positions. So far: where an agent can stand, and how it gets there ([`grid`]).

pub mod grid;
