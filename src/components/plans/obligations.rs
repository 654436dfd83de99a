//! Typed obligations: a form that writes JSON, and what became of each.

use super::ticked;
use crate::state::plans::Plans;
use leptos::prelude::*;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use vedette_report::plan::Form;

/// The obligations that a text holds; none if it is no list.
fn list(text: &str) -> Option<Vec<Value>> {
    if text.trim().is_empty() {
        return Some(Vec::new());
    }
    match serde_json::from_str(text).ok()? {
        Value::Array(list) => Some(list),
        Value::Object(mut map) => match map.remove("obligations") {
            Some(Value::Array(list)) => Some(list),
            Some(_) => None,
            None => Some(vec![Value::Object(map)]),
        },
        _ => None,
    }
}

/// An obligation from the fields of a form: places in the plural take several tools.
fn obligation(form: &Form, fields: &BTreeMap<String, String>) -> Value {
    let mut map = Map::new();
    map.insert("form".into(), form.name.clone().into());
    for place in &form.places {
        let text = fields.get(place).map_or("", |text| text.trim());
        let value = if takes_many(place) {
            let names = text.split([',', ' ']).map(str::trim).filter(|name| !name.is_empty());
            names.map(Value::from).collect::<Vec<_>>().into()
        } else {
            text.into()
        };
        map.insert(place.clone(), value);
    }
    Value::Object(map)
}

fn takes_many(place: &str) -> bool {
    place.ends_with('s') || place == "allowed"
}

/// The text with one obligation more.
fn added(text: &str, new: Value) -> Option<String> {
    let mut all = list(text)?;
    all.push(new);
    serde_json::to_string_pretty(&all).ok()
}

/// The text without the obligation at a place.
fn without(text: &str, at: usize) -> Option<String> {
    let mut all = list(text)?;
    if at >= all.len() {
        return None;
    }
    all.remove(at);
    if all.is_empty() { Some(String::new()) } else { serde_json::to_string_pretty(&all).ok() }
}

/// The form, the list, and the JSON.
#[component]
pub fn Obligations(
    /// What is shown.
    plans: Plans,
) -> impl IntoView {
    let chosen = RwSignal::new(String::from("precedence"));
    let fields = RwSignal::new(BTreeMap::<String, String>::new());
    let refused = RwSignal::new(false);
    let forms = move || {
        plans.library.with(|library| library.as_ref().map_or_else(Vec::new, |l| l.forms.clone()))
    };
    let form = move || forms().into_iter().find(|form| form.name == chosen.get());
    let options = move || {
        let option = |form: Form| {
            let name = form.name.clone();
            let selected = move || chosen.with(|chosen| *chosen == name);
            let words = form.name.replace('_', " ");
            view! { <option value=form.name selected=selected>{words}</option> }
        };
        forms().into_iter().map(option).collect_view()
    };
    let inputs = move || form().map(|form| places(&form, fields));
    let add = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let Some(form) = untrack(form) else { return };
        let new = fields.with_untracked(|fields| obligation(&form, fields));
        let text = plans.obligations.with_untracked(|text| added(text, new));
        refused.set(text.is_none());
        if let Some(text) = text {
            plans.obligations.set(text);
            fields.set(BTreeMap::new());
        }
    };
    view! {
        <details id="obligations-panel" open=move || plans.obligations.with(|text| !text.is_empty())>
            <summary>"Obligations"</summary>
            <p class="small quiet">
                "What a task asks of the plan, in ten typed forms. A model may propose them; it never writes a formula."
            </p>
            <form class="row" id="obligation-form" on:submit=add>
                <label class="field">
                    "Form"
                    <select id="form" on:change:target=move |event| {
                        chosen.set(event.target().value());
                        fields.set(BTreeMap::new());
                    }>{options}</select>
                </label>
                {inputs}
                <button type="submit" id="add-obligation">"Add"</button>
            </form>
            {names(plans)}
            <p class="small" role="status">
                {move || refused.get().then_some("The text below is no JSON list of obligations: mend it first.")}
            </p>
            {known(plans)}
            <label class="field tall">
                "As JSON"
                <textarea
                    id="obligations-json"
                    rows="4"
                    spellcheck="false"
                    data-takes-files=""
                    placeholder="[{\"form\": \"precedence\", \"before\": \"…\", \"after\": \"…\"}]"
                    prop:value=move || plans.obligations.get()
                    on:input:target=move |event| plans.obligations.set(event.target().value())
                ></textarea>
            </label>
        </details>
    }
}

/// What became of each.
fn known(plans: Plans) -> impl IntoView {
    move || {
        plans.report.with(|report| {
            let report = report.as_ref()?;
            let rows = report.obligations.iter().enumerate().map(|(at, found)| {
                let (class, glyph) =
                    if found.rejected.is_some() { ("chip fault", "!") } else { ("chip holds", "✓") };
                let word = if found.rejected.is_some() { "rejected" } else { "accepted" };
                let said = found.rejected.as_ref().or(found.title.as_ref()).map(|said| ticked(said));
                let take_out = move |_| {
                    let text = plans.obligations.with_untracked(|text| without(text, at));
                    if let Some(text) = text {
                        plans.obligations.set(text);
                    }
                };
                view! {
                    <li>
                        <span class=class><span aria-hidden="true">{glyph}</span> {word}</span>
                        " " {said} " "
                        <code class="quiet">{found.formula.clone()}</code> " "
                        <button type="button" class="plain tiny" on:click=take_out>
                            "Take out" <span class="seen-not">{format!(" obligation {}", at + 1)}</span>
                        </button>
                    </li>
                }
            });
            Some(view! { <ul class="obligations" id="obligations">{rows.collect_view()}</ul> })
        })
    }
}

/// The names that the fields offer.
fn names(plans: Plans) -> impl IntoView {
    move || {
        plans.report.with(|report| {
            let Some(report) = report.as_ref() else { return ().into_any() };
            let tools =
                report.tools.iter().map(|tool| view! { <option value=tool.name.clone() /> });
            let mut params: Vec<String> = Vec::new();
            for param in report.tools.iter().flat_map(|tool| &tool.params) {
                let name = param.trim_end_matches('?');
                params.extend(
                    ["trusted", "tainted", "public", "private"].map(|e| format!("{name}_{e}")),
                );
            }
            params.sort_unstable();
            params.dedup();
            let atoms = params.into_iter().map(|atom| view! { <option value=atom /> });
            view! {
                <datalist id="tool-names">{tools.collect_view()}</datalist>
                <datalist id="atom-names">{atoms.collect_view()}</datalist>
            }
            .into_any()
        })
    }
}

fn places(form: &Form, fields: RwSignal<BTreeMap<String, String>>) -> impl IntoView + use<> {
    let one = |place: &String| {
        let (name, id) = (place.clone(), format!("place-{place}"));
        let value = {
            let name = name.clone();
            move || fields.with(|fields| fields.get(&name).cloned().unwrap_or_default())
        };
        let hint = match place.as_str() {
            "atom" => "an atom, perhaps with !",
            place if takes_many(place) => "tools, with commas",
            _ => "a tool",
        };
        let names = if place == "atom" { "atom-names" } else { "tool-names" };
        view! {
            <label class="field">
                {place.clone()}
                <input
                    type="text"
                    id=id
                    list=names
                    class="mono"
                    placeholder=hint
                    autocomplete="off"
                    spellcheck="false"
                    prop:value=value
                    on:input:target=move |event| {
                        let value = event.target().value();
                        fields.update(|fields| {
                            fields.insert(name.clone(), value);
                        });
                    }
                />
            </label>
        }
    };
    form.places.iter().map(one).collect_view()
}

#[cfg(test)]
mod tests {
    use super::{added, list, obligation, without};
    use std::collections::BTreeMap;
    use vedette_report::plan::{Budget, Form, library, verify};

    #[test]
    fn what_the_form_writes_is_an_obligation_for_every_form() {
        let forms: Vec<Form> = library().forms;
        assert_eq!(forms.len(), 10);
        let mut text = String::new();
        for form in &forms {
            let value = |place: &String| match place.as_str() {
                "atom" => "amount_trusted".to_owned(),
                _ => "send_money".to_owned(),
            };
            let fields: BTreeMap<_, _> =
                form.places.iter().map(|place| (place.clone(), value(place))).collect();
            text = added(&text, obligation(form, &fields)).unwrap();
        }
        let question = vedette_report::plan::PlanQuestion {
            plan: "send_money('a', 1, 'b', 'c')\n".into(),
            tools: "banking".into(),
            obligations: text.as_str().into(),
            ..Default::default()
        };
        let report = verify(&question, &Budget::default());
        assert_eq!(report.obligations.len(), 10);
        for found in &report.obligations {
            assert_eq!(found.rejected, None, "{:?}", found.form);
        }
    }

    #[test]
    fn obligations_come_and_go() {
        assert_eq!(list("{"), None);
        assert_eq!(list("{\"form\": \"x\"}").map(|all| all.len()), Some(1));
        let one = added("", serde_json::json!({"form": "x"})).unwrap();
        assert_eq!(without(&one, 0).as_deref(), Some(""));
        assert_eq!(without(&one, 1), None);
        assert_eq!(added("3", serde_json::json!({})), None);
    }
}
