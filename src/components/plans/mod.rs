//! Parts of the page of plans.

pub mod against;
pub mod code;
pub mod edit;
pub mod fold;
pub mod machine;
pub mod machine_table;
pub mod marks;
pub mod obligations;
pub mod taint;
pub mod verdicts;
pub mod walk;

use leptos::prelude::*;

/// A text in which what stands between backquotes is code.
pub fn ticked(text: &str) -> impl IntoView + use<> {
    let parts = text.split('`').enumerate().map(|(at, part)| {
        let part = part.to_owned();
        if at % 2 == 1 { view! { <code>{part}</code> }.into_any() } else { part.into_any() }
    });
    parts.collect_view()
}
