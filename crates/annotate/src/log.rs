//! The log: a set of events, merged by union.
//!
//! ```
//! use vedette_annotate::{Decision, Log, Role, What, Writer};
//!
//! let accept = || What::Decision { decision: Decision::Accept, replaces: vec![] };
//! let (mut a, mut b) = (Log::default(), Log::default());
//! let mut ann = Writer::new("ann", "s1", &a).unwrap();
//! let mut bea = Writer::new("bea", "s2", &b).unwrap();
//! a.insert(ann.event(1, Role::Label, Some("7"), accept()));
//! b.insert(bea.event(2, Role::Label, Some("7"), accept()));
//! let mut ab = a.clone();
//! ab.merge(&b);
//! b.merge(&a);
//! assert_eq!(ab, b);
//! assert_eq!(Log::read(ab.text().as_bytes()).log, ab);
//! ```
//!
//! # Why a set
//! Union is commutative, associative and idempotent, so files may be exchanged in any order, twice, or
//! round in a circle, and nobody's work is lost: a grow-only set (Shapiro et al., SSS 2011). Should one
//! id carry two contents, which no honest writer makes, both are kept and the state says so.

use crate::event::{Event, What};
use crate::id::EventId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The longest line that is read, in bytes.
const LINE: usize = 1 << 20;

/// A set of events.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// By name; more than one only if a name was used twice, then in the order of their lines.
    events: BTreeMap<EventId, Vec<Event>>,
    /// The names of the events about an item, or about none.
    groups: BTreeMap<Option<String>, Vec<EventId>>,
}

/// What became of an event that was put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// It was not there.
    New,
    /// It was there.
    Same,
    /// Its name was there with another content; both are there now.
    Twin,
}

/// A line that is no event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damage {
    /// The line, counted from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub message: String,
}

/// A log that was read, without its damaged lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadLog {
    /// The events.
    pub log: Log,
    /// The lines that are none.
    pub damaged: Vec<Damage>,
}

impl Log {
    /// Puts an event in.
    pub fn insert(&mut self, event: Event) -> Inserted {
        let twins = self.events.entry(event.id.clone()).or_default();
        if twins.contains(&event) {
            return Inserted::Same;
        }
        let group = self.groups.entry(event.item.clone()).or_default();
        let place = group.binary_search(&event.id);
        if let Err(place) = place {
            group.insert(place, event.id.clone());
        }
        twins.push(event);
        if twins.len() == 1 {
            return Inserted::New;
        }
        twins.sort_by_cached_key(Event::line);
        Inserted::Twin
    }

    /// Puts all events of another log in; says how many were not there.
    pub fn merge(&mut self, other: &Self) -> usize {
        let events = other.events.values().flatten();
        events.filter(|event| self.insert((*event).clone()) != Inserted::Same).count()
    }

    /// The events that another log does not have, in the order of [`Self::ordered`].
    ///
    /// ```
    /// # use vedette_annotate::{Log, Role, What, Writer};
    /// let mut here = Log::default();
    /// let mut ann = Writer::new("ann", "s1", &here).unwrap();
    /// here.insert(ann.event(1, Role::Label, Some("7"), What::Flag { on: true }));
    /// let there = here.clone();
    /// here.insert(ann.event(2, Role::Label, Some("7"), What::Flag { on: false }));
    /// assert_eq!(here.beyond(&there).len(), 1);
    /// assert!(there.beyond(&here).is_empty());
    /// ```
    pub fn beyond(&self, other: &Self) -> Vec<&Event> {
        sorted(self.events.values().flatten().filter(|event| !other.contains(event)))
    }

    /// The set alone: its items, guidelines and settings, and nothing of what anybody judged or undid.
    ///
    /// ```
    /// # use vedette_annotate::{Log, Role, What, Writer};
    /// let mut log = Log::default();
    /// let mut ann = Writer::new("ann", "s1", &log).unwrap();
    /// log.insert(ann.event(1, Role::Label, Some("7"), What::Flag { on: true }));
    /// log.insert(ann.event(2, Role::Label, None, What::Guideline { text: "read slowly".into() }));
    /// assert_eq!(log.set().len(), 1);
    /// ```
    #[must_use]
    pub fn set(&self) -> Self {
        let mut set = Self::default();
        let undone = crate::fold::all_undone(self);
        for event in self.events.values().flatten() {
            let kept = matches!(
                event.what,
                What::Item { .. }
                    | What::Amend { .. }
                    | What::Guideline { .. }
                    | What::Setting { .. }
            );
            if kept && !undone.contains(&event.id) {
                set.insert(event.clone());
            }
        }
        set
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.events.values().map(Vec::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Whether exactly this event is there.
    pub fn contains(&self, event: &Event) -> bool {
        self.get(&event.id).contains(event)
    }

    /// The events of a name: none, one, or several if a name was used twice.
    pub fn get(&self, id: &EventId) -> &[Event] {
        self.events.get(id).map_or(&[], Vec::as_slice)
    }

    /// The events, by time; those of one time by name. Whoever folds sees them in this order, which
    /// depends on nothing but the set.
    pub fn ordered(&self) -> Vec<&Event> {
        sorted(self.events.values().flatten())
    }

    /// The items that some event is about, and none for what is about no item.
    pub(crate) fn subjects(&self) -> impl Iterator<Item = Option<&str>> {
        self.groups.keys().map(Option::as_deref)
    }

    /// The events about an item, or about none, in the order of [`Self::ordered`].
    pub fn about(&self, item: Option<&str>) -> Vec<&Event> {
        let ids = self.groups.get(&item.map(str::to_owned));
        let events = ids.into_iter().flatten().flat_map(|id| self.get(id));
        sorted(events.filter(|event| event.item.as_deref() == item))
    }

    /// The events of an annotator, in the order of [`Self::ordered`].
    pub fn by(&self, annotator: &str) -> Vec<&Event> {
        let all = self.events.iter().filter(|(id, _)| id.annotator() == annotator);
        sorted(all.flat_map(|(_, events)| events))
    }

    /// The names of all events.
    pub fn ids(&self) -> impl Iterator<Item = &EventId> {
        self.events.keys()
    }

    /// The names that carry more than one content.
    pub fn twins(&self) -> impl Iterator<Item = &EventId> {
        self.events.iter().filter(|(_, events)| events.len() > 1).map(|(id, _)| id)
    }

    /// The log as JSON lines.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for event in self.ordered() {
            text.push_str(&event.line());
            text.push('\n');
        }
        text
    }

    /// Reads JSON lines. What is no event of version 1 is named by its line, and the rest is there.
    pub fn read(bytes: &[u8]) -> ReadLog {
        let mut found = ReadLog::default();
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let whole = bytes.last().is_none_or(|&last| last == b'\n');
        let lines = bytes.split(|&byte| byte == b'\n').enumerate();
        let count = bytes.split(|&byte| byte == b'\n').count();
        for (index, line) in lines.filter(|(_, line)| !line.trim_ascii().is_empty()) {
            match event(line) {
                Ok(event) => {
                    found.log.insert(event);
                }
                Err(mut message) => {
                    if index + 1 == count && !whole {
                        message.push_str("; the file ends within this line");
                    }
                    found.damaged.push(Damage { line: index + 1, message });
                }
            }
        }
        found
    }
}

/// Reads one line.
pub fn event(line: &[u8]) -> Result<Event, String> {
    if line.len() > LINE {
        return Err(format!("found a line of {} bytes; expected at most {LINE}", line.len()));
    }
    let text = std::str::from_utf8(line).map_err(|e| {
        format!("found bytes that are no UTF-8 text after byte {}", e.valid_up_to())
    })?;
    serde_json::from_str(text).map_err(|e| format!("{e}; expected an event of an annotation log"))
}

fn sorted<'a>(events: impl Iterator<Item = &'a Event>) -> Vec<&'a Event> {
    let mut events: Vec<&Event> = events.collect();
    // Stable: twins keep the order of their lines.
    events.sort_by(|a, b| (a.time, &a.id).cmp(&(b.time, &b.id)));
    events
}
