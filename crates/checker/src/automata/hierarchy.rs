//! The place of a formula in the hierarchy of Manna and Pnueli, decided by what it means.
//!
//! ```
//! use vedette_checker::automata::hierarchy::{Class, hierarchy};
//! use vedette_checker::budget::Budget;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let class = |text| {
//!     let f = parse(text, Dialect::Vedette, Reading::Infinite).ok().unwrap();
//!     hierarchy(&f.pool, f.root, &Budget::default()).unwrap()
//! };
//! assert_eq!(class("G a"), Class::Safety);
//! assert_eq!(class("F a"), Class::Guarantee);
//! assert_eq!(class("a & X b"), Class::SafetyGuarantee);
//! assert_eq!(class("G a | F b"), Class::Obligation);
//! assert_eq!(class("G(a -> F b)"), Class::Recurrence);
//! assert_eq!(class("F G a"), Class::Persistence);
//! assert_eq!(class("G F a -> G F b"), Class::Reactivity);
//! assert_eq!(class("G F(a & !a)"), Class::SafetyGuarantee, "it is false, whatever it looks like");
//! ```
//!
//! # How
//!
//! The answer is the least class (Manna & Pnueli, PODC 1990; Černá & Pelánek, MFCS 2003, for what each
//! means for automata):
//!
//! * safety: no word of !φ stays for ever among the live states of the automaton of φ; guarantee: the
//!   same with φ and !φ exchanged;
//! * obligation: the [weak](super::weak) subset automaton is right;
//! * recurrence: a deterministic Büchi automaton exists. The automaton of φ may be one already;
//!   otherwise φ is [determinised](super::parity), and no accepting cycle may lie within a rejecting
//!   one (Landweber 1969); persistence is the dual;
//! * else reactivity, which is all of LTL.
//!
//! The syntactic classes would be cheaper and are often too high: `G F(a & !a)` looks like recurrence.

use super::degeneralize::one_set;
use super::explicit::has_accepting_component;
use super::monitor::live_tables;
use super::parity::{alternates, parity};
use super::simulation::reduce;
use super::table::Table;
use super::translate::{NotBuilt, Translation};
use super::weak::weak_rows;
use crate::budget::{Budget, Limit};
use crate::formula::{Id, Pool};
use crate::words::Reading;
use std::fmt;

/// A class of the hierarchy; each but the first is named by the least class that has the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Both safety and guarantee: decided within a bounded number of steps.
    SafetyGuarantee,
    /// Violated by a finite prefix, if at all.
    Safety,
    /// Satisfied by a finite prefix, if at all.
    Guarantee,
    /// A Boolean combination of safety and guarantee.
    Obligation,
    /// Something good happens again and again: deterministic Büchi.
    Recurrence,
    /// From some point on all is good: deterministic co-Büchi.
    Persistence,
    /// A Boolean combination of recurrence and persistence: everything else.
    Reactivity,
}

impl Class {
    /// The name that the literature uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::SafetyGuarantee => "safety and guarantee",
            Self::Safety => "safety",
            Self::Guarantee => "guarantee",
            Self::Obligation => "obligation",
            Self::Recurrence => "recurrence",
            Self::Persistence => "persistence",
            Self::Reactivity => "reactivity",
        }
    }

    /// One letter, as other tools print it: `B S G O R P T`.
    pub fn letter(self) -> char {
        match self {
            Self::SafetyGuarantee => 'B',
            Self::Safety => 'S',
            Self::Guarantee => 'G',
            Self::Obligation => 'O',
            Self::Recurrence => 'R',
            Self::Persistence => 'P',
            Self::Reactivity => 'T',
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The least class of `root` over infinite words. (A finite word is all prefix: over finite words
/// there is no such hierarchy.)
pub fn hierarchy(pool: &Pool, root: Id, budget: &Budget<'_>) -> Result<Class, NotBuilt> {
    let mut translation = Translation::new(pool, root, Reading::Infinite)?;
    let mut yes = translation.automaton(budget)?;
    let mut no = translation.negated().automaton(budget)?;
    reduce(&mut yes, budget)?;
    reduce(&mut no, budget)?;
    let all = [yes.all(), no.all()];
    let tables = live_tables(&mut yes, no.clone())?;
    let safety = !closure_meets(&tables[0], &tables[1], all[1], budget)?;
    let guarantee = !closure_meets(&tables[1], &tables[0], all[0], budget)?;
    match (safety, guarantee) {
        (true, true) => return Ok(Class::SafetyGuarantee),
        (true, false) => return Ok(Class::Safety),
        (false, true) => return Ok(Class::Guarantee),
        (false, false) => {}
    }
    if weak_rows(&tables, all, budget)?.is_some() {
        return Ok(Class::Obligation);
    }
    // What is both recurrence and persistence is an obligation, so one yes settles it.
    if yes.is_deterministic() {
        return Ok(Class::Recurrence);
    }
    if no.is_deterministic() {
        return Ok(Class::Persistence);
    }
    // Determinise the smaller one; the other's cycles are the same with the answer exchanged.
    let yes = one_set(&yes, budget)?;
    let no = one_set(&no, budget)?;
    let flipped = no.states() < yes.states();
    let rows = parity(&Table::of(&mut if flipped { no } else { yes })?, budget)?;
    Ok(match (alternates(&rows, flipped, budget)?, alternates(&rows, !flipped, budget)?) {
        (false, _) => Class::Recurrence,
        (_, false) => Class::Persistence,
        _ => Class::Reactivity,
    })
}

/// Whether some word stays among the states of `closed` for ever and is accepted by `other`.
fn closure_meets(
    closed: &Table,
    other: &Table,
    all: u64,
    budget: &Budget<'_>,
) -> Result<bool, Limit> {
    if closed.moves.is_empty() || other.moves.is_empty() {
        return Ok(false);
    }
    let width = other.moves.len();
    let mut reached = vec![false; closed.moves.len() * width];
    reached[0] = true;
    let mut stack = vec![(0, 0)];
    let mut steps = Vec::new();
    while let Some((c, o)) = stack.pop() {
        budget.state()?;
        for block in 0..closed.blocks.len() {
            for &(next, _) in &closed.moves[c][block] {
                for &(target, marks) in &other.moves[o][block] {
                    budget.tick()?;
                    let to = next * width + target;
                    steps.push((c * width + o, to, marks));
                    if !std::mem::replace(&mut reached[to], true) {
                        stack.push((next, target));
                    }
                }
            }
        }
    }
    Ok(has_accepting_component(reached.len(), &steps, all))
}
