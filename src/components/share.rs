//! Taking a page along: its link, and what it shows as a file.

use crate::state::dom::{Toast, download};
use crate::state::own_address::OwnAddress;
use leptos::prelude::*;
use serde::Serialize;

/// Links beyond this length break in mail and chat.
const LONG: usize = 2_000;

/// Copies the link of a page, and says what to know about it; a blank one is too long to be made.
pub fn copy_link(toast: Toast, share: RwSignal<String>) {
    let link = share.get_untracked();
    match link.len() {
        0 => toast.say("This is too much for a link: save it as a file"),
        length if length > LONG => {
            toast.copy(link);
            toast.say("Copied. The link is long: mail and chat may cut it; a saved file is safer");
        }
        _ => toast.copy(link),
    }
}

/// Says where a link is not offered, and what to do instead; nothing where there is one.
#[component]
pub fn LinkNote(
    /// The page's address.
    address: OwnAddress,
    /// What to do instead.
    instead: &'static str,
) -> impl IntoView {
    view! {
        <Show when=move || address.is_too_long.get()>
            <p class="small" id="no-link" role="status">
                "This is too much for a link. " {instead}
            </p>
        </Show>
    }
}

/// Saves something as a file of JSON, and says whether that went well.
pub fn save_json(toast: Toast, name: &str, value: &impl Serialize) {
    let text = serde_json::to_string_pretty(value);
    let saved = text.is_ok_and(|text| download(name, "application/json", &text).is_ok());
    toast.say(if saved {
        "Saved as a file"
    } else {
        "The file could not be saved: the browser refused"
    });
}
