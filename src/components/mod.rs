//! Parts that pages share.

pub mod annotate;
pub mod answer_rows;
pub mod automaton;
pub mod choice;
pub mod closeness;
pub mod compare;
pub mod copy;
pub mod download;
pub mod drop;
pub mod editor;
pub mod gallery;
pub mod grid;
pub mod help_keys;
pub mod open;
pub mod pager;
pub mod plans;
pub mod rates;
pub mod regions;
pub mod scene;
pub mod steps;
pub mod toast;
pub mod trace_buttons;
pub mod tree;
pub mod verdict;
pub mod word;
