//! A table within a fold: what a picture or marks show, for those who read it row by row.

use leptos::prelude::*;

/// The table; its rows are made when somebody opens it.
pub fn table_fold<const COLUMNS: usize, R: IntoView + 'static>(
    id: &'static str,
    summary: &'static str,
    label: &'static str,
    head: [&'static str; COLUMNS],
    rows: impl Fn() -> R + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let head = head.map(|name| view! { <th scope="col">{name}</th> });
    view! {
        <details on:toggle:target=move |event| open.set(event.target().has_attribute("open"))>
            <summary>{summary}</summary>
            <div class="scroll steps" tabindex="0" role="group" aria-label=label>
                <table id=id>
                    <thead>
                        <tr>{head.collect_view()}</tr>
                    </thead>
                    <tbody>
                        <Show when=move || open.get()>{rows}</Show>
                    </tbody>
                </table>
            </div>
        </details>
    }
}

/// The last row, if there are more than the `shown` first of `all`.
pub fn rest_row(all: usize, shown: usize, columns: usize) -> Option<impl IntoView + use<>> {
    (all > shown)
        .then(|| view! { <tr><td colspan=columns>{format!("and {} more", all - shown)}</td></tr> })
}
