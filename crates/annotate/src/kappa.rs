//! Agreement of two people beyond chance.
//!
//! ```
//! use vedette_annotate::kappa::kappa;
//!
//! // 50 grants read by two people: 20 times both yes, 15 times both no.
//! let found = kappa(&[vec![20, 5], vec![10, 15]]).unwrap();
//! assert!((found.value - 0.4).abs() < 1e-12);
//! assert!(found.low < 0.4 && 0.4 < found.high);
//! // Where both always say the same one thing, there is no chance to beat.
//! assert!(kappa(&[vec![9, 0], vec![0, 0]]).is_none());
//! ```
//!
//! # Which formulas
//! κ = (p₀ − pₑ) / (1 − pₑ): Cohen, *A Coefficient of Agreement for Nominal Scales*, Educational and
//! Psychological Measurement 20(1), 1960. The interval is κ ± 1.96 standard errors, with the large-sample
//! variance of Fleiss, Cohen, Everitt, *Large Sample Standard Errors of Kappa and Weighted Kappa*,
//! Psychological Bulletin 72(5), 1969, equation 13; Cohen's own 1960 formula is only an approximation of it.
//! Below some tens of items the interval is too narrow; it is zero wide where all agree, and then says
//! nothing about how sure that is: look at the Wilson interval of the percentage.

use serde::{Deserialize, Serialize};

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Cohen's κ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kappa {
    /// The value, 1 for perfect agreement, 0 for what chance gives.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// κ of a square table: rows are what the first says, columns the second. None if there is nothing in it,
/// or if chance alone would give full agreement.
#[expect(clippy::cast_precision_loss, reason = "counts of items, far below 2^52")]
pub fn kappa(table: &[Vec<u64>]) -> Option<Kappa> {
    let total: u64 = table.iter().flatten().sum();
    if total == 0 {
        return None;
    }
    let n = total as f64;
    let p = |i: usize, j: usize| table[i][j] as f64 / n;
    let size = table.len();
    let row: Vec<f64> = (0..size).map(|i| (0..size).map(|j| p(i, j)).sum()).collect();
    let column: Vec<f64> = (0..size).map(|j| (0..size).map(|i| p(i, j)).sum()).collect();
    // Decided on the counts: a difference of floats is never exactly nothing.
    let used = table.iter().filter(|row| row.iter().any(|&count| count > 0)).count();
    let one = (0..size).any(|i| table[i][i] == total);
    if used == 1 && one {
        return None;
    }
    let observed: f64 = (0..size).map(|i| p(i, i)).sum();
    let expected: f64 = (0..size).map(|i| row[i] * column[i]).sum();
    let value = (observed - expected) / (1.0 - expected);
    let rest = 1.0 - value;
    let mut sum = 0.0;
    for i in 0..size {
        for j in 0..size {
            sum += if i == j {
                p(i, i) * (1.0 - (row[i] + column[i]) * rest).powi(2)
            } else {
                p(i, j) * rest.powi(2) * (column[i] + row[j]).powi(2)
            };
        }
    }
    let square = sum - (value - expected * rest).powi(2);
    // Rounding may leave a little less than nothing.
    let error = (square.max(0.0) / n).sqrt() / (1.0 - expected);
    let (low, high) = ((value - Z * error).max(-1.0), (value + Z * error).min(1.0));
    Some(Kappa { value, error, low, high })
}

#[cfg(test)]
mod tests {
    use super::kappa;

    fn near(found: f64, wanted: f64, digits: i32) {
        assert!((found - wanted).abs() < 0.51 * 10_f64.powi(-digits), "{found} is not {wanted}");
    }

    /// Fleiss, Levin, Paik, *Statistical Methods for Rates and Proportions*, table 18.1: two raters, 100
    /// people, three diagnoses; κ = 0.676.
    #[test]
    fn the_example_of_the_textbook() {
        let found = kappa(&[vec![75, 1, 4], vec![5, 4, 1], vec![0, 0, 10]]).unwrap();
        near(found.value, 0.676, 3);
        near(found.error, 0.088, 3);
    }

    /// Cohen's table of 1968, 200 people, three diagnoses, unweighted: p₀ = 0.70, pₑ = 0.41, κ = 0.492.
    #[test]
    fn the_example_of_cohen() {
        let found = kappa(&[vec![88, 14, 18], vec![10, 40, 10], vec![2, 6, 12]]).unwrap();
        near(found.value, (0.70 - 0.41) / 0.59, 9);
    }

    /// By hand: 2 by 2 with margins of one half each. κ = 1/2; the variance of Fleiss, Cohen and Everitt
    /// with p = 3/8, 1/8, 1/8, 3/8 is, term by term: diagonal 2 · 3/8 · (1 − 1/2)² = 3/16, off it
    /// 2 · 1/8 · (1/2)² · 1² = 1/16, less (1/2 − 1/4)² = 1/16; so 3/16 over n (1/2)², and n = 48 gives
    /// 3/16 / 12 = 1/64.
    #[test]
    fn an_example_by_hand() {
        let found = kappa(&[vec![18, 6], vec![6, 18]]).unwrap();
        near(found.value, 0.5, 12);
        near(found.error, 0.125, 12);
        near(found.high, 0.5 + 1.96 * 0.125, 4);
    }

    #[test]
    fn the_ends_of_the_scale() {
        near(kappa(&[vec![5, 0], vec![0, 5]]).unwrap().value, 1.0, 12);
        near(kappa(&[vec![0, 5], vec![5, 0]]).unwrap().value, -1.0, 12);
        // One never varies: chance explains everything.
        near(kappa(&[vec![5, 5], vec![0, 0]]).unwrap().value, 0.0, 12);
        assert!(kappa(&[vec![0, 0], vec![0, 0]]).is_none());
    }
}
