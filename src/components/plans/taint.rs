//! Where values come from: the legend of the marks, the variable at the cursor, and a table.

use super::fold::{rest_row, table_fold};
use super::marks::taint_class;
use super::ticked;
use crate::state::plans::Plans;
use leptos::prelude::*;
use vedette_report::plan::{Occurrence, PlanReport};

/// Rows of the table.
const ROWS: usize = 200;

const HEAD: [&str; 6] = ["line", "variable", "here", "label", "readers", "comes from"];

fn label(report: &PlanReport, label: usize) -> String {
    report.labels.get(label).map_or_else(String::new, |label| label.name.clone())
}

fn words(report: &PlanReport, at: &Occurrence) -> String {
    let from = at
        .source
        .as_ref()
        .map_or_else(String::new, |source| format!(": {}, line {}", source.words, source.line));
    let readers = match at.readers.as_str() {
        "public" => ", anybody may read it",
        "private" => ", not everybody may read it",
        _ => "",
    };
    format!("`{}` is {}{from}{readers}.", at.variable, label(report, at.label))
}

/// The legend, the variable at the cursor, and the table of all.
#[component]
pub fn Taint(
    /// What is shown.
    plans: Plans,
    /// Where the text cursor is.
    caret: RwSignal<Option<(u32, u32)>>,
) -> impl IntoView {
    let legend = move || {
        plans.report.with(|report| {
            let labels = &report.as_ref()?.labels;
            let one = |(at, label): (usize, &vedette_report::plan::Label)| {
                let means = match (label.trusted, label.tainted) {
                    (true, _) => " (trusted)",
                    (_, true) => " (tainted)",
                    _ => "",
                };
                view! { <li><span class=taint_class(at)>{label.name.clone()}</span> {means}</li> }
            };
            let all: Vec<_> = labels.iter().enumerate().map(one).collect();
            Some(view! { <ul class="legend" id="legend" aria-label="marks of values">{all}</ul> })
        })
    };
    let here = move || {
        let (line, column) = caret.get()?;
        plans.report.with(|report| {
            let report = report.as_ref()?;
            let first = report.taint.partition_point(|at| at.span.line < line);
            let at = report.taint[first..].iter().take_while(|at| at.span.line == line);
            let mut at = at.filter(|at| (at.span.column..=at.span.end_column).contains(&column));
            at.next().map(|at| ticked(&words(report, at)))
        })
    };
    let rows = move || {
        plans.report.with(|report| {
            let report = report.as_ref()?;
            let row = |at: &Occurrence| {
                let what = if at.assigned { "assigned" } else { "read" };
                let from = at.source.as_ref();
                let from = from.map(|s| ticked(&format!("{}, line {}", s.words, s.line)));
                view! {
                    <tr>
                        <th scope="row">{at.span.line}</th>
                        <td><code>{at.variable.clone()}</code></td>
                        <td>{what}</td>
                        <td><span class=taint_class(at.label)>{label(report, at.label)}</span></td>
                        <td>{at.readers.clone()}</td>
                        <td>{from}</td>
                    </tr>
                }
            };
            let rest = rest_row(report.taint.len(), ROWS, HEAD.len());
            Some(view! { {report.taint.iter().take(ROWS).map(row).collect_view()} {rest} })
        })
    };
    view! {
        <div id="taint">
            {legend}
            <p class="small" id="at-caret" aria-live="polite">{here}</p>
            {table_fold(
                "taint-table",
                "Variables and where their values come from",
                "table of variables",
                HEAD,
                rows,
            )}
        </div>
    }
}
