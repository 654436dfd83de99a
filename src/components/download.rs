//! Buttons that download a table as CSV or JSON.

use crate::state::dom::{Toast, download};
use leptos::prelude::*;

pub use vedette_report::sheet::{Cell, Sheet};

/// Two buttons for a table, which is made when it is asked for.
#[component]
pub fn Download(
    /// The file's name, without its ending.
    name: &'static str,
    /// The table.
    sheet: Callback<(), Sheet>,
) -> impl IntoView {
    let toast = expect_context::<Toast>();
    let save = move |csv: bool| {
        let sheet = sheet.run(());
        let rows = sheet.rows.len();
        let (end, kind, text) = if csv {
            ("csv", "text/csv", sheet.csv())
        } else {
            ("json", "application/json", sheet.json())
        };
        match download(&format!("{name}.{end}"), kind, &text) {
            Ok(()) => toast.say(&format!("Saved {rows} rows as {name}.{end}")),
            Err(_) => toast.say("The table could not be saved: the browser refused"),
        }
    };
    view! {
        <button
            type="button"
            id=format!("csv-{name}")
            aria-label=format!("{name} as CSV")
            on:click=move |_| save(true)
        >
            "CSV"
        </button>
        <button
            type="button"
            id=format!("json-{name}")
            aria-label=format!("{name} as JSON")
            on:click=move |_| save(false)
        >
            "JSON"
        </button>
    }
}
