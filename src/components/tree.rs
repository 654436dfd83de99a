//! The computation tree as a picture: folded around its evidence, opened by click or Enter.

use super::verdict::look;
use crate::components::copy::SavePicture;
use leptos::prelude::*;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use vedette_report::bundle::Verdict;
use vedette_report::fold::{Folded, Folding, Kind, Shown, fold};
use vedette_report::layout::tidy::{Place, Size, layout};
use vedette_report::layout::word::{CHARACTER, shorten};
use vedette_report::tree_view::TreeView;

/// Boxes of the picture; each has four or five elements, so that it stays below 1,500.
const BOXES: usize = 280;
/// The height of a box.
const HEIGHT: f64 = 26.0;
/// Longer actions are cut.
const LABEL: usize = 30;
/// Around the picture.
const MARGIN: f64 = 8.0;

/// The picture, laid out.
#[derive(Clone, Debug, PartialEq)]
struct Drawn {
    folded: Folded,
    labels: Vec<String>,
    sizes: Vec<Size>,
    places: Vec<Place>,
}

/// The tree.
#[component]
pub fn Tree(
    /// The tree.
    tree: Arc<TreeView>,
    /// The node that the steps are at.
    #[prop(into)]
    here: Signal<Option<u32>>,
    /// What to do when a single state is chosen.
    choose: Callback<u32>,
) -> impl IntoView {
    let opened = RwSignal::new(FxHashSet::<u32>::default());
    let (path, keys) = evidence_path(&tree);
    let source = Arc::clone(&tree);
    let drawn = Memo::new(move |_| opened.with(|opened| draw(&source, opened, &path, &keys)));
    let total = tree.nodes.len();
    let (trajectories, states) = (tree.trajectories.len(), tree.states);
    let said = move || {
        drawn.with(|drawn| {
            let full = if drawn.folded.full {
                " The picture is full: not everything that was opened is shown."
            } else {
                ""
            };
            format!(
                "{} of {total} states shown one by one; {trajectories} trajectories with {states} \
                 states were merged.{full}",
                drawn.folded.states_shown()
            )
        })
    };
    let source = Arc::clone(&tree);
    let picture = move || drawn.with(|drawn| picture(drawn, &source, opened, choose));
    let mark = move || {
        drawn.with(|drawn| {
            let home = *drawn.folded.home.get(here.get()? as usize)? as usize;
            let (size, place) = (*drawn.sizes.get(home)?, *drawn.places.get(home)?);
            Some((place.along + MARGIN - 4.0, place.across + MARGIN - 4.0, size.along + 8.0))
        })
    };
    let extent = move || {
        drawn.with(|drawn| {
            let ends = drawn.places.iter().zip(&drawn.sizes);
            ends.fold((0.0_f64, 0.0_f64), |(w, h), (place, size)| {
                (w.max(place.along + size.along), h.max(place.across + size.across))
            })
        })
    };
    let width = move || extent().0 + 2.0 * MARGIN;
    let height = move || extent().1 + 2.0 * MARGIN;
    let field = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        if let (Some(field), Some((x, y, w))) = (field.get(), mark()) {
            follow(&field, x, y, w);
        }
    });
    // What the glyphs say is said where all three can occur.
    let legend = tree.verdicts.contains(&Verdict::Violated).then(|| {
        view! {
            <p class="small quiet" id="tree-legend">
                "✗ every trajectory through it violates the rule · ✓ none does · ◐ some do, or are \
                 undecided · ▸ folded: open with a click or Enter"
            </p>
        }
    });
    let can_fold = move || opened.with(|opened| !opened.is_empty());
    view! {
        <div class="row">
            <p class="small" id="tree-count" aria-live="polite">{said}</p>
            <Show when=can_fold>
                <button type="button" id="fold-all" on:click=move |_| opened.set(FxHashSet::default())>
                    "Fold again"
                </button>
            </Show>
            <SavePicture picture="tree-picture" name="tree.svg" />
        </div>
        {legend}
        <div class="scroll" id="tree" node_ref=field tabindex="0" role="group" aria-label="computation tree">
            <svg
                id="tree-picture"
                class="picture"
                role="group"
                aria-label="computation tree; the table of steps below says the same in words"
                width=width
                height=height
                viewBox=move || format!("0 0 {} {}", width(), height())
                xmlns="http://www.w3.org/2000/svg"
            >
                {picture}
                <rect
                    class="here"
                    id="tree-here"
                    rx="8"
                    height=HEIGHT + 8.0
                    visibility=move || if mark().is_some() { "visible" } else { "hidden" }
                    x=move || mark().map_or(0.0, |m| m.0)
                    y=move || mark().map_or(0.0, |m| m.1)
                    width=move || mark().map_or(0.0, |m| m.2)
                />
            </svg>
        </div>
    }
}

/// The nodes of the counterexample, and those of them that carry the blame.
fn evidence_path(tree: &TreeView) -> (Vec<u32>, Vec<u32>) {
    let Some(evidence) = &tree.evidence else { return (Vec::new(), Vec::new()) };
    let Some(nodes) = tree.trajectories.get(evidence.trajectory) else {
        return (Vec::new(), Vec::new());
    };
    let path: Vec<u32> = nodes.iter().take(evidence.certain_at + 1).copied().collect();
    let mut steps: Vec<usize> = evidence.reasons.iter().map(|reason| reason.step).collect();
    steps.extend([evidence.step, evidence.certain_at]);
    steps.sort_unstable();
    steps.dedup();
    let keys = steps.into_iter().filter_map(|step| path.get(step).copied()).collect();
    (path, keys)
}

#[expect(clippy::cast_precision_loss, reason = "a label has at most some forty characters")]
fn draw(tree: &TreeView, opened: &FxHashSet<u32>, path: &[u32], keys: &[u32]) -> Drawn {
    let folded = fold(&tree.nodes, &Folding { opened, path, keys, budget: BOXES });
    let labels: Vec<String> = folded.shown.iter().map(|shown| label(tree, shown)).collect();
    let size = |label: &String| Size {
        across: HEIGHT,
        along: label.chars().count() as f64 * CHARACTER + 18.0,
    };
    let sizes: Vec<Size> = labels.iter().map(size).collect();
    let parents: Vec<Option<usize>> = folded.shown.iter().map(|shown| shown.parent).collect();
    let places = layout(&parents, &sizes, 8.0, 34.0);
    Drawn { folded, labels, sizes, places }
}

fn label(tree: &TreeView, shown: &Shown) -> String {
    let node = &tree.nodes[shown.node as usize];
    let many = |count: u32, one: &str, more: &str| {
        format!("{count} {}", if count == 1 { one } else { more })
    };
    match shown.kind {
        Kind::State => {
            let action = node.action.as_deref().unwrap_or("start");
            format!("{} {} {}", glyph(node.outcome), node.step, shorten(action, LABEL))
        }
        Kind::Steps if shown.branches > 0 => {
            format!("▸ {} steps, {}", shown.states, many(shown.branches, "branch", "branches"))
        }
        Kind::Steps => format!("▸ +{} steps", shown.states),
        Kind::Subtree => format!(
            "{} ▸ {}, {}",
            glyph(node.outcome),
            many(shown.states, "state", "states"),
            many(node.through, "trajectory", "trajectories")
        ),
        Kind::Siblings => {
            format!("▸ +{}, {} states", many(shown.branches, "branch", "branches"), shown.states)
        }
    }
}

fn glyph(outcome: Option<Verdict>) -> &'static str {
    outcome.map_or("◐", |verdict| look(verdict).glyph)
}

fn picture(
    drawn: &Drawn,
    tree: &TreeView,
    opened: RwSignal<FxHashSet<u32>>,
    choose: Callback<u32>,
) -> impl IntoView + use<> {
    let edges: Vec<_> = drawn
        .folded
        .shown
        .iter()
        .enumerate()
        .filter_map(|(at, shown)| {
            let parent = shown.parent?;
            let from = drawn.places[parent];
            let x = from.along + drawn.sizes[parent].along + MARGIN;
            let y = from.across + HEIGHT / 2.0 + MARGIN;
            let to = drawn.places[at];
            let (u, v) = (to.along + MARGIN, to.across + HEIGHT / 2.0 + MARGIN);
            let class = if shown.on_path { "edge path" } else { "edge" };
            let d = format!("M{x} {y}C{} {y} {} {v} {u} {v}", x + 17.0, u - 17.0);
            Some(view! { <path class=class d=d /> })
        })
        .collect();
    let boxes: Vec<_> = drawn
        .folded
        .shown
        .iter()
        .zip(&drawn.labels)
        .zip(drawn.places.iter().zip(&drawn.sizes))
        .map(|((shown, label), (place, size))| {
            let (x, y) = (place.along + MARGIN, place.across + MARGIN);
            let outcome = tree.nodes[shown.node as usize].outcome;
            let tint = outcome.map_or("box", |verdict| match look(verdict).class {
                "holds" => "box t-holds",
                "violated" => "box t-violated",
                "open" => "box t-open",
                _ => "box t-fault",
            });
            let (node, opens, kind) = (shown.node, shown.opens, shown.kind);
            let act = move || {
                if let Some(opens) = opens {
                    opened.update(|opened| {
                        opened.insert(opens);
                    });
                } else if kind == Kind::State {
                    choose.run(node);
                }
            };
            let on_key = move |event: web_sys::KeyboardEvent| {
                if matches!(event.key().as_str(), "Enter" | " ") {
                    event.prevent_default();
                    event.stop_propagation();
                    act();
                }
            };
            // Single states are reached with the arrow keys of the steps; folds by Tab.
            let stop = opens.is_some().then_some("0");
            let spoken = if opens.is_some() { format!("{label}: open") } else { label.clone() };
            view! {
                <g
                    class="fold"
                    role=if opens.is_some() { "button" } else { "img" }
                    tabindex=stop
                    aria-label=spoken
                    data-node=node
                    data-kind=format!("{kind:?}").to_lowercase()
                    on:click=move |_| act()
                    on:keydown=on_key
                >
                    <rect class=tint x=x y=y width=size.along height=size.across rx="6" />
                    <text x=x + 9.0 y=y + 17.5>
                        {label.clone()}
                    </text>
                </g>
            }
        })
        .collect();
    view! {
        {edges}
        {boxes}
    }
}

/// Scrolls the field, and only the field, so that the mark is seen.
#[expect(clippy::cast_possible_truncation, reason = "positions on a screen")]
fn follow(field: &web_sys::HtmlElement, x: f64, y: f64, w: f64) {
    let (left, top) = (f64::from(field.scroll_left()), f64::from(field.scroll_top()));
    let (width, height) = (f64::from(field.client_width()), f64::from(field.client_height()));
    if x < left || x + w > left + width {
        field.set_scroll_left((x - width / 3.0).max(0.0) as i32);
    }
    if y < top || y + HEIGHT + 8.0 > top + height {
        field.set_scroll_top((y - height / 2.0).max(0.0) as i32);
    }
}
