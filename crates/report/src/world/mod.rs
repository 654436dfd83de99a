//! Worlds on a wire: scenes, what is asked of them, and what programs do there.

pub mod constraints;
pub mod import;
pub mod oracle;
pub mod reach;
pub mod run;
pub mod simulate;
pub mod view;
