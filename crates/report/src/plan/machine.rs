//! A plan as a graph: calls, branches and loops, with what holds in them.

use super::marks::span;
use super::wire::{ArgumentView, EdgeView, MachineView, NodeView, Shape};
use vedette_plans::flow::{DefId, Flow, NodeKind, Way};
use vedette_plans::provenance::Readers;
use vedette_plans::verify::Plan;

/// The word of a way from a node.
pub(super) fn guard(flow: &Flow, node: u32, outcome: bool) -> &'static str {
    match (flow.way(node), outcome) {
        (Way::Test, true) => "yes",
        (Way::Test, false) => "no",
        (Way::Items, true) => "some",
        (Way::Items, false) => "none",
        (Way::Round, true) => "again",
        (Way::Round, false) => "no more",
    }
}

/// The graph, if it has at most `most` nodes.
pub fn machine(plan: &Plan<'_>, most: usize) -> Option<MachineView> {
    let flow = plan.flow();
    if flow.nodes.len() > most {
        return None;
    }
    let nodes = (0..flow.nodes.len() as u32).map(|node| view(plan, node)).collect();
    let mut edges = Vec::new();
    for (from, node) in flow.nodes.iter().enumerate() {
        for edge in &node.next {
            let guard = edge.outcome.map(|outcome| guard(flow, from as u32, outcome));
            edges.push(EdgeView {
                from: from as u32,
                to: edge.to,
                guard: guard.unwrap_or_default().into(),
                fair_exit: node.kind == NodeKind::Round && edge.outcome == Some(false),
            });
        }
    }
    let machine = plan.machine();
    let (states, correlated) = (machine.states.len(), machine.correlated);
    Some(MachineView { nodes, edges, states, correlated })
}

fn view(plan: &Plan<'_>, index: u32) -> NodeView {
    let (flow, source) = (plan.flow(), plan.source());
    let node = &flow.nodes[index as usize];
    let excerpt = || {
        let text = source.excerpt(&node.span).trim();
        text.lines().next().unwrap_or_default().to_owned()
    };
    let mut view = NodeView {
        kind: Shape::Join,
        label: String::new(),
        span: span(source, &node.span),
        tool: None,
        arguments: Vec::new(),
        atoms: Vec::new(),
    };
    (view.kind, view.label) = match node.kind {
        NodeKind::Start => (Shape::Start, "start".into()),
        NodeKind::Done => (Shape::Done, "done".into()),
        NodeKind::Aborted => (Shape::Aborted, "aborted".into()),
        NodeKind::Test(_) => (Shape::Branch, excerpt()),
        NodeKind::Round => (Shape::Round, format!("again over {}?", excerpt())),
        NodeKind::Join if node.anew.is_empty() => (Shape::Join, excerpt()),
        NodeKind::Join => (Shape::Loop, format!("for each of {}", excerpt())),
        NodeKind::Call(call) => {
            call_view(plan, call, &mut view);
            (Shape::Call, excerpt())
        }
    };
    if matches!(view.kind, Shape::Start | Shape::Done | Shape::Aborted) {
        view.atoms.push(view.label.clone());
    }
    view
}

fn call_view(plan: &Plan<'_>, call: u32, view: &mut NodeView) {
    let flow = plan.flow();
    let call = &flow.calls[call as usize];
    let tool = plan.tools().get(call.tool);
    view.tool = Some(tool.name.to_string());
    view.atoms.push(format!("call_{}", tool.name));
    for ((param, value), passed) in tool.params.iter().zip(&call.arguments).zip(&call.passed) {
        let Some(value) = *value else { continue };
        view.arguments.push(ArgumentView {
            param: param.name.to_string(),
            label: usize::from(flow.level(value).0),
            readers: flow.readers(value).name().into(),
            span: passed.as_ref().map(|passed| span(plan.source(), passed)),
        });
        atoms(plan, &param.name, value, &mut view.atoms);
    }
    atoms(plan, "pc", call.control, &mut view.atoms);
}

/// The atoms of a value that hold whatever live data say.
fn atoms(plan: &Plan<'_>, name: &str, value: DefId, atoms: &mut Vec<String>) {
    let (flow, lattice) = (plan.flow(), &plan.tools().lattice);
    let level = flow.level(value);
    if lattice.is_trusted(level) {
        atoms.push(format!("{name}_trusted"));
    }
    if lattice.is_tainted(level) {
        atoms.push(format!("{name}_tainted"));
    }
    match flow.readers(value) {
        Readers::Public => atoms.push(format!("{name}_public")),
        Readers::Private => atoms.push(format!("{name}_private")),
        Readers::Depends => {}
    }
}
