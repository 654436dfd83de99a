//! Emptiness over finite and stuttering words: a shortest word that a formula accepts, or none.
//!
//! ```
//! use vedette_checker::automata::finite::shortest;
//! use vedette_checker::automata::kernel::{Kernel, Ref};
//! use vedette_checker::budget::Budget;
//! use vedette_checker::words::Reading;
//!
//! let mut kernel = Kernel::new(Reading::Finite);
//! let a = kernel.variable(0);
//! let next = kernel.next(a);
//! let word = shortest(&mut kernel, next, Reading::Finite, &Budget::default()).unwrap();
//! assert_eq!(word, Some(vec![vec![], vec![0]]));
//! let last = kernel.weak_next(Ref::FALSE);
//! let no = kernel.and(vec![next, last]);
//! assert_eq!(shortest(&mut kernel, no, Reading::Finite, &Budget::default()).unwrap(), None);
//! ```
//!
//! # Why breadth first
//!
//! A finite word is accepted when its last step promises nothing; a stuttering one, when what is
//! left holds on the word that repeats one letter for ever, and there a formula is plain
//! propositional logic (`X φ` is φ, `φ U ψ` is ψ). Either way acceptance is a matter of reaching a
//! state, so a breadth-first search ends with a word of the least length. A state that asks for more
//! than one met before is not searched: whatever discharges it, discharges the other no later. The
//! obligations are those of De Giacomo & Vardi (IJCAI 2013), not a translation to infinite words
//! with an extra "alive" atom, which doubles the formula.

use super::bits::Bits;
use super::kernel::{Kernel, Ref};
use super::layout::Layout;
use super::tableau::Tableau;
use crate::budget::{Budget, Limit};
use crate::words::Reading;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// A shortest word that satisfies `root`, as sets of true variables; none if no word does.
///
/// `reading` is that of the kernel: finite or stuttering.
pub fn shortest(
    kernel: &mut Kernel,
    root: Ref,
    reading: Reading,
    budget: &Budget<'_>,
) -> Result<Option<Vec<Vec<u32>>>, Limit> {
    let constant =
        if reading == Reading::Stuttering { kernel.on_constant_words() } else { Vec::new() };
    let kernel = &*kernel;
    let layout = Layout::new(kernel, root);
    let constant = &constant[..];
    match layout.width() {
        1 => Search::<[u64; 1]>::new(kernel, &layout, budget, constant)?.run(root),
        2 => Search::<[u64; 2]>::new(kernel, &layout, budget, constant)?.run(root),
        3..=4 => Search::<[u64; 4]>::new(kernel, &layout, budget, constant)?.run(root),
        _ => Search::<Box<[u64]>>::new(kernel, &layout, budget, constant)?.run(root),
    }
}

/// Up to so many states, a new one is compared with each of them.
const COMPARED: usize = 256;

struct Search<'a, B> {
    tableau: Tableau<'a, B>,
    layout: &'a Layout,
    budget: &'a Budget<'a>,
    /// By node: what it amounts to on a word that repeats one letter; empty for finite words.
    constant: &'a [Ref],
    states: IndexSet<B, FxBuildHasher>,
    /// By state: the state before it, and the letter between them.
    parents: Vec<(usize, Vec<u32>)>,
}

impl<'a, B: Bits> Search<'a, B> {
    fn new(
        kernel: &'a Kernel,
        layout: &'a Layout,
        budget: &'a Budget<'a>,
        constant: &'a [Ref],
    ) -> Result<Self, Limit> {
        Ok(Self {
            tableau: Tableau::new(kernel, layout, budget)?,
            layout,
            budget,
            constant,
            states: IndexSet::default(),
            parents: Vec::new(),
        })
    }

    fn run(mut self, root: Ref) -> Result<Option<Vec<Vec<u32>>>, Limit> {
        if root == Ref::FALSE {
            return Ok(None);
        }
        self.states.insert(self.tableau.start(root));
        self.parents.push((0, Vec::new()));
        let mut state = 0;
        while let Some(obligations) = self.states.get_index(state).cloned() {
            self.budget.state()?;
            if let Some(letter) = self.last_letter(&obligations)? {
                return Ok(Some(self.word(state, letter)));
            }
            for term in self.tableau.successors(&obligations)? {
                let target = self.tableau.target(&term);
                let letter = || self.layout.letter(&term).collect::<Vec<u32>>();
                if self.constant.is_empty() && self.tableau.promises().is_disjoint(&term) {
                    return Ok(Some(self.word(state, letter())));
                }
                if !self.states.iter().take(COMPARED).any(|met| met.is_subset(&target))
                    && self.states.insert(target)
                {
                    self.parents.push((state, letter()));
                }
            }
            state += 1;
        }
        Ok(None)
    }

    /// A letter that, repeated for ever, discharges everything.
    fn last_letter(&mut self, state: &B) -> Result<Option<Vec<u32>>, Limit> {
        if self.constant.is_empty() {
            return Ok(None);
        }
        let left: Vec<Ref> =
            self.layout.refs(state).map(|r| self.constant[r.node()].xor(r.is_negated())).collect();
        let terms = self.tableau.terms_of_all(&left)?;
        Ok(terms.first().map(|term| self.layout.letter(term).collect()))
    }

    fn word(&self, state: usize, last: Vec<u32>) -> Vec<Vec<u32>> {
        let mut word = vec![last];
        let mut at = state;
        while at != 0 {
            let (before, letter) = &self.parents[at];
            word.push(letter.clone());
            at = *before;
        }
        word.reverse();
        word
    }
}
