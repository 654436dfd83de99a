//! A choice among named values, with its label.

use leptos::prelude::*;

/// A choice among named values.
pub fn choice(
    id: &'static str,
    label: &'static str,
    value: RwSignal<String>,
    options: &'static [(&'static str, &'static str)],
) -> impl IntoView {
    view! {
        <label class="field">
            {label}
            <select
                id=id
                prop:value=move || value.get()
                on:change:target=move |event| value.set(event.target().value())
            >
                {options
                    .iter()
                    .map(|&(name, words)| {
                        view! {
                            <option value=name selected=move || value.get() == name>
                                {words}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        </label>
    }
}
