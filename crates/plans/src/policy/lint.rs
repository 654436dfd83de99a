//! What is wrong with a pack of policies before any plan is checked.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_plans::policy::{Policy, lint::{Kind, lint}};
//! use vedette_plans::tools::Tools;
//!
//! let tools = Tools::read(r#"{"pay": {"params": ["to"]}, "ask": {"params": []}}"#, None).unwrap();
//! let policies = [
//!     Policy::new("never pays", "AG !call_pay"),
//!     Policy::new("always pays", "AF call_pay"),
//!     Policy::new("says nothing", "AG(call_pay -> pay_called)"),
//! ];
//! let budget = Budget::default();
//! let found: Vec<Kind> = lint(&policies, &tools, &budget).into_iter().map(|finding| finding.kind).collect();
//! assert_eq!(found, [Kind::Contradiction, Kind::NeverViolated]);
//! ```
//!
//! # How it is decided
//!
//! Along a plan without branches path quantifiers say nothing, so a policy is an LTL formula there,
//! and what events can be is LTL too: one call at a time, histories that only grow, an end that comes
//! and stays. A policy of `A` only that no such plan violates is violated by none: its counterexample is a
//! path. Two policies that no such plan satisfies together contradict each other, or need a branch.

use super::{Grounded, Meaning, Policy, Test, ground, ground_formula};
use crate::provenance::Lattice;
use crate::tools::Tools;
use vedette_checker::budget::Budget;
use vedette_checker::equivalence::satisfiable;
use vedette_checker::formula::{AtomId, Binary, Id, Node, Pool, Unary};
use vedette_checker::words::Reading;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The formula cannot be read, or speaks of something unknown.
    Malformed,
    /// `tools` names a tool that does not exist.
    UnknownTool,
    /// No plan violates it.
    NeverViolated,
    /// Every plan without branches violates it.
    AlwaysViolated,
    /// It says the same as another one, or has its id.
    Duplicate,
    /// No plan without branches satisfies it and another one.
    Contradiction,
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The policy.
    pub policy: Box<str>,
    /// The kind.
    pub kind: Kind,
    /// The finding in words.
    pub message: String,
}

impl Kind {
    /// Whether the pack must not be used as it is.
    pub fn is_error(self) -> bool {
        matches!(self, Self::Malformed | Self::UnknownTool)
    }
}

/// So many states are built to decide one question.
const STATES: u64 = 20_000;

/// So many pairs are compared.
const PAIRS: usize = 2_000;

/// Everything that is wrong with `policies`, in their order.
///
/// If `budget` runs out, what is left is not looked at: a finding is never wrong, but may be missing.
pub fn lint(policies: &[Policy], tools: &Tools, budget: &Budget<'_>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut grounded: Vec<(usize, Grounded)> = Vec::new();
    let mut add = |index: usize, kind, message: String| {
        findings.push(Finding { policy: policies[index].id.clone(), kind, message });
    };
    for (index, policy) in policies.iter().enumerate() {
        for name in policy.tools.iter().filter(|name| tools.find(name).is_none()) {
            let message = format!("found `{name}` in `tools`, expected a tool of the table");
            add(index, Kind::UnknownTool, message);
        }
        if policies[..index].iter().any(|other| other.id == policy.id) {
            add(index, Kind::Duplicate, "another policy has the same id".into());
        }
        if let Some(Err(error)) =
            policy.settled.as_ref().map(|formula| ground_formula(formula, tools))
        {
            add(index, Kind::Malformed, format!("`settled`: {error}"));
        }
        if policy.formula.is_some() {
            match ground(policy, tools) {
                Ok(ground) => grounded.push((index, ground)),
                Err(error) => add(index, Kind::Malformed, error.to_string()),
            }
        }
    }
    let mut pairs = 0;
    for (at, (index, policy)) in grounded.iter().enumerate() {
        let mut trivial = is_constant(policy);
        if !trivial && only_all(policy) && !has_word(&[(policy, false)], tools, budget) {
            add(*index, Kind::NeverViolated, "no plan can violate it, so it says nothing".into());
            trivial = true;
        } else if !trivial && !has_word(&[(policy, true)], tools, budget) {
            let message = "every plan without branches violates it".into();
            add(*index, Kind::AlwaysViolated, message);
            trivial = true;
        }
        for (other_index, other) in &grounded[..at] {
            if trivial || is_constant(other) {
                continue;
            }
            if policy.formula.same_as(&other.formula) {
                let message = format!("it is the same formula as `{}`", policies[*other_index].id);
                add(*index, Kind::Duplicate, message);
                continue;
            }
            let shared = policy.tools().iter().any(|tool| other.tools().contains(tool));
            pairs += 1;
            if shared
                && pairs <= PAIRS
                && !has_word(&[(policy, true), (other, true)], tools, budget)
            {
                let other = &policies[*other_index].id;
                let message =
                    format!("no plan without branches satisfies it together with `{other}`");
                add(*index, Kind::Contradiction, message);
            }
        }
    }
    findings
}

fn is_constant(policy: &Grounded) -> bool {
    matches!(policy.formula.pool.node(policy.formula.root), Node::Constant(_))
}

/// Whether the formula, negations pushed inwards, has `A` only.
fn only_all(policy: &Grounded) -> bool {
    let pool = &policy.formula.pool;
    // Each formula with whether it stands under an even or an odd number of negations, or both.
    let mut open = vec![(policy.formula.root, true)];
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some((id, positive)) = open.pop() {
        if !seen.insert((id, positive)) {
            continue;
        }
        match pool.node(id) {
            Node::Unary(Unary::AllPaths, _) if !positive => return false,
            Node::Unary(Unary::SomePath, _) if positive => return false,
            Node::Unary(Unary::Not, inner) => open.push((inner, !positive)),
            Node::Binary(Binary::Implies, a, b) => open.extend([(a, !positive), (b, positive)]),
            Node::Binary(Binary::Iff | Binary::Xor, a, b) => {
                open.extend([(a, true), (a, false), (b, true), (b, false)]);
            }
            node => open.extend(node.children().map(|child| (child, positive))),
        }
    }
    true
}

/// Whether some plan without branches satisfies, or violates, each of the policies. Unknown is yes.
fn has_word(policies: &[(&Grounded, bool)], tools: &Tools, outer: &Budget<'_>) -> bool {
    if outer.ask().is_err() {
        return true;
    }
    let mut pool = Pool::default();
    let mut all = pool.constant(true);
    let mut meanings: Vec<(Id, Meaning, Box<str>)> = Vec::new();
    for (policy, wanted) in policies {
        let root = pool.import(&policy.formula.pool, policy.formula.root);
        let root = pool.rewrite(root, |pool, node| match node {
            Node::Unary(op, inner) if op.is_path() => inner,
            node => pool.add(node),
        });
        let root = if *wanted { root } else { pool.unary(Unary::Not, root) };
        all = pool.binary(Binary::And, all, root);
        for (index, &meaning) in policy.meanings.iter().enumerate() {
            let name = crate::verify::atom_name(&policy.formula.pool, AtomId::from_index(index));
            let argument = match meaning {
                Meaning::Argument(name, _) => policy.arguments[name as usize].clone(),
                _ => Box::default(),
            };
            let atom = pool.proposition(name);
            if !meanings.iter().any(|(other, ..)| *other == atom) {
                meanings.push((atom, meaning, argument));
            }
        }
    }
    let mut events = Events { pool, meanings, tools };
    let laws = events.laws();
    let Events { mut pool, .. } = events;
    for law in laws {
        all = pool.binary(Binary::And, all, law);
    }
    let ask = || outer.ask().err();
    let budget = Budget::states(STATES).with_interrupt(&ask);
    !matches!(satisfiable(&pool, all, Reading::Infinite, &budget), Ok(Ok(None)))
}

/// What events can be, as LTL.
struct Events<'a> {
    pool: Pool,
    meanings: Vec<(Id, Meaning, Box<str>)>,
    tools: &'a Tools,
}

impl Events<'_> {
    fn laws(&mut self) -> Vec<Id> {
        let mut laws = Vec::new();
        let done = self.pool.proposition("done");
        let aborted = self.pool.proposition("aborted");
        let start = self.pool.proposition("start");
        let mut events = vec![start, done, aborted];
        let mut known: Vec<(Id, Meaning, Box<str>)> = self.meanings.clone();
        for (atom, meaning, _) in &self.meanings {
            if matches!(meaning, Meaning::Call(_)) {
                events.push(*atom);
            }
        }
        // The calls that histories speak of are events too.
        for (_, meaning, _) in &self.meanings {
            if let Meaning::Called(tool) | Meaning::CalledBefore(tool) = *meaning
                && !known.iter().any(|(_, other, _)| *other == Meaning::Call(tool))
            {
                let call = self.pool.proposition(&format!("call_{}", self.tools.get(tool).name));
                known.push((call, Meaning::Call(tool), Box::default()));
                events.push(call);
            }
        }
        for (index, &one) in events.iter().enumerate() {
            for &other in &events[..index] {
                let both = self.pool.binary(Binary::And, one, other);
                let not = self.pool.unary(Unary::Not, both);
                laws.push(self.always(not));
            }
        }
        // It starts, and it ends for good.
        laws.push(start);
        let not_start = self.pool.unary(Unary::Not, start);
        let later = self.always(not_start);
        laws.push(self.pool.unary(Unary::Next, later));
        for end in [done, aborted] {
            let next = self.pool.unary(Unary::Next, end);
            let stays = self.pool.binary(Binary::Implies, end, next);
            laws.push(self.always(stays));
        }
        let ended = self.pool.binary(Binary::Or, done, aborted);
        laws.push(self.pool.unary(Unary::Finally, ended));
        let call_of = |tool| {
            let found = known.iter().find(|(_, meaning, _)| *meaning == Meaning::Call(tool));
            found.map(|(atom, ..)| *atom)
        };
        for (atom, meaning, argument) in &known {
            match *meaning {
                Meaning::Called(tool) => {
                    let Some(call) = call_of(tool) else { continue };
                    laws.extend(self.history(*atom, call));
                }
                Meaning::CalledBefore(tool) => {
                    let Some(call) = call_of(tool) else { continue };
                    let once = self.pool.binary(Binary::Or, *atom, call);
                    let next = self.pool.unary(Unary::Next, *atom);
                    let same = self.pool.binary(Binary::Iff, once, next);
                    laws.push(self.always(same));
                    laws.push(self.pool.unary(Unary::Not, *atom));
                }
                Meaning::Argument(_, test) => {
                    // An event without the argument has a trusted and public one.
                    let good = matches!(test, Test::Trusted | Test::Public);
                    let bad = if good { self.pool.unary(Unary::Not, *atom) } else { *atom };
                    let mut without = self.pool.binary(Binary::Or, start, ended);
                    let (mut with, mut complete) = (self.pool.constant(false), true);
                    for (tool, has) in self.tools.all() {
                        let has = has.param(argument).is_some();
                        match call_of(tool) {
                            Some(call) if has => with = self.pool.binary(Binary::Or, with, call),
                            Some(call) => without = self.pool.binary(Binary::Or, without, call),
                            None => complete &= !has,
                        }
                    }
                    let mut never = self.pool.binary(Binary::And, bad, without);
                    if complete {
                        // The calls that have it are all known.
                        let other = self.pool.unary(Unary::Not, with);
                        let other = self.pool.binary(Binary::And, bad, other);
                        never = self.pool.binary(Binary::Or, never, other);
                    }
                    let law = self.pool.unary(Unary::Not, never);
                    laws.push(self.always(law));
                    laws.extend(self.opposite(*atom, *meaning, argument));
                }
                _ => {}
            }
        }
        laws
    }

    /// A history is true from the call on.
    fn history(&mut self, atom: Id, call: Id) -> [Id; 2] {
        let not = self.pool.unary(Unary::Not, atom);
        let before = self.pool.binary(Binary::WeakUntil, not, call);
        let forever = self.pool.unary(Unary::Globally, atom);
        let from = self.pool.binary(Binary::Implies, call, forever);
        [before, self.always(from)]
    }

    /// Trusted and tainted are opposites where every label is one or the other.
    fn opposite(&mut self, atom: Id, meaning: Meaning, argument: &str) -> Option<Id> {
        let Meaning::Argument(_, test) = meaning else { return None };
        let (word, exact) = match test {
            Test::Trusted => ("tainted", self.tools.lattice == Lattice::default()),
            Test::Public => ("private", true),
            Test::Tainted | Test::Private => return None,
        };
        let other = self.pool.proposition(&format!("{argument}_{word}"));
        let law = if exact {
            self.pool.binary(Binary::Xor, atom, other)
        } else {
            let both = self.pool.binary(Binary::And, atom, other);
            self.pool.unary(Unary::Not, both)
        };
        Some(self.always(law))
    }

    fn always(&mut self, law: Id) -> Id {
        self.pool.unary(Unary::Globally, law)
    }
}
