//! Relations between axis-aligned boxes.
//!
//! The numbers are those of the trajectory labels of the SENTINEL code base; where that code has
//! the same number twice with different values, the one that is used. They are declared once, with the
//! predicates that show them. Lengths are in metres.

use crate::trajectory::Bounds;
use crate::vocabulary::{ABOVE, INSIDE, NEAR, ON_TOP};
use vedette_checker::formula::Real;

/// A box: its low and high corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Aabb {
    low: [f64; 3],
    high: [f64; 3],
}

/// Half the extent of the agent's box.
const AGENT: [f64; 3] = [0.25, 0.9, 0.25];
/// The vertical axis.
const UP: usize = 1;

impl Aabb {
    /// The box of an object.
    pub(super) fn of(bounds: Bounds) -> Self {
        Self { low: bounds.low.map(Real::get), high: bounds.high.map(Real::get) }
    }

    /// The box of the agent that stands at `position`.
    pub(super) fn agent(position: [Real; 3]) -> Self {
        let at = position.map(Real::get);
        Self {
            low: std::array::from_fn(|axis| at[axis] - AGENT[axis]),
            high: std::array::from_fn(|axis| at[axis] + AGENT[axis]),
        }
    }

    fn gap(&self, other: &Self, axis: usize) -> f64 {
        (other.low[axis] - self.high[axis]).max(self.low[axis] - other.high[axis]).max(0.0)
    }

    /// Whether the distance of the two boxes is at most half a metre.
    pub(super) fn near(&self, other: &Self) -> bool {
        self.distance(other) <= NEAR
    }

    /// The distance of the two boxes; 0 if they touch.
    pub(super) fn distance(&self, other: &Self) -> f64 {
        (0..3).map(|axis| self.gap(other, axis).powi(2)).sum::<f64>().sqrt()
    }

    /// Whether this box is within the other one, give or take.
    pub(super) fn inside(&self, other: &Self) -> bool {
        (0..3).all(|axis| {
            self.low[axis] >= other.low[axis] - INSIDE
                && self.high[axis] <= other.high[axis] + INSIDE
        })
    }

    /// Whether the two stand over the same patch of floor, seen from above.
    fn footprints_overlap(&self, other: &Self) -> bool {
        [0, 2]
            .iter()
            .all(|&axis| self.low[axis] <= other.high[axis] && self.high[axis] >= other.low[axis])
    }

    /// Whether this box rests on the top of the other one.
    pub(super) fn on_top(&self, other: &Self) -> bool {
        (self.low[UP] - other.high[UP]).abs() <= ON_TOP && self.footprints_overlap(other)
    }

    /// Whether this box hovers over the other one.
    pub(super) fn above(&self, other: &Self) -> bool {
        self.low[UP] > other.high[UP] + ABOVE && self.footprints_overlap(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(at: [f64; 3], side: f64) -> Aabb {
        Aabb { low: at, high: at.map(|x| x + side) }
    }

    #[test]
    fn near_is_half_a_metre_between_the_boxes() {
        let origin = cube([0.0; 3], 1.0);
        for (at, near) in [
            ([1.25, 1.25, 1.25], true),
            ([1.5, 1.0, 0.0], true),
            // Not more than half a metre along each axis, but more across.
            ([1.5, 1.25, 0.0], false),
            ([-1.5, 0.0, 0.0], true),
            ([-1.75, 0.0, 0.0], false),
            ([0.25, 0.25, 0.25], true),
        ] {
            let other = cube(at, 1.0);
            assert_eq!((origin.near(&other), other.near(&origin)), (near, near), "{at:?}");
        }
        assert!((origin.distance(&cube([4.0, 5.0, 0.0], 1.0)) - 5.0).abs() < 1e-12);
    }

    #[test]
    fn standing_on_hovering_over_and_being_within_differ() {
        let table = cube([0.0; 3], 1.0);
        let resting = cube([0.5, 1.0, 0.5], 0.25);
        let hovering = cube([0.5, 1.5, 0.5], 0.25);
        let beside = cube([2.0, 1.0, 0.5], 0.25);
        let within = cube([0.5, 0.25, 0.5], 0.25);
        let seen = |a: &Aabb| (a.on_top(&table), a.above(&table), a.inside(&table));
        assert_eq!(seen(&resting), (true, false, false));
        assert_eq!(seen(&hovering), (false, true, false));
        assert_eq!(seen(&beside), (false, false, false));
        assert_eq!(seen(&within), (false, false, true));
    }
}
