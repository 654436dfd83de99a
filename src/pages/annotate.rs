//! Annotate: judging ground-truth formulas.

use leptos::prelude::*;

/// The page.
#[component]
pub fn AnnotatePage() -> impl IntoView {
    view! { <h1>"Annotate"</h1> }
}
