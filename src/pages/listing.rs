//! The list of the Results page: a line a result, a task or a rule, a page at a time.

use super::leaderboard::{RateCell, rate_cells, rate_columns};
use super::stages;
use crate::components::download::{Cell, Download, Sheet};
use crate::components::pager::Pager;
use crate::components::verdict::Chip;
use crate::routes::Route;
use crate::state::navigation::Navigation;
use crate::state::results::{Index, LINES, Progress, Results};
use leptos::prelude::*;
use vedette_report::bundle::{IndexRow, RunRule};
use vedette_report::leaderboard::VERDICTS;
use vedette_report::listing::{Filter, Place, Sort, Sum, View, verdict_at};

/// The list.
#[component]
pub fn List() -> impl IntoView {
    let results = expect_context::<Results>();
    let navigation = expect_context::<Navigation>();
    let total = Signal::derive(move || match results.filter.with(|filter| filter.view) {
        View::Results => results.places.with(|places| places.len()),
        View::Tasks | View::Rules => results.sums.with(|sums| sums.len()),
    });
    let page = Signal::derive(move || results.filter.with(|filter| filter.page));
    let turn = Callback::new(move |page: usize| {
        let filter = results.filter.get_untracked();
        results.cursor.set(page * LINES);
        navigation.go(&Route::Results(Filter { page, ..filter }));
    });
    let count = move || {
        let kept = results.places.with(|places| places.len());
        let all = results.manifest.with(|m| m.as_ref().map_or(0, |m| m.counts.items));
        if results.progress.with(|progress| matches!(progress, Progress::Reading(..))) {
            format!("Reading {all} results…")
        } else {
            format!("{kept} of {all} results")
        }
    };
    let body = move || {
        let (index, filter) = (results.index.get(), results.filter.get());
        let from = filter.page * LINES;
        match filter.view {
            View::Results => results.places.with(|places| {
                let lines = places.iter().copied().enumerate().skip(from).take(LINES);
                items(results, &index, lines.collect(), filter.sort).into_any()
            }),
            View::Tasks | View::Rules => results.sums.with(|sums| {
                let lines = sums.iter().copied().enumerate().skip(from).take(LINES);
                table(results, &index, lines.collect(), &filter).into_any()
            }),
        }
    };
    let sheet = Callback::new(move |()| sheet(results));
    view! {
        <div class="row spread">
            <p class="small quiet" id="item-count" aria-live="polite">
                {count}
            </p>
            <div class="row print-not">
                <Download name="results" sheet=sheet />
            </div>
        </div>
        {body}
        <Pager total=total page=page lines=LINES turn=turn />
    }
}

/// The results, with a heading for each task (sorted by name: for each rule).
fn items(
    results: Results,
    index: &Index,
    lines: Vec<(usize, Place)>,
    sort: Sort,
) -> impl IntoView + use<> {
    let mut shown: Vec<AnyView> = Vec::with_capacity(lines.len() * 2);
    let mut before: Option<String> = None;
    for (at, place) in lines {
        let Some(row) = index.rows.get(place.run as usize) else { continue };
        let rule = index.rules.at(row, place.rule as usize);
        let by_rule = sort == Sort::Rule;
        let key = if by_rule {
            rule.map_or_else(String::new, |rule| rule.id.clone())
        } else {
            row.id.clone()
        };
        if before.as_ref() != Some(&key) {
            shown.push(if by_rule {
                rule_heading(rule)
            } else {
                task_heading(results, row, place)
            });
            before = Some(key);
        }
        shown.push(item(results, at, row, rule, place, by_rule));
    }
    view! { <ul id="items">{shown}</ul> }
}

fn named<'a>(title: &'a str, id: &'a str) -> &'a str {
    if title.is_empty() { id } else { title }
}

fn task_heading(results: Results, row: &IndexRow, place: Place) -> AnyView {
    let about = format!(
        "{} · {}{} trajectories, {} states, {} after merging",
        row.model,
        if row.scene.is_empty() { String::new() } else { format!("{}: ", row.scene) },
        row.trajectories.total,
        row.states,
        row.nodes
    );
    view! {
        <li class="task">
            <h3>{named(&row.title, &row.task).to_owned()}</h3>
            <span class="quiet small">{about}</span>
            {stages::line(results, row, place)}
        </li>
    }
    .into_any()
}

fn rule_heading(rule: Option<&RunRule>) -> AnyView {
    let Some(rule) = rule else {
        return view! { <li class="task"><h3>"A rule that could not be read"</h3></li> }.into_any();
    };
    view! {
        <li class="task">
            <h3>{named(&rule.words, &rule.id).to_owned()}</h3>
            <code class="small quiet">{rule.formula.clone()}</code>
        </li>
    }
    .into_any()
}

fn item(
    results: Results,
    at: usize,
    row: &IndexRow,
    rule: Option<&RunRule>,
    place: Place,
    by_rule: bool,
) -> AnyView {
    let violating = row.violating_at(place.rule as usize);
    let share = (violating > 0).then(|| format!("{violating} of {}", row.trajectories.total));
    let verdict = row.verdicts.get(place.rule as usize).copied();
    let (words, code) = match rule {
        _ if by_rule => (named(&row.title, &row.task).to_owned(), row.model.clone()),
        Some(rule) => (named(&rule.words, &rule.id).to_owned(), rule.formula.clone()),
        None => ("A rule that could not be read".to_owned(), String::new()),
    };
    let href = results.route_of(place).map(|route| route.to_string());
    let id = rule.map(|rule| rule.id.clone());
    view! {
        <li data-rule=id data-run=row.id.clone()>
            <a
                class="item"
                class:cursor=move || results.cursor.get() == at
                id=format!("line-{at}")
                href=href
                on:click=move |_| results.cursor.set(at)
                on:focus=move |_| results.cursor.set(at)
            >
                <span>{verdict.map(|verdict| view! { <Chip verdict=verdict /> })}</span>
                <span class="rule">
                    {words} <code>{code}</code>
                </span>
                <span class="share" title="trajectories that violate it">
                    {share}
                </span>
            </a>
        </li>
    }
    .into_any()
}

/// The tasks or rules, with counts over the results that the filter left.
fn table(
    results: Results,
    index: &Index,
    lines: Vec<(usize, Sum)>,
    filter: &Filter,
) -> impl IntoView + use<> {
    let tasks = filter.view == View::Tasks;
    let levels = tasks && stages::are_in(index);
    let rows: Vec<_> = lines
        .into_iter()
        .filter_map(|(at, sum)| {
            let row = index.rows.get(sum.first.run as usize)?;
            let rule = index.rules.at(row, sum.first.rule as usize);
            Some(sum_row(results, at, row, rule, sum, filter, levels))
        })
        .collect();
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label="table of results">
            <table class="data" id="sums">
                <thead>
                    <tr>
                        <th scope="col">{if tasks { "task" } else { "rule" }}</th>
                        {tasks.then(|| view! { <th scope="col">"model"</th> })}
                        {levels.then(stages::headings)}
                        <th scope="col">"results"</th>
                        <th scope="col">"kept"</th>
                        <th scope="col">"violated"</th>
                        <th scope="col">"vacuous"</th>
                        <th scope="col">"undecided"</th>
                        {tasks
                            .then(|| {
                                view! { <th scope="col">"trajectories without a violation"</th> }
                            })}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn sum_row(
    results: Results,
    at: usize,
    row: &IndexRow,
    rule: Option<&RunRule>,
    sum: Sum,
    filter: &Filter,
    levels: bool,
) -> impl IntoView + use<> {
    let tasks = filter.view == View::Tasks;
    let (words, code, to) = if tasks {
        let to = Filter {
            view: View::Results,
            model: Some(row.model.clone()),
            task: Some(row.task.clone()),
            page: 0,
            ..filter.clone()
        };
        (named(&row.title, &row.task).to_owned(), String::new(), to)
    } else {
        let id = rule.map(|rule| rule.id.clone());
        let words =
            rule.map_or("A rule that could not be read", |rule| named(&rule.words, &rule.id));
        let code = rule.map_or_else(String::new, |rule| rule.formula.clone());
        let to = Filter { view: View::Results, rule: id, page: 0, ..filter.clone() };
        (words.to_owned(), code, to)
    };
    let Sum { verdicts, trajectories, .. } = sum;
    view! {
        <tr class:cursor=move || results.cursor.get() == at>
            <th scope="row">
                <a
                    id=format!("line-{at}")
                    href=Route::Results(to).to_string()
                    on:click=move |_| results.cursor.set(at)
                    on:focus=move |_| results.cursor.set(at)
                >
                    {words}
                </a>
                {(!code.is_empty()).then(|| view! { <code class="small quiet">{code}</code> })}
            </th>
            {tasks.then(|| view! { <td class="model">{row.model.clone()}</td> })}
            {levels.then(|| stages::cells(row))}
            <td class="number">{verdicts.total()}</td>
            <RateCell rate=verdicts.kept() />
            <RateCell rate=verdicts.broken() />
            <td class="number">{verdicts.vacuous}</td>
            <td class="number">{verdicts.undecided()}</td>
            {tasks.then(|| view! { <RateCell rate=trajectories.safe_rate() /> })}
        </tr>
    }
}

/// All lines of the list, on every page, as a table.
fn sheet(results: Results) -> Sheet {
    let index = results.index.get_untracked();
    let filter = results.filter.get_untracked();
    if filter.view == View::Results {
        return results.places.with_untracked(|places| items_sheet(&index, places));
    }
    let tasks = filter.view == View::Tasks;
    let mut columns: Vec<String> =
        if tasks { &["task", "model", "run"][..] } else { &["rule", "words", "formula"] }
            .iter()
            .map(|name| (*name).to_owned())
            .collect();
    columns.extend(rate_columns("satisfied"));
    columns.extend(rate_columns("violated"));
    let others = VERDICTS.iter().skip(2);
    columns.extend(others.clone().map(|verdict| verdict.word().to_owned()));
    if tasks {
        columns.extend(rate_columns("trajectories_safe"));
    }
    let levels = tasks && stages::are_in(&index);
    if levels {
        columns.extend(stages::columns());
    }
    let line = |sum: &Sum| {
        let row = &index.rows[sum.first.run as usize];
        let rule = index.rules.at(row, sum.first.rule as usize);
        let mut cells = if tasks {
            vec![Cell::text(&row.task), Cell::text(&row.model), Cell::text(&row.id)]
        } else {
            rule_cells(rule).to_vec()
        };
        cells.extend(rate_cells(sum.verdicts.kept()));
        cells.extend(rate_cells(sum.verdicts.broken()));
        cells.extend(others.clone().map(|&verdict| Cell::Count(sum.verdicts.count(verdict))));
        if tasks {
            cells.extend(rate_cells(sum.trajectories.safe_rate()));
        }
        if levels {
            cells.extend(stages::sheet(row));
        }
        cells
    };
    Sheet { columns, rows: results.sums.with_untracked(|sums| sums.iter().map(line).collect()) }
}

/// The cells that tell a rule.
pub fn rule_cells(rule: Option<&RunRule>) -> [Cell; 3] {
    rule.map_or([Cell::Empty, Cell::Empty, Cell::Empty], |rule| {
        [Cell::text(&rule.id), Cell::text(&rule.words), Cell::text(&rule.formula)]
    })
}

fn items_sheet(index: &Index, places: &[Place]) -> Sheet {
    let columns = [
        "model",
        "task",
        "run",
        "rule",
        "words",
        "formula",
        "verdict",
        "trajectories_violating",
        "trajectories",
    ];
    let line = |place: &Place| {
        let row = &index.rows[place.run as usize];
        let mut cells = vec![Cell::text(&row.model), Cell::text(&row.task), Cell::text(&row.id)];
        cells.extend(rule_cells(index.rules.at(row, place.rule as usize)));
        cells.push(Cell::text(verdict_at(&index.rows, *place).word()));
        cells.push(Cell::Count(row.violating_at(place.rule as usize).into()));
        cells.push(Cell::Count(row.trajectories.total));
        cells
    };
    Sheet { columns: columns.map(str::to_owned).to_vec(), rows: places.iter().map(line).collect() }
}
