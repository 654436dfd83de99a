//! Settings that outlive a visit: colours and single keys. Nothing else is kept.
//!
//! While the page is open they stand at its root element, where style sheets and rooms read them.

use gloo::storage::{LocalStorage, Storage};
use leptos::prelude::*;

/// The attribute of the root element that says that single keys are off.
const NO_KEYS: &str = "data-no-keys";

/// Whether single keys do anything.
pub fn single_keys_are_on() -> bool {
    document().document_element().is_none_or(|root| !root.has_attribute(NO_KEYS))
}

/// Settings, shared by all pages.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// `auto`, `light` or `dark`.
    pub theme: RwSignal<String>,
    /// Whether single keys do anything (WCAG 2.1.4 asks for a switch).
    pub keys: RwSignal<bool>,
}

impl Settings {
    /// Reads the settings, and writes them back whenever they change.
    pub fn load() -> Self {
        let theme = LocalStorage::get("vedette.theme").unwrap_or_else(|_| "auto".to_owned());
        let keys = LocalStorage::get("vedette.keys").unwrap_or(true);
        let settings = Self { theme: RwSignal::new(theme), keys: RwSignal::new(keys) };
        Effect::new(move |_| {
            let theme = settings.theme.get();
            let root = document().document_element();
            if let Some(root) = root {
                let done = match theme.as_str() {
                    "light" | "dark" => root.set_attribute("data-theme", &theme),
                    _ => root.remove_attribute("data-theme"),
                };
                debug_assert!(done.is_ok(), "`data-theme` is a valid name");
            }
            keep("vedette.theme", theme);
        });
        Effect::new(move |_| {
            let on = settings.keys.get();
            if let Some(root) = document().document_element() {
                let done = root.toggle_attribute_with_force(NO_KEYS, !on);
                debug_assert!(done.is_ok(), "`{NO_KEYS}` is a valid name");
            }
            keep("vedette.keys", on);
        });
        settings
    }
}

fn keep<T: serde::Serialize>(key: &str, value: T) {
    // Storage may be forbidden or full; then a setting lasts for this visit.
    let _ = LocalStorage::set(key, value);
}
