//! Leafing through a long list: the page is part of the address.

use leptos::prelude::*;

/// Buttons to leaf, and which lines are shown; nothing if there is one page.
#[component]
pub fn Pager(
    /// Lines in all.
    #[prop(into)]
    total: Signal<usize>,
    /// The page, counted from 0.
    #[prop(into)]
    page: Signal<usize>,
    /// Lines on a page.
    lines: usize,
    /// What to do when another page is asked for.
    turn: Callback<usize>,
) -> impl IntoView {
    let last = move || total.get().saturating_sub(1) / lines;
    let said = move || {
        let (from, total) = (page.get() * lines, total.get());
        format!("{} to {} of {total}", (from + 1).min(total), (from + lines).min(total))
    };
    view! {
        <Show when=move || { total.get() > lines || page.get() > 0 }>
            <nav class="row" aria-label="pages of the list">
                <button
                    type="button"
                    id="page-first"
                    disabled=move || page.get() == 0
                    on:click=move |_| turn.run(0)
                >
                    "First"
                </button>
                <button
                    type="button"
                    id="page-previous"
                    disabled=move || page.get() == 0
                    on:click=move |_| turn.run(page.get_untracked().saturating_sub(1))
                >
                    "Previous"
                </button>
                <span class="small" id="page-said">{said}</span>
                <button
                    type="button"
                    id="page-next"
                    disabled=move || { page.get() >= last() }
                    on:click=move |_| turn.run(page.get_untracked() + 1)
                >
                    "Next"
                </button>
                <button
                    type="button"
                    id="page-last"
                    disabled=move || { page.get() >= last() }
                    on:click=move |_| turn.run(last())
                >
                    "Last"
                </button>
            </nav>
        </Show>
    }
}
