//! The verdict in sentences.

use super::{CompareReport, Relation, Status};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::fmt::Write;
use vedette_checker::equivalence::{Expansion, Method};
use vedette_checker::formula::{Atom, Formula, Node};

/// The verdict in a sentence or two, naming direction and consequence.
pub(super) fn explain(report: &CompareReport, found: &Expansion) -> String {
    let mut text = String::from(match report.verdict {
        Relation::Equivalent => "Both formulas allow exactly the same behaviours.",
        Relation::Stronger => {
            "The candidate implies the truth, and forbids more: it rejects behaviours that the truth \
             allows."
        }
        Relation::Weaker => {
            "The truth implies the candidate, which forbids less: it accepts behaviours that the \
             truth forbids."
        }
        Relation::Incomparable => {
            "Neither implies the other: each accepts behaviours that the other forbids."
        }
        Relation::Unknown => match (&report.witness_candidate_only, &report.witness_truth_only) {
            (None, None) => "Not decided within the limit.",
            _ => "They differ, as the word shows; how else they relate was not decided.",
        },
        Relation::Error => "These formulas cannot be compared.",
    });
    for (name, status) in [("candidate", report.candidate.status), ("truth", report.truth.status)] {
        match status {
            Some(Status::Valid) => {
                let _ = write!(text, " Note that the {name} is true of every behaviour.");
            }
            Some(Status::Unsatisfiable) => {
                let _ = write!(text, " Note that the {name} is true of no behaviour at all.");
            }
            Some(Status::Contingent) | None => {}
        }
    }
    if found.method != Method::Plain && report.verdict == Relation::Unknown {
        text.push_str(" Rules over objects may need a smaller scene.");
    }
    text
}

/// Predicates of the two that differ only in case or underscores: two names, or one misspelled?
pub(super) fn spelled_differently<'a>(
    formulas: impl IntoIterator<Item = &'a Formula>,
) -> Vec<String> {
    let mut names: IndexSet<&str, FxBuildHasher> = IndexSet::default();
    for formula in formulas {
        for id in formula.nodes() {
            if let Node::Atom(atom) = formula.pool.node(id)
                && let Atom::Fact(fact) = formula.pool.atom(atom)
            {
                names.insert(formula.pool.name(fact.name));
            }
        }
    }
    alike(names)
}

/// The pairs of names that differ only in case or underscores, each as a sentence.
fn alike<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut seen: Vec<(String, &str)> = Vec::new();
    let mut remarks = Vec::new();
    for name in names.into_iter().take(MANY) {
        let folded = vedette_worlds::vocabulary::fold(name);
        match seen.iter().find(|(other, first)| *other == folded && *first != name) {
            Some((_, first)) => remarks.push(format!(
                "`{first}` and `{name}` are taken as two predicates; if one is meant, spell them alike \
                 or give a vocabulary."
            )),
            None => seen.push((folded, name)),
        }
    }
    remarks
}

/// Names beyond that are not looked at.
const MANY: usize = 1_000;
