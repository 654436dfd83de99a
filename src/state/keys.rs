//! Keys of the page that is shown. They rest while somebody types, and can be switched off.

use super::settings::single_keys_are_on;
use gloo::events::{EventListener, EventListenerOptions};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// What a page does with a key: whether it knew the key.
type Handler = Box<dyn Fn(&str) -> bool>;

/// The keys of the page that is shown.
#[derive(Clone, Copy)]
pub struct Keys(StoredValue<Option<Handler>, LocalStorage>);

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

impl Keys {
    /// Listens from now on; `?` does `help`, if the page does not know it.
    pub fn listen(help: impl Fn() + 'static) -> Self {
        let keys = Self(StoredValue::new_local(None));
        let options = EventListenerOptions::enable_prevent_default();
        EventListener::new_with_options(&window(), "keydown", options, move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
            let key = event.key();
            let single = key.chars().count() == 1;
            if event.default_prevented()
                || event.ctrl_key()
                || event.meta_key()
                || event.alt_key()
                || is_taken(event, &key)
                || (single && !single_keys_are_on())
            {
                return;
            }
            let known = keys.0.with_value(|handler| handler.as_ref().is_some_and(|h| h(&key)));
            if known {
                event.prevent_default();
            } else if key == "?" {
                event.prevent_default();
                help();
            }
        })
        .forget();
        keys
    }

    /// Gives the keys to a page, until it goes.
    pub fn hold(self, handler: impl Fn(&str) -> bool + 'static) {
        self.0.set_value(Some(Box::new(handler)));
        on_cleanup(move || self.0.set_value(None));
    }
}

/// Whether the key belongs to what has the focus: text, choices, open dialogs.
fn is_taken(event: &KeyboardEvent, key: &str) -> bool {
    let Some(at) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return false;
    };
    let within = |selector: &str| at.closest(selector).is_ok_and(|found| found.is_some());
    within("input, textarea, select, [contenteditable], dialog")
        || (key == "Enter" && within("a, button, [role=button], summary"))
        || (matches!(key, "ArrowLeft" | "ArrowRight" | "Home" | "End") && within(".scroll:focus"))
}
