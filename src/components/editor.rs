//! A field for a formula: plain text, with the place of an error marked beneath it.
//!
//! The text area is transparent and lies on a copy of the text that carries the marks, so that undo,
//! input methods and screen readers work as in any field.

use leptos::prelude::*;
use vedette_report::compare::Compared;
use vedette_report::typed::InWords;

/// A field for a formula.
#[component]
pub fn Editor(
    /// The element's id.
    #[prop(into)]
    id: String,
    /// What the field is for.
    #[prop(into)]
    label: String,
    /// The text.
    text: RwSignal<String>,
    /// What was understood of it.
    #[prop(into)]
    understood: Signal<Option<Compared>>,
) -> impl IntoView {
    let remarks = format!("{id}-remarks");
    let has_errors = move || understood.with(|u| u.as_ref().is_some_and(|u| !u.errors.is_empty()));
    let first_error = move || {
        understood.with(|u| u.as_ref().and_then(|u| u.errors.first().map(|e| (e.from, e.to))))
    };
    let marked = move || {
        text.with(|text| {
            let whole = || (text.as_str(), "", "");
            let (before, wrong, after) = match first_error() {
                Some((from, to)) => split(text, from, to).unwrap_or_else(whole),
                None => whole(),
            };
            let has_error = first_error().is_some();
            let wrong = has_error.then(|| view! { <mark>{wrong.to_owned()}</mark> });
            // A last line break is shown only if something follows it.
            view! { {before.to_owned()} {wrong} {after.to_owned()} "\u{200b}" }
        })
    };
    let list = move || {
        understood.with(|understood| {
            let Some(understood) = understood else { return ().into_any() };
            let errors = understood.errors.iter().map(|e| ("error", e));
            let warnings = understood.warnings.iter().map(|w| ("warning", w));
            errors
                .chain(warnings)
                .take(8)
                .map(|(class, remark)| {
                    let mend = remark.mend.clone().map(|mend| {
                        view! { <span class="mend">" — " {mend}</span> }
                    });
                    view! {
                        <li class=class>
                            {format!("column {}: {}", remark.column, remark.message)} {mend}
                        </li>
                    }
                })
                .collect_view()
                .into_any()
        })
    };
    let english = move || {
        understood.with(|u| u.as_ref().map(|u| u.english.clone())).filter(|text| !text.is_empty())
    };
    let more = move || {
        understood.with(|understood| {
            let understood = understood.as_ref()?;
            let words = understood.words.as_ref().map(in_words);
            let said = understood.renamed.iter().map(|name| format!("{name}."));
            let notes: Vec<_> = said
                .chain(understood.notes.iter().cloned())
                .map(|note| view! { <li class="warning">{note}</li> })
                .collect();
            let list =
                (!notes.is_empty()).then(|| view! { <ul class="remarks notes">{notes}</ul> });
            Some(view! { {words} {list} })
        })
    };
    let leave = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            event_target::<web_sys::HtmlElement>(&event).blur().unwrap_or_default();
        }
    };
    view! {
        <div>
            <label for=id.clone()>
                <strong>{label}</strong>
            </label>
            <div class="editor">
                <pre aria-hidden="true">{marked}</pre>
                <textarea
                    id=id
                    spellcheck="false"
                    autocapitalize="off"
                    autocomplete="off"
                    aria-invalid=move || has_errors().to_string()
                    aria-describedby=remarks.clone()
                    prop:value=move || text.get()
                    on:input:target=move |event| text.set(event.target().value())
                    on:keydown=leave
                ></textarea>
            </div>
            <ul class="remarks" id=remarks aria-live="polite">
                {list}
            </ul>
            {move || english().map(|english| view! { <p class="reads">"reads: " <q>{english}</q></p> })}
            {more}
        </div>
    }
}

/// Which words of a rule fill which gap of the sentence that was understood.
fn in_words(words: &InWords) -> impl IntoView + use<> {
    let parts: Vec<_> = words
        .parts
        .iter()
        .map(|part| {
            view! {
                <li>
                    <code>{format!("{{{}}}", part.gap)}</code>
                    " is "
                    <q>{part.words.clone()}</q>
                    ": "
                    <code>{part.formula.clone()}</code>
                </li>
            }
        })
        .collect();
    let objects = words.objects.clone().map(|objects| view! { <q>{objects}</q> " " });
    view! {
        <div class="reads in-words" data-pattern=words.pattern.clone()>
            "understood as " {objects} <q>{words.pattern.clone()}</q> ": "
            <code>{words.meaning.clone()}</code> <ul>{parts}</ul>
        </div>
    }
}

/// The text before, within and after a span; none if the span is not one of this text (the answer
/// may be about an earlier one).
fn split(text: &str, from: usize, to: usize) -> Option<(&str, &str, &str)> {
    Some((text.get(..from)?, text.get(from..to)?, text.get(to..)?))
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn spans_that_do_not_fit_are_refused() {
        assert_eq!(split("p ->> q", 2, 5), Some(("p ", "->>", " q")));
        assert_eq!(split("p", 1, 1), Some(("p", "", "")));
        assert_eq!(split("é", 1, 2), None);
        assert_eq!(split("p", 0, 9), None);
    }
}
