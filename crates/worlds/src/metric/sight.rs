//! What the agent sees, and so what it can reach: one of AI2-THOR's notions for both.
//!
//! A thing is in view if its nearest point, seen from above, is at most 1.5 m away; if its middle or
//! that point lies within 45 degrees of where the agent looks, to the sides as up and down; if no wall
//! stands between, nor anything higher than the eyes; and if it is not shut in something.
//!
//! The comparison of angles uses products and square roots only, which are the same on every machine.

use super::body::{Body, metres, squared};
use super::kinds::Role;
use super::place::ahead;
use super::room::Room;
use super::state::{Mark, Pose, State};
use super::time::is_inside;
use std::fmt;
use std::sync::Arc;

/// How far the agent reaches and sees things well enough, in millimetres.
const REACH: i32 = 1500;
/// How high the eyes are.
const EYES: i32 = 1500;
/// The cosine of 45 degrees.
const COS_45: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// Cosine and sine of a horizon, from 30 degrees up to 60 down, in steps of 15.
const HORIZONS: [[f64; 2]; 7] = [
    [0.866_025_403_784_438_6, -0.5],
    [0.965_925_826_289_068_3, -0.258_819_045_102_520_74],
    [1.0, 0.0],
    [0.965_925_826_289_068_3, 0.258_819_045_102_520_74],
    [0.866_025_403_784_438_6, 0.5],
    [COS_45, COS_45],
    [0.5, 0.866_025_403_784_438_6],
];
/// The range of horizons, in steps of 15 degrees.
pub(super) const LOOKS: std::ops::RangeInclusive<i8> = -2..=4;

/// Why a thing is not in view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// In the closed thing of this name.
    Shut(Arc<str>),
    /// So many millimetres away.
    Far(i32),
    /// Behind a wall or the thing of this name.
    Behind(Arc<str>),
    /// The agent looks elsewhere.
    Aside,
}

impl fmt::Display for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shut(by) => write!(f, "shut in `{by}`"),
            Self::Far(by) => write!(f, "{:.2} m away, farther than 1.5 m", metres(*by)),
            Self::Behind(by) => write!(f, "behind `{by}`"),
            Self::Aside => f.write_str("not where the agent looks"),
        }
    }
}

impl Room {
    /// Whether the agent sees a thing from where it stands.
    ///
    /// # Errors
    /// If it does not: why.
    pub fn sees(&self, state: &State, slot: u32) -> Result<(), Hidden> {
        self.would_see(state, slot, state.agent)
    }

    /// Whether the agent would see a thing from elsewhere.
    ///
    /// # Errors
    /// If it would not: why.
    pub fn would_see(&self, state: &State, slot: u32, pose: Pose) -> Result<(), Hidden> {
        if state.held == Some(slot) {
            return Ok(());
        }
        self.within_reach(state, slot, pose.cell)?;
        let (from, body) = (self.spot(pose.cell), state.item(slot).body);
        let [x, _, z] = body.middle();
        let seen =
            [body.nearest(from), [x, z]].into_iter().any(|point| in_view(&body, point, from, pose));
        if seen { Ok(()) } else { Err(Hidden::Aside) }
    }

    /// Whether a thing can be seen from a point by looking in some direction.
    pub(super) fn within_reach(
        &self,
        state: &State,
        slot: u32,
        cell: [usize; 2],
    ) -> Result<(), Hidden> {
        if let Some(by) = self.shut_in(state, slot) {
            return Err(Hidden::Shut(self.name(by).clone()));
        }
        let (from, body) = (self.spot(cell), state.item(slot).body);
        let nearest = body.nearest(from);
        let far = squared(nearest, from);
        if far > i64::from(REACH).pow(2) {
            return Err(Hidden::Far((far as f64).sqrt() as i32));
        }
        match self.between(state, slot, from, nearest) {
            Some(by) => Err(Hidden::Behind(by)),
            None => Ok(()),
        }
    }

    /// The outermost closed thing that something is in.
    pub(super) fn shut_in(&self, state: &State, slot: u32) -> Option<u32> {
        let mut at = slot;
        let mut found = None;
        while let Some(parent) = state.item(at).parent {
            let closed =
                self.roles(parent).has(Role::Open) && !state.item(parent).marks.has(Mark::Open);
            if closed && is_inside(state, parent, at) {
                found = Some(parent);
            }
            at = parent;
        }
        found
    }

    /// What stands between two points: a wall, or a thing higher than the eyes.
    fn between(&self, state: &State, slot: u32, from: [i32; 2], to: [i32; 2]) -> Option<Arc<str>> {
        let crossed = |body: &Body| crosses(body, from, to);
        if self.walls().iter().any(crossed) {
            return Some("a wall".into());
        }
        let hides = |other: &u32| {
            let body = &state.item(*other).body;
            *other != slot
                && !self.roles(*other).has(Role::Room)
                && body.high[1] > EYES
                && body.low[1] < EYES
                && !state.carries(*other, slot)
                && state.held != Some(*other)
                && crossed(body)
        };
        state.slots().find(hides).map(|other| self.name(other).clone())
    }
}

/// Whether a point of a body, seen from above, lies within 45 degrees of where the agent looks.
fn in_view(body: &Body, point: [i32; 2], from: [i32; 2], pose: Pose) -> bool {
    let ([dx, dz], [x, z]) = (ahead(pose.quarter), [point[0] - from[0], point[1] - from[1]]);
    let (forward, side) = (x * dx + z * dz, (x * dz - z * dx).abs());
    if forward < side {
        return false;
    }
    let length = |a: f64, b: f64| (a * a + b * b).sqrt();
    let far = length(metres(forward), metres(side));
    let down = metres(EYES - EYES.clamp(body.low[1], body.high[1]));
    let [cos, sin] = HORIZONS[(pose.horizon - LOOKS.start()) as usize];
    far * cos + down * sin >= COS_45 * length(far, down) - 1e-9
}

/// Whether a line goes through a body, seen from above; along its edge is not through.
fn crosses(body: &Body, from: [i32; 2], to: [i32; 2]) -> bool {
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for (axis, side) in [(0, 0), (1, 2)] {
        let (start, way) = (f64::from(from[axis]), f64::from(to[axis] - from[axis]));
        let (low, high) = (f64::from(body.low[side]), f64::from(body.high[side]));
        if way == 0.0 {
            if start <= low || start >= high {
                return false;
            }
            continue;
        }
        let (a, b) = ((low - start) / way, (high - start) / way);
        enters = enters.max(a.min(b));
        leaves = leaves.min(a.max(b));
    }
    enters < leaves
}
