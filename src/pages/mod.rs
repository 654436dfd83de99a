//! The pages.

pub mod answers;
pub mod compare;
pub mod help;
pub mod item;
pub mod playground;
pub mod results;
pub mod start;
