//! Questions of which only the newest matters, as while somebody types.

use super::{EngineOf, Failure, Service};
use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// A question that a newer one waits for is given up after this time.
const PATIENCE_MS: u32 = 400;

/// What to do with an answer, and whether no newer question waits.
type Then<S> = Box<dyn FnOnce(Result<<S as Service>::Answer, Failure>, bool)>;

/// A question that waits.
type Waiting<S> = Option<(<S as Service>::Question, Then<S>)>;

/// Asks one question at a time; of those that wait, only the newest.
#[derive(Clone, Copy)]
pub struct LatestOf<S: Service> {
    engine: EngineOf<S>,
    running: StoredValue<bool>,
    waiting: StoredValue<Waiting<S>, LocalStorage>,
    patience: StoredValue<Option<Timeout>, LocalStorage>,
}

impl<S: Service> std::fmt::Debug for LatestOf<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Latest")
    }
}

impl<S: Service> LatestOf<S> {
    /// With a worker of its own.
    pub fn new() -> Self {
        Self {
            engine: EngineOf::new(),
            running: StoredValue::new(false),
            waiting: StoredValue::new_local(None),
            patience: StoredValue::new_local(None),
        }
    }

    /// Asks now, or as soon as the question that runs is answered or given up.
    pub fn ask(
        self,
        question: S::Question,
        then: impl FnOnce(Result<S::Answer, Failure>, bool) + 'static,
    ) {
        self.waiting.set_value(Some((question, Box::new(then))));
        if !self.running.get_value() {
            self.next();
        } else if self.patience.with_value(Option::is_none) {
            self.patience.set_value(Some(Timeout::new(PATIENCE_MS, move || self.lose_patience())));
        }
    }

    fn next(self) {
        let mut waiting = None;
        self.waiting.update_value(|stored| waiting = stored.take());
        let Some((question, then)) = waiting else { return };
        self.running.set_value(true);
        spawn_local(async move {
            let answer = self.engine.ask(&question, Vec::new()).await;
            // The page may have gone meanwhile.
            if self.running.try_set_value(false).is_some() {
                return;
            }
            self.patience.set_value(None);
            let last = self.waiting.with_value(Option::is_none);
            if last || answer.is_ok() {
                then(answer.map(|(answer, _)| answer), last);
            }
            self.next();
        });
    }

    fn lose_patience(self) {
        self.patience.set_value(None);
        if self.engine.is_ready() {
            self.engine.cancel();
        }
    }

    /// For other questions to the same worker: they do not push each other away.
    #[must_use]
    pub fn beside(self) -> Self {
        Self { engine: self.engine, ..Self::new() }
    }

    /// The engine itself, for questions with files beside them.
    pub fn engine(self) -> EngineOf<S> {
        self.engine
    }

    /// Gives up the question that runs.
    pub fn end(self) {
        self.engine.cancel();
    }
}

impl<S: Service> Default for LatestOf<S> {
    fn default() -> Self {
        Self::new()
    }
}
