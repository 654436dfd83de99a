//! The scene seen from above, at the moment that is looked at; the table beside it says the same.

use crate::components::copy::SavePicture;
use crate::components::plans::fold::table_fold;
use crate::state::dom::change;
use crate::state::watched::Watched;
use leptos::prelude::*;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use vedette_report::layout::word::shorten;
use vedette_report::world::view::{Cell, CellKind, How, Plan, WorldReport, situation};

/// Characters of a label at the size of a thing, and of a note.
const LABEL: usize = 22;
const NOTE: usize = 27;
/// Characters that a row has for both.
const ROW: usize = 24;

/// What is marked at a moment.
#[derive(Clone, Debug, Default, PartialEq)]
struct Marked {
    changed: FxHashSet<u32>,
    named: FxHashSet<u32>,
    near: Vec<bool>,
    violated: bool,
}

fn marked(run: Watched) -> Marked {
    let moment = run.moment.get();
    let (named, violated) = run
        .of_rule(|rule| {
            (rule.objects.iter().copied().collect(), rule.fails.contains(&(moment as u32)))
        })
        .unwrap_or_default();
    run.report.with(|report| {
        let Some(report) = report else { return Marked::default() };
        let now = report.moments.get(moment);
        let facts = now.into_iter().flat_map(|now| now.added.iter().chain(&now.removed));
        let facts = facts.filter(|fact| !matches!(fact.name.as_str(), "near" | "facing"));
        // What moves is the first object of its fact: the table that a mug is put on has not changed.
        let changed = facts.filter_map(|fact| fact.args.first().copied()).collect();
        Marked { changed, named, near: situation(report, moment).near, violated }
    })
}

/// The picture, and the table.
#[component]
pub fn Scene(
    /// The run.
    run: Watched,
) -> impl IntoView {
    let all = RwSignal::new(false);
    let plan = Memo::new(move |_| {
        let all = all.get();
        run.report.with(|report| {
            report.as_ref().map(|report| Same(Arc::new(Plan::new(report, all)), Arc::clone(report)))
        })
    });
    let drawn = move || {
        plan.with(|plan| {
            let Same(plan, report) = plan.as_ref()?;
            let picture = plan.at(report, run.moment.get());
            let says = says(report, run.moment.get());
            let folded = picture.folded;
            let marked = marked(run);
            let cells: Vec<_> =
                picture.cells.into_iter().map(|cell| draw(cell, report, &marked, run)).collect();
            let (w, h) = (picture.width.max(1), picture.height.max(1));
            Some(view! {
                <svg
                    id="scene-picture"
                    class="picture scene-plan"
                    width=w
                    height=h
                    viewBox=format!("0 0 {w} {h}")
                    role="img"
                    aria-label=says
                    data-folded=folded
                >
                    {cells}
                </svg>
            })
        })
    };
    let folded = Memo::new(move |_| {
        plan.with(|plan| plan.as_ref().map_or(0, |Same(plan, report)| plan.at(report, 0).folded))
    });
    let count = move || run.report.with(|report| report.as_ref().map_or(0, |r| r.objects.len()));
    let fold = move || {
        (folded.get() > 0 || all.get()).then(|| {
            view! {
                <label class="field small">
                    <input
                        type="checkbox"
                        id="all-objects"
                        prop:checked=move || all.get()
                        on:change:target=move |event| all.set(event.target().checked())
                    />
                    {move || format!("draw all objects ({} of {} are drawn)", count() - folded.get(), count())}
                </label>
            }
        })
    };
    let title = move || {
        run.report.with(|report| {
            let report = report.as_ref()?;
            let title =
                if report.title.is_empty() { report.scene.clone() } else { report.title.clone() };
            Some(shorten(&title, 120))
        })
    };
    view! {
        <h2>"The scene"</h2>
        <p class="small quiet" id="scene-title">{title}</p>
        <div class="scroll" id="scene-frame" tabindex="0" role="group" aria-label="picture of the scene">
            {drawn}
        </div>
        <p class="small legend-line">
            <span class="key changed">"changed in this step"</span> " "
            <span class="key named">"named by the rule"</span> " "
            <span class="key near">"within reach"</span>
        </p>
        <div class="row print-not">{fold} <SavePicture picture="scene-picture" name="scene.svg" /></div>
        {table(run)}
    }
}

/// A plan with its report; the same if they are the same values.
#[derive(Clone)]
struct Same(Arc<Plan>, Arc<WorldReport>);

impl PartialEq for Same {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The picture in words.
fn says(report: &WorldReport, moment: usize) -> String {
    let agent = report.objects.iter().position(|object| object.agent);
    let now = situation(report, moment);
    let place = agent.and_then(|agent| now.places.get(agent).copied().flatten());
    let place = place.map(|(place, _)| report.objects[place as usize].name.as_str());
    let held = report
        .objects
        .iter()
        .zip(&now.places)
        .filter(|(_, place)| matches!(place, Some((_, How::Held))));
    let held: Vec<&str> = held.map(|(object, _)| object.name.as_str()).collect();
    let held = if held.is_empty() { "nothing".to_owned() } else { held.join(" and ") };
    let place = place.unwrap_or("no room");
    format!(
        "the scene at step {moment}: {} objects; the agent is in {place} and holds {held}; the table below says \
         where everything is",
        report.objects.len()
    )
}

fn draw(cell: Cell, report: &WorldReport, marked: &Marked, run: Watched) -> impl IntoView + use<> {
    let Cell { kind, object, x, y, w, h, label, note } = cell;
    let (mut class, left, down) = match kind {
        CellKind::Room => ("box room".to_owned(), 10, 18),
        CellKind::Thing => ("box thing".to_owned(), 8, 15),
        CellKind::Item => ("box item".to_owned(), 6, 13),
        CellKind::More => (String::new(), 6, 13),
    };
    let at = object.unwrap_or(u32::MAX);
    let known = object.and_then(|at| report.objects.get(at as usize));
    if known.is_some_and(|object| object.agent) {
        class.push_str(" agent");
    }
    if kind != CellKind::Room {
        if marked.near.get(at as usize) == Some(&true) {
            class.push_str(" near");
        }
        if marked.named.contains(&at) {
            class.push_str(if marked.violated { " named bad" } else { " named" });
        }
        if marked.changed.contains(&at) {
            class.push_str(" changed");
        }
    }
    let full = known.map(|object| object.name.clone()).unwrap_or_default();
    let title = if note.is_empty() { full.clone() } else { format!("{full}: {note}") };
    let (label, note) = match kind {
        CellKind::Item => {
            let label = shorten(&label, ROW);
            let rest = ROW.saturating_sub(label.chars().count());
            (label, if rest > 3 { shorten(&note, rest) } else { String::new() })
        }
        CellKind::Thing => (shorten(&label, LABEL), shorten(&note, NOTE)),
        CellKind::Room | CellKind::More => (shorten(&label, 30), note),
    };
    let outline = (!class.is_empty()).then(|| {
        view! {
            <rect class=class x=x y=y width=w height=h rx="4">
                <title>{title}</title>
            </rect>
        }
    });
    let note = (!note.is_empty()).then(|| match kind {
        CellKind::Item => {
            view! { <text class="number" text-anchor="end" x=x + w - 5 y=y + down>{note}</text> }
                .into_any()
        }
        _ => view! { <text class="number" x=x + left y=y + down + 14>{note}</text> }.into_any(),
    });
    let kind = match kind {
        CellKind::Room => "name",
        CellKind::Thing => "true",
        CellKind::Item => "label",
        CellKind::More => "number",
    };
    let choose = move |_| {
        if let Some(at) = object {
            change(run.object, Some(at as usize));
        }
    };
    view! {
        <g data-object=full on:click=choose>
            {outline} <text class=kind x=x + left y=y + down>{label}</text> {note}
        </g>
    }
}

/// What holds of the object that was chosen in the picture or the table.
pub fn object(run: Watched) -> impl IntoView {
    move || {
        let at = run.object.get()?;
        let moment = run.moment.get();
        run.report.with(|report| {
            let report = report.as_ref()?;
            let object = report.objects.get(at)?;
            let now = situation(report, moment);
            let place = now.places.get(at).copied().flatten().map(|(place, how)| {
                format!("{} {}", how.words(), report.objects[place as usize].name)
            });
            let states =
                now.states.get(at).map(|states| states.join(", ")).filter(|s| !s.is_empty());
            let near = now.near.get(at).is_some_and(|near| *near).then_some("near the agent");
            let facts = [place, states, near.map(str::to_owned)];
            let facts: Vec<String> = facts.into_iter().flatten().collect();
            let properties = object.properties.join(", ").to_lowercase();
            let properties = (!properties.is_empty()).then(|| {
                view! { <p class="small quiet">{properties}</p> }
            });
            Some(view! {
                <div id="object">
                    <p><strong>{object.name.clone()}</strong> ": " {facts.join("; ")}</p>
                    {properties}
                </div>
            })
        })
    }
}

/// Where everything is, row by row.
fn table(run: Watched) -> impl IntoView {
    let rows = move || {
        let moment = run.moment.get();
        run.report.with(|report| {
            let Some(report) = report else { return ().into_any() };
            let now = situation(report, moment);
            let row = |at: usize| {
                let object = &report.objects[at];
                let place = now.places.get(at).copied().flatten().map(|(place, how)| {
                    format!("{} {}", how.words(), report.objects[place as usize].name)
                });
                let states = now.states.get(at).map(|all| all.join(", ")).unwrap_or_default();
                let near = if now.near.get(at) == Some(&true) { "within reach" } else { "" };
                view! {
                    <tr
                        class:current=move || run.object.get() == Some(at)
                        on:click=move |_| change(run.object, Some(at))
                    >
                        <th scope="row"><code>{object.name.clone()}</code></th>
                        <td>{place}</td>
                        <td>{states}</td>
                        <td>{near}</td>
                    </tr>
                }
            };
            (0..report.objects.len()).map(row).collect_view().into_any()
        })
    };
    let head = ["object", "where", "states", "reach"];
    table_fold("scene-table", "The scene as a table", "table of the scene", head, rows)
}
