//! Agent programs: verified before anything runs.

use leptos::prelude::*;

/// The page.
#[component]
pub fn PlansPage() -> impl IntoView {
    view! { <h1>"Plans"</h1> }
}
