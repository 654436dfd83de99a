//! The field for a better formula, compared with the given one at every stroke.

use crate::bridge::{Annotating, EngineOf};
use crate::components::editor::Editor;
use crate::components::verdict::look_relation;
use crate::components::word::draw;
use crate::state::annotate::files::said;
use crate::state::annotate::keymap::{Act, Phase};
use crate::state::annotate::room::Annotation;
use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;
use vedette_annotate::Item;
use vedette_annotate::prepare::Options;
use vedette_annotate::protocol::{Answer, Question};
use vedette_report::compare::{CompareReport, Relation};
use vedette_report::word_view::WordView;

/// How long typing must rest before the worker is asked.
const REST_MS: u32 = 60;

/// What is known of the repair.
#[derive(Clone, Copy)]
struct Compared {
    report: RwSignal<Option<CompareReport>>,
    trouble: RwSignal<Option<String>>,
}

/// The field; nothing while the item is blind.
pub fn repair(room: Annotation) -> impl IntoView {
    let desk = room.desk;
    let compared = follow(room);
    let understood =
        Signal::derive(move || compared.report.with(|r| r.as_ref().map(|r| r.candidate.clone())));
    let seen = move || desk.phase.get() == Phase::Decide && desk.item.with(Option::is_some);
    let commit = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            room.desk.take_repair();
            crate::state::dom::mend_focus();
        }
    };
    view! {
        <Show when=seen>
            <section id="repairing" aria-label="repair" on:keydown=commit>
                <Editor
                    id="repair"
                    label="A better formula, or a sentence (Ctrl+Enter takes it)"
                    text=desk.repair
                    understood=understood
                />
                <div role="status" aria-live="polite" id="repair-verdict">
                    {move || compared.trouble.get().map(|why| view! { <p class="notice bad">{why}</p> })}
                    {move || compared.report.with(|report| report.as_ref().map(verdict))}
                </div>
                <Show when=move || desk.repair.with(|text| !text.trim().is_empty())>
                    <div class="row">
                        {super::act_button(room, Act::Repair, "Take this formula", "primary")}
                    </div>
                </Show>
            </section>
        </Show>
    }
}

fn follow(room: Annotation) -> Compared {
    let compared = Compared { report: RwSignal::new(None), trouble: RwSignal::new(None) };
    let engine: EngineOf<Annotating> = EngineOf::new();
    on_cleanup(move || engine.cancel());
    let newest = StoredValue::new(0_u32);
    let resting: StoredValue<Option<Timeout>, LocalStorage> = StoredValue::new_local(None);
    Effect::new(move |_| {
        let repair = room.desk.repair.get();
        let item = room.desk.item.get();
        let options = room.desk.options.get();
        newest.update_value(|newest| *newest += 1);
        let number = newest.get_value();
        let Some(item) = item.filter(|_| !repair.trim().is_empty()) else {
            resting.set_value(None);
            compared.report.set(None);
            compared.trouble.set(None);
            return;
        };
        resting.set_value(Some(Timeout::new(REST_MS, move || {
            // A question that still runs is about an earlier text.
            if engine.is_busy() {
                engine.cancel();
            }
            spawn_local(async move {
                let done = ask(engine, item, repair, options).await;
                if newest.try_get_value() != Some(number) {
                    return;
                }
                match done {
                    Ok(report) => {
                        compared.trouble.set(None);
                        compared.report.set(Some(report));
                    }
                    Err(why) => compared.trouble.set(Some(why)),
                }
            });
        })));
    });
    compared
}

async fn ask(
    engine: EngineOf<Annotating>,
    item: Item,
    repair: String,
    options: Options,
) -> Result<CompareReport, String> {
    let question = Question::Repair { item, repair, options };
    match engine.ask(&question, Vec::new()).await.map(|(answer, _)| answer) {
        Ok(Answer::Repair(report)) => Ok(*report),
        other => Err(said(other)),
    }
}

fn verdict(report: &CompareReport) -> impl IntoView + use<> {
    if report.verdict == Relation::Error && report.truth.errors.is_empty() {
        // The field itself shows what is wrong.
        return ().into_any();
    }
    let look = look_relation(report.verdict);
    let name = report.verdict.name();
    let subject = match report.verdict {
        Relation::Equivalent => "Your formula and the given one are ",
        Relation::Stronger | Relation::Weaker => "Your formula is ",
        Relation::Incomparable => "The two are ",
        Relation::Unknown => "The answer is ",
        Relation::Error => "The given formula is ",
    };
    let word = |id: &'static str, says: &'static str, word: Option<&WordView>| {
        word.map(|word| {
            view! {
                <figure>
                    <figcaption class="small">{says}</figcaption>
                    <div class="scroll" tabindex="0" role="group" aria-label=says>
                        {draw(id, word)}
                    </div>
                </figure>
            }
        })
    };
    let mine = word(
        "repair-allows",
        "yours allows it, the given one forbids it",
        report.picture_candidate_only.as_ref(),
    );
    let given = word(
        "given-allows",
        "the given one allows it, yours forbids it",
        report.picture_truth_only.as_ref(),
    );
    view! {
        <div class=format!("verdict {}", look.class) data-verdict=name>
            <span class="word">
                <span class="glyph" aria-hidden="true">
                    {look.glyph}
                    " "
                </span>
                {subject}
                {look.word}
            </span>
            <p>{report.explanation.clone()} <span class="small quiet">" (Yours is the candidate, the given one the truth.)"</span></p>
        </div>
        {mine}
        {given}
    }
    .into_any()
}
