//! The boxes of AI2-THOR's metadata, of all three kinds, as one axis-aligned box.
//!
//! `objectBounds` (2.x) and `axisAlignedBoundingBox` (from 2.4) are taken as they are, by their corners
//! or by centre and size. `objectOrientedBoundingBox`, which follows the thing as it turns, is taken
//! only where there is no other, as its axis-aligned hull: the hull holds the whole thing, so distances
//! come out shorter, never longer. A box that is `null` or empty is no box.

use super::Bounds;
use super::metadata::Point;
use serde::Deserialize;
use vedette_checker::formula::Real;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawBounds {
    object_bounds_corners: Option<Vec<Point>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawBox {
    corner_points: Option<Vec<Corner>>,
    center: Option<Corner>,
    size: Option<Corner>,
}

/// A point as the versions of the simulator write it.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
enum Corner {
    List([f64; 3]),
    Named(Point),
}

impl Corner {
    fn at(self) -> [f64; 3] {
        match self {
            Self::List(at) => at,
            Self::Named(Point { x, y, z }) => [x, y, z],
        }
    }
}

/// The texts of the boxes of an object, as the source has them.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Texts<'a> {
    /// `objectBounds`, of 2.x.
    pub(super) old: Option<&'a str>,
    /// `axisAlignedBoundingBox`.
    pub(super) aligned: Option<&'a str>,
    /// `objectOrientedBoundingBox`.
    pub(super) oriented: Option<&'a str>,
}

/// The texts in the last state, and what they come to.
#[derive(Clone, Copy, Default)]
pub(super) struct Boxes<'a> {
    texts: Texts<'a>,
    bounds: Option<Bounds>,
}

impl<'a> Boxes<'a> {
    /// The box that these texts come to. Few things move: a text that is the same as in the state
    /// before is not read again.
    pub(super) fn update(&mut self, texts: Texts<'a>) -> Result<Option<Bounds>, String> {
        if self.texts != texts {
            *self = Self { bounds: bounds(texts)?, texts };
        }
        Ok(self.bounds)
    }
}

fn bounds(texts: Texts<'_>) -> Result<Option<Bounds>, String> {
    let mut extent = Extent::default();
    let fault = |error: serde_json::Error| format!("found a box that cannot be read ({error})");
    if let Some(old) = texts.old {
        let read: RawBounds = serde_json::from_str(old).map_err(fault)?;
        extent.add(read.object_bounds_corners.iter().flatten().map(|p| [p.x, p.y, p.z]));
    }
    for text in texts.aligned.into_iter().chain(texts.oriented) {
        let read: Option<RawBox> = serde_json::from_str(text).map_err(fault)?;
        let Some(read) = read else { continue };
        // The hull of a turned box is larger than the thing: it speaks only where nothing else does.
        if extent.0.is_some() && Some(text) == texts.oriented {
            continue;
        }
        extent.add(read.corner_points.iter().flatten().map(|corner| corner.at()));
        if let (None, Some(center), Some(size)) = (extent.0, read.center, read.size) {
            let (center, size) = (center.at(), size.at());
            if size.iter().any(|&side| side < 0.0) {
                return Err(format!("found a box of negative size ({size:?})"));
            }
            let corner = |sign: f64| std::array::from_fn(|i| center[i] + sign * size[i] / 2.0);
            extent.add([corner(-1.0), corner(1.0)].into_iter());
        }
    }
    Ok(match extent.0 {
        Some((low, high)) => Some(Bounds { low: point(low)?, high: point(high)? }),
        None => None,
    })
}

/// The smallest and the largest coordinates so far.
#[derive(Default)]
struct Extent(Option<([f64; 3], [f64; 3])>);

impl Extent {
    fn add(&mut self, corners: impl Iterator<Item = [f64; 3]>) {
        for corner in corners {
            let (low, high) = self.0.get_or_insert((corner, corner));
            for axis in 0..3 {
                low[axis] = low[axis].min(corner[axis]);
                high[axis] = high[axis].max(corner[axis]);
            }
        }
    }
}

pub(super) fn point(at: [f64; 3]) -> Result<[Real; 3], String> {
    let real = |x| Real::new(x).ok_or_else(|| "found a coordinate that is not finite".to_owned());
    Ok([real(at[0])?, real(at[1])?, real(at[2])?])
}
