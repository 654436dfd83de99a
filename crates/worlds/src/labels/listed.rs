//! Facts of symbolic states: what is listed holds, what is not listed does not.

use crate::trajectory::{Fact, Facts};
use crate::vocabulary::Vocabulary;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use vedette_checker::formula::Real;
use vedette_checker::truth::Truth;

/// The listed facts of the distinct states, under their canonical names.
#[derive(Debug, Default)]
pub(super) struct Listed {
    numbers: FxHashMap<Fact, u32>,
    states: FxHashMap<u32, Entry>,
}

#[derive(Debug)]
struct Entry {
    /// Facts that are listed, sorted.
    holds: Box<[u32]>,
    /// Facts whose negation is listed (`OFF(x)` is the negation of `on(x)`), sorted.
    denied: Box<[u32]>,
    /// Signals, sorted.
    signals: Box<[(u32, Real)]>,
}

impl Listed {
    /// Takes down what a state lists.
    pub(super) fn note(&mut self, state: u32, facts: &Facts, vocabulary: &Vocabulary) {
        if self.states.contains_key(&state) {
            return;
        }
        let (mut holds, mut denied, mut signals) = (Vec::new(), Vec::new(), Vec::new());
        for fact in &facts.facts {
            let (fact, negated) = vocabulary.canonical(fact);
            let number = self.intern(fact);
            if negated { denied.push(number) } else { holds.push(number) }
        }
        for (fact, value) in &facts.numbers {
            let number = self.intern(vocabulary.canonical(fact).0);
            signals.push((number, *value));
        }
        holds.sort_unstable();
        denied.sort_unstable();
        signals.sort_unstable_by_key(|(number, _)| *number);
        let entry = Entry { holds: holds.into(), denied: denied.into(), signals: signals.into() };
        self.states.insert(state, entry);
    }

    fn intern(&mut self, fact: Fact) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(fact).or_insert(next)
    }

    /// The number of a fact, unless no state mentions it.
    pub(super) fn number(&self, name: &Arc<str>, args: &[Arc<str>]) -> Option<u32> {
        self.numbers.get(&Fact { name: name.clone(), args: args.into() }).copied()
    }

    /// Whether a state lists a fact. A state that lists it and its negation decides nothing.
    pub(super) fn truth(&self, state: u32, fact: Option<u32>) -> Truth {
        let (Some(fact), Some(entry)) = (fact, self.states.get(&state)) else {
            return Truth::False;
        };
        let holds = entry.holds.binary_search(&fact).is_ok();
        if holds && entry.denied.binary_search(&fact).is_ok() {
            return Truth::Unsupported;
        }
        Truth::from(holds)
    }

    /// The value of a signal in a state, if it is listed.
    pub(super) fn signal(&self, state: u32, signal: Option<u32>) -> Option<f64> {
        let entry = self.states.get(&state)?;
        let at = entry.signals.binary_search_by_key(&signal?, |(number, _)| *number).ok()?;
        Some(entry.signals[at].1.get())
    }
}
