//! One formula as understood, schema `vedette.formula/1`.

use crate::compare::{IdlePart, Options, Status, sides};
use crate::diagnostic::Diagnostic;
use crate::reading;
use crate::typed::InWords;
use crate::vocabulary::{Ungrounded, Vocabulary};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::collections::BTreeMap;
use vedette_checker::automata::hierarchy::hierarchy;
use vedette_checker::automata::readings::differs_on_finite;
use vedette_checker::automata::translate::NotBuilt;
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::classify;
use vedette_checker::formula::{Id, Pool};
use vedette_checker::syntax::{Style, expressible, print};

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
    /// The class of Manna and Pnueli over infinite words: `safety`, `guarantee`, `safety and
    /// guarantee`, `obligation`, `recurrence`, `persistence`, `reactivity`; `unknown` if a limit was
    /// hit; empty for what is no linear-time formula over propositions.
    #[serde(default)]
    pub hierarchy: String,
    /// Whether a finite trace can satisfy it and not with its last state staying for ever, or the other
    /// way round: `yes`, `no`, `unknown`; empty as above.
    #[serde(default)]
    pub differs_on_finite: String,
    /// A shortest such trace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finite_word: Option<String>,
    /// Which limit was hit, where something is `unknown`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<String>,
    /// A reading in English.
    pub english: String,
    /// How the words were understood, if it is a rule in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<InWords>,
    /// What is remarkable about it, in sentences: that it is always or never true, parts that do not
    /// matter, names that the vocabulary does not have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Names that were replaced by those of the vocabulary, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub renamed: Vec<String>,
    /// Names that the vocabulary does not have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ungrounded: Vec<Ungrounded>,
    /// `valid`, `unsatisfiable` or `contingent`, where that was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Parts that do not matter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<IdlePart>,
    /// Errors, with their places in the text.
    pub errors: Vec<Diagnostic>,
    /// Remarks that do not make it wrong.
    pub warnings: Vec<Diagnostic>,
}

/// Reads `text`, a formula or a rule in words. Fails only if the dialect or the reading has no such
/// name; what is wrong with the text stands in the report.
pub fn report(
    text: &str,
    dialect: &str,
    reading: &str,
    vocabulary: Option<&Vocabulary>,
) -> Result<FormulaReport, String> {
    let mut options = Options::new(dialect, reading);
    options.vocabulary = vocabulary.cloned();
    let reading = reading::parse(reading)?;
    let (formula, read) = sides::judged(text, &options, reading)?;
    let mut report = FormulaReport {
        schema: SCHEMA.to_owned(),
        canonical: read.canonical,
        dialects: BTreeMap::new(),
        logic: String::new(),
        class: String::new(),
        hierarchy: String::new(),
        differs_on_finite: String::new(),
        finite_word: None,
        limits: Vec::new(),
        english: read.english,
        words: read.words,
        notes: read.notes,
        renamed: read.renamed,
        ungrounded: read.ungrounded,
        status: read.status,
        idle: read.idle,
        warnings: read.warnings,
        errors: read.errors,
    };
    if report.errors.is_empty() {
        let (pool, root) = (&formula.pool, formula.root);
        report.canonical = print(pool, root, Style::Vedette);
        for style in Style::ALL {
            if expressible(pool, root, style).is_ok() {
                report.dialects.insert(style.name().to_owned(), print(pool, root, style));
            }
        }
        classify::logic(pool, root).name().clone_into(&mut report.logic);
        classify::rule_class(pool, root).name().clone_into(&mut report.class);
        automata(&mut report, pool, root);
    }
    Ok(report)
}

/// Above so many subformulas no automaton is begun.
const SUBFORMULAS: usize = 400;
/// So many states may be built for one answer.
const STATES: u64 = 1_000;
/// And so many thousand units of work done: there is no clock here, and the same text must give the
/// same answer everywhere.
const WORK: u64 = 1_000;

/// What automata say about the formula, within limits that keep a page from waiting.
fn automata(report: &mut FormulaReport, pool: &Pool, root: Id) {
    let size = pool.reachable(&[root]).len();
    let asked = Cell::new(0);
    let interrupt = || {
        asked.set(asked.get() + 1);
        (asked.get() > WORK).then_some(Limit::Parts { what: "units of work", limit: WORK * 1024 })
    };
    let budget = || {
        asked.set(0);
        if size > SUBFORMULAS {
            let limit = Limit::Parts { what: "subformulas", limit: SUBFORMULAS as u64 };
            return Err(NotBuilt::Limit(limit));
        }
        Ok(Budget::states(STATES).with_interrupt(&interrupt))
    };
    match budget().and_then(|budget| hierarchy(pool, root, &budget)) {
        Ok(class) => class.name().clone_into(&mut report.hierarchy),
        Err(why) => report.hierarchy = undecided(&mut report.limits, &why),
    }
    match budget().and_then(|budget| differs_on_finite(pool, root, &budget)) {
        Ok(word) => {
            let differs = if word.is_some() { "yes" } else { "no" };
            differs.clone_into(&mut report.differs_on_finite);
            report.finite_word = word.map(|word| word.render(pool));
        }
        Err(why) => report.differs_on_finite = undecided(&mut report.limits, &why),
    }
}

/// `unknown`, with the limit noted; empty if the question has no meaning.
fn undecided(limits: &mut Vec<String>, why: &NotBuilt) -> String {
    if matches!(why, NotBuilt::Undefined(_) | NotBuilt::Unbounded(_)) {
        return String::new();
    }
    let why = why.to_string();
    if !limits.contains(&why) {
        limits.push(why);
    }
    "unknown".to_owned()
}

#[cfg(test)]
mod tests {
    use super::{FormulaReport, report};

    fn of(text: &str) -> FormulaReport {
        report(text, "vedette", "infinite", None).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_formula_has_its_class_and_whether_it_means_something_else_when_words_end() {
        let found = of("G(a -> F b)");
        assert_eq!((&*found.hierarchy, &*found.differs_on_finite), ("recurrence", "no"));
        let found = of("G(a -> X b)");
        assert_eq!((&*found.hierarchy, &*found.differs_on_finite), ("safety", "yes"));
        assert_eq!(found.finite_word.as_deref(), Some("a & b"));
        assert!(found.limits.is_empty());
    }

    #[test]
    fn what_is_no_linear_time_formula_has_no_class() {
        for text in ["AG a", "forall x: Cup. G on(x)", "F[<=2.5s] a"] {
            let found = of(text);
            assert_eq!((&*found.hierarchy, &*found.differs_on_finite), ("", ""), "{text}");
        }
    }

    #[test]
    fn what_is_too_large_is_unknown_and_the_limit_is_named() {
        let many: Vec<String> = (0..500).map(|n| format!("F a{n}")).collect();
        let found = of(&many.join(" & "));
        assert_eq!((&*found.hierarchy, &*found.differs_on_finite), ("unknown", "unknown"));
        assert_eq!(found.limits, ["the limit of 400 subformulas was reached"]);
        let many: Vec<String> = (0..14).map(|n| format!("F(a{n} & X b{n})")).collect();
        assert_eq!(of(&many.join(" & ")).hierarchy, "unknown");
    }
}
