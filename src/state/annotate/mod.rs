//! What the room of annotation remembers and does.

pub mod keymap;
pub mod store;
