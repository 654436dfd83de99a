//! The tabs and fields that choose what the list of results shows; all of it stands in the address.

use crate::routes::Route;
use crate::state::navigation::Navigation;
use crate::state::results::Results;
use leptos::prelude::*;
use vedette_report::evaluation::stages::First;
use vedette_report::leaderboard::VERDICTS;
use vedette_report::listing::{Filter, Sort, View, verdict_named};

/// The tabs, and the fields below them.
#[component]
pub fn Filters() -> impl IntoView {
    view! { <Tabs /> <Fields /> }
}

/// Changes the filter in the address, and begins with its first page.
fn change(results: Results, navigation: Navigation, act: impl FnOnce(&mut Filter)) {
    let mut filter = results.filter.get_untracked();
    act(&mut filter);
    filter.page = 0;
    navigation.replace(Route::Results(filter));
}

/// What a line stands for.
#[component]
fn Tabs() -> impl IntoView {
    let results = expect_context::<Results>();
    let navigation = expect_context::<Navigation>();
    let tabs =
        [(View::Results, "every result"), (View::Tasks, "by task"), (View::Rules, "by rule")].map(
            |(view, words)| {
                let chosen = move || results.filter.with(|f| f.view == view).to_string();
                view! {
                    <button
                        type="button"
                        id=format!("view-{}", view.word())
                        aria-pressed=chosen
                        on:click=move |_| change(results, navigation, |f| f.view = view)
                    >
                        {words}
                    </button>
                }
            },
        );
    view! {
        <div class="row print-not tabs" role="group" aria-label="a line for">
            {tabs}
        </div>
    }
}

/// Text, verdict, model and order.
#[component]
fn Fields() -> impl IntoView {
    let results = expect_context::<Results>();
    let navigation = expect_context::<Navigation>();
    let verdicts: Vec<_> = VERDICTS
        .iter()
        .map(|verdict| {
            let word = verdict.word();
            let chosen =
                move || results.filter.with(|f| f.verdict.is_some_and(|v| v.word() == word));
            view! { <option value=word selected=chosen>{word}</option> }
        })
        .collect();
    let model_options = move || {
        let named = results.manifest.with(|manifest| {
            let models = manifest.as_ref().map_or(&[][..], |manifest| &manifest.models[..]);
            models.iter().map(|summary| summary.model.clone()).collect::<Vec<_>>()
        });
        named
            .into_iter()
            .map(|model| {
                let name = model.clone();
                let chosen = move || results.filter.with(|f| f.model.as_deref() == Some(&*name));
                view! { <option value=model.clone() selected=chosen>{model.clone()}</option> }
            })
            .collect_view()
    };
    // Only answers that were evaluated have levels at which they can go wrong.
    let wrong = move || {
        let evaluated = results.manifest.with(|manifest| {
            manifest.as_ref().is_some_and(|manifest| manifest.evaluation.is_some())
        });
        evaluated.then(|| goes_wrong(results, navigation))
    };
    let on_verdict = move |event: web_sys::Event| {
        let word = event_target_value(&event);
        change(results, navigation, |f| f.verdict = verdict_named(&word));
    };
    let on_model = move |event: web_sys::Event| {
        let name = event_target_value(&event);
        change(results, navigation, |f| f.model = (!name.is_empty()).then(|| name.clone()));
    };
    let on_sort = move |event: web_sys::Event| {
        let sort = Sort::named(&event_target_value(&event)).unwrap_or_default();
        change(results, navigation, |f| f.sort = sort);
    };
    let on_text = move |event: web_sys::Event| {
        let text = event_target_value(&event);
        change(results, navigation, |f| f.text.clone_from(&text));
    };
    let leave = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            event_target::<web_sys::HtmlElement>(&event).blur().unwrap_or_default();
        }
    };
    let sorted = move |sort: Sort| move || results.filter.with(|f| f.sort == sort);
    view! {
        <div class="row print-not" role="search">
            <label class="field">
                "Filter " <kbd>"/"</kbd>
                <input
                    type="search"
                    id="filter-text"
                    placeholder="rule, task, formula"
                    prop:value=move || results.filter.with(|f| f.text.clone())
                    on:input=on_text
                    on:keydown=leave
                />
            </label>
            <label class="field">
                "Verdict"
                <select id="filter-verdict" on:change=on_verdict>
                    <option value="">"all"</option>
                    {verdicts}
                </select>
            </label>
            <label class="field">
                "Model"
                <select id="filter-model" on:change=on_model>
                    <option value="">"all"</option>
                    {model_options}
                </select>
            </label>
            {wrong}
            <label class="field">
                "Sort"
                <select id="sort" on:change=on_sort>
                    <option value="given" selected=sorted(Sort::Given)>"as written"</option>
                    <option value="verdict" selected=sorted(Sort::Verdict)>"violations first"</option>
                    <option value="rule" selected=sorted(Sort::Rule)>"by name"</option>
                </select>
            </label>
        </div>
    }
}

/// At which level an answer first goes wrong.
fn goes_wrong(results: Results, navigation: Navigation) -> impl IntoView {
    let options = First::ALL.map(|first| {
        let words = match first {
            First::Wrong(level) => format!("in {}", level.noun()),
            First::Open => "undecided".to_owned(),
            First::Nowhere => "nowhere, in any answer".to_owned(),
        };
        let chosen = move || results.filter.with(|f| f.wrong == Some(first));
        view! { <option value=first.word() selected=chosen>{words}</option> }
    });
    let on_wrong = move |event: web_sys::Event| {
        let word = event_target_value(&event);
        change(results, navigation, |f| f.wrong = First::named(&word));
    };
    view! {
        <label class="field">
            "First wrong"
            <select id="filter-wrong" on:change=on_wrong>
                <option value="">"all"</option>
                {options}
            </select>
        </label>
    }
}
