//! The buttons of the playground's trace: steps, propositions, where the cycle goes back to.

use crate::state::playground::Playground;
use leptos::prelude::*;
use vedette_report::playground::MAX_STEPS;

/// The buttons that add and take out steps and propositions.
#[component]
pub fn TraceButtons(
    /// What is shown.
    play: Playground,
) -> impl IntoView {
    let length = move || play.trace.with(|trace| trace.length);
    let name = RwSignal::new(String::new());
    let add = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        play.pin(&name.get_untracked());
        name.set(String::new());
    };
    let set_cycle = move |_| {
        let at = play.time.get_untracked();
        play.trace.update(|trace| trace.loop_start = Some(at));
    };
    view! {
        <div class="row">
            <button
                type="button"
                id="add-step"
                disabled=move || { length() >= MAX_STEPS }
                on:click=move |_| play.add_step()
            >
                "Add a step after time "
                {move || play.time.get()}
                <kbd>"+"</kbd>
            </button>
            <button
                type="button"
                id="remove-step"
                disabled=move || { length() <= 1 }
                on:click=move |_| play.remove_step()
            >
                "Take out time "
                {move || play.time.get()}
                <kbd>"−"</kbd>
            </button>
            <Show when=move || play.is_lasso()>
                <button type="button" id="set-cycle" on:click=set_cycle>
                    "Go back to time "
                    {move || play.time.get()}
                    <kbd>"l"</kbd>
                </button>
            </Show>
            <form class="row" id="add-proposition" on:submit=add>
                <label class="field">
                    "Proposition"
                    <input
                        type="text"
                        size="12"
                        spellcheck="false"
                        autocapitalize="off"
                        autocomplete="off"
                        prop:value=move || name.get()
                        on:input:target=move |event| name.set(event.target().value())
                    />
                </label>
                <button type="submit">"Add"</button>
            </form>
        </div>
    }
}
