//! A graph of claims as it is written and told: why a state formula has its value.

use serde::Serialize;
use std::fmt::Write;
use vedette_checker::formula::Id;
use vedette_checker::reasons::{About, Reasons, Why};

/// So many claims are written out; a larger graph is left out as a whole.
pub const WRITTEN: usize = 2_000;

/// A claim about a state. Numbers are places in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClaimReport {
    /// The state.
    pub state: String,
    /// The formula; none for the claim that no fair path begins in the state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    /// Of a bounded operator the steps that its interval has already counted.
    #[serde(skip_serializing_if = "is_zero")]
    pub moment: u32,
    /// Whether it holds there.
    pub holds: bool,
    /// `label`, `operands`, `path` (this path shows it) or `every` (it is so on every path).
    pub why: &'static str,
    /// Claims that it follows from: about the same state, or about states of the path.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<u32>,
    /// Claims about every successor that it follows from too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<u32>,
    /// Of what must come: in how many steps at most it has come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// The fairness constraint that is not met for as long as the rank stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub misses: Option<u32>,
    /// The states of the path that come first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prefix: Vec<String>,
    /// Those that repeat for ever.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cycle: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(moment: &u32) -> bool {
    *moment == 0
}

/// The claims, their states and formulas named; none if they are too many to be written.
pub fn report(
    reasons: &Reasons,
    state: impl Fn(u32) -> String,
    formula: impl Fn(Id) -> String,
) -> Option<Vec<ClaimReport>> {
    if reasons.claims.len() > WRITTEN {
        return None;
    }
    let named = |states: &[u32]| states.iter().map(|&at| state(at)).collect::<Vec<String>>();
    let claim = |claim: &vedette_checker::reasons::Claim| {
        let mut report = ClaimReport {
            state: state(claim.state),
            formula: match claim.about {
                About::Formula(id) => Some(formula(id)),
                About::NoFairPath => None,
            },
            moment: claim.moment,
            holds: claim.holds,
            why: "label",
            from: Vec::new(),
            next: Vec::new(),
            rank: None,
            misses: None,
            prefix: Vec::new(),
            cycle: Vec::new(),
        };
        match &claim.why {
            Why::Label => {}
            Why::Operands(operands) => {
                (report.why, report.from) = ("operands", operands.clone());
            }
            Why::Path { prefix, cycle, operands } => {
                (report.why, report.from) = ("path", operands.clone());
                (report.prefix, report.cycle) = (named(prefix), named(cycle));
            }
            Why::Every { rank, misses, here, next } => {
                (report.why, report.from, report.next) = ("every", here.clone(), next.clone());
                (report.rank, report.misses) = ((*rank > 0).then_some(*rank), *misses);
            }
        }
        report
    };
    Some(reasons.claims.iter().map(claim).collect())
}

/// The claims in words, a line each, of at most `most` of them; labels are told where they are used.
pub fn lines(claims: &[ClaimReport], most: usize) -> Vec<String> {
    let short = |at: u32| {
        let claim = &claims[at as usize];
        let not = if claim.holds { "" } else { "not " };
        match &claim.formula {
            Some(formula) => format!("{not}{formula} in {}", claim.state),
            None => format!("no fair path from {}", claim.state),
        }
    };
    let told = claims.iter().filter(|claim| claim.why != "label");
    let line = |claim: &ClaimReport| {
        let value = if claim.holds { "holds" } else { "fails" };
        let mut text = match &claim.formula {
            Some(formula) => format!("in {}, {formula} {value}", claim.state),
            None => format!("in {}, no fair path begins", claim.state),
        };
        if claim.moment > 0 {
            let _ = write!(text, " after {} steps of its interval", claim.moment);
        }
        match (claim.why, claim.rank) {
            ("path", _) => {
                let _ = write!(text, ", as this path shows: {}", claim.prefix.join(" → "));
                if !claim.cycle.is_empty() {
                    let arrow = if claim.prefix.is_empty() { "" } else { " → " };
                    let _ = write!(text, "{arrow}({}) for ever", claim.cycle.join(" → "));
                }
            }
            ("every", Some(rank)) if claim.misses.is_none() => {
                let _ = write!(text, " on every path, within {rank} steps");
            }
            ("every", _) => text.push_str(" on every path"),
            _ => {}
        }
        let from: Vec<String> = claim.from.iter().map(|&at| short(at)).collect();
        if !from.is_empty() && claim.why != "path" {
            let _ = write!(text, ", since {}", from.join(", "));
        }
        if !claim.next.is_empty() {
            let next: Vec<&str> =
                claim.next.iter().map(|&at| claims[at as usize].state.as_str()).collect();
            let too = if from.is_empty() { ", since" } else { ", and" };
            let _ = write!(text, "{too} it goes on so in {}", next.join(", "));
        }
        text
    };
    let all = told.clone().count();
    let mut lines: Vec<String> = told.take(most).map(line).collect();
    if all > most {
        lines.push(format!("… and {} more claims (all of them in the JSON)", all - most));
    }
    lines
}
