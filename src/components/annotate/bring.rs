//! Bringing a file in: what was understood of it, to be corrected, before anything is done.

use crate::state::annotate::bringing::Bringing;
use crate::state::annotate::room::Annotation;
use crate::state::dom::Toast;
use crate::state::files::listed;
use leptos::prelude::*;
use vedette_annotate::Counts;
use vedette_annotate::import::{Columns, Imported};
use web_sys::HtmlInputElement;

/// Ways to bring a file in, and what was found in it.
pub fn bring(room: Annotation) -> impl IntoView {
    let bringing = room.bringing;
    let chosen = move |event: web_sys::Event| {
        let input = event_target::<HtmlInputElement>(&event);
        let files = listed(input.files());
        // The same file may be chosen again after it was changed.
        input.set_value("");
        if let Some((_, file)) = files.into_iter().next() {
            bringing.open_file(file);
        }
    };
    let pasted = RwSignal::new(String::new());
    let read_pasted = move |_| {
        let text = pasted.get_untracked();
        if !text.trim().is_empty() {
            bringing.open("pasted", text.into_bytes());
        }
    };
    view! {
        <section id="bring" aria-label="bring items in">
            <div class="drop">
                <p>
                    <strong>"Drop a file of rules and formulas"</strong>
                    ": JSON lines, CSV, a bundle, or annotations that somebody sends back. Nothing is uploaded."
                </p>
                <div class="row">
                    <label class="button pick">
                        "Choose a file"
                        <input type="file" id="choose-items" on:change=chosen />
                    </label>
                </div>
                <label class="field tall">
                    "or paste: a line each, as " <code>"rule => formula"</code>
                    <textarea
                        id="paste-items"
                        rows="3"
                        spellcheck="false"
                        prop:value=move || pasted.get()
                        on:input:target=move |event| pasted.set(event.target().value())
                    ></textarea>
                </label>
                <button type="button" id="read-pasted" on:click=read_pasted>
                    "Look at it"
                </button>
            </div>
            <div role="status" aria-live="polite">
                {move || bringing.busy.get().then(|| view! { <p class="quiet">"Reading…"</p> })}
                {move || {
                    bringing
                        .trouble
                        .get()
                        .map(|why| {
                            view! {
                                <p class="notice bad" id="bring-trouble">
                                    {format!("{}: {why}.", bringing.name.get())}
                                </p>
                            }
                        })
                }}
            </div>
            {move || bringing.found.get().map(|found| looked_at(room, &found))}
        </section>
    }
}

fn looked_at(room: Annotation, found: &Imported) -> impl IntoView + use<> {
    let bringing = room.bringing;
    let toast = expect_context::<Toast>();
    let log = !found.events.is_empty();
    let what = if log {
        format!("{} events of an annotation log", found.events.len())
    } else {
        format!("{} items ({})", found.items.len(), found.format.replace('_', " "))
    };
    let preview = move || {
        bringing.preview.get().map_or_else(
            || {
                let counts = bringing.against();
                view! {
                    <p id="preview">
                        {format!(
                            "For the open set: {} new, {} already there, {} there with another content (both are kept).",
                            counts.new,
                            counts.same,
                            counts.different,
                        )}
                    </p>
                }
                .into_any()
            },
            |preview| {
                let row = |name: &'static str, c: Counts| {
                    view! {
                        <tr>
                            <th scope="row">{name}</th>
                            <td>{c.new}</td>
                            <td>{c.same}</td>
                            <td>{c.updated}</td>
                            <td>{c.conflicting}</td>
                        </tr>
                    }
                };
                view! {
                    <table id="preview" class="data">
                        <thead>
                            <tr>
                                <th scope="col">"for the open set"</th>
                                <th scope="col">"new"</th>
                                <th scope="col">"the same"</th>
                                <th scope="col">"updated"</th>
                                <th scope="col">"different (both kept)"</th>
                            </tr>
                        </thead>
                        <tbody>
                            {row("items", preview.items)}
                            {row("judgements", preview.decisions)}
                            {row("events", preview.events)}
                        </tbody>
                    </table>
                }
                .into_any()
            },
        )
    };
    let open = move || room.session.set.with(Option::is_some);
    let add = move |_| {
        let count = bringing.take();
        toast.say(&format!("{count} events came in"));
        if count > 0 {
            room.desk.start(Vec::new(), "");
            room.view("");
        }
    };
    view! {
        <div class="card" id="found">
            <h3>{bringing.name.get_untracked()} ": " <span id="found-count">{what}</span></h3>
            {(!log).then(|| columns(bringing, found))}
            {problems(found)}
            {(!log).then(|| sample(found))}
            <Show when=open>{preview}</Show>
            <div class="row">
                <button type="button" class="primary" id="take-new" on:click=move |_| room.take_as_new()>
                    {move || format!("Open as a new set “{}”", bringing.set_name())}
                </button>
                <Show when=open>
                    <button type="button" id="take-merge" on:click=add>
                        {move || {
                            format!("Put into “{}”", room.session.set.get().unwrap_or_default())
                        }}
                    </button>
                </Show>
                <button type="button" class="plain" on:click=move |_| bringing.close()>
                    "Put it away"
                </button>
            </div>
        </div>
    }
}

/// Which column is taken for what; another choice reads the file again.
fn columns(bringing: Bringing, found: &Imported) -> impl IntoView + use<> {
    type Pick = fn(&mut Columns) -> &mut Option<String>;
    let parts: [(&str, &str, Pick); 5] = [
        ("column-rule", "rule in words", |c| &mut c.rule),
        ("column-formula", "formula", |c| &mut c.formula),
        ("column-id", "name", |c| &mut c.id),
        ("column-category", "category", |c| &mut c.category),
        ("column-scene", "scene", |c| &mut c.scene),
    ];
    if found.header.is_empty() {
        return ().into_any();
    }
    let fields: Vec<_> = parts
        .into_iter()
        .map(|(id, label, pick)| {
            let mut columns = found.columns.clone();
            let chosen = pick(&mut columns).clone().unwrap_or_default();
            let options: Vec<_> = std::iter::once(String::new())
                .chain(found.header.iter().cloned())
                .map(|name| {
                    let words = if name.is_empty() { "(none)".to_owned() } else { name.clone() };
                    let selected = name == chosen;
                    view! { <option value=name selected=selected>{words}</option> }
                })
                .collect();
            let read = move |value: String| {
                let mut columns = columns.clone();
                *pick(&mut columns) = Some(value).filter(|value| !value.is_empty());
                bringing.read(columns);
            };
            view! {
                <label class="field">
                    {label}
                    <select id=id on:change:target=move |event| read(event.target().value())>
                        {options}
                    </select>
                </label>
            }
        })
        .collect();
    let mut others: Vec<String> = Vec::new();
    let (alternatives, notes) = (&found.columns.alternatives, &found.columns.notes);
    others.extend(
        (!alternatives.is_empty()).then(|| format!("alternatives: {}", alternatives.join(", "))),
    );
    others.extend((!notes.is_empty()).then(|| format!("earlier notes: {}", notes.join(", "))));
    let guesses: Vec<_> = found.guesses.iter().map(|g| view! { <li>{g.clone()}</li> }).collect();
    view! {
        <div class="row" id="columns">{fields}</div>
        {(!others.is_empty()).then(|| view! { <p class="small">{others.join("; ")}</p> })}
        <details class="small">
            <summary>"How the columns were found"</summary>
            <ul>{guesses}</ul>
        </details>
    }
    .into_any()
}

fn problems(found: &Imported) -> impl IntoView + use<> {
    const SHOWN: usize = 50;
    let count = found.problems.len();
    let lost = found.problems.iter().filter(|problem| !problem.used).count();
    (count > 0).then(|| {
        let lines: Vec<_> = found
            .problems
            .iter()
            .take(SHOWN)
            .map(|p| {
                let taken = if p.used { "taken all the same" } else { "left out" };
                view! { <li>{format!("row {}: {} ({taken})", p.line, p.message)}</li> }
            })
            .collect();
        view! {
            <details class="notice bad" id="problems" open>
                <summary>
                    {format!("{count} rows have problems; {lost} are left out, the others can be used")}
                </summary>
                <ul>{lines}</ul>
                {(count > SHOWN).then(|| view! { <p>{format!("and {} more", count - SHOWN)}</p> })}
            </details>
        }
    })
}

fn sample(found: &Imported) -> impl IntoView + use<> {
    let rows: Vec<_> = found
        .items
        .iter()
        .take(3)
        .map(|item| {
            view! {
                <tr>
                    <th scope="row">{item.id.clone()}</th>
                    <td>{item.rule.clone()}</td>
                    <td>
                        <code>{item.formula.clone()}</code>
                    </td>
                </tr>
            }
        })
        .collect();
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label="the first items">
            <table class="data">
                <thead>
                    <tr>
                        <th scope="col">"name"</th>
                        <th scope="col">"rule"</th>
                        <th scope="col">"formula"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}
