//! Boxes in whole millimetres.
//!
//! ```
//! use vedette_worlds::metric::Body;
//!
//! let table = Body::around([1000, 400, 1000], [1200, 800, 600]);
//! let cup = Body::around([0, 0, 0], [80, 100, 80]).standing_at([1000, 800, 1000]);
//! assert!(!cup.overlaps(&table), "it stands on the table");
//! assert_eq!(cup.low, [960, 800, 960]);
//! ```
//!
//! # Why millimetres
//!
//! States are compared and looked up when alternatives are searched, and the same run has to come out
//! on every machine: whole numbers have no rounding and one way to be equal.

use crate::trajectory::Bounds;
use vedette_checker::formula::Real;

/// A box whose sides are parallel to the axes; `y`, the second, is up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Body {
    /// The corner with the smallest coordinates.
    pub low: [i32; 3],
    /// The corner with the largest.
    pub high: [i32; 3],
}

/// Metres as millimetres, up to ten kilometres.
pub(super) fn millimetres(metres: Real) -> i32 {
    (metres.get() * 1000.0).round().clamp(-1e7, 1e7) as i32
}

/// Millimetres as metres.
pub(super) fn metres(millimetres: i32) -> f64 {
    f64::from(millimetres) / 1000.0
}

impl Body {
    /// The box of this size around a point.
    pub fn around(middle: [i32; 3], size: [i32; 3]) -> Self {
        let low: [i32; 3] = std::array::from_fn(|axis| middle[axis] - size[axis] / 2);
        Self { low, high: std::array::from_fn(|axis| low[axis] + size[axis]) }
    }

    /// The lengths of the sides.
    pub fn size(&self) -> [i32; 3] {
        std::array::from_fn(|axis| self.high[axis] - self.low[axis])
    }

    /// The point in its middle.
    pub fn middle(&self) -> [i32; 3] {
        std::array::from_fn(|axis| self.low[axis] + (self.high[axis] - self.low[axis]) / 2)
    }

    /// The same box, moved so that the middle of its bottom is at a point.
    #[must_use]
    pub fn standing_at(&self, [x, y, z]: [i32; 3]) -> Self {
        let [_, height, _] = self.size();
        Self::around([x, y + height / 2, z], self.size())
    }

    /// The same box elsewhere.
    #[must_use]
    pub fn moved(&self, by: [i32; 3]) -> Self {
        let moved = |corner: [i32; 3]| std::array::from_fn(|axis| corner[axis] + by[axis]);
        Self { low: moved(self.low), high: moved(self.high) }
    }

    /// Whether the two have a space in common; touching is not enough.
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|axis| self.low[axis] < other.high[axis] && other.low[axis] < self.high[axis])
    }

    /// Whether the point on the floor is below or above the box.
    pub(super) fn covers(&self, [x, z]: [i32; 2]) -> bool {
        (self.low[0]..=self.high[0]).contains(&x) && (self.low[2]..=self.high[2]).contains(&z)
    }

    /// The point of the box, seen from above, that is nearest to `[x, z]`.
    pub(super) fn nearest(&self, [x, z]: [i32; 2]) -> [i32; 2] {
        [x.clamp(self.low[0], self.high[0]), z.clamp(self.low[2], self.high[2])]
    }

    /// As traces have it.
    pub(super) fn bounds(&self) -> Bounds {
        let real = |x| Real::new(metres(x)).expect("a whole number of millimetres is finite");
        Bounds { low: self.low.map(real), high: self.high.map(real) }
    }
}

/// The square of a distance on the floor.
pub(super) fn squared(a: [i32; 2], b: [i32; 2]) -> i64 {
    let [x, z] = [i64::from(a[0]) - i64::from(b[0]), i64::from(a[1]) - i64::from(b[1])];
    x * x + z * z
}
