//! The rows of a judged file: a list that draws only what is seen, and the chosen row in full.

use super::compare::{misconceptions, under_axioms};
use super::copy::Copy;
use super::verdict::{Look, look_relation};
use crate::routes::{Compare, Route};
use crate::state::answers::Answers;
use crate::state::navigation::link;
use leptos::prelude::*;
use vedette_report::compare::Relation;
use vedette_report::semantic::{Outcome, RowReport};
use web_sys::HtmlElement;

/// The height of a row, in pixels; the style sheet says the same.
const HEIGHT: usize = 34;
/// Rows that are drawn: what fits, and some before and after.
const DRAWN: usize = 36;
/// Rows drawn before the first that is seen.
const BEFORE: usize = 10;

/// How an outcome looks.
fn look(outcome: Outcome) -> Look {
    match outcome {
        Outcome::Equivalent => look_relation(Relation::Equivalent),
        Outcome::Nonequivalent => {
            Look { word: outcome.words(), ..look_relation(Relation::Incomparable) }
        }
        Outcome::Undecided | Outcome::NotComparable => {
            Look { word: outcome.words(), ..look_relation(Relation::Unknown) }
        }
        Outcome::SyntaxError | Outcome::NotInFormat | Outcome::NoTruth => {
            Look { word: outcome.words(), ..look_relation(Relation::Error) }
        }
    }
}

fn chip(row: &RowReport) -> impl IntoView + use<> {
    let Look { class, mut glyph, mut word } = look(row.outcome);
    if let (Outcome::Nonequivalent, Some(found)) = (row.outcome, &row.comparison) {
        Look { glyph, word, .. } = look_relation(found.verdict);
    }
    view! {
        <span class=format!("chip {class}") data-outcome=row.outcome.name()>
            <span aria-hidden="true">{glyph}</span>
            {word}
        </span>
    }
}

/// The list. The arrow keys choose; the chosen row stands below in full.
#[component]
pub fn Rows(
    /// The judged file.
    answers: Answers,
) -> impl IntoView {
    let shown =
        Memo::new(move |_| answers.filter.with(|filter| answers.rows.with(|rows| filter.of(rows))));
    let top = RwSignal::new(0_usize);
    let frame = NodeRef::<leptos::html::Div>::new();
    let first = Memo::new(move |_| {
        let last = shown.with(Vec::len).saturating_sub(DRAWN);
        (top.get() / HEIGHT).saturating_sub(BEFORE).min(last)
    });
    let choose = move |at: usize| {
        let Some(row) = shown.with_untracked(|shown| shown.get(at).copied()) else { return };
        answers.chosen.set(row);
        if let Some(frame) = frame.get_untracked() {
            keep_in_sight(&frame, at);
        }
    };
    let place = move || {
        let chosen = answers.chosen.get_untracked();
        shown.with_untracked(|shown| shown.iter().position(|&row| row == chosen))
    };
    let keys = move |event: web_sys::KeyboardEvent| {
        let last = shown.with_untracked(Vec::len).saturating_sub(1);
        let at = place();
        let next = match event.key().as_str() {
            "ArrowDown" => at.map_or(0, |at| (at + 1).min(last)),
            "ArrowUp" => at.map_or(0, |at| at.saturating_sub(1)),
            "PageDown" => at.map_or(0, |at| (at + 10).min(last)),
            "PageUp" => at.map_or(0, |at| at.saturating_sub(10)),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        choose(next);
    };
    let lines = move || {
        let first = first.get();
        shown.with(|shown| {
            answers.rows.with(|rows| {
                let drawn = shown.iter().enumerate().skip(first).take(DRAWN);
                drawn
                    .filter_map(|(at, &row)| Some(line(answers, at, row, rows.get(row)?, choose)))
                    .collect_view()
            })
        })
    };
    let before = move || format!("{}px", first.get() * HEIGHT);
    let after = move || {
        let rest = shown.with(Vec::len).saturating_sub(first.get() + DRAWN);
        format!("{}px", rest * HEIGHT)
    };
    view! {
        <p class="small quiet" id="rows-count">
            {move || format!("{} of {} judged rows", shown.with(Vec::len), answers.rows.with(Vec::len))}
        </p>
        <div
            class="scroll rows"
            node_ref=frame
            on:scroll:target=move |event| {
                // Pixels from the top are whole and never negative but for a bounce.
                top.set(usize::try_from(event.target().scroll_top()).unwrap_or(0));
            }
        >
            <table
                id="rows"
                role="grid"
                tabindex="0"
                aria-label="judged rows; the arrow keys choose one"
                aria-rowcount=move || (shown.with(Vec::len) + 1).to_string()
                aria-activedescendant=move || format!("row-{}", answers.chosen.get())
                on:keydown=keys
            >
                <thead>
                    <tr aria-rowindex="1">
                        <th scope="col">"row"</th>
                        <th scope="col">"outcome"</th>
                        <th scope="col">"truth"</th>
                        <th scope="col">"answer"</th>
                    </tr>
                </thead>
                <tbody>
                    <tr class="space" aria-hidden="true">
                        <td colspan="4" style:height=before></td>
                    </tr>
                    {lines}
                    <tr class="space" aria-hidden="true">
                        <td colspan="4" style:height=after></td>
                    </tr>
                </tbody>
            </table>
        </div>
    }
}

fn line<C: Fn(usize) + Copy + 'static>(
    answers: Answers,
    at: usize,
    row: usize,
    report: &RowReport,
    choose: C,
) -> impl IntoView + use<C> {
    let name = report.id.clone().unwrap_or_else(|| report.line.to_string());
    let answer = report.candidate.clone().unwrap_or_else(|| report.answer.clone());
    view! {
        <tr
            id=format!("row-{row}")
            aria-rowindex=(at + 2).to_string()
            aria-selected=move || (answers.chosen.get() == row).to_string()
            class:current=move || answers.chosen.get() == row
            on:click=move |_| choose(at)
        >
            <td>{name}</td>
            <td>{chip(report)}</td>
            <td>
                <code>{report.truth.clone()}</code>
            </td>
            <td>
                <code>{answer}</code>
            </td>
        </tr>
    }
}

/// Scrolls so that the row at this place of the list is seen.
fn keep_in_sight(frame: &HtmlElement, at: usize) {
    let pixels = |rows: usize| i32::try_from(rows * HEIGHT).unwrap_or(i32::MAX);
    let (top, height) = (frame.scroll_top(), frame.client_height());
    let head = pixels(1);
    if pixels(at) < top {
        frame.set_scroll_top(pixels(at));
    } else if pixels(at + 1) + head > top + height {
        frame.set_scroll_top(pixels(at + 1) + head - height);
    }
}

/// The chosen row in full.
#[component]
pub fn Detail(
    /// The judged file.
    answers: Answers,
) -> impl IntoView {
    let row = move || answers.rows.with(|rows| rows.get(answers.chosen.get()).cloned());
    let reading = move || answers.options.with_untracked(|options| options.reading.clone());
    move || row().map(|row| detail(&row, &reading()))
}

fn detail(row: &RowReport, reading: &str) -> impl IntoView + use<> {
    let name = row.id.clone().unwrap_or_else(|| format!("line {}", row.line));
    let field = |label: &'static str, text: Option<&String>| {
        let text = text?.clone();
        Some(view! {
            <dt>{label}</dt>
            <dd>
                <code>{text}</code>
            </dd>
        })
    };
    let rule = row.rule.clone().map(|rule| view! { <p><q>{rule}</q></p> });
    let answer = (row.candidate.as_ref() != Some(&row.answer)).then_some(&row.answer);
    let problems: Vec<_> = row
        .problems
        .iter()
        .map(|p| {
            let column = p.column.map(|column| format!(", column {column}")).unwrap_or_default();
            view! { <li>{format!("{}{column}: {}", p.place, p.message)}</li> }
        })
        .collect();
    let found = row.comparison.as_deref();
    let explanation = found.map(|found| view! { <p>{found.explanation.clone()}</p> });
    let under =
        found.and_then(|found| Some(under_axioms(found.verdict, found.under_axioms.as_ref()?)));
    let comparison = row.candidate.as_ref().map(|candidate| {
        let compare = Compare {
            a: candidate.clone(),
            b: row.truth.clone(),
            reading: if reading == "infinite" { String::new() } else { reading.to_owned() },
            dialect: String::new(),
        };
        let route = Route::Compare(compare);
        let address = Signal::stored(link(&route));
        view! {
            <p class="row">
                <a id="row-link" href=route.to_string()>
                    "Compare the two, with pictures"
                </a>
                <Copy id="copy-row-link" label="Copy link to this row" text=address />
            </p>
        }
    });
    let repairs = row.repairs.join("; ");
    let repairs = (!repairs.is_empty())
        .then(|| view! { <p class="small">"The answer was " {repairs} "."</p> });
    view! {
        <section class="card" id="row-detail" aria-live="polite" aria-label="the chosen row">
            <h3>{name} " " {chip(row)}</h3>
            {rule}
            <dl class="fields">
                {field("truth", Some(&row.truth))}
                {(!row.or.is_empty()).then(|| field("other truths", Some(&row.or.join("; "))))}
                {field("formula", row.candidate.as_ref())}
                {field("answer", answer)}
                {field("only the answer allows", found.and_then(|f| f.witness_candidate_only.as_ref()))}
                {field("only the truth allows", found.and_then(|f| f.witness_truth_only.as_ref()))}
            </dl>
            {explanation}
            {under}
            {repairs}
            <ul class="remarks">{problems}</ul>
            {found.and_then(misconceptions)}
            {comparison}
        </section>
    }
}
