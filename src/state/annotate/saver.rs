//! Saves events one record after another, and says how that goes.
//!
//! Nothing waits for it: the next item is on the screen while the disk still writes. What could not
//! be written stays in line, is tried again with the next event and every few seconds, and the page
//! says so until it is written or saved as a file.

use super::store::{Log, Trouble, journal, marker};
use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::rc::Rc;

/// How long to wait before a write that failed is tried again.
const AGAIN_MS: u32 = 5_000;

/// How saving goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saving {
    /// Nothing was to be saved yet.
    Idle,
    /// The disk writes.
    Busy,
    /// Everything was saved at this time, in milliseconds since 1970.
    Saved(u64),
    /// The newest events are only in this page.
    Not(Trouble),
}

/// Gives all events that the page holds, a line each, and their number.
type Whole = Rc<dyn Fn() -> (String, usize)>;

/// Saves the events of one set.
#[derive(Clone, Copy)]
pub struct Saver {
    /// How saving goes.
    pub state: RwSignal<Saving>,
    /// What is remembered of the set beside its log.
    pub marker: RwSignal<marker::Marker>,
    set: StoredValue<String>,
    log: StoredValue<Option<Log>, LocalStorage>,
    /// Records that are not written yet, and how many events each has.
    line: StoredValue<Vec<(String, usize)>>,
    /// All events that the page holds, for a browser that has cleared them.
    whole: StoredValue<Option<Whole>, LocalStorage>,
    busy: StoredValue<bool>,
    again: StoredValue<Option<Timeout>, LocalStorage>,
}

impl std::fmt::Debug for Saver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Saver")
    }
}

impl Default for Saver {
    fn default() -> Self {
        Self::new()
    }
}

impl Saver {
    /// Without a log yet.
    pub fn new() -> Self {
        Self {
            state: RwSignal::new(Saving::Idle),
            marker: RwSignal::new(marker::Marker::default()),
            set: StoredValue::new(String::new()),
            log: StoredValue::new_local(None),
            line: StoredValue::new(Vec::new()),
            whole: StoredValue::new_local(None),
            busy: StoredValue::new(false),
            again: StoredValue::new_local(None),
        }
    }

    /// Opens the log of a set; gives its records. `whole` gives all events that the page holds, for
    /// the case that the browser clears them.
    pub async fn open(
        self,
        set: &str,
        whole: impl Fn() -> (String, usize) + 'static,
    ) -> Result<Vec<String>, Trouble> {
        self.set.set_value(set.to_owned());
        self.whole.set_value(Some(Rc::new(whole)));
        self.line.set_value(Vec::new());
        self.log.set_value(None);
        self.marker.set(marker::read(set));
        match self.connect(set).await {
            Ok((log, records)) => {
                self.log.set_value(Some(log));
                let at = self.marker.with_untracked(|marker| marker.at);
                self.state.set(if at == 0 { Saving::Idle } else { Saving::Saved(at) });
                Ok(records)
            }
            Err(trouble) => {
                self.state.set(Saving::Not(trouble.clone()));
                Err(trouble)
            }
        }
    }

    /// The records as they lie on the disk now: another tab may have written.
    pub async fn read_again(self) -> Result<Vec<String>, Trouble> {
        let log = self.log.get_value().ok_or(Trouble::Gone)?;
        let records = log.read().await?;
        self.marker.set(self.set.with_value(|set| marker::read(set)));
        Ok(records)
    }

    /// Appends events, a line each.
    pub fn append(self, lines: String, events: usize) {
        self.line.update_value(|line| line.push((lines, events)));
        self.keep_waiting();
        self.go_on();
    }

    async fn connect(self, set: &str) -> Result<(Log, Vec<String>), Trouble> {
        Log::open(set, move || {
            self.state.set(Saving::Not(Trouble::Gone));
            self.again.set_value(Some(Timeout::new(0, move || self.go_on())));
        })
        .await
    }

    /// Whether something is not written yet.
    pub fn has_unsaved(self) -> bool {
        self.line.with_value(|line| !line.is_empty())
    }

    /// Remembers that everything was saved as a file.
    pub fn exported(self, events: usize) {
        self.marker.update(|marker| marker.exported = events);
        self.keep_marker();
    }

    /// Forgets that the browser had more events than these.
    pub fn accept_loss(self, events: usize) {
        self.marker.update(|marker| marker.events = events);
        self.keep_marker();
    }

    /// Keeps what is typed in a field.
    pub fn draft(self, field: String, text: String) {
        self.set.with_value(|set| journal::keep_typed(set, &field, &text));
        let Some(log) = self.log.get_value() else { return };
        spawn_local(async move {
            if let Err(trouble) = log.keep_draft(&field, &text).await {
                self.state.set(Saving::Not(trouble));
            }
        });
    }

    /// What was being typed when the page was last open.
    pub async fn drafts(self) -> Vec<(String, String)> {
        let mut drafts = match self.log.get_value() {
            Some(log) => log.drafts().await.unwrap_or_default(),
            None => Vec::new(),
        };
        // The last strokes may not have come to the log; the last of a field counts.
        drafts.extend(self.set.with_value(|set| journal::typed(set)));
        drafts
    }

    /// Keeps what waits where a killed page leaves it.
    fn keep_waiting(self) {
        self.line.with_value(|line| {
            let lines: Vec<&str> = line.iter().map(|(lines, _)| lines.as_str()).collect();
            self.set.with_value(|set| journal::keep(set, &lines.join("\n")));
        });
    }

    fn go_on(self) {
        let gone = self.log.with_value(|log| log.as_ref().is_some_and(Log::is_gone));
        if self.busy.get_value() || !(gone || self.has_unsaved()) {
            return;
        }
        self.busy.set_value(true);
        self.again.set_value(None);
        self.state.set(Saving::Busy);
        spawn_local(async move {
            let done = self.write().await;
            self.busy.set_value(false);
            match done {
                Ok(()) => self.state.set(Saving::Saved(now())),
                Err(trouble) => {
                    self.state.set(Saving::Not(trouble));
                    let again = Timeout::new(AGAIN_MS, move || self.go_on());
                    self.again.set_value(Some(again));
                }
            }
        });
    }

    async fn write(self) -> Result<(), Trouble> {
        // It may be there by now.
        let log = if let Some(log) = self.log.get_value() {
            log
        } else {
            let set = self.set.get_value();
            let (log, _) = self.connect(&set).await?;
            self.log.set_value(Some(log.clone()));
            log
        };
        if log.is_gone() {
            log.reconnect().await?;
            if let Some(whole) = self.whole.get_value() {
                self.marker.update(|marker| marker.events = 0);
                self.line.set_value(vec![whole()]);
            }
        }
        while let Some((lines, events)) = self.line.with_value(|line| line.first().cloned()) {
            log.append(&lines).await?;
            self.line.update_value(|line| {
                line.remove(0);
            });
            self.marker.update(|marker| {
                marker.events += events;
                marker.at = now();
            });
            self.keep_marker();
            self.keep_waiting();
        }
        Ok(())
    }

    fn keep_marker(self) {
        self.set.with_value(|set| self.marker.with_untracked(|known| marker::write(set, known)));
    }
}

/// The time, in milliseconds since 1970.
#[expect(clippy::cast_sign_loss, reason = "the clock is past 1970")]
pub fn now() -> u64 {
    js_sys::Date::now() as u64
}

/// A time as hours and minutes of this place.
pub fn clock(at: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "times of this millennium are exact")]
    let date = js_sys::Date::new(&(at as f64).into());
    format!("{:02}:{:02}:{:02}", date.get_hours(), date.get_minutes(), date.get_seconds())
}
