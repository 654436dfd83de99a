//! Beside the item: progress, guidelines, recent decisions, the timer.

use super::decision_words;
use crate::routes::{Annotate, Route};
use crate::state::annotate::keymap::Act;
use crate::state::annotate::room::Annotation;
use crate::state::annotate::saver::now;
use gloo::timers::callback::Interval;
use leptos::prelude::*;
use vedette_annotate::Role;

/// How many recent decisions are shown.
const RECENT: usize = 10;

/// What stands where nobody wrote guidelines.
pub const GUIDELINES: &str = "Read the rule, and nothing else, first.\n\
Answer for each trace what the rule wants, not what is likely to happen: yes if it keeps the rule, no if \
it breaks it, unclear if the rule's words leave it open.\n\
The steps under the arrow that leads back are repeated for ever.\n\
Accept a formula only if it allows and forbids what the rule does. Repair it if you can write a better \
one; reject it if you cannot.\n\
If two people could read the rule in two ways, it is unclear, whatever the formula says.";

/// Everything beside the item.
pub fn aside(room: Annotation) -> impl IntoView {
    view! {
        <aside class="annotate-aside" aria-label="progress and guidelines">
            {progress(room)}
            {guidelines(room)}
            {recent(room)}
        </aside>
    }
}

fn progress(room: Annotation) -> impl IntoView {
    let session = room.session;
    let mine = Memo::new(move |_| {
        session.who.with(|who| session.state.with(|state| state.progress(&who.name, who.role)))
    });
    let all = Memo::new(move |_| {
        session.who.with(|who| {
            // A judge looks at what was labelled.
            let role = if who.role == Role::Judge { Role::Label } else { who.role };
            session.state.with(|state| state.progress_of_all(role))
        })
    });
    let words = move || {
        let (mine, all) = (mine.get(), all.get());
        let skipped =
            if mine.skipped > 0 { format!(", {} skipped", mine.skipped) } else { String::new() };
        format!(
            "mine {} of {}{skipped} · all {} of {}",
            mine.decided, mine.items, all.decided, all.items
        )
    };
    view! {
        <section aria-label="progress">
            <h2>"Progress"</h2>
            <progress
                aria-label="judged by me"
                max=move || mine.get().items.max(1).to_string()
                prop:value=move || mine.with(|mine| f64::from(u32::try_from(mine.decided).unwrap_or(u32::MAX)))
            ></progress>
            <p class="small" id="progress">
                {words}
            </p>
            {timer(room)}
        </section>
    }
}

/// The time on this item, if it is wanted.
fn timer(room: Annotation) -> impl IntoView {
    let tick = RwSignal::new(0_u32);
    let running: StoredValue<Option<Interval>, LocalStorage> = StoredValue::new_local(None);
    Effect::new(move |_| {
        let on = room.settings.timer.get();
        running.set_value(on.then(|| Interval::new(1_000, move || tick.update(|t| *t += 1))));
    });
    let words = move || {
        tick.track();
        let seconds = now().saturating_sub(room.desk.since.get()) / 1_000;
        format!("{}:{:02} on this item", seconds / 60, seconds % 60)
    };
    view! {
        <Show when=move || room.settings.timer.get()>
            <p class="small" id="timer">
                {words}
            </p>
        </Show>
    }
}

fn guidelines(room: Annotation) -> impl IntoView {
    let text = move || {
        room.session.state.with(|state| {
            state.guideline.as_ref().map_or_else(|| GUIDELINES.to_owned(), |g| g.text.clone())
        })
    };
    let lines = move || {
        let lines: Vec<String> = text().lines().map(str::to_owned).collect();
        lines.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()
    };
    view! {
        <section aria-label="guidelines">
            <div class="row spread">
                <h2>"Guidelines"</h2>
                {super::act_button(room, Act::Guidelines, "Show or hide", "plain")}
            </div>
            <Show when=move || room.settings.guidelines.get()>
                <ul class="small" id="guidelines">{lines}</ul>
            </Show>
        </section>
    }
}

fn recent(room: Annotation) -> impl IntoView {
    let session = room.session;
    let lines = move || {
        let set = session.set.get().unwrap_or_default();
        session.who.with(|who| {
            session.state.with(|state| {
                state
                    .recent(&who.name, RECENT)
                    .into_iter()
                    .map(|(id, opinion)| {
                        let name = opinion.current.as_ref().map_or("", |held| held.decision.name());
                        let (glyph, word) = decision_words(name);
                        let here = Annotate {
                            set: set.clone(),
                            item: id.to_owned(),
                            ..Annotate::default()
                        };
                        let href = Route::Annotate(here).to_string();
                        view! {
                            <li data-decision=name>
                                <a href=href>{id.to_owned()}</a>
                                " "
                                <span class="nowrap">
                                    <span aria-hidden="true">{glyph}</span>
                                    " "
                                    {word}
                                </span>
                            </li>
                        }
                    })
                    .collect_view()
            })
        })
    };
    view! {
        <section aria-label="recent decisions">
            <h2>"Recent decisions"</h2>
            <p class="small quiet">"Open one to decide again; undo goes back without end."</p>
            <ol class="small" id="recent">{lines}</ol>
        </section>
    }
}
