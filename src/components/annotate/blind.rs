//! The traces of an item: first asked about, then with the formula's answers beside one's own.
//!
//! While an item is blind, what the formula says of a trace is in no element of the page.

use crate::components::word::draw;
use crate::state::annotate::keymap::Phase;
use crate::state::annotate::room::Annotation;
use leptos::prelude::*;
use std::sync::Arc;
use vedette_annotate::Allowed;
use vedette_annotate::prepare::{Prepared, explain};
use vedette_report::word_view::WordView;

/// The ids of the pictures.
const PICTURES: [&str; 8] =
    ["trace-1", "trace-2", "trace-3", "trace-4", "trace-5", "trace-6", "trace-7", "trace-8"];

/// The traces.
pub fn traces(room: Annotation) -> impl IntoView {
    let desk = room.desk;
    move || {
        desk.item.with(Option::is_some).then(|| match desk.ready.get() {
            None => {
                view! { <p class="quiet" id="preparing" role="status">"Finding traces for this item…"</p> }
                    .into_any()
            }
            Some(Err(why)) => {
                view! { <p class="notice bad">{format!("No traces: {why}.")}</p> }.into_any()
            }
            Some(Ok(ready)) if ready.traces.is_empty() => ().into_any(),
            Some(Ok(ready)) => asked(room, ready).into_any(),
        })
    }
}

fn asked(room: Annotation, ready: Arc<Prepared>) -> impl IntoView {
    let desk = room.desk;
    let count = ready.traces.len();
    let answers = Memo::new(move |_| desk.answers());
    let lines: Vec<_> = ready
        .traces
        .iter()
        .take(PICTURES.len())
        .enumerate()
        .map(|(at, word)| one(room, &ready, at, word, answers))
        .collect();
    let blind = move || desk.phase.get() == Phase::Blind;
    let told = Arc::clone(&ready);
    let said = move || {
        if blind() {
            return None;
        }
        let explained = explain(&told, &answers.get());
        let class = if explained.differing.is_empty() { "notice" } else { "notice bad" };
        let any = answers.with(|answers| answers.iter().any(Option::is_some));
        any.then(|| {
            view! {
                <div class=class id="explained" role="status">
                    <p>{explained.sentence}</p>
                </div>
            }
        })
    };
    view! {
        <section id="traces" aria-label="traces">
            <div class="row spread">
                <h2>"Should the rule allow this?"</h2>
                <Show when=blind>
                    <span class="small quiet">
                        {move || {
                            let done = answers.with(|answers| answers.iter().flatten().count());
                            format!("{done} of {count} answered; the formula is shown afterwards")
                        }}
                    </span>
                </Show>
            </div>
            <ol class="traces">{lines}</ol>
            {said}
        </section>
    }
}

fn one(
    room: Annotation,
    ready: &Arc<Prepared>,
    at: usize,
    word: &WordView,
    answers: Memo<Vec<Option<Allowed>>>,
) -> impl IntoView + use<> {
    let desk = room.desk;
    let mine = move || answers.with(|answers| answers.get(at).copied().flatten());
    let blind = move || desk.phase.get() == Phase::Blind;
    let current =
        move || blind() && answers.with(|a| a.iter().position(Option::is_none)) == Some(at);
    let picture = draw(PICTURES[at], word);
    let sentence = word.sentence.clone();
    // Two steps fit a card; longer traces get the room of two.
    let wide = word.letters.len() > 2;
    let own = move || match mine() {
        Some(Allowed::Yes) => Some("you: yes"),
        Some(Allowed::No) => Some("you: no"),
        Some(Allowed::Unclear) => Some("you: unclear"),
        None => None,
    };
    let ready = Arc::clone(ready);
    // Nothing of this is made while the item is blind.
    let formula = move || {
        if blind() {
            return None;
        }
        let allowed = ready.revealed.get(at)?.allowed;
        let word = if allowed { "the formula: yes" } else { "the formula: no" };
        let (class, glyph, against) = match (mine(), allowed) {
            (Some(Allowed::Yes), true) | (Some(Allowed::No), false) => ("chip holds", "=", "agree"),
            (Some(Allowed::Yes), false) | (Some(Allowed::No), true) => {
                ("chip violated", "≠", "differ")
            }
            _ => ("chip open", "·", "open"),
        };
        Some(view! {
            <span class=class data-against=against data-formula=if allowed { "yes" } else { "no" }>
                <span aria-hidden="true">{glyph}</span>
                {word}
            </span>
        })
    };
    let again = move || {
        (blind() && mine().is_some()).then(|| {
            let set = move |answer| move |_| desk.answer(at, answer);
            view! {
                <span class="again">
                    <button type="button" class="plain tiny" on:click=set(Allowed::Yes)>
                        "yes"
                    </button>
                    <button type="button" class="plain tiny" on:click=set(Allowed::No)>
                        "no"
                    </button>
                    <button type="button" class="plain tiny" on:click=set(Allowed::Unclear)>
                        "unclear"
                    </button>
                    <span class="seen-not">{format!("for trace {}", at + 1)}</span>
                </span>
            }
        })
    };
    view! {
        <li class="trace" class:wide=wide class:current=current aria-current=move || current().then_some("step") data-trace=at>
            <div class="scroll" tabindex="0" role="group" aria-label=format!("trace {}: {sentence}", at + 1)>
                {picture}
            </div>
            <p class="row answers">
                {move || own().map(|own| view! { <span class="chip mine" data-mine=own>{own}</span> })}
                {formula}
                {again}
            </p>
        </li>
    }
}
