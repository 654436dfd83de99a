//! Comparing two texts, and putting into words what came out.

use super::regions::regions;
use super::{
    CompareReport, Compared, Diagnosed, Misconceived, Options, Relation, SCHEMA, Status,
    UnderAxioms,
};
use crate::diagnostic::Diagnostic;
use crate::printed::printed;
use crate::reading;
use crate::word_view::{self, Side, WordView};
use std::fmt::Write;
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::english;
use vedette_checker::equivalence::{
    self, Expansion, Method, NotComparable, Verdict, compare_quantified, compare_under,
    expand_over, satisfiable,
};
use vedette_checker::formula::{AtomId, Binary, Formula, Id, Node, Pool, Unbounded};
use vedette_checker::misconceptions::{Misconception, diagnose};
use vedette_checker::syntax::{Dialect, Parsed, parse};
use vedette_checker::words::{Reading, Word};

/// The longest formula that is printed in a report, in bytes.
const SHOWN: usize = 20_000;
/// The most states that are built to explain a difference.
const DIAGNOSED: u64 = 100_000;
/// An interrupt: a deadline, or a cancel flag.
pub(crate) type Interrupt<'a> = &'a dyn Fn() -> Option<Limit>;

/// Compares two texts. Fails only if dialect, reading or axioms cannot be understood; what is wrong
/// with the two texts stands in the report.
pub fn report(
    candidate: &str,
    truth: &str,
    options: &Options,
    interrupt: Option<Interrupt<'_>>,
) -> Result<CompareReport, String> {
    let dialect: Dialect = options.dialect.parse()?;
    let reading = reading::parse(&options.reading)?;
    let axioms = options
        .axioms
        .iter()
        .map(|text| {
            let parsed = parse(text, dialect, reading);
            parsed.ok().map_err(|errors| format!("the axiom `{text}`: {}", errors[0]))
        })
        .collect::<Result<Vec<Formula>, String>>()?;
    let left = parse(candidate, dialect, reading);
    let right = parse(truth, dialect, reading);
    let mut report = CompareReport {
        schema: SCHEMA.to_owned(),
        verdict: Relation::Error,
        explanation: "One of the formulas could not be read.".to_owned(),
        reason: None,
        reading: options.reading.clone(),
        witness_candidate_only: None,
        witness_truth_only: None,
        picture_candidate_only: None,
        picture_truth_only: None,
        regions: None,
        picture_both: None,
        picture_neither: None,
        under_axioms: None,
        diagnoses: Vec::new(),
        candidate: compared(candidate, &left),
        truth: compared(truth, &right),
        states: 0,
        micros: None,
    };
    if !left.errors.is_empty() || !right.errors.is_empty() {
        return Ok(report);
    }
    let budget = || {
        let budget = Budget::states(options.max_states);
        match interrupt {
            Some(interrupt) => budget.with_interrupt(interrupt),
            None => budget,
        }
    };
    match compare_quantified(&left.formula, &right.formula, reading, None, &budget()) {
        Err(NotComparable::Unbounded(Unbounded::Bound(bound))) => {
            report.verdict = Relation::Unknown;
            "Not decided: a bound is larger than is expanded.".clone_into(&mut report.explanation);
            report.reason = Some(Unbounded::Bound(bound).to_string());
        }
        Err(why) => {
            "These formulas cannot be compared.".clone_into(&mut report.explanation);
            report.reason = Some(why.to_string());
        }
        Ok(found) => {
            fill(&mut report, &found);
            if options.pictures {
                draw(&mut report, &found, reading, budget);
            }
            report.candidate.status = found.comparison.candidate_status.map(said);
            report.truth.status = found.comparison.truth_status.map(said);
            report.explanation = explain(&report, &found);
            if options.diagnose {
                report.diagnoses = diagnoses(&found, reading, interrupt);
            }
            if !axioms.is_empty() {
                let under = under(&found, &axioms, reading, &budget());
                report.under_axioms = Some(under.map_err(|e| format!("the axioms: {e}"))?);
            }
        }
    }
    Ok(report)
}

fn compared(text: &str, parsed: &Parsed) -> Compared {
    let errors = Diagnostic::errors(text, parsed);
    let (pool, root) = (&parsed.formula.pool, parsed.formula.root);
    let sound = errors.is_empty();
    Compared {
        canonical: if sound { printed(pool, root, SHOWN) } else { String::new() },
        english: if sound { english::read(pool, root) } else { String::new() },
        errors,
        warnings: Diagnostic::warnings(text, parsed),
        status: None,
    }
}

fn fill(report: &mut CompareReport, found: &Expansion) {
    report.verdict = relation(found.comparison.verdict);
    report.states = found.comparison.states;
    report.reason = match (&found.comparison.verdict, &found.method) {
        (Verdict::Unknown(limit), _) => Some(limit.to_string()),
        (_, Method::Plain) => None,
        (_, Method::Renaming) => {
            Some("Compared by renaming the variables: the verdict holds in every scene.".to_owned())
        }
        (_, Method::Scene(scene)) => {
            let objects: Vec<&str> = scene.objects.iter().map(|(name, _)| name.as_str()).collect();
            Some(format!(
                "Compared over a scene with {}: the verdict speaks of that scene.",
                objects.join(", ")
            ))
        }
    };
    let atoms = atoms(&found.pool, &[found.candidate, found.truth]);
    let text = |word: &Word| word.render_over(&found.pool, &atoms);
    report.witness_candidate_only = found.comparison.candidate_only.as_ref().map(text);
    report.witness_truth_only = found.comparison.truth_only.as_ref().map(text);
}

/// The words ready to be drawn, of all four regions.
fn draw<'b>(
    report: &mut CompareReport,
    found: &Expansion,
    reading: Reading,
    budget: impl Fn() -> Budget<'b>,
) {
    let atoms = atoms(&found.pool, &[found.candidate, found.truth]);
    let wholes = [(Side::Candidate, found.candidate), (Side::Truth, found.truth)];
    let view =
        |word: &Word| -> WordView { word_view::view(&found.pool, word, reading, &wholes, &atoms) };
    let (regions, [both, neither]) = regions(found, reading, budget);
    report.regions = Some(regions);
    report.picture_candidate_only = found.comparison.candidate_only.as_ref().map(view);
    report.picture_truth_only = found.comparison.truth_only.as_ref().map(view);
    report.picture_both = both.as_ref().map(view);
    report.picture_neither = neither.as_ref().map(view);
}

/// The misconceptions that explain a difference.
fn diagnoses(
    found: &Expansion,
    reading: Reading,
    interrupt: Option<Interrupt<'_>>,
) -> Vec<Diagnosed> {
    let differs = matches!(
        found.comparison.verdict,
        Verdict::Stronger | Verdict::Weaker | Verdict::Incomparable
    );
    if !differs {
        return Vec::new();
    }
    let budget = Budget::states(DIAGNOSED);
    let budget = match interrupt {
        Some(interrupt) => budget.with_interrupt(interrupt),
        None => budget,
    };
    let said = |kind: &Misconception| Misconceived {
        id: kind.id().to_owned(),
        name: kind.name().to_owned(),
        explanation: kind.explanation().to_owned(),
        tip: kind.tip().to_owned(),
    };
    diagnose(&found.pool, found.candidate, found.truth, reading, &budget)
        .iter()
        .map(|one| Diagnosed {
            misconceptions: one.misconceptions.iter().map(said).collect(),
            rewritten: printed(&one.pool, one.rewritten, SHOWN),
        })
        .collect()
}

/// The atoms that occur, in the order of the formulas.
fn atoms(pool: &Pool, roots: &[Id]) -> Vec<AtomId> {
    let nodes = pool.reachable(roots).into_iter();
    nodes
        .filter_map(|id| match pool.node(id) {
            Node::Atom(atom) => Some(atom),
            _ => None,
        })
        .collect()
}

fn relation(verdict: Verdict) -> Relation {
    match verdict {
        Verdict::Equivalent => Relation::Equivalent,
        Verdict::Stronger => Relation::Stronger,
        Verdict::Weaker => Relation::Weaker,
        Verdict::Incomparable => Relation::Incomparable,
        Verdict::Unknown(_) => Relation::Unknown,
    }
}

fn said(status: equivalence::Status) -> Status {
    match status {
        equivalence::Status::Valid => Status::Valid,
        equivalence::Status::Unsatisfiable => Status::Unsatisfiable,
        equivalence::Status::Contingent => Status::Contingent,
    }
}

/// The comparison on words that satisfy the axioms.
fn under(
    found: &Expansion,
    axioms: &[Formula],
    reading: Reading,
    budget: &Budget<'_>,
) -> Result<UnderAxioms, String> {
    let mut pool = found.pool.clone();
    let mut ids = Vec::with_capacity(axioms.len());
    let mut all = pool.constant(true);
    for axiom in axioms {
        let mut id = pool.import(&axiom.pool, axiom.root);
        if let Method::Scene(scene) = &found.method {
            id = expand_over(&mut pool, id, scene).map_err(|e| e.to_string())?;
        }
        all = pool.binary(Binary::And, all, id);
        ids.push(id);
    }
    let possible = satisfiable(&pool, all, reading, budget).map_err(|why| why.to_string())?;
    if possible == Ok(None) {
        return Err("they contradict one another: no behaviour satisfies all of them".to_owned());
    }
    let (candidate, truth) = (found.candidate, found.truth);
    let comparison = compare_under(&pool, candidate, truth, &ids, reading, budget)
        .map_err(|why| why.to_string())?;
    let atoms = atoms(&pool, &[candidate, truth, all]);
    let text = |word: &Word| word.render_over(&pool, &atoms);
    Ok(UnderAxioms {
        verdict: relation(comparison.verdict),
        witness_candidate_only: comparison.candidate_only.as_ref().map(text),
        witness_truth_only: comparison.truth_only.as_ref().map(text),
    })
}

/// The verdict in a sentence or two, naming direction and consequence.
fn explain(report: &CompareReport, found: &Expansion) -> String {
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
