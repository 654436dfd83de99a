//! The bar of decisions, always at the lower edge, and the comment.

use crate::state::annotate::keymap::{Act, Phase};
use crate::state::annotate::room::Annotation;
use leptos::prelude::*;
use vedette_annotate::Role;

/// The bar. A button that is only there in one phase stands where it stood before.
pub fn bar(room: Annotation) -> impl IntoView {
    let desk = room.desk;
    let decide = move || desk.phase.get() == Phase::Decide;
    let flagged = move || desk.mine.with(|mine| mine.as_ref().is_some_and(|o| o.flagged));
    view! {
        <div class="decisions print-not" role="group" aria-label="decisions">
            <Show
                when=decide
                fallback=move || {
                    view! {
                        {super::act_button(room, Act::Yes, "Yes", "")}
                        {super::act_button(room, Act::No, "No", "")}
                        {super::act_button(room, Act::Unsure, "Unclear", "")}
                        {super::act_button(room, Act::Reveal, "Show the formula", "")}
                    }
                }
            >
                {super::act_button(room, Act::Accept, "Accept", "")}
                {super::act_button(room, Act::Repair, "Repair", "")}
                {super::act_button(room, Act::Reject, "Reject", "")}
                {super::act_button(room, Act::Unclear, "Rule unclear", "")}
            </Show>
            <span class="gap"></span>
            {super::act_button(room, Act::Skip, "Skip", "")}
            <span aria-live="polite" class:flagged=flagged>
                {super::act_button(room, Act::Flag, "Flag", "")}
            </span>
            {super::act_button(room, Act::Comment, "Comment", "")}
            <span class="gap"></span>
            {super::act_button(room, Act::Previous, "Back", "plain")}
            {super::act_button(room, Act::Next, "Next", "plain")}
            {super::act_button(room, Act::Undo, "Undo", "plain")}
            {super::act_button(room, Act::Redo, "Redo", "plain")}
        </div>
    }
}

/// The comments on the item: what others and I said, and a field.
pub fn comments(room: Annotation) -> impl IntoView {
    let desk = room.desk;
    let keys = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        "Enter" if !event.shift_key() => {
            event.prevent_default();
            desk.take_comment();
            event_target::<web_sys::HtmlElement>(&event).blur().unwrap_or_default();
        }
        "Escape" => event_target::<web_sys::HtmlElement>(&event).blur().unwrap_or_default(),
        _ => {}
    };
    let lines = move || {
        let me = desk.session.who.with(|who| who.name.clone());
        // What others say could lead; it is shown once the item is, and to who labels once he decided.
        let labels = desk.session.who.with(|who| who.role == Role::Label);
        let decided = desk.mine.with(|mine| mine.as_ref().is_some_and(|o| o.decided().is_some()));
        let blind = desk.phase.get() == Phase::Blind || (labels && !decided);
        desk.with_state(|state| {
            let opinions = state.opinions.iter().filter(|o| !blind || o.annotator == me);
            opinions
                .flat_map(|o| o.comments.iter().map(|c| (o.annotator.clone(), c.text.clone())))
                .map(|(who, text)| view! { <li><strong>{who}</strong> ": " {text}</li> })
                .collect_view()
        })
    };
    let notes = move || {
        desk.item.with(|item| {
            let notes = item.as_ref()?.notes.clone();
            (!notes.is_empty() && desk.phase.get() == Phase::Decide).then(|| {
                let lines: Vec<_> = notes
                    .into_iter()
                    .map(|note| view! { <li><span class="quiet">{note.source} ": "</span> {note.text}</li> })
                    .collect();
                view! {
                    <div class="notice" id="notes">
                        <strong>"Notes that came with the item"</strong>
                        <ul>{lines}</ul>
                    </div>
                }
            })
        })
    };
    view! {
        {notes}
        <section id="comments" aria-label="comments">
            <ul class="small" id="comment-list">{lines}</ul>
            <label class="field tall">
                "Comment (Enter saves it)"
                <textarea
                    id="comment"
                    rows="1"
                    prop:value=move || desk.comment.get()
                    on:input:target=move |event| desk.comment.set(event.target().value())
                    on:keydown=keys
                ></textarea>
            </label>
        </section>
    }
}
