//! The buttons that walk along a run, each with its key.

use leptos::prelude::*;

/// First, previous, next, last: `walk` is given where to, from the step and the last one.
pub fn walk_buttons(
    walk: impl Fn(fn(usize, usize) -> usize) + Copy + 'static,
    at_start: impl Fn() -> bool + Copy + Send + Sync + 'static,
    at_end: impl Fn() -> bool + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let go = move |to: fn(usize, usize) -> usize| move |_| walk(to);
    view! {
        <button type="button" id="walk-first" disabled=at_start on:click=go(|_, _| 0)>
            "First " <kbd>"Home"</kbd>
        </button>
        <button type="button" id="walk-previous" disabled=at_start on:click=go(|at, _| at.saturating_sub(1))>
            "Previous " <kbd>"←"</kbd>
        </button>
        <button type="button" id="walk-next" disabled=at_end on:click=go(|at, _| at + 1)>
            "Next " <kbd>"→"</kbd>
        </button>
        <button type="button" id="walk-last" disabled=at_end on:click=go(|_, last| last)>
            "Last " <kbd>"End"</kbd>
        </button>
    }
}
