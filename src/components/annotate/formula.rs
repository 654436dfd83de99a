//! The formula of an item, once it is shown: notation, English, class, what is remarkable, a picture.

use crate::components::automaton::{AutomatonPanel, Machine};
use crate::components::copy::Copy;
use crate::state::annotate::keymap::Phase;
use crate::state::annotate::room::Annotation;
use crate::state::playground::{Latest, Playground};
use leptos::prelude::*;
use std::sync::Arc;
use vedette_annotate::Item;
use vedette_annotate::prepare::{Prepared, SignalKind};

/// The notations to choose from.
const NOTATIONS: [(&str, &str); 7] = [
    ("given", "as given"),
    ("vedette", "Vedette"),
    ("spot", "Spot"),
    ("nusmv", "NuSMV"),
    ("paper", "paper"),
    ("unicode", "signs"),
    ("latex", "LaTeX"),
];

/// The formula; nothing while the item is blind.
pub fn formula(room: Annotation) -> impl IntoView {
    let desk = room.desk;
    move || {
        if desk.phase.get() == Phase::Blind {
            return None;
        }
        let item = desk.item.get()?;
        let ready = desk.ready.get().and_then(Result::ok);
        Some(shown(room, item, ready))
    }
}

fn shown(room: Annotation, item: Item, ready: Option<Arc<Prepared>>) -> impl IntoView {
    let notation = room.settings.notation;
    let given = item.formula.clone();
    let of = ready.clone();
    let text = Signal::derive(move || {
        let known = of.as_ref().map(|ready| &ready.formula);
        let wanted = notation.get();
        known
            .and_then(|known| known.dialects.get(&wanted).cloned())
            .filter(|text| !text.is_empty())
            .unwrap_or_else(|| given.clone())
    });
    let facts = ready.as_ref().map(|ready| {
        let formula = &ready.formula;
        let english = (!formula.english.is_empty())
            .then(|| view! { <p class="reads">"reads: " <q>{formula.english.clone()}</q></p> });
        let mut words: Vec<String> = Vec::new();
        words.extend((!formula.hierarchy.is_empty()).then(|| formula.hierarchy.clone()));
        words.extend(
            (!formula.class.is_empty())
                .then(|| format!("a rule of the kind {}", formula.class.replace('_', " "))),
        );
        let class = (!words.is_empty())
            .then(|| view! { <p class="small quiet">{format!("class: {}", words.join("; "))}</p> });
        view! { {english} {class} }
    });
    let signals = ready.as_ref().map(|ready| signals(ready));
    let alternatives: Vec<_> = item
        .alternatives
        .iter()
        .enumerate()
        .map(|(at, text)| {
            view! {
                <li>
                    {format!("alternative {}: ", at + 1)}
                    <code>{text.clone()}</code>
                </li>
            }
        })
        .collect();
    let picture = ready
        .as_ref()
        .filter(|ready| ready.formula.errors.is_empty())
        .map(|ready| picture(ready.formula.canonical.clone()));
    view! {
        <section id="formula" aria-label="formula">
            <div class="row spread">
                <h2>"The formula"</h2>
                {super::super::choice::choice("notation", "Written in", notation, &NOTATIONS)}
            </div>
            <p class="row">
                <code class="formula-text" id="formula-text">{move || text.get()}</code>
                <Copy label="Copy" text=text />
            </p>
            {facts}
            {signals}
            {(!alternatives.is_empty()).then(|| view! { <ul class="small">{alternatives}</ul> })}
            {picture}
        </section>
    }
}

fn signals(ready: &Prepared) -> impl IntoView + use<> {
    let lines: Vec<_> = ready
        .signals
        .iter()
        .map(|signal| {
            let (class, word) = match signal.kind {
                SignalKind::Error => ("error", "cannot be read: "),
                SignalKind::Warning => ("warning", "may be misread: "),
                SignalKind::Empty => ("error", "says nothing: "),
                SignalKind::Idle => ("warning", "part without effect: "),
                SignalKind::Ungrounded => ("warning", "unknown name: "),
                SignalKind::Alternative => ("warning", "another candidate: "),
                SignalKind::Words => ("warning", "the rule's own words: "),
                SignalKind::Objects => ("", "objects: "),
                SignalKind::NoTraces => ("warning", "no traces: "),
            };
            view! {
                <li class=class>
                    <strong>{word}</strong>
                    {signal.text.clone()}
                </li>
            }
        })
        .collect();
    (!lines.is_empty()).then(|| {
        view! {
            <ul class="remarks" id="signals">
                {lines}
            </ul>
        }
    })
}

/// The automaton, built when somebody wants to see it.
fn picture(formula: String) -> impl IntoView {
    let open = RwSignal::new(false);
    let panel = move || {
        open.get().then(|| {
            let play = Playground::new();
            play.text(0).set(formula.clone());
            let latest = Latest::new();
            on_cleanup(move || latest.end());
            let machine = Machine::follow(play, latest);
            view! { <AutomatonPanel play=play machine=machine /> }
        })
    };
    view! {
        <details id="picture" on:toggle=move |_| open.set(true)>
            <summary>"Picture: its automaton"</summary>
            {panel}
        </details>
    }
}
