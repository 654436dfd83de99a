//! Where things are: walls, where the agent stands, and what may go wrong.
//!
//! All of it is optional. A symbolic simulator needs none of it, a drawing some, and a metric room
//! ([`crate::metric`]) most: it says itself what it misses.
//!
//! ```
//! use vedette_worlds::scene::Scene;
//!
//! let text = r#"{"schema": "vedette.scene/1", "id": "bath",
//!     "objects": [{"id": "sink.1", "class": "sink", "position": [1, 0.45, 2], "size": [0.5, 0.9, 0.4]}],
//!     "walls": [{"id": "wall.1", "low": [0, 3], "high": [3, 3.1]}],
//!     "agent": {"at": [1, 1], "yaw": 90},
//!     "chances": [{"action": "pickup", "outcome": "drop", "probability": 0.1}]}"#;
//! let scene = Scene::read(text.as_bytes(), "bath.json").unwrap();
//! assert_eq!(scene.objects["sink.1"].size.unwrap()[0].get(), 0.5);
//! let layout = scene.layout;
//! assert_eq!((layout.walls.len(), layout.agent.unwrap().yaw), (1, 90));
//!
//! let flat = text.replace("[0.5, 0.9, 0.4]", "[0.5, 0.9, -0.4]");
//! let error = Scene::read(flat.as_bytes(), "bath.json").unwrap_err().to_string();
//! assert!(error.starts_with("bath.json, at objects[0].size: found a side of -0.4 m"), "{error}");
//! ```
//!
//! Lengths are in metres; `y` is up. A position is the middle of the box of the given size.

use serde::Deserialize;
use std::sync::Arc;
use vedette_checker::formula::Real;

/// Where things are, as far as a scene says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// What nobody walks through, besides objects.
    pub walls: Vec<Wall>,
    /// Where the agent stands at the start.
    pub agent: Option<Stand>,
    /// What may happen in place of what an action is meant to do.
    pub chances: Vec<Chance>,
}

/// A wall, from the floor to the ceiling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    /// Its name.
    pub id: Arc<str>,
    /// The corner with the smallest coordinates, `[x, z]`.
    pub low: [Real; 2],
    /// The corner with the largest.
    pub high: [Real; 2],
}

/// Where the agent stands and looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stand {
    /// `[x, z]`.
    pub at: [Real; 2],
    /// Degrees clockwise from the direction of `z`.
    pub yaw: i32,
}

/// What may happen in place of what an action is meant to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The action.
    pub action: String,
    /// The object or class it is done to; none if any.
    pub object: Option<Arc<str>>,
    /// What happens.
    pub outcome: String,
    /// More than 0, at most 1.
    pub probability: Real,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawWall {
    id: String,
    low: [f64; 2],
    high: [f64; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawStand {
    at: [f64; 2],
    #[serde(default)]
    yaw: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawChance {
    action: String,
    object: Option<String>,
    outcome: String,
    probability: f64,
}

/// Where something is wrong, what was found, and what was expected.
pub(super) type Fault = (String, String, &'static str);

/// The sides of a box.
pub(super) fn size(sides: [f64; 3]) -> Result<[Real; 3], (String, &'static str)> {
    let expected = "three sides in metres, more than 0";
    if let Some(bad) = sides.iter().find(|&&side| !side.is_finite() || side <= 0.0) {
        return Err((format!("found a side of {bad} m"), expected));
    }
    let all = |[a, b, c]: [Option<Real>; 3]| Some([a?, b?, c?]);
    all(sides.map(Real::new)).ok_or((format!("found the size {sides:?}"), expected))
}

fn spot(at: [f64; 2]) -> Option<[Real; 2]> {
    Some([Real::new(at[0])?, Real::new(at[1])?])
}

/// Walls, with names of their own that no object (`taken`) has.
pub(super) fn walls(raw: &[RawWall], taken: impl Fn(&str) -> bool) -> Result<Vec<Wall>, Fault> {
    let mut walls: Vec<Wall> = Vec::with_capacity(raw.len());
    for (index, wall) in raw.iter().enumerate() {
        let fault = |what: String, expected| Err((format!("walls[{index}]"), what, expected));
        if taken(&wall.id) || walls.iter().any(|other| *other.id == *wall.id) {
            let what = format!("found the id {:?} twice", wall.id);
            return fault(what, "an id of its own for every object and wall");
        }
        let (Some(low), Some(high)) = (spot(wall.low), spot(wall.high)) else {
            return fault("found a corner that is not finite".to_owned(), "two numbers, [x, z]");
        };
        if wall.low[0] > wall.high[0] || wall.low[1] > wall.high[1] {
            let what = format!("found the corners {:?} and {:?}", wall.low, wall.high);
            return fault(what, "the corner with the smaller coordinates as `low`");
        }
        walls.push(Wall { id: wall.id.as_str().into(), low, high });
    }
    Ok(walls)
}

/// Where the agent stands.
pub(super) fn stand(raw: &RawStand) -> Result<Stand, Fault> {
    let at = spot(raw.at).ok_or_else(|| {
        let what = "found a place that is not finite".to_owned();
        ("agent.at".to_owned(), what, "two numbers, [x, z]")
    })?;
    Ok(Stand { at, yaw: raw.yaw })
}

/// Chances, each with a probability that is one.
pub(super) fn chances(raw: Vec<RawChance>) -> Result<Vec<Chance>, Fault> {
    let one = |(index, raw): (usize, RawChance)| {
        let possible = raw.probability > 0.0 && raw.probability <= 1.0;
        let probability = Real::new(raw.probability).filter(|_| possible).ok_or_else(|| {
            let what = format!("found the probability {}", raw.probability);
            (format!("chances[{index}].probability"), what, "more than 0 and at most 1")
        })?;
        let object = raw.object.map(Arc::from);
        Ok(Chance { action: raw.action, object, outcome: raw.outcome, probability })
    };
    raw.into_iter().enumerate().map(one).collect()
}
