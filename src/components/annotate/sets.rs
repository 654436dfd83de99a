//! The sets of this browser, the example, and bringing in another.

use crate::routes::{Annotate, Route};
use crate::state::annotate::room::{Annotation, EXAMPLE};
use crate::state::annotate::saver::clock;
use crate::state::annotate::store::marker;
use leptos::prelude::*;

/// What is there to open.
pub fn sets(room: Annotation) -> impl IntoView {
    let known = Memo::new(move |_| {
        room.session.set.track();
        marker::all()
    });
    let lines = move || {
        known
            .get()
            .into_iter()
            .map(|(set, marker)| {
                let here = Annotate { set: set.clone(), ..Annotate::default() };
                let href = Route::Annotate(here).to_string();
                let left = marker.events.saturating_sub(marker.exported);
                view! {
                    <li>
                        <a href=href>{set}</a>
                        <span class="small quiet">
                            {format!(
                                " {} events, last saved at {}; {left} not in a file",
                                marker.events,
                                clock(marker.at),
                            )}
                        </span>
                    </li>
                }
            })
            .collect_view()
    };
    view! {
        <section aria-label="sets">
            <p>
                "Judge whether formulas say what rules in words say. First you answer for a few traces what the \
                rule wants; then you see the formula, and decide with one key."
            </p>
            <p class="row">
                <button
                    type="button"
                    class="primary"
                    id="try-example"
                    on:click=move |_| room.open(EXAMPLE)
                >
                    "Try the example"
                </button>
                <span class="small quiet">"twelve rules, some with a wrong formula"</span>
            </p>
            {super::shared::offer(room)}
            <Show when=move || known.with(|known| !known.is_empty())>
                <h2>"In this browser"</h2>
                <ul id="sets">{lines}</ul>
            </Show>
            <h2>"Bring in"</h2>
            {super::bring::bring(room)}
        </section>
    }
}
