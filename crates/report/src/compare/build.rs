//! Comparing two texts, and putting into words what came out.

use super::regions::regions;
use super::sides::{SHOWN, constants, idle_parts, notes, show, side, with_values};
use super::{
    CompareReport, Diagnosed, Misconceived, Options, Relation, SCHEMA, Status, axioms, said,
};
use crate::printed::printed;
use crate::reading;
use crate::vocabulary::Vocabulary;
use crate::word_view::{self, Side, WordView};
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::equivalence::{
    self, Expansion, Method, NotComparable, Verdict, compare_quantified,
};
use vedette_checker::formula::{AtomId, Formula, Id, Node, Pool, Unbounded};
use vedette_checker::misconceptions::{Diagnosis, Misconception, diagnose, diagnose_over};
use vedette_checker::words::{Reading, Word};

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
    let reading = reading::parse(&options.reading)?;
    let options = &with_constants(options);
    let axioms = axioms::read(options, reading)?;
    let (left, candidate) = side(candidate, options, reading)?;
    let (right, truth) = side(truth, options, reading)?;
    let sound = candidate.errors.is_empty() && truth.errors.is_empty();
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
        remarks: Vec::new(),
        matched: None,
        under_axioms: None,
        diagnoses: Vec::new(),
        candidate,
        truth,
        states: 0,
        micros: None,
    };
    if !sound {
        return Ok(report);
    }
    report.remarks = said::spelled_differently([&left, &right]);
    let (left, right) = valued(left, right, options, &mut report);
    let budget = || {
        let budget = Budget::states(options.max_states);
        match interrupt {
            Some(interrupt) => budget.with_interrupt(interrupt),
            None => budget,
        }
    };
    let scene = options.vocabulary.as_ref().map(Vocabulary::scene);
    match compare_quantified(&left, &right, reading, scene.as_ref(), &budget()) {
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
            report.candidate.status = found.comparison.candidate_status.map(status);
            report.truth.status = found.comparison.truth_status.map(status);
            report.explanation = said::explain(&report, &found);
            if options.diagnose {
                report.diagnoses = diagnoses(&found, &left, &right, reading, interrupt);
                report.candidate.idle = idle_parts(&left, reading, interrupt);
                report.truth.idle = idle_parts(&right, reading, interrupt);
            }
            for side in [&mut report.candidate, &mut report.truth] {
                let notes = notes(side);
                side.notes.extend(notes);
            }
            if !axioms.is_empty() {
                let under = axioms::under(&found, &left, &axioms, options, reading, &budget());
                report.under_axioms = Some(under.map_err(|e| format!("the axioms: {e}"))?);
            }
        }
    }
    Ok(report)
}

/// The options with the vocabulary's constants among the others; those given on their own win.
fn with_constants(options: &Options) -> Options {
    let mut all = options.clone();
    for (name, value) in options.vocabulary.iter().flat_map(|words| &words.constants) {
        all.constants.entry(name.clone()).or_insert(*value);
    }
    all
}

/// The formulas with numbers for their constants: for both, or for neither, since a name on one side
/// and its number on the other would look like a difference.
fn valued(
    left: Formula,
    right: Formula,
    options: &Options,
    report: &mut CompareReport,
) -> (Formula, Formula) {
    let mut used: Vec<String> = Vec::new();
    for name in constants(&left).into_iter().chain(constants(&right)) {
        if let Some(value) = options.constants.get(&name) {
            let text = format!("{name} = {value}");
            if !used.contains(&text) {
                used.push(text);
            }
        }
    }
    if used.is_empty() {
        return (left, right);
    }
    let (Some(plain), Some(other)) = (with_values(&left, options), with_values(&right, options))
    else {
        report.remarks.push("A constant has no value, so all are compared by name.".to_owned());
        return (left, right);
    };
    report.remarks.push(format!("Compared with {}.", used.join(", ")));
    show(&mut report.candidate, &plain);
    show(&mut report.truth, &other);
    (plain, other)
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
    candidate: &Formula,
    truth: &Formula,
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
    let kind = |kind: &Misconception| Misconceived {
        id: kind.id().to_owned(),
        name: kind.name().to_owned(),
        explanation: kind.explanation().to_owned(),
        tip: kind.tip().to_owned(),
    };
    let explanations = match &found.method {
        // The rules as they were given; each rewritten one is expanded over the scene again.
        Method::Scene(scene) => {
            let mut pool = Pool::default();
            let left = pool.import(&candidate.pool, candidate.root);
            let right = pool.import(&truth.pool, truth.root);
            diagnose_over(&pool, left, right, Some(scene), reading, &budget)
        }
        Method::Plain | Method::Renaming => {
            diagnose(&found.pool, found.candidate, found.truth, reading, &budget)
        }
    };
    let said = |one: Diagnosis| {
        let Diagnosis { misconceptions, rewritten, mut pool } = one;
        let whole = found.quantified(&mut pool, rewritten, candidate);
        Diagnosed {
            misconceptions: misconceptions.iter().map(kind).collect(),
            rewritten: printed(&pool, whole, SHOWN),
        }
    };
    explanations.into_iter().map(said).collect()
}

/// The atoms that occur, in the order of the formulas.
pub(super) fn atoms(pool: &Pool, roots: &[Id]) -> Vec<AtomId> {
    let nodes = pool.reachable(roots).into_iter();
    nodes
        .filter_map(|id| match pool.node(id) {
            Node::Atom(atom) => Some(atom),
            _ => None,
        })
        .collect()
}

pub(super) fn relation(verdict: Verdict) -> Relation {
    match verdict {
        Verdict::Equivalent => Relation::Equivalent,
        Verdict::Stronger => Relation::Stronger,
        Verdict::Weaker => Relation::Weaker,
        Verdict::Incomparable => Relation::Incomparable,
        Verdict::Unknown(_) => Relation::Unknown,
    }
}

pub(super) fn status(status: equivalence::Status) -> Status {
    match status {
        equivalence::Status::Valid => Status::Valid,
        equivalence::Status::Unsatisfiable => Status::Unsatisfiable,
        equivalence::Status::Contingent => Status::Contingent,
    }
}
