//! The constraints of a scene, schema `vedette.constraints/1`: a report, and a file of rules at once.
//!
//! ```
//! use vedette_report::world::constraints::{Asked, constraints};
//! use vedette_worlds::rules::RuleSet;
//! use vedette_worlds::scene::Scene;
//!
//! let text = r#"{"schema": "vedette.scene/1", "id": "flat", "objects": [
//!     {"id": "knife.1", "class": "knife"}, {"id": "couch.2", "class": "couch"}]}"#;
//! let scene = Scene::read(text.as_bytes(), "flat.json").unwrap();
//! let report = constraints(&scene, &Asked::default()).unwrap();
//! assert_eq!(report.vocabulary, "household");
//! assert_eq!(report.rules[0].id, "sharp-on-seat[knife.1,couch.2]");
//! let rules = serde_json::to_vec(&report).unwrap();
//! let rules = RuleSet::read(&rules, "constraints.json").unwrap();
//! assert_eq!((rules.rules.len(), rules.vocabulary.as_deref()), (report.rules.len(), Some("household")));
//! ```
//!
//! # Why one file for both
//!
//! What is checked on trajectories should be what was read and approved. So the report names the
//! vocabulary that its rules are written in, `vedette tree --rules` takes it from there, and a name that
//! the vocabulary does not have cannot be in it.

use indexmap::IndexMap;
use serde::Serialize;
use std::fmt;
use vedette_checker::syntax::{Dialect, Style, parse, print};
use vedette_checker::words::Reading;
use vedette_worlds::safety::analysis::{Analysis, Options, analyse};
use vedette_worlds::safety::{
    Constraint, Constraints, Library, SafetyError, Set, Skipped, in_words, instantiate, undeclared,
};
use vedette_worlds::scene::{Scene, Source};
use vedette_worlds::vocabulary::Vocabulary;

/// The schema of [`Report`].
pub const SCHEMA: &str = "vedette.constraints/1";

/// What is asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// Which templates.
    pub set: Set,
    /// Changes to categories and templates, a YAML text.
    pub overrides: Option<&'a str>,
    /// How much work it may be to find out what the constraints come to together; none: nothing is.
    pub analysis: Option<Options<'a>>,
}

/// Why there are no constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// What is wrong with the scene.
    Scene(String),
    /// What is wrong with the changes, or with what they give here.
    Overrides(SafetyError),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scene(why) => f.write_str(why),
            Self::Overrides(why) => why.fmt(f),
        }
    }
}

impl From<SafetyError> for Unfit {
    fn from(why: SafetyError) -> Self {
        Self::Overrides(why)
    }
}

/// All constraints of a scene.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The scene.
    pub scene: SceneReport,
    /// Which templates: `vedette` or `paper`; those of the user are always among them.
    pub templates: &'static str,
    /// The vocabulary of the formulas.
    pub vocabulary: &'static str,
    /// A rule a constraint.
    pub rules: Vec<RuleReport>,
    /// The values of named constants.
    pub defaults: IndexMap<String, f64>,
    /// Templates that give nothing here though their objects may be there.
    pub skipped: Vec<SkippedReport>,
    /// What was found out about the whole set.
    pub findings: Vec<FindingReport>,
    /// Questions about the set that a limit left open.
    pub unknown: Vec<String>,
}

/// The scene.
#[derive(Clone, Debug, Serialize)]
pub struct SceneReport {
    /// Its id.
    pub id: String,
    /// Whose class names it uses.
    pub source: &'static str,
    /// How many objects it has.
    pub objects: usize,
}

/// A constraint as a rule.
#[derive(Clone, Debug, Serialize)]
pub struct RuleReport {
    /// The template and the objects.
    pub id: String,
    /// In our notation.
    pub formula: String,
    /// In words.
    pub english: String,
    /// In controlled English, where that can say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
    /// The template.
    pub template: String,
    /// The class of such rules.
    pub class: &'static str,
    /// `(hole, object)`.
    pub binding: IndexMap<String, String>,
}

/// A template that gives nothing.
#[derive(Clone, Debug, Serialize)]
pub struct SkippedReport {
    /// The template.
    pub template: String,
    /// Why.
    pub why: String,
}

/// Something about some constraints.
#[derive(Clone, Debug, Serialize)]
pub struct FindingReport {
    /// `contradiction`, `blocked`, `violated_at_start`, `duplicate`, `implied`.
    pub kind: &'static str,
    /// Whether no plan can be safe, or not in the way it seems.
    pub conflict: bool,
    /// The constraints; of a conflict no fewer would do.
    pub rules: Vec<String>,
    /// The axioms that it rests on.
    pub axioms: Vec<String>,
    /// What can never happen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trigger: Option<String>,
}

impl Report {
    /// Whether some finding is a conflict.
    pub fn has_conflict(&self) -> bool {
        self.findings.iter().any(|finding| finding.conflict)
    }
}

/// The name and the words of what is recorded in scenes of a source.
pub fn vocabulary(source: Source) -> (&'static str, Vocabulary) {
    match source {
        Source::Own | Source::VirtualHome => ("household", Vocabulary::household()),
        Source::Ai2Thor => ("ai2thor", Vocabulary::ai2thor()),
    }
}

/// A constraint with numbers in the place of named constants, for whoever has no table of them; a text that is
/// no formula, or names none of them, stays as it is.
pub(crate) fn with_values(text: &str, values: &IndexMap<String, f64>) -> String {
    if !values.keys().any(|name| text.contains(name.as_str())) {
        return text.to_owned();
    }
    let mut parsed = parse(text, Dialect::Vedette, Reading::Finite);
    let formula = &mut parsed.formula;
    match formula.pool.substitute_constants(formula.root, |name| values.get(name).copied()) {
        Ok(root) if parsed.errors.is_empty() => print(&formula.pool, root, Style::Vedette),
        _ => text.to_owned(),
    }
}

/// The constraints of a scene, and what they come to.
pub fn constraints(scene: &Scene, asked: &Asked<'_>) -> Result<Report, Unfit> {
    let all = match asked.overrides {
        Some(changes) => Library::shipped().with(changes)?,
        None => Library::shipped(),
    };
    let (name, words) = vocabulary(scene.source);
    // AI2-THOR's facts are computed by the reader; others are those that a file lists.
    if scene.source != Source::Ai2Thor
        && let Some(fact) = undeclared(scene, &words)
    {
        return Err(Unfit::Scene(format!(
            "found `{fact}` in the scene, expected facts of the vocabulary {name}: a trace of it could say \
             what no rule hears; name it as the vocabulary does, or leave it out"
        )));
    }
    let (library, mut skipped) = in_words(&all, &words)?;
    // What the other set cannot say is nobody's concern here.
    skipped.retain(|one| all.template(&one.template).is_none_or(|found| found.set == asked.set));
    let Constraints { constraints, skipped: unfit } = instantiate(&library, scene, asked.set)?;
    skipped.extend(unfit);
    let analysis = match &asked.analysis {
        Some(options) => analyse(&library, scene, &constraints, options),
        None => Analysis::default(),
    };
    let rule = |one: &Constraint| {
        let template = &library.templates[one.template];
        RuleReport {
            id: one.id.clone(),
            formula: one.text.clone(),
            english: one.words.clone(),
            sentence: one.sentence.clone(),
            template: template.id.clone(),
            class: template.class.name(),
            binding: one.binding.iter().map(|(h, o)| (h.clone(), o.to_string())).collect(),
        }
    };
    let ids = |rules: &[usize]| rules.iter().map(|&at| constraints[at].id.clone()).collect();
    let Analysis { findings, unknown } = analysis;
    let findings = findings.into_iter().map(|finding| FindingReport {
        kind: finding.kind.name(),
        conflict: finding.kind.is_conflict(),
        rules: ids(&finding.rules),
        axioms: finding.axioms,
        trigger: finding.trigger,
    });
    let skip = |Skipped { template, why }| SkippedReport { template, why };
    Ok(Report {
        schema: SCHEMA,
        scene: SceneReport {
            id: scene.id.clone(),
            source: scene.source.name(),
            objects: scene.objects.len(),
        },
        templates: asked.set.name(),
        vocabulary: name,
        rules: constraints.iter().map(rule).collect(),
        defaults: library.constants.iter().map(|(name, value)| (name.clone(), *value)).collect(),
        skipped: skipped.into_iter().map(skip).collect(),
        findings: findings.collect(),
        unknown,
    })
}
