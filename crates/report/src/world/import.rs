//! What other programs wrote, taken over: a scene, trajectories, a goal, and all that is missing by name.
//!
//! ```
//! use vedette_report::world::import::{Source, import};
//!
//! let graph = r#"{"nodes": [{"id": 1, "class": "hall", "category": "Rooms"}, {"id": 2, "class": "character"},
//!     {"id": 3, "class": "lamp", "properties": ["HAS_SWITCH"], "states": ["OFF"]}],
//!   "edges": [[2, "INSIDE", 1], [3, "INSIDE", 1]]}"#;
//! let source = Source::VirtualHome { program: Some("[SWITCHON] <lamp> (3)".to_owned()), compat: false };
//! let report = import(graph.as_bytes(), "hall.json", &source).unwrap();
//! assert_eq!(report.scene["objects"][1]["id"], "lamp.3");
//! assert_eq!(report.stopped.unwrap().why, "<lamp> (3) is out of reach");
//! ```
//!
//! # Why one report
//!
//! An import that quietly leaves something out makes every later verdict doubtful. So what does not fit
//! (`problems`), what is odd (`notes`), what the words of the target cannot say (`missing`) and how well
//! the data say each predicate (`known`) stand next to what was taken over.
//!
//! Recordings of simulators give a scene and what is known, not trajectories in our form: that form has
//! no word for "not known", and every command reads them as they are.

use serde::Serialize;
use serde_json::Value;
use vedette_checker::syntax::{Style, print};
use vedette_worlds::household::{self, Rules, Run, read_graph, read_program, to_scene};
use vedette_worlds::import::safeagentbench::{self, Task};
use vedette_worlds::input::{InputError, Limits, text};
use vedette_worlds::labels::{MOST_OBJECTS, coverage};
use vedette_worlds::pddl;
use vedette_worlds::scene::Scene;
use vedette_worlds::trajectory::alfred::recordings;
use vedette_worlds::trajectory::{self, Trajectory};
use vedette_worlds::vocabulary::Vocabulary;

/// The schema of [`Report`].
pub const SCHEMA: &str = "vedette.import/1";

/// Which words a PDDL problem is told in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Words {
    /// Those of the household where they say all that the actions do, else those of the domain.
    #[default]
    Fitting,
    /// Those of the domain.
    Domain,
    /// Those of the household.
    Household,
}

/// Where the data come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A problem of PDDL.
    Pddl {
        /// The text of the domain.
        domain: String,
        /// Its name in messages.
        named: String,
        /// A plan to be run.
        plan: Option<String>,
        /// In which words.
        words: Words,
    },
    /// A graph of `VirtualHome`.
    VirtualHome {
        /// A program to be run.
        program: Option<String>,
        /// As the recorded executor does it, quirks included.
        compat: bool,
    },
    /// Metadata of AI2-THOR: an event, or a trace.
    Ai2Thor,
    /// A demonstration of ALFRED, or several.
    Alfred,
    /// Tasks of `SafeAgentBench`.
    SafeAgentBench,
}

/// What was taken over.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The program that wrote it.
    pub from: &'static str,
    /// The words of the scene, the trajectories and the goal: `household`, `domain` or `ai2thor`.
    pub words: &'static str,
    /// The scene (`vedette.scene/1`); null of tasks that only name theirs.
    pub scene: Value,
    /// Trajectories in our form.
    pub trajectories: Vec<Value>,
    /// The goal, of the last state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// Whether the goal holds at the end of the plan; none without a plan, or if that is not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<bool>,
    /// Where the plan or program stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// Tasks as items: what is said, the plan, the hazard, what each lacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Item>,
    /// How well each predicate is known; of recordings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<Known>,
    /// What was left out or does not fit, each with its place.
    pub problems: Vec<String>,
    /// What is odd and changes nothing.
    pub notes: Vec<String>,
    /// What cannot be said in these words and forms.
    pub missing: Vec<String>,
}

/// A task as an item that can be judged (`vedette annotate`): a sentence and, if there is one, a formula.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// Its name.
    pub id: String,
    /// The safety rule in words; of a task without one, what the agent is told.
    pub rule: String,
    /// The formula: that the wanted state comes about; empty if there is none.
    pub formula: String,
    /// The scene, by name.
    pub scene: String,
    /// The first risk, or the kind of task.
    pub category: String,
    /// The kind of task.
    pub kind: String,
    /// What the agent is told.
    pub sentence: String,
    /// The same in other words.
    pub variants: Vec<String>,
    /// Whether doing it is a hazard, if that is said.
    pub hazardous: Option<bool>,
    /// Which.
    pub risks: Vec<String>,
    /// The plan, an action each.
    pub plan: Vec<String>,
    /// What the task does not say or our words cannot.
    pub missing: Vec<String>,
}

impl From<Task> for Item {
    fn from(task: Task) -> Self {
        let Task {
            id,
            kind,
            scene,
            sentence,
            variants,
            rule,
            hazardous,
            risks,
            plan,
            goal,
            missing,
        } = task;
        // A rule is about the whole run, and the wanted state is no formula of it.
        let formula = match (&rule, goal) {
            (None, Some(goal)) => format!("F ({goal})"),
            _ => String::new(),
        };
        Self {
            rule: rule.unwrap_or_else(|| sentence.clone()),
            category: risks.first().cloned().unwrap_or_else(|| kind.clone()),
            plan: plan.iter().map(ToString::to_string).collect(),
            id,
            formula,
            scene,
            kind,
            sentence,
            variants,
            hazardous,
            risks,
            missing,
        }
    }
}

/// Where a plan or program stopped.
#[derive(Clone, Debug, Serialize)]
pub struct Stopped {
    /// The line, from 1.
    pub line: usize,
    /// Why.
    pub why: String,
}

/// How well a predicate is known.
#[derive(Clone, Debug, Serialize)]
pub struct Known {
    /// Its name.
    pub predicate: String,
    /// How many facts at how many times were asked.
    pub asked: u64,
    /// How many of these the data do not say.
    pub unknown: u64,
    /// The first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
}

impl Report {
    fn new(from: &'static str, words: &'static str) -> Self {
        Self {
            schema: SCHEMA,
            from,
            words,
            scene: Value::Null,
            trajectories: Vec::new(),
            goal: None,
            reached: None,
            stopped: None,
            items: Vec::new(),
            known: Vec::new(),
            problems: Vec::new(),
            notes: Vec::new(),
            missing: Vec::new(),
        }
    }

    fn scene(&mut self, scene: &Scene) {
        let (value, missing) = scene.to_json();
        self.scene = value;
        self.missing.extend(missing);
    }

    fn trajectory(&mut self, trajectory: &Trajectory) {
        let line = trajectory::write(trajectory).map_err(|why| why.to_string());
        match line.and_then(|line| serde_json::from_str(&line).map_err(|why| why.to_string())) {
            Ok(line) => self.trajectories.push(line),
            Err(why) => self.problems.push(why),
        }
    }
}

/// Takes over the bytes of a file called `name`.
pub fn import(bytes: &[u8], name: &str, source: &Source) -> Result<Report, InputError> {
    match source {
        Source::Pddl { domain, named, plan, words } => {
            let text = text(bytes, name, &Limits::default())?;
            planning(&text, name, (domain, named), plan.as_deref(), *words)
        }
        Source::VirtualHome { program, compat } => {
            let rules = if *compat { Rules::compat() } else { Rules::strict() };
            graph(bytes, name, program.as_deref(), rules)
        }
        Source::Ai2Thor => recorded(bytes, name, "ai2thor"),
        Source::Alfred => recorded(bytes, name, "alfred"),
        Source::SafeAgentBench => {
            let tasks = safeagentbench::read(&text(bytes, name, &Limits::default())?, name);
            let mut report = Report::new("safeagentbench", "ai2thor");
            report.problems.extend(told(tasks.problems));
            report.items = tasks.tasks.into_iter().map(Item::from).collect();
            Ok(report)
        }
    }
}

/// The name of a file without its ends.
fn stem(name: &str) -> &str {
    let whole = name.strip_suffix(".gz").unwrap_or(name);
    whole.rsplit_once('.').map_or(whole, |(stem, _)| stem)
}

fn told(all: Vec<InputError>) -> impl Iterator<Item = String> {
    all.into_iter().map(|one| one.to_string())
}

fn planning(
    text: &str,
    name: &str,
    (domain, named): (&str, &str),
    plan: Option<&str>,
    words: Words,
) -> Result<Report, InputError> {
    let domain = pddl::read_domain(domain, named)?;
    let problem = pddl::read_problem(text, name, &domain.value)?;
    let (own, first) = (&domain.value, &problem.value);
    let naming = match words {
        Words::Fitting => pddl::Naming::fitting(own, first),
        Words::Domain => pddl::Naming::domain(own, first),
        Words::Household => pddl::Naming::household(own, first),
    };
    let mut report = Report::new("pddl", if naming.household { "household" } else { "domain" });
    report.missing.extend(naming.missing.iter().cloned());
    let (scene, missing) = pddl::to_scene(own, first, &naming, stem(name));
    report.missing.extend(missing);
    report.scene(&scene);
    match pddl::goal(own, first, &naming) {
        Some(Ok(goal)) => report.goal = Some(print(&goal.pool, goal.root, Style::Vedette)),
        Some(Err(pddl::NoFormula::TooLarge)) => {
            report.problems.push(format!("{name}: the goal has too many parts to be written out"));
        }
        Some(Err(pddl::NoFormula::Missing(predicate))) => {
            report.missing.push(format!("the goal, which speaks of `{predicate}`"));
        }
        None => {}
    }
    report.problems.extend(told(domain.problems).chain(told(problem.problems)));
    report.notes.extend(told(domain.notes).chain(told(problem.notes)));
    if let Some(plan) = plan {
        let task = problem.value.name.clone();
        let world = pddl::World::new(domain.value.into(), problem.value.into());
        let mut recording = pddl::Recording::new(world, naming);
        for line in pddl::read_plan(plan, "the plan") {
            let why = match line.call {
                Ok(call) => recording.step(&call).err().map(|refused| refused.to_string()),
                Err(fault) => Some(fault.to_string()),
            };
            if let Some(why) = why {
                report.stopped = Some(Stopped { line: line.number, why });
                break;
            }
        }
        let trajectory = recording.finish(&task, "1", name);
        report.reached = trajectory.success;
        report.trajectory(&trajectory);
    }
    Ok(report)
}

fn graph(
    bytes: &[u8],
    name: &str,
    program: Option<&str>,
    rules: Rules,
) -> Result<Report, InputError> {
    let household = read_graph(bytes, name)?;
    let mut report = Report::new("virtualhome", "household");
    report.problems.extend(told(household.problems.clone()));
    report.scene(&to_scene(&household, stem(name)));
    if let Some(program) = program {
        let mut recording = household::Recording::new(Run::new(household, rules));
        for line in read_program(program).lines {
            if let Err(failed) = recording.step(&line) {
                report.stopped = Some(Stopped { line: line.number, why: failed.reason });
                break;
            }
        }
        report.trajectory(&recording.finish(stem(name), "1", name));
    }
    Ok(report)
}

fn recorded(bytes: &[u8], name: &str, from: &'static str) -> Result<Report, InputError> {
    let mut report = Report::new(from, "ai2thor");
    let text = text(bytes, name, &Limits::default())?;
    let demonstrations = recordings(&text, name, &Limits::default());
    if from == "ai2thor" && demonstrations.is_ok() {
        let expected = "metadata of AI2-THOR; take these over as what they are";
        return Err(InputError::whole(name, "found demonstrations of ALFRED", expected));
    }
    report.scene(&Scene::read(bytes, name)?);
    // A single event is a scene and no trace.
    let event = report.scene["objects"].as_array().is_some_and(|all| !all.is_empty());
    let reading = match trajectory::read_partly(bytes, name, &trajectory::Options::default()) {
        Ok(reading) => reading,
        Err(_) if event => return Ok(report),
        Err(why) => return Err(why),
    };
    report.problems.extend(told(reading.left_out));
    if from == "alfred" {
        for one in demonstrations? {
            let who = format!("{}/{}", one.task, one.trial);
            report.missing.extend(one.missing().iter().map(|what| format!("{who}: {what}")));
        }
    }
    let words = Vocabulary::ai2thor();
    for trajectory in &reading.trajectories {
        for one in coverage(trajectory, &words) {
            match report.known.iter_mut().find(|known| *known.predicate == *one.predicate) {
                None => report.known.push(Known {
                    predicate: one.predicate.to_string(),
                    asked: one.asked,
                    unknown: one.unknown,
                    first: one.first,
                }),
                Some(known) => {
                    known.asked += one.asked;
                    known.unknown += one.unknown;
                    known.first = known.first.take().or(one.first);
                }
            }
        }
        if trajectory.objects.len() > MOST_OBJECTS {
            let objects = trajectory.objects.len();
            report.notes.push(format!(
                "found {objects} objects, of which predicates of two are counted for {MOST_OBJECTS}"
            ));
        }
    }
    Ok(report)
}
