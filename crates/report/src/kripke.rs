//! Kripke structures as JSON, and CTL verdicts on them, schema `vedette.ctl/1` (`docs/cli.md`).

use crate::reasons::{self, ClaimReport};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::ctl::{self, CtlError};
use vedette_checker::formula::{AtomId, Formula, Node};
use vedette_checker::kripke::Kripke;
use vedette_checker::syntax::{Dialect, Style, parse, print};
use vedette_checker::words::Reading;

/// The schema of [`CtlReport`].
pub const SCHEMA: &str = "vedette.ctl/1";

/// A model file.
#[derive(Clone, Debug, Deserialize)]
pub struct Model {
    /// Its name.
    #[serde(default)]
    pub id: String,
    /// The initial state.
    pub init: String,
    /// The states.
    pub states: Vec<String>,
    /// The edges.
    pub edges: Vec<(String, String)>,
    /// What holds in each state; nothing where a state is missing.
    #[serde(default)]
    pub labels: IndexMap<String, Vec<String>, FxBuildHasher>,
    /// CTL formulas that a path must satisfy again and again to count (fairness constraints).
    #[serde(default)]
    pub fairness: Vec<String>,
    /// Formulas to check.
    #[serde(default)]
    pub specs: Vec<Spec>,
}

/// A formula of a model file.
#[derive(Clone, Debug, Deserialize)]
pub struct Spec {
    /// The formula.
    pub ctl: String,
}

/// The verdict on one formula.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CtlReport {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The model.
    pub id: String,
    /// The formula as given.
    pub ctl: String,
    /// `holds`, `violated`, `unknown` or `error`.
    pub verdict: &'static str,
    /// Paths that show why: witnesses of what holds, counterexamples of what does not.
    pub evidence: Vec<PathReport>,
    /// Why, claim by claim, each of which follows from those it names: of every verdict, the first claim is
    /// the formula. Left out where it would take very many.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<ClaimReport>,
    /// Why the verdict is unknown or an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// States without a successor, which were made to go to themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub made_total: Vec<String>,
    /// The states that satisfy the formula, in the order of the model, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sat: Option<Vec<String>>,
}

/// A path: the prefix once, then the cycle for ever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathReport {
    /// The path-quantified formula that it decides.
    pub formula: String,
    /// Whether that holds at the first state.
    pub holds: bool,
    /// The states that come first.
    pub prefix: Vec<String>,
    /// The states that repeat; empty if the prefix alone decides.
    pub cycle: Vec<String>,
}

/// A model made ready.
#[derive(Debug)]
pub struct Ready<'a> {
    model: &'a Model,
    kripke: Kripke,
    /// States without a successor in the file.
    looped: Vec<u32>,
    /// By state: the atoms that hold, as our printer writes them.
    labels: Vec<FxHashSet<String>>,
}

impl<'a> Ready<'a> {
    /// Checks that the model is sound.
    pub fn new(model: &'a Model) -> Result<Self, String> {
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        for (number, name) in model.states.iter().enumerate() {
            if numbers.insert(name, number as u32).is_some() {
                return Err(format!("states: {name:?} is there twice"));
            }
        }
        let number = |place: &str, name: &str| {
            numbers.get(name).copied().ok_or_else(|| {
                format!("{place}: there is no state {name:?}; expected one of `states`")
            })
        };
        let init = number("init", &model.init)?;
        let mut edges = Vec::with_capacity(model.edges.len());
        for (index, (from, to)) in model.edges.iter().enumerate() {
            let place = format!("edges[{index}]");
            edges.push((number(&place, from)?, number(&place, to)?));
        }
        let mut labels = vec![FxHashSet::default(); model.states.len()];
        for (state, atoms) in &model.labels {
            let state = number("labels", state)?;
            labels[state as usize] = atoms.iter().map(|atom| canonical(atom)).collect();
        }
        // A final state goes to itself (`docs/semantics.md`, section 6).
        let (kripke, looped) = Kripke::make_total(model.states.len() as u32, &edges, &[init])
            .map_err(|e| e.to_string())?;
        Ok(Self { model, kripke, looped, labels })
    }

    /// Checks one formula.
    pub fn check(&self, text: &str, dialect: Dialect, sat: bool, budget: &Budget<'_>) -> CtlReport {
        let mut report = CtlReport {
            schema: SCHEMA,
            id: self.model.id.clone(),
            ctl: text.to_owned(),
            verdict: "error",
            evidence: Vec::new(),
            reasons: Vec::new(),
            reason: None,
            made_total: self.names(&self.looped),
            sat: None,
        };
        let formula = match parse(text, dialect, Reading::Infinite).ok() {
            Ok(formula) => formula,
            Err(errors) => {
                report.reason = Some(errors[0].to_string());
                return report;
            }
        };
        let Formula { mut pool, root } = formula;
        let mut fairness = Vec::with_capacity(self.model.fairness.len());
        for constraint in &self.model.fairness {
            match parse(constraint, dialect, Reading::Infinite).ok() {
                Ok(parsed) => fairness.push(pool.import(&parsed.pool, parsed.root)),
                Err(errors) => {
                    report.reason = Some(format!("fairness {constraint:?}: {}", errors[0]));
                    return report;
                }
            }
        }
        let pool = &pool;
        let roots: Vec<_> = fairness.iter().copied().chain([root]).collect();
        let names: FxHashMap<AtomId, String> = pool
            .reachable(&roots)
            .into_iter()
            .filter_map(|id| match pool.node(id) {
                Node::Atom(atom) => Some((atom, crate::atoms::text(pool, atom))),
                _ => None,
            })
            .collect();
        let label =
            |state: u32, atom: AtomId| self.labels[state as usize].contains(names[&atom].as_str());
        let shown = |id| print(pool, id, Style::Vedette);
        match ctl::check(pool, root, &self.kripke, &label, &fairness, budget) {
            Ok(checked) => {
                report.verdict = if checked.holds { "holds" } else { "violated" };
                let found =
                    ctl::reasons(pool, root, &self.kripke, &label, &fairness, &checked, budget);
                let name = |state: u32| self.model.states[state as usize].clone();
                match found {
                    Ok(found) => {
                        let found = found.and_then(|found| reasons::report(&found, name, shown));
                        report.reasons = found.unwrap_or_default();
                    }
                    // The verdict stands; the budget was too small to explain it.
                    Err(CtlError::Limit(_)) => {}
                    Err(error) => {
                        report.verdict = "error";
                        report.reason = Some(error.to_string());
                        return report;
                    }
                }
                if report.reasons.is_empty() && checked.evidence.is_empty() {
                    report.reason = Some(
                        "no single path can show it, and it would take too many claims to say why"
                            .to_owned(),
                    );
                }
                report.evidence = checked
                    .evidence
                    .iter()
                    .map(|piece| PathReport {
                        formula: shown(piece.formula),
                        holds: piece.holds,
                        prefix: self.names(&piece.prefix),
                        cycle: self.names(&piece.cycle),
                    })
                    .collect();
                if sat {
                    let states = checked.sat.states(root).into_iter().flat_map(|set| set.ones());
                    let states: Vec<u32> = states.map(|state| state as u32).collect();
                    report.sat = Some(self.names(&states));
                }
            }
            Err(CtlError::Limit(limit)) => {
                report.verdict = "unknown";
                report.reason = Some(Limit::to_string(&limit));
            }
            Err(CtlError::NotCtl { formula }) => {
                report.reason = Some(format!(
                    "`{}` does not stand directly under a path quantifier; expected A or E before it",
                    shown(formula)
                ));
            }
            Err(other) => report.reason = Some(other.to_string()),
        }
        report
    }

    fn names(&self, states: &[u32]) -> Vec<String> {
        states.iter().map(|&state| self.model.states[state as usize].clone()).collect()
    }
}

/// A label as our printer writes the atom, so that blanks and quotes do not matter.
fn canonical(label: &str) -> String {
    let parsed = parse(label, Dialect::Vedette, Reading::Infinite);
    if let Ok(formula) = parsed.ok()
        && let Node::Atom(atom) = formula.pool.node(formula.root)
    {
        return crate::atoms::text(&formula.pool, atom);
    }
    // A name that is no formula is written in quotes.
    let mut formula = Formula::default();
    formula.root = formula.pool.proposition(label);
    print(&formula.pool, formula.root, Style::Vedette)
}
