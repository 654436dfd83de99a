//! What stands around every view of the room: the views, how saving goes, what must be told.

use crate::routes::Route;
use crate::state::annotate::room::Annotation;
use crate::state::annotate::saver::{Saving, clock};
use crate::state::annotate::session::Writes;
use crate::state::annotate::store::persist::Promise;
use crate::state::dom::Toast;
use leptos::prelude::*;
use vedette_annotate::export::Format;

/// Every view: its name in the address, its words.
const VIEWS: [(&str, &str); 6] = [
    ("", "Items"),
    ("list", "List"),
    ("agree", "Agreement"),
    ("files", "Files"),
    ("setup", "You and keys"),
    ("open", "Sets"),
];

/// The views, and how saving goes.
pub fn head(room: Annotation) -> impl IntoView {
    let tabs = VIEWS.map(|(view, words)| {
        let current = move || (room.here().view == view).then_some("page");
        // Without a set there is nothing to list or to save.
        let hidden = move || room.session.set.with(Option::is_none) && !matches!(view, "open" | "setup");
        let href = move || {
            room.session.set.track();
            Route::Annotate(room.address(view)).to_string()
        };
        view! {
            <a href=href hidden=hidden id=format!("view-{}", if view.is_empty() { "item" } else { view }) aria-current=current>
                {words}
            </a>
        }
    });
    let set = move || room.session.set.get();
    view! {
        <div class="annotate-head print-not">
            <nav class="tabs" aria-label="annotation">
                {tabs.collect_view()}
            </nav>
            <span class="small" id="set-name">
                {move || set().map(|set| format!("set “{set}”"))}
            </span>
            {saved(room)}
            {super::shared::chip(room)}
        </div>
    }
}

/// How saving goes, in words that are read aloud when they get worse.
fn saved(room: Annotation) -> impl IntoView {
    let state = room.session.saver.state;
    let words = move || match state.get() {
        Saving::Idle => ("idle", "nothing to save yet".to_owned()),
        Saving::Busy => ("busy", "saving…".to_owned()),
        Saving::Saved(at) => ("saved", format!("saved in this browser at {}", clock(at))),
        Saving::Not(_) => ("not", "NOT saved in this browser".to_owned()),
    };
    let class = move || match words().0 {
        "not" => "chip fault",
        "saved" => "chip holds",
        _ => "chip open",
    };
    let glyph = move || match words().0 {
        "not" => "!",
        "saved" => "✓",
        _ => "…",
    };
    view! {
        <span class=class id="saved" hidden=move || room.session.set.with(Option::is_none) data-saved=move || words().0>
            <span aria-hidden="true">{glyph}</span>
            {move || words().1}
        </span>
    }
}

/// What must be told: another tab writes, nothing is kept, something was lost.
pub fn notices(room: Annotation) -> impl IntoView {
    let session = room.session;
    let toast = expect_context::<Toast>();
    let export = move || {
        let key = room
            .settings
            .keys
            .with(|keys| keys.key(crate::state::annotate::keymap::Act::Export).to_owned());
        view! {
            <button type="button" on:click=move |_| room.export(Format::Log, toast)>
                "Save everything as a file "
                <kbd>{key}</kbd>
            </button>
        }
    };
    let unsaved = move || {
        session.unsaved().map(|trouble| {
            view! {
                <div class="notice bad" role="alert" id="not-saved">
                    <p>
                        <strong>"Not saved. "</strong>
                        {format!("The last events are only in this page: {trouble}.")}
                    </p>
                    <p class="row">{export()}</p>
                </div>
            }
        })
    };
    let lost = move || {
        session.lost.get().map(|count| {
            let go_on = move |_| {
                session.saver.accept_loss(session.with_log(vedette_annotate::Log::len));
                session.lost.set(None);
            };
            view! {
                <div class="notice bad" role="alert" id="lost">
                    <p>
                        <strong>"This browser has cleared the set. "</strong>
                        {format!(
                            "{count} events that were saved here are gone: the browser or somebody cleared its \
                             storage. If you saved a file, drop it here: nothing is there twice.",
                        )}
                    </p>
                    <p class="row">
                        <button type="button" on:click=go_on>
                            "Go on without them"
                        </button>
                    </p>
                </div>
            }
        })
    };
    let elsewhere = move || {
        (session.writes.get() == Writes::Elsewhere && session.set.with(Option::is_some)).then(|| {
            view! {
                <div class="notice" role="status" id="read-only">
                    <p>
                        <strong>"Another tab has this set open. "</strong>
                        "This one only looks on, and follows what is saved there. Close the other tab to go on here."
                    </p>
                </div>
            }
        })
    };
    let damaged = move || {
        let damaged = session.damaged.get();
        (!damaged.is_empty()).then(|| {
            let lines: Vec<_> = damaged
                .iter()
                .take(5)
                .map(|d| view! { <li>{format!("event {}: {}", d.line, d.message)}</li> })
                .collect();
            view! {
                <div class="notice bad" role="alert" id="damaged">
                    <p>{format!("{} stored events cannot be read; the others are here.", damaged.len())}</p>
                    <ul>{lines}</ul>
                </div>
            }
        })
    };
    let remind = move || {
        let marker = session.saver.marker.get();
        let perhaps = room.promise.get() != Some(Promise::Kept);
        (perhaps && marker.events.saturating_sub(marker.exported) >= 100).then(|| {
            let many = marker.events - marker.exported;
            view! {
                <div class="notice" id="remind">
                    <p>
                        {format!(
                            "{many} events are in this browser only, and it does not promise to keep them: it may \
                             clear them when room is short, and a private window forgets them when it is closed.",
                        )}
                    </p>
                    <p class="row">{export()}</p>
                </div>
            }
        })
    };
    let refused = refusals(room);
    view! { {unsaved} {lost} {super::shared::notices(room)} {elsewhere} {damaged} {remind} {refused} }
}

/// What was not done, and why.
fn refusals(room: Annotation) -> impl IntoView {
    let session = room.session;
    let refused = move || {
        session.refused.get().map(|why| {
            view! {
                <div class="notice bad" role="alert" id="refused">
                    <p>{format!("Not done: {why}.")}</p>
                    <button type="button" on:click=move |_| session.refused.set(None)>
                        "Close"
                    </button>
                </div>
            }
        })
    };
    let trouble = move || {
        room.trouble.get().map(|why| {
            view! {
                <div class="notice bad" role="alert" id="trouble">
                    <p>{format!("The set could not be opened: {why}.")}</p>
                </div>
            }
        })
    };
    view! { {trouble} {refused} }
}
