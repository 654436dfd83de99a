//! The line at the edge of the screen.

use crate::state::dom::Toast;
use leptos::prelude::*;

/// Shows what was said last, and has it read aloud.
#[component]
pub fn ToastLine(
    /// What is said.
    toast: Toast,
) -> impl IntoView {
    view! {
        <div class="toast" role="status" aria-live="polite">
            {move || toast.0.get()}
        </div>
    }
}
