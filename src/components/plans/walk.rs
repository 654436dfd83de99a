//! A policy in full: its run step by step, the step to blame, a suggested edit, the feedback.

use super::code::Walked;
use super::edit::replace_lines;
use super::ticked;
use super::verdicts::look;
use crate::components::copy::Copy;
use crate::components::verdict::Look;
use crate::components::walk_buttons::walk_buttons;
use crate::state::plans::Plans;
use leptos::prelude::*;
use vedette_report::plan::{Blame, Moment, PolicyReport, Suggestion};

/// Rows of the table of a run at a time.
const ROWS: usize = 200;

/// The lines of the step that is looked at.
pub fn walked(plans: Plans) -> Walked {
    let step = plans.step.get();
    let line = |moment: &Moment| (moment.kind == "call").then_some(moment.span.line);
    let of = |moment: &Moment| {
        moment.tests.iter().map(|test| test.span.line).chain(line(moment)).collect::<Vec<_>>()
    };
    let lines = |policy: &PolicyReport| {
        let mut passed: Vec<u32> = policy.path.iter().take(step + 1).flat_map(of).collect();
        passed.sort_unstable();
        passed.dedup();
        let now = policy.path.get(step);
        Walked {
            passed,
            now: now.and_then(|now| line(now).or(now.tests.last().map(|test| test.span.line))),
            blame: policy.blame.as_ref().map(|blame| blame.span.line),
        }
    };
    plans.of_policy(lines).unwrap_or_default()
}

/// The policy that is looked at.
#[component]
pub fn Walk(
    /// What is shown.
    plans: Plans,
) -> impl IntoView {
    let policy = Memo::new(move |_| plans.of_policy(PolicyReport::clone));
    move || policy.get().map(|policy| whole(plans, policy))
}

fn whole(plans: Plans, policy: PolicyReport) -> impl IntoView + use<> {
    let Look { class, glyph, word } = look(&policy);
    let about = [(&policy.description, "about"), (&policy.satisfying, "to satisfy it")];
    let about: Vec<_> = about
        .into_iter()
        .filter(|(text, _)| !text.is_empty())
        .map(|(text, what)| view! { <p><span class="quiet">{what} ": "</span> {ticked(text)}</p> })
        .collect();
    let notes: Vec<_> = [&policy.reason, &policy.runtime]
        .into_iter()
        .flatten()
        .map(|note| view! { <p>{ticked(note)}</p> })
        .collect();
    let walk = (!policy.path.is_empty()).then(|| run(plans, &policy));
    let no_run = (policy.verdict == "violated" && policy.path.is_empty())
        .then(|| view! { <p>"No run of the plan has what it asks for."</p> });
    let mend = policy.suggestion.as_ref().map(|edit| suggestion(plans, edit));
    let formula = policy.formula.clone();
    view! {
        <section id="policy" class="card" data-policy=policy.id.clone()>
            <h2>
                <span class=format!("chip {class}")>
                    <span aria-hidden="true">{glyph}</span>
                    {word}
                </span>
                " "
                {if policy.title.is_empty() { policy.id.clone() } else { policy.title.clone() }}
            </h2>
            {formula.map(|formula| view! { <p><code>{formula}</code></p> })}
            {about}
            {notes}
            {no_run}
            {policy.blame.as_ref().map(blame)}
            {walk}
            {mend}
        </section>
    }
    .into_any()
}

fn blame(blame: &Blame) -> impl IntoView + use<> {
    let stations: Vec<_> = blame
        .way
        .iter()
        .map(|at| view! { <li>{format!("line {}: ", at.span.line)} {ticked(&at.words)}</li> })
        .collect();
    let way = (!stations.is_empty()).then(|| {
        view! {
            <p class="small quiet">"The way of the value:"</p>
            <ol class="way">{stations}</ol>
        }
    });
    view! {
        <div class="notice bad" id="blame">
            <p>
                <strong>{format!("To blame: line {}", blame.span.line)}</strong>
                ": "
                {ticked(&blame.why)}
            </p>
            {way}
        </div>
    }
}

fn run(plans: Plans, policy: &PolicyReport) -> impl IntoView + use<> {
    let last = policy.path.len() - 1;
    let blamed = policy.blame.as_ref().map(|blame| blame.moment);
    let path = StoredValue::new(policy.path.clone());
    let open: Vec<_> = policy
        .open
        .iter()
        .map(|owed| {
            view! {
                <li><code>{owed.formula.clone()}</code> {format!(" is owed since step {}", owed.since)}</li>
            }
        })
        .collect();
    let open = (!open.is_empty()).then(|| view! { <ul class="small">{open}</ul> });
    let walk = move |to: fn(usize, usize) -> usize| {
        plans.walk(to);
    };
    let panel = move || path.with_value(|path| path.get(plans.step.get()).map(moment));
    let at_end = move || plans.step.get() >= last;
    let at_start = move || plans.step.get() == 0;
    let guilty = move || {
        (Some(plans.step.get()) == blamed)
            .then(|| view! { <span class="chip violated">"✗ to blame"</span> })
    };
    let page = Memo::new(move |_| plans.step.get() / ROWS);
    let rows = move || {
        let first = page.get() * ROWS;
        path.with_value(|path| {
            let shown = path.iter().enumerate().skip(first).take(ROWS);
            shown.map(|(at, moment)| row(plans, at, moment, blamed == Some(at))).collect_view()
        })
    };
    let hidden = (last >= ROWS).then(|| view! {
        <p class="small quiet">{format!("The {ROWS} rows around the step; {} in all.", last + 1)}</p>
    });
    view! {
        <div id="walk" data-step=move || plans.step.get()>
            <div class="row">
                {walk_buttons(walk, at_start, at_end)}
                <strong>{move || format!("Step {} of {last}", plans.step.get())}</strong>
                {guilty}
            </div>
            <div id="moment" aria-live="polite">{panel}</div>
        </div>
        {open}
        <details id="run-table">
            <summary>"The run as a table"</summary>
            {hidden}
            <div class="scroll steps" tabindex="0" role="group" aria-label="table of the run">
                <table>
                    <thead>
                        <tr>
                            <th scope="col">"step"</th>
                            <th scope="col">"line"</th>
                            <th scope="col">"tests"</th>
                            <th scope="col">"what happens"</th>
                            <th scope="col">"what changed"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </details>
    }
    .into_any()
}

fn tests(moment: &Moment) -> impl IntoView + use<> {
    let one = |test: &vedette_report::plan::Tested| {
        view! {
            <span class="tested">
                {format!("line {}: ", test.span.line)} <code>{test.text.clone()}</code>
                {format!(" → {}", test.way)}
            </span>
        }
    };
    moment.tests.iter().map(one).collect_view()
}

fn changes(moment: &Moment) -> impl IntoView + use<> {
    let one = |change: &vedette_report::plan::Change| {
        let class = if change.value { "add" } else { "remove" };
        view! { <span class=class>{change.atom.clone()}</span> }
    };
    let all: Vec<_> = moment.changed.iter().map(one).collect();
    view! { <span class="facts">{all}</span> }
}

fn moment(moment: &Moment) -> impl IntoView + use<> {
    let place = (moment.kind == "call").then(|| {
        view! {
            <p><span class="quiet">{format!("line {} ", moment.span.line)}</span> <code>{moment.text.clone()}</code></p>
        }
    });
    let nothing = moment
        .changed
        .is_empty()
        .then(|| view! { <p class="quiet">"No atom of the policy changed."</p> });
    view! {
        <p>{tests(moment)}</p>
        <p><strong>{ticked(&moment.event)}</strong></p>
        {place}
        {changes(moment)}
        {nothing}
    }
}

fn row(plans: Plans, at: usize, moment: &Moment, blamed: bool) -> impl IntoView + use<> {
    let here = move || plans.step.get() == at;
    view! {
        <tr
            class:current=here
            class:blame=blamed
            aria-current=move || here().then_some("step")
            on:click=move |_| plans.step.set(at)
        >
            <th scope="row">{at} {blamed.then_some(" ✗ to blame")}</th>
            <td>{(moment.kind == "call").then_some(moment.span.line)}</td>
            <td>{tests(moment)}</td>
            <td>{ticked(&moment.event)} " " <code>{moment.text.clone()}</code></td>
            <td>{changes(moment)}</td>
        </tr>
    }
}

/// The edit as a difference of lines, with the button that makes it.
fn suggestion(plans: Plans, edit: &Suggestion) -> impl IntoView + use<> {
    let old = plans.code.with_untracked(|code| {
        let lines = code.split_inclusive('\n').skip(edit.from.saturating_sub(1) as usize);
        lines.take((edit.to - edit.from) as usize).map(str::to_owned).collect::<Vec<_>>()
    });
    let diff = |sign: &'static str, line: &str| {
        let (class, word) =
            if sign == "−" { ("gone", "taken out: ") } else { ("new", "put in: ") };
        view! {
            <div class=class>
                <span aria-hidden="true">{sign} " "</span>
                <span class="seen-not">{word}</span>
                {line.trim_end_matches(['\r', '\n']).to_owned()}
            </div>
        }
    };
    let gone: Vec<_> = old.iter().map(|line| diff("−", line)).collect();
    let new: Vec<_> = edit.text.split_inclusive('\n').map(|line| diff("+", line)).collect();
    let incomplete = edit.incomplete.then(|| {
        view! { <p class="small">"Fill in every " <code>"'?'"</code> ": there is nothing to take it from."</p> }
    });
    let (from, to, text) = (edit.from, edit.to, edit.text.clone());
    let apply = move |_| {
        if let Some(area) = plans.editor.get_untracked() {
            replace_lines(&area, from, to, &text);
        }
    };
    view! {
        <div id="suggestion">
            <h3>"A change that mends it"</h3>
            <p class="small quiet">
                {ticked(&edit.words)} ". It was tried: this policy then holds, and none that held is violated."
            </p>
            <div class="scroll diff" tabindex="0" role="group" aria-label="the change, line by line">
                <p class="small quiet at">{format!("at line {from}")}</p>
                {gone}
                {new}
            </div>
            {incomplete}
            <div class="row">
                <button type="button" id="apply" disabled=move || !plans.is_fresh() on:click=apply>
                    "Apply"
                </button>
                <span class="small quiet">"Undo it as any typing: " <kbd>"Ctrl+Z"</kbd></span>
            </div>
        </div>
    }
    .into_any()
}

/// What to tell the planner.
#[component]
pub fn Feedback(
    /// What is shown.
    plans: Plans,
) -> impl IntoView {
    let text = Signal::derive(move || {
        plans.report.with(|report| report.as_ref().map_or_else(String::new, |r| r.feedback.clone()))
    });
    view! {
        <Show when=move || text.with(|text| !text.is_empty())>
            <details id="feedback">
                <summary>"Feedback for the planner"</summary>
                <pre class="scroll told" tabindex="0" role="group" aria-label="feedback">{move || text.get()}</pre>
                <div class="row">
                    <Copy id="copy-feedback" label="Copy feedback" text=text />
                </div>
            </details>
        </Show>
    }
}
