//! Annotate: judging ground-truth formulas, blind first, with one key an item.

use crate::components::annotate::aside::aside;
use crate::components::annotate::blind::traces;
use crate::components::annotate::decide::{bar, comments};
use crate::components::annotate::formula::formula;
use crate::components::annotate::frame::{head, notices};
use crate::components::annotate::opinions::opinions;
use crate::components::annotate::repair::repair;
use crate::components::annotate::{agreement, bring, list, send, sets, setup};
use crate::rooms::{Handed, Room, receive};
use crate::state::annotate::files::FORMATS;
use crate::state::annotate::keymap::Act;
use crate::state::annotate::room::Annotation;
use crate::state::dom::Toast;
use crate::state::keys::Keys;
use gloo::events::{EventListener, EventListenerOptions};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// What shows the room; made once, so that a visit to another page loses nothing.
pub fn open_room() -> Annotation {
    let room = Annotation::new(expect_context());
    let toast = expect_context::<Toast>();
    undo_keys(room, toast);
    receive(Room::Annotate, move |handed| match handed {
        Handed::Files(files) => {
            if let Some((_, file)) = files.into_iter().next() {
                room.bringing.open_file(file);
                room.view("open");
            }
        }
        Handed::Address(_) => {}
        Handed::Failed(why) => room.bringing.trouble.set(Some(why)),
    });
    room
}

/// Ctrl+Z and Ctrl+Shift+Z, which are no single keys. A field has its own undo.
fn undo_keys(room: Annotation, toast: Toast) {
    let options = EventListenerOptions::enable_prevent_default();
    EventListener::new_with_options(&window(), "keydown", options, move |event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
        let at = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let typing = at.is_some_and(|at| {
            at.closest("input, textarea, select, dialog").is_ok_and(|found| found.is_some())
        });
        let here = document().get_element_by_id("annotate").is_some();
        let undo = (event.ctrl_key() || event.meta_key()) && event.key().eq_ignore_ascii_case("z");
        if here && undo && !typing {
            event.prevent_default();
            room.perform(if event.shift_key() { Act::Redo } else { Act::Undo }, toast);
        }
    })
    .forget();
}

/// The page.
#[component]
pub fn AnnotatePage(
    /// The room.
    room: Annotation,
) -> impl IntoView {
    let view = Memo::new(move |_| room.here().view);
    let open = move || room.session.set.with(Option::is_some);
    view! {
        <div id="annotate">
            <h1 class="seen-not">"Annotate"</h1>
            {head(room)}
            {notices(room)}
            {move || {
                if room.opening.get() {
                    return view! { <p class="quiet" role="status">"Opening the set…"</p> }.into_any();
                }
                match (view.get().as_str(), open()) {
                    ("open", _) | ("" | "list" | "agree" | "files", false) => sets::sets(room).into_any(),
                    ("list", _) => list::list(room).into_any(),
                    ("agree", _) => agreement::agreement(room).into_any(),
                    ("files", _) => files(room).into_any(),
                    ("setup", _) => setup::setup(room).into_any(),
                    _ => item(room).into_any(),
                }
            }}
        </div>
    }
}

/// The item, what is asked about it, and the bar.
fn item(room: Annotation) -> impl IntoView {
    let keys = expect_context::<Keys>();
    let toast = expect_context::<Toast>();
    let desk = room.desk;
    keys.hold(move |key| {
        let act =
            room.settings.keys.with_untracked(|keys| keys.act(desk.phase.get_untracked(), key));
        act.map(|act| room.perform(act, toast)).is_some()
    });
    let place = move || {
        let here = desk.here.get()?;
        desk.session.state.with(|state| {
            let at = state.items.get_index_of(&here)?;
            Some(format!("item {} of {}", at + 1, state.items.len()))
        })
    };
    let category = move || desk.item.with(|item| item.as_ref().and_then(|i| i.category.clone()));
    let scene = move || desk.item.with(|item| item.as_ref().and_then(|i| i.scene.clone()));
    let rule = move || desk.item.with(|item| item.as_ref().map(|item| item.rule.clone()));
    let decided = move || {
        desk.mine.with(|mine| {
            let held = mine.as_ref()?.current.as_ref()?;
            let (glyph, word) = crate::components::annotate::decision_words(held.decision.name());
            let flagged = mine.as_ref().is_some_and(|o| o.flagged);
            let flag = if flagged { " ⚑" } else { "" };
            Some(view! {
                <span class="chip open" id="decided" data-decision=held.decision.name()>
                    {format!("{glyph} you: {word}{flag}")}
                </span>
            })
        })
    };
    let empty = move || desk.here.with(Option::is_none);
    view! {
        <p class="seen-not" role="status" aria-live="polite" id="said">
            {move || desk.said.get()}
        </p>
        <Show
            when=move || !empty()
            fallback=move || view! { <p id="nothing">"This set has no items yet."</p> {bring::bring(room)} }
        >
            <div class="annotate">
                <div class="annotate-main">
                    <section id="rule" aria-label="rule" data-item=move || desk.here.get()>
                        <p class="small quiet row">
                            <span id="place">{place}</span>
                            <span>{move || desk.here.get()}</span>
                            <span>{category}</span>
                            <span>{scene}</span>
                            {decided}
                        </p>
                        <p class="rule-words" id="rule-words">
                            {rule}
                        </p>
                    </section>
                    {traces(room)}
                    {formula(room)}
                    {opinions(room)}
                    {repair(room)}
                    {comments(room)}
                </div>
                {aside(room)}
            </div>
            {bar(room)}
        </Show>
    }
}

/// Files in and out.
fn files(room: Annotation) -> impl IntoView {
    let toast = expect_context::<Toast>();
    let buttons = FORMATS.map(|(format, words, end, _)| {
        let id = format!("export-{}", end.replace('.', "-"));
        view! {
            <button type="button" id=id on:click=move |_| room.export(format, toast)>
                {words}
            </button>
        }
    });
    view! {
        <section aria-label="files">
            <h2>"Save as a file"</h2>
            <div class="row">{buttons.collect_view()}</div>
            <p class="small quiet">
                "Everything: each event once, to be merged with the work of others in any order. The others are made \
                of it: what stands in the end."
            </p>
            {send::send(room)}
            <h2>"Bring in"</h2>
            {bring::bring(room)}
        </section>
    }
}
