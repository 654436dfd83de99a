//! The words of the scene: a vocabulary for the set, as on the page Compare.

use crate::state::annotate::room::Annotation;
use crate::state::annotate::session::VOCABULARY;
use leptos::prelude::*;
use serde_json::Value;
use vedette_annotate::What;
use vedette_report::vocabulary::Vocabulary;

/// The field, and what is wrong with what it holds.
pub fn words(room: Annotation) -> impl IntoView {
    let session = room.session;
    let kept = untrack(|| session.vocabulary()).unwrap_or_default();
    let text = RwSignal::new(kept);
    let said = RwSignal::new((false, String::new()));
    let save = move |_| {
        let typed = text.get_untracked().trim().to_owned();
        let value = if typed.is_empty() {
            Value::Null
        } else if let Err(why) = Vocabulary::read(&typed) {
            said.set((true, why));
            return;
        } else {
            typed.into()
        };
        let what = What::Setting { name: VOCABULARY.to_owned(), value };
        if session.act(None, what, None) {
            said.set((false, "saved: names that it does not have are shown with each item".into()));
        }
    };
    view! {
        <h2>"Words of the scene"</h2>
        <label class="field tall">
            "A vocabulary as JSON, for the whole set: names that are not in it are shown with the item. A file can be dropped here."
            <textarea
                id="set-vocabulary"
                rows="5"
                spellcheck="false"
                data-takes-files=""
                placeholder=r#"{"predicates": [{"name": "on", "aliases": ["ISON"]}], "objects": [{"name": "oven"}]}"#
                prop:value=move || text.get()
                on:input:target=move |event| text.set(event.target().value())
            ></textarea>
        </label>
        <button type="button" id="save-vocabulary" on:click=save>
            "Save the words"
        </button>
        <p class="small" id="vocabulary-says" role="status" class:bad=move || said.with(|(bad, _)| *bad)>
            {move || said.get().1}
        </p>
    }
}
