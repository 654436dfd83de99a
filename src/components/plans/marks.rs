//! What is marked in a plan: problems, remarks, and where untrusted values are.

use std::collections::BTreeMap;
use vedette_report::plan::{PlanReport, Problem, Span};

/// The marks of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineMarks {
    /// What stands in the margin; blank for nothing.
    pub glyph: &'static str,
    /// Columns in characters from 1, from and up to, with a class; ascending.
    pub spans: Vec<(u32, u32, String)>,
    /// What stands behind the line, with its class.
    pub words: Option<(&'static str, String)>,
}

/// The marks by line, from 1.
pub type Marks = BTreeMap<u32, LineMarks>;

/// Different labels look different up to this number.
const LOOKS: usize = 4;
/// The most characters of words behind a line.
const WORDS: usize = 160;

/// The class of a label: a colour and a pattern.
pub fn taint_class(label: usize) -> String {
    format!("taint-{}", label.min(LOOKS))
}

/// What is marked.
pub fn marks(report: &PlanReport) -> Marks {
    let mut marks = Marks::default();
    for problem in &report.problems {
        add(&mut marks, problem, ("✗", "wrong"));
    }
    for remark in &report.remarks {
        add(&mut marks, remark, ("!", "odd"));
    }
    for occurrence in &report.taint {
        let Span { line, column, end_line, end_column, .. } = occurrence.span;
        if line == end_line {
            let class = taint_class(occurrence.label);
            marks.entry(line).or_default().spans.push((column, end_column, class));
        }
    }
    for line in marks.values_mut() {
        line.spans.sort();
    }
    marks
}

fn add(marks: &mut Marks, problem: &Problem, (glyph, class): (&'static str, &'static str)) {
    let Span { line, column, end_line, end_column, .. } = problem.span;
    let mark = marks.entry(line).or_default();
    if mark.glyph.is_empty() {
        mark.glyph = glyph;
    }
    let end = if end_line > line { u32::MAX } else { end_column.max(column + 1) };
    mark.spans.push((column, end, class.into()));
    if mark.words.is_none() {
        let words: String = problem.message.chars().take(WORDS).collect();
        mark.words = Some((class, words));
    }
}

#[cfg(test)]
mod tests {
    use super::marks;
    use vedette_report::plan::{PlanReport, Problem, Span};

    #[test]
    fn a_problem_of_many_lines_is_marked_in_its_first() {
        let span = Span { line: 2, column: 5, end_line: 4, end_column: 1, ..Span::default() };
        let problem = Problem { span, message: "found this".into(), hint: None };
        let report = PlanReport { problems: vec![problem.clone(), problem], ..Default::default() };
        let marks = marks(&report);
        assert_eq!(marks.len(), 1);
        assert_eq!(marks[&2].spans.len(), 2);
        assert_eq!(marks[&2].words, Some(("wrong", "found this".into())));
    }
}
