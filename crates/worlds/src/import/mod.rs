//! Reading rules and tasks that were written for other programs.

pub mod safeagentbench;
pub mod sentinel;
