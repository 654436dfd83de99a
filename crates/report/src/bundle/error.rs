//! What can be wrong with a bundle: one message that says what, where, and what was expected.

use std::fmt;

/// Something is wrong with a file of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleError {
    /// The file, by its path within the bundle.
    pub file: String,
    /// What was found and what was expected.
    pub what: String,
}

impl BundleError {
    /// `what` is wrong with `file`.
    pub fn new(file: impl Into<String>, what: impl Into<String>) -> Self {
        Self { file: file.into(), what: what.into() }
    }
}

impl fmt::Display for BundleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.what)
    }
}

impl std::error::Error for BundleError {}
