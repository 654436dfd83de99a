//! Plans: an action a line, as planners print them and as the data set lists them.
//!
//! ```
//! use vedette_worlds::pddl::read_plan;
//!
//! let plan = read_plan("; cost 2\n0.000: (GRAB robot cup) [1]\nopen robot fridge", "plan");
//! let calls: Vec<_> = plan.iter().map(|line| line.call.as_ref().unwrap().to_string()).collect();
//! assert_eq!(calls, ["(grab robot cup)", "(open robot fridge)"]);
//! ```
//!
//! A line keeps its own error, so that a plan is run up to it.

use crate::input::{At, InputError};
use std::fmt;
use std::sync::Arc;

/// A line of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanLine {
    /// Its number, from 1.
    pub number: usize,
    /// What it says.
    pub call: Result<Call, InputError>,
}

/// An action with the objects that it is done to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// The action, in lower case.
    pub action: Arc<str>,
    /// The objects, in lower case.
    pub args: Vec<Arc<str>>,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}", self.action)?;
        self.args.iter().try_for_each(|arg| write!(f, " {arg}"))?;
        f.write_str(")")
    }
}

/// Reads a plan. Empty lines and what stands behind `;` say nothing.
pub fn read_plan(text: &str, source: &str) -> Vec<PlanLine> {
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let said = line.split(';').next().unwrap_or_default().trim();
        if !said.is_empty() {
            lines.push(PlanLine { number: index + 1, call: call(said, source, index + 1) });
        }
    }
    lines
}

fn call(said: &str, source: &str, number: usize) -> Result<Call, InputError> {
    let fault = || {
        let what = format!("found {said:?}");
        InputError::new(source, At::Line(number, 1), what, "an action, `(name object …)`")
    };
    // The time at which it starts, before a colon; its cost or length, in square brackets behind.
    let inner = match said.split_once(':') {
        Some((time, rest)) if time.trim().parse::<f64>().is_ok() => rest.trim(),
        _ => said,
    };
    let inner = match inner.rsplit_once('[') {
        Some((rest, cost)) if cost.ends_with(']') => rest.trim(),
        _ => inner,
    };
    let inner = match (inner.strip_prefix('('), inner.strip_suffix(')')) {
        (Some(_), Some(_)) => inner[1..inner.len() - 1].trim(),
        (None, None) => inner,
        _ => return Err(fault()),
    };
    if inner.contains(['(', ')', '[', ']', ':', ',']) {
        return Err(fault());
    }
    let mut words = inner.split_whitespace().map(|word| Arc::from(word.to_lowercase()));
    let action = words.next().ok_or_else(fault)?;
    Ok(Call { action, args: words.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_actions_have_their_number() {
        let plan = read_plan("(a b)\n\n(a b\na(b)\n()\n)(", "p");
        assert_eq!(plan.len(), 5);
        for (line, number) in plan[1..].iter().zip([3, 4, 5, 6]) {
            let error = line.call.as_ref().unwrap_err().to_string();
            assert!(error.starts_with(&format!("p, line {number}, column 1: found ")), "{error}");
        }
    }
}
