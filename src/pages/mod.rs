//! The pages.

pub mod compare;
pub mod diff;
pub mod help;
pub mod item;
pub mod leaderboard;
pub mod listing;
pub mod results;
pub mod start;
