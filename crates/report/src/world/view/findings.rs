//! What the constraints of a scene come to together: conflicts, repetitions, what no run can keep.
//!
//! ```
//! use vedette_report::world::view::{FindingsQuestion, Templates, findings};
//!
//! let asked = FindingsQuestion { scene: "kitchen".into(), templates: Templates::Vedette };
//! let found = findings(&asked);
//! assert!(found.findings.iter().any(|one| one.kind == "implied"), "{found:?}");
//! assert!(found.constraints > 5 && found.unknown.is_empty());
//! assert_eq!(findings(&FindingsQuestion::default()).constraints, 0);
//! ```
//!
//! # Why a question of its own
//! It depends on the scene and the templates and on nothing else, so that it is asked when these change
//! and not with every stroke in the plan. A page has no clock that the engines could read: the work is
//! bounded by how often they ask whether to stop, and what that leaves open is said. What is found is
//! what `vedette world constraints` says of the same scene.

use super::scene::read;
use super::wire::Templates;
use crate::world::constraints::{Asked, FindingReport, RuleReport, constraints, with_values};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use vedette_checker::budget::Limit;
use vedette_worlds::safety::analysis::Options;

/// How often the engines may ask whether to stop: each time after a thousand units of work or so.
const WORK: u64 = 4_000;
/// The most findings that are told.
const LISTED: usize = 200;

/// Of which constraints.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingsQuestion {
    /// The name of a shipped scene, or the text of one.
    pub scene: String,
    /// Which templates.
    pub templates: Templates,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// How many constraints there are.
    pub constraints: usize,
    /// What was found: conflicts first, and no more than are worth listing.
    pub findings: Vec<FindingView>,
    /// How many findings there are of each kind, those that are not listed among them.
    pub counts: Vec<(String, usize)>,
    /// Questions that a limit left open.
    pub unknown: Vec<String>,
    /// Templates that give nothing here though their objects may be there: which, and why.
    pub skipped: Vec<(String, String)>,
    /// Why there are no constraints.
    pub problem: Option<String>,
}

/// Something about some constraints.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingView {
    /// `contradiction`, `blocked`, `violated_at_start`, `duplicate`, `implied`.
    pub kind: String,
    /// Whether no plan can be safe, or not in the way it seems.
    pub conflict: bool,
    /// The constraints; of a conflict no fewer would do.
    pub rules: Vec<NamedRule>,
    /// The axioms that it rests on.
    pub axioms: Vec<String>,
    /// What can never happen.
    pub trigger: Option<String>,
}

/// A constraint that a finding is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedRule {
    /// Its name.
    pub id: String,
    /// In our notation.
    pub formula: String,
    /// In words.
    pub words: String,
}

/// What the constraints of a scene come to. Pure; the work is bounded.
pub fn findings(asked: &FindingsQuestion) -> Findings {
    let mut found = Findings::default();
    let Some(set) = asked.templates.set() else { return found };
    // What is wrong with a scene is told where it is run.
    let Ok(scene) = read(&asked.scene) else { return found };
    let work = Cell::new(0);
    let interrupt = || {
        work.set(work.get() + 1);
        (work.get() > WORK).then_some(Limit::Parts { what: "rounds of work", limit: WORK })
    };
    let analysis = Some(Options { interrupt: Some(&interrupt), ..Options::default() });
    let report = match constraints(&scene.scene, &Asked { set, analysis, ..Asked::default() }) {
        Ok(report) => report,
        Err(unfit) => {
            found.problem = Some(unfit.to_string());
            return found;
        }
    };
    found.constraints = report.rules.len();
    for finding in &report.findings {
        match found.counts.last_mut().filter(|(kind, _)| kind == finding.kind) {
            Some((_, count)) => *count += 1,
            // They are sorted by kind.
            None => found.counts.push((finding.kind.into(), 1)),
        }
    }
    let rules: Vec<RuleReport> = report
        .rules
        .into_iter()
        .map(|rule| RuleReport { formula: with_values(&rule.formula, &report.defaults), ..rule })
        .collect();
    let view = |finding: FindingReport| told(finding, &rules);
    found.findings = report.findings.into_iter().take(LISTED).map(view).collect();
    found.unknown = report.unknown;
    found.skipped = report.skipped.into_iter().map(|one| (one.template, one.why)).collect();
    found
}

fn told(finding: FindingReport, rules: &[RuleReport]) -> FindingView {
    let named = |id: &String| {
        let rule = rules.iter().find(|rule| rule.id == *id)?;
        let (id, formula, words) = (rule.id.clone(), rule.formula.clone(), rule.english.clone());
        Some(NamedRule { id, formula, words })
    };
    FindingView {
        kind: finding.kind.into(),
        conflict: finding.conflict,
        rules: finding.rules.iter().filter_map(named).collect(),
        axioms: finding.axioms,
        trigger: finding.trigger,
    }
}

impl FindingView {
    /// Two formulas of which a comparison shows what was found: that the first is as strong as the
    /// second. None of what is about the first state, which no formula says.
    pub fn comparison(&self) -> Option<(String, String)> {
        let all = self.rules.iter().map(|rule| &rule.formula).chain(&self.axioms);
        let together: Vec<String> = all.map(|formula| format!("({formula})")).collect();
        let together = together.join(" & ");
        match self.kind.as_str() {
            "contradiction" => Some((together, "false".into())),
            "blocked" => {
                let trigger = self.trigger.as_ref()?;
                Some((together, format!("G !({trigger})")))
            }
            "duplicate" | "implied" => {
                let [one, other] = &self.rules[..] else { return None };
                let axioms = self.axioms.iter().map(|axiom| format!(" & ({axiom})"));
                let under: String = axioms.collect();
                if under.is_empty() {
                    return Some((one.formula.clone(), other.formula.clone()));
                }
                let with = |rule: &NamedRule| format!("({}){under}", rule.formula);
                Some((with(one), with(other)))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FindingView, FindingsQuestion, findings};
    use crate::world::view::{Templates, library};
    use vedette_checker::budget::Budget;
    use vedette_checker::equivalence::{Verdict, compare};
    use vedette_checker::formula::Pool;
    use vedette_checker::syntax::{Dialect, parse};
    use vedette_checker::words::Reading;

    fn compared(finding: &FindingView) -> Option<Verdict> {
        let (one, other) = finding.comparison()?;
        let mut pool = Pool::default();
        let mut read = |text: &str| {
            let parsed = parse(text, Dialect::Vedette, Reading::Finite);
            assert!(parsed.errors.is_empty(), "{text}: {:?}", parsed.errors);
            pool.import(&parsed.formula.pool, parsed.formula.root)
        };
        let (a, b) = (read(&one), read(&other));
        let budget = Budget::states(100_000);
        Some(compare(&pool, a, b, Reading::Finite, &budget).unwrap().verdict)
    }

    #[test]
    fn what_was_found_is_shown_by_a_comparison() {
        let mut seen: Vec<String> = Vec::new();
        for scene in library().scenes {
            for templates in [Templates::Vedette, Templates::Paper] {
                let found = findings(&FindingsQuestion { scene: scene.name.clone(), templates });
                assert_eq!(found.problem, None);
                let all: usize = found.counts.iter().map(|(_, count)| count).sum();
                assert_eq!(all, found.findings.len(), "{}", scene.name);
                assert_eq!(found.unknown, Vec::<String>::new(), "{}", scene.name);
                for finding in &found.findings {
                    // What rests on constants has their values.
                    let verdict = compared(finding);
                    let fits = match finding.kind.as_str() {
                        "violated_at_start" => verdict.is_none(),
                        "duplicate" => verdict == Some(Verdict::Equivalent),
                        _ => matches!(verdict, Some(Verdict::Stronger | Verdict::Equivalent)),
                    };
                    assert!(fits, "{}: {finding:?} gives {verdict:?}", scene.name);
                    if !seen.contains(&finding.kind) {
                        seen.push(finding.kind.clone());
                    }
                }
            }
        }
        assert!(seen.len() > 2, "only {seen:?}");
    }

    #[test]
    fn the_paper_s_pots_exclude_one_another() {
        let scene = r#"{"schema": "vedette.scene/1", "id": "s", "objects": [{"id": "kitchen.1", "class": "kitchen"},
            {"id": "stove.2", "class": "stove", "room": "kitchen.1", "properties": ["HAS_SWITCH"]},
            {"id": "sauce_pan.3", "class": "sauce_pan", "room": "kitchen.1"},
            {"id": "coffee_pot.4", "class": "coffee_pot", "room": "kitchen.1"}],
            "relations": [["agent", "INSIDE", "kitchen.1"]]}"#;
        let asked = FindingsQuestion { scene: scene.into(), templates: Templates::Paper };
        let found = findings(&asked);
        let blocked = found.findings.iter().find(|one| one.kind == "blocked").expect("a conflict");
        assert!(blocked.conflict && blocked.rules.len() == 2, "{blocked:?}");
        assert_eq!(compared(blocked), Some(Verdict::Stronger));
        let none = findings(&FindingsQuestion { templates: Templates::None, ..asked });
        assert_eq!((none.constraints, none.counts.len()), (0, 0));
    }
}
