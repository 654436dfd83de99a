//! The rates of the semantic level, overall and by class.

use crate::state::answers::Answers;
use leptos::prelude::*;
use vedette_report::semantic::{Rates, Share};

/// What the columns are called.
const COLUMNS: [&str; 5] =
    ["in format", "syntax error", "not equivalent", "equivalent", "not decided"];

/// The table of rates.
#[component]
pub fn RatesTable(
    /// The judged file.
    answers: Answers,
) -> impl IntoView {
    let rows = move || {
        let summary = answers.summary.get();
        let classes = summary.classes.iter().filter(|class| class.rates.asked > 0);
        let all = std::iter::once(line("all rows", &summary.overall));
        all.chain(classes.map(|c| line(&c.class.replace('_', " "), &c.rates))).collect_view()
    };
    let notes = move || {
        let summary = answers.summary.get();
        let mut notes = Vec::new();
        if summary.repaired > 0 {
            let answers = if summary.repaired == 1 { "answer was" } else { "answers were" };
            notes.push(format!("{} {answers} taken out of other text.", summary.repaired));
        }
        if summary.without_truth > 0 {
            notes.push(format!(
                "{} rows have no readable truth; they are counted nowhere.",
                summary.without_truth
            ));
        }
        notes.join(" ")
    };
    view! {
        <h2>"Rates"</h2>
        <div class="scroll" tabindex="0" role="group" aria-label="table of rates">
            <table id="rates">
                <thead>
                    <tr>
                        <th scope="col">"class of the truth"</th>
                        <th scope="col">"rows"</th>
                        {COLUMNS.map(|name| view! { <th scope="col">{name}</th> }).collect_view()}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        <p class="quiet small">
            "Count, share and 95 % Wilson interval. «In format» is of all rows, the others are of the answers in format. "
            {notes}
        </p>
    }
}

fn line(name: &str, rates: &Rates) -> impl IntoView + use<> {
    let cells = rates.shares().map(|share| cell(&share));
    view! {
        <tr data-class=name.to_owned()>
            <th scope="row">{name.to_owned()}</th>
            <td>{rates.asked}</td>
            {cells.collect_view()}
        </tr>
    }
}

fn cell(share: &Share) -> impl IntoView + use<> {
    let count = share.rate.count;
    let rest = match (share.value, share.low, share.high) {
        (Some(value), Some(low), Some(high)) => {
            format!("{:.1} % ({:.0}–{:.0})", value * 100.0, low * 100.0, high * 100.0)
        }
        _ => String::new(),
    };
    view! {
        <td data-rate=share.name.clone()>
            <strong>{count}</strong>
            " "
            <span class="quiet">{rest}</span>
        </td>
    }
}
