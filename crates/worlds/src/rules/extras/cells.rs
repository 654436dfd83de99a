//! The finitely many thresholds that behave differently: the measured values, and the gaps between them.

/// Thresholds that behave alike: a measured value, or the gap between two neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// The value, or the one below the gap; none below all.
    pub(super) low: Option<f64>,
    /// The value, or the one above the gap; none above all.
    pub(super) high: Option<f64>,
    /// A threshold in the cell.
    pub(super) inside: f64,
}

impl Cell {
    pub(super) fn is_point(self) -> bool {
        self.low.is_some() && self.low == self.high
    }
}

/// The cells of ascending values.
pub(super) fn cells(values: &[f64]) -> Vec<Cell> {
    let (Some(&first), Some(&last)) = (values.first(), values.last()) else {
        return vec![Cell { low: None, high: None, inside: 0.0 }];
    };
    let mut cells = Vec::with_capacity(2 * values.len() + 1);
    cells.push(Cell { low: None, high: Some(first), inside: beyond(first, -1.0) });
    for (at, &value) in values.iter().enumerate() {
        cells.push(Cell { low: Some(value), high: Some(value), inside: value });
        let Some(&next) = values.get(at + 1) else { continue };
        let middle = f64::midpoint(value, next);
        // Between neighbouring floating-point numbers there is nothing to try.
        if middle > value && middle < next {
            cells.push(Cell { low: Some(value), high: Some(next), inside: middle });
        }
    }
    cells.push(Cell { low: Some(last), high: None, inside: beyond(last, 1.0) });
    cells
}

/// A number beyond `value`, one further where numbers are dense enough, else the next there is.
fn beyond(value: f64, by: f64) -> f64 {
    let next = if by > 0.0 { value.next_up() } else { value.next_down() };
    let further = value + by;
    let passes = if by > 0.0 { further > next } else { further < next };
    if further.is_finite() && passes { further } else { next }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_a_threshold_of_its_own() {
        let dense = [1.0, 1.0_f64.next_up(), 2.0];
        for values in [&[][..], &[0.0], &[-1.5, 0.0, 0.25], &dense, &[1e300, f64::MAX]] {
            let cells = cells(values);
            for cell in &cells {
                let above = cell.low.is_none_or(|low| cell.inside > low);
                let below = cell.high.is_none_or(|high| cell.inside < high);
                assert!(cell.is_point() || (above && below), "{cell:?}");
            }
            assert!(cells.windows(2).all(|pair| pair[0].inside < pair[1].inside));
            let points = cells.iter().filter(|cell| cell.is_point()).count();
            assert_eq!(points, values.len());
        }
    }
}
