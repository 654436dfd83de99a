//! One formula as understood, schema `vedette.formula/1`.

use crate::diagnostic::Diagnostic;
use crate::reading;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vedette_checker::classify;
use vedette_checker::english;
use vedette_checker::syntax::{Style, expressible, parse, print};

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

/// Reads `text`. Fails only if the dialect or the reading has no such name; what is wrong with the
/// text stands in the report.
pub fn report(text: &str, dialect: &str, reading: &str) -> Result<FormulaReport, String> {
    let parsed = parse(text, dialect.parse()?, reading::parse(reading)?);
    let errors = Diagnostic::errors(text, &parsed);
    let mut report = FormulaReport {
        schema: SCHEMA.to_owned(),
        canonical: String::new(),
        dialects: BTreeMap::new(),
        logic: String::new(),
        class: String::new(),
        english: String::new(),
        warnings: Diagnostic::warnings(text, &parsed),
        errors,
    };
    if report.errors.is_empty() {
        let (pool, root) = (&parsed.formula.pool, parsed.formula.root);
        report.canonical = print(pool, root, Style::Vedette);
        for style in Style::ALL {
            if expressible(pool, root, style).is_ok() {
                report.dialects.insert(style.name().to_owned(), print(pool, root, style));
            }
        }
        classify::logic(pool, root).name().clone_into(&mut report.logic);
        classify::rule_class(pool, root).name().clone_into(&mut report.class);
        report.english = english::read(pool, root);
    }
    Ok(report)
}
