//! The gallery of the playground.

use crate::state::playground::Playground;
use leptos::prelude::*;
use vedette_report::playground::gallery::CASES;

/// A choice of cases, and what to look at in the one that was chosen.
#[component]
pub fn Gallery(
    /// Where the case is shown.
    play: Playground,
) -> impl IntoView {
    let choose = move |event: leptos::ev::Targeted<web_sys::Event, web_sys::HtmlSelectElement>| {
        let chosen = event.target().value().parse().ok().and_then(|at: usize| CASES.get(at));
        if let Some(case) = chosen {
            play.show(case);
        }
    };
    let options = CASES.iter().enumerate();
    let options: Vec<_> = options
        .map(|(at, case)| view! { <option value=at.to_string()>{case.name}</option> })
        .collect();
    view! {
        <label class="field">
            "Example"
            <select id="gallery" on:change:target=choose>
                <option value="">"choose…"</option>
                {options}
            </select>
        </label>
    }
}

/// What to look at, as long as the case is shown.
#[component]
pub fn Look(
    /// Where the case is shown.
    play: Playground,
) -> impl IntoView {
    move || {
        play.look.get().map(|look| {
            view! {
                <div class="notice" id="look">
                    <p>{look}</p>
                </div>
            }
        })
    }
}
