//! Expert demonstrations of ALFRED, as trajectories of what their actions make known.
//!
//! ```
//! use vedette_checker::truth::Truth;
//! use vedette_worlds::labels::{Ground, World};
//! use vedette_worlds::trajectory::{Options, read};
//! use vedette_worlds::vocabulary::Vocabulary;
//!
//! let text = r#"{"id": "mug/1", "scene": "FloorPlan1", "pddl_params": {"object_target": "Mug"},
//!     "task_type": "t", "init": {"agent": [0, 0.9, 0], "rotation": 0, "horizon": 30,
//!     "toggles": [], "poses": [["Mug_1", [0, 1, 0.5], [0, 0, 0]]]}, "plan": [{"i": 0,
//!     "a": "PickupObject", "args": ["mug"]}], "pose": [[0, 0, 0, 30], [0, 0, 0, 30]],
//!     "low": [{"a": "PickupObject", "h": 0, "o": "Mug|+00.00|+01.00|+00.50"}]}"#;
//! let text = text.replace('\n', " ");
//! let trajectory = read(text.as_bytes(), "t.jsonl", &Options::default()).unwrap().remove(0);
//! let words = Vocabulary::ai2thor();
//! let world = World::new(vec![&trajectory], &words);
//! let held = Ground::fact(&words, "held", &["Mug|+00.00|+01.00|+00.50"]).unwrap();
//! assert_eq!(world.column(&held), [Truth::False, Truth::True]);
//! let dirty = Ground::fact(&words, "dirty", &["Mug|+00.00|+01.00|+00.50"]).unwrap();
//! assert_eq!(world.column(&dirty), [Truth::Unsupported; 2], "nobody looked");
//! ```
//!
//! # Why a state of what is known
//!
//! Such a file has actions and the poses at the start, but no states. What follows from the actions,
//! all of which came about, is put into a state: who is held, what was opened, switched, cut, and into
//! what something was put. Heat and cleanness hold where the benchmark's own bookkeeping has them: in
//! a microwave that runs, in a fridge that was closed, under a faucet that runs. Everything else stays
//! unknown, never false: distances (there are no boxes), what is in view, what nobody touched.
//! Furniture that no action names is no object here.
//!
//! Two forms are read: `traj_data.json` of the data set, and lines with `low`, `plan`, `pose` and
//! `init`, in which the positions are given. Reference: Shridhar et al., *ALFRED*, CVPR 2020, section 3.

mod read;
mod track;

pub use read::recordings;

use super::{Action, Options, Step, Trajectory};
use crate::input::InputError;
use std::sync::Arc;
use track::Tracker;

/// A demonstration as its file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The task.
    pub task: String,
    /// Which demonstration of it.
    pub trial: String,
    /// The scene, such as `FloorPlan1`.
    pub scene: String,
    /// The kind of task.
    pub kind: String,
    /// The parameters of the goal.
    pub goal: Goal,
    /// The goal in the words of each annotator, with a sentence for each step.
    pub words: Vec<(String, Vec<String>)>,
    /// What stands where at the start.
    pub start: Start,
    /// The plan.
    pub plan: Vec<High>,
    /// What was done.
    pub low: Vec<Low>,
    /// Where the agent stood (x, z, yaw, horizon), before the first action and after each.
    pub poses: Vec<[f64; 4]>,
    /// Images: the file, and the low-level action at which it was taken.
    pub images: Vec<(String, usize)>,
}

/// The parameters of a goal; empty where the task has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// What is to be brought.
    pub object: String,
    /// Where to.
    pub parent: String,
    /// In what.
    pub movable_receptacle: String,
    /// What is to be switched.
    pub toggle: String,
    /// Whether it is to be sliced.
    pub sliced: bool,
}

/// The scene at the start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Start {
    /// Where the agent stands.
    pub agent: [f64; 3],
    /// Names (`Mug_1a2b`) and positions of what can be moved.
    pub poses: Vec<(String, [f64; 3])>,
    /// Types of things, and whether they are switched on.
    pub toggles: Vec<(String, bool)>,
}

/// A step of the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct High {
    /// Such as `GotoLocation`.
    pub action: String,
    /// Types, in lower case.
    pub args: Vec<String>,
}

/// An action of the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Low {
    /// One of the twelve basic actions.
    pub action: String,
    /// The step of the plan that it belongs to.
    pub high: usize,
    /// What it was done to.
    pub object: Option<String>,
    /// Where something was put.
    pub receptacle: Option<String>,
}

/// The twelve basic actions, and whether each needs an object.
const ACTIONS: [(&str, bool); 12] = [
    ("MoveAhead", false),
    ("RotateLeft", false),
    ("RotateRight", false),
    ("LookUp", false),
    ("LookDown", false),
    ("PickupObject", true),
    ("PutObject", true),
    ("OpenObject", true),
    ("CloseObject", true),
    ("ToggleObjectOn", true),
    ("ToggleObjectOff", true),
    ("SliceObject", true),
];

/// Which actions become steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Those of the agent.
    #[default]
    Low,
    /// Those of the plan, each with the state after its last low-level action.
    High,
}

impl Recording {
    /// What the file does not say, and what follows from that.
    pub fn missing(&self) -> Vec<&'static str> {
        let poses = self.start.poses.is_empty();
        let toggles = self.start.toggles.is_empty();
        [
            (poses, "where things stand at the start: what no action names is no object"),
            (toggles, "what is switched on at the start: not known until an action switches it"),
            (self.words.is_empty(), "the goal in words"),
        ]
        .into_iter()
        .filter_map(|(missing, what)| missing.then_some(what))
        .collect()
    }

    /// The trajectory, with an initial state.
    pub fn trajectory(&self, source: &str, level: Level) -> Trajectory {
        let mut tracker = Tracker::new(self);
        let step = |action: Option<Action>, state: &super::Scene| Step {
            action: action.map(Arc::new),
            state: Arc::new(super::State::Scene(state.clone())),
            clock: None,
        };
        let mut steps = vec![step(None, &tracker.scene)];
        let mut next = 0;
        let plan = |high: &High| Action {
            name: high.action.as_str().into(),
            args: high.args.iter().map(|arg| arg.as_str().into()).collect(),
            succeeded: true,
        };
        for (index, low) in self.low.iter().enumerate() {
            if level == Level::High {
                // Steps of the plan that take no action leave the state as it is.
                for high in self.plan.get(next..low.high).unwrap_or_default() {
                    steps.push(step(Some(plan(high)), &tracker.scene));
                }
                next = next.max(low.high);
            }
            let part_of = self.plan.get(low.high).map_or("", |high| &high.action);
            tracker.apply(low, part_of, self.poses[index + 1]);
            if level == Level::Low {
                let args = low.object.iter().chain(&low.receptacle);
                let args = args.map(|id| id.as_str().into()).collect();
                let action = Action { name: low.action.as_str().into(), args, succeeded: true };
                steps.push(step(Some(action), &tracker.scene));
            }
        }
        if level == Level::High {
            for high in self.plan.get(next..).unwrap_or_default() {
                steps.push(step(Some(plan(high)), &tracker.scene));
            }
        }
        Trajectory {
            task: self.task.clone(),
            sample: self.trial.clone(),
            source: source.to_owned(),
            objects: tracker.objects,
            steps,
            success: None,
        }
    }
}

/// The trajectories of `text`, one action of the agent a step.
pub(super) fn read(
    text: &str,
    source: &str,
    options: &Options,
) -> Result<Vec<Trajectory>, InputError> {
    let recordings = recordings(text, source, &options.limits)?;
    let trajectories: Vec<Trajectory> =
        recordings.iter().map(|one| one.trajectory(source, Level::Low)).collect();
    super::distinct(&trajectories)?;
    Ok(trajectories)
}
