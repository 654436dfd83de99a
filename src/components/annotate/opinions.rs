//! What others think of an item, side by side: for those who check and judge, and after one's own
//! decision.

use super::decision_words;
use crate::state::annotate::keymap::Phase;
use crate::state::annotate::room::Annotation;
use leptos::prelude::*;
use vedette_annotate::agreement::standing;
use vedette_annotate::{Allowed, Decision, Opinion, Role};

/// The opinions; nothing that could lead somebody who labels, before he decided.
pub fn opinions(room: Annotation) -> impl IntoView {
    let desk = room.desk;
    move || {
        let role = desk.session.who.with(|who| who.role);
        let decided = desk.mine.with(|mine| mine.as_ref().is_some_and(|o| o.decided().is_some()));
        if (role == Role::Label && !decided) || desk.phase.get() == Phase::Blind {
            return None;
        }
        let traces = desk.ready.with(|ready| match ready {
            Some(Ok(ready)) => ready.traces.iter().map(|trace| trace.text.clone()).collect(),
            _ => Vec::new(),
        });
        let found = desk.with_state(|state| {
            let others: Vec<Opinion> = state
                .opinions
                .iter()
                .filter(|opinion| opinion.current.is_some() || !opinion.answers.is_empty())
                .cloned()
                .collect();
            (others, standing(state).0.name())
        });
        let (others, standing) = found.filter(|(others, _)| !others.is_empty())?;
        Some(side_by_side(room, &others, standing, &traces, role))
    }
}

fn side_by_side(
    room: Annotation,
    others: &[Opinion],
    standing: &'static str,
    traces: &[String],
    role: Role,
) -> impl IntoView + use<> {
    let columns: Vec<_> =
        others.iter().map(|opinion| column(room, opinion, traces, role)).collect();
    view! {
        <section id="opinions" aria-label="what the annotators say" data-standing=standing>
            <h2>"What the annotators say" " " <span class="chip open">{standing}</span></h2>
            <div class="pair opinions">{columns}</div>
        </section>
    }
}

fn column(
    room: Annotation,
    opinion: &Opinion,
    traces: &[String],
    role: Role,
) -> impl IntoView + use<> {
    let said = |held: &vedette_annotate::Held| {
        let (glyph, word) = decision_words(held.decision.name());
        let formula = match &held.decision {
            Decision::Repair { formula } => Some(formula.clone()),
            _ => None,
        };
        view! {
            <p>
                <strong>{format!("{glyph} {word}")}</strong>
                {formula.map(|formula| view! { " " <code>{formula}</code> })}
            </p>
        }
    };
    let current = opinion.current.as_ref().map(said);
    let rivals: Vec<_> = opinion.rivals.iter().map(said).collect();
    let rivals = (!rivals.is_empty()).then(|| {
        view! {
            <p class="small quiet">"and elsewhere, without knowing of it:"</p>
            {rivals}
        }
    });
    let answers: Vec<_> = traces
        .iter()
        .map(|trace| {
            let answer = opinion.answers.iter().find(|answered| answered.trace == *trace);
            match answer.map(|answered| answered.answer) {
                Some(Allowed::Yes) => "yes",
                Some(Allowed::No) => "no",
                Some(Allowed::Unclear) => "unclear",
                None => "–",
            }
        })
        .collect();
    let answers = (!answers.is_empty())
        .then(|| view! { <p class="small">{format!("traces: {}", answers.join(", "))}</p> });
    let comments: Vec<_> =
        opinion.comments.iter().map(|c| view! { <li>{c.text.clone()}</li> }).collect();
    let decision = opinion.current.as_ref().map(|held| held.decision.clone());
    let take =
        decision.filter(|_| role == Role::Judge && opinion.role != Role::Judge).map(|decision| {
            view! {
                <button type="button" on:click=move |_| room.desk.decide(decision.clone())>
                    "Settle it this way"
                </button>
            }
        });
    let name = opinion.annotator.clone();
    let of = name.clone();
    view! {
        <div class="card" data-annotator=of>
            <h3>{name} <span class="small quiet">{format!(" {}", opinion.role.name())}</span></h3>
            {current}
            {rivals}
            {answers}
            <ul class="small">{comments}</ul>
            {take}
        </div>
    }
}
