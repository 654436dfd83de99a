//! The automaton of a formula, state by state: obligations, and the terms that discharge them.
//!
//! A state is a set of formulas that hold from here on. Its expansion is a disjunction of *terms*: a
//! term is one flat bit set of literals (what the letter must say), obligations (what must hold from
//! the next position on) and promises (the eventualities it puts off). `F a` has two terms: `a`, and
//! "`F a` next, promising `F a`". An infinite word is accepted if for every promise it makes
//! infinitely many steps without it; a finite one if its last step promises nothing.
//!
//! ```
//! use vedette_checker::automata::kernel::{Kernel, Ref};
//! use vedette_checker::automata::layout::Layout;
//! use vedette_checker::automata::tableau::Tableau;
//! use vedette_checker::budget::Budget;
//! use vedette_checker::words::Reading;
//!
//! let mut kernel = Kernel::new(Reading::Infinite);
//! let a = kernel.variable(0);
//! let eventually = kernel.until(Ref::TRUE, a);
//! let layout = Layout::new(&kernel, eventually);
//! assert_eq!((layout.obligations(), layout.promises()), (1, 1));
//! let budget = Budget::default();
//! let mut tableau = Tableau::<[u64; 1]>::new(&kernel, &layout, &budget).unwrap();
//! let start = tableau.start(eventually);
//! assert_eq!(tableau.successors(&start).unwrap().len(), 2);
//! ```
//!
//! # Why this construction
//!
//! It is the tableau of Couvreur (*On-the-fly verification of linear temporal logic*, FM 1999) with
//! transition-based generalized acceptance, on explicit terms in place of decision diagrams, and with
//! the simplification of Gastin & Oddoux (CAV 2001): a term that asks for more than another one, in
//! letters, obligations and promises, is dropped. On flat bit sets that test is `subset`, the
//! conjunction of two terms is `or`, and a comparison with few atoms needs no allocation for either.
//! Degeneralized automata are larger by the number of promises; deterministic ones may be doubly
//! exponential; decision diagrams share more on wide Boolean layers, but pay for their tables on the
//! small formulas that are nearly all there are.

use super::bits::Bits;
use super::kernel::{Kernel, Ref, View};
use super::layout::{Layout, NONE};
use crate::budget::{Budget, Limit};

/// The expansion of formulas and states, computed when asked for.
#[derive(Debug)]
pub struct Tableau<'a, B> {
    kernel: &'a Kernel,
    layout: &'a Layout,
    budget: &'a Budget<'a>,
    /// The terms of a formula, by [`Ref::index`].
    terms: Vec<Option<Box<[B]>>>,
    /// The bits that hold the first of two literal bits: positive ones.
    positive: B,
    obligation_mask: B,
    promise_mask: B,
    /// By obligation: what its presence says here and now anyway.
    closures: Vec<B>,
    /// By obligation: what cannot be asked for along with it.
    conflicts: Vec<B>,
    /// Machine words that may still be kept.
    words: usize,
}

/// A single disjunction of more terms than this is not worked out.
const TERMS: usize = 1 << 15;

/// A tableau keeps at most this many machine words (half a gigabyte): sets of parts grow with the
/// square of the number of parts, and a browser's memory ends at four gigabytes.
const WORDS: usize = 1 << 26;

/// What is said when they are used up.
const TOO_LARGE: Limit =
    Limit::Parts { what: "machine words for sets of parts", limit: WORDS as u64 };

impl<'a, B: Bits> Tableau<'a, B> {
    /// The tableau of the formulas that `layout` was made for.
    ///
    /// # Errors
    /// If the formulas have so many parts that sets of them do not fit.
    pub fn new(
        kernel: &'a Kernel,
        layout: &'a Layout,
        budget: &'a Budget<'a>,
    ) -> Result<Self, Limit> {
        let width = layout.width();
        // A closure and a conflict for each obligation.
        let related = 2 * layout.obligations() * width;
        let words = WORDS.checked_sub(related).ok_or(TOO_LARGE)?;
        let mask = |from: usize, to: usize, step: usize| {
            let mut mask = B::empty(width);
            (from..to).step_by(step).for_each(|bit| mask.insert(bit));
            mask
        };
        let (obligations, promises) = (layout.first_obligation(), layout.first_promise());
        let mut tableau = Self {
            kernel,
            layout,
            budget,
            terms: vec![None; 2 * kernel.len()],
            positive: mask(0, obligations, 2),
            obligation_mask: mask(obligations, promises, 1),
            promise_mask: mask(promises, promises + layout.promises(), 1),
            closures: Vec::new(),
            conflicts: Vec::new(),
            words,
        };
        tableau.relate();
        Ok(tableau)
    }

    fn empty(&self) -> B {
        B::empty(self.layout.width())
    }

    /// All promises.
    pub fn promises(&self) -> &B {
        &self.promise_mask
    }

    /// The state that asks for `r`.
    pub fn start(&self, r: Ref) -> B {
        let mut state = self.empty();
        self.oblige(&mut state, r);
        state
    }

    /// Adds the conjuncts of `r` to the obligations.
    fn oblige(&self, term: &mut B, r: Ref) {
        for member in self.kernel.conjuncts(&r).iter().filter(|&&m| m != Ref::TRUE) {
            term.insert(self.layout.obligation_bits[member.index()] as usize);
        }
    }

    /// Works out closures and conflicts of all obligations.
    ///
    /// A closure holds only what the very same expansion asks for again (`φ R ψ` asks for ψ), so
    /// leaving those out of a state changes no term of it. A conflict makes a state unsatisfiable.
    fn relate(&mut self) {
        let first = self.layout.first_obligation();
        let bit_of =
            |r: Ref| self.layout.obligation_bits.get(r.index()).copied().filter(|&bit| bit != NONE);
        let mut conflicts = vec![self.empty(); self.layout.obligations()];
        let mut closures = Vec::with_capacity(self.layout.obligations());
        for (index, &r) in self.layout.obligations.iter().enumerate() {
            let mut closure = self.empty();
            let mut oppose = |said: Ref| {
                if let Some(bit) = bit_of(!said) {
                    conflicts[index].insert(bit as usize);
                    conflicts[bit as usize - first].insert(first + index);
                }
            };
            oppose(r);
            if let View::Until(_, b) = self.kernel.view(r)
                && let Some(eventually) = self.kernel.find_until(Ref::TRUE, b)
            {
                oppose(eventually);
            }
            let mut stack = vec![r];
            while let Some(said) = stack.pop() {
                if let View::Release(_, b) = self.kernel.view(said) {
                    for &member in self.kernel.conjuncts(&b) {
                        oppose(member);
                        if let Some(bit) = bit_of(member) {
                            closure.insert(bit as usize);
                        }
                        stack.push(member);
                    }
                }
            }
            closures.push(closure);
        }
        self.closures = closures;
        self.conflicts = conflicts;
    }

    /// Whether no word can satisfy `term`: it names a literal both ways or conflicting obligations.
    fn is_contradictory(&self, term: &B) -> bool {
        let literals = term.as_ref().iter().zip(self.positive.as_ref());
        for (&word, &positive) in literals {
            if word & (word >> 1) & positive != 0 {
                return true;
            }
        }
        // A finite word may end here, and then nothing is asked of the next position.
        if self.kernel.is_finite() && self.promise_mask.is_disjoint(term) {
            return false;
        }
        let first = self.layout.first_obligation();
        let mut obligations = term.clone();
        obligations.intersect(&self.obligation_mask);
        obligations.ones().any(|bit| !self.conflicts[bit - first].is_disjoint(&obligations))
    }

    /// Leaves out obligations that others ask for anyway.
    fn settle(&self, term: &mut B) {
        let first = self.layout.first_obligation();
        let mut obligations = term.clone();
        obligations.intersect(&self.obligation_mask);
        for bit in obligations.ones() {
            term.remove(&self.closures[bit - first]);
        }
    }

    /// The obligations of `term`: the state it leads to.
    pub fn target(&self, term: &B) -> B {
        let mut state = term.clone();
        state.intersect(&self.obligation_mask);
        state
    }

    /// The terms of a state, none of them implied by another.
    pub fn successors(&mut self, state: &B) -> Result<Vec<B>, Limit> {
        let layout = self.layout;
        let mut obligations: Vec<Ref> = layout.refs(state).collect();
        for &r in &obligations {
            self.prepare(r)?;
        }
        obligations.sort_by_key(|r| self.of(*r).len());
        let mut terms = vec![self.empty()];
        for r in obligations {
            terms = self.product(&terms, self.of(r))?;
        }
        for term in &mut terms {
            self.settle(term);
        }
        minimal(&mut terms, self.budget)?;
        Ok(terms)
    }

    /// The terms of several formulas together.
    pub fn terms_of_all(&mut self, refs: &[Ref]) -> Result<Vec<B>, Limit> {
        let mut terms = vec![self.empty()];
        for &r in refs {
            self.prepare(r)?;
            terms = self.product(&terms, self.of(r))?;
        }
        Ok(terms)
    }

    /// The bit of a literal, if `r` is one.
    fn literal(&self, r: Ref) -> Option<usize> {
        match self.kernel.view(r) {
            View::Literal(variable, positive) => Some(self.layout.literal(variable, positive)),
            _ => None,
        }
    }

    fn of(&self, r: Ref) -> &[B] {
        self.terms[r.index()].as_deref().expect("prepared before it is used")
    }

    /// Works out the terms of `r` and of all it is made of at this position.
    fn prepare(&mut self, r: Ref) -> Result<(), Limit> {
        let mut stack = vec![r];
        while let Some(&top) = stack.last() {
            if self.terms[top.index()].is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let mut need = |r: Ref| {
                if self.terms[r.index()].is_none() {
                    stack.push(r);
                }
            };
            match self.kernel.view(top) {
                View::And(members, sign) => {
                    let members = members.iter().map(|m| m.xor(sign));
                    members.filter(|&m| self.literal(m).is_none()).for_each(need);
                }
                View::Or(members, sign) => members.iter().for_each(|m| need(m.xor(sign))),
                View::Until(a, b) | View::Release(a, b) => {
                    need(a);
                    need(b);
                }
                View::Constant(_) | View::Literal(..) | View::Next(_) | View::WeakNext(_) => {}
            }
            if stack.len() == before {
                let terms = self.expand(top)?;
                let kept = terms.len() * self.layout.width();
                self.words = self.words.checked_sub(kept).ok_or(TOO_LARGE)?;
                self.terms[top.index()] = Some(terms.into());
                stack.pop();
            }
        }
        Ok(())
    }

    /// The terms of `r`, from those of its operands.
    fn expand(&self, r: Ref) -> Result<Vec<B>, Limit> {
        let mut term = self.empty();
        let mut terms = match self.kernel.view(r) {
            View::Constant(true) => vec![term],
            View::Constant(false) => Vec::new(),
            View::Literal(..) => {
                term.insert(self.literal(r).expect("it is one"));
                vec![term]
            }
            View::And(members, sign) => {
                let mut lists: Vec<&[B]> = Vec::new();
                for m in members.iter().map(|m| m.xor(sign)) {
                    match self.literal(m) {
                        // Wide conjunctions of literals are common: a set for each would not fit.
                        Some(bit) => term.insert(bit),
                        None => lists.push(self.of(m)),
                    }
                }
                lists.sort_by_key(|terms| terms.len());
                let mut terms = vec![term];
                terms.retain(|term| !self.is_contradictory(term));
                for list in lists {
                    terms = self.product(&terms, list)?;
                }
                return Ok(terms);
            }
            View::Or(members, sign) => {
                members.iter().flat_map(|m| self.of(m.xor(sign))).cloned().collect()
            }
            View::Next(a) => {
                self.oblige(&mut term, a);
                if self.kernel.is_finite() {
                    term.insert(self.layout.first_promise());
                }
                vec![term]
            }
            View::WeakNext(a) => {
                self.oblige(&mut term, a);
                vec![term]
            }
            View::Until(a, b) => {
                term.insert(self.layout.obligation_bits[r.index()] as usize);
                term.insert(self.layout.promise_bits[r.index()] as usize);
                let mut terms = self.product(&[term], self.of(a))?;
                terms.extend_from_slice(self.of(b));
                terms
            }
            View::Release(a, b) => {
                term.insert(self.layout.obligation_bits[r.index()] as usize);
                let mut freed = self.of(a).to_vec();
                freed.push(term);
                return self.product(self.of(b), &freed);
            }
        };
        terms.retain(|term| !self.is_contradictory(term));
        minimal(&mut terms, self.budget)?;
        Ok(terms)
    }

    /// The conjunction of two disjunctions.
    fn product(&self, left: &[B], right: &[B]) -> Result<Vec<B>, Limit> {
        let most = TERMS.min(self.words / self.layout.width());
        let mut terms = Vec::with_capacity((left.len() * right.len()).min(most));
        for a in left {
            for b in right {
                self.budget.tick()?;
                let mut term = a.clone();
                term.union(b);
                if !self.is_contradictory(&term) {
                    terms.push(term);
                }
            }
            if terms.len() > most {
                minimal(&mut terms, self.budget)?;
                if terms.len() > most {
                    return Err(Limit::Parts { what: "steps from one state", limit: most as u64 });
                }
            }
        }
        minimal(&mut terms, self.budget)?;
        Ok(terms)
    }
}

/// Drops every term that contains another one.
fn minimal<B: Bits>(terms: &mut Vec<B>, budget: &Budget<'_>) -> Result<(), Limit> {
    if terms.len() < 2 {
        return Ok(());
    }
    terms.sort_by_key(Bits::count);
    let mut kept: Vec<B> = Vec::with_capacity(terms.len());
    for term in terms.drain(..) {
        budget.tick()?;
        if !kept.iter().any(|small| small.is_subset(&term)) {
            kept.push(term);
        }
    }
    *terms = kept;
    Ok(())
}
