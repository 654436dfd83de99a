//! A word as a picture, and as a table of sub-formulas and time, which is its accessible form.

use super::copy::{Copy, SavePicture};
use leptos::prelude::*;
use vedette_report::layout::word::{LINE, Picture, Slot, layout};
use vedette_report::word_view::{Side, WordView};

/// Columns of the table that are shown.
const COLUMNS: usize = 60;

/// A word that shows how two formulas lie to one another.
#[component]
pub fn Word(
    /// The section's id.
    id: &'static str,
    /// The picture's id.
    picture: &'static str,
    /// The heading.
    title: &'static str,
    /// The word.
    word: WordView,
) -> impl IntoView {
    let text = word.text.clone();
    let drawing = draw(picture, &word);
    view! {
        <section id=id class="witness" data-word=word.text.clone()>
            <h2>{title}</h2>
            <div class="scroll" tabindex="0" role="group" aria-label="picture of the word">
                {drawing}
            </div>
            <p>{word.sentence.clone()}</p>
            <div class="row">
                <code>{word.text.clone()}</code>
                <Copy label="Copy word" text=Signal::stored(text) />
                <SavePicture picture=picture name=format!("{id}.svg") />
            </div>
            <details open>
                <summary>"Every sub-formula at every time"</summary>
                {table(&word)}
            </details>
        </section>
    }
}

/// The picture of a word.
pub fn draw(id: &'static str, word: &WordView) -> impl IntoView + use<> {
    let picture = layout(word);
    let Picture { box_width, box_height, y, width, height, back, .. } = picture;
    // Room for the words below the line back.
    let (width, height) = match back {
        Some((_, to)) => (width.max(picture.boxes[to].x + 80.0), height + 12.0),
        None => (width, height),
    };
    let in_cycle = |slot: Slot| match (slot, word.loop_start) {
        (Slot::Letter(at), Some(start)) => at >= start,
        _ => false,
    };
    let middle = y + box_height / 2.0;
    let boxes: Vec<_> = picture
        .boxes
        .iter()
        .map(|b| {
            let number = match b.slot {
                Slot::Letter(at) => at.to_string(),
                Slot::Gap(_) => "…".into(),
            };
            let class = if in_cycle(b.slot) { "box cycle" } else { "box" };
            let mut baseline = y + LINE;
            let lines: Vec<_> = b
                .lines
                .iter()
                .map(|(text, value)| {
                    let class = if *value { "true" } else { "false" };
                    let at = baseline;
                    baseline += LINE;
                    view! { <text class=class x=b.x + 8.0 y=at>{text.clone()}</text> }
                })
                .collect();
            view! {
                <text class="number" x=b.x + 4.0 y=y - 7.0>{number}</text>
                <rect class=class x=b.x y=y width=box_width height=box_height rx="5" />
                {lines}
            }
        })
        .collect();
    let arrows: Vec<_> = picture
        .boxes
        .windows(2)
        .map(|pair| {
            let (from, to) = (pair[0].x + box_width, pair[1].x);
            view! {
                <path class="edge" d=format!("M{from} {middle}H{}", to - 6.0) />
                <path class="tip" d=format!("M{to} {middle}l-8 -4v8z") />
            }
        })
        .collect();
    let back = back.map(|(from, to)| {
        let (a, b) = (picture.boxes[from].x + box_width, picture.boxes[to].x + 14.0);
        let (low, foot) = (y + box_height + 26.0, y + box_height);
        let d = format!("M{a} {middle}h8V{low}H{b}V{}", foot + 6.0);
        view! {
            <path class="edge back" d=d />
            <path class="back-tip" d=format!("M{b} {foot}l-4 8h8z") />
            <text class="number back-word" x=b - 4.0 y=low + 13.0>"for ever"</text>
        }
    });
    view! {
        <svg
            id=id
            class="picture"
            role="img"
            aria-label=word.sentence.clone()
            width=width
            height=height
            viewBox=format!("0 0 {width} {height}")
            xmlns="http://www.w3.org/2000/svg"
        >
            {boxes}
            {arrows}
            {back}
        </svg>
    }
}

fn table(word: &WordView) -> impl IntoView + use<> {
    let columns = word.letters.len().min(COLUMNS);
    let cycle = move |at: usize, start: Option<usize>| start.is_some_and(|start| at >= start);
    let start = word.loop_start;
    let heads: Vec<_> = (0..columns)
        .map(|at| view! { <th scope="col" class:cycle=cycle(at, start)>{at}</th> })
        .collect();
    let rows: Vec<_> = word
        .rows
        .iter()
        .map(|row| {
            let cells: Vec<_> = row
                .values
                .iter()
                .take(columns)
                .enumerate()
                .map(|(at, value)| {
                    let (class, glyph, spoken) =
                        if *value { ("yes", "✓", "true") } else { ("no", "✗", "false") };
                    view! {
                        <td class=class class:cycle=cycle(at, start)>
                            <span aria-hidden="true">{glyph}</span>
                            <span class="seen-not">{spoken}</span>
                        </td>
                    }
                })
                .collect();
            let whole = row.whole.map(|side| match side {
                Side::Candidate => " (candidate)",
                Side::Truth => " (truth)",
            });
            view! {
                <tr class:whole=whole.is_some()>
                    <th scope="row">{row.formula.clone()} {whole}</th>
                    {cells}
                </tr>
            }
        })
        .collect();
    let rest = word.letters.len() - columns;
    let rest = (rest > 0).then(|| {
        view! { <p class="quiet">{format!("{rest} more times are not shown; the text above is whole.")}</p> }
    });
    let note = start.map(|start| {
        let last = word.letters.len() - 1;
        let note = if start == last {
            format!("Time {start} repeats for ever.")
        } else {
            format!("Times {start} to {last} repeat for ever.")
        };
        view! { <p class="quiet small">{note}</p> }
    });
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label="table of sub-formulas and time">
            <table class="truth">
                <thead>
                    <tr>
                        <th scope="col">"time"</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {note}
        {rest}
    }
}
