//! The sheet of keys.

use crate::state::settings::Settings;
use leptos::prelude::*;
use web_sys::HtmlDialogElement;

/// Every key: where it works, the keys, what they do.
pub const KEYS: [(&str, &str, &str); 28] = [
    ("list", "j k ↓ ↑", "next, previous result"),
    ("list", "Enter", "open the result"),
    ("list", "/", "go to the filter"),
    ("list, result", "[ ]", "previous, next violation"),
    ("result", "← →", "previous, next step"),
    ("result", "n p", "next, previous trajectory that violates the rule"),
    ("result", "Home End", "first, last step"),
    ("rows of a file", "↓ ↑ PageDown PageUp", "next, previous row; ten rows on, back"),
    ("rows of a file", "Home End", "first, last row"),
    ("playground's table", "← → ↑ ↓", "move over the cells"),
    ("playground's table", "Space", "turn the value; on the arrow's row: start the cycle here"),
    ("playground's table", "+ -", "add a step after this one, take it out"),
    ("playground's table", "l", "start the cycle here"),
    ("annotate, traces", "y n u", "the rule allows it, forbids it, does not say"),
    ("annotate, traces", "v", "show the formula now"),
    (
        "annotate",
        "a r x u",
        "accept, repair, reject, the rule is unclear: saved, and on to the next",
    ),
    ("annotate", "s f c", "skip, flag, comment"),
    ("annotate", "z Z Ctrl+Z", "undo, redo, undo"),
    ("annotate", "j k h e", "next, back, guidelines, save a file; all these can be changed there"),
    ("plans", "← →", "previous, next step of the run"),
    ("plans", "Home End", "first, last step of the run"),
    ("plans", "[ ]", "previous, next violated policy"),
    ("worlds", "← →", "previous, next step of the run"),
    ("worlds", "Home End", "the first state, the last"),
    ("worlds", "[ ]", "previous, next violated rule, at the step where it fails"),
    ("plan's text", "Tab Shift+Tab", "indent, the reverse; Esc, then Tab, goes on"),
    ("text field", "Esc", "leave it"),
    ("everywhere", "?", "this sheet"),
];

/// The keys as a list, with the switch for single keys.
#[component]
pub fn KeyList() -> impl IntoView {
    let settings = expect_context::<Settings>();
    let rows = KEYS.map(|(place, keys, does)| {
        let keys: Vec<_> = keys.split(' ').map(|key| view! { <kbd>{key}</kbd> " " }).collect();
        view! {
            <dt>{keys}</dt>
            <dd>{does} <span class="quiet">" (" {place} ")"</span></dd>
        }
    });
    view! {
        <dl class="keys">{rows.collect_view()}</dl>
        <label class="field">
            <input
                type="checkbox"
                prop:checked=move || settings.keys.get()
                on:change:target=move |event| settings.keys.set(event.target().checked())
            />
            "single keys are on"
        </label>
    }
}

/// The sheet.
#[component]
pub fn KeySheet(
    /// The dialog, for whoever opens it.
    sheet: NodeRef<leptos::html::Dialog>,
) -> impl IntoView {
    let close = move |_| {
        let sheet: Option<HtmlDialogElement> = sheet.get_untracked();
        if let Some(sheet) = sheet {
            sheet.close();
        }
    };
    view! {
        <dialog node_ref=sheet id="key-sheet" aria-label="Keys">
            <h2>"Keys"</h2>
            <KeyList />
            <p>
                <button type="button" on:click=close>
                    "Close " <kbd>"Esc"</kbd>
                </button>
            </p>
        </dialog>
    }
}
