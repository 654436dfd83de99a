//! Parts of the page of plans.

pub mod against;
pub mod code;
pub mod edit;
pub mod machine;
pub mod marks;
pub mod obligations;
pub mod taint;
pub mod verdicts;
pub mod walk;
