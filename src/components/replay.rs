//! A recorded trajectory, replayed: the scene seen from above beside the tree, and the run's other rules.

use super::verdict::{Look, look};
use super::worlds::picture::{Scene, object};
use crate::routes::{ItemRoute, Route};
use crate::state::results::Results;
use crate::state::watched::Watched;
use leptos::prelude::*;
use std::sync::Arc;
use vedette_report::bundle::{Item, Run};
use vedette_report::listing::{Place, verdict_at};
use vedette_report::tree_view::TreeView;
use vedette_report::world::view::{Recorded, WorldReport, replay};

/// The most rules that are listed.
const RULES: usize = 40;

/// The chosen trajectory as a run of a household; none if it does not say where things are.
pub fn replayed(
    run: &Run,
    item: &Item,
    tree: &Arc<TreeView>,
    trajectory: Memo<usize>,
) -> Memo<Option<Arc<WorldReport>>> {
    let rule = run.rules.iter().find(|rule| rule.id == item.rule);
    let formula = item.counterexample.as_ref().map(|evidence| &evidence.formula);
    let formula = formula.or(rule.map(|rule| &rule.formula)).cloned().unwrap_or_default();
    let (run, rule, tree) = (run.clone(), item.rule.clone(), Arc::clone(tree));
    Memo::new(move |_| {
        let recorded = Recorded { run: &run, tree: &tree, rule: &rule, formula: &formula };
        replay(&recorded, trajectory.get()).map(Arc::new)
    })
}

/// The scene at the step that is looked at.
#[component]
pub fn Replay(
    /// The trajectory as a run.
    report: Memo<Option<Arc<WorldReport>>>,
    /// The rule that the result is about.
    rule: String,
    /// The step that is looked at.
    step: Memo<usize>,
) -> impl IntoView {
    let run = Watched {
        report: report.into(),
        moment: step.into(),
        chosen: Signal::stored(Some(rule)),
        object: RwSignal::new(None),
    };
    // Another trajectory has the same objects: which one was chosen stays.
    let is_there = Memo::new(move |_| report.with(Option::is_some));
    view! {
        <Show when=move || is_there.get()>
            <section id="replay">
                <Scene run=run />
                {object(run)}
            </section>
        </Show>
    }
}

/// The rules of the run, each with its verdict and a way to it at the same step.
#[component]
pub fn RunRules(
    /// The run.
    run: Run,
    /// Which result is shown.
    place: Place,
    /// The trajectory and the step that are looked at.
    at: Signal<(usize, usize)>,
) -> impl IntoView {
    let index = expect_context::<Results>().index.get_untracked();
    let more = run.rules.len().saturating_sub(RULES);
    let id = run.id;
    let row = |(number, rule): (usize, vedette_report::bundle::RunRule)| {
        let verdict = verdict_at(&index.rows, Place { rule: number as u32, ..place });
        let Look { class, glyph, word } = look(verdict);
        let (run, name) = (id.clone(), rule.id.clone());
        let address = move || {
            let (trajectory, step) = at.get();
            Route::Item(ItemRoute {
                run: run.clone(),
                rule: name.clone(),
                trajectory: Some(trajectory),
                step: Some(step),
            })
            .to_string()
        };
        let here = number == place.rule as usize;
        let words = if rule.words.is_empty() { rule.formula } else { rule.words };
        view! {
            <li>
                <a href=address aria-current=here.then_some("page") data-rule=rule.id.clone()>
                    <span class=format!("chip {class}")>
                        <span aria-hidden="true">{glyph}</span>
                        {word}
                    </span>
                    " "
                    {rule.id.clone()}
                </a>
                " "
                <span class="small quiet">{words}</span>
            </li>
        }
    };
    let rows: Vec<_> = run.rules.into_iter().enumerate().take(RULES).map(row).collect();
    let more = (more > 0)
        .then(|| view! { <p class="small quiet">{format!("{more} more are not listed.")}</p> });
    (rows.len() > 1).then(|| {
        view! {
            <h2>"All rules of this run"</h2>
            <ul id="run-rules">{rows}</ul>
            {more}
        }
    })
}
