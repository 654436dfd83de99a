//! Reports: what a verdict looks like on a screen, on a wire and in a bundle.
//!
//! Every wire format of the project lives in this crate, with its version; the engines know none.
//! The companion prints these types as JSON, the web app draws them, and a bundle stores them.

pub mod atoms;
pub mod automaton;
pub mod bundle;
pub mod closeness;
pub mod compare;
pub mod diagnostic;
pub mod evaluation;
pub mod fold;
pub mod formula;
pub mod kripke;
pub mod layout;
pub mod leaderboard;
pub mod listing;
pub mod monitor_report;
pub mod packed;
pub mod paired;
pub mod plan;
pub mod playground;
pub mod printed;
pub mod rates;
pub mod reading;
pub mod reasons;
pub mod rules;
pub mod sample;
#[cfg(feature = "schema")]
pub mod schema;
pub mod semantic;
pub mod service;
pub mod sheet;
pub mod table;
pub mod tree_report;
pub mod tree_view;
pub mod tree_wire;
pub mod typed;
pub mod vocabulary;
pub mod word_view;
pub mod world;
