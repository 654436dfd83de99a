//! The open set, exchanged with the companion's shared log (`vedette serve --annotations FILE`).
//!
//! A round reads the events after a cursor, puts them into the page's log, and sends what the shared log
//! does not have ([`told`]). A deed starts a round at once, otherwise one comes every two seconds; without
//! an answer the waits grow. Events are kept in this browser first and sent afterwards, so that a server
//! that dies costs nothing.
//!
//! # Why a link has an identity
//! The same address may serve another file tomorrow. A set is exchanged only with the log that it was
//! linked with ([`link`]); another one is told, and nothing goes there before somebody says so. The mark
//! of a cursor tells a log that was cut or put back from one that went on, and the service refuses events
//! that name another log, so that nothing goes astray between two requests.

mod link;
mod service;
mod told;

pub use link::Link;

use super::desk::Desk;
use super::saver::now;
use super::session::{Session, Writes};
use futures_channel::oneshot;
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;
use service::Failure;
use told::Told;
use vedette_annotate::{Event, Log};

/// How long after a round the next one comes.
const POLL_MS: u32 = 2_000;
/// The longest wait while there is no answer.
const LONGEST_MS: u32 = 16_000;
/// So many messages about refused events are kept.
const MESSAGES: usize = 5;

/// How the open set stands to the shared log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// It is not exchanged.
    Alone,
    /// It is exchanged.
    With,
    /// There has been no answer since then, in milliseconds since 1970.
    Offline(u64),
    /// It is exchanged with another log than the one that is served now.
    Apart,
}

/// The exchange.
#[derive(Clone, Copy)]
pub struct Live {
    /// How the open set stands to the shared log.
    pub sharing: RwSignal<Sharing>,
    /// The log that is served here, if there is one.
    pub served: RwSignal<Option<Link>>,
    /// The log that the open set is exchanged with, if it is.
    pub link: RwSignal<Option<Link>>,
    /// How many events of the set the shared log does not have yet.
    pub waiting: RwSignal<usize>,
    /// Why events were not taken.
    pub refused: RwSignal<Vec<String>>,
    session: Session,
    desk: Desk,
    told: StoredValue<Told>,
    running: StoredValue<bool>,
    /// Ends the wait between two rounds.
    wake: StoredValue<Option<oneshot::Sender<()>>, LocalStorage>,
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Live")
    }
}

impl Live {
    /// Exchanges nothing yet.
    pub fn new(session: Session, desk: Desk) -> Self {
        let live = Self {
            sharing: RwSignal::new(Sharing::Alone),
            served: RwSignal::new(None),
            link: RwSignal::new(None),
            waiting: RwSignal::new(0),
            refused: RwSignal::new(Vec::new()),
            session,
            desk,
            told: StoredValue::new(Told::default()),
            running: StoredValue::new(false),
            wake: StoredValue::new_local(None),
        };
        session.hear(move |events| live.heard(events));
        EventListener::new(&window(), "online", move |_| live.go_on()).forget();
        live
    }

    /// Whether a shared log may be served here.
    pub fn is_possible() -> bool {
        service::possible()
    }

    /// The set of the log that is served here, if one is: what to open if nobody says another.
    pub async fn home(self) -> Option<String> {
        let served = self.look().await?;
        let set = link::set_of(&served);
        link::write(&set, &served);
        Some(set)
    }

    /// Looks which log is served here.
    async fn look(self) -> Option<Link> {
        if !service::possible() {
            return None;
        }
        let page = service::after(0, "", Some(0)).await.ok()?;
        let served = Link { log: page.log, name: page.name };
        self.served.set(Some(served.clone()));
        Some(served)
    }

    /// Takes up the exchange of a set that was just opened, if it is linked; comes back after the first
    /// round.
    pub async fn take_up(self, set: &str) {
        self.told.set_value(Told::default());
        self.waiting.set(0);
        self.refused.set(Vec::new());
        self.sharing.set(Sharing::Alone);
        self.link.set(link::read(set));
        if !service::possible() {
            return;
        }
        let served = self.look().await;
        if !self.is_open(set) {
            return;
        }
        // The address of a shared set, in a browser that does not have it.
        if let (None, Some(served)) = (self.link.get_untracked(), served)
            && set.starts_with(link::SHARED)
            && self.session.with_log(Log::is_empty)
        {
            link::write(set, &served);
            self.link.set(Some(served));
        }
        if self.link.with_untracked(Option::is_some) {
            Box::pin(self.round()).await;
            self.run();
        }
    }

    /// Exchanges the open set with the log that is served here, from now on.
    pub fn share(self) {
        let (set, served) = (self.session.set.get_untracked(), self.served.get_untracked());
        let (Some(set), Some(served)) = (set, served) else { return };
        link::write(&set, &served);
        self.link.set(Some(served));
        self.told.set_value(Told::default());
        self.sharing.set(Sharing::Alone);
        self.run();
        self.go_on();
    }

    /// The set of the log that is served here: another one than the open set, which is linked elsewhere.
    pub fn other(self) -> Option<String> {
        let served = self.served.get_untracked()?;
        let set = link::set_of(&served);
        link::write(&set, &served);
        Some(set)
    }

    fn is_open(self, set: &str) -> bool {
        self.session.set.with_untracked(|open| open.as_deref() == Some(set))
    }

    fn heard(self, events: &[Event]) {
        if self.link.with_untracked(Option::is_none) {
            return;
        }
        self.told.update_value(|told| told.hear(events));
        self.count();
        // While there is no answer, the waits stay as long as they are.
        if self.sharing.get_untracked() == Sharing::With {
            self.go_on();
        }
    }

    /// Counts what is not there yet.
    fn count(self) {
        let here = self.session.with_log(Log::len);
        let waiting = self.told.with_value(|told| told.waiting(here));
        if self.waiting.get_untracked() != waiting {
            self.waiting.set(waiting);
        }
    }

    /// Goes on at once.
    fn go_on(self) {
        self.wake.update_value(|wake| {
            if let Some(wake) = wake.take() {
                // Nobody can have stopped waiting.
                let _ = wake.send(());
            }
        });
    }

    /// One round after another, as long as the open set is linked.
    fn run(self) {
        if self.running.get_value() {
            return;
        }
        self.running.set_value(true);
        spawn_local(async move {
            let mut wait = POLL_MS;
            while self.link.with_untracked(Option::is_some) {
                self.sleep(wait).await;
                wait = if self.round().await { POLL_MS } else { (wait * 2).min(LONGEST_MS) };
            }
            self.running.set_value(false);
        });
    }

    async fn sleep(self, millis: u32) {
        let (sender, receiver) = oneshot::channel();
        self.wake.set_value(Some(sender));
        let timer = Timeout::new(millis, move || self.go_on());
        // A sender that is gone has been replaced; the next round comes all the same.
        let _ = receiver.await;
        drop(timer);
    }

    /// Reads and sends once; gives whether there was an answer.
    async fn round(self) -> bool {
        let (Some(set), Some(link)) = (self.session.set.get_untracked(), self.link.get_untracked())
        else {
            return true;
        };
        // Of several tabs the one that writes exchanges.
        if self.session.writes.get_untracked() != Writes::Here {
            self.set(Sharing::Alone);
            return true;
        }
        self.count();
        match self.exchange(&set, link).await {
            Ok(sharing) if self.is_open(&set) => self.set(sharing),
            Err(Failure::Absent | Failure::Failed(_)) if self.is_open(&set) => {
                if !matches!(self.sharing.get_untracked(), Sharing::Offline(_)) {
                    self.set(Sharing::Offline(now()));
                }
                return false;
            }
            // Another set is open by now, or it has another log since the question: the next round
            // sees which.
            Ok(_) | Err(_) => {}
        }
        true
    }

    fn set(self, sharing: Sharing) {
        if self.sharing.get_untracked() != sharing {
            self.sharing.set(sharing);
        }
    }

    async fn exchange(self, set: &str, mut link: Link) -> Result<Sharing, Failure> {
        // Of another log only its name is of interest.
        let mut most = (self.sharing.get_untracked() == Sharing::Apart).then_some(0);
        loop {
            let (cursor, mark) = self.told.with_value(|told| (told.cursor, told.mark.clone()));
            let mut page = service::after(cursor, &mark, most.take()).await?;
            if !self.is_open(set) {
                return Ok(Sharing::Alone);
            }
            let served = Link { log: page.log.clone(), name: page.name.clone() };
            if self.served.with_untracked(|known| known.as_ref() != Some(&served)) {
                self.served.set(Some(served.clone()));
            }
            if served.log != link.log && !link.log.is_empty() {
                self.told.set_value(Told::default());
                return Ok(Sharing::Apart);
            }
            if link != served {
                self.relink(set, served.clone());
                link = served;
            }
            let events = page.events();
            if self.session.merge(events.clone(), false).is_none() {
                // This tab does not write any more; what was read is read again by the one that does.
                return Ok(Sharing::Alone);
            }
            self.told.update_value(|told| {
                if page.from < told.cursor {
                    told.begin_anew();
                }
                told.read(events, page.cursor, page.mark);
            });
            self.desk.begin();
            self.count();
            if !page.more {
                break;
            }
        }
        self.send(set, link).await?;
        Ok(Sharing::With)
    }

    /// Sends what the log does not have.
    async fn send(self, set: &str, mut link: Link) -> Result<(), Failure> {
        loop {
            let unsent = self
                .session
                .with_log(|log| self.told.with_value(|told| told.unsent(log, log.len())));
            let part = service::part(&unsent);
            if part.is_empty() {
                return Ok(());
            }
            let taken = service::send(&link.log, part).await?;
            if !self.is_open(set) {
                return Ok(());
            }
            let refused = |at: usize| taken.refused.iter().any(|refusal| refusal.number == at);
            self.told.update_value(|told| told.sent(part, refused));
            if !taken.refused.is_empty() {
                self.refused.update(|all| {
                    all.extend(taken.refused.iter().map(|refusal| refusal.message.clone()));
                    all.truncate(MESSAGES);
                });
            }
            if link.log.is_empty() {
                link.log = taken.log;
                self.relink(set, link.clone());
            }
            self.count();
        }
    }

    fn relink(self, set: &str, to: Link) {
        link::write(set, &to);
        self.link.set(Some(to));
    }
}
