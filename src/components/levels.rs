//! The three levels of a run side by side, where answers were evaluated.

use crate::routes::{ItemRoute, Route};
use leptos::prelude::*;
use vedette_report::evaluation::Level;
use vedette_report::evaluation::result::Levels;
use vedette_report::evaluation::story::{Answer, Row, Told, Wrong, story};

/// The most answers that are listed.
const LISTED: usize = 50;

fn look(answer: Answer) -> (&'static str, &'static str, &'static str) {
    match answer {
        Answer::Yes => ("chip holds", "✓", "yes"),
        Answer::No => ("chip violated", "✗", "no"),
        Answer::Open => ("chip open", "?", "open"),
    }
}

/// A row an answer: understood, planned safely, did it safely, where it first went wrong.
#[component]
pub fn ThreeLevels(
    /// The run.
    run: String,
    /// Its levels.
    levels: Levels,
) -> impl IntoView {
    let rows = story(&levels);
    let more = rows.len().saturating_sub(LISTED);
    let body: Vec<_> = rows.iter().take(LISTED).map(|row| line(&run, row)).collect();
    let more = (more > 0).then(
        || view! { <p class="small quiet">{format!("{more} more answers are not listed.")}</p> },
    );
    let style =
        format!("{} · {}, {} task", levels.agent, levels.style.label(), levels.horizon.name());
    view! {
        <section id="levels">
            <h2>"Understood, planned, done"</h2>
            <p class="small quiet">{style}</p>
            <div class="scroll" tabindex="0" role="group" aria-label="table of the three levels">
                <table class="data">
                    <thead>
                        <tr>
                            <th scope="col">"answer"</th>
                            <th scope="col">"understood?"</th>
                            <th scope="col">"planned safely?"</th>
                            <th scope="col">"did it safely?"</th>
                            <th scope="col">"where it first went wrong"</th>
                        </tr>
                    </thead>
                    <tbody>{body}</tbody>
                </table>
            </div>
            {more}
            <p class="small quiet">
                "The three are asked by prompts of their own: answers in a row have the same number and are not one conversation."
            </p>
        </section>
    }
}

fn line(run: &str, row: &Row) -> impl IntoView + use<> {
    let wrong = row.wrong.as_ref().map(|one| wrong(run, one));
    let nothing = wrong.is_none().then_some("—");
    view! {
        <tr data-sample=row.sample>
            <th scope="row">{row.sample}</th>
            <td data-level="semantic">{cell(row.understood.as_ref())}</td>
            <td data-level="plan">{cell(row.planned.as_ref())}</td>
            <td data-level="trajectory">{cell(row.did.as_ref())}</td>
            <td data-level="wrong">{wrong} {nothing}</td>
        </tr>
    }
}

fn cell(told: Option<&Told>) -> impl IntoView + use<> {
    let Some(Told { answer, words }) = told else {
        return view! { <span class="quiet">"not asked"</span> }.into_any();
    };
    let (class, glyph, word) = look(*answer);
    view! {
        <span class=class><span aria-hidden="true">{glyph}</span> {word}</span>
        " "
        <span class="small quiet">{words.clone()}</span>
    }
    .into_any()
}

fn wrong(run: &str, wrong: &Wrong) -> impl IntoView + use<> {
    let level = wrong.level.noun();
    let said = wrong.words.clone();
    let step = wrong.step.filter(|_| wrong.rule.is_some()).map(|step| match wrong.level {
        Level::Plan => format!(" at subgoal {step}"),
        _ => format!(" at step {step}"),
    });
    let link = wrong.rule.clone().map(|rule| {
        let route = Route::Item(ItemRoute {
            run: run.to_owned(),
            rule: rule.clone(),
            trajectory: wrong.trajectory,
            step: wrong.trajectory.and(wrong.step).map(|step| step as usize),
        });
        view! { <a href=route.to_string()>{rule}</a> }
    });
    view! { <strong>{level}</strong> ": " {link} " " {said} {step} }
}
