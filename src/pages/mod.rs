//! The pages.

pub mod annotate;
pub mod answers;
pub mod compare;
pub mod diff;
pub mod filters;
pub mod help;
pub mod item;
pub mod leaderboard;
pub mod listing;
pub mod plans;
pub mod playground;
pub mod results;
pub mod stages;
pub mod start;
pub mod worlds;
