//! What is known of a scene: axioms and vocabulary, typed, pasted, or dropped on their fields.

use leptos::prelude::*;
use vedette_report::service::SceneText;

/// Two fields, folded away until somebody needs them.
#[component]
pub fn SceneFields(
    /// The texts.
    scene: RwSignal<SceneText>,
    /// What follows the two fields.
    #[prop(optional, into)]
    further: Option<AnyView>,
) -> impl IntoView {
    let field = move |id: &'static str,
                      label: &'static str,
                      hint: &'static str,
                      pick: fn(&mut SceneText) -> &mut String| {
        view! {
            <label class="field tall">
                {label}
                <textarea
                    id=id
                    rows="4"
                    spellcheck="false"
                    placeholder=hint
                    data-takes-files=""
                    prop:value=move || pick(&mut scene.get()).clone()
                    on:input:target=move |event| {
                        let text = event.target().value();
                        scene.update(|scene| *pick(scene) = text);
                    }
                ></textarea>
            </label>
        }
    };
    view! {
        <details id="scene" class="small">
            <summary>"Scene: axioms and vocabulary"</summary>
            <p class="quiet">
                "Axioms are true at every moment, whatever an agent does: the verdict under them stands beside the strict one. \
                A vocabulary says which names mean the same. Both can be dropped here as files."
            </p>
            <div class="pair">
                {field("axioms", "Axioms, one a line", "opposite ON, OFF\nG !(hot(x) & cold(x))", |s| &mut s.axioms)}
                {field(
                    "vocabulary",
                    "Vocabulary, as JSON",
                    r#"{"predicates": [{"name": "on", "aliases": ["ISON"]}]}"#,
                    |s| &mut s.vocabulary,
                )}
            </div>
            {further}
        </details>
    }
}
