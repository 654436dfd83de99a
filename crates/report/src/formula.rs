//! One formula as understood, schema `vedette.formula/1`.

use crate::diagnostic::Diagnostic;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The schema of [`FormulaReport`].
pub const SCHEMA: &str = "vedette.formula/1";

/// One formula as understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormulaReport {
    /// [`SCHEMA`].
    pub schema: String,
    /// The formula in our notation.
    pub canonical: String,
    /// The formula in every notation that can express it.
    pub dialects: BTreeMap<String, String>,
    /// The logic that it needs: `propositional`, `ltl`, `ctl`, `ctl*`.
    pub logic: String,
    /// The class of safety rule (SENTINEL, section 2).
    pub class: String,
    /// A reading in English.
    pub english: String,
    /// Errors, with their places in the text.
    pub errors: Vec<Diagnostic>,
    /// Remarks that do not make it wrong.
    pub warnings: Vec<Diagnostic>,
}
