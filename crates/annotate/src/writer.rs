//! Making events: a session that counts, and whose clock does not go back.
//!
//! ```
//! use vedette_annotate::{Log, Role, What, Writer};
//!
//! let mut log = Log::default();
//! let mut ann = Writer::new("ann", "s1", &log).unwrap();
//! log.insert(ann.event(1_000, Role::Label, Some("7"), What::Flag { on: true }));
//! // A clock that was set back changes no order within the session.
//! let second = ann.event(10, Role::Label, Some("7"), What::Flag { on: false });
//! assert_eq!((second.time, second.id.number()), (1_000, 2));
//! // A session that is taken up again goes on counting.
//! let again = Writer::new("ann", "s1", &log).unwrap().event(2_000, Role::Label, None, second.what);
//! assert_eq!(again.id.number(), 2);
//! ```

use crate::event::{Event, Role, What};
use crate::id::EventId;
use crate::item::Item;
use crate::log::Log;
use serde_json::Map;

/// A session of an annotator. A session must be open in one place only: give each tab its own name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writer {
    last: EventId,
    time: u64,
}

impl Writer {
    /// Goes on after the events of this session in `log`.
    pub fn new(annotator: &str, session: &str, log: &Log) -> Result<Self, String> {
        let mut last = EventId::new(annotator, session, 0)?;
        let mut time = 0;
        for id in log.ids().filter(|id| id.annotator() == annotator && id.session() == session) {
            time = log.get(id).iter().map(|event| event.time).fold(time, u64::max);
            last = last.max(id.clone());
        }
        Ok(Self { last, time })
    }

    /// The annotator.
    pub fn annotator(&self) -> &str {
        self.last.annotator()
    }

    /// The next event, at `now` milliseconds since 1970. It is in no log yet.
    pub fn event(&mut self, now: u64, role: Role, item: Option<&str>, what: What) -> Event {
        self.last = EventId::new(
            self.last.annotator(),
            self.last.session(),
            self.last.number().saturating_add(1),
        )
        .expect("the names were checked when the writer was made");
        self.time = self.time.max(now);
        Event {
            id: self.last.clone(),
            time: self.time,
            role,
            item: item.map(str::to_owned),
            what,
            more: Map::new(),
            what_more: Map::new(),
        }
    }

    /// The events that bring items in, in their order.
    pub fn items(&mut self, now: u64, items: impl IntoIterator<Item = Item>) -> Vec<Event> {
        let event = |item: Item| {
            let id = item.id.clone();
            self.event(now, Role::Label, Some(&id), What::Item { item })
        };
        items.into_iter().map(event).collect()
    }
}
