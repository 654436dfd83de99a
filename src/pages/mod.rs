//! The pages.

pub mod answers;
pub mod compare;
pub mod diff;
pub mod filters;
pub mod help;
pub mod item;
pub mod leaderboard;
pub mod listing;
pub mod playground;
pub mod results;
pub mod start;
