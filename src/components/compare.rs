//! Two formulas compared while they are typed.

use super::choice::choice;
use super::copy::Copy;
use super::editor::Editor;
use super::regions::relation;
use super::scene::SceneFields;
use super::verdict::{Look, look_relation};
use super::word::Word;
use crate::bridge::{Engine, Failure};
use crate::routes::Route;
use crate::state::command;
use crate::state::examples::EXAMPLES;
use crate::state::greeting;
use crate::state::navigation::link;
use crate::state::texts::Texts;
use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;
use vedette_report::compare::{CompareReport, Relation, UnderAxioms};
use vedette_report::service::{Request, Response};
use vedette_report::word_view::WordView;

/// How long typing must rest before the engines are asked.
const REST_MS: u32 = 50;
/// After how long a question can be cancelled.
const SLOW_MS: u32 = 1000;

/// What is known about the comparison.
#[derive(Clone, Copy)]
struct Judged {
    report: RwSignal<Option<CompareReport>>,
    busy: RwSignal<bool>,
    slow: RwSignal<bool>,
    trouble: RwSignal<Option<String>>,
}

/// The comparison: fields, switches, verdict, words.
#[component]
pub fn Comparison(
    /// The formulas.
    texts: Texts,
) -> impl IntoView {
    let judged = judge(texts);
    let side = move |pick: fn(&CompareReport) -> &vedette_report::compare::Compared| {
        Signal::derive(move || judged.report.with(|r| r.as_ref().map(|r| pick(r).clone())))
    };
    // If a further truth matches best, the report is about that one, not about the text of the field.
    let truth = Signal::derive(move || {
        judged.report.with(|report| {
            let report = report.as_ref()?;
            let other = report.matched.as_ref().is_some_and(|matched| matched.number > 1);
            (!other).then(|| report.truth.clone())
        })
    });
    let swap = move |_| {
        let (a, b) = (texts.a.get_untracked(), texts.b.get_untracked());
        texts.a.set(b);
        texts.b.set(a);
    };
    let command = Signal::derive(move || {
        let t = texts.address();
        let rest = texts.scene.with(|scene| command::scene(&texts.truths(), scene));
        command::equiv(&t.a, &t.b, &t.reading, &t.dialect, &rest)
    });
    let share = Signal::derive(move || link(&Route::Compare(texts.address())));
    view! {
        <div class="pair">
            <Editor id="candidate" label="Candidate" text=texts.a understood=side(|r| &r.candidate) />
            <Editor id="truth" label="Truth" text=texts.b understood=truth />
        </div>
        <div class="row">
            {choice("reading", "Traces", texts.reading, &READINGS)}
            {choice("dialect", "Written in", texts.dialect, &DIALECTS)} {examples(texts)}
            <button type="button" id="swap" on:click=swap>
                "⇄ Swap"
            </button>
        </div>
        <SceneFields scene=texts.scene further=further(texts) />
        {verdict(judged)}
        <div class="row">
            <Copy id="share" label="Copy link" text=share />
            <Copy id="copy-command" label="Copy as command line" text=command />
        </div>
        {move || judged.report.with(|report| report.as_ref().and_then(misconceptions))}
        {words(judged)}
    }
}

/// Further truths: the best match counts.
fn further(texts: Texts) -> AnyView {
    view! {
        <label class="field tall">
            "Further truths, one a line: the best match counts"
            <textarea
                id="further-truths"
                rows="2"
                spellcheck="false"
                prop:value=move || texts.or.get()
                on:input:target=move |event| texts.or.set(event.target().value())
            ></textarea>
        </label>
    }
    .into_any()
}

/// What turns the truth into the candidate, where a known misconception does.
pub(super) fn misconceptions(report: &CompareReport) -> Option<impl IntoView + use<>> {
    let found: Vec<_> = report
        .diagnoses
        .iter()
        .take(2)
        .map(|found| {
            let kinds = found.misconceptions.iter().map(|kind| {
                view! {
                    <p>
                        <strong>{kind.name.clone()}</strong>
                        ": "
                        {kind.explanation.clone()}
                        " "
                        <span class="quiet">{kind.tip.clone()}</span>
                    </p>
                }
            });
            view! {
                {kinds.collect_view()}
                <p class="small">"The truth, read that way: " <code>{found.rewritten.clone()}</code></p>
            }
        })
        .collect();
    (!found.is_empty()).then(|| {
        view! {
            <section class="notice why" data-misconception=report.diagnoses[0].misconceptions[0].id.clone()>
                <h2>"This is what you get if …"</h2>
                {found}
            </section>
        }
    })
}

/// How traces are read.
pub const READINGS: [(&str, &str); 3] =
    [("infinite", "infinite"), ("finite", "finite"), ("stuttering", "last state repeats")];

/// What formulas are written in.
pub const DIALECTS: [(&str, &str); 7] = [
    ("auto", "any notation"),
    ("vedette", "Vedette"),
    ("spot", "Spot"),
    ("nusmv", "NuSMV"),
    ("paper", "paper"),
    ("sentinel", "SENTINEL"),
    ("english", "words"),
];

fn examples(texts: Texts) -> impl IntoView {
    let options = EXAMPLES.iter().enumerate();
    let options: Vec<_> =
        options.map(|(at, e)| view! { <option value=at.to_string()>{e.name}</option> }).collect();
    view! {
        <label class="field">
            "Example"
            <select
                id="examples"
                on:change:target=move |event| {
                    let chosen = event.target().value().parse().ok().and_then(|at: usize| EXAMPLES.get(at));
                    if let Some(example) = chosen {
                        texts.show(example);
                    }
                }
            >
                <option value="">"choose…"</option>
                {options}
            </select>
        </label>
    }
}

/// Asks the engines whenever typing rests; the newest answer wins.
fn judge(texts: Texts) -> Judged {
    let judged = Judged {
        report: RwSignal::new(None),
        busy: RwSignal::new(false),
        slow: RwSignal::new(false),
        trouble: RwSignal::new(None),
    };
    let engine = Engine::new();
    let newest = StoredValue::new(0_u32);
    let resting: StoredValue<Option<Timeout>, LocalStorage> = StoredValue::new_local(None);
    let slow: StoredValue<Option<Timeout>, LocalStorage> = StoredValue::new_local(None);
    let ask = move |request: Request, number: u32| {
        // A question that still runs is about an earlier text.
        if engine.is_busy() {
            engine.cancel();
        }
        judged.slow.set(false);
        slow.set_value(Some(Timeout::new(SLOW_MS, move || {
            judged.slow.set(judged.busy.get_untracked());
        })));
        spawn_local(async move {
            let answer = engine.ask(&request, Vec::new()).await;
            if newest.try_get_value() != Some(number) {
                return;
            }
            judged.busy.set(false);
            judged.slow.set(false);
            let trouble = match answer {
                Ok((Response::Compare(report), _)) => {
                    judged.report.set(Some(*report));
                    None
                }
                Ok((Response::Rejected { message }, _)) => Some(message),
                Ok(_) => Some("the worker answered another question".into()),
                Err(Failure::Cancelled) => Some("cancelled; change a formula to try again".into()),
                Err(Failure::Stopped(what)) => Some(format!(
                    "the engine stopped ({what}); it starts again with the next change"
                )),
            };
            judged.trouble.set(trouble);
        });
    };
    Effect::new(move |before: Option<()>| {
        let t = texts.address();
        let request = Request::Compare {
            candidate: t.a,
            truth: t.b,
            dialect: texts.dialect.get(),
            reading: texts.reading.get(),
            or: texts.truths(),
            scene: texts.scene.get(),
        };
        let number = newest.get_value() + 1;
        newest.set_value(number);
        if let Some(report) = greeting::known(&request) {
            resting.set_value(None);
            judged.report.set(Some(report));
            judged.trouble.set(None);
            judged.busy.set(false);
            return;
        }
        judged.busy.set(true);
        let rest = if before.is_none() { 0 } else { REST_MS };
        resting.set_value(Some(Timeout::new(rest, move || ask(request, number))));
    });
    on_cleanup(move || engine.cancel());
    provide_context(Cancel(engine));
    judged
}

/// The engine that the cancel button stops.
#[derive(Clone, Copy)]
struct Cancel(Engine);

fn verdict(judged: Judged) -> impl IntoView {
    let Cancel(engine) = expect_context();
    let shown = move || {
        if let Some(trouble) = judged.trouble.get() {
            return view! {
                <div class="verdict fault" data-verdict="trouble">
                    <span class="word">
                        <span class="glyph" aria-hidden="true">"! "</span>
                        "no verdict"
                    </span>
                    <p>{trouble}</p>
                </div>
            }
            .into_any();
        }
        judged.report.with(|report| match report {
            None => {
                view! { <div class="verdict fault" data-verdict="none">"Asking the engine…"</div> }
                    .into_any()
            }
            Some(report) => verdict_box(report).into_any(),
        })
    };
    view! {
        <div
            id="verdict"
            role="status"
            aria-live="polite"
            aria-busy=move || judged.busy.get().to_string()
            class:stale=move || judged.busy.get()
        >
            {shown}
        </div>
        <Show when=move || judged.slow.get()>
            <p class="row" id="working">
                <progress aria-label="working"></progress>
                "Still working. "
                <button type="button" id="cancel" on:click=move |_| engine.cancel()>
                    "Cancel"
                </button>
            </p>
        </Show>
    }
}

fn verdict_box(report: &CompareReport) -> impl IntoView {
    let Look { class, glyph, word } = look_relation(report.verdict);
    let name = format!("{:?}", report.verdict).to_lowercase();
    let subject = match report.verdict {
        Relation::Equivalent | Relation::Incomparable => "The formulas are ",
        Relation::Stronger | Relation::Weaker => "The candidate is ",
        Relation::Unknown => "The answer is ",
        Relation::Error => "A formula is ",
    };
    let states = (report.states > 0).then(|| match report.states {
        1 => " One state was built.".to_owned(),
        states => format!(" {states} states were built."),
    });
    view! {
        <div class=format!("verdict {class}") data-verdict=name>
            <span class="word">
                <span class="glyph" aria-hidden="true">{glyph} " "</span>
                {subject}
                {word}
            </span>
            <p>{report.explanation.clone()}</p>
            {report.reason.clone().map(|reason| view! { <p>{reason}</p> })}
            {report.under_axioms.as_ref().map(|under| under_axioms(report.verdict, under))}
            {report.remarks.iter().map(|remark| view! { <p class="remark">{remark.clone()}</p> }).collect_view()}
            <p class="small">
                {format!("Read on {} traces.", report.reading.replace("stuttering", "stuttering (the last state repeats)"))}
                {states}
            </p>
        </div>
    }
}

/// The strict verdict and that under the axioms, side by side.
pub(super) fn under_axioms(strict: Relation, under: &UnderAxioms) -> impl IntoView + use<> {
    let chip = |what: &'static str, relation: Relation| {
        let Look { class, glyph, word } = look_relation(relation);
        view! {
            <span class="nowrap">
                {what} " "
                <span class=format!("chip {class}") data-verdict=relation.name()>
                    <span aria-hidden="true">{glyph}</span>
                    {word}
                </span>
            </span>
            " "
        }
    };
    let word = |what: &'static str, word: &Option<String>| {
        word.clone().map(|word| view! { <p class="small">{what} <code>{word}</code></p> })
    };
    view! {
        <div id="under-axioms">
            <p>{chip("strictly:", strict)} {chip("under the axioms:", under.verdict)}</p>
            <p>{under.explanation.clone()}</p>
            {word("With the axioms, only the candidate allows: ", &under.witness_candidate_only)}
            {word("With the axioms, only the truth allows: ", &under.witness_truth_only)}
        </div>
    }
}

fn words(judged: Judged) -> impl IntoView {
    move || {
        judged.report.with(|report| {
            let report = report.as_ref()?;
            let candidate = report.picture_candidate_only.clone().map(|word| {
                view! {
                    <Word
                        id="witness-candidate-only"
                        picture="picture-candidate"
                        title="Allowed by the candidate, forbidden by the truth"
                        word=word
                    />
                }
            });
            let truth = report.picture_truth_only.clone().map(|word| {
                view! {
                    <Word
                        id="witness-truth-only"
                        picture="picture-truth"
                        title="Forbidden by the candidate, allowed by the truth"
                        word=word
                    />
                }
            });
            let agreed = |id, picture, title, word: &Option<WordView>| {
                word.clone()
                    .map(|word| view! { <Word id=id picture=picture title=title word=word /> })
            };
            let both =
                agreed("witness-both", "picture-both", "Allowed by both", &report.picture_both);
            let neither = agreed(
                "witness-neither",
                "picture-neither",
                "Forbidden by both",
                &report.picture_neither,
            );
            let agreement = (both.is_some() || neither.is_some()).then(|| {
                view! {
                    <details id="agreement">
                        <summary>"Where they agree"</summary>
                        <div class="pair">{both} {neither}</div>
                    </details>
                }
            });
            Some(view! {
                <div class:stale=move || judged.busy.get()>
                    <div class="pair">{candidate} {truth} {relation(report)}</div>
                    {agreement}
                </div>
            })
        })
    }
}
