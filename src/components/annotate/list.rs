//! All items, with what was decided.

use super::decision_words;
use crate::components::choice::choice;
use crate::components::pager::Pager;
use crate::routes::{Annotate, Route};
use crate::state::annotate::queue::{Shown, is_flagged, is_led};
use crate::state::annotate::room::Annotation;
use leptos::prelude::*;
use vedette_annotate::agreement::standing;
use vedette_annotate::{ItemState, Role};

/// Lines on a page.
const LINES: usize = 100;

/// The choices, as [`choice`] wants them.
const CHOICES: [(&str, &str); 6] = [
    ("all", "all items"),
    ("todo", "to do"),
    ("done", "judged by me"),
    ("skipped", "skipped by me"),
    ("flagged", "flagged"),
    ("differ", "annotators differ"),
];

/// The list.
pub fn list(room: Annotation) -> impl IntoView {
    let session = room.session;
    let wanted = RwSignal::new("all".to_owned());
    let text = RwSignal::new(String::new());
    let page = RwSignal::new(0_usize);
    Effect::new(move |_| {
        room.desk.shown.set(Shown::named(&wanted.get()));
        text.track();
        page.set(0);
    });
    let found = Memo::new(move |_| {
        let (shown, text) = (room.desk.shown.get(), text.get().to_lowercase());
        session.who.with(|who| {
            session.state.with(|state| {
                let has = |(id, item): &(&String, &ItemState)| {
                    let content = item.item.as_ref();
                    let says = |part: &str| part.to_lowercase().contains(&text);
                    shown.has(item, &who.name, who.role)
                        && (text.is_empty()
                            || says(id)
                            || content.is_some_and(|c| says(&c.rule) || says(&c.formula)))
                };
                let found = state.items.iter().filter(has);
                found.map(|(id, _)| id.clone()).collect::<Vec<String>>()
            })
        })
    });
    let rows = move || {
        let set = session.set.get().unwrap_or_default();
        let from = page.get() * LINES;
        session.who.with(|who| {
            session.state.with(|state| {
                found.with(|found| {
                    found
                        .iter()
                        .skip(from)
                        .take(LINES)
                        .filter_map(|id| {
                            let item = state.items.get(id)?;
                            Some(row(&set, id, item, &who.name, who.role))
                        })
                        .collect_view()
                })
            })
        })
    };
    view! {
        <section aria-label="list of items">
            <div class="row">
                {choice("shown", "Show", wanted, &CHOICES)}
                <input
                    type="search"
                    id="list-text"
                    aria-label="find in names, rules and formulas"
                    placeholder="find…"
                    prop:value=move || text.get()
                    on:input:target=move |event| text.set(event.target().value())
                />
                <span class="small quiet" id="list-count">
                    {move || format!("{} items", found.with(Vec::len))}
                </span>
            </div>
            <div class="scroll" tabindex="0" role="group" aria-label="items">
                <table class="data" id="item-list">
                    <thead>
                        <tr>
                            <th scope="col">"item"</th>
                            <th scope="col">"rule"</th>
                            <th scope="col">"mine"</th>
                            <th scope="col">"stands"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <Pager
                total=Signal::derive(move || found.with(Vec::len))
                page=page
                lines=LINES
                turn=Callback::new(move |to| page.set(to))
            />
        </section>
    }
}

fn row(set: &str, id: &str, item: &ItemState, me: &str, role: Role) -> impl IntoView + use<> {
    let mine = item.opinion(me, role);
    let name = mine.and_then(|o| o.current.as_ref()).map_or("", |held| held.decision.name());
    let (glyph, word) = decision_words(name);
    let flag = is_flagged(item, me, role).then_some("⚑ flagged");
    let here = Annotate { set: set.to_owned(), item: id.to_owned(), ..Annotate::default() };
    let rule = item.item.as_ref().map(|item| item.rule.clone());
    // What others think would lead somebody who labels.
    let stands = if is_led(item, me, role) { "–" } else { standing(item).0.name() };
    view! {
        <tr>
            <th scope="row">
                <a href=Route::Annotate(here).to_string()>{id.to_owned()}</a>
            </th>
            <td>{rule}</td>
            <td class="nowrap">{format!("{glyph} {word}")} " " {flag}</td>
            <td>{stands}</td>
        </tr>
    }
}
