//! What is judged: a rule in words, and a formula that is to say the same.
//!
//! ```
//! use vedette_annotate::Item;
//!
//! let item = Item { rule: "never p".into(), formula: "G !p".into(), ..Item::default() };
//! let named = item.clone().named();
//! assert_eq!(named.id, item.named().id, "the same content has the same name");
//! assert!(named.id.starts_with('#'));
//! ```

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vedette_report::bundle::sha256;

/// A rule in words with its formula.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Its name, unique in the set.
    pub id: String,
    /// The rule in words.
    pub rule: String,
    /// The formula that is judged.
    pub formula: String,
    /// Other formulas that were proposed for the same rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// The scene, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<String>,
    /// A category that agreement is broken down by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// What earlier reviewers noted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// The other columns of the row, as they were, so that an export loses nothing.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub other: BTreeMap<String, String>,
}

/// A remark that came with an item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The column that it stood in.
    pub source: String,
    /// What it says.
    pub text: String,
}

impl Item {
    /// The item with a name made of its content, if it has none: a file without ids can be imported
    /// twice, with its rows in another order, and nothing is there twice.
    #[must_use]
    pub fn named(mut self) -> Self {
        if self.id.is_empty() {
            // With its length in front no two lists of parts are the same text.
            let parts = [&self.rule, &self.formula, self.scene.as_ref().unwrap_or(&String::new())]
                .map(|part| format!("{}:{part}", part.len()));
            let text = parts.concat();
            self.id = format!("#{}", &sha256(text.as_bytes())[..12]);
        }
        self
    }
}
