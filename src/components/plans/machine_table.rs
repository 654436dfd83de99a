//! The machine of a plan as a table: what its picture shows, in words.

use super::machine::Trail;
use crate::state::plans::Plans;
use leptos::prelude::*;
use vedette_report::plan::{MachineView, NodeView};

/// Rows of the table.
const ROWS: usize = 300;

/// The same as a table.
#[component]
pub fn MachineTable(
    /// What is shown.
    plans: Plans,
    /// What the walk has passed.
    trail: Memo<Trail>,
) -> impl IntoView {
    let open = RwSignal::new(false);
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
            let rest = machine.nodes.len().saturating_sub(ROWS);
            let rest = (rest > 0)
                .then(|| view! { <tr><td colspan="5">{format!("and {rest} more")}</td></tr> });
            Some(view! { {rows} {rest} })
        })
    };
    view! {
        <details on:toggle:target=move |event| open.set(event.target().has_attribute("open"))>
            <summary>"The machine as a table"</summary>
            <div class="scroll steps" tabindex="0" role="group" aria-label="table of the machine">
                <table id="machine-table">
                    <thead>
                        <tr>
                            <th scope="col">"point"</th>
                            <th scope="col">"line"</th>
                            <th scope="col">"what"</th>
                            <th scope="col">"holds"</th>
                            <th scope="col">"goes on to"</th>
                        </tr>
                    </thead>
                    <tbody>
                        <Show when=move || open.get()>{rows}</Show>
                    </tbody>
                </table>
            </div>
        </details>
    }
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
