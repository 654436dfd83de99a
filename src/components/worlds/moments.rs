//! The moment that is looked at: how one steps through the run, and what changed.

use super::fact;
use super::picture::object;
use crate::components::plans::fold::table_fold;
use crate::components::walk_buttons::walk_buttons;
use crate::state::worlds::Worlds;
use leptos::prelude::*;
use vedette_report::world::view::{FactView, Moment, WorldReport};

/// The most facts of a list.
const LISTED: usize = 40;
/// Strips of more moments say nothing.
const STRIP: usize = 120;
/// The most rows of the table of the run.
const ROWS: usize = 400;

/// Buttons, a slider, a strip of moments.
#[component]
pub fn Stepper(
    /// What is shown.
    worlds: Worlds,
) -> impl IntoView {
    let last = Memo::new(move |_| worlds.moments() - 1);
    let walk = move |to: fn(usize, usize) -> usize| {
        worlds.walk(to);
    };
    let at_start = move || worlds.moment.get() == 0;
    let at_end = move || worlds.moment.get() >= last.get();
    let slide = move |event: leptos::ev::Targeted<web_sys::Event, web_sys::HtmlInputElement>| {
        if let Ok(at) = event.target().value().parse() {
            worlds.walk(|_, _| at);
        }
    };
    let says = move || {
        let at = worlds.moment.get();
        let what = worlds.report.with(|report| {
            let moment = report.as_ref()?.moments.get(at)?;
            Some(if moment.line.is_none() {
                "the first state".to_owned()
            } else {
                moment.text.clone()
            })
        });
        format!("step {at} of {}: {}", last.get(), what.unwrap_or_default())
    };
    view! {
        <div id="stepper" class="print-not" data-step=move || worlds.moment.get()>
            <div class="row">
                {walk_buttons(walk, at_start, at_end)}
                <strong>{move || format!("Step {} of {}", worlds.moment.get(), last.get())}</strong>
            </div>
            <input
                type="range"
                id="at"
                aria-label="step of the run"
                aria-valuetext=says
                min="0"
                max=move || last.get()
                prop:value=move || worlds.moment.get().to_string()
                on:input:target=slide
            />
            {strip(worlds)}
        </div>
    }
}

/// A small mark for each moment; the rule that is looked at fails in those that are marked.
fn strip(worlds: Worlds) -> impl IntoView {
    move || {
        let fails = worlds.of_rule(|rule| rule.fails.clone()).unwrap_or_default();
        worlds.report.with(|report| {
            let moments = &report.as_ref()?.moments;
            if moments.len() < 2 || moments.len() > STRIP {
                return None;
            }
            let one = |(at, moment): (usize, &Moment)| {
                let bad = fails.contains(&(at as u32));
                let class = match moment.failed {
                    _ if bad => "moment bad",
                    Some(_) => "moment stopped",
                    None => "moment",
                };
                view! { <span class=class class:now=move || worlds.moment.get() == at></span> }
            };
            let cells = moments.iter().enumerate().map(one).collect_view();
            Some(view! { <div class="strip" id="strip" aria-hidden="true">{cells}</div> })
        })
    }
}

fn is_place(fact: &FactView) -> bool {
    matches!(fact.name.as_str(), "near" | "facing")
}

/// Facts that came and went.
fn changes(report: &WorldReport, moment: &Moment, near: bool) -> Vec<impl IntoView + use<>> {
    let of = |facts: &[FactView], class: &'static str| {
        let chosen = facts.iter().filter(|fact| is_place(fact) == near);
        chosen.take(LISTED).map(|one| (class, fact(report, one))).collect::<Vec<_>>()
    };
    let all = of(&moment.added, "add").into_iter().chain(of(&moment.removed, "remove"));
    all.map(|(class, text)| view! { <span class=class>{text}</span> }).collect()
}

/// What the step did, and what changed.
#[component]
pub fn Changed(
    /// What is shown.
    worlds: Worlds,
) -> impl IntoView {
    let shown = move || {
        let at = worlds.moment.get();
        worlds.report.with(|report| {
            let report = report.as_ref()?;
            let moment = report.moments.get(at)?;
            Some(view! { {one(report, moment)} {failing(report, at)} })
        })
    };
    view! {
        <section id="changed" class="card" class:stale=move || !worlds.is_fresh()>
            <h2>"What happened"</h2>
            <div id="moment" aria-live="polite">{shown}</div>
            {object(worlds.watched())}
        </section>
        {table(worlds)}
    }
}

fn one(report: &WorldReport, moment: &Moment) -> impl IntoView + use<> {
    let Some(line) = moment.line else {
        return view! { <p>"The scene as it is before the first step."</p> }.into_any();
    };
    let text = view! {
        <p><span class="quiet">{format!("line {line} ")}</span> <code>{moment.text.clone()}</code></p>
    };
    if let Some(failed) = &moment.failed {
        let order = failed.wrong_order.then(|| {
            view! { <p>"It held earlier in this run: the steps are in the wrong order."</p> }
        });
        let missing = (!failed.missing.is_empty()).then(|| {
            view! {
                <p><span class="quiet">"what another step could make true: "</span> <code>{failed.missing.join(", ")}</code></p>
            }
        });
        return view! {
            {text}
            <p>
                <span class="chip fault"><span aria-hidden="true">"–"</span> "cannot be done"</span>
                " " {failed.reason.clone()} " " <span class="quiet">{format!("({})", failed.kind)}</span>
            </p>
            {missing}
            {order}
        }
        .into_any();
    }
    let (changes, near) = (changes(report, moment, false), changes(report, moment, true));
    let nothing =
        changes.is_empty().then(|| view! { <p class="quiet">"Nothing but who is near what."</p> });
    let nearness = moment.added.iter().chain(&moment.removed).filter(|fact| is_place(fact)).count();
    let near = (!near.is_empty()).then(|| {
        view! {
            <details class="small">
                <summary>{format!("{nearness} changes of who is near or faces what")}</summary>
                <span class="facts">{near}</span>
            </details>
        }
    });
    view! {
        {text}
        <span class="facts">{changes}</span>
        {nothing}
        {near}
    }
    .into_any()
}

/// The rules that fail at this moment.
fn failing(report: &WorldReport, at: usize) -> impl IntoView + use<> {
    let failing = report.rules.iter().filter(|rule| rule.fails.contains(&(at as u32)));
    let ids: Vec<String> = failing.map(|rule| rule.id.clone()).collect();
    (!ids.is_empty()).then(|| {
        let more = ids.len().saturating_sub(8);
        let more = (more > 0).then(|| format!(" and {more} more"));
        let ids: Vec<_> = ids.into_iter().take(8).map(|id| view! { <code>{id}</code> " " }).collect();
        view! { <p id="failing"><span class="chip violated">"✗ fails here"</span> " " {ids} {more}</p> }
    })
}

/// The run as a table.
fn table(worlds: Worlds) -> impl IntoView {
    let rows = move || {
        worlds.report.with(|report| {
            let Some(report) = report else { return ().into_any() };
            let row = |(at, moment): (usize, &Moment)| {
                let here = move || worlds.moment.get() == at;
                let said = match &moment.failed {
                    Some(failed) => format!("cannot be done: {}", failed.reason),
                    None => String::new(),
                };
                let fails = report.rules.iter().filter(|rule| rule.fails.contains(&(at as u32)));
                let fails: Vec<&str> = fails.take(8).map(|rule| rule.id.as_str()).collect();
                view! {
                    <tr
                        class:current=here
                        class:blame=!fails.is_empty()
                        aria-current=move || here().then_some("step")
                        on:click=move |_| worlds.moment.set(at)
                    >
                        <th scope="row">{at}</th>
                        <td>
                            <code>{if at == 0 { "start".to_owned() } else { moment.text.clone() }}</code>
                            " " {said}
                        </td>
                        <td><span class="facts">{changes(report, moment, false)}</span></td>
                        <td>{fails.join(", ")}</td>
                    </tr>
                }
            };
            report.moments.iter().enumerate().take(ROWS).map(row).collect_view().into_any()
        })
    };
    let head = ["step", "action", "what changed", "rules that fail here"];
    table_fold("run-table", "The run as a table", "table of the run", head, rows)
}
