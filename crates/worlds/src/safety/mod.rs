//! Safety constraints of a scene: categories of dangerous objects, templates over them, instances.
//!
//! ```
//! use vedette_worlds::safety::{Library, Set, instantiate};
//! use vedette_worlds::scene::Scene;
//!
//! let mut scene = Scene::default();
//! scene.insert("candle.1", "candle", &["HAS_SWITCH"]);
//! scene.insert("curtain.2", "curtain", &[]);
//! let library = Library::shipped();
//! let found = instantiate(&library, &scene, Set::Paper).unwrap();
//! let texts: Vec<&str> = found.constraints.iter().map(|one| one.text.as_str()).collect();
//! assert_eq!(texts, [
//!     "G(ON(candle.1) -> !NEXT_TO(curtain.2, candle.1))",
//!     "G(ON(candle.1) -> F OFF(candle.1))",
//! ]);
//! assert_eq!(found.constraints[0].words, "While the candle is on, the curtain is not next to it.");
//! ```
//!
//! Data flows one way: [`Library`] (shipped, then changed by [overrides](Library::with)) and a
//! [`Scene`](crate::scene::Scene) → [`instantiate`] → constraints → [`analyse`](analysis::analyse): which
//! of them say the same, contradict one another, or are violated before anybody acts.
//!
//! # Why templates over categories
//!
//! "Keep liquids away from electronics" is one thing to know, and a hundred constraints in a kitchen.
//! Said over categories it is reviewed once, carried to every scene, and changed in one place by those
//! who live there. Reference: SENTINEL, appendix B.2; `docs/safety.md` lists all of it.

pub mod analysis;
mod database;
mod instantiate;
mod library;
mod solve;
mod templates;
mod words;

pub use database::{Category, Group};
pub use instantiate::{Constraint, Constraints, MOST, Skipped, instantiate};
pub use library::{Capacity, Library};
pub use templates::{Set, Template};
pub use words::in_words;

use std::fmt;

/// What is wrong with categories, templates or overrides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafetyError(pub(crate) String);

impl fmt::Display for SafetyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SafetyError {}

/// The most bytes of a file of categories, templates or overrides.
const BYTES: usize = 4 << 20;

/// The value that a YAML text spells.
fn yaml<T: serde::de::DeserializeOwned>(text: &str, what: &str) -> Result<T, SafetyError> {
    if text.len() > BYTES {
        return Err(SafetyError(format!(
            "found {} bytes of {what}, expected at most {BYTES}",
            text.len()
        )));
    }
    serde_saphyr::from_str(text).map_err(|error| {
        let place = error.location().map(|at| format!("line {}: ", at.line())).unwrap_or_default();
        let plain = error.without_snippet().to_string();
        SafetyError(format!("{place}found {what} of another shape: {}", plain.trim()))
    })
}
