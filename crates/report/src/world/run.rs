//! A program run in a household, step by step (schema `vedette.run/1`), and its trajectory.
//!
//! ```
//! use vedette_report::world::run::{Asked, run};
//! use vedette_worlds::household::{read_graph, read_program};
//!
//! let graph = r#"{"nodes": [{"id": 1, "class": "hall", "category": "Rooms"},
//!     {"id": 2, "class": "character"},
//!     {"id": 3, "class": "lamp", "properties": ["HAS_SWITCH"], "states": ["OFF"]}],
//!   "edges": [[2, "INSIDE", 1], [3, "INSIDE", 1]]}"#;
//! let home = read_graph(graph.as_bytes(), "home").unwrap();
//! let program = read_program("[WALK] <lamp> (3)\n[SWITCHON] <lamp> (3)\n[GRAB] <mug> (7)");
//! let (report, trajectory) = run(home, &program, &Asked::default());
//! assert_eq!(report.steps[1].diff.added, ["ON(lamp.3)"]);
//! assert_eq!((report.done, report.stopped_at), (2, Some(3)));
//! assert_eq!(report.problems[0].message, "found <mug> (7), which is no object of the scene");
//! assert_eq!(trajectory.steps.len(), 4, "the first state, two steps, and one that came to nothing");
//! ```
//!
//! # Why problems beside steps
//!
//! A line that names an absent object is a fault of the program whether or not execution comes to it;
//! and that one line is wrong does not undo what the lines before it did. So the whole program is looked
//! through, all such lines are named, and it is run all the same, as far as it goes.

use serde::Serialize;
use vedette_worlds::household::{
    Condition, Connective, Diff, Edge, Failed, Household, Line, Memory, Precondition, Program,
    Recording, Relation, Rules, Run, Scene, Slot,
};
use vedette_worlds::input::InputError;
use vedette_worlds::trajectory::Trajectory;

/// The schema of [`Report`].
pub const SCHEMA: &str = "vedette.run/1";

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Asked<'a> {
    /// The semantics.
    pub rules: Rules,
    /// Whether steps that fail are passed over instead of ending the run.
    pub go_on: bool,
    /// What the scene is called in reports; its trajectories are those of a task of this name.
    pub scene: &'a str,
    /// The task of the trajectory, if it is not called as the scene is.
    pub task: Option<&'a str>,
    /// The name of the trajectory.
    pub sample: &'a str,
}

/// What a program did.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The scene.
    pub scene: String,
    /// `strict` or `compat`.
    pub mode: &'static str,
    /// The steps that were tried.
    pub steps: Vec<StepReport>,
    /// How many of them were done.
    pub done: usize,
    /// How many steps the program has.
    pub of: usize,
    /// The step that ended the run, from 1.
    pub stopped_at: Option<usize>,
    /// Lines that are no steps, or name objects that the scene does not have.
    pub problems: Vec<Problem>,
    /// What was wrong with the scene, and left out of it.
    pub left_out: Vec<String>,
    /// What is doubtful about the scene.
    pub remarks: Vec<String>,
}

/// A line of the program that cannot be meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What is wrong with it.
    pub message: String,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepReport {
    /// Its number, from 1: that of its state in the trajectory, if all lines before it are steps.
    pub step: usize,
    /// Its line, from 1.
    pub line: usize,
    /// What the line says.
    pub text: String,
    /// Whether it was done.
    pub ok: bool,
    /// The kind of failure: `missing`, `afford`, `satisfied`, `unseen`, `unsupported`, `none`, `parse`.
    pub kind: Option<&'static str>,
    /// Why it was not done.
    pub reason: Option<String>,
    /// Preconditions that another step could have made true.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Whether all of them count (`and`), one of them (`or`), or the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connective: Option<&'static str>,
    /// Whether they held earlier: the steps are in the wrong order.
    pub wrong_order: bool,
    /// What it changed.
    pub diff: DiffReport,
}

/// What a step changed, in the words of trajectories.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DiffReport {
    /// Facts that hold now.
    pub added: Vec<String>,
    /// Facts that hold no longer.
    pub removed: Vec<String>,
    /// Where held things are remembered to have been, as a fact; none: no longer remembered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub memory: Vec<(String, Option<String>)>,
}

/// Runs a program.
pub fn run(household: Household, program: &Program, asked: &Asked<'_>) -> (Report, Trajectory) {
    let problems = problems(program, &household.scene, asked.rules);
    let told = |all: &[InputError]| all.iter().map(ToString::to_string).collect();
    let (left_out, remarks) = (told(&household.problems), told(&household.remarks));
    let mut recording = Recording::new(Run::new(household, asked.rules));
    let mut report = Report {
        schema: SCHEMA,
        scene: asked.scene.to_owned(),
        mode: asked.rules.mode.name(),
        steps: Vec::new(),
        done: 0,
        of: program.lines.len(),
        stopped_at: None,
        problems,
        left_out,
        remarks,
    };
    for (index, line) in program.lines.iter().enumerate() {
        let outcome = recording.step(line);
        report.done += usize::from(outcome.is_ok());
        let failed = outcome.is_err();
        report.steps.push(step(index + 1, line, outcome, recording.run().scene()));
        if failed && !asked.go_on {
            report.stopped_at = Some(index + 1);
            break;
        }
    }
    let task = asked.task.unwrap_or(asked.scene);
    (report, recording.finish(task, asked.sample, asked.scene))
}

fn step(number: usize, line: &Line, outcome: Result<Diff, Failed>, scene: &Scene) -> StepReport {
    let mut report = StepReport {
        step: number,
        line: line.number,
        text: line.text.clone(),
        ok: outcome.is_ok(),
        kind: None,
        reason: None,
        missing: Vec::new(),
        connective: None,
        wrong_order: false,
        diff: DiffReport::default(),
    };
    match outcome {
        Ok(diff) => report.diff = DiffReport::new(&diff, scene),
        Err(failed) => {
            report.kind = Some(failed.kind.name());
            report.reason = Some(failed.reason);
            report.connective = (failed.missing.len() > 1).then_some(match failed.connective {
                Connective::And => "and",
                Connective::Or => "or",
                Connective::First => "first",
            });
            report.missing = failed.missing.iter().map(|lack| lacking(lack, scene)).collect();
            report.wrong_order = failed.wrong_order;
        }
    }
    report
}

/// A precondition in the notation of rules.
pub fn lacking(lack: &Precondition, scene: &Scene) -> String {
    let not = if lack.negated { "!" } else { "" };
    format!("{not}{}", lack.condition.shown(scene))
}

impl DiffReport {
    /// What a difference comes to.
    pub fn new(diff: &Diff, scene: &Scene) -> Self {
        let mut told = Self::default();
        for change in &diff.states {
            let name = |state: &str| format!("{state}({})", scene.name(change.slot));
            told.added.extend(change.after.minus(change.before).names().map(name));
            told.removed.extend(change.before.minus(change.after).names().map(name));
        }
        told.added.extend(facts(&diff.added, scene));
        told.removed.extend(facts(&diff.removed, scene));
        for change in &diff.memory {
            let place = |memory: Memory| shown(change.slot, memory.1, memory.0, scene);
            told.memory.push((scene.name(change.slot).to_string(), change.after.map(place)));
        }
        told
    }
}

/// Relations as facts. Near is one fact of two things, and a household says it both ways.
fn facts(edges: &[Edge], scene: &Scene) -> impl Iterator<Item = String> {
    let once = |edge: &&Edge| {
        let back = Edge { from: edge.to, relation: edge.relation, to: edge.from };
        edge.relation != Relation::Close || edge.from <= edge.to || !edges.contains(&back)
    };
    edges.iter().filter(once).map(|edge| shown(edge.from, edge.relation, edge.to, scene))
}

fn shown(from: Slot, relation: Relation, to: Slot, scene: &Scene) -> String {
    Condition::Relation(from, relation, to).shown(scene)
}

/// The lines that are no steps, or name what is not there.
fn problems(program: &Program, scene: &Scene, rules: Rules) -> Vec<Problem> {
    let mut problems = Vec::new();
    for line in &program.lines {
        let step = match &line.step {
            Ok(step) => step,
            Err(error) => {
                problems.push(Problem {
                    line: error.line,
                    column: Some(error.column),
                    message: format!("found {}, expected {}", error.what, error.expected),
                });
                continue;
            }
        };
        for arg in &step.args {
            let named = format!("found <{}> ({}), which is", arg.class, arg.id);
            let message = match scene.slot(arg.id).map(|slot| scene.node(slot)) {
                None => format!("{named} no object of the scene"),
                Some(node)
                    if rules == Rules::strict() && !node.class.eq_ignore_ascii_case(&arg.class) =>
                {
                    format!("{named} a <{}> in this scene", node.class)
                }
                Some(_) => continue,
            };
            problems.push(Problem { line: line.number, column: None, message });
        }
    }
    problems
}
