//! Two models side by side on the same items, with an exact paired test in words.

use super::listing::rule_cells;
use crate::components::download::{Cell as Field, Download, Sheet};
use crate::components::pager::Pager;
use crate::routes::{Diff, ItemRoute, Route};
use crate::state::navigation::Navigation;
use crate::state::results::{Index, LINES, Progress, Results};
use leptos::prelude::*;
use std::sync::Arc;
use vedette_report::leaderboard::ModelSummary;
use vedette_report::paired::{CELLS, Cell, Half, Pair, Paired, SIDES, Side, Table, Unit, pair};

/// What is compared, and what came out.
#[derive(Clone, Debug, Default, PartialEq)]
struct Compared {
    a: String,
    b: String,
    paired: Paired,
    table: Table,
}

/// The page.
#[component]
pub fn DiffPage() -> impl IntoView {
    let results = expect_context::<Results>();
    let navigation = expect_context::<Navigation>();
    results.open_beside();
    let asked = Memo::new(move |_| match navigation.route.get() {
        Route::Diff(diff) => diff,
        _ => Diff::default(),
    });
    let models = Memo::new(move |_| {
        results.manifest.with(|manifest| {
            let models = manifest.as_ref().map_or(&[][..], |manifest| &manifest.models[..]);
            models.iter().map(|summary: &ModelSummary| summary.model.clone()).collect::<Vec<_>>()
        })
    });
    // The page of the list and its cell do not change what is compared.
    let key = Memo::new(move |_| {
        let diff = asked.get();
        let models = models.get();
        let or = |name: &str, at: usize| {
            if name.is_empty() {
                models.get(at).cloned().unwrap_or_default()
            } else {
                name.to_owned()
            }
        };
        (or(&diff.a, 0), or(&diff.b, 1), diff.unit, diff.vacuous_is_safe)
    });
    let compared = Memo::new(move |_| {
        let (a, b, unit, vacuous_is_safe) = key.get();
        let index = results.index.get();
        let half = |model| Half { rows: &index.rows, rules: &index.rules, model };
        let paired = pair(half(&a), half(&b), unit);
        let table = Table::of(&paired.pairs, vacuous_is_safe);
        Arc::new(Compared { a, b, paired, table })
    });
    let back = move || Route::Results(results.filter.get()).to_string();
    let body = move || {
        let reading =
            results.progress.with(|p| matches!(p, Progress::Reading(..) | Progress::Idle));
        if reading {
            return view! { <p role="status">"Reading the bundle…"</p> }.into_any();
        }
        if models.with(Vec::len) < 2 {
            return view! {
                <p class="notice" role="status">
                    "The open bundle has one model only. Make one bundle of two with "
                    <code>"vedette bundle merge A B --out C"</code> ", then open that."
                </p>
            }
            .into_any();
        }
        view! {
            {outcome(asked, compared)}
            {list(results, navigation, asked, compared)}
        }
        .into_any()
    };
    view! {
        <nav class="crumbs" aria-label="where you are">
            <ol>
                <li>
                    <a href=back id="back">"Results"</a>
                </li>
                <li>"side by side"</li>
            </ol>
        </nav>
        <h1>"Two models on the same items"</h1>
        {choices(navigation, asked, key, models)}
        {body}
    }
}

/// Which models, and how.
fn choices(
    navigation: Navigation,
    asked: Memo<Diff>,
    key: Memo<(String, String, Unit, bool)>,
    models: Memo<Vec<String>>,
) -> impl IntoView {
    let change = move |act: &dyn Fn(&mut Diff)| {
        let mut diff = asked.get_untracked();
        let (a, b, ..) = key.get_untracked();
        (diff.a, diff.b, diff.page) = (a, b, 0);
        act(&mut diff);
        navigation.replace(Route::Diff(diff));
    };
    let options = move |first: bool| {
        let names = models.get();
        names
            .into_iter()
            .map(|name| {
                let own = name.clone();
                let chosen =
                    move || key.with(|(a, b, ..)| if first { *a == own } else { *b == own });
                view! { <option value=name.clone() selected=chosen>{name.clone()}</option> }
            })
            .collect_view()
    };
    let unit = move |unit: Unit| move || asked.with(|diff| diff.unit == unit);
    view! {
        <div class="row print-not">
            <label class="field">
                "A"
                <select id="model-a" on:change:target=move |event| {
                    let name = event.target().value();
                    change(&|diff| diff.a.clone_from(&name));
                }>{move || options(true)}</select>
            </label>
            <label class="field">
                "B"
                <select id="model-b" on:change:target=move |event| {
                    let name = event.target().value();
                    change(&|diff| diff.b.clone_from(&name));
                }>{move || options(false)}</select>
            </label>
            <button
                type="button"
                id="swap"
                on:click=move |_| change(&|diff| std::mem::swap(&mut diff.a, &mut diff.b))
            >
                "Swap"
            </button>
            <label class="field">
                "Compare"
                <select id="unit" on:change:target=move |event| {
                    let unit = Unit::named(&event.target().value()).unwrap_or_default();
                    change(&|diff| diff.unit = unit);
                }>
                    <option value="item" selected=unit(Unit::Item)>"every rule on every task"</option>
                    <option value="task" selected=unit(Unit::Task)>"every task as a whole"</option>
                </select>
            </label>
            <label class="field">
                <input
                    type="checkbox"
                    id="vacuous"
                    prop:checked=move || asked.with(|diff| diff.vacuous_is_safe)
                    on:change:target=move |event| {
                        let checked = event.target().checked();
                        change(&|diff| diff.vacuous_is_safe = checked);
                    }
                />
                "count vacuous as safe"
            </label>
        </div>
    }
}

fn cell_words(cell: Cell, a: &str, b: &str) -> String {
    match cell {
        Cell::OnlyA => format!("only {a} safe"),
        Cell::OnlyB => format!("only {b} safe"),
        Cell::BothUnsafe => "both unsafe".into(),
        Cell::BothSafe => "both safe".into(),
        Cell::Apart => "vacuous or undecided for one: apart".into(),
    }
}

/// The counts, each leading to its pairs, and the test in words.
fn outcome(asked: Memo<Diff>, compared: Memo<Arc<Compared>>) -> impl IntoView {
    move || {
        let now = compared.get();
        let diff = asked.get();
        let Compared { a, b, paired, table } = &*now;
        let cells = CELLS.map(|cell| {
            let to = Diff {
                a: a.clone(),
                b: b.clone(),
                cell: (diff.cell != Some(cell)).then_some(cell),
                page: 0,
                ..diff.clone()
            };
            let chosen = (diff.cell == Some(cell)).then_some("true");
            view! {
                <a
                    class="card cell"
                    id=format!("cell-{}", cell.word())
                    href=Route::Diff(to).to_string()
                    aria-current=chosen
                >
                    <strong>{table.count(cell)}</strong>
                    " "
                    {cell_words(cell, a, b)}
                </a>
            }
        });
        let (rate_a, rate_b) = table.rates();
        let difference = table.difference().map(|(delta, low, high)| {
            format!(
                "Difference: {:+.1} percentage points (95 % interval {:+.1} to {:+.1}, Newcombe).",
                delta * 100.0,
                low * 100.0,
                high * 100.0
            )
        });
        let unpaired = (paired.unpaired_a + paired.unpaired_b > 0).then(|| {
            format!(
                "Without a partner and left out: {} of {a}, {} of {b}.",
                paired.unpaired_a, paired.unpaired_b
            )
        });
        let caution = (diff.unit == Unit::Item).then_some(
            "Rules of one task hang together, so that this test is somewhat too sure of itself; \
             “every task as a whole” is the careful form.",
        );
        view! {
            <div class="cells" id="cells">
                {cells}
            </div>
            <p id="paired-words" role="status">
                {table.words(a, b, diff.unit)}
            </p>
            <p class="small">
                {format!("Safe among the compared: {a} {rate_a}; {b} {rate_b}. ")} {difference}
            </p>
            {unpaired.map(|text| view! { <p class="small">{text}</p> })}
            {caution.map(|text| view! { <p class="small quiet">{text}</p> })}
            {sides(table, a, b)}
        }
    }
}

/// The whole table, four by four.
fn sides(table: &Table, a: &str, b: &str) -> impl IntoView + use<> {
    let head = SIDES.map(|side| view! { <th scope="col">{side.word()}</th> });
    let rows = SIDES.map(|mine| {
        let cells = SIDES.map(|theirs| {
            view! { <td class="number">{table.sides[mine as usize][theirs as usize]}</td> }
        });
        view! {
            <tr>
                <th scope="row">{mine.word()}</th>
                {cells}
            </tr>
        }
    });
    let corner = format!("{a} (down) and {b} (across)");
    view! {
        <details class="small">
            <summary>"All combinations"</summary>
            <div class="scroll" tabindex="0" role="group" aria-label="table of all combinations">
                <table class="data" id="sides">
                    <thead>
                        <tr>
                            <th scope="col">{corner}</th>
                            {head}
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </details>
    }
}

/// The pairs of the chosen cell; without one, all that differ.
fn chosen(compared: &Compared, cell: Option<Cell>) -> Vec<Pair> {
    let fits = |pair: &&Pair| {
        let own = Cell::of(pair.a, pair.b, compared.table.vacuous_is_safe);
        cell.map_or(matches!(own, Cell::OnlyA | Cell::OnlyB), |cell| own == cell)
    };
    compared.paired.pairs.iter().filter(fits).copied().collect()
}

fn list(
    results: Results,
    navigation: Navigation,
    asked: Memo<Diff>,
    compared: Memo<Arc<Compared>>,
) -> impl IntoView {
    let cell = Memo::new(move |_| asked.with(|diff| diff.cell));
    let pairs = Memo::new(move |_| Arc::new(chosen(&compared.get(), cell.get())));
    let total = Signal::derive(move || pairs.with(|pairs| pairs.len()));
    let page = Signal::derive(move || asked.with(|diff| diff.page));
    let turn = Callback::new(move |page: usize| {
        navigation.go(&Route::Diff(Diff { page, ..asked.get_untracked() }));
    });
    let rows = move || {
        let (index, now) = (results.index.get(), compared.get());
        let from = page.get() * LINES;
        pairs.with(|pairs| {
            let shown = pairs.iter().skip(from).take(LINES);
            shown.map(|pair| row(&index, &now, *pair)).collect_view()
        })
    };
    let title = move || {
        let now = compared.get();
        let what = match cell.get() {
            None => "they differ".to_owned(),
            Some(cell) => cell_words(cell, &now.a, &now.b),
        };
        format!("{} where {what}", pairs.with(|pairs| pairs.len()))
    };
    let heads = move || {
        let now = compared.get();
        view! {
            <th scope="col">{now.a.clone()}</th>
            <th scope="col">{now.b.clone()}</th>
        }
    };
    let sheet = Callback::new(move |()| {
        let index = results.index.get_untracked();
        sheet(&index, &compared.get_untracked(), &pairs.get_untracked())
    });
    view! {
        <div class="row spread">
            <h2 id="pairs-title">{title}</h2>
            <div class="row print-not">
                <Download name="pairs" sheet=sheet />
            </div>
        </div>
        <div class="scroll" tabindex="0" role="group" aria-label="table of pairs">
            <table class="data" id="pairs">
                <thead>
                    <tr>
                        <th scope="col">"task"</th>
                        <th scope="col">"rule"</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        <Pager total=total page=page lines=LINES turn=turn />
    }
}

fn side_class(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::Safe => ("chip holds", "✓"),
        Side::Unsafe => ("chip violated", "✗"),
        Side::Vacuous => ("chip holds", "∅"),
        Side::Undecided => ("chip open", "?"),
    }
}

fn row(index: &Index, compared: &Compared, pair: Pair) -> impl IntoView + use<> {
    let (row_a, row_b) = (&index.rows[pair.run_a], &index.rows[pair.run_b]);
    let rule = pair.rules.and_then(|(at, _)| index.rules.at(row_a, at));
    let link = |run: &str, task: &str, model: &str| match rule {
        Some(rule) => Route::Item(ItemRoute {
            run: run.to_owned(),
            rule: rule.id.clone(),
            ..ItemRoute::default()
        }),
        None => Route::Results(vedette_report::listing::Filter {
            model: Some(model.to_owned()),
            task: Some(task.to_owned()),
            ..Default::default()
        }),
    };
    let cell = |side: Side, to: Route, model: &str| {
        let (class, glyph) = side_class(side);
        view! {
            <td>
                <a
                    class=class
                    href=to.to_string()
                    aria-label=format!("{}, by {model}: open", side.word())
                >
                    <span aria-hidden="true">{glyph}</span>
                    {side.word()}
                </a>
            </td>
        }
    };
    let title = if row_a.title.is_empty() { &row_a.task } else { &row_a.title };
    let words = rule.map(|rule| if rule.words.is_empty() { &rule.id } else { &rule.words });
    view! {
        <tr>
            <th scope="row">{title.clone()}</th>
            <td>{words.cloned().unwrap_or_else(|| "all rules".into())}</td>
            {cell(pair.a, link(&row_a.id, &row_a.task, &row_a.model), &compared.a)}
            {cell(pair.b, link(&row_b.id, &row_b.task, &row_b.model), &compared.b)}
        </tr>
    }
}

fn sheet(index: &Index, compared: &Compared, pairs: &[Pair]) -> Sheet {
    let columns = ["task", "rule", "words", "formula", "a", "b", "a_model", "b_model", "cell"];
    let line = |pair: &Pair| {
        let row = &index.rows[pair.run_a];
        let mut cells = vec![Field::text(&row.task)];
        cells.extend(rule_cells(pair.rules.and_then(|(at, _)| index.rules.at(row, at))));
        let cell = Cell::of(pair.a, pair.b, compared.table.vacuous_is_safe);
        for text in [pair.a.word(), pair.b.word(), &compared.a, &compared.b, cell.word()] {
            cells.push(Field::text(text));
        }
        cells
    };
    Sheet { columns: columns.map(str::to_owned).to_vec(), rows: pairs.iter().map(line).collect() }
}
