//! The steps of a trajectory, one in focus: what was done, what changed, and what is to blame.

use leptos::prelude::*;
use std::sync::Arc;
use vedette_report::bundle::Reason;
use vedette_report::tree_view::TreeView;

/// Rows of the table at a time.
const ROWS: usize = 200;

/// The panel of the step in focus, with the buttons that walk.
#[component]
pub fn StepPanel(
    /// The tree.
    tree: Arc<TreeView>,
    /// The trajectory.
    #[prop(into)]
    trajectory: Signal<usize>,
    /// The step in focus.
    #[prop(into)]
    step: Signal<usize>,
    /// What to do when a step is chosen.
    go: Callback<usize>,
) -> impl IntoView {
    let last = last_of(&tree, trajectory);
    let panel = {
        let tree = Arc::clone(&tree);
        move || panel(&tree, trajectory.get(), step.get())
    };
    let at_end = move || step.get() >= last.get();
    view! {
        <div id="step-panel" class="card" data-step=move || step.get()>
            <div class="row">
                <button type="button" id="step-first" disabled=move || step.get() == 0 on:click=move |_| go.run(0)>
                    "First " <kbd>"Home"</kbd>
                </button>
                <button
                    type="button"
                    id="step-previous"
                    disabled=move || step.get() == 0
                    on:click=move |_| go.run(step.get_untracked().saturating_sub(1))
                >
                    "Previous " <kbd>"←"</kbd>
                </button>
                <button
                    type="button"
                    id="step-next"
                    disabled=at_end
                    on:click=move |_| go.run(step.get_untracked() + 1)
                >
                    "Next " <kbd>"→"</kbd>
                </button>
                <button
                    type="button"
                    id="step-last"
                    disabled=at_end
                    on:click=move |_| go.run(last.get_untracked())
                >
                    "Last " <kbd>"End"</kbd>
                </button>
                <strong>{move || format!("Step {} of {}", step.get(), last.get())}</strong>
            </div>
            <div aria-live="polite">{panel}</div>
        </div>
    }
}

/// The table of all steps.
#[component]
pub fn StepTable(
    /// The tree.
    tree: Arc<TreeView>,
    /// The trajectory.
    #[prop(into)]
    trajectory: Signal<usize>,
    /// The step in focus.
    #[prop(into)]
    step: Signal<usize>,
    /// What to do when a step is chosen.
    go: Callback<usize>,
) -> impl IntoView {
    let last = last_of(&tree, trajectory);
    let page = Memo::new(move |_| step.get() / ROWS);
    let rows = {
        let tree = Arc::clone(&tree);
        move || rows(&tree, trajectory.get(), page.get(), step, go)
    };
    let pages = move || {
        let (page, last) = (page.get(), last.get());
        (last >= ROWS).then(|| {
            let (first, end) = (page * ROWS, (page * ROWS + ROWS - 1).min(last));
            view! {
                <p class="row small">
                    {format!("Steps {first} to {end} of {last}.")}
                    <button type="button" disabled=page == 0 on:click=move |_| go.run(first.saturating_sub(1))>
                        "Earlier"
                    </button>
                    <button type="button" disabled=end == last on:click=move |_| go.run(end + 1)>
                        "Later"
                    </button>
                </p>
            }
        })
    };
    view! {
        <h2>"All steps"</h2>
        {pages}
        <div class="scroll steps" tabindex="0" role="group" aria-label="table of steps">
            <table id="steps">
                <thead>
                    <tr>
                        <th scope="col">"step"</th>
                        <th scope="col">"action"</th>
                        <th scope="col">"what changed"</th>
                        <th scope="col">"to blame"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// The last step of the trajectory.
fn last_of(tree: &Arc<TreeView>, trajectory: Signal<usize>) -> Signal<usize> {
    let tree = Arc::clone(tree);
    Signal::derive(move || {
        tree.trajectories.get(trajectory.get()).map_or(0, |nodes| nodes.len().saturating_sub(1))
    })
}

/// What is to blame at a step, if this trajectory is the evidence's.
fn reasons(tree: &TreeView, trajectory: usize, step: usize) -> Vec<Reason> {
    let evidence = tree.evidence.as_ref().filter(|e| e.trajectory == trajectory);
    let all = evidence.map(|e| e.reasons.iter());
    all.into_iter().flatten().filter(|reason| reason.step == step).cloned().collect()
}

fn blame(reasons: &[Reason]) -> impl IntoView + use<> {
    let line = |reason: &Reason| {
        view! {
            <span class="facts">
                <code>{reason.formula.clone()}</code>
                {format!(" is {} here", reason.value)}
            </span>
            <br />
        }
    };
    reasons.iter().map(line).collect_view()
}

fn facts(added: &[Arc<str>], removed: &[Arc<str>]) -> impl IntoView + use<> {
    let added = added.iter().map(|fact| view! { <span class="add">{fact.to_string()}</span> });
    let removed =
        removed.iter().map(|fact| view! { <span class="remove">{fact.to_string()}</span> });
    view! {
        <span class="facts">
            {added.collect_view()} {removed.collect_view()}
        </span>
    }
}

fn panel(tree: &TreeView, trajectory: usize, step: usize) -> impl IntoView + use<> {
    let node = tree.trajectories.get(trajectory).and_then(|nodes| nodes.get(step));
    let node = node.and_then(|&node| tree.nodes.get(node as usize))?;
    let action = node.action.as_deref().unwrap_or("the initial state").to_owned();
    let evidence = tree.evidence.as_ref().filter(|e| e.trajectory == trajectory);
    let mark = evidence.and_then(|e| {
        if step == e.certain_at {
            Some("Here the violation is certain.")
        } else if step == e.step {
            Some("Here it begins.")
        } else {
            None
        }
    });
    let reasons = reasons(tree, trajectory, step);
    let nothing = node.added.is_empty() && node.removed.is_empty();
    let shared = format!("{} of {} trajectories", node.through, tree.trajectories.len());
    Some(view! {
        <p>
            <code>{action}</code>
            " "
            <span class="quiet small">"(" {shared} " come through here)"</span>
        </p>
        {mark.map(|mark| view! { <p><strong>{mark}</strong></p> })}
        {blame(&reasons)}
        {if nothing {
            view! { <p class="quiet">"Nothing changed."</p> }.into_any()
        } else {
            facts(&node.added, &node.removed).into_any()
        }}
    })
}

fn rows(
    tree: &TreeView,
    trajectory: usize,
    page: usize,
    step: Signal<usize>,
    go: Callback<usize>,
) -> impl IntoView + use<> {
    let nodes = tree.trajectories.get(trajectory).map_or(&[][..], Vec::as_slice);
    let shown = nodes.iter().enumerate().skip(page * ROWS).take(ROWS);
    shown
        .map(|(at, &node)| {
            let node = &tree.nodes[node as usize];
            let reasons = reasons(tree, trajectory, at);
            view! {
                <tr
                    class:current=move || step.get() == at
                    class:blame=!reasons.is_empty()
                    aria-current=move || (step.get() == at).then_some("step")
                    on:click=move |_| go.run(at)
                >
                    <th scope="row">{at}</th>
                    <td>
                        <code>{node.action.as_deref().unwrap_or("start").to_owned()}</code>
                    </td>
                    <td>{facts(&node.added, &node.removed)}</td>
                    <td>{blame(&reasons)}</td>
                </tr>
            }
        })
        .collect_view()
}
