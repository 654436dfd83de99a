//! The three levels in lists of results: how many answers of a run are right at each, and where they first
//! go wrong. A table of all answers stands on the page of a result (`components::levels`).

use crate::components::download::Cell;
use crate::state::results::{Index, Results};
use leptos::prelude::*;
use vedette_report::bundle::IndexRow;
use vedette_report::evaluation::Level;
use vedette_report::evaluation::stages::Stages;
use vedette_report::listing::Place;

/// The levels, each with what its column is called.
const COLUMNS: [(Level, &str); 3] = [
    (Level::Semantic, "understood"),
    (Level::Plan, "planned safely"),
    (Level::Trajectory, "did it safely"),
];

/// Whether any run has levels: then a list of runs has columns for them.
pub fn are_in(index: &Index) -> bool {
    index.rows.iter().any(|row| row.levels.is_some())
}

fn of(row: &IndexRow) -> Option<Stages> {
    row.levels.as_ref().map(Stages::of)
}

/// How many answers are right at a level.
fn share(stages: &Stages, level: Level) -> String {
    let right = stages.right(level);
    right.map_or_else(|| "not asked".to_owned(), |rate| format!("{}/{}", rate.count, rate.total))
}

/// The levels of a run in a line, beneath its heading; a way to the table of its answers. Nothing where
/// no answers were evaluated.
pub fn line(results: Results, row: &IndexRow, place: Place) -> Option<impl IntoView + use<>> {
    let stages = of(row)?;
    let parts = COLUMNS.map(|(level, words)| {
        view! {
            <span data-level=level.name()>
                {words} " " <span class="fraction">{share(&stages, level)}</span>
            </span>
            " · "
        }
    });
    let href = results.route_of(place).map(|route| route.to_string());
    Some(view! {
        <div class="small stages">
            {parts}
            <span data-level="wrong">"first wrong: " <a href=href>{stages.words()}</a></span>
        </div>
    })
}

/// The headings of the columns.
pub fn headings() -> impl IntoView {
    let levels = COLUMNS.map(|(_, words)| view! { <th scope="col">{words}</th> });
    view! {
        {levels}
        <th scope="col">"first wrong"</th>
    }
}

/// The cells of a run; empty ones where no answers were evaluated.
pub fn cells(row: &IndexRow) -> impl IntoView + use<> {
    let stages = of(row);
    let right = COLUMNS.map(|(level, _)| {
        let share = stages.as_ref().map(|stages| share(stages, level));
        view! {
            <td class="number" data-level=level.name()>
                <span class="fraction">{share}</span>
            </td>
        }
    });
    view! {
        {right}
        <td class="stages" data-level="wrong">
            {stages.map(|stages| stages.words())}
        </td>
    }
}

/// The names of the columns in a file.
pub fn columns() -> impl Iterator<Item = String> {
    let of_level = |level: Level| {
        ["right", "asked", "first_wrong"].map(|name| format!("{}_{name}", level.name()))
    };
    Level::ALL.into_iter().flat_map(of_level).chain(["undecided_answers".to_owned()])
}

/// The cells of a run in a file.
pub fn sheet(row: &IndexRow) -> Vec<Cell> {
    let stages = of(row);
    let count = |found: Option<u64>| found.map_or(Cell::Empty, Cell::Count);
    let mut cells = Vec::new();
    for level in Level::ALL {
        let right = stages.as_ref().and_then(|stages| stages.right(level));
        cells.push(count(right.map(|rate| rate.count)));
        cells.push(count(right.map(|rate| rate.total)));
        cells.push(count(stages.as_ref().map(|stages| stages.first_wrong(level))));
    }
    cells.push(count(stages.as_ref().map(Stages::open)));
    cells
}
