//! What many times come to, for every benchmark alike: median, 95 of 100, the longest, all together.

use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// So many of the slowest are shown.
pub(crate) const SHOWN: usize = 10;

/// What times come to, in microseconds; all 0 where there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[expect(clippy::struct_field_names, reason = "the unit belongs to the name in JSON")]
pub(crate) struct Spread {
    median_micros: f64,
    p95_micros: f64,
    max_micros: f64,
    total_micros: f64,
}

impl Spread {
    /// Of what took so many microseconds each; sorts it, the longest first.
    pub(crate) fn of<T>(timed: &mut [T], micros: impl Fn(&T) -> f64) -> Self {
        timed.sort_by(|a, b| micros(b).total_cmp(&micros(a)));
        // Nearest rank, from the slow end.
        let share =
            |percent: usize| timed.get(timed.len() * (100 - percent) / 100).map_or(0.0, &micros);
        Self {
            median_micros: share(50),
            p95_micros: share(95),
            max_micros: share(100),
            total_micros: timed.iter().map(&micros).sum(),
        }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { median_micros, p95_micros, max_micros, total_micros } = self;
        write!(
            f,
            "median {median_micros:>12.1} µs\np95    {p95_micros:>12.1} µs\nmax    \
             {max_micros:>12.1} µs\ntotal  {total_micros:>12.1} µs"
        )
    }
}

/// A time in microseconds.
pub(crate) fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Of `repeat` measurements (at least one) that with the median of `key`.
pub(crate) fn middle<T, E>(
    repeat: usize,
    key: impl Fn(&T) -> f64,
    measure: impl FnMut() -> Result<T, E>,
) -> Result<T, E> {
    let mut all: Vec<T> =
        std::iter::repeat_with(measure).take(repeat.max(1)).collect::<Result<_, E>>()?;
    all.sort_by(|a, b| key(a).total_cmp(&key(b)));
    Ok(all.swap_remove(all.len() / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_of_what_was_measured() {
        let mut times: Vec<f64> = (1..=100).map(f64::from).collect();
        let spread = Spread::of(&mut times, |&time| time);
        assert_eq!((spread.median_micros, spread.p95_micros), (50.0, 95.0));
        assert_eq!((spread.max_micros, spread.total_micros), (100.0, 5050.0));
        assert!(times.is_sorted_by(|a, b| a >= b), "the longest first");
        assert_eq!(Spread::of(&mut [] as &mut [f64], |&time| time), Spread::default());
        let mut left = vec![9.0, 1.0, 5.0];
        let found = middle(3, |&time: &f64| time, || left.pop().ok_or(()));
        assert_eq!(found, Ok(5.0));
        assert_eq!(middle(0, |&time: &f64| time, || Err::<f64, _>("once")), Err("once"));
    }
}
