//! Parts that pages share.

pub mod compare;
pub mod copy;
pub mod download;
pub mod drop;
pub mod editor;
pub mod help_keys;
pub mod open;
pub mod pager;
pub mod steps;
pub mod tree;
pub mod verdict;
pub mod word;
