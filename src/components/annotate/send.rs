//! The set for others: a link that carries it.

use crate::components::copy::Copy;
use crate::routes::{Annotate, Route};
use crate::state::annotate::files;
use crate::state::annotate::room::Annotation;
use crate::state::navigation::link;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Programs for mail and chat cut or refuse addresses that are longer.
const SHORT: usize = 8_000;

/// A button that makes the link, and what came of it.
pub fn send(room: Annotation) -> impl IntoView {
    let made = RwSignal::new(None::<Result<String, String>>);
    let make = move |_| {
        spawn_local(async move {
            let packed = files::packed(room.session, room.engine).await;
            let address =
                |packed| link(&Route::Annotate(Annotate { packed, ..Annotate::default() }));
            // The view may have gone meanwhile.
            let _ = made.try_set(Some(packed.map(address)));
        });
    };
    let shown = move || {
        made.get().map(|made| match made {
            Ok(address) => {
                let length = address.len();
                let long = (length > SHORT)
                    .then_some(" Some programs cut links of this length: a file is safer.");
                let text = Signal::stored(address.clone());
                view! {
                    <p class="row">
                        <input type="text" readonly id="set-link" aria-label="link to the set" prop:value=address />
                        <Copy label="Copy the link" text=text id="copy-set-link" />
                    </p>
                    <p class="small" id="set-link-says">
                        {format!("{length} characters.")}
                        {long}
                    </p>
                }
                .into_any()
            }
            Err(why) => view! { <p class="notice bad" id="set-link-says">{format!("No link: {why}.")}</p> }.into_any(),
        })
    };
    view! {
        <h2>"Send the set to others"</h2>
        <p class="small quiet">
            "A link carries the rules, the formulas and the guidelines, and nothing of what anybody judged. Whoever opens it \
            annotates in their own browser, and sends you a file. For more than a few hundred items make a site: "
            <code>"vedette annotate site FILE --out DIR"</code> ", or work on one log: "
            <code>"vedette serve --annotations FILE"</code> "."
        </p>
        <p class="row">
            <button type="button" id="make-link" on:click=make>
                "Make a link"
            </button>
        </p>
        <div role="status">{shown}</div>
    }
}
