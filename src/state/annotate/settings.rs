//! Settings of this browser for annotating: keys, notation, timer, guidelines beside.

use super::keymap::Keymap;
use gloo::storage::{LocalStorage, Storage};
use leptos::prelude::*;
use serde::{Serialize, de::DeserializeOwned};

/// The settings.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Which key does what.
    pub keys: RwSignal<Keymap>,
    /// The notation that formulas are shown in.
    pub notation: RwSignal<String>,
    /// Whether the time on an item is shown, and kept with decisions.
    pub timer: RwSignal<bool>,
    /// Whether the guidelines stand beside the item.
    pub guidelines: RwSignal<bool>,
}

impl Settings {
    /// Reads them, and keeps them whenever they change.
    pub fn load() -> Self {
        let keys = RwSignal::new(Keymap::load());
        Effect::new(move |_| keys.with(Keymap::keep));
        Self {
            keys,
            notation: kept("vedette.annotate.notation", "vedette".to_owned()),
            timer: kept("vedette.annotate.timer", false),
            guidelines: kept("vedette.annotate.guidelines", true),
        }
    }
}

/// A signal that is kept under a key.
fn kept<T>(key: &'static str, usual: T) -> RwSignal<T>
where
    T: Serialize + DeserializeOwned + Clone + Send + Sync + 'static,
{
    let signal = RwSignal::new(LocalStorage::get(key).unwrap_or(usual));
    Effect::new(move |_| {
        // Where nothing can be kept it lasts for this visit.
        let _ = LocalStorage::set(key, signal.get());
    });
    signal
}
