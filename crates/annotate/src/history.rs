//! Undo and redo without limit: what an annotator did and can take back.
//!
//! ```
//! use vedette_annotate::{Log, Role, What, Writer, history};
//!
//! let mut log = Log::default();
//! let mut ann = Writer::new("ann", "s1", &log).unwrap();
//! for on in [true, false] {
//!     log.insert(ann.event(1, Role::Label, Some("7"), What::Flag { on }));
//! }
//! let (what, item) = history(&log, "ann").undo().unwrap();
//! log.insert(ann.event(2, Role::Label, item.as_deref(), what));
//! let now = history(&log, "ann");
//! assert_eq!((now.undo.len(), now.redo.len()), (1, 1));
//! let (what, item) = now.redo().unwrap();
//! log.insert(ann.event(3, Role::Label, item.as_deref(), what));
//! assert_eq!(history(&log, "ann").undo.len(), 2);
//! ```
//!
//! # Why two stacks
//! As in every editor: a new deed forgets what could be redone, and nothing else does. The stacks are read
//! off the log, so that they are there again when the page is opened tomorrow. (Abowd, Dix, *Giving Undo
//! Attention*, Interacting with Computers 4(3), 1992, call this the linear model.)

use crate::event::{Event, What};
use crate::id::EventId;
use crate::log::Log;
use serde::{Deserialize, Serialize};

/// What can be undone and redone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    /// What can be undone, the next one last: the event and its item.
    pub undo: Vec<(EventId, Option<String>)>,
    /// What can be redone, the next one last.
    pub redo: Vec<(EventId, Option<String>)>,
}

impl History {
    /// The event that undoes the last deed, and the item it is about.
    pub fn undo(&self) -> Option<(What, Option<String>)> {
        let (of, item) = self.undo.last()?;
        Some((What::Undo { of: of.clone() }, item.clone()))
    }

    /// The event that redoes what was undone last, and the item it is about.
    pub fn redo(&self) -> Option<(What, Option<String>)> {
        let (of, item) = self.redo.last()?;
        Some((What::Redo { of: of.clone() }, item.clone()))
    }

    /// Goes on by an event of the annotator that is newer than all before.
    pub fn add(&mut self, event: &Event) {
        match &event.what {
            What::Undo { of } => shift(&mut self.undo, &mut self.redo, of),
            What::Redo { of } => shift(&mut self.redo, &mut self.undo, of),
            what if what.undoable() => {
                self.undo.push((event.id.clone(), event.item.clone()));
                self.redo.clear();
            }
            _ => {}
        }
    }
}

type Stack = Vec<(EventId, Option<String>)>;

fn shift(from: &mut Stack, to: &mut Stack, of: &EventId) {
    if let Some(at) = from.iter().rposition(|(id, _)| id == of) {
        to.push(from.remove(at));
    }
}

/// What an annotator can undo and redo.
pub fn history(log: &Log, annotator: &str) -> History {
    let mut history = History::default();
    for event in log.by(annotator) {
        history.add(event);
    }
    history
}
