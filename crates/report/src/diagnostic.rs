//! What is wrong with a text, and where.

use serde::{Deserialize, Serialize};

/// A remark on a place of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// First byte.
    pub from: usize,
    /// One past the last byte.
    pub to: usize,
    /// Column of `from`, in characters, counted from 1.
    pub column: usize,
    /// What was found and what was expected: a lower-case fragment.
    pub message: String,
    /// The likely mend, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mend: Option<String>,
}
