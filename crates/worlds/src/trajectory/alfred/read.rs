//! The two forms of a demonstration, read strictly, each fault with its JSON path.

use super::{ACTIONS, Goal, High, Low, Recording, Start};
use crate::input::{self, At, InputError, Limits};
use serde::Deserialize;

const EXPECTED: &str = "a demonstration of ALFRED: `traj_data.json`, or a line with `id`, `scene`, \
                        `pddl_params`, `init`, `plan`, `low` and `pose`";

/// The demonstrations of a text: one `traj_data.json`, or one a line.
pub fn recordings(text: &str, source: &str, limits: &Limits) -> Result<Vec<Recording>, InputError> {
    let first = text.trim_start().lines().next().unwrap_or_default();
    let alone: Result<serde::de::IgnoredAny, _> = serde_json::from_str(first);
    if alone.is_err_and(|error| error.is_eof())
        && text.trim_start().lines().nth(1).is_some_and(|next| !next.starts_with('{'))
    {
        return Ok(vec![one(text, source, 1, limits)?]);
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(index, line)| one(line, source, index + 1, limits)).collect()
}

fn one(text: &str, source: &str, line: usize, limits: &Limits) -> Result<Recording, InputError> {
    // The data set's own form has the plan as an object, the other one as a list.
    let kind: Kind = input::read(text, source, line, EXPECTED, limits)?;
    let recording = if kind.plan.is_object() {
        Ok(original(input::read(text, source, line, EXPECTED, limits)?))
    } else {
        compact(input::read(text, source, line, EXPECTED, limits)?)
    };
    let checked = recording.and_then(|recording| check(&recording).map(|()| recording));
    checked.map_err(|(path, what)| InputError::new(source, At::Path(line, 1, path), what, EXPECTED))
}

type Fault = (String, String);

/// What every recording keeps to, whatever form it came in.
fn check(recording: &Recording) -> Result<(), Fault> {
    let fault = |path: String, what: String| Err((path, what));
    if recording.poses.len() != recording.low.len() + 1 {
        let (poses, low) = (recording.poses.len(), recording.low.len());
        let what = format!("found {poses} poses for {low} actions, where one more is needed");
        return fault("pose".to_owned(), what);
    }
    let mut last = 0;
    for (index, low) in recording.low.iter().enumerate() {
        let Some((_, needs)) = ACTIONS.iter().find(|(name, _)| *name == low.action) else {
            let what = format!("found the action {:?}, which is none of the twelve", low.action);
            return fault(format!("low[{index}]"), what);
        };
        if *needs && low.object.is_none() {
            return fault(format!("low[{index}]"), format!("found {} of no object", low.action));
        }
        if low.action == "PutObject" && low.receptacle.is_none() {
            return fault(format!("low[{index}]"), "found PutObject without a place".to_owned());
        }
        if low.high >= recording.plan.len() || low.high < last {
            let what = format!(
                "found an action of step {} of the plan after step {last}, of {} steps",
                low.high,
                recording.plan.len()
            );
            return fault(format!("low[{index}]"), what);
        }
        last = low.high;
    }
    Ok(())
}

#[derive(Deserialize)]
struct Kind {
    plan: serde_json::Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RawGoal {
    object_target: String,
    parent_target: String,
    mrecep_target: String,
    toggle_target: String,
    object_sliced: bool,
}

impl From<RawGoal> for Goal {
    fn from(raw: RawGoal) -> Self {
        Self {
            object: raw.object_target,
            parent: raw.parent_target,
            movable_receptacle: raw.mrecep_target,
            toggle: raw.toggle_target,
            sliced: raw.object_sliced,
        }
    }
}

#[derive(Deserialize)]
struct Compact {
    id: String,
    scene: String,
    task_type: String,
    pddl_params: RawGoal,
    init: CompactInit,
    #[serde(default)]
    tasks: Vec<CompactWords>,
    plan: Vec<CompactHigh>,
    low: Vec<CompactLow>,
    pose: Vec<[f64; 4]>,
}

#[derive(Deserialize)]
struct CompactInit {
    agent: [f64; 3],
    #[serde(default)]
    toggles: Vec<(String, bool)>,
    poses: Vec<(String, [f64; 3], [f64; 3])>,
}

#[derive(Deserialize)]
struct CompactWords {
    goal: String,
    steps: Vec<String>,
}

#[derive(Deserialize)]
struct CompactHigh {
    a: String,
    args: Vec<String>,
}

#[derive(Deserialize)]
struct CompactLow {
    a: String,
    h: usize,
    o: Option<String>,
    r: Option<String>,
}

fn compact(raw: Compact) -> Result<Recording, Fault> {
    let Some((task, trial)) = raw.id.rsplit_once('/') else {
        return Err(("id".to_owned(), format!("found {:?}, which is not `task/trial`", raw.id)));
    };
    let poses = raw.init.poses.into_iter().map(|(name, at, _)| (name, at)).collect();
    Ok(Recording {
        task: task.to_owned(),
        trial: trial.to_owned(),
        scene: raw.scene,
        kind: raw.task_type,
        goal: raw.pddl_params.into(),
        words: raw.tasks.into_iter().map(|words| (words.goal, words.steps)).collect(),
        start: Start { agent: raw.init.agent, poses, toggles: raw.init.toggles },
        plan: raw.plan.into_iter().map(|h| High { action: h.a, args: h.args }).collect(),
        low: raw
            .low
            .into_iter()
            .map(|l| Low { action: l.a, high: l.h, object: l.o, receptacle: l.r })
            .collect(),
        poses: raw.pose,
        images: Vec::new(),
    })
}

#[derive(Deserialize)]
struct Original {
    #[serde(default)]
    task_id: String,
    task_type: String,
    pddl_params: RawGoal,
    scene: RawScene,
    plan: RawPlan,
    #[serde(default)]
    turk_annotations: RawWords,
    #[serde(default)]
    images: Vec<RawImage>,
}

#[derive(Deserialize)]
struct RawScene {
    floor_plan: String,
    init_action: RawInit,
    #[serde(default)]
    object_poses: Vec<RawPose>,
    #[serde(default)]
    object_toggles: Vec<RawToggle>,
}

#[derive(Deserialize)]
struct RawInit {
    x: f64,
    y: f64,
    z: f64,
    rotation: f64,
    horizon: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawPose {
    object_name: String,
    position: RawPoint,
}

#[derive(Deserialize)]
struct RawPoint {
    x: f64,
    y: f64,
    z: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawToggle {
    object_type: String,
    is_on: bool,
}

#[derive(Deserialize)]
struct RawPlan {
    high_pddl: Vec<RawHigh>,
    low_actions: Vec<RawLow>,
}

#[derive(Deserialize)]
struct RawHigh {
    discrete_action: RawDiscrete,
}

#[derive(Deserialize)]
struct RawDiscrete {
    action: String,
    #[serde(default)]
    args: Vec<String>,
}

#[derive(Deserialize)]
struct RawLow {
    high_idx: usize,
    api_action: RawApi,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawApi {
    action: String,
    object_id: Option<String>,
    receptacle_object_id: Option<String>,
}

#[derive(Default, Deserialize)]
struct RawWords {
    #[serde(default)]
    anns: Vec<RawAnnotation>,
}

#[derive(Deserialize)]
struct RawAnnotation {
    task_desc: String,
    #[serde(default)]
    high_descs: Vec<String>,
}

#[derive(Deserialize)]
struct RawImage {
    image_name: String,
    low_idx: usize,
}

fn original(raw: Original) -> Recording {
    let init = &raw.scene.init_action;
    let mut pose = [init.x, init.z, init.rotation.rem_euclid(360.0), init.horizon];
    let mut poses = vec![pose];
    for low in &raw.plan.low_actions {
        pose = moved(pose, &low.api_action.action);
        poses.push(pose);
    }
    let place = |p: RawPoint| [p.x, p.y, p.z];
    let start = Start {
        agent: [init.x, init.y, init.z],
        poses: raw
            .scene
            .object_poses
            .into_iter()
            .map(|pose| (pose.object_name, place(pose.position)))
            .collect(),
        toggles: raw.scene.object_toggles.into_iter().map(|t| (t.object_type, t.is_on)).collect(),
    };
    let (goal, kind) = (Goal::from(raw.pddl_params), raw.task_type);
    let task = format!(
        "{kind}-{}-{}-{}-{}",
        named(&goal.object),
        named(&goal.movable_receptacle),
        named(if goal.toggle.is_empty() { &goal.parent } else { &goal.toggle }),
        raw.scene.floor_plan.trim_start_matches("FloorPlan")
    );
    let high = raw.plan.high_pddl.into_iter().map(|high| high.discrete_action);
    Recording {
        task,
        trial: raw.task_id,
        scene: raw.scene.floor_plan,
        kind,
        goal,
        words: raw
            .turk_annotations
            .anns
            .into_iter()
            .map(|words| (words.task_desc, words.high_descs))
            .collect(),
        start,
        plan: high.map(|high| High { action: high.action, args: high.args }).collect(),
        low: raw
            .plan
            .low_actions
            .into_iter()
            .map(|low| Low {
                action: low.api_action.action,
                high: low.high_idx,
                object: low.api_action.object_id,
                receptacle: low.api_action.receptacle_object_id,
            })
            .collect(),
        poses,
        images: raw.images.into_iter().map(|image| (image.image_name, image.low_idx)).collect(),
    }
}

fn named(target: &str) -> &str {
    if target.is_empty() { "None" } else { target }
}

/// Dead reckoning: a quarter of a metre ahead, quarter turns, 15 degrees of looking up or down.
fn moved([x, z, yaw, horizon]: [f64; 4], action: &str) -> [f64; 4] {
    match action {
        "MoveAhead" => {
            let ahead = yaw.to_radians();
            // Quarter turns: sine and cosine are whole numbers, up to the error of floats.
            [x + 0.25 * ahead.sin().round(), z + 0.25 * ahead.cos().round(), yaw, horizon]
        }
        "RotateLeft" => [x, z, (yaw - 90.0).rem_euclid(360.0), horizon],
        "RotateRight" => [x, z, (yaw + 90.0).rem_euclid(360.0), horizon],
        "LookUp" => [x, z, yaw, horizon - 15.0],
        "LookDown" => [x, z, yaw, horizon + 15.0],
        _ => [x, z, yaw, horizon],
    }
}
