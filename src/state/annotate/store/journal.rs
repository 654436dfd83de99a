//! The last strokes, kept at once.
//!
//! `IndexedDB` answers later, and a page that is killed meanwhile would lose what waits. So what is not
//! written yet lies in `localStorage` too, which is written before the key's event is over: the events
//! that wait, and the text that is being typed.

use gloo::storage::{LocalStorage, Storage};

/// More than this is an import, which can be done again.
const MOST: usize = 400_000;

fn waiting(set: &str) -> String {
    format!("vedette.annotate.waiting:{set}")
}

fn typing(set: &str) -> String {
    format!("vedette.annotate.typing:{set}")
}

/// The events that waited when the page was last open, a line each.
pub fn read(set: &str) -> Option<String> {
    LocalStorage::get(waiting(set)).ok()
}

/// Keeps the events that wait; nothing waits if there are none.
pub fn keep(set: &str, lines: &str) {
    if lines.is_empty() || lines.len() > MOST {
        LocalStorage::delete(waiting(set));
    } else {
        // Where nothing can be kept, the log itself says so.
        let _ = LocalStorage::set(waiting(set), lines);
    }
}

/// The field that was typed in last, and what it held.
pub fn typed(set: &str) -> Option<(String, String)> {
    LocalStorage::get(typing(set)).ok()
}

/// Keeps what is typed in a field.
pub fn keep_typed(set: &str, field: &str, text: &str) {
    let _ = LocalStorage::set(typing(set), (field, text));
}
