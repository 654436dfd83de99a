//! Parts of the room of annotation.

pub mod agreement;
pub mod aside;
pub mod blind;
pub mod bring;
pub mod decide;
pub mod formula;
pub mod frame;
pub mod list;
pub mod opinions;
pub mod repair;
pub mod send;
pub mod sets;
pub mod setup;
pub mod shared;
pub mod words;

use crate::state::annotate::keymap::Act;
use crate::state::annotate::room::Annotation;
use crate::state::dom::Toast;
use leptos::prelude::*;

/// A button that does what a key does, with the key on it.
pub fn act_button(room: Annotation, act: Act, label: &'static str, class: &'static str) -> AnyView {
    let toast = expect_context::<Toast>();
    let key = move || room.settings.keys.with(|keys| keys.key(act).to_owned());
    view! {
        <button
            type="button"
            class=class
            id=format!("act-{}", act.name())
            on:click=move |_| room.perform(act, toast)
        >
            {label}
            " "
            <kbd>{key}</kbd>
        </button>
    }
    .into_any()
}

/// A decision's name, as the screen says it: the sign and the word.
pub fn decision_words(name: &str) -> (&'static str, &'static str) {
    match name {
        "accept" => ("✓", "accepted"),
        "repair" => ("✎", "repaired"),
        "reject" => ("✗", "rejected"),
        "unclear" => ("?", "rule unclear"),
        "skip" => ("…", "skipped"),
        _ => ("", "open"),
    }
}
