//! The whole window takes files.

use crate::routes::Route;
use crate::state::files::Dropped;
use crate::state::navigation::Navigation;
use crate::state::results::Results;
use gloo::events::{EventListener, EventListenerOptions};
use leptos::prelude::*;
use leptos::task::spawn_local;
use vedette_report::listing::Filter;
use wasm_bindgen::JsCast;
use web_sys::DragEvent;

/// Takes whatever is dropped on the page, from now on.
pub fn take_drops(results: Results, navigation: Navigation) {
    let on = |name: &'static str, mut act: Box<dyn FnMut(&DragEvent)>| {
        let options = EventListenerOptions::enable_prevent_default();
        EventListener::new_with_options(&window(), name, options, move |event| {
            if let Some(event) = event.dyn_ref::<DragEvent>() {
                act(event);
            }
        })
        .forget();
    };
    on(
        "dragover",
        Box::new(|event| {
            if has_files(event) {
                event.prevent_default();
                mark(true);
            }
        }),
    );
    on(
        "dragleave",
        Box::new(|event| {
            if event.related_target().is_none() {
                mark(false);
            }
        }),
    );
    on(
        "drop",
        Box::new(move |event| {
            mark(false);
            let (true, Some(data)) = (has_files(event), event.data_transfer()) else { return };
            event.prevent_default();
            let dropped = Dropped::take(&data);
            navigation.go(&Route::Results(Filter::default()));
            spawn_local(async move {
                match dropped.walk().await {
                    Ok(files) => results.open_files(files),
                    Err(problem) => results.fail(problem),
                }
            });
        }),
    );
}

/// Text that is dragged belongs to the fields.
fn has_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|data| data.types().includes(&"Files".into(), 0))
}

fn mark(dragging: bool) {
    if let Some(body) = document().body() {
        // A class name without blanks is always accepted.
        let _ = body.class_list().toggle_with_force("dragging", dragging);
    }
}
