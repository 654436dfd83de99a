//! What a planner is told: why the plan is not run, on its own lines, and what would satisfy the rule.

use super::{Outcome, Plan, Verdict};
use crate::flow::Way;
use crate::machine::Event;
use crate::policy::Policy;
use std::fmt::Write;

/// The most lines of a run that are told; the middle is left out.
const MOST_LINES: usize = 24;

impl Plan<'_> {
    /// What happens in a moment, in words.
    pub fn event_words(&self, event: Event) -> String {
        match event {
            Event::Start => "start".into(),
            Event::Call(call) => {
                let tool = self.flow.calls[call as usize].tool;
                format!("call of `{}`", self.tools.get(tool).name)
            }
            Event::Done => "done".into(),
            Event::Aborted => "aborted by an exception".into(),
            Event::Silent => "nothing".into(),
        }
    }

    /// What would satisfy a policy, in words.
    pub fn satisfying(&self, policy: &Policy) -> String {
        match (&policy.message, &policy.formula) {
            (Some(message), _) => message.clone(),
            (None, Some(formula)) => format!("make `{formula}` true in every run"),
            (None, None) => "nothing before the plan runs".into(),
        }
    }

    /// The feedback for a planner on policies that are violated; empty if none is.
    pub fn feedback(&self, policies: &[Policy], outcomes: &[Outcome]) -> String {
        let mut text = String::new();
        for (policy, outcome) in policies.iter().zip(outcomes) {
            if outcome.verdict != Verdict::Violated {
                continue;
            }
            let title = if policy.title.is_empty() { "" } else { policy.title.as_str() };
            let colon = if title.is_empty() { "" } else { ": " };
            let _ = writeln!(text, "Policy `{}` is violated{colon}{title}", policy.id);
            match &outcome.evidence {
                Some(evidence) if !evidence.run.is_empty() => {
                    let _ = writeln!(text, "  a run that violates it:");
                    let n = evidence.run.len();
                    let mut left_out = false;
                    for (index, moment) in evidence.run.iter().enumerate() {
                        if n > MOST_LINES
                            && (MOST_LINES / 2..n - MOST_LINES / 2).contains(&index)
                            && evidence.blame.as_ref().is_none_or(|blame| blame.moment != index)
                        {
                            if !left_out {
                                let _ = writeln!(text, "    …");
                            }
                            left_out = true;
                            continue;
                        }
                        for &(node, outcome) in &moment.tests {
                            let span = &self.flow.nodes[node as usize].span;
                            let place = self.source.place(span.start);
                            let test = one_line(self.source.excerpt(span));
                            let way = match (self.flow.way(node), outcome) {
                                (Way::Test, true) => format!("`{test}` is true"),
                                (Way::Test, false) => format!("`{test}` is false"),
                                (Way::Items, true) => format!("`{test}` is not empty"),
                                (Way::Items, false) => format!("`{test}` is empty"),
                                (Way::Round, true) => format!("another round over `{test}`"),
                                (Way::Round, false) => format!("no more rounds over `{test}`"),
                            };
                            let _ = writeln!(text, "    line {}: {way}", place.line);
                        }
                        let what = self.event_words(moment.event);
                        let _ = match moment.event {
                            Event::Start => continue,
                            Event::Call(_) => writeln!(
                                text,
                                "    line {}: {what}: {}",
                                moment.place.line,
                                one_line(self.source.line(moment.place.line))
                            ),
                            _ => writeln!(text, "    {what}"),
                        };
                    }
                }
                _ => {
                    let _ = writeln!(text, "  no run of the plan has what it asks for");
                }
            }
            if let Some(blame) = outcome.evidence.as_ref().and_then(|it| it.blame.as_ref()) {
                let _ = writeln!(text, "  to blame: line {}: {}", blame.place.line, blame.why);
                for source in &blame.origin {
                    let what = match (&source.variable, source.tool) {
                        (_, Some(tool)) => format!("result of `{}`", self.tools.get(tool).name),
                        (Some(name), None) => format!("`{name}`"),
                        (None, None) => one_line(self.source.excerpt(&source.span)).to_owned(),
                    };
                    let _ = writeln!(text, "    line {}: {what}", source.place.line);
                }
            }
            let _ = writeln!(text, "  to satisfy it: {}", self.satisfying(policy));
        }
        text
    }
}

fn one_line(text: &str) -> &str {
    text.trim().lines().next().unwrap_or_default()
}
