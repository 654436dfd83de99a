//! Fairness conditions: `GF φ` and `FG φ` where `φ` speaks of one letter.
//!
//! They do not depend on any beginning: a word satisfies one exactly if each of its ends does. The
//! laws of the kernel draw them together (`GF a & GF b = G(F a & F b)`, `FG a | FG b = F(G a | G b)`);
//! [`disjuncts`] takes them apart again.
//!
//! ```
//! use vedette_checker::automata::fairness::{Fairness, conditions, fairness_of};
//! use vedette_checker::automata::kernel::{Kernel, Ref};
//! use vedette_checker::words::Reading;
//!
//! let mut kernel = Kernel::new(Reading::Infinite);
//! let a = kernel.variable(0);
//! let eventually = kernel.until(Ref::TRUE, a);
//! let again = kernel.globally(eventually);
//! assert_eq!(fairness_of(&kernel, again), Some(Fairness::Recurs(a)));
//! assert_eq!(fairness_of(&kernel, !again), Some(Fairness::Persists(!a)));
//! assert_eq!(conditions(&kernel, again.node()), 1);
//! ```

use super::kernel::{Kernel, Ref, Shape};

/// A condition on what happens for ever; both speak of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fairness {
    /// `GF`: again and again.
    Recurs(Ref),
    /// `FG`: at last always.
    Persists(Ref),
}

/// The fairness condition that a formula is: `F !F d` persists in `!d`, and its negation recurs in `d`.
pub fn fairness_of(kernel: &Kernel, part: Ref) -> Option<Fairness> {
    let never = eventually(kernel, part.node())?;
    let letters = recurring(kernel, !never)?;
    Some(if part.is_negated() { Fairness::Recurs(letters) } else { Fairness::Persists(!letters) })
}

/// The number of fairness conditions that a node is made of.
pub fn conditions(kernel: &Kernel, node: usize) -> usize {
    let Some(goal) = eventually(kernel, node) else { return 0 };
    match (kernel.shape(goal.node()), goal.is_negated()) {
        (Shape::And(all), true) => {
            all.iter().filter(|&&part| recurring(kernel, part).is_some()).count()
        }
        _ => usize::from(recurring(kernel, !goal).is_some()),
    }
}

/// The disjuncts of a node `F(G a | G b | φ)`: `FG a`, `FG b`, `F φ`; none if it has no fairness
/// condition or is one.
pub fn disjuncts(kernel: &mut Kernel, node: usize) -> Option<Vec<Ref>> {
    if conditions(kernel, node) == 0 {
        return None;
    }
    let goal = eventually(kernel, node)?;
    let (Shape::And(all), true) = (kernel.shape(goal.node()), goal.is_negated()) else {
        return None;
    };
    let (fair, rest): (Vec<Ref>, Vec<Ref>) =
        all.iter().copied().partition(|&part| recurring(kernel, part).is_some());
    let mut goals: Vec<Ref> = fair.into_iter().map(|part| !part).collect();
    if !rest.is_empty() {
        goals.push(!kernel.and(rest));
    }
    Some(goals.into_iter().map(|goal| kernel.until(Ref::TRUE, goal)).collect())
}

/// `φ` of a node `F φ`.
fn eventually(kernel: &Kernel, node: usize) -> Option<Ref> {
    match kernel.shape(node) {
        Shape::Until(Ref::TRUE, goal) => Some(*goal),
        _ => None,
    }
}

/// `d` of `F d`, if it speaks of one letter.
fn recurring(kernel: &Kernel, part: Ref) -> Option<Ref> {
    let letters = eventually(kernel, part.node()).filter(|_| !part.is_negated())?;
    is_of_one_letter(kernel, letters).then_some(letters)
}

/// Whether a formula speaks of one letter only.
fn is_of_one_letter(kernel: &Kernel, root: Ref) -> bool {
    let mut left = vec![root.node()];
    let mut seen = 0;
    while let Some(node) = left.pop() {
        match kernel.shape(node) {
            Shape::And(operands) => left.extend(operands.iter().map(|r| r.node())),
            Shape::True | Shape::Variable(_) => {}
            Shape::Next(_) | Shape::Until(..) => return false,
        }
        seen += 1;
        // A formula that shares much may have more paths than nodes.
        if seen > 1024 {
            return false;
        }
    }
    true
}
