//! What is wrong with a rule.

use std::fmt;

/// A fault of a rule, as opposed to a fault that the rule finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// What was found.
    pub what: String,
    /// What was expected, and what to do.
    pub mend: String,
}

impl RuleError {
    pub(crate) fn new(what: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { what: what.into(), mend: mend.into() }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if self.mend.is_empty() { Ok(()) } else { write!(f, "; {}", self.mend) }
    }
}

impl std::error::Error for RuleError {}
