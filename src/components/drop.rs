//! The whole window takes files.

use crate::rooms::{Handed, Room};
use crate::routes::Route;
use crate::state::answers::Answers;
use crate::state::files::Dropped;
use crate::state::navigation::Navigation;
use gloo::events::{EventListener, EventListenerOptions};
use leptos::prelude::*;
use leptos::task::spawn_local;
use vedette_report::listing::Filter;
use vedette_report::semantic::listing::Filter as RowFilter;
use wasm_bindgen::JsCast;
use web_sys::DragEvent;

/// Takes whatever is dropped on the page, from now on.
pub fn take_drops(answers: Answers, navigation: Navigation) {
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
            spawn_local(async move {
                let found = dropped.walk().await;
                let here =
                    navigation.route.with_untracked(|route| matches!(route, Route::Answers(_)));
                if let Ok([(name, file)]) = found.as_deref()
                    && is_of_answers(name, here)
                {
                    navigation.go(&Route::Answers(RowFilter::default()));
                    answers.open_file(file.clone());
                    return;
                }
                navigation.go(&Route::Results(Filter::default()));
                found.map_or_else(Handed::Failed, Handed::Files).give(Room::Results);
            });
        }),
    );
}

/// Whether a single file is a file of answers: by its name, or because that page is open.
fn is_of_answers(name: &str, here: bool) -> bool {
    let end = name.rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase();
    match end.as_str() {
        "jsonl" | "csv" | "tsv" => true,
        "zip" => false,
        _ => here,
    }
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
