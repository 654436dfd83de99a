//! Trajectories: what an agent did in a world, step by step, as the source recorded it.
//!
//! ```
//! use vedette_worlds::trajectory::{Options, read};
//!
//! let text = r#"{"task": "toast", "sample": 1, "steps": [
//!     {"state": ["ON(toaster.1)"]},
//!     {"action": "switch_off(toaster.1)", "state": []}]}"#;
//! let trajectories = read(text.as_bytes(), "toast.jsonl", &Options::default()).unwrap();
//! let trajectory = &trajectories[0];
//! assert_eq!((trajectory.task.as_str(), trajectory.steps.len()), ("toast", 2));
//! assert!(trajectory.objects.contains_key("toaster.1"));
//! assert_eq!(trajectory.steps[1].action.as_ref().unwrap().to_string(), "switch_off(toaster.1)");
//! ```
//!
//! # Why two kinds of state
//!
//! A symbolic source lists the facts that hold, so what it does not list is false. A simulator dumps
//! poses and flags, so a fact is *computed*, and where the dump lacks the ingredient (a box, an arm
//! pose) the fact is neither true nor false. Both stay as recorded here: names are given their
//! meaning by a vocabulary when rules are checked, so that one reading of a file serves many rule
//! sets. Equal neighbouring states are shared, which keeps a trace of a million steps small.
//!
//! The format is recognised by content, never by the file's name. Reference: SENTINEL, section 3.3
//! (trajectories); `docs/cli.md` (our JSON lines).

pub mod alfred;
mod boxes;
mod events;
mod lines;
mod metadata;
mod sniff;
mod text;
mod write;

pub use events::write_events;
pub use lines::StepReader;
pub use text::Fact;
pub use write::{Unwritable, write};

use crate::input::{self, InputError, Limits};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::fmt;
use std::sync::Arc;
use vedette_checker::formula::Real;

/// The objects of a trajectory, by id. The position of an object is its *slot*.
pub type Objects = IndexMap<Arc<str>, Object, FxBuildHasher>;

/// What is known of an object throughout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its type, such as `Mug`.
    pub category: Arc<str>,
    /// Whether it can be picked up, if the source says.
    pub pickupable: Option<bool>,
}

/// One run of an agent.
#[derive(Clone, Debug)]
pub struct Trajectory {
    /// The task that the agent was given.
    pub task: String,
    /// Which attempt this is.
    pub sample: String,
    /// The file that it comes from.
    pub source: String,
    /// Every object that any state, action or declaration names, except agents.
    pub objects: Objects,
    /// `s0 a1 s1 …`: every step is a state with the action that led to it.
    pub steps: Vec<Step>,
    /// Whether the source says that the task was done.
    pub success: Option<bool>,
}

/// A state and the action that produced it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The action; none for an initial state.
    pub action: Option<Arc<Action>>,
    /// The state after it.
    pub state: Arc<State>,
    /// Seconds since the start, if the source has a clock.
    pub clock: Option<Real>,
}

/// An action that was tried.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// As in the source.
    pub name: Arc<str>,
    /// What it was done to: for putting, the thing and then the place.
    pub args: Box<[Arc<str>]>,
    /// Whether it came about.
    pub succeeded: bool,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.name, self.args.join(", "))?;
        if self.succeeded { Ok(()) } else { f.write_str(" failed") }
    }
}

/// A state as its source describes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// A list of what holds.
    Facts(Facts),
    /// Poses and flags.
    Scene(Scene),
}

/// A symbolic state: exactly these facts hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Facts {
    /// What holds, sorted.
    pub facts: Box<[Arc<Fact>]>,
    /// Numeric signals, sorted by name.
    pub numbers: Box<[(Arc<Fact>, Real)]>,
}

/// A simulator's state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scene {
    /// By slot; none where the object does not exist in this state.
    pub objects: Box<[Option<ObjectState>]>,
    /// The slots of what the agent holds, if the source says.
    pub held: Option<Box<[u32]>>,
    /// Where the agent stands, if the source says.
    pub agent: Option<[Real; 3]>,
    /// What the simulator said went wrong in the last action; empty if nothing.
    pub error: Box<str>,
}

/// An object in a simulator's state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ObjectState {
    /// Yes-or-no properties.
    pub flags: Flags,
    /// `Hot`, `Cold`, `RoomTemp`, if the source says.
    pub temperature: Option<Temperature>,
    /// The axis-aligned box, if the source gives one.
    pub bounds: Option<Bounds>,
    /// Slots of what it is in or on, if the source says.
    pub parents: Box<[u32]>,
    /// Slots of what is in or on it, if the source says.
    pub contents: Option<Box<[u32]>>,
    /// How many things are in or on it, also such as no state describes.
    pub load: u32,
}

/// Temperature as AI2-THOR tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Temperature {
    /// Hot.
    Hot,
    /// Cold.
    Cold,
    /// Neither.
    Room,
}

/// Two opposite corners of a box whose sides are parallel to the axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The corner with the smallest coordinates.
    pub low: [Real; 3],
    /// The corner with the largest.
    pub high: [Real; 3],
}

/// Yes-or-no properties, each of which the source may leave out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags {
    known: u16,
    set: u16,
}

/// A property of an object in a simulator's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named as in AI2-THOR's metadata")]
pub enum Flag {
    Toggleable,
    Toggled,
    Openable,
    Open,
    Broken,
    Cooked,
    CanFill,
    Filled,
    Dirty,
    Sliced,
    PickedUp,
    Visible,
}

impl Flags {
    /// Records what the source says.
    pub fn set(&mut self, flag: Flag, value: Option<bool>) {
        let bit = 1 << flag as u16;
        self.known |= if value.is_some() { bit } else { 0 };
        self.set |= if value == Some(true) { bit } else { 0 };
    }

    /// What the source says, if anything.
    pub fn get(self, flag: Flag) -> Option<bool> {
        let bit = 1 << flag as u16;
        (self.known & bit != 0).then_some(self.set & bit != 0)
    }
}

/// How to read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The task of trajectories that name none; the empty name if none is given here either.
    pub task: Option<String>,
    /// How much is accepted.
    pub limits: Limits,
}

/// What could be read of a file.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The whole trajectories.
    pub trajectories: Vec<Trajectory>,
    /// What was left out, and why: a last line that is cut off.
    pub left_out: Vec<InputError>,
}

impl Reading {
    fn whole(trajectories: Vec<Trajectory>) -> Self {
        Self { trajectories, left_out: Vec::new() }
    }
}

/// The trajectories of a file, plain or gzip, in any known format; all of it, or an error.
pub fn read(bytes: &[u8], source: &str, options: &Options) -> Result<Vec<Trajectory>, InputError> {
    let Reading { trajectories, left_out } = read_partly(bytes, source, options)?;
    left_out.into_iter().next().map_or(Ok(trajectories), Err)
}

/// As [`read`], but a last line that is cut off does not take the lines before it with it: it is left
/// out, and said to be.
pub fn read_partly(bytes: &[u8], source: &str, options: &Options) -> Result<Reading, InputError> {
    let text = input::text(bytes, source, &options.limits)?;
    let reading = match sniff::format(&text) {
        sniff::Format::Metadata => Reading::whole(vec![metadata::read(&text, source, options)?]),
        sniff::Format::Events => Reading::whole(vec![metadata::events(&text, source, options)?]),
        sniff::Format::Alfred => Reading::whole(alfred::read(&text, source, options)?),
        sniff::Format::Lines => lines::read(&text, source, options)?,
        sniff::Format::Unknown { line, column, keys } => {
            let what = if keys.is_empty() {
                "found no JSON object".to_owned()
            } else {
                format!("found a JSON object with only the keys {}", keys.join(", "))
            };
            return Err(InputError::new(
                source,
                input::At::Line(line, column),
                what,
                "a trajectory: an object with the key `steps` (JSON lines), `trajectory` (a \
                 recorded simulator trace), `metadata` (events of AI2-THOR) or `pddl_params` (ALFRED)",
            ));
        }
    };
    reading.trajectories.iter().try_for_each(clock_runs_forward)?;
    Ok(reading)
}

/// That no step's clock is before that of an earlier one.
fn clock_runs_forward(trajectory: &Trajectory) -> Result<(), InputError> {
    let mut last = f64::NEG_INFINITY;
    for (number, step) in trajectory.steps.iter().enumerate() {
        let Some(now) = step.clock.map(Real::get) else { continue };
        if now < last {
            return Err(InputError::new(
                &trajectory.source,
                input::At::Value(format!("sample {:?}: steps[{number}].clock", trajectory.sample)),
                format!("found {now} after {last}"),
                "a clock that runs forward",
            ));
        }
        last = now;
    }
    Ok(())
}

/// That no two trajectories have the same task and sample.
pub fn distinct(trajectories: &[Trajectory]) -> Result<(), InputError> {
    let mut seen = FxHashMap::default();
    for trajectory in trajectories {
        let key = (trajectory.task.as_str(), trajectory.sample.as_str());
        if let Some(first) = seen.insert(key, trajectory.source.as_str()) {
            return Err(InputError::whole(
                &trajectory.source,
                format!(
                    "found sample {:?} of task {:?} a second time (first in {first})",
                    trajectory.sample, trajectory.task
                ),
                "a sample of its own for every trajectory of a task; rename one of them",
            ));
        }
    }
    Ok(())
}

/// The type of an object that only its id tells: `stove.12`, `Mug|+00.34|+00.75|+01.63`.
pub(crate) fn category_of(id: &str) -> &str {
    if let Some((category, _)) = id.split_once('|') {
        return category;
    }
    match id.rsplit_once(['.', '_']) {
        Some((category, number))
            if !category.is_empty()
                && !number.is_empty()
                && number.bytes().all(|b| b.is_ascii_digit()) =>
        {
            category
        }
        _ => id,
    }
}

/// Whether `id` names the agent or its arm, which are no objects of the scene.
pub(crate) fn is_agent(id: &str) -> bool {
    id.eq_ignore_ascii_case("agent")
        || id.eq_ignore_ascii_case("agent.arm")
        || id.eq_ignore_ascii_case("agentarm")
}
