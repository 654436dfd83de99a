//! Worlds: a plan executed in a scene, step by step, and rules checked along the way.

use crate::bridge::worlds::{WorldAnswered, WorldAsked};
use crate::components::copy::Copy;
use crate::components::plans::code::{Code, bring};
use crate::components::share::{LinkNote, copy_link, save_json};
use crate::components::worlds::given::{Setting, Texts};
use crate::components::worlds::marks::{marks, walked};
use crate::components::worlds::moments::{Changed, Stepper};
use crate::components::worlds::picture::Scene;
use crate::components::worlds::rules::Rules;
use crate::rooms::Handed;
use crate::routes::{Route, Shown};
use crate::state::command;
use crate::state::dom::Toast;
use crate::state::files::listed;
use crate::state::keys::Keys;
use crate::state::own_address::OwnAddress;
use crate::state::source::bytes;
use crate::state::worlds::{Ask, Worlds, said};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;
use vedette_report::world::view::{Example, LineState, LineView, Status};
use web_sys::HtmlInputElement;

/// The most problems that are listed.
const LISTED: usize = 30;

/// The page.
#[component]
pub fn WorldsPage(
    /// What was dropped for this page.
    handed: RwSignal<Option<Handed>, LocalStorage>,
) -> impl IntoView {
    let worlds = Worlds::new();
    let ask = worlds.judge();
    worlds.look_for_conflicts();
    let address = follow_address(worlds, ask.beside());
    Effect::new(move |_| {
        if let Some(what) = handed.get() {
            handed_over(worlds, ask, what);
            handed.set(None);
        }
    });
    let caret = RwSignal::new(None);
    let marked = Memo::new(move |_| {
        worlds.report.with(|report| Arc::new(report.as_ref().map(|r| marks(r)).unwrap_or_default()))
    });
    let walked = Memo::new(move |_| walked(worlds));
    expect_context::<Keys>().hold(move |key| match key {
        "ArrowLeft" => worlds.walk(|at, _| at.saturating_sub(1)),
        "ArrowRight" => worlds.walk(|at, _| at + 1),
        "Home" => worlds.walk(|_, _| 0),
        "End" => worlds.walk(|_, last| last),
        "[" | "]" => {
            worlds.next_violated(key == "]");
            true
        }
        _ => false,
    });
    view! {
        <h1>"Worlds"</h1>
        <p class="quiet">
            "A plan, executed in a scene step by step, and rules checked along the way. Change a line: it is executed and checked again at once, in this browser."
        </p>
        <div class="row">{gallery(worlds)} {choose(worlds, ask)}</div>
        <div class="row"><Setting worlds=worlds /></div>
        {look(worlds)}
        {trouble(worlds)}
        {faults(worlds)}
        <Stepper worlds=worlds />
        <div class="world-page plan-page">
            <div class="text">
                <Code
                    id="plan"
                    label="The plan"
                    text=worlds.program
                    marks=marked
                    walked=walked
                    fresh=Signal::derive(move || worlds.is_fresh())
                    area=worlds.editor
                    caret=caret
                />
                {problems(worlds)}
            </div>
            <div class="given">
                <Texts worlds=worlds />
            </div>
            <div class="drawn">
                <Scene run=worlds.watched() />
            </div>
            <div class="verdicts">
                {waiting(worlds, ask)}
                <Changed worlds=worlds />
                <Rules worlds=worlds />
            </div>
        </div>
        <h2 class="print-not">"Take it with you"</h2>
        {exports(worlds, address)}
    }
}

fn gallery(worlds: Worlds) -> impl IntoView {
    let option = move |example: &Example| {
        let id = example.id.clone();
        let selected = move || worlds.example.with(|chosen| *chosen == id);
        let words = match example.status {
            None => example.title.clone(),
            Some(Status::Safe) => format!("✓ {}", example.title),
            Some(_) => format!("✗ {}", example.title),
        };
        view! { <option value=example.id.clone() selected=selected>{words}</option> }
    };
    let group = move |label: &'static str, all: Vec<Example>| {
        let options: Vec<_> = all.iter().map(option).collect();
        (!options.is_empty()).then(|| view! { <optgroup label=label>{options}</optgroup> })
    };
    let groups = move || {
        let library = worlds.library.get();
        let examples = library.map_or_else(Vec::new, |library| library.examples.clone());
        let tasks = worlds.tasks.get().map_or_else(Vec::new, |tasks| tasks.to_vec());
        view! {
            {group("to begin with", examples)}
            {group("tasks with their reference plans", tasks)}
            {group("tasks of the file", worlds.opened.get())}
        }
    };
    let none = move || worlds.example.with(String::is_empty);
    view! {
        <label class="field">
            "Example"
            <select id="gallery" on:change:target=move |event| {
                worlds.show_example(&event.target().value());
            }>
                <option value="" selected=none>"choose…"</option>
                {groups}
            </select>
        </label>
    }
}

/// A button that opens a file.
fn choose(worlds: Worlds, ask: Ask) -> impl IntoView {
    let chosen = move |event: web_sys::Event| {
        let input = event_target::<HtmlInputElement>(&event);
        let files = listed(input.files());
        // The same file may be chosen again after it was changed.
        input.set_value("");
        handed_over(worlds, ask, Handed::Files(files));
    };
    view! {
        <label class="button pick print-not">
            "Open a file"
            <input type="file" id="open-world" multiple on:change=chosen />
        </label>
    }
}

/// Opens files, one after another: a scene before what is to be done in it.
fn handed_over(worlds: Worlds, ask: Ask, handed: Handed) {
    let files = match handed {
        Handed::Files(files) => files,
        Handed::Failed(why) => return worlds.trouble.set(Some(why)),
        Handed::Address(_) => return,
    };
    spawn_local(async move {
        for (name, file) in files {
            let Ok(content) = bytes(&file).await else {
                worlds.trouble.set(Some(format!("{name}: the browser could not read it")));
                continue;
            };
            match ask.engine().ask(&WorldAsked::Open(name), vec![content]).await {
                Ok((WorldAnswered::Opened(opened), _)) => {
                    worlds.trouble.set(None);
                    worlds.open(opened);
                }
                other => worlds.trouble.set(Some(said(other.map(|(answer, _)| answer)))),
            }
        }
    });
}

/// What to look at in an example.
fn look(worlds: Worlds) -> impl IntoView {
    move || {
        let look = worlds.example.with(|id| worlds.named(id, |example| example.look.clone()))?;
        Some(view! { <div class="notice" id="look"><p>{look}</p></div> })
    }
}

fn trouble(worlds: Worlds) -> impl IntoView {
    move || {
        worlds.trouble.get().map(|trouble| {
            view! { <div class="notice bad" role="alert" id="trouble"><p>{trouble}</p></div> }
        })
    }
}

/// What is wrong with the scene, and what is doubtful.
fn faults(worlds: Worlds) -> impl IntoView {
    move || {
        worlds.report.with(|report| {
            let report = report.as_ref()?;
            let list = |all: &[String]| {
                all.iter().map(|one| view! { <li>{one.clone()}</li> }).collect_view()
            };
            let problems = (!report.problems.is_empty()).then(|| {
                view! {
                    <div class="notice bad" role="alert" id="scene-problems">
                        <p><strong>"The scene cannot be run."</strong></p>
                        <ul>{list(&report.problems)}</ul>
                    </div>
                }
            });
            let remarks = (!report.remarks.is_empty()).then(|| {
                view! {
                    <details class="small" id="scene-remarks">
                        <summary>{format!("{} remarks on the scene", report.remarks.len())}</summary>
                        <ul>{list(&report.remarks)}</ul>
                    </details>
                }
            });
            Some(view! { {problems} {remarks} })
        })
    }
}

/// A wait that lasts, with the way out of it.
fn waiting(worlds: Worlds, ask: Ask) -> impl IntoView {
    view! {
        <Show when=move || worlds.slow.get()>
            <div class="notice" role="status" id="slow">
                <p>"Still running. What is shown is about an earlier state."</p>
                <button type="button" on:click=move |_| ask.end()>"Cancel"</button>
            </div>
        </Show>
    }
}

/// What became of the lines that were not done, each a way to its line.
fn problems(worlds: Worlds) -> impl IntoView {
    let one = move |line: &LineView| {
        let number = line.number;
        let class = if line.state == LineState::Unread { "error" } else { "warning" };
        let go = move |_| {
            if let Some(area) = worlds.editor.get_untracked() {
                bring(&area, number);
            }
            let moment = worlds.report.with_untracked(|report| {
                let lines = &report.as_ref()?.lines;
                lines.iter().find(|line| line.number == number)?.moment
            });
            if let Some(moment) = moment {
                worlds.moment.set(moment as usize);
            }
        };
        let place = if line.column > 0 {
            format!("line {number}, column {}", line.column)
        } else {
            format!("line {number}")
        };
        let said = match line.state {
            LineState::Failed => "cannot be done: ",
            _ => "",
        };
        view! {
            <li class=class>
                <button type="button" class="link" on:click=go>{place}</button>
                ": " {said} {line.words.clone()}
            </li>
        }
    };
    let list = move || {
        worlds.report.with(|report| {
            let Some(report) = report else { return ().into_any() };
            let told = report.lines.iter().filter(|line| line.words.is_some());
            let rows: Vec<_> = told.take(LISTED).map(one).collect();
            let left =
                report.lines.iter().filter(|line| line.state == LineState::NotReached).count();
            let left = (left > 0 && report.problems.is_empty()).then(|| {
                view! { <li class="quiet">{format!("{left} lines after it were not reached")}</li> }
            });
            view! { {rows} {left} }.into_any()
        })
    };
    view! { <ul class="remarks" id="problems" aria-live="polite">{list}</ul> }
}

fn exports(worlds: Worlds, address: OwnAddress) -> impl IntoView {
    let toast = expect_context::<Toast>();
    let command = Signal::derive(move || command::world(&worlds.question()));
    let question = move |_| {
        let question = untrack(|| worlds.question());
        save_json(toast, "world.question.json", &question);
    };
    let report = move |_| {
        let report = worlds.report.get_untracked();
        save_json(toast, "world.report.json", &report.as_deref());
    };
    view! {
        <div class="row print-not">
            <button type="button" id="share" on:click=move |_| copy_link(toast, address.link)>"Copy link"</button>
            <Copy id="copy-command" label="Copy as command line" text=command />
            <button type="button" id="save-question" on:click=question>"Save all of this"</button>
            <button type="button" id="save-report" on:click=report>"Save the report"</button>
        </div>
        <LinkNote
            address=address
            instead="Save all of it as a file: whoever drops that file on this page sees what you see."
        />
    }
}

/// Keeps the address and the page in step.
fn follow_address(worlds: Worlds, ask: Ask) -> OwnAddress {
    let address = OwnAddress::new(|route| matches!(route, Route::World(_)));
    Effect::new(move |_| {
        if worlds.library.with(Option::is_none) {
            return;
        }
        let Some((Route::World(shown), first)) = address.news() else { return };
        let is_known = |id: &str| worlds.named(id, |_| ()).is_some();
        if !shown.example.is_empty()
            && !is_known(&shown.example)
            && worlds.tasks.with(Option::is_none)
        {
            // It may be a task: they are still read.
            address.ask_again();
            return;
        }
        if !shown.packed.is_empty() {
            ask.ask(WorldAsked::Unpack(shown.packed), move |answer, _| match answer {
                Ok(WorldAnswered::Unpacked(question)) => worlds.show(&question),
                other => worlds.trouble.set(Some(said(other))),
            });
        } else if !shown.example.is_empty() {
            if !worlds.show_example(&shown.example) {
                let message =
                    format!("found no example `{}`; choose one of the list", shown.example);
                worlds.trouble.set(Some(message));
            }
        } else if first {
            // What greets.
            let greeting = worlds.library.with_untracked(|library| {
                library.as_ref().and_then(|l| l.examples.first()).map(|example| example.id.clone())
            });
            worlds.show_example(&greeting.unwrap_or_default());
        }
    });
    Effect::new(move |before: Option<bool>| {
        let question = worlds.question();
        let known = before.unwrap_or(false);
        if worlds.library.with(Option::is_none) || question.scene.is_empty() && !known {
            return false;
        }
        let same = |example: &&Example| example.question == question;
        let of = |all: &[Example]| all.iter().find(same).map(|example| example.id.clone());
        let example = worlds.library.with(|library| of(&library.as_ref()?.examples));
        let shipped = example.or_else(|| worlds.tasks.with(|tasks| of(tasks.as_ref()?)));
        let shown = shipped.clone().or_else(|| worlds.opened.with(|opened| of(opened)));
        crate::state::dom::change(worlds.example, shown.unwrap_or_default());
        if let Some(id) = shipped {
            let route = Route::World(Shown::example(id));
            // What greets is not in the address until something changes.
            if known {
                address.say(route);
            } else {
                address.offer(&route);
            }
            return true;
        }
        let bare = || Route::World(Shown::default());
        let bytes = question.program.len() + question.rules.len() + question.scene.len();
        if address.is_hopeless(bytes, bare) {
            return true;
        }
        ask.ask(WorldAsked::Pack(Box::new(question)), move |answer, last| {
            if let Ok(WorldAnswered::Packed(packed)) = answer
                && last
            {
                address.say_packed(Route::World(Shown::packed(packed)), bare());
            }
        });
        true
    });
    address
}
