//! Ways to open a bundle: a folder, an archive, an address.

use crate::rooms::{Handed, Room};
use crate::routes::Route;
use crate::state::files::listed;
use crate::state::navigation::Navigation;
use leptos::prelude::*;
use vedette_report::listing::Filter;
use web_sys::HtmlInputElement;

/// Buttons and a field to open a bundle.
#[component]
pub fn OpenBundle() -> impl IntoView {
    let navigation = expect_context::<Navigation>();
    let address = RwSignal::new(String::new());
    let chosen = move |event: web_sys::Event| {
        let input = event_target::<HtmlInputElement>(&event);
        let files = listed(input.files());
        // The same folder may be chosen again after it was changed.
        input.set_value("");
        if !files.is_empty() {
            navigation.go(&Route::Results(Filter::default()));
            Handed::Files(files).give(Room::Results);
        }
    };
    let open = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let typed = address.get_untracked();
        if !typed.trim().is_empty() {
            navigation.go(&Route::Results(Filter::default()));
            Handed::Address(typed).give(Room::Results);
        }
    };
    view! {
        <div class="drop print-not">
            <p>
                <strong>"Drop a result bundle anywhere on this page"</strong>
                ": its folder, or a .zip of it. Nothing is uploaded."
            </p>
            <div class="row">
                <label class="button pick">
                    "Choose a folder"
                    <input type="file" id="choose-folder" prop:webkitdirectory=true on:change=chosen />
                </label>
                <label class="button pick">
                    "Choose a .zip"
                    <input type="file" id="choose-file" multiple on:change=chosen />
                </label>
                <form class="row" id="open-address" on:submit=open>
                    <input
                        type="url"
                        aria-label="address of a bundle on this site or this computer"
                        placeholder="http://localhost:8080/data/"
                        prop:value=move || address.get()
                        on:input:target=move |event| address.set(event.target().value())
                    />
                    <button type="submit">"Open address"</button>
                </form>
            </div>
        </div>
    }
}
