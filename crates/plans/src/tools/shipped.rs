//! The tables of tools that are shipped, by their domain: those that the shipped packs speak of.
//!
//! ```
//! use vedette_plans::tools::shipped;
//!
//! let home = shipped::tools("home").unwrap();
//! assert!(home.find("stove_off").is_some());
//! assert!(shipped::tools("moon base").is_none());
//! ```
//!
//! Names, parameters and labels are those of the tools of `AgentDojo`'s suites and of the
//! incident-response tools of `CaMeLoT`; a test compares them with the recorded ones. The words are ours.

use super::Tools;

const SHIPPED: [(&str, &str); 6] = [
    ("banking", include_str!("../../../../packs/tools/banking.json")),
    ("home", include_str!("../../../../packs/tools/home.json")),
    ("slack", include_str!("../../../../packs/tools/slack.json")),
    ("soc", include_str!("../../../../packs/tools/soc.json")),
    ("travel", include_str!("../../../../packs/tools/travel.json")),
    ("workspace", include_str!("../../../../packs/tools/workspace.json")),
];

/// The names of the tables.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// The text of a table.
pub fn text(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// A table.
pub fn tools(name: &str) -> Option<Tools> {
    text(name).map(|text| Tools::read(text, None).expect("the tests read every shipped table"))
}
