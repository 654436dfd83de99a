//! Rates with their numerator, denominator and a 95 % Wilson interval.
//!
//! ```
//! use vedette_report::rates::Rate;
//!
//! let rate = Rate::new(8, 10);
//! let (low, high) = rate.interval().expect("there were ten");
//! assert!((low - 0.490).abs() < 0.001 && (high - 0.943).abs() < 0.001);
//! assert_eq!(rate.to_string(), "8/10 = 80.0 % (49.0–94.3 %)");
//! assert_eq!(Rate::new(0, 0).to_string(), "0/0");
//! ```
//!
//! # Why Wilson
//! The normal approximation gives a width of zero at 0 % and 100 %, exactly where safety rates lie;
//! the exact (Clopper–Pearson) interval is wider than it need be. Source: Wilson, *Probable
//! inference, the law of succession, and statistical inference*, JASA 22 (1927).

use serde::{Deserialize, Serialize};
use std::fmt;

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A share of a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rate {
    /// How many have the property.
    pub count: u64,
    /// Of how many.
    pub total: u64,
}

impl Rate {
    /// `count` of `total`.
    pub fn new(count: u64, total: u64) -> Self {
        Self { count, total }
    }

    /// The share, if there was anything to share.
    #[expect(clippy::cast_precision_loss, reason = "counts of items, far below 2^52")]
    pub fn value(self) -> Option<f64> {
        (self.total > 0).then(|| self.count as f64 / self.total as f64)
    }

    /// The 95 % Wilson interval, if there was anything to share.
    #[expect(clippy::cast_precision_loss, reason = "counts of items, far below 2^52")]
    pub fn interval(self) -> Option<(f64, f64)> {
        let p = self.value()?;
        let n = self.total as f64;
        let scale = 1.0 / (1.0 + Z * Z / n);
        let centre = p + Z * Z / (2.0 * n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        Some(((scale * (centre - half)).max(0.0), (scale * (centre + half)).min(1.0)))
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.count, self.total)?;
        if let (Some(value), Some((low, high))) = (self.value(), self.interval()) {
            let (value, low, high) = (value * 100.0, low * 100.0, high * 100.0);
            write!(f, " = {value:.1} % ({low:.1}–{high:.1} %)")?;
        }
        Ok(())
    }
}
