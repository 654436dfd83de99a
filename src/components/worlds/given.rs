//! What a plan is run in and held against: scene, rules, goal, templates, semantics.

use crate::components::choice::choice;
use crate::state::dom::change;
use crate::state::worlds::Worlds;
use leptos::prelude::*;
use vedette_report::world::view::{Semantics, Templates};

const TEMPLATES: [(&str, &str); 3] =
    [("none", "none"), ("vedette", "Vedette's"), ("paper", "those of the paper")];
const SEMANTICS: [(&str, &str); 2] = [
    ("strict", "strict: for claims of safety"),
    ("compat", "compat: the field's executor, with its quirks"),
];

/// A choice that is kept in step with a value.
fn kept<T: Copy + PartialEq + Send + Sync + 'static>(
    value: RwSignal<T>,
    words: &'static [(&'static str, T)],
) -> RwSignal<String> {
    let text = RwSignal::new(String::new());
    Effect::new(move |_| {
        let now = value.get();
        let word = words.iter().find(|(_, known)| *known == now).map_or("", |(word, _)| word);
        change(text, word.to_owned());
    });
    Effect::new(move |_| {
        let chosen = text.with(|text| words.iter().find(|(word, _)| word == text).map(|(_, v)| *v));
        if let Some(chosen) = chosen {
            change(value, chosen);
        }
    });
    text
}

/// Which scene, templates and semantics.
#[component]
pub fn Setting(
    /// What is shown.
    worlds: Worlds,
) -> impl IntoView {
    let templates = kept(
        worlds.templates,
        &[("none", Templates::None), ("vedette", Templates::Vedette), ("paper", Templates::Paper)],
    );
    let semantics =
        kept(worlds.semantics, &[("strict", Semantics::Strict), ("compat", Semantics::Compat)]);
    view! {
        {scenes(worlds)}
        {choice("templates", "Safety templates", templates, &TEMPLATES)}
        {choice("semantics", "Simulator", semantics, &SEMANTICS)}
        <label class="field">
            <input
                type="checkbox"
                id="go-on"
                prop:checked=move || worlds.go_on.get()
                on:change:target=move |event| worlds.go_on.set(event.target().checked())
            />
            "pass over steps that fail"
        </label>
    }
}

fn is_own(scene: &str) -> bool {
    scene.trim_start().starts_with('{')
}

fn scenes(worlds: Worlds) -> impl IntoView {
    let options = move || {
        let scenes =
            worlds.library.with(|library| library.as_ref().map(|library| library.scenes.clone()));
        let option = |scene: vedette_report::world::view::Shipped| {
            let name = scene.name.clone();
            let selected = move || worlds.scene.with(|chosen| *chosen == name);
            view! { <option value=scene.name.clone() selected=selected>{scene.name.clone()}</option> }
        };
        scenes.unwrap_or_default().into_iter().map(option).collect_view()
    };
    let own = move || worlds.scene.with(|scene| is_own(scene));
    view! {
        <label class="field">
            "Scene"
            <select id="scene" on:change:target=move |event| {
                let chosen = event.target().value();
                if chosen != "own" {
                    change(worlds.object, None);
                    change(worlds.scene, chosen);
                }
            }>
                {options}
                <option value="own" selected=own disabled=move || !own()>"one's own file"</option>
            </select>
        </label>
    }
}

/// The rules and the goal.
#[component]
pub fn Texts(
    /// What is shown.
    worlds: Worlds,
) -> impl IntoView {
    let rows = move || {
        let lines = worlds.rules.with(|text| text.lines().count());
        (lines + 1).clamp(4, 14).to_string()
    };
    view! {
        <label class="field tall">
            "Rules: one a line, " <code>"id: formula"</code> " or a sentence; what stands after " <code>"#"</code> " above it says it in words"
            <textarea
                id="rules-text"
                rows=rows
                spellcheck="false"
                autocapitalize="off"
                data-takes-files=""
                prop:value=move || worlds.rules.get()
                on:input:target=move |event| worlds.rules.set(event.target().value())
            ></textarea>
        </label>
        <label class="field tall">
            "Goal: a formula; one about a single state means the last"
            <textarea
                id="goal"
                rows="2"
                spellcheck="false"
                autocapitalize="off"
                prop:value=move || worlds.goal.get()
                on:input:target=move |event| worlds.goal.set(event.target().value())
            ></textarea>
        </label>
        <details id="scene-text">
            <summary>"The scene as text"</summary>
            <p class="small quiet">
                "A file may be dropped anywhere on this page: a scene (vedette.scene/1), a graph of VirtualHome, tasks (vedette.tasks/1), rules, a plan."
            </p>
            <textarea
                id="scene-source"
                rows="8"
                spellcheck="false"
                aria-label="the scene as text"
                data-takes-files=""
                prop:value=move || worlds.scene.get()
                on:input:target=move |event| worlds.scene.set(event.target().value())
            ></textarea>
        </details>
    }
}
