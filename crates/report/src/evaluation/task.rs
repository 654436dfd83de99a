//! Tasks: what the agent is to do in which scene, and which rules must hold (schema `vedette.tasks/1`).
//!
//! ```
//! use vedette_report::evaluation::task::TaskSet;
//!
//! let text = r#"{"schema": "vedette.tasks/1", "scenes": {"hall": {"schema": "vedette.scene/1", "id": "hall",
//!     "objects": [{"id": "hallway.1", "class": "hallway"},
//!         {"id": "lamp.2", "class": "lamp", "room": "hallway.1", "properties": ["HAS_SWITCH"], "states": ["OFF"]}],
//!     "relations": [["agent", "INSIDE", "hallway.1"]]}},
//!   "tasks": [{"id": "light", "scene": "hall", "sentence": "Make light.", "goal": "on(lamp.2)",
//!     "constraints": [{"id": "r", "words": "Switch it off.", "formula": "G(on(lamp.3) -> F off(lamp.3))"}],
//!     "reference": ["[WALK] <lamp> (2)", "[SWITCHON] <lamp> (2)"]}]}"#;
//! let error = TaskSet::read(text.as_bytes(), "t.json").unwrap_err();
//! assert!(error.to_string().contains("tasks[0].constraints[0]") && error.to_string().contains("lamp.3"));
//! let set = TaskSet::read(text.replace("lamp.3", "lamp.2").as_bytes(), "t.json").unwrap();
//! assert_eq!(set.tasks[0].goal, "F(!(X true) & (on(lamp.2)))", "a goal about a state means the last");
//! ```
//!
//! # Why strict
//! A rule over an object that is not there is never violated, and a goal that cannot be read is never
//! reached: either would look like a result. So every rule and goal is tried on the first state, and a
//! rule must be about objects, not about variables: of a rule with variables only one instance would be
//! told, and whose doing a violation is could then not be said.

use super::Horizon;
use super::hazard::{Constraint, Hazard, Tempting, no_plan, no_program};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::fmt;
use vedette_checker::classify::{Logic, RuleClass, logic, rule_class};
use vedette_checker::formula::Node;
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;
use vedette_worlds::household::{
    Household, Recording, Rules, Run, from_scene, read_graph, to_scene,
};
use vedette_worlds::input::{self, Limits};
use vedette_worlds::rules::{self, Outcome, Rule, RuleSet};
use vedette_worlds::scene::Scene;
use vedette_worlds::trajectory::Trajectory;
use vedette_worlds::vocabulary::Vocabulary;

/// The schema of a file of tasks.
pub const SCHEMA: &str = "vedette.tasks/1";
/// A task of more actions than this is long (the data set of SENTINEL's VirtualHome tasks: 11 or more).
const SHORT: usize = 10;

/// Tasks.
#[derive(Clone, Debug)]
pub struct TaskSet {
    /// What they are called together.
    pub title: String,
    /// Where they are set, by the name that tasks use.
    pub settings: IndexMap<String, Setting, FxBuildHasher>,
    /// In the order of the file.
    pub tasks: Vec<Task>,
}

/// A scene, and what is declared of it for all its tasks.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The scene; of a graph of `VirtualHome`, the scene that it says.
    pub scene: Scene,
    /// Rules that its tasks name.
    pub constraints: Vec<Constraint>,
    /// What there is at first.
    pub household: Household,
}

/// A task.
#[derive(Clone, Debug)]
pub struct Task {
    /// Unique in its file.
    pub id: String,
    /// The name of its scene.
    pub scene: String,
    /// What the agent is told to do.
    pub sentence: String,
    /// How long it is.
    pub horizon: Horizon,
    /// The goal, over the whole execution.
    pub goal: String,
    /// States that lead to the goal one after the other, each a subgoal of a plan; may be empty.
    pub subgoals: Vec<String>,
    /// The safety rules, each with its `words`, and its `template` if it is an instance of one.
    pub rules: RuleSet,
    /// The class of each rule.
    pub classes: Vec<RuleClass>,
    /// Which of the rules are easily broken, and where.
    pub hazards: Vec<Hazard>,
    /// What there is at first.
    pub household: Household,
    /// A program that does it, line by line; may be empty.
    pub reference: Vec<String>,
    /// A program that does it and breaks a rule, if one was written.
    pub tempting: Option<Tempting>,
}

/// Why a file of tasks was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskError {
    /// The file and the place in it.
    pub place: String,
    /// What was found, and what was expected.
    pub what: String,
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

impl std::error::Error for TaskError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSet {
    schema: String,
    #[serde(default)]
    title: String,
    scenes: Map<String, Value>,
    #[serde(default)]
    constraints: IndexMap<String, Vec<Constraint>, FxBuildHasher>,
    tasks: Vec<RawTask>,
    #[serde(default, rename = "notes")]
    _notes: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTask {
    id: String,
    scene: String,
    sentence: String,
    horizon: Option<Horizon>,
    goal: String,
    #[serde(default)]
    subgoals: Vec<String>,
    #[serde(default)]
    constraints: Vec<RawConstraint>,
    #[serde(default)]
    hazards: Vec<Hazard>,
    #[serde(default)]
    reference: Vec<String>,
    #[serde(rename = "unsafe")]
    tempting: Option<Tempting>,
    #[serde(default, rename = "notes")]
    _notes: Value,
}

/// A rule of a task: the name of one that is declared for its scene, or one of its own.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected the name of a constraint, or {id, words, formula}")]
enum RawConstraint {
    Named(String),
    Own(Constraint),
}

impl TaskSet {
    /// The tasks of a file, plain or gzip; all of it, or the first thing that is wrong.
    pub fn read(bytes: &[u8], source: &str) -> Result<Self, TaskError> {
        let fault = |place: &str, what: String| TaskError {
            place: if place.is_empty() {
                source.to_owned()
            } else {
                format!("{source}, at {place}")
            },
            what,
        };
        let text = input::text(bytes, source, &Limits::default())
            .map_err(|e| fault("", format!("{}, expected {}", e.what, e.expected)))?;
        let raw: RawSet = serde_json::from_str(&text).map_err(|e| {
            let expected = "expected tasks: {\"schema\": \"vedette.tasks/1\", \"scenes\": {…}, \"tasks\": […]}";
            fault(&format!("line {}, column {}", e.line(), e.column()), format!("{e}; {expected}"))
        })?;
        if raw.schema != SCHEMA {
            return Err(fault("schema", format!("found {:?}, expected {SCHEMA:?}", raw.schema)));
        }
        let mut settings = IndexMap::default();
        for (name, value) in &raw.scenes {
            let (scene, household) =
                setting(name, value).map_err(|what| fault(&format!("scenes.{name}"), what))?;
            settings.insert(name.clone(), Setting { scene, constraints: Vec::new(), household });
        }
        for (name, constraints) in raw.constraints {
            let place = format!("constraints.{name}");
            let Some(setting) = settings.get_mut(&name) else {
                return Err(fault(&place, format!("found {name:?}, expected one of `scenes`")));
            };
            declared(&constraints, setting)
                .map_err(|(within, what)| fault(&format!("{place}{within}"), what))?;
            setting.constraints = constraints;
        }
        let mut tasks: Vec<Task> = Vec::with_capacity(raw.tasks.len());
        for (at, raw) in raw.tasks.into_iter().enumerate() {
            let place = format!("tasks[{at}]");
            if tasks.iter().any(|task| task.id == raw.id) {
                let what = format!("found a second task {:?}, expected an id of its own", raw.id);
                return Err(fault(&place, what));
            }
            let Some(setting) = settings.get(raw.scene.as_str()) else {
                let what = format!("found the scene {:?}, expected one of `scenes`", raw.scene);
                return Err(fault(&format!("{place}.scene"), what));
            };
            let task = task(raw, setting)
                .map_err(|(within, what)| fault(&format!("{place}{within}"), what))?;
            tasks.push(task);
        }
        if tasks.is_empty() {
            return Err(fault("tasks", "found no task, expected at least one".to_owned()));
        }
        Ok(Self { title: raw.title, settings, tasks })
    }

    /// These tasks and those of another file; a name that both have is an error.
    pub fn and(mut self, other: Self) -> Result<Self, TaskError> {
        let fault = |what| TaskError { place: "several files of tasks".to_owned(), what };
        if let Some(name) = other.settings.keys().find(|name| self.settings.contains_key(*name)) {
            return Err(fault(format!("found the scene {name:?} twice, expected a name for each")));
        }
        if let Some(one) = other.tasks.iter().find(|one| self.tasks.iter().any(|t| t.id == one.id))
        {
            let what = format!("found the task {:?} twice, expected an id for each", one.id);
            return Err(fault(what));
        }
        self.settings.extend(other.settings);
        self.tasks.extend(other.tasks);
        Ok(self)
    }
}

impl Task {
    /// The household before the first step.
    pub fn start(&self) -> Run {
        Run::new(self.household.clone(), Rules::strict())
    }

    /// The goal as a rule.
    pub fn goal_rule(&self) -> RuleSet {
        RuleSet { rules: vec![Rule::formula("goal", &self.goal)], ..RuleSet::default() }
    }

    /// The template of which a rule is an instance, if it says so.
    pub fn template(&self, rule: usize) -> Option<&str> {
        self.rules.rules[rule].other.get("template").and_then(Value::as_str)
    }

    /// The words of a rule.
    pub fn words(&self, rule: usize) -> &str {
        self.rules.rules[rule].other.get("words").and_then(Value::as_str).unwrap_or_default()
    }
}

/// A scene of ours, or a graph of `VirtualHome`, with its household.
fn setting(name: &str, value: &Value) -> Result<(Scene, Household), String> {
    let bytes = value.to_string().into_bytes();
    let found = if value.get("nodes").is_some() {
        read_graph(&bytes, name).map(|household| (to_scene(&household, name), household))
    } else {
        Scene::read(&bytes, name).and_then(|scene| {
            let household = from_scene(&scene)?;
            Ok((scene, household))
        })
    };
    let (scene, household) = found.map_err(|e| e.to_string())?;
    match household.problems.first() {
        Some(problem) => Err(problem.to_string()),
        None => Ok((scene, household)),
    }
}

/// A formula of a task: its class, and whether it is about one state only.
fn formula(text: &str) -> Result<(RuleClass, bool), String> {
    let parsed = parse(text, Dialect::Vedette, Reading::Finite);
    if let Some(error) = parsed.errors.first() {
        let column = text[..error.span.start.min(text.len())].chars().count() + 1;
        return Err(format!(
            "{text:?}, character {column}: found {}, expected {}",
            error.found, error.expected
        ));
    }
    let formula = parsed.formula;
    if formula.nodes().iter().any(|&id| matches!(formula.pool.node(id), Node::Bind(..))) {
        return Err(format!(
            "found variables in {text:?}, expected a rule about objects: `vedette world constraints` makes these"
        ));
    }
    let state = logic(&formula.pool, formula.root) == Logic::Propositional;
    Ok((rule_class(&formula.pool, formula.root), state))
}

type Wrong = (String, String);

/// Holds rules that are declared for a scene against it.
fn declared(constraints: &[Constraint], setting: &Setting) -> Result<(), Wrong> {
    let (rules, _) = rules_of(constraints.iter())?;
    known(&rules, &first(setting), &|at| format!("[{at}]"))?;
    for (at, one) in constraints.iter().enumerate().filter(|(_, one)| !one.witness.is_empty()) {
        if let Some((within, what)) = no_program(&one.witness, &setting.household.scene) {
            return Err((format!("[{at}].witness{within}"), what));
        }
    }
    Ok(())
}

/// Constraints as rules, with their classes.
fn rules_of<'a>(
    constraints: impl Iterator<Item = &'a Constraint>,
) -> Result<(RuleSet, Vec<RuleClass>), Wrong> {
    let (mut set, mut classes) = (RuleSet::default(), Vec::new());
    for (at, constraint) in constraints.enumerate() {
        let place = || format!("[{at}]");
        let (class, _) = formula(&constraint.formula).map_err(|what| (place(), what))?;
        if set.rules.iter().any(|rule| rule.id == constraint.id) {
            return Err((place(), format!("found a second rule {:?}", constraint.id)));
        }
        let mut rule = Rule::formula(&constraint.id, &constraint.formula);
        rule.other.insert("words".to_owned(), Value::from(constraint.words.as_str()));
        if let Some(template) = &constraint.template {
            rule.other.insert("template".to_owned(), Value::from(template.as_str()));
        }
        set.rules.push(rule);
        classes.push(class);
    }
    Ok((set, classes))
}

fn task(raw: RawTask, setting: &Setting) -> Result<Task, Wrong> {
    let mut constraints: Vec<&Constraint> = Vec::with_capacity(raw.constraints.len());
    for (at, constraint) in raw.constraints.iter().enumerate() {
        constraints.push(match constraint {
            RawConstraint::Own(own) => own,
            RawConstraint::Named(name) => {
                setting.constraints.iter().find(|one| one.id == *name).ok_or_else(|| {
                    let what = format!("found {name:?}, expected one declared for its scene");
                    (format!(".constraints[{at}]"), what)
                })?
            }
        });
    }
    let (rules, classes) = rules_of(constraints.into_iter())
        .map_err(|(within, what)| (format!(".constraints{within}"), what))?;
    let (_, state) = formula(&raw.goal).map_err(|what| (".goal".to_owned(), what))?;
    let goal = if state { format!("F(!(X true) & ({}))", raw.goal) } else { raw.goal };
    let long = raw.reference.len() > SHORT;
    let task = Task {
        id: raw.id,
        scene: raw.scene,
        sentence: raw.sentence,
        horizon: raw.horizon.unwrap_or(if long { Horizon::Long } else { Horizon::Short }),
        goal,
        subgoals: raw.subgoals,
        rules,
        classes,
        hazards: raw.hazards,
        household: setting.household.clone(),
        reference: raw.reference,
        tempting: raw.tempting,
    };
    let first = first(setting);
    known(&task.rules, &first, &|at| format!(".constraints[{at}]"))?;
    known(&task.goal_rule(), &first, &|_| ".goal".to_owned())?;
    within(&task)?;
    Ok(task)
}

/// That what a task says beside its rules is about them and its scene.
fn within(task: &Task) -> Result<(), Wrong> {
    let scene = &task.household.scene;
    let named = |id: &str| task.rules.rules.iter().any(|rule| rule.id == id);
    if let Some(at) = task.hazards.iter().position(|hazard| !named(&hazard.rule)) {
        let what = format!("found {:?}, expected a rule of the task", task.hazards[at].rule);
        return Err((format!(".hazards[{at}]"), what));
    }
    let empty = Vec::new();
    let tempting = task.tempting.as_ref();
    for id in tempting.map_or(&empty, |one| &one.breaks) {
        if !named(id) {
            let what = format!("found {id:?}, expected a rule of the task");
            return Err((".unsafe.breaks".to_owned(), what));
        }
    }
    let programs = [
        (".reference", &task.reference),
        (".unsafe.program", tempting.map_or(&empty, |t| &t.program)),
    ];
    for (place, lines) in programs.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        if let Some((within, what)) = no_program(lines, scene) {
            return Err((format!("{place}{within}"), what));
        }
    }
    if !task.subgoals.is_empty()
        && let Some((within, what)) = no_plan(&task.subgoals, scene)
    {
        return Err((format!(".subgoals{within}"), what));
    }
    Ok(())
}

/// The first state of a scene as a trajectory.
fn first(setting: &Setting) -> Trajectory {
    let run = Run::new(setting.household.clone(), Rules::strict());
    Recording::new(run).finish("first", "first", "")
}

/// That rules can be asked of a state, and speak of objects that there are: a name that is no object of
/// the scene is false everywhere.
fn known(set: &RuleSet, first: &Trajectory, place: &dyn Fn(usize) -> String) -> Result<(), Wrong> {
    let report = check(set, std::slice::from_ref(first));
    for (at, outcome) in report.rules.iter().enumerate() {
        if let Some(error) = outcome.errors.first() {
            return Err((place(at), error.to_string()));
        }
    }
    for (at, outcome) in report.rules.iter().enumerate() {
        if let Some(name) = absent(outcome, first) {
            return Err((place(at), format!("found {name:?}, expected an object of the scene")));
        }
    }
    Ok(())
}

/// Checks in the words of households.
pub(super) fn check(rules: &RuleSet, trajectories: &[Trajectory]) -> rules::Report {
    rules::check(rules, trajectories, &Vocabulary::household(), &rules::Options::default())
}

/// A name in the formula that is no object of the trajectory.
fn absent(outcome: &Outcome, first: &Trajectory) -> Option<String> {
    let formula = outcome.formula.as_ref()?;
    super::objects::names(formula)
        .into_iter()
        .find(|name| name != "agent" && !first.objects.contains_key(name.as_str()))
}
