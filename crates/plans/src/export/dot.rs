//! The graph of a plan in DOT: calls as boxes, tests as diamonds, heads of loops as houses.
//!
//! ```
//! use vedette_plans::export::dot::dot;
//! use vedette_plans::tools::Tools;
//! use vedette_plans::verify::{Options, Plan};
//!
//! let tools = Tools::read(r#"{"say": {"params": ["text"]}}"#, None).unwrap();
//! let plan = Plan::new("say(\"a\\nb\")\n", &tools, Options::default()).unwrap();
//! let text = dot(&plan);
//! assert!(text.contains(r#"n1 [shape=box, label="line 1\nsay(\"a\\nb\")"];"#), "{text}");
//! ```

use crate::flow::{NodeKind, Way};
use crate::verify::Plan;
use std::fmt::Write;

/// The graph.
pub fn dot(plan: &Plan<'_>) -> String {
    let (flow, source) = (plan.flow(), plan.source());
    let mut text =
        String::from("digraph plan {\n  rankdir=TB;\n  node [fontname=\"monospace\"];\n");
    for (index, node) in flow.nodes.iter().enumerate() {
        let line = source.excerpt(&node.span).trim().lines().next().unwrap_or_default();
        let place = source.place(node.span.start).line;
        let (shape, label) = match node.kind {
            NodeKind::Start => ("circle", "start".to_owned()),
            NodeKind::Done => ("doublecircle", "done".to_owned()),
            NodeKind::Aborted => ("doubleoctagon", "aborted".to_owned()),
            NodeKind::Call(_) => ("box", format!("line {place}\n{line}")),
            NodeKind::Test(_) => ("diamond", format!("line {place}\n{line}")),
            NodeKind::Round => ("invhouse", "another round?".to_owned()),
            NodeKind::Join if node.anew.is_empty() => ("box", format!("line {place}\n{line}")),
            NodeKind::Join => ("house", format!("line {place}\nfor each of {line}")),
        };
        let _ = writeln!(text, "  n{index} [shape={shape}, label={}];", quoted(&label));
    }
    for (index, node) in flow.nodes.iter().enumerate() {
        for edge in &node.next {
            let Some(outcome) = edge.outcome else {
                let _ = writeln!(text, "  n{index} -> n{};", edge.to);
                continue;
            };
            let word = match (flow.way(index as u32), outcome) {
                (Way::Test, true) => "yes",
                (Way::Test, false) => "no",
                (Way::Items, true) => "some",
                (Way::Items, false) => "none",
                (Way::Round, true) => "again",
                (Way::Round, false) => "no more (comes in every run)",
            };
            let _ = writeln!(text, "  n{index} -> n{} [label=\"{word}\"];", edge.to);
        }
    }
    text.push_str("}\n");
    text
}

/// A string of DOT; a line break becomes one of the label.
fn quoted(label: &str) -> String {
    let mut text = String::from("\"");
    for c in label.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text.push('"');
    text
}
