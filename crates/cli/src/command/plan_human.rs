//! A report on a plan for people: as compilers speak, with the source line under each message.

use std::fmt::Write;
use vedette_report::plan::{Moment, PlanReport, PolicyReport, Problem, Span, Status, Suggestion};

/// The most events of a run that are told.
const MOST: usize = 20;

/// The report.
pub(crate) fn human(name: &str, text: &str, report: &PlanReport) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::new();
    for fault in &report.faults {
        let _ = writeln!(out, "error: {}: {}", fault.part, fault.message);
    }
    for problem in &report.problems {
        message(&mut out, name, &lines, "error", problem);
    }
    if let Some(limit) = &report.limit {
        let _ = writeln!(out, "{name}: not read to its end: {limit}");
    }
    for remark in &report.remarks {
        message(&mut out, name, &lines, "warning", remark);
    }
    for finding in &report.lint {
        let kind = if finding.error { "error" } else { "warning" };
        let _ = writeln!(out, "{kind}: policy `{}`: {}", finding.policy, finding.message);
    }
    for policy in report.policies.iter().filter(|policy| policy.verdict != "skipped") {
        verdict(&mut out, name, &lines, policy);
    }
    let checked = report.policies.iter().filter(|policy| policy.verdict != "skipped");
    let count = |verdict: &str| checked.clone().filter(|it| it.verdict == verdict).count();
    let word = match report.status {
        Status::Accepted => "accepted",
        Status::Violated => "violated",
        Status::Unknown => "not decided",
        Status::Rejected => "rejected",
    };
    let _ = write!(
        out,
        "{name}: {word}: {} of {} policies are about this plan; {} hold, {} violated, {} left to run \
         time",
        checked.clone().count(),
        report.policies.len(),
        count("holds"),
        count("violated"),
        count("runtime"),
    );
    out
}

fn message(out: &mut String, name: &str, lines: &[&str], kind: &str, problem: &Problem) {
    let _ = writeln!(out, "{kind}: {}", problem.message);
    excerpt(out, name, lines, problem.span, "");
    if let Some(hint) = &problem.hint {
        let _ = writeln!(out, "  = help: {hint}");
    }
}

/// The line of a place, with a mark under it.
fn excerpt(out: &mut String, name: &str, lines: &[&str], span: Span, words: &str) {
    let line = lines.get(span.line as usize - 1).copied().unwrap_or_default();
    // Tabs would move the mark.
    let shown: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let start = span.column as usize - 1;
    let end = if span.end_line == span.line { span.end_column as usize - 1 } else { usize::MAX };
    let end = end.min(shown.chars().count()).max(start + 1);
    let number = span.line.to_string();
    let blank = " ".repeat(number.len());
    let _ = writeln!(out, "{blank}--> {name}:{}:{}", span.line, span.column);
    let _ = writeln!(out, "{blank} |\n{number} | {shown}");
    let mark = format!("{}{} {words}", " ".repeat(start), "^".repeat(end - start));
    let _ = writeln!(out, "{blank} | {}", mark.trim_end());
}

fn verdict(out: &mut String, name: &str, lines: &[&str], policy: &PolicyReport) {
    let level =
        if policy.level.is_empty() { String::new() } else { format!(" ({})", policy.level) };
    let _ = writeln!(
        out,
        "{:<9} {}{level}: {}",
        policy.verdict.to_uppercase(),
        policy.id,
        policy.title
    );
    if policy.vacuous {
        let _ = writeln!(out, "  = it holds because the plan calls no tool that it speaks of");
    }
    if let Some(reason) = &policy.reason {
        let _ = writeln!(out, "  = {reason}");
    }
    if let Some(runtime) = policy.runtime.as_ref().filter(|_| policy.reason != policy.runtime) {
        let _ = writeln!(out, "  = left to run time: {runtime}");
    }
    if policy.verdict != "violated" {
        return;
    }
    if let Some(blame) = &policy.blame {
        excerpt(out, name, lines, blame.span, &blame.why);
        for station in &blame.way {
            let _ = writeln!(out, "  = line {}: {}", station.span.line, station.words);
        }
    }
    if policy.path.is_empty() {
        let _ = writeln!(out, "  = no run of the plan has what it asks for");
    } else {
        let _ = writeln!(out, "  = a run that violates it:");
        run(out, &policy.path, policy.blame.as_ref().map(|blame| blame.moment));
    }
    for owed in &policy.open {
        let _ = writeln!(out, "  = still owed at its end: {}", owed.formula);
    }
    let _ = writeln!(out, "  = to satisfy it: {}", policy.satisfying);
    if let Some(edit) = &policy.suggestion {
        suggestion(out, lines, edit);
    }
}

fn run(out: &mut String, path: &[Moment], blamed: Option<usize>) {
    let mut left_out = false;
    for (index, moment) in path.iter().enumerate() {
        let middle = (MOST / 2..path.len().saturating_sub(MOST / 2)).contains(&index);
        if path.len() > MOST && middle && blamed != Some(index) {
            if !left_out {
                let _ = writeln!(out, "      …");
            }
            left_out = true;
            continue;
        }
        for test in &moment.tests {
            let _ = writeln!(out, "      line {}: {}: {}", test.span.line, test.text, test.way);
        }
        let mark = if blamed == Some(index) { '>' } else { ' ' };
        let _ = match &*moment.kind {
            "start" => continue,
            "call" => writeln!(out, "    {mark} line {}: {}", moment.span.line, moment.text),
            _ => writeln!(out, "    {mark} {}", moment.event),
        };
    }
}

fn suggestion(out: &mut String, lines: &[&str], edit: &Suggestion) {
    let open = if edit.incomplete { "; a `'?'` is still to be filled in" } else { "" };
    let _ = writeln!(out, "  = suggested: {} (checked: it then holds{open})", edit.words);
    for number in edit.from..edit.to {
        let line = lines.get(number as usize - 1).copied().unwrap_or_default();
        let _ = writeln!(out, "      {number:>4} - {line}");
    }
    for (index, line) in edit.text.lines().enumerate() {
        let _ = writeln!(out, "      {:>4} + {line}", edit.from as usize + index);
    }
}
