//! Which bit of a term stands for what: literals, then obligations, then promises.
//!
//! ```
//! use vedette_checker::automata::kernel::{Kernel, Ref};
//! use vedette_checker::automata::layout::Layout;
//! use vedette_checker::words::Reading;
//!
//! let mut kernel = Kernel::new(Reading::Infinite);
//! let a = kernel.variable(7);
//! let eventually = kernel.until(Ref::TRUE, a);
//! let layout = Layout::new(&kernel, eventually);
//! assert_eq!((layout.variables(), layout.obligations(), layout.promises()), (&[7][..], 1, 1));
//! assert_eq!(layout.width(), 1, "two literals, an obligation and a promise fit in a word");
//! ```
//!
//! Only what may ever be an obligation gets a bit: the conjuncts of the root and of what stands under
//! a next, and every `U` and `R`. That keeps most comparisons within one machine word.

use super::bits::Bits;
use super::kernel::{Kernel, Ref, View};

/// Which bit stands for what.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The variables that occur, ascending.
    variables: Vec<u32>,
    /// The position of a variable in `variables`.
    slots: Vec<u32>,
    /// The formulas that may be obligations, ascending.
    pub(super) obligations: Vec<Ref>,
    /// The bit of an obligation, by [`Ref::index`].
    pub(super) obligation_bits: Vec<u32>,
    /// The bit of a promise, by [`Ref::index`].
    pub(super) promise_bits: Vec<u32>,
    promises: usize,
}

pub(super) const NONE: u32 = u32::MAX;

impl Layout {
    /// The bits that the automaton of `root` needs.
    pub fn new(kernel: &Kernel, root: Ref) -> Self {
        let mut seen = vec![false; 2 * kernel.len()];
        let mut wanted = vec![false; 2 * kernel.len()];
        let mut untils = Vec::new();
        let mut variables = Vec::new();
        let mut stack = vec![root];
        for &r in kernel.conjuncts(&root) {
            wanted[r.index()] = true;
        }
        while let Some(r) = stack.pop() {
            if std::mem::replace(&mut seen[r.index()], true) {
                continue;
            }
            match kernel.view(r) {
                View::Constant(_) => {}
                View::Literal(variable, _) => variables.push(variable),
                View::And(members, sign) | View::Or(members, sign) => {
                    stack.extend(members.iter().map(|m| m.xor(sign)));
                }
                View::Next(a) | View::WeakNext(a) => {
                    for &member in kernel.conjuncts(&a) {
                        wanted[member.index()] = true;
                        stack.push(member);
                    }
                }
                View::Until(a, b) => {
                    wanted[r.index()] = true;
                    untils.push(r);
                    stack.extend([a, b]);
                }
                View::Release(a, b) => {
                    wanted[r.index()] = true;
                    stack.extend([a, b]);
                }
            }
        }
        wanted[Ref::TRUE.index()] = false;
        variables.sort_unstable();
        variables.dedup();
        let mut slots = vec![NONE; variables.last().map_or(0, |&last| last as usize + 1)];
        for (slot, &variable) in variables.iter().enumerate() {
            slots[variable as usize] = slot as u32;
        }
        let obligations: Vec<Ref> =
            (0..wanted.len()).filter(|&i| wanted[i]).map(Ref::from_index).collect();
        let mut next_bit = 2 * variables.len() as u32;
        let mut obligation_bits = vec![NONE; wanted.len()];
        for r in &obligations {
            obligation_bits[r.index()] = next_bit;
            next_bit += 1;
        }
        let mut promise_bits = vec![NONE; wanted.len()];
        untils.sort_unstable();
        // A finite word needs one promise only: that it goes on.
        let promises = if kernel.is_finite() { 1 } else { untils.len() };
        for (number, r) in untils.iter().enumerate() {
            promise_bits[r.index()] = next_bit + if kernel.is_finite() { 0 } else { number as u32 };
        }
        Self { variables, slots, obligations, obligation_bits, promise_bits, promises }
    }

    pub(super) fn first_obligation(&self) -> usize {
        2 * self.variables.len()
    }

    pub(super) fn first_promise(&self) -> usize {
        self.first_obligation() + self.obligations.len()
    }

    /// How many formulas may be obligations.
    pub fn obligations(&self) -> usize {
        self.obligations.len()
    }

    /// How many promises there are.
    pub fn promises(&self) -> usize {
        self.promises
    }

    /// How many machine words a term needs.
    pub fn width(&self) -> usize {
        (self.first_promise() + self.promises).div_ceil(64).max(1)
    }

    pub(super) fn literal(&self, variable: u32, positive: bool) -> usize {
        2 * self.slots[variable as usize] as usize + usize::from(!positive)
    }

    /// The variables that occur, ascending.
    pub fn variables(&self) -> &[u32] {
        &self.variables
    }

    /// What `term` asks of the letter: variables with the value that they must have.
    pub fn literals<'a, B: Bits>(&'a self, term: &'a B) -> impl Iterator<Item = (u32, bool)> + 'a {
        term.ones()
            .take_while(|&bit| bit < self.first_obligation())
            .map(|bit| (self.variables[bit / 2], bit % 2 == 0))
    }

    /// The numbers of the promises that `term` makes.
    pub fn promised<'a, B: Bits>(&'a self, term: &'a B) -> impl Iterator<Item = usize> + 'a {
        let first = self.first_promise();
        term.ones().filter(move |&bit| bit >= first).map(move |bit| bit - first)
    }

    /// The variables that `term` wants true.
    pub fn letter<'a, B: Bits>(&'a self, term: &'a B) -> impl Iterator<Item = u32> + 'a {
        term.ones()
            .take_while(|&bit| bit < self.first_obligation())
            .filter(|bit| bit % 2 == 0)
            .map(|bit| self.variables[bit / 2])
    }

    /// The obligations in `term`.
    pub fn refs<'a, B: Bits>(&'a self, term: &'a B) -> impl Iterator<Item = Ref> + 'a {
        let (from, to) = (self.first_obligation(), self.first_promise());
        term.ones()
            .filter(move |bit| (from..to).contains(bit))
            .map(move |bit| self.obligations[bit - from])
    }
}
