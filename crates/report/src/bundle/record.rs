//! From checked trajectories to a bundle.
//!
//! A bundle keeps of each step what the source said of it (or, where the source is a simulator's
//! metadata, the facts about single objects and containment), and the value of every atom that a
//! violated rule asks about: enough to see what happened, and to check the evidence again.

use super::{
    BundleError, Evidence, Extras, FullStep, Item, Reason, Run, RunRule, SceneObject, Verdict,
    Writer,
};
use crate::atoms::{UNSUPPORTED, text};
use crate::evaluation::result::Levels;
use crate::printed::printed;
use crate::tree_view::merge;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;
use std::sync::Arc;
use vedette_checker::formula::{Formula, Node};
use vedette_checker::truth::Truth;
use vedette_worlds::labels::{Ground, World};
use vedette_worlds::rules::{self, Outcome, RuleSet, RuleText, Violation};
use vedette_worlds::trajectory::{State, Trajectory};
use vedette_worlds::vocabulary::Vocabulary;

/// What is known of a run besides its trajectories.
#[derive(Clone, Debug)]
pub struct About {
    /// Unique within the bundle.
    pub id: String,
    /// The agent or model.
    pub model: String,
    /// The task's id.
    pub task: String,
    /// The task in words.
    pub title: String,
    /// The scene.
    pub scene: String,
    /// What the answers come to at the three levels, where they were evaluated.
    pub levels: Option<Levels>,
}

/// Beyond so many objects, containment is not written out: it is a fact about each pair.
const PAIRED: usize = 60;
/// The longest formula that is written, in bytes.
const FORMULA: usize = 4_000;
/// The most reasons that are written for one violation.
const REASONS: usize = 200;

/// Adds a run and its items. `extras` has those of each rule, or is empty where nobody looked.
pub fn record(
    writer: &mut Writer,
    about: &About,
    rules: &RuleSet,
    trajectories: &[Trajectory],
    vocabulary: &Vocabulary,
    report: &rules::Report,
    extras: &[Option<Extras>],
) -> Result<(), BundleError> {
    let world = World::new(trajectories.iter().collect(), vocabulary);
    let labels = labels(&world, vocabulary, report);
    let samples: Vec<(String, Option<bool>, Vec<FullStep>)> = trajectories
        .iter()
        .zip(world.paths())
        .map(|(trajectory, path)| {
            (trajectory.sample.clone(), trajectory.success, steps(trajectory, path, &labels))
        })
        .collect();
    let all: Vec<&[FullStep]> = samples.iter().map(|(_, _, steps)| &steps[..]).collect();
    let nodes = merge(&all)
        .map_err(|e| BundleError::new(format!("run {:?}", about.id), e.to_string()))?
        .tree
        .len();
    let run = Run {
        id: about.id.clone(),
        model: about.model.clone(),
        task: about.task.clone(),
        title: about.title.clone(),
        scene: about.scene.clone(),
        objects: objects(&world),
        rules: rules.rules.iter().zip(&report.rules).map(|(r, o)| rule(r, o)).collect(),
        trajectories: Vec::new(),
        states: report.summary.states as u64,
        nodes: nodes as u64,
        levels: about.levels.clone(),
    };
    writer.run(run, &samples)?;
    for (at, outcome) in report.rules.iter().enumerate() {
        let extras = extras.get(at).cloned().flatten();
        writer.item(&Item { extras, ..item(&about.id, outcome) })?;
    }
    Ok(())
}

fn objects(world: &World<'_>) -> Vec<SceneObject> {
    world
        .objects()
        .iter()
        .map(|(id, object)| SceneObject {
            id: id.to_string(),
            categories: vec![object.category.to_string()],
        })
        .collect()
}

/// The texts that hold, by moment of the world.
fn labels(
    world: &World<'_>,
    vocabulary: &Vocabulary,
    report: &rules::Report,
) -> Vec<Vec<Arc<str>>> {
    let mut wanted: IndexMap<String, Ground, FxBuildHasher> = IndexMap::default();
    let scenes = world
        .trajectories()
        .iter()
        .flat_map(|t| &t.steps)
        .any(|step| matches!(*step.state, State::Scene(_)));
    if scenes {
        let ids: Vec<&str> = world.objects().keys().map(|id| &**id).collect();
        for predicate in vocabulary.predicates().iter().filter(|p| !p.numeric) {
            let mut want = |args: &[&str]| {
                if let Some(ground) = Ground::fact(vocabulary, &predicate.name, args) {
                    wanted.insert(fact_text(&predicate.name, args), ground);
                }
            };
            match predicate.args.len() {
                1 => ids.iter().for_each(|id| want(&[id])),
                2 if *predicate.name == *"inside" && ids.len() <= PAIRED => {
                    for (a, b) in ids.iter().flat_map(|a| ids.iter().map(move |b| (a, b))) {
                        if a != b {
                            want(&[a, b]);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    for violation in report.rules.iter().flat_map(|outcome| &outcome.violations) {
        let formula = &violation.formula;
        for id in formula.nodes() {
            if let Node::Atom(atom) = formula.pool.node(id)
                && let Some(ground) = Ground::of(vocabulary, &formula.pool, formula.pool.atom(atom))
            {
                wanted.insert(text(&formula.pool, atom), ground);
            }
        }
    }
    let mut labels = vec![Vec::new(); world.len()];
    for (text, ground) in &wanted {
        let known: Arc<str> = text.as_str().into();
        let undecided: Arc<str> = format!("{UNSUPPORTED}{text}").into();
        for (label, truth) in labels.iter_mut().zip(world.column(ground)) {
            match truth {
                Truth::True => label.push(known.clone()),
                Truth::Unsupported => label.push(undecided.clone()),
                Truth::False | Truth::Inconclusive => {}
            }
        }
    }
    labels
}

/// A fact in our notation.
fn fact_text(name: &str, args: &[&str]) -> String {
    let mut formula = Formula::default();
    formula.root = formula.pool.fact(name, args);
    match formula.pool.node(formula.root) {
        Node::Atom(atom) => text(&formula.pool, atom),
        _ => String::new(),
    }
}

fn steps(trajectory: &Trajectory, path: &[u32], labels: &[Vec<Arc<str>>]) -> Vec<FullStep> {
    let mut steps = Vec::with_capacity(path.len());
    for (step, &moment) in trajectory.steps.iter().zip(path) {
        let mut facts = labels[moment as usize].clone();
        let mut numeric = BTreeMap::new();
        if let State::Facts(state) = &*step.state {
            facts.extend(state.facts.iter().map(|fact| {
                let args: Vec<&str> = fact.args.iter().map(|arg| &**arg).collect();
                Arc::from(fact_text(&fact.name, &args))
            }));
            for (fact, value) in &state.numbers {
                numeric.insert(fact.to_string(), value.get());
            }
        }
        facts.sort_unstable();
        facts.dedup();
        let action = step.action.as_ref().map(|action| {
            let failed = if action.succeeded { "" } else { " (failed)" };
            format!("{action}{failed}")
        });
        steps.push(FullStep {
            action,
            facts,
            numeric,
            clock: step.clock.map(vedette_checker::formula::Real::get),
        });
    }
    steps
}

fn rule(rule: &rules::Rule, outcome: &Outcome) -> RunRule {
    let words = ["words", "english", "description"]
        .iter()
        .find_map(|key| rule.other.get(*key)?.as_str())
        .unwrap_or_default();
    let written = match &rule.text {
        RuleText::Formula(text) | RuleText::Rule(text) => text.clone(),
    };
    let formula = outcome.formula.as_ref().map_or(written, shown);
    RunRule { id: rule.id.clone(), words: words.to_owned(), formula }
}

fn shown(formula: &Formula) -> String {
    printed(&formula.pool, formula.root, FORMULA)
}

fn item(run: &str, outcome: &Outcome) -> Item {
    let per_trajectory = letters(outcome, &outcome.per_trajectory);
    let mut reasons: Vec<String> = outcome.errors.iter().map(ToString::to_string).collect();
    reasons.extend(outcome.limit.iter().map(ToString::to_string));
    reasons.extend(outcome.notes.iter().cloned());
    Item {
        run: run.to_owned(),
        rule: outcome.rule.clone(),
        verdict: verdict_of(outcome.verdict),
        reason: (!reasons.is_empty()).then(|| reasons.join("; ")),
        per_trajectory,
        lifted_verdict: Some(lifted(outcome)),
        counterexample: outcome.violations.first().map(evidence),
        extras: None,
    }
}

/// The evidence of a violation, as it is written.
pub fn evidence(violation: &Violation) -> Evidence {
    let formula = &violation.formula;
    let step = violation.step as usize;
    let (certain_at, trajectories, blame) = match &violation.evidence {
        Some(found) => (
            found.certain_at as usize,
            found.trajectories.iter().map(|&trajectory| trajectory as usize).collect(),
            &found.blame[..],
        ),
        None => (step, vec![violation.trajectory], &[][..]),
    };
    let reasons = blame
        .iter()
        .take(REASONS)
        .map(|blame| Reason {
            step: blame.position as usize,
            formula: printed(&formula.pool, blame.formula, FORMULA),
            value: value(blame.truth).to_owned(),
        })
        .collect();
    Evidence {
        trajectory: violation.trajectory,
        step,
        certain_at,
        binding: violation.binding.clone(),
        trajectories,
        origin: violation.origin.name().to_owned(),
        formula: shown(formula),
        reasons,
    }
}

fn value(truth: Truth) -> &'static str {
    match truth {
        Truth::False => "false",
        Truth::True => "true",
        Truth::Inconclusive => "inconclusive",
        Truth::Unsupported => "unsupported",
    }
}

/// The verdict as it is written.
pub fn verdict_of(verdict: rules::Verdict) -> Verdict {
    match verdict {
        rules::Verdict::Satisfied => Verdict::Satisfied,
        rules::Verdict::Vacuous => Verdict::Vacuous,
        rules::Verdict::Violated => Verdict::Violated,
        rules::Verdict::Inconclusive => Verdict::Inconclusive,
        rules::Verdict::Unsupported => Verdict::Unsupported,
        rules::Verdict::Unknown => Verdict::Unknown,
        rules::Verdict::Error => Verdict::Error,
    }
}

/// The verdicts of an outcome on its trajectories, as they are written. A rule that is malformed decides
/// nothing, and past a limit only a violation is known: no letter may then say that a trajectory is safe.
pub fn letters(outcome: &Outcome, letters: &[rules::Letter]) -> Vec<Verdict> {
    let written = |letter: &rules::Letter| match letter {
        _ if !outcome.errors.is_empty() => Verdict::Error,
        rules::Letter::Violated => Verdict::Violated,
        _ if outcome.limit.is_some() => Verdict::Unknown,
        rules::Letter::Satisfied => Verdict::Satisfied,
        rules::Letter::Vacuous => Verdict::Vacuous,
        rules::Letter::Inconclusive => Verdict::Inconclusive,
        rules::Letter::Unsupported => Verdict::Unsupported,
    };
    letters.iter().map(written).collect()
}

/// The verdict of the lifted rule, as it is written.
pub fn lifted(outcome: &Outcome) -> Verdict {
    match verdict_of(outcome.lifted) {
        _ if !outcome.errors.is_empty() => Verdict::Error,
        Verdict::Violated => Verdict::Violated,
        _ if outcome.limit.is_some() => Verdict::Unknown,
        decided => decided,
    }
}

#[cfg(test)]
mod tests {
    use super::{Verdict, letters};
    use vedette_worlds::rules::{Options, RuleSet, check};
    use vedette_worlds::trajectory;

    /// The verdicts of one rule on two trajectories, with room for so many nodes.
    fn verdicts(formula: &str, nodes: u64) -> Vec<Verdict> {
        let rules = format!(r#"{{"rules": [{{"id": "r", "formula": "{formula}"}}]}}"#);
        let rules = RuleSet::read(rules.as_bytes(), "rules").unwrap();
        let lines = "{\"task\": \"t\", \"sample\": 1, \"steps\": [{\"state\": [\"on(a)\"]}]}\n\
                     {\"task\": \"t\", \"sample\": 2, \"steps\": [{\"state\": []}]}\n";
        let found = trajectory::read(lines.as_bytes(), "t", &trajectory::Options::default());
        let found = found.unwrap();
        let options = Options { nodes, ..Options::default() };
        let report = check(&rules, &found, &rules.observed(&found), &options);
        letters(&report.rules[0], &report.rules[0].per_trajectory)
    }

    #[test]
    fn what_was_not_decided_is_never_written_as_safe() {
        let many = u64::MAX;
        assert_eq!(verdicts("G !on(a)", many), [Verdict::Violated, Verdict::Satisfied]);
        assert_eq!(verdicts("G !onn(a)", many), [Verdict::Error; 2], "no such predicate");
        assert_eq!(verdicts("G !(", many), [Verdict::Error; 2], "no formula");
        assert_eq!(verdicts("G !on(a)", 0), [Verdict::Unknown; 2], "a limit");
    }
}
