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
use serde::Deserialize;
use serde_json::{Map, Value};
use std::fmt;
use vedette_checker::classify::{Logic, RuleClass, logic, rule_class};
use vedette_checker::formula::Node;
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;
use vedette_worlds::household::{Household, Recording, Rules, Run, from_scene, read_graph};
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
    /// In the order of the file.
    pub tasks: Vec<Task>,
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
    /// The safety rules, each with its `words`.
    pub rules: RuleSet,
    /// The class of each rule.
    pub classes: Vec<RuleClass>,
    /// What there is at first.
    pub household: Household,
    /// A program that does it, line by line; may be empty.
    pub reference: Vec<String>,
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
struct RawSet {
    schema: String,
    #[serde(default)]
    title: String,
    scenes: Map<String, Value>,
    tasks: Vec<RawTask>,
}

#[derive(Deserialize)]
struct RawTask {
    id: String,
    scene: String,
    sentence: String,
    horizon: Option<Horizon>,
    goal: String,
    #[serde(default)]
    constraints: Vec<RawConstraint>,
    #[serde(default)]
    reference: Vec<String>,
}

#[derive(Deserialize)]
struct RawConstraint {
    id: String,
    words: String,
    formula: String,
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
        let mut scenes = rustc_hash::FxHashMap::default();
        for (name, value) in &raw.scenes {
            let scene =
                household(name, value).map_err(|what| fault(&format!("scenes.{name}"), what))?;
            scenes.insert(name.as_str(), scene);
        }
        let mut tasks: Vec<Task> = Vec::with_capacity(raw.tasks.len());
        for (at, raw) in raw.tasks.into_iter().enumerate() {
            let place = format!("tasks[{at}]");
            if tasks.iter().any(|task| task.id == raw.id) {
                let what = format!("found a second task {:?}, expected an id of its own", raw.id);
                return Err(fault(&place, what));
            }
            let Some(scene) = scenes.get(raw.scene.as_str()) else {
                let what = format!("found the scene {:?}, expected one of `scenes`", raw.scene);
                return Err(fault(&format!("{place}.scene"), what));
            };
            let task = task(raw, scene.clone())
                .map_err(|(within, what)| fault(&format!("{place}{within}"), what))?;
            tasks.push(task);
        }
        if tasks.is_empty() {
            return Err(fault("tasks", "found no task, expected at least one".to_owned()));
        }
        Ok(Self { title: raw.title, tasks })
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

    /// The words of a rule.
    pub fn words(&self, rule: usize) -> &str {
        self.rules.rules[rule].other.get("words").and_then(Value::as_str).unwrap_or_default()
    }
}

/// The household of a scene of ours, or of a graph of `VirtualHome`.
fn household(name: &str, value: &Value) -> Result<Household, String> {
    let bytes = value.to_string().into_bytes();
    let found = if value.get("nodes").is_some() {
        read_graph(&bytes, name)
    } else {
        Scene::read(&bytes, name).and_then(|scene| from_scene(&scene))
    };
    let found = found.map_err(|e| e.to_string())?;
    match found.problems.first() {
        Some(problem) => Err(problem.to_string()),
        None => Ok(found),
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

fn task(raw: RawTask, household: Household) -> Result<Task, (String, String)> {
    let mut set = RuleSet::default();
    let mut classes = Vec::with_capacity(raw.constraints.len());
    for (at, constraint) in raw.constraints.iter().enumerate() {
        let place = || format!(".constraints[{at}]");
        let (class, _) = formula(&constraint.formula).map_err(|what| (place(), what))?;
        if set.rules.iter().any(|rule| rule.id == constraint.id) {
            return Err((place(), format!("found a second rule {:?}", constraint.id)));
        }
        let mut rule = Rule::formula(&constraint.id, &constraint.formula);
        rule.other.insert("words".to_owned(), Value::from(constraint.words.as_str()));
        set.rules.push(rule);
        classes.push(class);
    }
    let (_, state) = formula(&raw.goal).map_err(|what| (".goal".to_owned(), what))?;
    let goal = if state { format!("F(!(X true) & ({}))", raw.goal) } else { raw.goal };
    let long = raw.reference.len() > SHORT;
    let task = Task {
        id: raw.id,
        scene: raw.scene,
        sentence: raw.sentence,
        horizon: raw.horizon.unwrap_or(if long { Horizon::Long } else { Horizon::Short }),
        goal,
        rules: set,
        classes,
        household,
        reference: raw.reference,
    };
    let first = Recording::new(task.start()).finish(&task.id, "first", "");
    let known = |set: &RuleSet, place: &dyn Fn(usize) -> String| {
        let report = check(set, std::slice::from_ref(&first));
        for (at, outcome) in report.rules.iter().enumerate() {
            if let Some(error) = outcome.errors.first() {
                return Err((place(at), error.to_string()));
            }
        }
        // A name that is no object of the scene is false everywhere.
        for (at, outcome) in report.rules.iter().enumerate() {
            if let Some(name) = absent(outcome, &first) {
                let what =
                    format!("found {name:?}, expected an object of the scene {:?}", task.scene);
                return Err((place(at), what));
            }
        }
        Ok(())
    };
    known(&task.rules, &|at| format!(".constraints[{at}]"))?;
    known(&task.goal_rule(), &|_| ".goal".to_owned())?;
    Ok(task)
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
