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
    if let Some(old) = texts.old {
        let read: RawBounds = read(old, "objectBounds")?;
        extent.add(read.object_bounds_corners.iter().flatten().map(|p| [p.x, p.y, p.z]));
        if extent.0.is_none() && old.contains(':') && read.object_bounds_corners.is_none() {
            return Err("found `objectBounds` without `objectBoundsCorners`".to_owned());
        }
    }
    let named = [
        (texts.aligned, "axisAlignedBoundingBox", true),
        (texts.oriented, "objectOrientedBoundingBox", false),
    ];
    for (text, field, exact) in named {
        let Some(text) = text else { continue };
        let read: Option<RawBox> = read(text, field)?;
        let Some(read) = read else { continue };
        // The hull of a turned box is larger than the thing: it speaks only where nothing else does.
        if extent.0.is_some() && !exact {
            continue;
        }
        let RawBox { corner_points, center, size } = read;
        extent.add(corner_points.iter().flatten().map(|corner| corner.at()));
        match (extent.0, center, size) {
            (Some(_), ..) => {}
            (None, Some(center), Some(size)) => {
                let (center, size) = (center.at(), size.at());
                if size.iter().any(|&side| side < 0.0) {
                    return Err(format!("found a box of negative size ({size:?}) in `{field}`"));
                }
                let corner = |sign: f64| std::array::from_fn(|i| center[i] + sign * size[i] / 2.0);
                extent.add([corner(-1.0), corner(1.0)].into_iter());
            }
            (None, None, None) if corner_points.is_some() || !text.contains(':') => {}
            (None, center, _) => {
                let lacks = if center.is_some() { "size" } else { "cornerPoints" };
                return Err(format!("found `{field}` without `{lacks}`"));
            }
        }
    }
    Ok(match extent.0 {
        Some((low, high)) => Some(Bounds { low: point(low)?, high: point(high)? }),
        None => None,
    })
}

fn read<'a, T: Deserialize<'a>>(text: &'a str, field: &str) -> Result<T, String> {
    serde_json::from_str(text)
        .map_err(|error| format!("found `{field}` that cannot be read ({error})"))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(aligned: &str) -> Result<Option<Bounds>, String> {
        bounds(Texts { aligned: Some(aligned), ..Texts::default() })
    }

    #[test]
    fn both_fields_in_all_their_spellings_are_one_box() {
        let corners = r#"{"cornerPoints": [[0, 0, 0], [1, 2, 4]]}"#;
        let named = r#"{"cornerPoints": [{"x": 0, "y": 0, "z": 0}, {"x": 1, "y": 2, "z": 4}]}"#;
        let middle = r#"{"center": {"x": 0.5, "y": 1, "z": 2}, "size": {"x": 1, "y": 2, "z": 4}}"#;
        let old =
            r#"{"objectBoundsCorners": [{"x": 0, "y": 0, "z": 0}, {"x": 1, "y": 2, "z": 4}]}"#;
        let expected = read(corners).unwrap();
        assert!(expected.is_some());
        for text in [named, middle] {
            assert_eq!(read(text).unwrap(), expected);
            let oriented = Texts { oriented: Some(text), ..Texts::default() };
            assert_eq!(bounds(oriented).unwrap(), expected);
        }
        assert_eq!(bounds(Texts { old: Some(old), ..Texts::default() }).unwrap(), expected);
        let turned = r#"{"cornerPoints": [[-9, -9, -9], [9, 9, 9]]}"#;
        let both = Texts { aligned: Some(corners), oriented: Some(turned), old: None };
        assert_eq!(bounds(both).unwrap(), expected, "the turned box speaks only where it is alone");
        for none in ["null", "{}", r#"{"cornerPoints": []}"#] {
            assert_eq!(read(none), Ok(None), "{none}");
        }
    }

    #[test]
    fn a_box_that_is_half_there_is_named_by_its_field() {
        for (text, expected) in [
            (r#"{"center": [0, 0, 0]}"#, "`axisAlignedBoundingBox` without `size`"),
            (r#"{"size": [1, 1, 1]}"#, "`axisAlignedBoundingBox` without `cornerPoints`"),
            (r#"{"corners": [[1, 1, 1]]}"#, "`axisAlignedBoundingBox` without `cornerPoints`"),
            (r#"{"center": [0, 0, 0], "size": [1, -1, 1]}"#, "negative size"),
            (r#"{"center": [0, 0, 0], "size": [1e308, 1, 1e999]}"#, "out of range"),
            (r#"{"center": [1.7e308, 0, 0], "size": [1.7e308, 1, 1]}"#, "not finite"),
            (r#"{"cornerPoints": [[1, 2]]}"#, "`axisAlignedBoundingBox` that cannot be read"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let old = Texts { old: Some(r#"{"corners": []}"#), ..Texts::default() };
        assert!(bounds(old).unwrap_err().contains("without `objectBoundsCorners`"));
    }
}
