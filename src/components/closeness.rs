//! How close a verdict is: its margins, how often its premise was met, what flickers, what is idle.

use leptos::prelude::*;
use vedette_report::bundle::Extras;
use vedette_report::closeness::sentences;

/// A small panel with a sentence for each thing worth knowing; nothing if there is none.
#[component]
pub fn Closeness(
    /// What was found.
    extras: Extras,
) -> impl IntoView {
    let said: Vec<_> = sentences(&extras).into_iter().map(|s| view! { <li>{s}</li> }).collect();
    (!said.is_empty()).then(|| {
        view! {
            <section class="notice why" id="closeness" aria-labelledby="closeness-title">
                <h2 id="closeness-title">"How close"</h2>
                <ul>{said}</ul>
            </section>
        }
    })
}
