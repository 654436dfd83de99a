//! Agent programs: verified before anything runs.

use crate::bridge::planning::{PlanAnswered, PlanAsked};
use crate::components::copy::Copy;
use crate::components::plans::against::{Against, Faults, Setting};
use crate::components::plans::code::{Code, bring};
use crate::components::plans::machine::MachinePanel;
use crate::components::plans::marks::marks;
use crate::components::plans::taint::Taint;
use crate::components::plans::ticked;
use crate::components::plans::verdicts::Verdicts;
use crate::components::plans::walk::{Feedback, Walk, walked};
use crate::components::share::{LinkNote, copy_link, save_json};
use crate::routes::{Route, Shown};
use crate::state::command;
use crate::state::dom::Toast;
use crate::state::keys::Keys;
use crate::state::own_address::OwnAddress;
use crate::state::plans::{Ask, Plans, said};
use leptos::prelude::*;
use std::sync::Arc;
use vedette_report::plan::{Problem, Status};

/// The most problems that are listed.
const LISTED: usize = 50;

/// The page.
#[component]
pub fn PlansPage() -> impl IntoView {
    let plans = Plans::new();
    let ask = plans.judge();
    let address = follow_address(plans, ask.beside());
    let caret = RwSignal::new(None);
    let marked = Memo::new(move |_| {
        plans.report.with(|report| Arc::new(report.as_ref().map(|r| marks(r)).unwrap_or_default()))
    });
    let walked = Memo::new(move |_| walked(plans));
    expect_context::<Keys>().hold(move |key| match key {
        "ArrowLeft" => plans.walk(|at, _| at.saturating_sub(1)),
        "ArrowRight" => plans.walk(|at, _| at + 1),
        "Home" => plans.walk(|_, _| 0),
        "End" => plans.walk(|_, last| last),
        "[" | "]" => {
            plans.next_violated(key == "]");
            true
        }
        _ => false,
    });
    view! {
        <h1>"Plans"</h1>
        <p class="quiet">
            "An agent's program, held against policies before anything runs. Type, paste, or drop a plan: it is checked while you type, and nothing is sent."
        </p>
        <div class="row">{gallery(plans)} <Setting plans=plans /></div>
        {look(plans)}
        {trouble(plans)}
        <Faults plans=plans />
        <div class="plan-page">
            <div class="text">
                <Code
                    id="plan"
                    label="The plan"
                    text=plans.code
                    marks=marked
                    walked=walked
                    fresh=Signal::derive(move || plans.is_fresh())
                    area=plans.editor
                    caret=caret
                />
                {problems(plans)}
                <Taint plans=plans caret=caret />
            </div>
            <div class="verdicts">
                {waiting(plans, ask)}
                <Verdicts plans=plans />
                <Walk plans=plans />
                <Feedback plans=plans />
            </div>
            <div class="drawn">
                <MachinePanel plans=plans />
            </div>
        </div>
        <Against plans=plans />
        <h2 class="print-not">"Take it with you"</h2>
        {exports(plans, address)}
    }
}

fn gallery(plans: Plans) -> impl IntoView {
    let options = move || {
        plans.library.with(|library| {
            let gallery = library.as_ref().map(|library| &library.gallery[..]).unwrap_or_default();
            let option = |example: &vedette_report::plan::Example| {
                let id = example.id.clone();
                let selected = move || plans.example.with(|chosen| *chosen == id);
                let glyph = if example.status == Status::Accepted { "✓" } else { "✗" };
                let words = format!("{glyph} {}", example.title);
                view! { <option value=example.id.clone() selected=selected>{words}</option> }
            };
            gallery.iter().map(option).collect_view()
        })
    };
    let none = move || plans.example.with(String::is_empty);
    view! {
        <label class="field">
            "Example"
            <select id="gallery" on:change:target=move |event| {
                plans.show_example(&event.target().value());
            }>
                <option value="" selected=none>"choose…"</option>
                {options}
            </select>
        </label>
    }
}

/// What to look at in an example.
fn look(plans: Plans) -> impl IntoView {
    move || {
        let id = plans.example.get();
        plans.library.with(|library| {
            let example = library.as_ref()?.gallery.iter().find(|example| example.id == id)?;
            Some(view! { <div class="notice" id="look"><p>{example.look.clone()}</p></div> })
        })
    }
}

fn trouble(plans: Plans) -> impl IntoView {
    move || {
        plans.trouble.get().map(|trouble| {
            view! { <div class="notice bad" role="alert" id="trouble"><p>{trouble}</p></div> }
        })
    }
}

/// A wait that lasts, with the way out of it.
fn waiting(plans: Plans, ask: Ask) -> impl IntoView {
    view! {
        <Show when=move || plans.slow.get()>
            <div class="notice" role="status" id="slow">
                <p>"Still checking. What is shown is about an earlier state."</p>
                <button type="button" on:click=move |_| ask.end()>"Cancel"</button>
            </div>
        </Show>
    }
}

/// What is wrong with the plan, each a way to its line.
fn problems(plans: Plans) -> impl IntoView {
    let one = move |class: &'static str, problem: &Problem| {
        let line = problem.span.line;
        let go = move |_| {
            if let Some(area) = plans.editor.get_untracked() {
                bring(&area, line);
            }
        };
        let hint = problem
            .hint
            .clone()
            .map(|hint| view! { <span class="mend">" — " {ticked(&hint)}</span> });
        view! {
            <li class=class>
                <button type="button" class="link" on:click=go>
                    {format!("line {line}, column {}", problem.span.column)}
                </button>
                ": "
                {ticked(&problem.message)}
                {hint}
            </li>
        }
    };
    let list = move || {
        plans.report.with(|report| {
            let Some(report) = report else { return ().into_any() };
            let all = report.problems.len() + report.remarks.len();
            let problems = report.problems.iter().map(|problem| one("error", problem));
            let remarks = report.remarks.iter().map(|remark| one("warning", remark));
            let rows: Vec<_> = problems.chain(remarks).take(LISTED).collect();
            let rest = all.saturating_sub(LISTED);
            let rest =
                (rest > 0).then(|| view! { <li class="quiet">{format!("and {rest} more")}</li> });
            view! { {rows} {rest} }.into_any()
        })
    };
    view! { <ul class="remarks" id="problems" aria-live="polite">{list}</ul> }
}

fn exports(plans: Plans, address: OwnAddress) -> impl IntoView {
    let toast = expect_context::<Toast>();
    let command = Signal::derive(move || command::plan(&plans.question()));
    let question = move |_| {
        let question = untrack(|| plans.question());
        save_json(toast, "plan.question.json", &question);
    };
    let report = move |_| {
        let report = plans.report.get_untracked();
        save_json(toast, "plan.report.json", &report.as_deref());
    };
    view! {
        <div class="row">
            <button type="button" id="share" on:click=move |_| copy_link(toast, address.link)>"Copy link"</button>
            <Copy id="copy-command" label="Copy as command line" text=command />
            <button type="button" id="save-question" on:click=question>"Save the question"</button>
            <button type="button" id="save-report" on:click=report>"Save the report"</button>
        </div>
        <LinkNote
            address=address
            instead="Save the question as a file: the plan and all that it is held against are in it."
        />
    }
}

/// Keeps the address and the page in step.
fn follow_address(plans: Plans, ask: Ask) -> OwnAddress {
    let address = OwnAddress::new(|route| matches!(route, Route::Plan(_)));
    Effect::new(move |_| {
        if plans.library.with(Option::is_none) {
            return;
        }
        let Some((Route::Plan(shown), first)) = address.news() else { return };
        if !shown.packed.is_empty() {
            ask.ask(PlanAsked::Unpack(shown.packed), move |answer, _| match answer {
                Ok(PlanAnswered::Unpacked(question)) => plans.show(&question),
                other => plans.trouble.set(Some(said(other))),
            });
        } else if !shown.example.is_empty() {
            if !plans.show_example(&shown.example) {
                let message =
                    format!("found no example `{}`; choose one of the list", shown.example);
                plans.trouble.set(Some(message));
            }
        } else if first {
            // What greets.
            let greeting = plans.library.with_untracked(|library| {
                library.as_ref().and_then(|l| l.gallery.first()).map(|example| example.id.clone())
            });
            plans.show_example(&greeting.unwrap_or_default());
        }
    });
    Effect::new(move |before: Option<bool>| {
        let question = plans.question();
        let shown = plans.library.with(|library| {
            let all = &library.as_ref()?.gallery;
            all.iter().find(|example| example.question == question).map(|e| e.id.clone())
        });
        let shown = shown.unwrap_or_default();
        crate::state::dom::change(plans.example, shown.clone());
        let known = before.unwrap_or(false);
        if plans.library.with(Option::is_none) || question.plan.is_empty() && !known {
            return false;
        }
        if !shown.is_empty() {
            let route = Route::Plan(Shown::example(shown));
            // What greets is not in the address until something changes.
            if known {
                address.say(route);
            } else {
                address.offer(&route);
            }
            return true;
        }
        let bare = || Route::Plan(Shown::default());
        if address.is_hopeless(question.plan.len(), bare) {
            return true;
        }
        ask.ask(PlanAsked::Pack(Box::new(question)), move |answer, last| {
            if let Ok(PlanAnswered::Packed(packed)) = answer
                && last
            {
                address.say_packed(Route::Plan(Shown::packed(packed)), bare());
            }
        });
        true
    });
    address
}
