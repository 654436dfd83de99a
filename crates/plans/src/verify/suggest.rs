//! The smallest change of a plan that satisfies a violated policy: tried out before it is shown.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_plans::policy::Policy;
//! use vedette_plans::tools::Tools;
//! use vedette_plans::verify::{Options, Plan};
//!
//! let tools = Tools::read(
//!     r#"{"confirm": {"params": ["host"]}, "isolate": {"params": ["host"]}}"#,
//!     None,
//! ).unwrap();
//! let plan = Plan::new("isolate('a')\n", &tools, Options::default()).unwrap();
//! let policies = [Policy::new("P", "AG(call_isolate -> confirm_called)")];
//! let budget = Budget::default();
//! let outcomes = [plan.check(&policies[0], &budget)];
//! let edit = plan.suggest(&policies, &outcomes, 0, &budget).unwrap();
//! assert_eq!(edit.code, "confirm(host='a')\nisolate('a')\n");
//! ```
//!
//! Candidates are few and simple: a call put in before or after the step to blame or at the end, a line moved
//! before it, or it before another, the line left out. Each is read and checked anew, as if a planner had
//! sent it; it counts only if the policy then holds and no other verdict became worse. The first that
//! counts is shown, in an order that keeps what the plan does: see [`Cost`].

use super::{Outcome, Plan, Verdict};
use crate::flow::Call;
use crate::machine::Event;
use crate::policy::{Meaning, Policy, ground};
use crate::source::Source;
use crate::tools::{MODEL, ToolId};
use std::cmp::Ordering;
use vedette_checker::budget::Budget;

/// The most candidates that are tried.
const MOST: usize = 40;

/// What a change costs whoever wanted the plan as it is, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cost {
    /// Only the order is another.
    Moves,
    /// A call is made beside all others: whether arguments must be filled in, and whether it changes
    /// anything in the world.
    Adds(bool, bool),
    /// A call is not made; it may be what the user asked for.
    Removes,
}

/// A change that was tried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The change in words.
    pub words: String,
    /// The line that it is about, in the plan as it is.
    pub line: u32,
    /// The whole text after the change.
    pub code: String,
    /// Whether some argument is still to be filled in.
    pub incomplete: bool,
}

impl Plan<'_> {
    /// A change after which the policy `index` holds, if a simple one is found.
    pub fn suggest(
        &self,
        policies: &[Policy],
        outcomes: &[Outcome],
        index: usize,
        budget: &Budget<'_>,
    ) -> Option<Edit> {
        let outcome = &outcomes[index];
        if outcome.verdict != Verdict::Violated {
            return None;
        }
        self.candidates(&policies[index], outcome)
            .into_iter()
            .take(MOST)
            .find(|edit| self.is_better(&edit.code, policies, outcomes, index, budget))
    }

    fn is_better(
        &self,
        code: &str,
        policies: &[Policy],
        outcomes: &[Outcome],
        index: usize,
        budget: &Budget<'_>,
    ) -> bool {
        let plan = Source::new(code)
            .ok()
            .and_then(|source| Plan::within(source, self.tools, self.options.clone(), budget).ok());
        let Some(plan) = plan else { return false };
        let good = |policy: &Policy| plan.check(policy, budget).verdict == Verdict::Holds;
        good(&policies[index])
            && policies.iter().zip(outcomes).enumerate().all(|(at, (policy, outcome))| {
                at == index || outcome.verdict != Verdict::Holds || good(policy)
            })
    }

    fn candidates(&self, policy: &Policy, outcome: &Outcome) -> Vec<Edit> {
        let Ok(grounded) = ground(policy, self.tools) else { return Vec::new() };
        let blame = outcome.evidence.as_ref().and_then(|evidence| {
            let blame = evidence.blame.as_ref()?;
            Some((blame.place.line, evidence.run[blame.moment].event, !evidence.open.is_empty()))
        });
        let code_end = self.source.place(self.source.code_start() + self.source.code().len()).line;
        let (line, event, open) = blame.unwrap_or((code_end, Event::Done, true));
        let near = match event {
            Event::Call(call) => Some(&self.flow.calls[call as usize]),
            _ => None,
        };
        let tools = |history: bool| -> Vec<ToolId> {
            let of = |meaning: &Meaning| match *meaning {
                Meaning::Called(tool) | Meaning::CalledBefore(tool) if history => Some(tool),
                Meaning::Call(tool) if !history => Some(tool),
                _ => None,
            };
            grounded.meanings.iter().filter_map(of).collect()
        };
        let mut edits: Vec<(Cost, Edit)> = Vec::new();
        let mut add = |tool: ToolId, edit: Edit| {
            edits.push((Cost::Adds(edit.incomplete, self.tools.get(tool).side_effect), edit));
        };
        if let (Some(near), false) = (near, open) {
            for tool in tools(true) {
                add(tool, self.inserted(tool, Some(near), line, true));
            }
            // Something harmless in between.
            for tool in tools(true).into_iter().chain(tools(false)) {
                add(tool, self.inserted(tool, Some(near), line, true));
            }
        }
        for tool in tools(false).into_iter().chain(tools(true)) {
            if near.is_some_and(|near| near.tool != tool) {
                add(tool, self.inserted(tool, near, line, false));
            }
            add(tool, self.appended(tool, near, code_end));
        }
        if let (Some(near), false) = (near, open) {
            let about: Vec<ToolId> = tools(true).into_iter().chain(tools(false)).collect();
            let others = self.flow.calls.iter().filter(|call| about.contains(&call.tool));
            for other in others.filter(|call| call.tool != near.tool) {
                // A call that comes later may come earlier, and the other way round.
                let at = self.source.place(other.span.start).line;
                let moved = match at.cmp(&line) {
                    Ordering::Greater => self.moved(at, line),
                    Ordering::Less => self.moved(line, at),
                    Ordering::Equal => None,
                };
                edits.extend(moved.map(|edit| (Cost::Moves, edit)));
            }
            edits.extend(self.removed(line).map(|edit| (Cost::Removes, edit)));
        }
        edits.sort_by_key(|(cost, _)| *cost);
        edits.into_iter().map(|(_, edit)| edit).collect()
    }

    /// The lines of the text, each with its end.
    fn lines(&self) -> Vec<&str> {
        self.source.text().split_inclusive('\n').collect()
    }

    fn inserted(&self, tool: ToolId, near: Option<&Call>, line: u32, before: bool) -> Edit {
        let (call, incomplete) = self.call_text(tool, near);
        let lines = self.lines();
        let at = (line as usize - 1 + usize::from(!before)).min(lines.len());
        let model = self.source.line(line);
        let indent = &model[..model.len() - model.trim_start().len()];
        let mut code: String = lines[..at].concat();
        if !code.is_empty() && !code.ends_with('\n') {
            code.push('\n');
        }
        code.push_str(indent);
        code.push_str(&call);
        code.push('\n');
        code.push_str(&lines[at..].concat());
        let side = if before { "before" } else { "after" };
        Edit { words: format!("call `{call}` {side} line {line}"), line, code, incomplete }
    }

    fn appended(&self, tool: ToolId, near: Option<&Call>, line: u32) -> Edit {
        let (call, incomplete) = self.call_text(tool, near);
        let text = self.source.text();
        let end = self.source.code_start() + self.source.code().len();
        let mut code = text[..end].to_owned();
        if !code.is_empty() && !code.ends_with('\n') {
            code.push('\n');
        }
        code.push_str(&call);
        code.push('\n');
        code.push_str(&text[end..]);
        Edit { words: format!("call `{call}` at the end"), line, code, incomplete }
    }

    /// Line `from` put before line `to`, where both stand in the same block.
    fn moved(&self, from: u32, to: u32) -> Option<Edit> {
        let mut lines = self.lines();
        let indent = |line: &str| line.len() - line.trim_start().len();
        let (source, target) = (lines.get(from as usize - 1)?, lines.get(to as usize - 1)?);
        if indent(source) != indent(target) || !source.ends_with('\n') {
            return None;
        }
        let line = lines.remove(from as usize - 1);
        lines.insert(to as usize - 1, line);
        let words = format!("move line {from} before line {to}");
        Some(Edit { words, line: from, code: lines.concat(), incomplete: false })
    }

    fn removed(&self, line: u32) -> Option<Edit> {
        let mut lines = self.lines();
        if lines.len() < line as usize {
            return None;
        }
        lines.remove(line as usize - 1);
        let words = format!("leave out line {line}");
        Some(Edit { words, line, code: lines.concat(), incomplete: false })
    }

    /// A call of a tool: arguments of the same name as those of the call beside it, or of the call before
    /// in the plan; a question mark where there is none.
    fn call_text(&self, tool: ToolId, near: Option<&Call>) -> (String, bool) {
        let (tool, mut incomplete) = (self.tools.get(tool), false);
        let mut arguments = Vec::new();
        for param in tool.params.iter().filter(|param| param.required) {
            let text = |call: &Call| -> Option<&str> {
                let at = self.tools.get(call.tool).param(&param.name)?;
                let text = self.source.excerpt(call.passed[at].as_ref()?);
                // A call in it would be made again.
                (!text.contains(['(', '\n'])).then_some(text)
            };
            let value = near.and_then(text).or_else(|| {
                let near = near.map_or(usize::MAX, |near| near.span.start);
                let before = self.flow.calls.iter().filter(|call| call.span.start < near);
                before.rev().find_map(text)
            });
            incomplete |= value.is_none();
            let schema = &*tool.name == MODEL && &*param.name == "output_schema";
            let value = value.unwrap_or(if schema { "str" } else { "'?'" });
            arguments.push(format!("{}={value}", param.name));
        }
        (format!("{}({})", tool.name, arguments.join(", ")), incomplete)
    }
}
