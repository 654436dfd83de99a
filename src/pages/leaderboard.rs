//! The leaderboard: what every model comes to, as a table that says what every rate is of.

use crate::components::download::{Cell, Download, Sheet};
use crate::routes::{Diff, Route};
use crate::state::results::Results;
use leptos::prelude::*;
use vedette_report::leaderboard::ModelSummary;
use vedette_report::listing::{Filter, View};
use vedette_report::rates::Rate;

/// A rate: count and total, then share and interval.
#[component]
pub fn RateCell(
    /// The rate.
    rate: Rate,
) -> impl IntoView {
    let percent = rate.value().zip(rate.interval()).map(|(value, (low, high))| {
        let (value, low, high) = (value * 100.0, low * 100.0, high * 100.0);
        view! {
            <br />
            <span class="small quiet">{format!("{value:.1} % ({low:.1}–{high:.1})")}</span>
        }
    });
    view! {
        <td class="number">
            <span class="fraction">{format!("{}/{}", rate.count, rate.total)}</span>
            {percent}
        </td>
    }
}

/// The table of models. It is there as soon as the manifest is.
#[component]
pub fn Leaderboard() -> impl IntoView {
    let results = expect_context::<Results>();
    let models = move || {
        results.manifest.with(|manifest| {
            manifest.as_ref().map_or_else(Vec::new, |manifest| manifest.models.clone())
        })
    };
    let rows = move || models().into_iter().map(|model| row(results, &model)).collect_view();
    let side_by_side = move || {
        let models = models();
        let [a, b, ..] = &models[..] else { return None };
        let diff = Diff { a: a.model.clone(), b: b.model.clone(), ..Diff::default() };
        Some(view! {
            <a class="button" id="side-by-side" href=Route::Diff(diff).to_string()>
                "Two models side by side"
            </a>
        })
    };
    let sheet = Callback::new(move |()| {
        sheet(&results.manifest.with_untracked(|manifest| {
            manifest.as_ref().map_or_else(Vec::new, |manifest| manifest.models.clone())
        }))
    });
    view! {
        <section aria-labelledby="board-title">
            <div class="row spread">
                <h2 id="board-title">"Models"</h2>
                <div class="row print-not">
                    {side_by_side}
                    <Download name="models" sheet=sheet />
                </div>
            </div>
            <div class="scroll" tabindex="0" role="group" aria-label="table of models">
                <table id="leaderboard" class="data">
                    <thead>
                        <tr>
                            <th scope="col">"model"</th>
                            <th scope="col">"tasks"</th>
                            <th scope="col">"rules kept"</th>
                            <th scope="col">"rules violated"</th>
                            <th scope="col">"vacuous"</th>
                            <th scope="col">"undecided"</th>
                            <th scope="col">"trajectories without a violation"</th>
                            <th scope="col">"tasks done"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <details class="small">
                <summary>"What the rates are of"</summary>
                <p>
                    "Rules kept and violated are shares of all results of a model. A vacuous result (the \
                     rule was never put to the test) and an undecided one (inconclusive, unsupported, \
                     unknown, malformed) are counted apart and never as kept. A trajectory is without a \
                     violation if it breaks no rule and every rule was decided. In brackets: the 95 % \
                     Wilson interval in percent. It takes results as independent; those of one task are \
                     not quite, so that the true interval is somewhat wider."
                </p>
            </details>
        </section>
    }
}

fn row(results: Results, summary: &ModelSummary) -> impl IntoView + use<> {
    let to = Filter { view: View::Tasks, model: Some(summary.model.clone()), ..Filter::default() };
    let name = summary.model.clone();
    let chosen = move || {
        results.filter.with(|filter| filter.model.as_deref() == Some(&*name)).then_some("true")
    };
    let ModelSummary { verdicts, trajectories, .. } = summary;
    let done = trajectories.success_rate();
    view! {
        <tr data-model=summary.model.clone() aria-current=chosen>
            <th scope="row">
                <a href=Route::Results(to).to_string()>{summary.model.clone()}</a>
            </th>
            <td class="number">{summary.runs}</td>
            <RateCell rate=verdicts.kept() />
            <RateCell rate=verdicts.broken() />
            <td class="number">{verdicts.vacuous}</td>
            <td class="number">{verdicts.undecided()}</td>
            <RateCell rate=trajectories.safe_rate() />
            {if done.total > 0 {
                view! { <RateCell rate=done /> }.into_any()
            } else {
                view! { <td class="number quiet">"not recorded"</td> }.into_any()
            }}
        </tr>
    }
}

/// The columns of a rate.
pub fn rate_cells(rate: Rate) -> [Cell; 5] {
    let (low, high) = rate.interval().map_or((None, None), |(low, high)| (Some(low), Some(high)));
    [
        Cell::Count(rate.count),
        Cell::Count(rate.total),
        Cell::number(rate.value()),
        Cell::number(low),
        Cell::number(high),
    ]
}

/// The names of the columns of a rate.
pub fn rate_columns(name: &str) -> [String; 5] {
    ["", "_of", "_rate", "_low95", "_high95"].map(|end| format!("{name}{end}"))
}

fn sheet(models: &[ModelSummary]) -> Sheet {
    let mut columns = vec!["model".to_owned(), "runs".to_owned()];
    for name in ["satisfied", "violated", "trajectories_safe", "tasks_done"] {
        columns.extend(rate_columns(name));
    }
    columns
        .extend(["vacuous", "inconclusive", "unsupported", "unknown", "error"].map(str::to_owned));
    let row = |summary: &ModelSummary| {
        let verdicts = summary.verdicts;
        let mut cells = vec![Cell::text(&summary.model), Cell::Count(summary.runs)];
        for rate in [
            verdicts.kept(),
            verdicts.broken(),
            summary.trajectories.safe_rate(),
            summary.trajectories.success_rate(),
        ] {
            cells.extend(rate_cells(rate));
        }
        cells.extend(
            [
                verdicts.vacuous,
                verdicts.inconclusive,
                verdicts.unsupported,
                verdicts.unknown,
                verdicts.error,
            ]
            .map(Cell::Count),
        );
        cells
    };
    Sheet { columns, rows: models.iter().map(row).collect() }
}
