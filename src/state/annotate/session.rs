//! An open annotation set: its log, what the log comes to, and the one who writes.
//!
//! Every deed is one event: it goes into the log in memory, its item is folded anew, and it is handed
//! to the [`Saver`] and told to the exchange with a shared log ([`super::live`]). Nothing of a deed is
//! kept in another way, so that a page that is killed finds everything again.

use super::saver::{Saver, now};
use super::store::{Trouble, journal, lock, marker};
use super::who::{Who, session};
use gloo::events::EventListener;
use gloo::storage::{LocalStorage as Kept, Storage};
use leptos::prelude::*;
use leptos::task::spawn_local;
use vedette_annotate::{
    Damage, Decision, Event, History, Inserted, Item, Log, State, What, Writer, fold, history,
    refold, refold_all,
};
use wasm_bindgen::JsCast;
use web_sys::StorageEvent;

/// The setting that holds the words of the scene.
pub const VOCABULARY: &str = "vocabulary";

/// Where the name of the set that was open last is kept.
const LAST: &str = "vedette.annotate.last";

/// Who may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writes {
    /// It is not known yet.
    Unknown,
    /// This page does.
    Here,
    /// Another tab does; this one looks on.
    Elsewhere,
}

/// An annotation set.
#[derive(Clone, Copy)]
pub struct Session {
    /// The set's name; none if none is open.
    pub set: RwSignal<Option<String>>,
    /// What the log comes to.
    pub state: RwSignal<State>,
    /// Who annotates.
    pub who: RwSignal<Who>,
    /// Whether this page writes.
    pub writes: RwSignal<Writes>,
    /// How many events the browser has lost, if it has.
    pub lost: RwSignal<Option<usize>>,
    /// Lines of the stored log that cannot be read.
    pub damaged: RwSignal<Vec<Damage>>,
    /// What can be undone and redone.
    pub history: RwSignal<History>,
    /// Why something was not done.
    pub refused: RwSignal<Option<String>>,
    /// Saves.
    pub saver: Saver,
    log: StoredValue<Log>,
    writer: StoredValue<Option<Writer>>,
    heard: StoredValue<Option<Heard>, LocalStorage>,
}

/// Told of events that were made here.
type Heard = Box<dyn Fn(&[Event])>;

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Session")
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// Without a set.
    pub fn new() -> Self {
        let session = Self {
            set: RwSignal::new(None),
            state: RwSignal::new(State::default()),
            who: RwSignal::new(Who::load()),
            writes: RwSignal::new(Writes::Unknown),
            lost: RwSignal::new(None),
            damaged: RwSignal::new(Vec::new()),
            history: RwSignal::new(History::default()),
            refused: RwSignal::new(None),
            saver: Saver::new(),
            log: StoredValue::new(Log::default()),
            writer: StoredValue::new(None),
            heard: StoredValue::new_local(None),
        };
        session.watch_others();
        session
    }

    /// The set that was open last in this browser.
    pub fn last() -> Option<String> {
        Kept::get(LAST).ok()
    }

    /// Opens a set of this browser; a new name makes a new one. Gives what was being typed.
    pub async fn open(self, set: &str) -> Vec<(String, String)> {
        self.writes.set(Writes::Unknown);
        self.lost.set(None);
        self.refused.set(None);
        self.log.set_value(Log::default());
        let whole = move || self.log.with_value(|log| (log.text(), log.len()));
        let records = self.saver.open(set, whole).await.unwrap_or_default();
        self.take(&records);
        let events = self.log.with_value(Log::len);
        let known = self.saver.marker.get_untracked();
        self.lost.set(marker::lost(&known, events));
        let drafts = self.saver.drafts().await;
        // Where nothing can be kept, the address still says which set it is.
        let _ = Kept::set(LAST, set);
        self.set.set(Some(set.to_owned()));
        let mine = set.to_owned();
        lock::hold(set, move |here| {
            // The lock of a set that was left is held, and means nothing here any more.
            if self.set.with_untracked(|set| set.as_ref() != Some(&mine)) {
                return;
            }
            let before = self.writes.get_untracked();
            self.writes.set(if here { Writes::Here } else { Writes::Elsewhere });
            if here && before == Writes::Elsewhere {
                self.read_again();
            } else if here {
                self.recover();
            }
        });
        drafts
    }

    /// Takes over the records of the log as they are stored.
    fn take(self, records: &[String]) {
        let mut text = records.join("\n");
        text.push('\n');
        let read = Log::read(text.as_bytes());
        self.damaged.set(read.damaged);
        self.log.set_value(read.log);
        self.settle();
    }

    /// Folds the whole log.
    fn settle(self) {
        self.writer.set_value(None);
        self.log.with_value(|log| {
            self.state.set(fold(log));
            let name = self.who.with_untracked(|who| who.name.clone());
            self.history.set(history(log, &name));
        });
    }

    /// Puts in what a page that was killed had not written yet.
    fn recover(self) {
        if self.writes.get_untracked() != Writes::Here {
            return;
        }
        let waited = self.set.with_untracked(|set| set.as_deref().and_then(journal::read));
        if let Some(waited) = waited {
            let events = Log::read(waited.as_bytes()).log.ordered().into_iter().cloned().collect();
            // The exchange finds them by itself: it sends what the shared log does not have.
            self.merge(events, false);
        }
    }

    fn read_again(self) {
        spawn_local(async move {
            if let Ok(records) = self.saver.read_again().await {
                self.take(&records);
                self.recover();
            }
        });
    }

    /// Follows what the tab that writes has saved: it changes what is remembered beside the log.
    fn watch_others(self) {
        EventListener::new(&window(), "storage", move |event| {
            let key = event.dyn_ref::<StorageEvent>().and_then(StorageEvent::key);
            let here = self.set.with_untracked(|set| set.as_deref().map(marker::key));
            if key.is_some() && key == here && self.writes.get_untracked() == Writes::Elsewhere {
                self.read_again();
            }
        })
        .forget();
    }

    /// Who is told of events that are made here.
    pub fn hear(self, heard: impl Fn(&[Event]) + 'static) {
        self.heard.set_value(Some(Box::new(heard)));
    }

    /// Changes who annotates.
    pub fn rename(self, who: Who) {
        who.keep();
        let name = who.name.clone();
        self.who.set(who);
        self.writer.set_value(None);
        self.history.set(self.log.with_value(|log| history(log, &name)));
    }

    /// The words of the scene, as JSON: those that I gave, else those that somebody gave.
    pub fn vocabulary(self) -> Option<String> {
        self.who.with(|who| {
            self.state.with(|state| {
                let mine = state.settings.get(&who.name);
                let mut all = mine.into_iter().chain(state.settings.values());
                all.find_map(|of| of.get(VOCABULARY)?.as_str()).map(str::to_owned)
            })
        })
    }

    /// Looks at the log.
    pub fn with_log<T>(self, look: impl FnOnce(&Log) -> T) -> T {
        self.log.with_value(look)
    }

    /// Does something, if this page may write. `more` is kept beside it.
    pub fn act(
        self,
        item: Option<&str>,
        what: What,
        more: Option<(&str, serde_json::Value)>,
    ) -> bool {
        let Some(mut event) = self.event(item, what) else { return false };
        if let Some((name, value)) = more {
            event.more.insert(name.to_owned(), value);
        }
        let line = event.line();
        let mut same = false;
        self.log.update_value(|log| same = log.insert(event.clone()) == Inserted::Same);
        if same {
            return false;
        }
        self.log.with_value(|log| {
            self.state.update(|state| refold(state, log, event.item.as_deref()));
        });
        self.history.update(|history| history.add(&event));
        self.saver.append(line, 1);
        self.tell(&[event]);
        true
    }

    /// A judgement that takes the place of the former one.
    pub fn decide(self, item: &str, decision: Decision, seconds: Option<u64>) -> bool {
        let who = self.who.get_untracked();
        let what =
            self.state.with_untracked(|state| state.decide(&who.name, who.role, item, decision));
        self.act(Some(item), what, seconds.map(|seconds| ("seconds", seconds.into())))
    }

    /// Takes back the last deed; gives its item.
    pub fn undo(self) -> Option<Option<String>> {
        let (what, item) = self.history.with_untracked(History::undo)?;
        self.act(item.as_deref(), what, None).then_some(item)
    }

    /// Does it again; gives its item.
    pub fn redo(self) -> Option<Option<String>> {
        let (what, item) = self.history.with_untracked(History::redo)?;
        self.act(item.as_deref(), what, None).then_some(item)
    }

    /// Brings items in; those that are here with the same content are left alone. Gives how many came.
    pub fn bring(self, items: Vec<Item>) -> usize {
        let new: Vec<Item> = self.state.with_untracked(|state| {
            let known = |item: &Item| {
                let here = state.items.get(&item.id);
                here.is_some_and(|here| here.versions.iter().any(|v| v.item == *item))
            };
            items.into_iter().filter(|item| !known(item)).collect()
        });
        if new.is_empty() || !self.ready() {
            return 0;
        }
        let mut events = Vec::new();
        self.writer.update_value(|writer| {
            events = writer.as_mut().map(|writer| writer.items(now(), new)).unwrap_or_default();
        });
        self.merge(events, true).unwrap_or(0)
    }

    /// Puts events of others in; gives how many were not here, and nothing if this page may not write.
    /// `pass` tells the exchange of them.
    pub fn merge(self, events: Vec<Event>, pass: bool) -> Option<usize> {
        if self.writes.get_untracked() != Writes::Here {
            return None;
        }
        let mut new = Vec::new();
        self.log.update_value(|log| {
            for event in events {
                if log.insert(event.clone()) != Inserted::Same {
                    new.push(event);
                }
            }
        });
        if new.is_empty() {
            return Some(0);
        }
        let lines: Vec<String> = new.iter().map(Event::line).collect();
        self.log.with_value(|log| {
            self.state.update(|state| refold_all(state, log, &new));
            let name = self.who.with_untracked(|who| who.name.clone());
            if new.iter().any(|event| event.id.annotator() == name) {
                self.history.set(history(log, &name));
            }
        });
        self.saver.append(lines.join("\n"), new.len());
        if pass {
            self.tell(&new);
        }
        Some(new.len())
    }

    fn tell(self, events: &[Event]) {
        self.heard.with_value(|heard| {
            if let Some(heard) = heard {
                heard(events);
            }
        });
    }

    fn event(self, item: Option<&str>, what: What) -> Option<Event> {
        if !self.ready() {
            return None;
        }
        let role = self.who.with_untracked(|who| who.role);
        let mut made = None;
        self.writer.update_value(|writer| {
            made = writer.as_mut().map(|writer| writer.event(now(), role, item, what));
        });
        made
    }

    /// Whether this page may write; has a writer ready then.
    fn ready(self) -> bool {
        let refuse = |why: String| {
            self.refused.set(Some(why));
            false
        };
        match self.writes.get_untracked() {
            Writes::Here => {}
            Writes::Elsewhere => {
                return refuse("another tab writes; go on there, or close it".into());
            }
            Writes::Unknown => return refuse("the set is still being opened; try again".into()),
        }
        if self.writer.with_value(Option::is_some) {
            return true;
        }
        let name = self.who.with_untracked(|who| who.name.clone());
        // A session of its own for every writer: no other tab counts its events.
        let made = self.log.with_value(|log| Writer::new(&name, &session(), log));
        match made {
            Ok(writer) => {
                self.writer.set_value(Some(writer));
                true
            }
            Err(why) => refuse(why),
        }
    }

    /// Why the last events are not on the disk, if they are not.
    pub fn unsaved(self) -> Option<Trouble> {
        self.saver.state.with(|state| match state {
            super::saver::Saving::Not(trouble) => Some(trouble.clone()),
            _ => None,
        })
    }
}
