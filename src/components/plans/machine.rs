//! The plan as a graph, from top to bottom: calls are boxes, tests are diamonds, loops have a shape of
//! their own, the ends are round. The walk through a run is marked in it.

use super::machine_table::MachineTable;
use super::marks::taint_class;
use crate::components::copy::SavePicture;
use crate::state::plans::Plans;
use leptos::prelude::*;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use vedette_report::layout::chart::{self, Outline};
use vedette_report::layout::folded::{Folding, fold};
use vedette_report::layout::layered::Route;
use vedette_report::layout::word::shorten;
use vedette_report::plan::{MachineView, PlanReport, PolicyReport, Shape};

/// The most pieces that are drawn: some ten elements each at most.
const MOST: usize = 120;
/// Characters of a label.
const LABEL: usize = 34;
/// The width of a character in a node.
const CHARACTER: f64 = 7.3;

/// What the walk has passed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trail {
    nodes: FxHashSet<usize>,
    steps: FxHashSet<(usize, usize)>,
    /// The node of the step.
    pub now: Option<usize>,
    blame: Option<usize>,
}

fn trail(plans: Plans) -> Trail {
    let step = plans.step.get();
    plans.of_policy(|policy| trail_of(policy, step)).unwrap_or_default()
}

fn trail_of(policy: &PolicyReport, step: usize) -> Trail {
    let mut trail = Trail::default();
    let mut before = None;
    for moment in policy.path.iter().take(step + 1) {
        for &node in moment.through.iter().chain([&moment.node]) {
            let node = node as usize;
            trail.nodes.insert(node);
            if let Some(before) = before {
                trail.steps.insert((before, node));
            }
            before = Some(node);
        }
    }
    trail.now = before;
    let blame = policy.blame.as_ref().and_then(|blame| policy.path.get(blame.moment));
    trail.blame = blame.map(|moment| moment.node as usize);
    trail
}

/// A piece of the picture.
#[derive(Clone, Debug, PartialEq)]
struct Piece {
    shape: Shape,
    text: String,
    line: u32,
    nodes: Vec<usize>,
    /// The labels of the arguments.
    arguments: Vec<(String, usize)>,
}

impl Piece {
    fn new(machine: &MachineView, nodes: Vec<usize>) -> Self {
        let first = &machine.nodes[nodes[0]];
        let last = &machine.nodes[nodes[nodes.len() - 1]];
        if nodes.len() > 1 {
            let calls = nodes.iter().filter(|&&at| machine.nodes[at].kind == Shape::Call).count();
            let lines =
                format!("lines {}–{}", first.span.line, last.span.line.max(first.span.line));
            let text = format!("{calls} calls, {lines}");
            return Self {
                shape: Shape::Call,
                text,
                line: first.span.line,
                nodes,
                arguments: vec![],
            };
        }
        let text = match first.kind {
            Shape::Join => String::new(),
            _ => shorten(&first.label, LABEL),
        };
        let arguments = first.arguments.iter().map(|a| (a.param.clone(), a.label)).collect();
        Self { shape: first.kind, text, line: first.span.line, nodes, arguments }
    }

    #[expect(clippy::cast_precision_loss, reason = "short texts")]
    fn size(&self) -> chart::Node {
        let text = self.text.chars().count() as f64 * CHARACTER;
        let (width, height, outline) = match self.shape {
            Shape::Join => (12.0, 12.0, Outline::Box),
            Shape::Branch | Shape::Round => {
                ((text * 1.25 + 44.0).max(70.0), 46.0, Outline::Diamond)
            }
            Shape::Loop => (text + 52.0, 34.0, Outline::Box),
            Shape::Call if !self.arguments.is_empty() => (text + 46.0, 44.0, Outline::Box),
            Shape::Call => (text + 46.0, 30.0, Outline::Box),
            Shape::Start | Shape::Done | Shape::Aborted => (text + 34.0, 28.0, Outline::Box),
        };
        chart::Node { width, height, outline }
    }
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
struct Picture {
    pieces: Vec<Piece>,
    sizes: Vec<chart::Node>,
    edges: Vec<Drawn>,
    drawing: chart::Drawing,
    /// How many nodes are seen by themselves, and how many there are.
    shown: usize,
    all: usize,
}

#[derive(Clone, Debug, PartialEq)]
struct Drawn {
    label: String,
    /// The steps that it stands for.
    steps: Vec<(usize, usize)>,
}

fn draw(machine: &MachineView, focus: usize) -> Picture {
    let ends: Vec<(usize, usize)> =
        machine.edges.iter().map(|edge| (edge.from as usize, edge.to as usize)).collect();
    let plain: Vec<bool> = machine.nodes.iter().map(|node| node.kind == Shape::Call).collect();
    let graph = Folding { nodes: machine.nodes.len(), edges: &ends, plain: &plain };
    let folded = fold(&graph, focus, MOST);
    let shown = folded.pieces.iter().filter(|piece| piece.len() == 1).count();
    let pieces: Vec<Piece> =
        folded.pieces.into_iter().map(|nodes| Piece::new(machine, nodes)).collect();
    let mut edges = Vec::new();
    let mut drawn = Vec::new();
    for (from, to, stands) in folded.edges {
        let first = &machine.edges[stands[0]];
        let label = if stands.len() == 1 { first.guard.clone() } else { String::new() };
        let steps = stands.iter().map(|&edge| ends[edge]).collect();
        drawn.push(Drawn { label: label.clone(), steps });
        edges.push(chart::Edge { from, to, label });
    }
    let sizes: Vec<chart::Node> = pieces.iter().map(Piece::size).collect();
    let drawing = chart::layout(&sizes, &edges);
    Picture { pieces, sizes, edges: drawn, drawing, shown, all: machine.nodes.len() }
}

/// The drawing with its table.
#[component]
pub fn MachinePanel(
    /// What is shown.
    plans: Plans,
) -> impl IntoView {
    let machine = Memo::new(move |_| {
        plans
            .report
            .with(|report| report.as_ref().and_then(|report| report.machine.clone()).map(Arc::new))
    });
    let trail = Memo::new(move |_| trail(plans));
    // Only a large machine is drawn anew when the walk goes on.
    let focus = Memo::new(move |_| {
        let large = machine.with(|m| m.as_ref().is_some_and(|m| m.nodes.len() > MOST));
        if large { trail.with(|trail| trail.now.unwrap_or(0)) } else { 0 }
    });
    let picture = Memo::new(move |_| {
        let focus = focus.get();
        machine.with(|machine| machine.as_ref().map(|machine| draw(machine, focus)))
    });
    let says = move || {
        let machine = machine.get()?;
        let (shown, all) = picture.with(|p| p.as_ref().map(|p| (p.shown, p.all)))?;
        let agree = if machine.correlated {
            ""
        } else {
            " Tests of the same value are taken as independent: there are too many."
        };
        let folded = if shown < all {
            format!(
                " {shown} of {all} are drawn; straight runs and what is far from the step are folded."
            )
        } else {
            String::new()
        };
        Some(format!(
            "{all} points of the plan, {} states of the checked machine.{folded}{agree}",
            machine.states
        ))
    };
    let missing = move || {
        plans.report.with(|report| {
            let report = report.as_ref()?;
            let why = missing(report)?;
            Some(view! { <p class="quiet" id="machine-missing">{why}</p> })
        })
    };
    let spoken = move || {
        let at = plans.step.get();
        let walk = plans.of_policy(|policy| {
            let event = &policy.path.get(at)?.event;
            Some(format!(" Step {at} of the run of {}: {event}.", policy.id))
        });
        let walk = walk.flatten().unwrap_or_default();
        format!("the plan from top to bottom.{walk} The table below says the same.")
    };
    let drawn = move || {
        picture
            .with(|picture| picture.as_ref().map(|picture| svg(picture, trail, plans).into_any()))
    };
    let size = move |of: fn(&chart::Drawing) -> f64| {
        picture.with(|picture| picture.as_ref().map_or(0.0, |p| of(&p.drawing)))
    };
    Effect::new(move |_| {
        if trail.with(|trail| trail.now.is_some()) {
            bring();
        }
    });
    view! {
        <section id="machine">
            <h2>"The plan as a machine"</h2>
            {missing}
            <Show when=move || machine.with(Option::is_some)>
                <p class="small quiet" id="machine-says">{says}</p>
                <div class="scroll" id="machine-frame" tabindex="0" role="group" aria-label="picture of the machine">
                    <svg
                        id="machine-picture"
                        class="picture machine"
                        role="img"
                        aria-label=spoken
                        width=move || size(|d| d.width)
                        height=move || size(|d| d.height)
                        viewBox=move || format!("0 0 {:.0} {:.0}", size(|d| d.width), size(|d| d.height))
                        xmlns="http://www.w3.org/2000/svg"
                    >
                        {drawn}
                    </svg>
                </div>
                <div class="row">
                    <SavePicture picture="machine-picture" name="machine.svg" />
                </div>
                <MachineTable plans=plans trail=trail />
            </Show>
        </section>
    }
}

/// Why there is no machine.
fn missing(report: &PlanReport) -> Option<&'static str> {
    match report.machine {
        Some(_) => None,
        None if !report.problems.is_empty() => {
            Some("A plan that is not accepted has no machine: mend the problems first.")
        }
        None if report.labels.is_empty() => Some("Without tools there is no machine."),
        None => Some(
            "The plan is too large to be drawn. Runs are still walked line by line, and as tables.",
        ),
    }
}

fn svg(picture: &Picture, trail: Memo<Trail>, plans: Plans) -> impl IntoView + use<> {
    let Picture { pieces, sizes, edges, drawing, .. } = picture;
    let lines: Vec<_> =
        drawing.routes.iter().zip(edges).map(|(route, edge)| step(route, edge, trail)).collect();
    let nodes: Vec<_> = pieces
        .iter()
        .zip(sizes)
        .zip(&drawing.nodes)
        .map(|((piece, size), &place)| node(piece, *size, place, trail, plans))
        .collect();
    view! { {lines} {nodes} }
}

fn step(route: &Route, edge: &Drawn, trail: Memo<Trail>) -> impl IntoView + use<> {
    let steps = edge.steps.clone();
    let taken =
        Memo::new(move |_| trail.with(|trail| steps.iter().any(|step| trail.steps.contains(step))));
    let label = (!edge.label.is_empty()).then(|| {
        let (x, y) = route.label;
        view! { <text class="guard" text-anchor="middle" x=x y=y>{edge.label.clone()}</text> }
    });
    view! {
        <path class="edge" class:taken=move || taken.get() d=route.line.clone() />
        <path class="tip" class:taken=move || taken.get() d=route.head.clone() />
        {label}
    }
}

fn node(
    piece: &Piece,
    size: chart::Node,
    (x, y): (f64, f64),
    trail: Memo<Trail>,
    plans: Plans,
) -> impl IntoView + use<> {
    let (w, h) = (size.width / 2.0, size.height / 2.0);
    let outline = match piece.shape {
        Shape::Branch | Shape::Round => {
            format!("M{} {y}L{x} {}L{} {y}L{x} {}Z", x - w, y - h, x + w, y + h)
        }
        Shape::Loop => format!(
            "M{} {y}L{} {}H{}L{} {y}L{} {}H{}Z",
            x - w,
            x - w + 14.0,
            y - h,
            x + w - 14.0,
            x + w,
            x + w - 14.0,
            y + h,
            x - w + 14.0
        ),
        Shape::Start | Shape::Done | Shape::Aborted | Shape::Join => format!(
            "M{} {}H{}A{h} {h} 0 0 1 {} {}H{}A{h} {h} 0 0 1 {} {}Z",
            x - w + h,
            y - h,
            x + w - h,
            x + w - h,
            y + h,
            x - w + h,
            x - w + h,
            y - h
        ),
        Shape::Call => format!("M{} {}H{}V{}H{}Z", x - w, y - h, x + w, y + h, x - w),
    };
    let (kind, word) = match piece.shape {
        Shape::Start => ("terminal", "start"),
        Shape::Done => ("terminal", "done"),
        Shape::Aborted => ("terminal aborted", "aborted"),
        Shape::Call if piece.nodes.len() > 1 => ("call folded", "folded"),
        Shape::Call => ("call", "call"),
        Shape::Branch => ("branch", "branch"),
        Shape::Round => ("branch round", "round"),
        Shape::Loop => ("loop", "loop"),
        Shape::Join => ("join", "join"),
    };
    let nodes = StoredValue::new(piece.nodes.clone());
    let has = move |test: fn(&Trail, usize) -> bool| {
        trail.with(|trail| nodes.with_value(|nodes| nodes.iter().any(|&at| test(trail, at))))
    };
    let here = Memo::new(move |_| has(|trail, at| trail.now == Some(at)));
    let passed = Memo::new(move |_| has(|trail, at| trail.nodes.contains(&at)));
    let blamed = Memo::new(move |_| has(|trail, at| trail.blame == Some(at)));
    let many = piece.arguments.len().min(8);
    #[expect(clippy::cast_precision_loss, reason = "few arguments")]
    let chips = piece.arguments.iter().take(many).enumerate().map(|(at, (param, label))| {
        let across = x - many as f64 * 7.0 + at as f64 * 14.0 + 1.0;
        view! {
            <rect class=format!("argument {}", taint_class(*label)) x=across y=y + h - 14.0 width="12" height="8">
                <title>{param.clone()}</title>
            </rect>
        }
    });
    let chips: Vec<_> = chips.collect();
    let baseline = if chips.is_empty() { y + 4.5 } else { y - 2.0 };
    let line = piece.line;
    let numbered = piece.shape == Shape::Call && piece.nodes.len() == 1;
    let number = numbered.then(|| {
        view! { <text class="number" x=x - w + 5.0 y=y - h + 12.0>{line}</text> }
    });
    let shift = if numbered { 9.0 } else { 0.0 };
    let text = (!piece.text.is_empty()).then(|| {
        view! {
            <text class="label" text-anchor="middle" x=x + shift y=baseline>
                {move || if blamed.get() { "✗ " } else { "" }}
                {piece.text.clone()}
            </text>
        }
    });
    let show = move |_| {
        if let Some(area) = plans.editor.get_untracked() {
            super::code::bring(&area, line);
        }
    };
    view! {
        <path
            class=format!("box {kind}")
            class:at=move || here.get()
            class:passed=move || passed.get()
            class:blamed=move || blamed.get()
            data-node=piece.nodes[0]
            data-shape=word
            data-here=move || here.get().to_string()
            d=outline
            on:click=show
        />
        {number}
        {text}
        {chips}
    }
}

/// Scrolls the picture, and nothing else, so that the step is seen.
fn bring() {
    gloo::timers::callback::Timeout::new(0, || {
        let page = document();
        let frame = page.get_element_by_id("machine-frame");
        let node = page.query_selector("#machine-frame [data-here='true']").ok().flatten();
        let (Some(frame), Some(node)) = (frame, node) else { return };
        let (outer, inner) = (frame.get_bounding_client_rect(), node.get_bounding_client_rect());
        let middle = |low: f64, size: f64| low + size / 2.0;
        let far = |off: f64, size: f64| off.abs() > size / 2.0 - 60.0;
        let down = middle(inner.top(), inner.height()) - middle(outer.top(), outer.height());
        let right = middle(inner.left(), inner.width()) - middle(outer.left(), outer.width());
        #[expect(clippy::cast_possible_truncation, reason = "pixels of a screen")]
        if far(down, outer.height()) {
            frame.set_scroll_top(frame.scroll_top() + down as i32);
        }
        #[expect(clippy::cast_possible_truncation, reason = "pixels of a screen")]
        if far(right, outer.width()) {
            frame.set_scroll_left(frame.scroll_left() + right as i32);
        }
    })
    .forget();
}
