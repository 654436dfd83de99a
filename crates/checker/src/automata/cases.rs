//! Deciding fairness by cases: Boolean combinations of `GF` and `FG`, and whatever else stands beside.
//!
//! A tableau carries every `GF a` and `FG b` of a formula in every state, and splits each state for
//! each way to satisfy it, although such conditions do not depend on when: eight of them in a
//! conjunction of disjunctions are more than it can bear. Here the Boolean skeleton is searched first
//! ([`circuit`](super::circuit)); each way to make it true is a *case*, a conjunction of parts. A case
//! of fairness conditions alone is decided without any automaton: `FG c & GF a & GF b` has a model
//! exactly if `c & a` and `c & b` have letters, and then the cycle of these letters is one. Any other
//! case goes to the tableau, which is good at conjunctions unless many parts must recur. The parts that contradict each other are
//! told to the search, so that it learns from every case that fails.
//!
//! This is the scheme of satisfiability modulo theories (Nieuwenhuis, Oliveras, Tinelli, JACM 2006)
//! with temporal logic as the theory. Conflicts are made minimal by leaving parts out one by one.
//!
//! ```
//! use vedette_checker::automata::cases::{by_cases, is_by_cases};
//! use vedette_checker::automata::kernel::{Kernel, Ref};
//! use vedette_checker::budget::Budget;
//! use vedette_checker::words::Reading;
//!
//! let mut kernel = Kernel::new(Reading::Infinite);
//! let [a, b, c] = [0, 1, 2].map(|v| kernel.variable(v));
//! let mut often = |r: Ref| {
//!     let f = kernel.until(Ref::TRUE, r);
//!     kernel.globally(f)
//! };
//! let (a, b, c) = (often(a), often(b), often(c));
//! let (or, and) = (kernel.or(vec![!a, b]), kernel.and(vec![a, c]));
//! let strong = kernel.and(vec![or, and]);
//! assert!(is_by_cases(&kernel, strong));
//! let run = by_cases(&mut kernel, strong, &Budget::default()).unwrap().unwrap();
//! assert_eq!((run.prefix.len(), run.cycle), (0, vec![vec![0, 1, 2]]));
//! ```

use super::circuit::Circuit;
use super::fairness::{Fairness, conditions, fairness_of};
use super::kernel::{Kernel, Ref, Shape};
use super::omega::{Run, accepted};
use crate::budget::{Budget, Limit};

/// Formulas with fewer fairness conditions are easy for the tableau.
const FEW: usize = 3;
/// Larger skeletons are not of this kind, and looking at every question must stay cheap.
const SKELETON: usize = 256;
/// More cases than these are too many.
const CASES: u64 = 10_000;

/// Whether a formula over infinite words is one for [`by_cases`]: it has several fairness conditions
/// and a disjunction.
pub fn is_by_cases(kernel: &Kernel, root: Ref) -> bool {
    let mut skeleton = vec![root];
    let (mut at, mut fairness, mut splits) = (0, 0, 0);
    while let Some(&part) = skeleton.get(at) {
        if let Shape::And(operands) = kernel.shape(part.node()) {
            splits += usize::from(part.is_negated());
            for operand in operands {
                if skeleton.iter().all(|known| known.node() != operand.node()) {
                    skeleton.push(operand.xor(part.is_negated()));
                }
                if skeleton.len() > SKELETON {
                    return false;
                }
            }
        } else {
            let found = conditions(kernel, part.node());
            fairness += found;
            // `F(φ | ψ)` is a disjunction, and negated a conjunction.
            splits += usize::from(found > 1 && !part.is_negated());
        }
        at += 1;
    }
    splits > 0 && fairness >= FEW
}

/// A lasso that satisfies `root`, or none if no word does.
pub fn by_cases(kernel: &mut Kernel, root: Ref, budget: &Budget<'_>) -> Result<Option<Run>, Limit> {
    let mut circuit = Circuit::new(kernel, root);
    for _ in 0..CASES {
        let Some(case) = circuit.next(budget)? else { return Ok(None) };
        if let Some(run) = decide(kernel, &case, budget)? {
            return Ok(Some(run));
        }
        let conflict = conflict(kernel, case, budget)?;
        circuit.forbid(&conflict);
    }
    Err(Limit::Parts { what: "cases", limit: CASES })
}

/// Parts of a contradictory case that still contradict each other, none of them in vain.
fn conflict(
    kernel: &mut Kernel,
    mut case: Vec<Ref>,
    budget: &Budget<'_>,
) -> Result<Vec<Ref>, Limit> {
    let mut at = 0;
    while at < case.len() {
        let left_out = case.remove(at);
        if decide(kernel, &case, budget)?.is_some() {
            case.insert(at, left_out);
            at += 1;
        }
    }
    Ok(case)
}

/// A lasso that satisfies all parts.
fn decide(kernel: &mut Kernel, parts: &[Ref], budget: &Budget<'_>) -> Result<Option<Run>, Limit> {
    let (mut recurs, mut persists, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for &part in parts {
        match fairness_of(kernel, part) {
            Some(Fairness::Recurs(letters)) => recurs.push(letters),
            Some(Fairness::Persists(letters)) => persists.push(letters),
            None => others.push(part),
        }
    }
    let always = kernel.and(persists);
    let Some(letters) = recurring(kernel, always, &recurs, budget)? else { return Ok(None) };
    if others.is_empty() {
        let cycle = letters.into_iter().map(|(_, letter)| letter).collect();
        return Ok(Some(Run { prefix: Vec::new(), cycle }));
    }
    if recurs.len() > FEW {
        // The tableau splits each state for each of them: first whether the rest is contradictory
        // by itself, then whether they can recur together, then whether one of them cannot.
        others.push(eventually_always(kernel, always));
        let all = kernel.and(others.clone());
        if accepted(kernel, all, budget)?.is_none() {
            return Ok(None);
        }
        let groups = letters.into_iter().map(|(group, _)| group);
        let mut all: Vec<Ref> = groups.map(|group| !eventually_always(kernel, !group)).collect();
        all.extend(&others);
        let all = kernel.and(all);
        if let Some(run) = accepted(kernel, all, budget)? {
            return Ok(Some(run));
        }
        for letters in recurs {
            let again = !eventually_always(kernel, !letters);
            let one = kernel.and(others.iter().copied().chain([again]).collect());
            if accepted(kernel, one, budget)?.is_none() {
                return Ok(None);
            }
        }
    }
    let all = kernel.and(parts.to_vec());
    accepted(kernel, all, budget)
}

fn eventually_always(kernel: &mut Kernel, letters: Ref) -> Ref {
    let always = kernel.globally(letters);
    kernel.until(Ref::TRUE, always)
}

/// Letters within `always` in which all of `recurs` come to pass, with what each stands for; at least
/// one. None if some never can. What can be in one letter is: the cycle is easier to read.
#[expect(clippy::type_complexity, reason = "it is taken apart where it is made")]
fn recurring(
    kernel: &mut Kernel,
    always: Ref,
    recurs: &[Ref],
    budget: &Budget<'_>,
) -> Result<Option<Vec<(Ref, Vec<u32>)>>, Limit> {
    let Some(any) = letter(kernel, always, budget)? else { return Ok(None) };
    let mut groups = vec![(always, any)];
    'next: for &recurring in recurs {
        for (group, letter_of) in &mut groups {
            let both = kernel.and(vec![*group, recurring]);
            if let Some(found) = letter(kernel, both, budget)? {
                (*group, *letter_of) = (both, found);
                continue 'next;
            }
        }
        let alone = kernel.and(vec![always, recurring]);
        let Some(found) = letter(kernel, alone, budget)? else { return Ok(None) };
        groups.push((alone, found));
    }
    Ok(Some(groups))
}

/// The variables that are true in a letter that satisfies `root`, a formula without time.
fn letter(kernel: &mut Kernel, root: Ref, budget: &Budget<'_>) -> Result<Option<Vec<u32>>, Limit> {
    let found = Circuit::new(kernel, root).next(budget)?;
    let variable = |literal: &Ref| match kernel.shape(literal.node()) {
        Shape::Variable(number) if !literal.is_negated() => Some(*number),
        _ => None,
    };
    Ok(found.map(|literals| literals.iter().filter_map(variable).collect()))
}

#[cfg(test)]
mod tests;
