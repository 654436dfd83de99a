//! All that the room holds, and how its parts follow the address.

use super::bringing::Bringing;
use super::desk::Desk;
use super::keymap::Act;
use super::live::Live;
use super::session::{Session, Writes};
use super::settings::Settings;
use super::store::persist::{self, Promise};
use crate::bridge::{Annotating, EngineOf};
use crate::routes::{Annotate, Route};
use crate::state::navigation::{Navigation, start};
use crate::state::source::{Missing, Source};
use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;
use vedette_annotate::Log;
use vedette_annotate::export::Format;
use vedette_annotate::import::{Imported, Wanted};
use vedette_annotate::protocol::{Answer, Question};
use vedette_report::bundle::sha256;

/// How long after an item came on the screen the address says so.
const ADDRESS_MS: u32 = 100;

/// The set of the example.
pub const EXAMPLE: &str = "example";

/// The room.
#[derive(Clone, Copy, Debug)]
pub struct Annotation {
    /// The open set.
    pub session: Session,
    /// What lies before the annotator.
    pub desk: Desk,
    /// Settings of this browser.
    pub settings: Settings,
    /// A file that is looked at.
    pub bringing: Bringing,
    /// Answers about whole sets.
    pub engine: EngineOf<Annotating>,
    /// Whether a set is being opened.
    pub opening: RwSignal<bool>,
    /// Why a set could not be opened.
    pub trouble: RwSignal<Option<String>>,
    /// The exchange with a shared log.
    pub live: Live,
    /// What the browser promises about what is stored.
    pub promise: RwSignal<Option<Promise>>,
    navigation: Navigation,
}

impl Annotation {
    /// An empty room that follows the address.
    pub fn new(navigation: Navigation) -> Self {
        let session = Session::new();
        let settings = Settings::load();
        let engine = EngineOf::new();
        let desk = Desk::new(session, settings);
        let room = Self {
            session,
            desk,
            live: Live::new(session, desk),
            settings,
            bringing: Bringing::new(session, engine),
            engine,
            opening: RwSignal::new(false),
            trouble: RwSignal::new(None),
            promise: RwSignal::new(None),
            navigation,
        };
        room.follow();
        room
    }

    /// What the address says of this room.
    pub fn here(self) -> Annotate {
        self.navigation.route.with(|route| match route {
            Route::Annotate(here) => here.clone(),
            _ => Annotate::default(),
        })
    }

    /// Goes to a view of the open set.
    pub fn view(self, view: &str) {
        self.navigation.go(&Route::Annotate(self.address(view)));
    }

    /// The address of a view of the open set.
    pub fn address(self, view: &str) -> Annotate {
        let set = self.session.set.get_untracked().unwrap_or_default();
        let item = if view.is_empty() { self.desk.here.get_untracked() } else { None };
        Annotate {
            set,
            view: view.to_owned(),
            item: item.unwrap_or_default(),
            ..Annotate::default()
        }
    }

    /// Goes to an item.
    pub fn item(self, id: &str) {
        self.desk.go(Some(id.to_owned()));
        self.view("");
    }

    /// Opens a set, and goes to its next item.
    pub fn open(self, set: &str) {
        let set = set.to_owned();
        self.navigation.go(&Route::Annotate(Annotate { set, ..Annotate::default() }));
    }

    /// Puts the file that is looked at into a set of its own, and opens that.
    pub fn take_as_new(self) {
        let Some(found) = self.bringing.found.get_untracked() else { return };
        let set = free_name(&self.bringing.set_name());
        self.bringing.close();
        spawn_local(async move {
            Box::pin(self.load(&set, "")).await;
            self.writing().await;
            self.put(found);
            self.desk.start(Vec::new(), "");
            self.open(&set);
        });
    }

    fn follow(self) {
        Effect::new(move |_| {
            let Route::Annotate(here) = self.navigation.route.get() else { return };
            let open = self.session.set.get_untracked();
            if self.opening.get_untracked() || (here.set.is_empty() && here.view == "open") {
                return;
            }
            if !here.packed.is_empty() {
                spawn_local(Box::pin(self.unfold(here.packed)));
                return;
            }
            let wanted = if here.set.is_empty() { open.clone() } else { Some(here.set) };
            if wanted.is_some() && open == wanted {
                if !here.item.is_empty() && here.view.is_empty() {
                    self.desk.go(Some(here.item));
                }
                return;
            }
            spawn_local(async move {
                let wanted = match wanted {
                    Some(set) => Some(set),
                    None => self.usual().await,
                };
                if let Some(set) = wanted {
                    Box::pin(self.load(&set, &here.item)).await;
                }
            });
        });
        // The address follows the desk, once the item is on the screen: writing it takes the browser as
        // long as everything else that a key does.
        let pending: StoredValue<Option<Timeout>, LocalStorage> = StoredValue::new_local(None);
        Effect::new(move |_| {
            self.desk.here.track();
            self.session.set.track();
            pending.set_value(Some(Timeout::new(ADDRESS_MS, move || self.tell_address())));
        });
    }

    /// Has the address say which item lies on the desk.
    fn tell_address(self) {
        let (Some(item), Some(set)) =
            (self.desk.here.get_untracked(), self.session.set.get_untracked())
        else {
            return;
        };
        if let Route::Annotate(here) = self.navigation.route.get_untracked()
            && here.view.is_empty()
            && here.packed.is_empty()
            && (here.set.is_empty() || here.set == set)
            && here.item != item
        {
            let here = Annotate { set, item, ..Annotate::default() };
            self.navigation.replace(Route::Annotate(here));
        }
    }

    /// Opens the set that a link carries: the same set for the same link, with what was judged since.
    async fn unfold(self, packed: String) {
        self.opening.set(true);
        self.trouble.set(None);
        let set = format!("link-{}", &sha256(packed.as_bytes())[..10]);
        let asked = self.engine.ask(&Question::Unpack { packed }, Vec::new()).await;
        let found = match asked {
            Ok((Answer::Log { .. }, blobs)) => {
                Log::read(blobs.first().map_or(&[], Vec::as_slice)).log
            }
            other => {
                self.opening.set(false);
                self.trouble.set(Some(super::files::said(other.map(|(answer, _)| answer))));
                return;
            }
        };
        Box::pin(self.load(&set, "")).await;
        self.writing().await;
        self.session.merge(found.ordered().into_iter().cloned().collect(), true);
        self.desk.begin();
        let item = self.desk.here.get_untracked().unwrap_or_default();
        self.navigation.replace(Route::Annotate(Annotate { set, item, ..Annotate::default() }));
    }

    /// What is opened if nobody says what: the set of this site, the log that is served here, else the
    /// set that was open last.
    async fn usual(self) -> Option<String> {
        if let Some(Route::Annotate(Annotate { set, .. })) = start() {
            return Some(set);
        }
        if !Live::is_possible() {
            return Session::last();
        }
        self.opening.set(true);
        let home = self.live.home().await;
        self.opening.set(false);
        home.or_else(Session::last)
    }

    async fn load(self, set: &str, item: &str) {
        self.opening.set(true);
        self.trouble.set(None);
        let drafts = self.session.open(set).await;
        let empty = self.session.state.with_untracked(|state| state.items.is_empty());
        if let Err(why) = self.fill(set, empty).await {
            self.trouble.set(Some(why));
        }
        if Live::is_possible() {
            self.writing().await;
        }
        self.live.take_up(set).await;
        self.opening.set(false);
        self.desk.start(drafts, item);
        // Asked for once something is to be kept.
        if self.promise.get_untracked().is_none() {
            self.promise.set(Some(persist::ask().await));
        }
    }

    /// Brings in the items of a set that lies beside the page, and of the example.
    async fn fill(self, set: &str, empty: bool) -> Result<(), String> {
        let content = if set == EXAMPLE && empty {
            Bringing::example()
        } else if lies_beside(set) {
            let read = Source::Address("./".into()).read(set).await;
            match read {
                Ok(content) => content,
                // What is in this browser already can be worked on.
                Err(_) if !empty => return Ok(()),
                Err(Missing::Absent) => {
                    return Err(format!("there is no file {set} beside this page"));
                }
                Err(Missing::Failed(what)) => return Err(what),
            }
        } else {
            return Ok(());
        };
        let wanted = Wanted::default();
        let asked = self.engine.ask(&Question::Import { wanted }, vec![content]).await;
        let found = match asked.map(|(answer, _)| answer) {
            Ok(Answer::Imported(found)) => *found,
            other => return Err(super::files::said(other)),
        };
        self.writing().await;
        if self.session.writes.get_untracked() == Writes::Here {
            self.put(found);
        }
        Ok(())
    }

    /// Puts what a file held into the open set.
    fn put(self, found: Imported) {
        if found.events.is_empty() {
            self.session.bring(found.items);
        } else {
            self.session.merge(found.events, true);
        }
    }

    /// Waits until it is known who writes.
    async fn writing(self) {
        for _ in 0..100 {
            if self.session.writes.get_untracked() != Writes::Unknown {
                return;
            }
            let (sender, receiver) = futures_channel::oneshot::channel();
            let tick = Timeout::new(20, move || {
                // Nobody can have stopped waiting.
                let _ = sender.send(());
            });
            let _ = receiver.await;
            drop(tick);
        }
    }

    /// Does what a key stands for.
    pub fn perform(self, act: Act, toast: crate::state::dom::Toast) {
        match act {
            Act::Repair => {
                if !self.desk.take_repair() {
                    focus("repair");
                }
            }
            Act::Comment => focus("comment"),
            Act::Export => self.export(Format::Log, toast),
            other => self.desk.perform(other),
        }
    }

    /// Saves a file.
    pub fn export(self, format: Format, toast: crate::state::dom::Toast) {
        spawn_local(async move {
            match super::files::save(self.session, self.engine, format).await {
                Ok(name) => toast.say(&format!("Saved as {name}")),
                Err(why) => toast.say(&why),
            }
        });
    }
}

/// Whether a set is a file beside the page: below it, and nowhere else.
fn lies_beside(set: &str) -> bool {
    let file = [".jsonl", ".json", ".csv", ".tsv", ".zip"].iter().any(|end| set.ends_with(end));
    let plain = |part: &str| !part.is_empty() && part != "." && part != "..";
    file && !set.contains([':', '\\', '?', '#', '%']) && set.split('/').all(plain)
}

/// A name that no set of this browser has.
fn free_name(wanted: &str) -> String {
    let taken = super::store::marker::all();
    let free = |name: &String| !taken.iter().any(|(set, _)| set == name);
    let names = std::iter::once(wanted.to_owned());
    let mut names = names.chain((2..).map(|number| format!("{wanted}-{number}")));
    names.find(free).unwrap_or_else(|| wanted.to_owned())
}

/// Gives the focus to a field.
pub fn focus(id: &str) {
    use wasm_bindgen::JsCast;
    let found = document().get_element_by_id(id);
    if let Some(field) = found.and_then(|found| found.dyn_into::<web_sys::HtmlElement>().ok()) {
        field.focus().unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::lies_beside;

    #[test]
    fn only_files_below_the_page_are_read() {
        for beside in ["items.jsonl", "annotations/items.jsonl", "a/b.csv"] {
            assert!(lies_beside(beside), "{beside}");
        }
        let others = [
            "example",
            "../items.jsonl",
            "https://a.example/items.jsonl",
            "//a/items.jsonl",
            "/items.jsonl",
            "a/../../items.csv",
            "a%2f..%2fitems.csv",
        ];
        for other in others {
            assert!(!lies_beside(other), "{other}");
        }
    }
}
