//! The machine of a plan as a table: what its picture shows, in words.

use super::fold::{rest_row, table_fold};
use super::machine::Trail;
use crate::state::plans::Plans;
use leptos::prelude::*;
use vedette_report::plan::{MachineView, NodeView};

/// Rows of the table.
const ROWS: usize = 300;

const HEAD: [&str; 5] = ["point", "line", "what", "holds", "goes on to"];

/// The same as a table.
#[component]
pub fn MachineTable(
    /// What is shown.
    plans: Plans,
    /// What the walk has passed.
    trail: Memo<Trail>,
) -> impl IntoView {
    let rows = move || {
        plans.report.with(|report| {
            let machine = report.as_ref()?.machine.as_ref()?;
            let rows: Vec<_> = machine
                .nodes
                .iter()
                .enumerate()
                .take(ROWS)
                .map(|(at, node)| row(machine, at, node, trail))
                .collect();
            let rest = rest_row(machine.nodes.len(), ROWS, HEAD.len());
            Some(view! { {rows} {rest} })
        })
    };
    table_fold("machine-table", "The machine as a table", "table of the machine", HEAD, rows)
}

fn row(
    machine: &MachineView,
    at: usize,
    node: &NodeView,
    trail: Memo<Trail>,
) -> impl IntoView + use<> {
    let next = machine.edges.iter().filter(|edge| edge.from as usize == at).map(|edge| {
        let guard = if edge.guard.is_empty() { String::new() } else { format!("{}: ", edge.guard) };
        format!("{guard}{}", edge.to)
    });
    let next: Vec<String> = next.collect();
    let kind = format!("{:?}", node.kind).to_lowercase();
    let label = if node.label == kind { String::new() } else { node.label.clone() };
    view! {
        <tr class:current=move || trail.with(|trail| trail.now == Some(at))>
            <th scope="row">{at}</th>
            <td>{node.span.line}</td>
            <td>{kind} " " <code>{label}</code></td>
            <td class="facts">{node.atoms.join(", ")}</td>
            <td>{next.join("; ")}</td>
        </tr>
    }
}
