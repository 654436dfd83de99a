//! What is remembered of a set beside its log: how many events were saved, and when.
//!
//! It lies in `localStorage`, which browsers clear by other rules than `IndexedDB`. If the log is
//! empty and the marker is not, the browser has cleared the log, and the annotator is told.

use gloo::storage::{LocalStorage, Storage};
use serde::{Deserialize, Serialize};

/// What is known of a saved set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// The events that were saved.
    pub events: usize,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// How many of them were saved to a file too.
    #[serde(default)]
    pub exported: usize,
}

/// What the keys of all markers begin with.
const PREFIX: &str = "vedette.annotate.saved:";

/// Where the marker of a set lies.
pub fn key(set: &str) -> String {
    format!("{PREFIX}{set}")
}

/// All sets that something is remembered of, the newest first.
pub fn all() -> Vec<(String, Marker)> {
    let storage = LocalStorage::raw();
    let length = storage.length().unwrap_or(0);
    let keys = (0..length).filter_map(|at| storage.key(at).ok().flatten());
    let sets = keys.filter_map(|key| key.strip_prefix(PREFIX).map(str::to_owned));
    let mut all: Vec<_> = sets.map(|set| (set.clone(), read(&set))).collect();
    all.sort_by(|(a, left), (b, right)| (right.at, a).cmp(&(left.at, b)));
    all
}

/// What is remembered of a set.
pub fn read(set: &str) -> Marker {
    LocalStorage::get(key(set)).unwrap_or_default()
}

/// Remembers it.
pub fn write(set: &str, marker: &Marker) {
    // Where nothing can be kept, the log itself says so.
    let _ = LocalStorage::set(key(set), marker);
}

/// How many events the browser has lost of a set whose log has so many.
pub fn lost(marker: &Marker, events: usize) -> Option<usize> {
    marker.events.checked_sub(events).filter(|lost| *lost > 0)
}

#[cfg(test)]
mod tests {
    use super::{Marker, lost};

    #[test]
    fn a_log_shorter_than_its_marker_was_cleared() {
        let marker = Marker { events: 40, at: 1, exported: 12 };
        assert_eq!(lost(&marker, 0), Some(40));
        assert_eq!(lost(&marker, 40), None);
        // Another page may have written since.
        assert_eq!(lost(&marker, 41), None);
        assert_eq!(lost(&Marker::default(), 0), None);
    }
}
