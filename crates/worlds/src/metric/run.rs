//! A run: a controller acts in a room, and chance has its say.
//!
//! ```
//! use vedette_worlds::metric::{End, Follow, Options, Room, plan, run};
//! use vedette_worlds::scene::Scene;
//!
//! let text = r#"{"schema": "vedette.scene/1", "id": "bath", "objects": [
//!     {"id": "bathroom.1", "class": "bathroom", "position": [1.5, 1.2, 1.5], "size": [3, 2.4, 3]},
//!     {"id": "candle.1", "class": "candle", "position": [2.5, 0.1, 2.5]}],
//!     "chances": [{"action": "pickup", "outcome": "drop", "probability": 0.5}]}"#;
//! let room = Room::new(&Scene::read(text.as_bytes(), "bath.json").unwrap()).unwrap();
//! let lines = plan("goto(candle.1)\npickup(candle.1)", &room).unwrap();
//! let of = |number| run(&room, &mut Follow::new(lines.clone()), &Options { number, ..Options::default() });
//! let first = of(0);
//! assert_eq!(first.end, End::Done);
//! assert_eq!(first.trajectory.steps.len(), first.taken.len() + 1);
//! let held = |number| of(number).trajectory.steps.last().cloned().unwrap().state;
//! assert_eq!(held(0), held(0), "the same number, the same run");
//! assert!((1..10).any(|number| held(number) != held(0)), "others come out otherwise");
//! ```

use super::act::Refused;
use super::action::Action;
use super::chance::Outcome;
use super::control::{Controller, Happened, Proposal};
use super::room::Room;
use super::state::State;
use crate::random::Random;
use crate::trajectory::{self, Step, Trajectory};
use std::sync::Arc;

/// How to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where the chances come from.
    pub seed: u64,
    /// Which run of that seed this is.
    pub number: u64,
    /// The most actions.
    pub steps: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 0, number: 0, steps: 1000 }
    }
}

/// What became of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The states and the actions between them.
    pub trajectory: Trajectory,
    /// What was done, an entry an action.
    pub taken: Vec<Taken>,
    /// How it ended.
    pub end: End,
    /// The last state.
    pub state: State,
}

/// An action that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Which.
    pub action: Action,
    /// The line of the plan that asked for it.
    pub line: Option<usize>,
    /// Why it was done in place of what the plan asks for.
    pub reason: Option<String>,
    /// What came of it.
    pub outcome: Outcome,
    /// Why it was refused, if it was.
    pub refused: Option<Refused>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The plan was carried out.
    Done,
    /// A line of the plan could not be carried out.
    Failed {
        /// Which.
        line: usize,
        /// Why.
        why: String,
    },
    /// It was stopped.
    Stopped(String),
    /// It had so many actions as it may have.
    Limit,
}

impl End {
    /// As written in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed { .. } => "failed",
            Self::Stopped(_) => "stopped",
            Self::Limit => "limit",
        }
    }
}

/// Lets a controller act until it is done, cannot go on or has had enough actions.
pub fn run(room: &Room, controller: &mut dyn Controller, options: &Options) -> Run {
    let mut random = Random::new(options.seed, "slips", options.number);
    let mut state = room.start().clone();
    let mut steps = vec![recorded(room, None, &state, "")];
    let mut taken = Vec::new();
    let end = loop {
        let (action, line, reason) = match controller.propose(room, &state) {
            Proposal::Act { .. } if taken.len() >= options.steps => break End::Limit,
            Proposal::Act { action, line, reason } => (action, line, reason),
            Proposal::Done => break End::Done,
            Proposal::Stop(why) => break End::Stopped(why),
            Proposal::Fail { line, target, why } => {
                // A way that there is not is a step of the trace; an action refused has been one.
                if let Some(target) = target {
                    let args = [room.name(target).clone()].into();
                    let name = "GotoLocation".into();
                    let tried = trajectory::Action { name, args, succeeded: false };
                    steps.push(recorded(room, Some(tried), &state, &why));
                }
                break End::Failed { line, why };
            }
        };
        // One number an action, whatever may come of it: what runs have in common stays in step.
        let outcome = draw(&room.outcomes(&state, action), random.bits());
        let (after, outcome, refused) = match room.apply(&state, action, outcome) {
            Ok(next) => (next, outcome, None),
            Err(refused) => (state.clone(), Outcome::Meant, Some(refused)),
        };
        let refusal = refused.as_ref();
        let happened =
            Happened { action, outcome, refused: refusal, before: &state, after: &after };
        steps.push(recorded(room, Some(happened.tried(room)), &after, &happened.error()));
        controller.happened(room, &happened);
        state = after;
        taken.push(Taken { action, line, reason, outcome, refused });
    };
    let trajectory = Trajectory {
        task: room.id().to_owned(),
        sample: format!("{}.{}", options.seed, options.number),
        source: room.id().to_owned(),
        objects: room.objects().clone(),
        steps,
        success: Some(end == End::Done),
    };
    Run { trajectory, taken, end, state }
}

/// The step of a trajectory.
pub(super) fn recorded(
    room: &Room,
    action: Option<trajectory::Action>,
    state: &State,
    error: &str,
) -> Step {
    let state = Arc::new(trajectory::State::Scene(room.snapshot(state, error)));
    Step { action: action.map(Arc::new), state, clock: None }
}

/// The outcome that a number chooses.
fn draw(outcomes: &[(Outcome, f64)], bits: u64) -> Outcome {
    // 53 bits, all that a number between 0 and 1 has.
    let mut left = (bits >> 11) as f64 / (1_u64 << 53) as f64;
    for &(outcome, probability) in outcomes {
        if left < probability {
            return outcome;
        }
        left -= probability;
    }
    // Rounding may leave a little over.
    outcomes.first().map_or(Outcome::Meant, |first| first.0)
}
