//! The playground: formulas on a trace that is edited by hand.

use crate::components::automaton::{AutomatonPanel, Machine};
use crate::components::choice::choice;
use crate::components::compare::{DIALECTS, READINGS};
use crate::components::copy::{Copy, SavePicture};
use crate::components::editor::Editor;
use crate::components::gallery::{Gallery, Look};
use crate::components::grid::PlayTable;
use crate::components::share::{copy_link, save_json};
use crate::components::trace_buttons::TraceButtons;
use crate::components::word::draw;
use crate::routes::Route;
use crate::state::command;
use crate::state::dom::Toast;
use crate::state::navigation::{Navigation, link};
use crate::state::playground::{FORMULAS, Latest, Playground, said};
use leptos::prelude::*;
use vedette_report::playground::Trace;
use vedette_report::playground::gallery::CASES;
use vedette_report::playground::link::State;
use vedette_report::service::{Request, Response};

/// Links up to this length stay readable.
const READABLE: usize = 1_200;

/// The page.
#[component]
pub fn PlaygroundPage() -> impl IntoView {
    let play = Playground::new();
    play.show(&CASES[0]);
    let latest = play.judge();
    let share = follow_address(play, latest.beside());
    let machine = Machine::follow(play, latest.beside());
    let formulas =
        move || (0..play.count.get()).map(|at| formula(play, at).into_any()).collect_view();
    view! {
        <h1>"Playground"</h1>
        <p class="quiet">
            "Formulas on a trace. Click a cell to turn it: every sub-formula answers at every time."
        </p>
        <div class="row">
            {choice("reading", "The trace", play.reading, &READINGS)}
            {choice("dialect", "Written in", play.dialect, &DIALECTS)} <Gallery play=play />
        </div>
        <Look play=play />
        <div class="pair" id="formulas">
            {formulas}
        </div>
        <div class="row">
            <button
                type="button"
                id="add-formula"
                disabled=move || { play.count.get() >= FORMULAS }
                on:click=move |_| play.count.update(|count| *count = (*count + 1).min(FORMULAS))
            >
                "Add a formula"
            </button>
        </div>
        {trouble(play)}
        <h2>"The trace"</h2>
        <PlayTable play=play />
        <TraceButtons play=play />
        {word_field(play)}
        <div class="pair">
            <div>
                {because(play, machine)} <h2>"The trace as a picture"</h2>
                <div class="scroll" tabindex="0" role="group" aria-label="picture of the trace">
                    {move || {
                        play.report
                            .with(|report| {
                                report.as_ref().map(|report| draw("play-picture", &report.word))
                            })
                    }}
                </div>
                <div class="row">
                    <SavePicture picture="play-picture" name="trace.svg" />
                </div>
            </div>
            <AutomatonPanel play=play machine=machine />
        </div>
        <h2 class="print-not">"Take it with you"</h2>
        {exports(play, share)}
    }
}

/// A formula's field, with its verdict.
fn formula(play: Playground, at: usize) -> impl IntoView {
    let text = play.text(at);
    let understood = Signal::derive(move || {
        play.report.with(|report| {
            report.as_ref().and_then(|r| r.formulas.get(at)).map(|f| f.understood.clone())
        })
    });
    let verdict = move || {
        play.report.with(|report| {
            let played = report.as_ref().and_then(|report| report.formulas.get(at))?;
            let (class, glyph, word) = match (played.holds, &played.undefined) {
                (Some(true), _) => ("chip holds", "✓", "holds"),
                (Some(false), _) => ("chip violated", "✗", "violated"),
                (None, Some(_)) => ("chip fault", "!", "no value on a trace"),
                (None, None) => ("chip fault", "!", "not readable"),
            };
            Some(view! {
                <span class=class data-verdict=word>
                    <span aria-hidden="true">{glyph}</span>
                    {word}
                </span>
                {played.undefined.clone().map(|why| view! { <span class="small">{why}</span> })}
            })
        })
    };
    let many = move || play.count.get() > 1;
    view! {
        <div class="formula" data-formula=at>
            <Editor
                id=format!("formula-{}", at + 1)
                label=format!("Formula {}", at + 1)
                text=text
                understood=understood
            />
            <div class="row">
                <span
                    class="row"
                    id=format!("verdict-{}", at + 1)
                    role="status"
                    aria-live="polite"
                    aria-label=format!("verdict on formula {}", at + 1)
                >
                    {verdict}
                </span>
                <Show when=many>
                    <button
                        type="button"
                        class="plain"
                        aria-pressed=move || (play.explained.get() == at).to_string()
                        on:click=move |_| play.explained.set(at)
                    >
                        "Why?"
                        <span class="seen-not">{format!("explain formula {}", at + 1)}</span>
                    </button>
                    <button
                        type="button"
                        class="plain"
                        on:click=move |_| play.remove_formula(at)
                    >
                        "Take out"
                        <span class="seen-not">{format!("formula {}", at + 1)}</span>
                    </button>
                </Show>
            </div>
        </div>
    }
}

fn trouble(play: Playground) -> impl IntoView {
    move || {
        play.trouble.get().map(|trouble| {
            view! {
                <div class="notice bad" role="alert" id="trouble">
                    <p>{trouble}</p>
                </div>
            }
        })
    }
}

/// The trace as text, which can be typed and pasted too.
fn word_field(play: Playground) -> impl IntoView {
    let problem = RwSignal::new(None::<String>);
    let text = Memo::new(move |_| play.word());
    let typed = move |event: leptos::ev::Targeted<web_sys::Event, web_sys::HtmlInputElement>| {
        match Trace::parse(&event.target().value()) {
            Ok(trace) => {
                problem.set(None);
                if trace.loop_start.is_some() && !play.is_lasso() {
                    play.reading.set("infinite".into());
                }
                let silent = trace.rows.iter().filter(|row| !row.values.contains(&true));
                play.pinned.set(silent.map(|row| row.atom.clone()).collect());
                play.time.update(|time| *time = (*time).min(trace.length - 1));
                play.trace.set(trace);
            }
            Err(why) => problem.set(Some(why)),
        }
    };
    view! {
        <div class="row">
            <label class="field wide">
                "As text"
                <input
                    type="text"
                    id="trace-text"
                    class="mono"
                    spellcheck="false"
                    autocapitalize="off"
                    autocomplete="off"
                    aria-describedby="trace-problem"
                    aria-invalid=move || problem.with(Option::is_some).to_string()
                    prop:value=move || text.get()
                    on:change:target=typed
                />
            </label>
            <Copy label="Copy word" text=Signal::derive(move || text.get()) />
        </div>
        <p class="small" id="trace-problem" aria-live="polite">
            {move || problem.get()}
        </p>
    }
}

/// Why the formula that is explained has its verdict.
fn because(play: Playground, machine: Machine) -> impl IntoView {
    move || {
        let at = play.explained.get();
        play.report.with(|report| {
            let played = report.as_ref().and_then(|report| report.formulas.get(at))?;
            if played.because.is_empty() {
                return None;
            }
            let holds = if played.holds == Some(true) { "holds" } else { "is violated" };
            let number =
                if play.count.get() > 1 { format!("formula {}", at + 1) } else { "it".into() };
            let sentences = played.because.iter().map(|text| view! { <li>{text.clone()}</li> });
            Some(view! {
                <h2>{format!("Why {number} {holds}")}</h2>
                <p id="decided">{move || machine.decided(play)}</p>
                <ol id="because">{sentences.collect_view()}</ol>
                <p class="small quiet">
                    "The cells with a frame are those that this rests on: whatever the others say, the verdict stays."
                </p>
            })
        })
    }
}

fn exports(play: Playground, share: RwSignal<String>) -> impl IntoView {
    let toast = expect_context::<Toast>();
    let command = Signal::derive(move || {
        command::play(&play.formulas(), &play.word(), &play.reading.get(), &play.dialect.get())
    });
    let save = move |_| {
        play.report.with_untracked(|report| save_json(toast, "playground.json", report));
    };
    view! {
        <div class="row">
            <button type="button" id="share" on:click=move |_| copy_link(toast, share)>
                "Copy link"
            </button>
            <Copy id="copy-command" label="Copy as command line" text=command />
            <button type="button" id="save-json" on:click=save>
                "Save JSON"
            </button>
        </div>
    }
}

/// Keeps the address and the page in step; gives the link to this playground.
fn follow_address(play: Playground, latest: Latest) -> RwSignal<String> {
    let navigation = expect_context::<Navigation>();
    let share = RwSignal::new(String::new());
    // The packed state that the page shows, so that its own address is not read back.
    let packed_here = StoredValue::new(String::new());
    Effect::new(move |_| match navigation.route.get() {
        Route::Play(state) if state != State::default() && state != play_state(play) => {
            play.look.set(None);
            play.set(&state);
        }
        Route::PlayPacked(packed) if packed_here.get_value() != packed => {
            packed_here.set_value(packed.clone());
            latest.ask(Request::Unpack { packed }, move |answer, _| match answer {
                Ok(Response::Unpacked { state }) => {
                    play.look.set(None);
                    play.set(&state);
                }
                other => play.trouble.set(Some(said(other))),
            });
        }
        _ => {}
    });
    Effect::new(move |before: Option<()>| {
        let state = play.state();
        let route = Route::Play(state.clone());
        let readable = link(&route);
        let here = navigation
            .route
            .with_untracked(|route| matches!(route, Route::Play(_) | Route::PlayPacked(_)));
        // What greets is not in the address until something changes.
        if !here || before.is_none() {
            share.set(readable);
            return;
        }
        if readable.len() <= READABLE {
            share.set(readable);
            navigation.replace(route);
            return;
        }
        latest.ask(Request::Pack { state }, move |answer, _| {
            if let Ok(Response::Packed { packed }) = answer {
                packed_here.set_value(packed.clone());
                let route = Route::PlayPacked(packed);
                share.set(link(&route));
                navigation.replace(route);
            }
        });
    });
    share
}

/// What the address would say, without following it.
fn play_state(play: Playground) -> State {
    untrack(|| play.state())
}
