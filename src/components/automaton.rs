//! The automaton of a formula with its run: a picture, and the table of its steps.

use super::copy::{Copy, SavePicture};
use crate::bridge::Failure;
use crate::state::command;
use crate::state::dom::{Toast, download};
use crate::state::playground::{Latest, Playground, said};
use leptos::prelude::*;
use vedette_report::layout::layered::{Arrow, Drawing, Graph as Plan, RADIUS, Route, layout};
use vedette_report::layout::word::shorten;
use vedette_report::playground::automaton::{
    AutomatonQuestion, AutomatonView, Graph, Kind, StateMark,
};
use vedette_report::playground::decided::Decided;
use vedette_report::service::{Request, Response};

/// Automata with more states are shown as a table only.
const STATES: usize = 30;
/// The same for steps.
const STEPS: usize = 120;
/// Longer guards are cut in the picture.
const LABEL: usize = 28;
/// Rows of the table of steps.
const ROWS: usize = 300;

/// What is known of the automaton.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// Which kind is wanted, by its name.
    pub kind: RwSignal<String>,
    /// The automaton, or why there is none.
    pub view: RwSignal<Option<Result<AutomatonView, String>>>,
}

impl Machine {
    /// Asks for the automaton of the formula that is explained, whenever something changes.
    pub fn follow(play: Playground, latest: Latest) -> Self {
        let machine = Self { kind: RwSignal::new("states".into()), view: RwSignal::new(None) };
        Effect::new(move |_| {
            let at = play.explained.get();
            let kind = match machine.kind.get().as_str() {
                "transitions" => Kind::Transitions,
                "monitor" => Kind::Monitor,
                _ => Kind::States,
            };
            let question = AutomatonQuestion {
                formula: play.text(at).get(),
                dialect: play.dialect.get(),
                reading: play.reading.get(),
                kind,
                trace: play.trace.get(),
            };
            latest.ask(Request::Automaton { question }, move |answer, _| {
                let view = match answer {
                    Ok(Response::Automaton(view)) => Ok(*view),
                    Err(Failure::Cancelled) => return,
                    other => Err(said(other)),
                };
                machine.view.set(Some(view));
            });
        });
        machine
    }

    /// When the verdict is settled, in a sentence.
    pub fn decided(self, play: Playground) -> Option<String> {
        let lasso = play.is_lasso();
        let length = play.trace.with(|trace| trace.length);
        let verdict = |holds: bool| if holds { "holds" } else { "is violated" };
        self.view.with(|view| {
            let decided = view.as_ref()?.as_ref().ok()?.decided?;
            Some(match decided {
                Decided::Before { holds } => {
                    format!("Decided before the first step: it {} on every trace.", verdict(holds))
                }
                Decided::At { time, holds } => {
                    let round =
                        if time >= length { " (in a later round of the cycle)" } else { "" };
                    format!(
                        "Decided at time {time}{round}: whatever comes after it, the formula {}.",
                        verdict(holds)
                    )
                }
                Decided::Never if lasso => {
                    "No step decides: after any of them the trace could still go on to either \
                     verdict. Only the whole of it tells."
                        .into()
                }
                Decided::Never => {
                    "No step decides: had the trace gone on, either verdict was possible. It is \
                     its end that tells."
                        .into()
                }
            })
        })
    }
}

const KINDS: [(&str, &str); 3] = [
    ("states", "Büchi, accepting states"),
    ("transitions", "Büchi, accepting steps"),
    ("monitor", "three-valued monitor"),
];

/// The automaton.
#[component]
pub fn AutomatonPanel(
    /// What is shown.
    play: Playground,
    /// What is known.
    machine: Machine,
) -> impl IntoView {
    let number = move || {
        if play.count.get() > 1 {
            format!(" of formula {}", play.explained.get() + 1)
        } else {
            String::new()
        }
    };
    let view = Memo::new(move |_| machine.view.get().and_then(Result::ok));
    let problem = move || machine.view.get().and_then(Result::err);
    // The picture is made anew only when states or steps change: a turn of a cell moves the marks.
    let shape = Memo::new(move |_| {
        view.with(|view| {
            view.as_ref()
                .map(|view| (view.graph.clone(), view.marks.clone(), view.sets, view.kind.clone()))
        })
    });
    let drawn = move || {
        shape.with(|shape| {
            let (graph, marks, sets, kind) = shape.as_ref()?;
            let sets = if kind == "generalized-buchi" { *sets } else { 0 };
            Some(picture(graph, marks, sets, view, play).into_any())
        })
    };
    view! {
        <section id="automaton">
            <h2>"The automaton" {number}</h2>
            <Show when=move || play.is_lasso()>
                {super::choice::choice("automaton-kind", "Kind", machine.kind, &KINDS)}
            </Show>
            {move || problem().map(|why| {
                view! { <p class="quiet" id="automaton-problem">{format!("No automaton: {why}.")}</p> }
            })}
            <Show when=move || view.with(Option::is_some)>
                <p id="automaton-says" aria-live="polite">
                    {move || view.with(|view| view.as_ref().map(|view| says(view, play.time.get())))}
                </p>
                {drawn}
                <details>
                    <summary>"The steps as a table"</summary>
                    {move || view.with(|view| view.as_ref().map(|view| table(view, play)))}
                </details>
                {exports(play, machine, view)}
            </Show>
        </section>
    }
}

/// What the automaton is, and where the run is before the letter of this time.
fn says(view: &AutomatonView, time: usize) -> String {
    let states = view.graph.states;
    let what = match view.kind.as_str() {
        "dfa" => "The minimal DFA",
        "monitor" => "The least three-valued monitor",
        "generalized-buchi" => "A generalized Büchi automaton",
        _ => "A Büchi automaton",
    };
    let many = |count: usize, one: &str| {
        if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
    };
    let class = view.class.as_ref().map(|class| format!(" The formula's class: {class}."));
    let here = match (view.accepted, view.path.get(time), view.reach.get(time)) {
        (None, Some(state), _) => format!("At time {time} it is in state {state}."),
        (Some(true), Some(state), _) => {
            format!("It accepts the trace. At time {time} the accepting run is in state {state}.")
        }
        (Some(false), Some(state), _) => {
            format!("It does not accept the trace. At time {time} it is in state {state}.")
        }
        (Some(false), None, Some(states)) if states.is_empty() => {
            format!("It does not accept the trace: at time {time} no run is left.")
        }
        (Some(false), None, Some(states)) => {
            let noun = if states.len() == 1 { "state" } else { "states" };
            let states: Vec<String> = states.iter().map(usize::to_string).collect();
            format!(
                "It does not accept the trace. At time {time} its runs can be in {noun} {}.",
                states.join(", ")
            )
        }
        _ => String::new(),
    };
    format!("{what} with {}. {here}{}", many(states, "state"), class.unwrap_or_default())
}

/// The steps between the same two states are one arrow.
fn arrows(graph: &Graph, sets: u32) -> Vec<(Arrow, Vec<usize>)> {
    let mut arrows: Vec<(Arrow, Vec<usize>)> = Vec::new();
    for (number, edge) in graph.edges.iter().enumerate() {
        let marks: String =
            (0..sets).filter(|set| edge.marks >> set & 1 == 1).map(circled).collect();
        let label =
            if marks.is_empty() { edge.guard.clone() } else { format!("{} {marks}", edge.guard) };
        let known = arrows.iter_mut().find(|(a, _)| (a.from, a.to) == (edge.from, edge.to));
        if let Some((arrow, steps)) = known {
            arrow.label = format!("{} ; {label}", arrow.label);
            steps.push(number);
        } else {
            let arrow = Arrow { from: edge.from, to: edge.to, label };
            arrows.push((arrow, vec![number]));
        }
    }
    arrows
}

/// The number of an acceptance set, in a circle.
fn circled(set: u32) -> char {
    match set {
        0 => '⓪',
        1..=20 => char::from_u32('①' as u32 + set - 1).unwrap_or('•'),
        _ => '•',
    }
}

fn picture(
    graph: &Graph,
    marks: &[StateMark],
    sets: u32,
    view: Memo<Option<AutomatonView>>,
    play: Playground,
) -> impl IntoView + use<> {
    if graph.states > STATES || graph.edges.len() > STEPS {
        let said = format!(
            "{} states and {} steps are more than a picture shows: see the table.",
            graph.states,
            graph.edges.len()
        );
        return view! { <p class="quiet">{said}</p> }.into_any();
    }
    let (arrows, steps): (Vec<Arrow>, Vec<Vec<usize>>) = arrows(graph, sets).into_iter().unzip();
    let short: Vec<Arrow> = arrows
        .iter()
        .map(|arrow| Arrow { label: shorten(&arrow.label, LABEL), ..arrow.clone() })
        .collect();
    let drawing = layout(&Plan { nodes: graph.states, start: graph.start, arrows: &short });
    let Drawing { nodes, arrows: routes, entry, width, height } = drawing;
    let lines: Vec<_> = routes
        .iter()
        .zip(&arrows)
        .zip(&short)
        .zip(steps)
        .map(|(((route, arrow), short), steps)| arrow_view(route, arrow, short, steps, view, play))
        .collect();
    let states: Vec<_> = nodes
        .iter()
        .zip(marks)
        .enumerate()
        .map(|(state, (&(x, y), &mark))| state_view(state, (x, y), mark, view, play))
        .collect();
    let spoken = move || {
        let said = view.with(|view| view.as_ref().map(|view| says(view, play.time.get())));
        format!("{} The table below says the same.", said.unwrap_or_default())
    };
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label="picture of the automaton">
            <svg
                id="automaton-picture"
                class="picture automaton"
                role="img"
                aria-label=spoken
                width=width
                height=height
                viewBox=format!("0 0 {width:.0} {height:.0}")
                xmlns="http://www.w3.org/2000/svg"
            >
                <path class="edge" d=entry.line />
                <path class="tip" d=entry.head />
                {lines}
                {states}
            </svg>
        </div>
    }
    .into_any()
}

fn arrow_view(
    route: &Route,
    arrow: &Arrow,
    short: &Arrow,
    steps: Vec<usize>,
    view: Memo<Option<AutomatonView>>,
    play: Playground,
) -> impl IntoView + use<> {
    let taken = Memo::new(move |_| {
        view.with(|view| {
            let step = view.as_ref().and_then(|view| view.steps.get(play.time.get()));
            step.is_some_and(|step| steps.contains(step))
        })
    });
    let full = format!("{} to {}: {}", arrow.from, arrow.to, arrow.label);
    view! {
        <path class="edge" class:taken=move || taken.get() d=route.line.clone() />
        <path class="tip" class:taken=move || taken.get() d=route.head.clone() />
        <text class="guard" text-anchor="middle" x=route.label.0 y=route.label.1>
            <title>{full}</title>
            {short.label.clone()}
        </text>
    }
}

fn state_view(
    state: usize,
    (x, y): (f64, f64),
    mark: StateMark,
    view: Memo<Option<AutomatonView>>,
    play: Playground,
) -> impl IntoView + use<> {
    let here = Memo::new(move |_| {
        view.with(|view| {
            let Some(view) = view else { return false };
            let time = play.time.get();
            match view.path.get(time) {
                Some(&at) => at == state,
                None => view.reach.get(time).is_some_and(|states| states.contains(&state)),
            }
        })
    });
    let (class, glyph) = match mark {
        StateMark::Good => ("box t-holds", " ✓"),
        StateMark::Bad => ("box t-violated", " ✗"),
        StateMark::Undecided => ("box t-open", " ?"),
        StateMark::Plain | StateMark::Accepting => ("box", ""),
    };
    let ring = (mark == StateMark::Accepting)
        .then(|| view! { <circle class="ring" cx=x cy=y r=RADIUS - 3.5 /> });
    view! {
        <circle
            class=class
            class:at=move || here.get()
            data-state=state
            data-here=move || here.get().to_string()
            cx=x
            cy=y
            r=RADIUS
        />
        {ring}
        <text class="state" class:at=move || here.get() text-anchor="middle" x=x y=y + 4.5>
            {format!("{state}{glyph}")}
        </text>
    }
}

fn table(view: &AutomatonView, play: Playground) -> impl IntoView + use<> {
    let word = |mark: StateMark| match mark {
        StateMark::Plain => "",
        StateMark::Accepting => " (accepting)",
        StateMark::Bad => " (bad)",
        StateMark::Good => " (good)",
        StateMark::Undecided => " (undecided)",
    };
    let sets = if view.kind == "generalized-buchi" { view.sets } else { 0 };
    let name = |state: usize| {
        let start = if state == view.graph.start { " (start)" } else { "" };
        format!("{state}{start}{}", word(view.marks[state]))
    };
    let taken = view.steps.get(play.time.get()).copied();
    let rows: Vec<_> = view
        .graph
        .edges
        .iter()
        .enumerate()
        .take(ROWS)
        .map(|(number, edge)| {
            let marks: Vec<String> =
                (0..sets).filter(|set| edge.marks >> set & 1 == 1).map(|s| s.to_string()).collect();
            view! {
                <tr class:current=taken == Some(number)>
                    <th scope="row">{name(edge.from)}</th>
                    <td>
                        <code>{edge.guard.clone()}</code>
                    </td>
                    <td>{name(edge.to)}</td>
                    {(sets > 0).then(|| view! { <td>{marks.join(", ")}</td> })}
                </tr>
            }
        })
        .collect();
    let rest = view.graph.edges.len().saturating_sub(ROWS);
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label="steps of the automaton">
            <table>
                <thead>
                    <tr>
                        <th scope="col">"from"</th>
                        <th scope="col">"letters"</th>
                        <th scope="col">"to"</th>
                        {(sets > 0).then(|| view! { <th scope="col">"acceptance sets"</th> })}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {(rest > 0).then(|| view! { <p class="quiet small">{format!("{rest} more steps are in the files.")}</p> })}
    }
}

fn exports(
    play: Playground,
    machine: Machine,
    view: Memo<Option<AutomatonView>>,
) -> impl IntoView + use<> {
    let toast = expect_context::<Toast>();
    let hoa = Signal::derive(move || {
        view.with(|v| v.as_ref().map(|v| v.hoa.clone()).unwrap_or_default())
    });
    let save = move |name: &'static str, text: String| {
        let saved = download(name, "text/plain", &text).is_ok();
        toast.say(if saved {
            "Saved as a file"
        } else {
            "The file could not be saved: the browser refused"
        });
    };
    let command = Signal::derive(move || {
        let formula = play.text(play.explained.get()).get();
        command::automaton(&formula, &play.reading.get(), &machine.kind.get(), &play.dialect.get())
    });
    let has_command = move || play.reading.get() != "stuttering";
    view! {
        <div class="row">
            <SavePicture picture="automaton-picture" name="automaton.svg" />
            <Copy id="copy-hoa" label="Copy HOA" text=hoa />
            <button type="button" id="save-hoa" on:click=move |_| save("automaton.hoa", hoa.get_untracked())>
                "Save HOA"
            </button>
            <button
                type="button"
                on:click=move |_| {
                    let dot = view.with_untracked(|v| v.as_ref().map(|v| v.dot.clone()));
                    save("automaton.dot", dot.unwrap_or_default());
                }
            >
                "Save DOT"
            </button>
            <Show when=has_command>
                <Copy id="copy-automaton-command" label="Copy as command line" text=command />
            </Show>
        </div>
    }
}
