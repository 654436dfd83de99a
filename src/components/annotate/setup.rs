//! Who annotates, in which role, with which keys; the guidelines of the set.

use super::aside::GUIDELINES;
use crate::state::annotate::keymap::{ACTS, Act, Keymap};
use crate::state::annotate::room::Annotation;
use crate::state::annotate::who::{ROLES, Who};
use crate::state::settings::single_keys_are_on;
use leptos::prelude::*;
use vedette_annotate::What;

/// The view.
pub fn setup(room: Annotation) -> impl IntoView {
    view! {
        <section aria-label="you and keys">
            {who(room)}
            {switches(room)}
            {keys(room)}
            {guidelines(room)}
            {super::words::words(room)}
        </section>
    }
}

/// Name and role.
fn who(room: Annotation) -> impl IntoView {
    let problem = RwSignal::new(None::<String>);
    let name = move |typed: String| {
        let typed = typed.trim().to_owned();
        match Who::check(&typed) {
            Ok(()) => {
                problem.set(None);
                room.session.rename(Who { name: typed, ..room.session.who.get_untracked() });
            }
            Err(why) => problem.set(Some(why)),
        }
    };
    let role = move |name: String| {
        if let Some((role, ..)) = ROLES.iter().find(|(_, known, _)| *known == name) {
            room.session.rename(Who { role: *role, ..room.session.who.get_untracked() });
        }
    };
    let current = move || room.session.who.with(|who| who.role);
    let options = ROLES.map(|(role, name, words)| {
        view! { <option value=name selected=move || current() == role>{words}</option> }
    });
    view! {
        <h2>"You"</h2>
        <div class="row">
            <label class="field">
                "Your name, as it stands in the file"
                <input
                    type="text"
                    id="annotator"
                    autocomplete="off"
                    aria-describedby="annotator-problem"
                    prop:value=move || room.session.who.with(|who| who.name.clone())
                    on:change:target=move |event| name(event.target().value())
                />
            </label>
            <label class="field">
                "Role"
                <select id="role" on:change:target=move |event| role(event.target().value())>
                    {options.collect_view()}
                </select>
            </label>
        </div>
        <p class="small" id="annotator-problem" aria-live="polite">
            {move || problem.get()}
        </p>
    }
}

fn switches(room: Annotation) -> impl IntoView {
    view! {
        <p class="row">
            <label class="field">
                <input
                    type="checkbox"
                    id="timer-on"
                    prop:checked=move || room.settings.timer.get()
                    on:change:target=move |event| room.settings.timer.set(event.target().checked())
                />
                "show the time on an item, and keep it with the decision"
            </label>
        </p>
    }
}

/// Every key, with a field that takes the key that is pressed in it.
fn keys(room: Annotation) -> impl IntoView {
    let problem = RwSignal::new(None::<String>);
    let keymap = room.settings.keys;
    let set = move |act: Act, event: web_sys::KeyboardEvent| {
        let key = event.key();
        if key == "Tab" || key == "Escape" || event.ctrl_key() || event.meta_key() {
            return;
        }
        event.prevent_default();
        let mut done = Ok(());
        keymap.update(|keys| done = keys.set(act, &key));
        problem.set(done.err());
    };
    let rows = ACTS.map(|(act, name, _, does)| {
        let id = format!("key-{name}");
        view! {
            <tr>
                <th scope="row">
                    <label for=id.clone()>{does}</label>
                </th>
                <td>
                    <input
                        type="text"
                        id=id
                        class="key"
                        readonly
                        prop:value=move || keymap.with(|keys| keys.key(act).to_owned())
                        on:keydown=move |event| set(act, event)
                    />
                </td>
            </tr>
        }
    });
    view! {
        <h2>"Keys"</h2>
        <p class="small">
            "Go to a field and press the key that it is to be. "
            {(!single_keys_are_on()).then_some("Single keys are switched off now: the sheet of keys (the button at the top) has the switch. ")}
            "Single keys can be switched off on the sheet of keys; the buttons always work."
        </p>
        <p class="small" role="alert" id="key-problem">
            {move || problem.get()}
        </p>
        <table class="data keys">
            <tbody>{rows.collect_view()}</tbody>
        </table>
        <button type="button" on:click=move |_| keymap.update(Keymap::reset)>
            "The usual keys again"
        </button>
    }
}

fn guidelines(room: Annotation) -> impl IntoView {
    let text = RwSignal::new(room.session.state.with_untracked(|state| {
        state.guideline.as_ref().map_or_else(|| GUIDELINES.to_owned(), |g| g.text.clone())
    }));
    let save = move |_| {
        room.session.act(None, What::Guideline { text: text.get_untracked() }, None);
    };
    view! {
        <h2>"Guidelines of this set"</h2>
        <label class="field tall">
            "They stand beside every item, for everybody who gets the set"
            <textarea
                id="edit-guidelines"
                rows="7"
                prop:value=move || text.get()
                on:input:target=move |event| text.set(event.target().value())
            ></textarea>
        </label>
        <button type="button" id="save-guidelines" on:click=save>
            "Save the guidelines"
        </button>
    }
}
