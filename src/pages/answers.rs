//! A whole file of answers against its ground truths: the table of rates, and every row.

use crate::components::answer_rows::{Detail, Rows};
use crate::components::rates::RatesTable;
use crate::components::scene::SceneFields;
use crate::routes::{Compare, Route};
use crate::state::answers::{Answers, Stage};
use crate::state::dom::{Toast, download};
use crate::state::files::listed;
use crate::state::navigation::Navigation;
use leptos::prelude::*;
use vedette_report::semantic::listing::{Filter, rows_csv};
use vedette_report::semantic::{Columns, Outcome, Table};
use web_sys::HtmlInputElement;

/// A small file to begin with, of our own making.
const EXAMPLE: &str = include_str!("../state/example_answers.csv");

/// The page.
#[component]
pub fn AnswersPage() -> impl IntoView {
    let answers = expect_context::<Answers>();
    let navigation = expect_context::<Navigation>();
    Effect::new(move |_| {
        if let Route::Answers(filter) = navigation.route.get()
            && answers.filter.with_untracked(|old| *old != filter)
        {
            answers.filter.set(filter);
        }
    });
    let open = move || answers.table.with(Option::is_some);
    view! {
        <nav class="crumbs" aria-label="where this is">
            <ol>
                <li>
                    <a href=Route::Compare(Compare::default()).to_string()>"Compare"</a>
                </li>
                <li>"a whole file"</li>
            </ol>
        </nav>
        <h1>"A whole file of answers"</h1>
        <p class="quiet">
            "Every answer is held against its ground truth: the same meaning, or a trace that tells them apart. "
            "JSON lines, JSON, CSV and TSV with a column for the truth and one for the answer."
        </p>
        {opener(answers)}
        {state(answers)}
        <Show when=open>
            {columns(answers)}
            <SceneFields scene=answers.scene further=again(answers) />
            <RatesTable answers=answers />
            {filters(answers, navigation)}
            <Rows answers=answers />
            <Detail answers=answers />
            {downloads(answers)}
        </Show>
    }
}

fn opener(answers: Answers) -> impl IntoView {
    let chosen = move |event: web_sys::Event| {
        let input = event_target::<HtmlInputElement>(&event);
        let file = listed(input.files()).into_iter().next();
        // The same file may be chosen again after it was changed.
        input.set_value("");
        if let Some((_, file)) = file {
            answers.open_file(file);
        }
    };
    view! {
        <div class="drop print-not">
            <p>
                <strong>"Drop a file anywhere on this page."</strong>
                " It stays on this computer."
            </p>
            <div class="row">
                <label class="button pick">
                    "Choose a file"
                    <input type="file" id="choose-answers" accept=".jsonl,.json,.csv,.tsv,.txt" on:change=chosen />
                </label>
                <button
                    type="button"
                    id="example-answers"
                    on:click=move |_| answers.open("example.csv", EXAMPLE.into())
                >
                    "Show an example"
                </button>
            </div>
        </div>
    }
}

/// How far it has come, and what is wrong.
fn state(answers: Answers) -> impl IntoView {
    let done = move || answers.rows.with(Vec::len);
    let said = move || match answers.stage.get() {
        Stage::Nothing => String::new(),
        Stage::Reading => format!("Reading {}…", answers.name.get()),
        Stage::Judging => {
            format!("{}: {} of {} rows judged…", answers.name.get(), done(), answers.total())
        }
        Stage::Stopped => {
            format!("{}: stopped after {} of {} rows.", answers.name.get(), done(), answers.total())
        }
        Stage::Done => format!("{}: all {} rows judged.", answers.name.get(), done()),
    };
    let working = move || matches!(answers.stage.get(), Stage::Judging | Stage::Reading);
    let stopped = move || answers.stage.get() == Stage::Stopped;
    view! {
        <div class="row">
            <p id="answers-state" role="status" data-stage=move || format!("{:?}", answers.stage.get()).to_lowercase()>
                {said}
            </p>
            <Show when=working>
                <progress
                    aria-label="rows judged"
                    max=move || answers.total().max(1).to_string()
                    prop:value=move || done().to_string()
                ></progress>
                <button type="button" id="stop" on:click=move |_| answers.stop()>
                    "Stop"
                </button>
            </Show>
            <Show when=stopped>
                <button type="button" id="go-on" on:click=move |_| answers.go_on()>
                    "Go on"
                </button>
            </Show>
        </div>
        {move || {
            answers.trouble.get().map(|what| {
                view! {
                    <div class="notice bad" id="answers-problem" role="alert">
                        <strong>"This file could not be judged"</strong>
                        <p>{what}</p>
                    </div>
                }
            })
        }}
    }
}

/// Which column holds what: guessed, shown, and to be corrected.
fn columns(answers: Answers) -> impl IntoView {
    move || {
        let table = answers.table.get()?;
        let guesses: Vec<_> =
            table.guesses.iter().map(|guess| view! { <li>{guess.clone()}</li> }).collect();
        let pick = |label: &'static str, get: fn(&mut Columns) -> &mut Option<String>| {
            column(answers, &table, label, get)
        };
        let picks = [
            pick("Truth", |c| &mut c.truth),
            pick("Answer", |c| &mut c.candidate),
            pick("Rule in words", |c| &mut c.rule),
            pick("Name", |c| &mut c.id),
        ];
        Some(view! {
            <details class="small" id="columns">
                <summary>"Columns and reading"</summary>
                <ul>{guesses}</ul>
                <div class="row">{picks.collect_view()} {reading(answers)} {dialect(answers)} {strict(answers)}</div>
            </details>
        })
    }
}

/// Judging anew is not done at every key: a file may be long.
fn again(answers: Answers) -> AnyView {
    view! {
        <button type="button" id="judge-again" on:click=move |_| answers.judge()>
            "Judge all rows with these"
        </button>
    }
    .into_any()
}

fn column(
    answers: Answers,
    table: &Table,
    label: &'static str,
    get: fn(&mut Columns) -> &mut Option<String>,
) -> AnyView {
    let columns = table.columns.clone();
    let now = get(&mut columns.clone()).clone().unwrap_or_default();
    let options: Vec<_> = table
        .header
        .iter()
        .map(|name| {
            view! { <option value=name.clone() selected=*name == now>{name.clone()}</option> }
        })
        .collect();
    let change = move |event: web_sys::Event| {
        let name = event_target_value(&event);
        let mut columns = columns.clone();
        *get(&mut columns) = (!name.is_empty()).then_some(name);
        answers.read(columns);
    };
    view! {
        <label class="field">
            {label} <select on:change=change>
                <option value="" selected=now.is_empty()>
                    "none"
                </option>
                {options}
            </select>
        </label>
    }
    .into_any()
}

fn reading(answers: Answers) -> impl IntoView {
    let now = answers.options.with_untracked(|options| options.reading.clone());
    let options =
        [("infinite", "infinite"), ("finite", "finite"), ("stuttering", "last state repeats")].map(
            |(name, words)| view! { <option value=name selected=name == now>{words}</option> },
        );
    let change = move |event: web_sys::Event| {
        answers.options.update(|options| options.reading = event_target_value(&event));
        answers.judge();
    };
    view! { <label class="field">"Traces" <select on:change=change>{options.collect_view()}</select></label> }
}

fn dialect(answers: Answers) -> impl IntoView {
    let now = answers.options.with_untracked(|options| options.dialect.clone());
    let options = ["auto", "vedette", "spot", "nusmv", "paper", "sentinel"]
        .map(|name| view! { <option value=name selected=name == now>{name}</option> });
    let change = move |event: web_sys::Event| {
        answers.options.update(|options| options.dialect = event_target_value(&event));
        answers.judge();
    };
    view! { <label class="field">"Written in" <select on:change=change>{options.collect_view()}</select></label> }
}

fn strict(answers: Answers) -> impl IntoView {
    let change = move |event: web_sys::Event| {
        answers.options.update(|options| options.strict_format = event_target_checked(&event));
        answers.judge();
    };
    view! {
        <label class="field">
            <input
                type="checkbox"
                prop:checked=answers.options.with_untracked(|options| options.strict_format)
                on:change=change
            />
            "words around a formula count as not in the requested format"
        </label>
    }
}

fn filters(answers: Answers, navigation: Navigation) -> impl IntoView {
    let change = move |act: &dyn Fn(&mut Filter)| {
        let mut filter = answers.filter.get_untracked();
        act(&mut filter);
        navigation.replace(Route::Answers(filter));
    };
    let outcomes: Vec<_> = Outcome::ALL
        .iter()
        .map(|&outcome| {
            let chosen = move || answers.filter.with(|filter| filter.outcome == Some(outcome));
            view! { <option value=outcome.name() selected=chosen>{outcome.words()}</option> }
        })
        .collect();
    let classes = move || {
        let summary = answers.summary.get();
        let named = summary.classes.into_iter().filter(|class| class.rates.asked > 0);
        named
            .map(|class| {
                let name = class.class.clone();
                let chosen = move || answers.filter.with(|f| f.class.as_deref() == Some(&*name));
                view! { <option value=class.class.clone() selected=chosen>{class.class.replace('_', " ")}</option> }
            })
            .collect_view()
    };
    view! {
        <h2>"Rows"</h2>
        <div class="row" role="search">
            <label class="field">
                "Outcome"
                <select
                    id="filter-outcome"
                    on:change:target=move |event| {
                        let name = event.target().value();
                        change(&|f| f.outcome = Outcome::ALL.into_iter().find(|o| o.name() == name));
                    }
                >
                    <option value="">"all"</option>
                    {outcomes}
                </select>
            </label>
            <label class="field">
                "Class"
                <select
                    id="filter-class"
                    on:change:target=move |event| {
                        let name = event.target().value();
                        change(&|f| f.class = (!name.is_empty()).then(|| name.clone()));
                    }
                >
                    <option value="">"all"</option>
                    {classes}
                </select>
            </label>
            <label class="field">
                "Text"
                <input
                    type="search"
                    id="filter-text"
                    prop:value=move || answers.filter.with(|filter| filter.text.clone())
                    on:input:target=move |event| {
                        let text = event.target().value();
                        change(&|f| f.text.clone_from(&text));
                    }
                />
            </label>
        </div>
    }
}

fn downloads(answers: Answers) -> impl IntoView {
    let toast = expect_context::<Toast>();
    let save = move |name: &'static str, kind: &'static str, text: Result<String, String>| {
        let saved = text.and_then(|text| {
            download(name, kind, &text).map_err(|_| "the browser refused".to_owned())
        });
        match saved {
            Ok(()) => toast.say("Saved as a file"),
            Err(why) => toast.say(&format!("Not saved: {why}")),
        }
    };
    let csv = move |_| {
        save("answers.csv", "text/csv", answers.rows.with_untracked(|rows| rows_csv(rows)));
    };
    let json = move |_| {
        let text = answers.summary.with_untracked(|summary| {
            answers.rows.with_untracked(|rows| {
                serde_json::to_string_pretty(
                    &serde_json::json!({ "summary": summary, "rows": rows }),
                )
            })
        });
        save("answers.json", "application/json", text.map_err(|e| e.to_string()));
    };
    view! {
        <div class="row">
            <button type="button" id="save-csv" on:click=csv>
                "Download as CSV"
            </button>
            <button type="button" id="save-json" on:click=json>
                "Download as JSON"
            </button>
        </div>
    }
}
