//! Items made ready ahead of the annotator, so that the next one is there when the key is pressed.
//!
//! The worker is asked for the nearest item alone, and then for a few at a time; what was made ready
//! is kept as long as it is near.

use crate::bridge::{Annotating, EngineOf, Failure};
use leptos::prelude::*;
use leptos::task::spawn_local;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use vedette_annotate::Item;
use vedette_annotate::prepare::{Options, Prepared};
use vedette_annotate::protocol::{Answer, Question};

/// So many items are asked for at once.
const BATCH: usize = 4;
/// Of items that are not near any more, so many are kept.
const KEPT: usize = 64;

/// An item that was made ready, or why it could not be.
pub type Ready = Result<Arc<Prepared>, String>;

/// Items made ready.
#[derive(Clone, Copy)]
pub struct Ahead {
    /// Changes whenever something was made ready.
    pub arrived: RwSignal<u32>,
    engine: EngineOf<Annotating>,
    /// With the content that it was made of: an item may be amended.
    kept: StoredValue<FxHashMap<String, (Item, Ready)>>,
    wanted: StoredValue<Vec<Item>>,
    running: StoredValue<bool>,
    options: StoredValue<Options>,
}

impl std::fmt::Debug for Ahead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ahead")
    }
}

impl Default for Ahead {
    fn default() -> Self {
        Self::new()
    }
}

impl Ahead {
    /// With a worker of its own, started with the first item.
    pub fn new() -> Self {
        Self {
            arrived: RwSignal::new(0),
            engine: EngineOf::new(),
            kept: StoredValue::new(FxHashMap::default()),
            wanted: StoredValue::new(Vec::new()),
            running: StoredValue::new(false),
            options: StoredValue::new(Options::default()),
        }
    }

    /// What is known of an item.
    pub fn get(self, item: &Item) -> Option<Ready> {
        self.kept.with_value(|kept| {
            let (of, ready) = kept.get(&item.id)?;
            (of == item).then(|| ready.clone())
        })
    }

    /// Wants these items, the nearest first, made ready in this way.
    pub fn want(self, items: Vec<Item>, options: Options) {
        if self.options.with_value(|known| *known != options) {
            self.options.set_value(options);
            self.kept.set_value(FxHashMap::default());
            self.arrived.update(|count| *count += 1);
        }
        self.wanted.set_value(items);
        if !self.running.get_value() {
            self.running.set_value(true);
            spawn_local(async move {
                while let Some(batch) = self.next() {
                    self.ask(batch).await;
                }
                self.running.set_value(false);
            });
        }
    }

    /// The items to ask for now.
    fn next(self) -> Option<Vec<Item>> {
        let missing = |item: &&Item| self.get(item).is_none();
        self.wanted.with_value(|wanted| {
            let first = wanted.first().filter(missing);
            let batch: Vec<Item> = match first {
                Some(first) => vec![first.clone()],
                None => wanted.iter().filter(missing).take(BATCH).cloned().collect(),
            };
            (!batch.is_empty()).then_some(batch)
        })
    }

    async fn ask(self, batch: Vec<Item>) {
        let options = self.options.get_value();
        let question = Question::Prepare { items: batch.clone(), options: options.clone() };
        let failed = |what: String| -> Vec<Ready> { vec![Err(what); batch.len()] };
        let ready = match self.engine.ask(&question, Vec::new()).await {
            Ok((Answer::Prepared { items }, _)) => {
                items.into_iter().map(|item| Ok(Arc::new(item))).collect()
            }
            Ok((Answer::Rejected { message }, _)) => failed(message),
            Ok(_) => failed("the worker answered another question".into()),
            Err(Failure::Cancelled) => failed("cancelled".into()),
            Err(Failure::Stopped(what)) => failed(format!("the engine stopped ({what})")),
        };
        if self.options.with_value(|now| *now != options) {
            // They are asked for again, in the other way.
            return;
        }
        self.kept.update_value(|kept| {
            for (item, ready) in batch.into_iter().zip(ready) {
                kept.insert(item.id.clone(), (item, ready));
            }
        });
        self.forget();
        self.arrived.update(|count| *count += 1);
    }

    /// Forgets what is far, once there is much of it.
    fn forget(self) {
        let near: Vec<String> =
            self.wanted.with_value(|wanted| wanted.iter().map(|item| item.id.clone()).collect());
        self.kept.update_value(|kept| {
            if kept.len() > near.len() + KEPT {
                kept.retain(|id, _| near.contains(id));
            }
        });
    }
}
