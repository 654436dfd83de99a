//! The Results page: what is open, the leaderboard, the keys of the list.

use super::filters::Filters;
use super::leaderboard::Leaderboard;
use super::listing::List;
use crate::components::open::OpenBundle;
use crate::routes::Route;
use crate::state::keys::Keys;
use crate::state::navigation::Navigation;
use crate::state::results::{LINES, Progress, Results};
use leptos::prelude::*;
use vedette_report::listing::{Filter, View};
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
            let same = results.filter.with_untracked(|old| {
                Filter { page: 0, ..old.clone() } == Filter { page: 0, ..filter.clone() }
            });
            // A page that is leafed to begins with its first line, unless the keys are on it.
            let lines = filter.page * LINES..(filter.page + 1) * LINES;
            if !same || !lines.contains(&results.cursor.get_untracked()) {
                results.cursor.set(lines.start);
            }
            results.filter.set(filter);
        }
    });
    keys(results, navigation);
    let loaded = move || results.manifest.with(Option::is_some);
    view! {
        {heading(results)}
        {state(results)}
        <Show when=loaded>
            <Leaderboard /> {crumbs(results)} <Filters /> <List />
        </Show>
        <OpenBundle />
    }
}

/// The way down to what is shown: each part leads back up.
fn crumbs(results: Results) -> impl IntoView {
    move || {
        let filter = results.filter.get();
        let mut parts = vec![("all results".to_owned(), Filter::default())];
        if let Some(model) = &filter.model {
            let to = Filter { model: Some(model.clone()), view: View::Tasks, ..Filter::default() };
            parts.push((model.clone(), to));
        }
        if let Some(task) = &filter.task {
            let to = Filter {
                model: filter.model.clone(),
                task: Some(task.clone()),
                ..Filter::default()
            };
            parts.push((task.clone(), to));
        }
        if let Some(rule) = &filter.rule {
            parts.push((format!("rule {rule}"), Filter { page: 0, ..filter.clone() }));
        }
        let last = parts.len() - 1;
        let parts: Vec<_> = parts
            .into_iter()
            .enumerate()
            .map(|(at, (name, to))| {
                let current = (at == last).then_some("true");
                view! {
                    <li>
                        <a href=Route::Results(to).to_string() aria-current=current>
                            {name}
                        </a>
                    </li>
                }
            })
            .collect();
        // Without a selection there is no way back up to show.
        let way = (last > 0).then(|| {
            view! {
                <nav class="crumbs" aria-label="selection" id="selection">
                    <ol>{parts}</ol>
                </nav>
            }
        });
        view! {
            <h2 id="list-title">"Results"</h2>
            {way}
        }
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

fn keys(results: Results, navigation: Navigation) {
    let move_to = move |line: Option<usize>| {
        let Some(line) = line else { return };
        results.cursor.set(line);
        let filter = results.filter.get_untracked();
        if line / LINES != filter.page {
            navigation.replace(Route::Results(Filter { page: line / LINES, ..filter }));
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
    // The first key shows where the list is; it does not skip the first line.
    let here = move || {
        let focused = document().active_element().map(|element| element.id());
        let line = results.cursor.get_untracked();
        (line > 0 || focused.is_some_and(|id| id == "line-0")).then_some(line)
    };
    let next = move |forward: bool, violated: bool| {
        let filter = results.filter.get_untracked();
        match (filter.view, here()) {
            (View::Results, line) => results.next_line(line, forward, violated),
            (_, None) => forward.then_some(0),
            (_, Some(line)) => {
                let next = if forward { line + 1 } else { line.checked_sub(1)? };
                (next < results.sums.with_untracked(|sums| sums.len())).then_some(next)
            }
        }
    };
    expect_context::<Keys>().hold(move |key| {
        match key {
            "j" | "ArrowDown" => move_to(next(true, false)),
            "k" | "ArrowUp" => move_to(next(false, false)),
            "]" => move_to(next(true, true)),
            "[" => move_to(next(false, true)),
            "Enter" => {
                // Nothing has the focus yet: open the line that the keys are on.
                let line = results.cursor.get_untracked();
                let element = document().get_element_by_id(&format!("line-{line}"));
                if let Some(line) = element.and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok())
                {
                    line.click();
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
