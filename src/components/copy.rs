//! Buttons that copy a text or download a picture.

use crate::state::dom::{Toast, download_picture};
use leptos::prelude::*;

/// A button that copies a text.
#[component]
pub fn Copy(
    /// What the button says.
    label: &'static str,
    /// The text, made when it is asked for.
    #[prop(into)]
    text: Signal<String>,
    /// The element's id.
    #[prop(optional)]
    id: &'static str,
) -> impl IntoView {
    let toast = expect_context::<Toast>();
    let id = (!id.is_empty()).then_some(id);
    view! {
        <button type="button" id=id on:click=move |_| toast.copy(text.get_untracked())>
            {label}
        </button>
    }
}

/// A button that downloads the picture with an id.
#[component]
pub fn SavePicture(
    /// The picture's id.
    picture: &'static str,
    /// The file's name.
    #[prop(into)]
    name: String,
) -> impl IntoView {
    let toast = expect_context::<Toast>();
    let save = move |_| match download_picture(picture, &name) {
        Ok(()) => toast.say("Saved as a file"),
        Err(_) => toast.say("The picture could not be saved: the browser refused"),
    };
    view! {
        <button type="button" on:click=save>
            "Save SVG"
        </button>
    }
}
