//! The list of results.

use crate::components::open::OpenBundle;
use crate::components::verdict::{Chip, look};
use crate::routes::Route;
use crate::state::keys::Keys;
use crate::state::navigation::Navigation;
use crate::state::results::{LINES, Progress, Results};
use gloo::events::EventListener;
use leptos::prelude::*;
use vedette_report::bundle::Verdict;
use vedette_report::listing::{Filter, Line, Sort, Tally, Trajectories, VERDICTS, models};
use wasm_bindgen::JsCast;

/// The page.
#[component]
pub fn ResultsPage() -> impl IntoView {
    let results = expect_context::<Results>();
    let navigation = expect_context::<Navigation>();
    results.open_beside();
    Effect::new(move |_| {
        if let Route::Results(filter) = navigation.route.get()
            && results.filter.with_untracked(|old| *old != filter)
        {
            results.filter.set(filter);
            results.cursor.set(0);
            results.limit.set(LINES);
        }
    });
    keys(results, navigation);
    grow_on_scroll(results);
    let loaded = move || results.manifest.with(Option::is_some);
    view! {
        {heading(results)}
        {state(results)}
        <Show when=loaded>{filters(results, navigation)} {list(results)}</Show>
        <OpenBundle />
    }
}

/// What is open, and where it comes from.
fn heading(results: Results) -> impl IntoView {
    move || {
        results.manifest.with(|manifest| match manifest {
            None => view! { <h1>"Results"</h1> }.into_any(),
            Some(manifest) => {
                let counts = manifest.counts;
                let synthetic = manifest.synthetic.then(|| {
                    view! { <p class="notice">"The trajectories of this bundle were made up for demonstration."</p> }
                });
                let inputs: Vec<_> = manifest
                    .inputs
                    .iter()
                    .take(50)
                    .map(|input| {
                        let short: String = input.sha256.chars().take(12).collect();
                        view! {
                            <li>
                                <code>{input.name.clone()}</code>
                                {format!(", {} bytes, SHA-256 {short}…", input.bytes)}
                            </li>
                        }
                    })
                    .collect();
                view! {
                    <h1 id="bundle-title">{manifest.title.clone()}</h1>
                    <p>{manifest.description.clone()}</p>
                    {synthetic}
                    <details class="small">
                        <summary>
                            {format!(
                                "{} runs, {} results, {} trajectories",
                                counts.runs, counts.items, counts.trajectories,
                            )}
                        </summary>
                        <p>
                            {format!("Written by {} {} with ", manifest.tool.name, manifest.tool.version)}
                            <code>{manifest.command.clone()}</code>
                        </p>
                        <ul>{inputs}</ul>
                    </details>
                }
                    .into_any()
            }
        })
    }
}

/// What was recognised, how far reading has come, and what is wrong.
fn state(results: Results) -> impl IntoView {
    let said = move || match results.progress.get() {
        Progress::Idle => String::new(),
        Progress::Reading(at, of) => {
            format!("Reading {}: file {} of {of}…", results.origin.get(), at + 1)
        }
        Progress::Done => format!("Opened {}.", results.origin.get()),
        Progress::Nothing if results.problems.with(Vec::is_empty) => {
            "There is no bundle beside this page. Open one below, or drop it here.".into()
        }
        Progress::Nothing => "Nothing could be opened.".into(),
    };
    let problems = move || {
        results.problems.with(|problems| {
            (!problems.is_empty()).then(|| {
                let lines: Vec<_> = problems
                    .iter()
                    .take(20)
                    .map(|problem| view! { <li>{problem.clone()}</li> })
                    .collect();
                let more = problems.len().saturating_sub(20);
                view! {
                    <div class="notice bad" id="problems" role="alert">
                        <strong>"Something is wrong with this bundle"</strong>
                        <ul>{lines}</ul>
                        {(more > 0).then(|| format!("and {more} more"))}
                    </div>
                }
            })
        })
    };
    view! {
        <p class="quiet small" id="drop-message" role="status">
            {said}
        </p>
        {problems}
    }
}

fn filters(results: Results, navigation: Navigation) -> impl IntoView {
    let change = move |act: &dyn Fn(&mut Filter)| {
        let mut filter = results.filter.get_untracked();
        act(&mut filter);
        navigation.replace(Route::Results(filter));
    };
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
        let named = results.runs.with(|runs| models(runs));
        named
            .into_iter()
            .map(|model| {
                let name = model.clone();
                let chosen = move || results.filter.with(|f| f.model.as_deref() == Some(&*name));
                view! { <option value=model.clone() selected=chosen>{model.clone()}</option> }
            })
            .collect_view()
    };
    let on_verdict = move |event: web_sys::Event| {
        let word = event_target_value(&event);
        change(&|f| f.verdict = vedette_report::listing::verdict_named(&word));
    };
    let on_model = move |event: web_sys::Event| {
        let name = event_target_value(&event);
        change(&|f| f.model = (!name.is_empty()).then(|| name.clone()));
    };
    let on_sort = move |event: web_sys::Event| {
        let sort = match event_target_value(&event).as_str() {
            "verdict" => Sort::Verdict,
            "rule" => Sort::Rule,
            _ => Sort::Given,
        };
        change(&|f| f.sort = sort);
    };
    let on_text = move |event: web_sys::Event| {
        let text = event_target_value(&event);
        change(&|f| f.text.clone_from(&text));
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
            <label class="field">
                "Sort"
                <select id="sort" on:change=on_sort>
                    <option value="" selected=sorted(Sort::Given)>"as written"</option>
                    <option value="verdict" selected=sorted(Sort::Verdict)>"violations first"</option>
                    <option value="rule" selected=sorted(Sort::Rule)>"by rule"</option>
                </select>
            </label>
        </div>
    }
}

fn list(results: Results) -> impl IntoView {
    let total = move || results.lines.with(Vec::len);
    let shown = move || {
        let limit = results.limit.get();
        results
            .lines
            .with(|lines| lines.iter().take(limit).cloned().enumerate().collect::<Vec<_>>())
    };
    let left = move || total().saturating_sub(results.limit.get());
    let count = move || {
        let kept =
            results.lines.with(|l| l.iter().filter(|l| matches!(l, Line::Item { .. })).count());
        let all = results.items.with(Vec::len);
        format!("{kept} of {all} results")
    };
    view! {
        <p class="small quiet" id="item-count" aria-live="polite">{count}</p>
        <ul id="items">
            <For each=shown key=|(at, line)| (*at, line.clone()) let((at, line))>
                {row(results, at, &line)}
            </For>
        </ul>
        <Show when=move || left() != 0>
            <p>
                <button type="button" id="more" on:click=move |_| results.limit.update(|l| *l += LINES)>
                    {move || format!("Show more ({} lines left)", left())}
                </button>
            </p>
        </Show>
    }
}

fn row(results: Results, at: usize, line: &Line) -> AnyView {
    match line {
        Line::Model { model, tally, trajectories } => view! {
            <li class="model">
                <h2>{model.clone()}</h2>
                {stats(*tally, *trajectories)}
            </li>
        }
        .into_any(),
        Line::Task { run } => results.runs.with_untracked(|runs| {
            let Some(run) = runs.get(*run) else { return ().into_any() };
            let title = if run.title.is_empty() { run.task.clone() } else { run.title.clone() };
            let about = format!(
                "{}{} trajectories, {} states, {} after merging",
                if run.scene.is_empty() { String::new() } else { format!("{}: ", run.scene) },
                run.trajectories.len(),
                run.states,
                run.nodes
            );
            view! {
                <li class="task">
                    <h3>{title}</h3>
                    <span class="quiet small">{about}</span>
                </li>
            }
            .into_any()
        }),
        Line::Item { item } => item_row(results, at, *item),
    }
}

fn stats(tally: Tally, trajectories: Trajectories) -> impl IntoView {
    let chips = VERDICTS.into_iter().filter(|&verdict| tally.count(verdict) > 0);
    let chips: Vec<_> = chips.map(|v| view! { <Chip verdict=v count=tally.count(v) /> }).collect();
    let success = trajectories.success;
    view! {
        <div class="row">{chips}</div>
        <p class="stats">
            <span>"rules kept: " {tally.kept().to_string()}</span>
            <span>"safe trajectories: " {trajectories.safe.to_string()}</span>
            <span>"trajectories that violate a rule: " {trajectories.violating.to_string()}</span>
            {(success.total > 0).then(|| view! { <span>"task done: " {success.to_string()}</span> })}
        </p>
    }
}

fn item_row(results: Results, at: usize, place: usize) -> AnyView {
    results.items.with_untracked(|items| {
        let Some(item) = items.get(place) else { return ().into_any() };
        let rule = results.runs.with_untracked(|runs| {
            let run = runs.iter().find(|run| run.id == item.run)?;
            run.rules.iter().find(|rule| rule.id == item.rule).cloned()
        });
        let (words, formula) = rule.map_or_else(Default::default, |r| (r.words, r.formula));
        let words = if words.is_empty() { item.rule.clone() } else { words };
        let violated = item.per_trajectory.iter().filter(|v| **v == Verdict::Violated).count();
        let share = (violated > 0).then(|| format!("{violated} of {}", item.per_trajectory.len()));
        let href = results.route_of(&Line::Item { item: place }).map(|route| route.to_string());
        view! {
            <li data-rule=item.rule.clone() data-run=item.run.clone()>
                <a
                    class="item"
                    class:cursor=move || results.cursor.get() == at
                    id=format!("line-{at}")
                    href=href
                    on:click=move |_| results.cursor.set(at)
                    on:focus=move |_| results.cursor.set(at)
                >
                    <span>
                        <Chip verdict=item.verdict />
                    </span>
                    <span class="rule">
                        {words} <code>{formula}</code>
                    </span>
                    <span class="share" title=format!("trajectories: {}", look(item.verdict).word)>
                        {share}
                    </span>
                </a>
            </li>
        }
        .into_any()
    })
}

fn keys(results: Results, navigation: Navigation) {
    let move_to = move |line: Option<usize>| {
        let Some(line) = line else { return };
        results.cursor.set(line);
        if line >= results.limit.get_untracked() {
            results.limit.set(line + LINES);
        }
        gloo::timers::callback::Timeout::new(0, move || {
            let element = document().get_element_by_id(&format!("line-{line}"));
            if let Some(element) = element.and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok()) {
                element.focus().unwrap_or_default();
                let options = web_sys::ScrollIntoViewOptions::new();
                options.set_block(web_sys::ScrollLogicalPosition::Nearest);
                element.scroll_into_view_with_scroll_into_view_options(&options);
            }
        })
        .forget();
    };
    expect_context::<Keys>().hold(move |key| {
        let here = Some(results.cursor.get_untracked());
        match key {
            "j" | "ArrowDown" => move_to(results.next_line(here, true, false)),
            "k" | "ArrowUp" => move_to(results.next_line(here, false, false)),
            "]" => move_to(results.next_line(here, true, true)),
            "[" => move_to(results.next_line(here, false, true)),
            "Enter" => {
                let line = results.cursor.get_untracked();
                let line = results.lines.with_untracked(|lines| lines.get(line).cloned());
                if let Some(route) = line.and_then(|line| results.route_of(&line)) {
                    navigation.go(&route);
                }
            }
            "/" => {
                let field = document().get_element_by_id("filter-text");
                if let Some(field) = field.and_then(|f| f.dyn_into::<web_sys::HtmlElement>().ok()) {
                    field.focus().unwrap_or_default();
                }
            }
            _ => return false,
        }
        true
    });
}

/// Draws further lines before the end of the list is reached.
fn grow_on_scroll(results: Results) {
    let listener = EventListener::new(&window(), "scroll", move |_| {
        let number = |value: Result<wasm_bindgen::JsValue, _>| {
            value.ok().and_then(|value| value.as_f64()).unwrap_or(0.0)
        };
        let seen = window().scroll_y().unwrap_or(0.0) + number(window().inner_height());
        let whole = document().document_element().map_or(0, |root| root.scroll_height());
        let more = results.lines.with_untracked(Vec::len) > results.limit.get_untracked();
        if more && f64::from(whole) - seen < 900.0 {
            results.limit.update(|limit| *limit += LINES);
        }
    });
    let listener = StoredValue::new_local(Some(listener));
    on_cleanup(move || drop(listener.try_update_value(Option::take)));
}
