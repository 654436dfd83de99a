//! Which sets of this browser are exchanged with a shared log, and with which one.
//!
//! It lies beside the set's marker, so that a page which is opened tomorrow, or while nothing is
//! served, knows to whom its events are still owed.

use super::super::store::marker;
use gloo::storage::{LocalStorage, Storage};
use serde::{Deserialize, Serialize};

/// What the keys of all links begin with.
const PREFIX: &str = "vedette.annotate.shared:";

/// What the names of sets begin with that came from a shared log: a browser without such a set gets it
/// from whoever serves the page.
pub(super) const SHARED: &str = "shared:";

/// The log that a set is exchanged with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// Which log it is; empty if it had no event yet.
    pub log: String,
    /// What people call it.
    pub name: String,
}

/// The log of a set, if it is exchanged with any.
pub(super) fn read(set: &str) -> Option<Link> {
    LocalStorage::get(format!("{PREFIX}{set}")).ok()
}

/// Remembers it.
pub(super) fn write(set: &str, link: &Link) {
    // Where nothing can be kept it lasts for this visit.
    let _ = LocalStorage::set(format!("{PREFIX}{set}"), link);
}

/// The set of a log in this browser, or the name of one that can be its.
pub(super) fn set_of(link: &Link) -> String {
    let storage = LocalStorage::raw();
    let length = storage.length().unwrap_or(0);
    let keys = (0..length).filter_map(|at| storage.key(at).ok().flatten());
    let mut sets: Vec<String> =
        keys.filter_map(|key| key.strip_prefix(PREFIX).map(str::to_owned)).collect();
    // The same set whatever order the browser keeps its keys in.
    sets.sort();
    let is = |set: &String| {
        read(set).is_some_and(|known| {
            // A log without an event has nothing but its name.
            known.log == link.log && (!link.log.is_empty() || known.name == link.name)
        })
    };
    if let Some(known) = sets.iter().find(|set| is(set)) {
        return known.clone();
    }
    // A set that was begun with the log when that was empty becomes its.
    let free = |set: &String| match read(set) {
        Some(known) => known.log.is_empty(),
        None => marker::read(set).events == 0,
    };
    let wanted = format!("{SHARED}{}", link.name);
    let others = (2..).map(|number| format!("{wanted}-{number}"));
    let mut names = std::iter::once(wanted.clone()).chain(others);
    names.find(free).unwrap_or(wanted)
}
