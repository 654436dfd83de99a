//! Runs of a plan in a metric room, schema `vedette.simulation/1`.
//!
//! ```
//! use vedette_report::world::simulate::{Asked, simulate};
//! use vedette_worlds::metric::{Room, plan};
//! use vedette_worlds::rules::RuleSet;
//! use vedette_worlds::scene::Scene;
//!
//! let scene = br#"{"schema": "vedette.scene/1", "id": "bath", "objects": [
//!     {"id": "bathroom.1", "class": "bathroom", "position": [1.5, 1.2, 1.5], "size": [3, 2.4, 3]},
//!     {"id": "candle.1", "class": "candle", "position": [2.5, 0.1, 2.5]}]}"#;
//! let room = Room::new(&Scene::read(scene, "bath.json").unwrap()).unwrap();
//! let lines = plan("goto(candle.1)\ntoggle_on(candle.1)", &room).unwrap();
//! let rules = br#"{"rules": [{"id": "off", "formula": "forall c: candle. G(on(c) -> F !on(c))"}]}"#;
//! let rules = RuleSet::read(rules, "rules.json").unwrap();
//! let (report, runs) = simulate(&room, &lines, &Asked { rules: Some(&rules), ..Asked::default() });
//! assert_eq!((report.runs[0].end, report.rules[0].verdict), ("done", "violated"));
//! assert_eq!(runs.len(), 1);
//! ```

use serde::Serialize;
use vedette_worlds::metric::shield::{Effort, PaperShield, SearchShield};
use vedette_worlds::metric::{End, Follow, Line, Options, Outcome, Room, Run, run};
use vedette_worlds::rules::{self, RuleSet};
use vedette_worlds::vocabulary::Vocabulary;

/// The schema of [`Report`].
pub const SCHEMA: &str = "vedette.simulation/1";

/// What is asked.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// Where the chances come from.
    pub seed: u64,
    /// How many runs.
    pub runs: u64,
    /// The most actions of a run.
    pub steps: usize,
    /// What the runs are checked against, and what a shield that looks ahead keeps.
    pub rules: Option<&'a RuleSet>,
    /// Who steps in.
    pub shield: Shield,
    /// How far a shield that searches looks ahead.
    pub effort: Effort,
}

/// Who steps in before harm is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shield {
    /// Nobody.
    #[default]
    None,
    /// The shield of the paper.
    Paper,
    /// The one that looks ahead.
    Search,
}

impl Shield {
    /// As written in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Paper => "paper",
            Self::Search => "search",
        }
    }
}

impl Default for Asked<'_> {
    fn default() -> Self {
        let (shield, effort) = (Shield::None, Effort::default());
        Self { seed: 0, runs: 1, steps: 1000, rules: None, shield, effort }
    }
}

/// All runs.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The scene.
    pub scene: String,
    /// Where the chances came from.
    pub seed: u64,
    /// Who stepped in: `none`, `paper` or `search`.
    pub shield: &'static str,
    /// Rules that the shield cannot watch, and why.
    pub unwatched: Vec<String>,
    /// Objects whose size the scene does not say: it is assumed.
    pub assumed: Vec<String>,
    /// The runs.
    pub runs: Vec<RunReport>,
    /// The rules, each with its verdict on all runs together.
    pub rules: Vec<RuleReport>,
}

/// A run.
#[derive(Clone, Debug, Serialize)]
pub struct RunReport {
    /// Its number among the runs of the seed, from 0.
    pub run: u64,
    /// `done`, `failed`, `stopped` or `limit`.
    pub end: &'static str,
    /// The line of the plan that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Why it failed or was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// How many of the actions were the shield's: what it cost.
    pub own: usize,
    /// The actions.
    pub steps: Vec<StepReport>,
}

/// An action.
#[derive(Clone, Debug, Serialize)]
pub struct StepReport {
    /// Its number, from 1: that of the state after it.
    pub step: usize,
    /// What was done.
    pub action: String,
    /// The line of the plan that asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Whether it came about.
    pub ok: bool,
    /// What came of it, if not what was meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// Why it was refused: the kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// Why it was refused, or why it was done in place of what the plan asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A rule.
#[derive(Clone, Debug, Serialize)]
pub struct RuleReport {
    /// Its name.
    pub id: String,
    /// Its verdict.
    pub verdict: &'static str,
    /// A letter a run: `S`, `V`, `-`, `?` or `U` (docs/semantics.md, section 9).
    pub letters: String,
    /// The first violations: the run, the step and the objects.
    pub violations: Vec<ViolationReport>,
    /// What is wrong with the rule.
    pub errors: Vec<String>,
}

/// A violation.
#[derive(Clone, Debug, Serialize)]
pub struct ViolationReport {
    /// The run.
    pub run: usize,
    /// The step, from 0, the state at the start.
    pub step: u32,
    /// `(variable, object)`.
    pub binding: Vec<(String, String)>,
    /// Whose doing it is.
    pub origin: &'static str,
}

impl Report {
    /// Whether every run carried out its plan.
    pub fn all_done(&self) -> bool {
        self.runs.iter().all(|run| run.end == End::Done.name())
    }
}

/// Carries a plan out once, and checks nothing: the run of this number, and the rules that the shield cannot
/// watch.
pub fn carry_out(
    room: &Room,
    lines: &[Line],
    asked: &Asked<'_>,
    number: u64,
) -> (Run, Vec<String>) {
    let options = Options { seed: asked.seed, number, steps: asked.steps };
    let mut follow = Follow::new(lines.to_vec());
    match asked.shield {
        Shield::None => (run(room, &mut follow, &options), Vec::new()),
        Shield::Paper => (run(room, &mut PaperShield::new(room, follow), &options), Vec::new()),
        Shield::Search => {
            let none = RuleSet::default();
            let rules = asked.rules.unwrap_or(&none);
            let mut shield = SearchShield::with(room, rules, follow, asked.effort);
            let run = run(room, &mut shield, &options);
            (run, shield.problems().to_vec())
        }
    }
}

/// Runs a plan and checks what came of it.
pub fn simulate(room: &Room, lines: &[Line], asked: &Asked<'_>) -> (Report, Vec<Run>) {
    let (mut runs, mut unwatched) = (Vec::new(), Vec::new());
    for number in 0..asked.runs {
        let (run, problems) = carry_out(room, lines, asked, number);
        runs.push(run);
        unwatched = problems;
    }
    let report = Report {
        schema: SCHEMA,
        scene: room.id().to_owned(),
        seed: asked.seed,
        shield: asked.shield.name(),
        unwatched,
        assumed: room.assumed().map(str::to_owned).collect(),
        rules: asked.rules.map(|rules| checked(rules, &runs)).unwrap_or_default(),
        runs: runs.iter().zip(0..).map(|(run, number)| told(room, run, number)).collect(),
    };
    (report, runs)
}

fn told(room: &Room, run: &Run, number: u64) -> RunReport {
    let tried = run.trajectory.steps.iter().filter_map(|step| step.action.as_ref());
    let steps = run.taken.iter().zip(tried).zip(1..).map(|((taken, tried), step)| StepReport {
        step,
        action: taken.action.shown(room),
        line: taken.line,
        ok: tried.succeeded,
        outcome: (taken.outcome != Outcome::Meant).then(|| taken.outcome.name()),
        kind: taken.refused.as_ref().map(|refused| refused.kind.name()),
        reason: taken.refused.as_ref().map(ToString::to_string).or_else(|| taken.reason.clone()),
    });
    let (line, why) = match &run.end {
        End::Failed { line, why } => (Some(*line), Some(why.clone())),
        End::Stopped(why) => (None, Some(why.clone())),
        End::Done | End::Limit => (None, None),
    };
    let own = run.taken.iter().filter(|taken| taken.reason.is_some()).count();
    RunReport { run: number, end: run.end.name(), line, why, own, steps: steps.collect() }
}

fn checked(rules: &RuleSet, runs: &[Run]) -> Vec<RuleReport> {
    let trajectories: Vec<_> = runs.iter().map(|run| run.trajectory.clone()).collect();
    let vocabulary = Vocabulary::ai2thor();
    let report = rules::check(rules, &trajectories, &vocabulary, &rules::Options::default());
    let rule = |outcome: rules::Outcome| RuleReport {
        id: outcome.rule,
        verdict: outcome.verdict.name(),
        letters: outcome.per_trajectory.iter().map(|letter| letter.char()).collect(),
        violations: outcome
            .violations
            .into_iter()
            .map(|one| ViolationReport {
                run: one.trajectory,
                step: one.step,
                binding: one.binding,
                origin: one.origin.name(),
            })
            .collect(),
        errors: outcome.errors.iter().map(ToString::to_string).collect(),
    };
    report.rules.into_iter().map(rule).collect()
}
