//! How close a verdict is: margins, exposure, flicker, parts that do not matter, engagement.
//!
//! ```
//! use vedette_worlds::rules::extras::{Class, Examiner};
//! use vedette_worlds::rules::{Options, RuleSet};
//! use vedette_worlds::trajectory::{self, read};
//! use vedette_worlds::vocabulary::Vocabulary;
//!
//! let rules = r#"{"rules": [{"id": "far", "formula": "forall c: Candle. G(lit(c) -> gap(c) > 0.5)"}]}"#;
//! let rules = RuleSet::read(rules.as_bytes(), "rules.json").unwrap();
//! let trace = r#"{"steps": [
//!     {"state": [], "numeric": {"gap(Candle.1)": 0.2}},
//!     {"action": "light(Candle.1)", "state": ["lit(Candle.1)"], "numeric": {"gap(Candle.1)": 0.9}},
//!     {"action": "come()", "state": ["lit(Candle.1)"], "numeric": {"gap(Candle.1)": 0.6}}]}"#;
//! let traces = read(trace.as_bytes(), "t", &trajectory::Options::default()).unwrap();
//! let words = Vocabulary::as_used([], &traces);
//! let options = Options::default();
//! let extras = Examiner::new(&rules, &traces, &words, &options).of(0).unwrap();
//!
//! // The rule holds for every threshold below 0.6; 0.2 was measured while nothing was lit.
//! let threshold = &extras.thresholds[0];
//! let high = threshold.high.unwrap();
//! assert_eq!((threshold.low, high.value, high.included), (None, 0.6, false));
//! let margin = threshold.margin.as_ref().unwrap();
//! assert_eq!((margin.value, margin.step, margin.flips_to), (0.6, 2, Class::Violated));
//! assert_eq!(&*margin.signal, "gap(Candle.1)");
//! // The premise was met at two of three steps.
//! assert_eq!(extras.engagement.unwrap().steps, 2);
//! ```
//!
//! # Why by re-checking
//!
//! Only finitely many values of a signal occur, so only finitely many thresholds behave differently:
//! the values, and the gaps between them. Each that matters is checked as a rule of its own, by the same
//! engine on the same trajectories, so that *0.1 more and it is violated* is a verdict and no estimate.
//! Where all comparisons push the rule the same way the verdict is monotone in the threshold and is
//! found by bisection; otherwise the thresholds are tried one after the other, outwards. For a rule that is
//! monotone the margin is the distance that quantitative semantics assigns.
//!
//! None of this is part of checking: it is computed for a verdict that someone looks at.
//!
//! References: Fainekos and Pappas, *Robustness of temporal logic specifications for continuous-time
//! signals*, TCS 2009; Kupferman and Vardi, *Vacuity detection in temporal model checking*, STTT 2003;
//! `docs/semantics.md`, section 9.

mod cells;
mod comparison;
mod engagement;
mod flicker;
mod lifting;
mod parts;
mod scene;
mod threshold;

use super::instance::Failure;
use super::{Options, RuleSet};
use crate::trajectory::Trajectory;
use crate::vocabulary::Vocabulary;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use scene::{Bound, Scene};
use vedette_checker::formula::Formula;
use vedette_checker::truth::Truth;

pub use engagement::Engagement;
pub use flicker::{Flicker, ONE_IN};
pub use lifting::Lifting;
pub use parts::Idle;
pub use threshold::{End, Exposure, Margin, Threshold};

/// What a verdict comes to, from bad to good: vacuously true is true here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Some trajectory violates the rule.
    Violated,
    /// Not decided: a deadline beyond the end, or something that the data does not say.
    Open,
    /// It holds.
    Holds,
}

impl Class {
    fn of(value: Truth) -> Self {
        match value {
            Truth::False => Self::Violated,
            Truth::Inconclusive | Truth::Unsupported => Self::Open,
            Truth::True => Self::Holds,
        }
    }

    /// As written in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Violated => "violated",
            Self::Open => "open",
            Self::Holds => "holds",
        }
    }
}

/// What is worth knowing about a verdict beside it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    /// Whether the premise of the rule was met; none if it has none.
    pub engagement: Option<Engagement>,
    /// Every number that the rule compares a signal with.
    pub thresholds: Vec<Threshold>,
    /// Labels that toggle suspiciously often, the worst first.
    pub flickers: Vec<Flicker>,
    /// The parts of the rule that do not matter to any trajectory, none within another.
    pub idle: Vec<Idle>,
    /// The trajectories that make the difference where the rule is kept and its lifting to CTL is not.
    pub lifting: Option<Lifting>,
    /// What was not found out, and why.
    pub notes: Vec<String>,
}

/// A place on a trajectory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The trajectory, by its position among those given.
    pub trajectory: usize,
    /// The step, from 0.
    pub step: usize,
    /// What the variables of the rule name there.
    pub binding: Vec<(String, String)>,
}

/// Trajectories, made ready to be looked at more closely.
pub struct Examiner<'a> {
    rules: &'a RuleSet,
    scenes: Vec<Scene<'a>>,
}

impl std::fmt::Debug for Examiner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Examiner").field("tasks", &self.scenes.len()).finish_non_exhaustive()
    }
}

/// A rule on all tasks.
struct Case<'a> {
    rule: usize,
    scenes: &'a [Scene<'a>],
    /// The rule as it is understood in each task.
    formulas: Vec<Formula>,
    /// Its instances in each task.
    bound: Vec<Bound>,
    /// What it comes to on each trajectory of each task.
    classes: Vec<Vec<Class>>,
}

impl<'a> Examiner<'a> {
    /// Makes the trajectories ready; the options are those of the check.
    pub fn new(
        rules: &'a RuleSet,
        trajectories: &'a [Trajectory],
        vocabulary: &'a Vocabulary,
        options: &'a Options<'a>,
    ) -> Self {
        let mut tasks: IndexMap<&str, Vec<usize>, FxBuildHasher> = IndexMap::default();
        for (index, trajectory) in trajectories.iter().enumerate() {
            tasks.entry(&trajectory.task).or_default().push(index);
        }
        let scene = |numbers: Vec<usize>| {
            let those = numbers.iter().map(|&at| &trajectories[at]).collect();
            Scene::new(rules, those, numbers, vocabulary, options)
        };
        Self { rules, scenes: tasks.into_values().map(scene).collect() }
    }

    /// What is worth knowing about the verdict of a rule; none if the rule is malformed.
    pub fn of(&self, rule: usize) -> Option<Extras> {
        let mut extras = Extras::default();
        if rule >= self.rules.rules.len() {
            return None;
        }
        let case = match self.case(rule) {
            Ok(case) => case,
            Err(Failure::Rule(_)) => return None,
            Err(Failure::Limit(limit)) => {
                extras.notes.push(limit.to_string());
                return Some(extras);
            }
        };
        let notes = &mut extras.notes;
        extras.engagement = part(notes, "engagement", case.engagement());
        extras.thresholds = part(notes, "thresholds", case.thresholds());
        extras.flickers = case.flickers();
        extras.lifting = part(notes, "the difference to the lifted rule", case.lifting());
        extras.idle = part(notes, "parts that do not matter", case.idle());
        Some(extras)
    }

    fn case(&self, rule: usize) -> Result<Case<'_>, Failure> {
        let scenes = &self.scenes;
        let resolve = |scene: &Scene<'_>| scene.resolve(rule);
        let formulas: Vec<Formula> = scenes.iter().map(resolve).collect::<Result<_, _>>()?;
        let bind = |(scene, formula): (&Scene<'_>, &Formula)| scene.bind(formula);
        let bound: Vec<Bound> = scenes.iter().zip(&formulas).map(bind).collect::<Result<_, _>>()?;
        let check = |(scene, bound): (&Scene<'_>, &Bound)| {
            Ok(scene.classes(rule, &[bound], bound)?.remove(0))
        };
        let classes = scenes.iter().zip(&bound).map(check).collect::<Result<_, Failure>>()?;
        Ok(Case { rule, scenes, formulas, bound, classes })
    }
}

impl Case<'_> {
    /// What the rule comes to on all trajectories.
    fn class(&self) -> Class {
        worst(&self.classes)
    }
}

/// What was found, or nothing and a note why.
fn part<T: Default>(notes: &mut Vec<String>, what: &str, found: Result<T, Failure>) -> T {
    found.unwrap_or_else(|failure| {
        let why = match failure {
            Failure::Limit(limit) => limit.to_string(),
            Failure::Rule(error) => error.to_string(),
        };
        notes.push(format!("{what}: {why}"));
        T::default()
    })
}

fn worst(classes: &[Vec<Class>]) -> Class {
    classes.iter().flatten().copied().min().unwrap_or(Class::Holds)
}
