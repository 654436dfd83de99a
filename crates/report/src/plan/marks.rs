//! Places of the text, and what variables have there.

use super::wire::{Occurrence, Origin, Problem, Span};
use std::ops::Range;
use vedette_checker::syntax::SyntaxError;
use vedette_plans::flow::Remark;
use vedette_plans::source::Source;
use vedette_plans::tools::Tools;
use vedette_plans::verify::Plan;

/// The most variables that are marked.
const MOST: usize = 20_000;

/// A place of a source.
pub(super) fn span(source: &Source, range: &Range<usize>) -> Span {
    let (start, end) = (source.place(range.start), source.place(range.end));
    Span {
        from: range.start,
        to: range.end,
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
    }
}

/// The line of a source without the blanks around it.
pub(super) fn line(source: &Source, line: u32) -> String {
    source.line(line).trim().to_owned()
}

/// An error of the plan.
pub(super) fn problem(source: &Source, error: &SyntaxError) -> Problem {
    Problem {
        span: span(source, &error.span),
        message: format!("found {}, expected {}", error.found, error.expected),
        hint: error.mend.clone(),
    }
}

/// A remark on the plan.
pub(super) fn remark(source: &Source, remark: &Remark) -> Problem {
    Problem { span: span(source, &remark.span), message: remark.message.clone(), hint: None }
}

/// The variables, in the order of the text; what is assigned last counts where a variable is read and
/// assigned.
pub(super) fn occurrences(plan: &Plan<'_>) -> Vec<Occurrence> {
    let flow = plan.flow();
    let mut all: Vec<_> = flow.occurrences.iter().collect();
    all.sort_by_key(|occurrence| (occurrence.span.start, occurrence.span.end));
    let origins = flow.origins();
    let mut marks: Vec<Occurrence> = Vec::new();
    for occurrence in all {
        let Some(name) = flow.variable(occurrence) else { continue };
        let span = span(plan.source(), &occurrence.span);
        let source = origins[occurrence.def.0 as usize].and_then(|origin| {
            let def = &flow.defs[origin.0 as usize];
            let words = match (def.call, &def.name) {
                (Some(call), _) => {
                    let tool = plan.tools().get(flow.calls[call as usize].tool);
                    format!("result of `{}`", tool.name)
                }
                (None, Some(name)) => format!("`{name}`, as given"),
                (None, None) => return None,
            };
            Some(Origin { line: plan.source().place(def.span.start).line, words })
        });
        let mark = Occurrence {
            span,
            variable: name.to_owned(),
            label: usize::from(flow.level(occurrence.def).0),
            readers: flow.readers(occurrence.def).name().into(),
            assigned: occurrence.assigned,
            source,
        };
        let full = marks.len() == MOST;
        match marks.last_mut() {
            Some(last) if last.span == span => *last = mark,
            _ if full => break,
            _ => marks.push(mark),
        }
    }
    marks
}

/// The labels of a table.
pub(super) fn labels(tools: &Tools) -> Vec<super::wire::Label> {
    let lattice = &tools.lattice;
    let label = |name: &str| {
        let level = lattice.level(name)?;
        let (trusted, tainted) = (lattice.is_trusted(level), lattice.is_tainted(level));
        Some(super::wire::Label { name: name.into(), trusted, tainted })
    };
    lattice.names().filter_map(label).collect()
}
