//! The whole window takes files.

use crate::rooms::{Handed, Room};
use crate::routes::Route;
use crate::state::answers::Answers;
use crate::state::files::Dropped;
use crate::state::navigation::Navigation;
use crate::state::source::bytes;
use gloo::events::{EventListener, EventListenerOptions};
use leptos::prelude::*;
use leptos::task::spawn_local;
use vedette_report::listing::Filter;
use vedette_report::semantic::listing::Filter as RowFilter;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Element, HtmlTextAreaElement};

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
            let field = field_below(event);
            spawn_local(async move {
                let found = dropped.walk().await;
                if let (Some(field), Ok([(_, file)])) = (&field, found.as_deref()) {
                    fill(field, file).await;
                    return;
                }
                if navigation.route.with_untracked(|r| matches!(r, Route::Annotate(_))) {
                    found.map_or_else(Handed::Failed, Handed::Files).give(Room::Annotate);
                    return;
                }
                if navigation.route.with_untracked(|r| matches!(r, Route::World(_))) {
                    found.map_or_else(Handed::Failed, Handed::Files).give(Room::Worlds);
                    return;
                }
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

/// The field that takes a dropped file as its text, if it was dropped there.
fn field_below(event: &DragEvent) -> Option<HtmlTextAreaElement> {
    let at: Element = event.target()?.dyn_into().ok()?;
    at.closest("[data-takes-files]").ok()??.dyn_into().ok()
}

/// Puts a file's text into a field, as if somebody had typed it.
async fn fill(field: &HtmlTextAreaElement, file: &web_sys::File) {
    let Ok(content) = bytes(file).await else { return };
    field.set_value(&String::from_utf8_lossy(&content));
    let options = web_sys::CustomEventInit::new();
    options.set_bubbles(true);
    if let Ok(typed) = web_sys::CustomEvent::new_with_event_init_dict("input", &options) {
        // Nobody cancels an input event.
        let _ = field.dispatch_event(&typed);
    }
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
