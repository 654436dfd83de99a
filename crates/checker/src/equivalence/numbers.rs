//! Comparisons of numbers as variables that know of each other.
//!
//! `d < 0.3` implies `d < 0.5`; as unrelated propositions the two would make every rule with another
//! threshold look incomparable. All comparisons of one signal with numbers become the chain
//! `d < c1`, `d <= c1`, `d < c2`, … in ascending order, each implying the next; two signals compared
//! with one another become `a < b` and `b < a`, which exclude each other. The other relations are
//! combinations of these.
//!
//! ```
//! use vedette_checker::automata::kernel::Kernel;
//! use vedette_checker::equivalence::numbers::Numbers;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let text = "d < 0.3 & d >= 0.3 | d < 0.5";
//! let formula = parse(text, Dialect::Vedette, Reading::Finite).ok().unwrap();
//! let mut kernel = Kernel::new(Reading::Finite);
//! let numbers = Numbers::new(&mut kernel, &formula.pool, &[formula.root]);
//! assert_eq!(numbers.laws.len(), 1, "d < 0.3 -> d < 0.5");
//! ```
//!
//! What is not known: arithmetic between signals, transitivity among three of them, and the value of
//! a named constant (substitute constants first).

use crate::automata::kernel::{Kernel, Ref, View};
use crate::formula::{Application, Atom, AtomId, Id, Node, Number, Pool, Real, Relation};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// What every atom is, and the laws among the variables that comparisons became.
#[derive(Debug, Default)]
pub struct Numbers {
    /// By atom: its formula, if it is a comparison.
    comparisons: IndexMap<AtomId, Ref, FxBuildHasher>,
    /// Propositional formulas that every letter satisfies.
    pub laws: Vec<Ref>,
}

/// What a variable says.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    /// A signal is below, or at most, the number.
    Threshold(usize, Real, bool),
    /// A signal is below another.
    Below(usize, usize),
}

impl Numbers {
    /// The comparisons in `roots`.
    pub fn new(kernel: &mut Kernel, pool: &Pool, roots: &[Id]) -> Self {
        let mut table = Table { kernel, next: pool.atom_count() as u32, keys: IndexMap::default() };
        let mut signals: IndexMap<Application, (), FxBuildHasher> = IndexMap::default();
        let mut comparisons = IndexMap::default();
        for id in pool.reachable(roots) {
            let Node::Atom(atom) = pool.node(id) else { continue };
            let Atom::Compare { left, relation, right } = pool.atom(atom) else { continue };
            let mut signal =
                |application: &Application| signals.insert_full(application.clone(), ()).0;
            let meaning = match (left, right) {
                (Number::Literal(l), Number::Literal(r)) => {
                    Ref::TRUE.xor(!relation.holds(l.get(), r.get()))
                }
                (Number::Value(l), Number::Value(r)) if l == r => {
                    Ref::TRUE.xor(!relation.holds(0.0, 0.0))
                }
                (Number::Value(l), Number::Literal(r)) => {
                    let signal = signal(l);
                    table.relate(
                        *relation,
                        Key::Threshold(signal, *r, false),
                        Key::Threshold(signal, *r, true),
                        false,
                    )
                }
                (Number::Literal(l), Number::Value(r)) => {
                    let signal = signal(r);
                    table.relate(
                        flipped(*relation),
                        Key::Threshold(signal, *l, false),
                        Key::Threshold(signal, *l, true),
                        false,
                    )
                }
                (Number::Value(l), Number::Value(r)) => {
                    let (l, r) = (signal(l), signal(r));
                    // `a <= b` is the negation of `b < a`.
                    table.relate(*relation, Key::Below(l, r), Key::Below(r, l), true)
                }
            };
            comparisons.insert(atom, meaning);
        }
        let laws = table.laws();
        Self { comparisons, laws }
    }

    /// The formula of a comparison; none for a fact.
    pub fn meaning(&self, atom: AtomId) -> Option<Ref> {
        self.comparisons.get(&atom).copied()
    }

    /// The comparisons with their truth in a letter whose true variables are `letter`.
    pub fn values<'a>(
        &'a self,
        kernel: &'a Kernel,
        letter: &'a [u32],
    ) -> impl Iterator<Item = (AtomId, bool)> + 'a {
        let literal = |r: Ref| match kernel.view(r) {
            View::Constant(value) => value,
            View::Literal(variable, positive) => letter.contains(&variable) == positive,
            _ => false,
        };
        self.comparisons.iter().map(move |(&atom, &meaning)| {
            let value = match kernel.view(meaning) {
                View::And(members, sign) => members.iter().all(|m| literal(m.xor(sign))),
                View::Or(members, sign) => members.iter().any(|m| literal(m.xor(sign))),
                _ => literal(meaning),
            };
            (atom, value)
        })
    }
}

/// The relation seen from the other side.
fn flipped(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::Greater => Relation::Less,
        Relation::GreaterEqual => Relation::LessEqual,
        same => same,
    }
}

struct Table<'a> {
    kernel: &'a mut Kernel,
    next: u32,
    keys: IndexMap<Key, Ref, FxBuildHasher>,
}

impl Table<'_> {
    fn variable(&mut self, key: Key) -> Ref {
        let (kernel, next) = (&mut *self.kernel, &mut self.next);
        *self.keys.entry(key).or_insert_with(|| {
            *next += 1;
            kernel.variable(*next - 1)
        })
    }

    /// `relation` in terms of "less" and, as `other`, "at most" or (`mirrored`) "greater".
    fn relate(&mut self, relation: Relation, less: Key, other: Key, mirrored: bool) -> Ref {
        let less = |table: &mut Self| table.variable(less);
        let at_most = |table: &mut Self| table.variable(other).xor(mirrored);
        match relation {
            Relation::Less => less(self),
            Relation::GreaterEqual => !less(self),
            Relation::LessEqual => at_most(self),
            Relation::Greater => !at_most(self),
            Relation::Equal | Relation::NotEqual => {
                let parts = vec![!less(self), at_most(self)];
                self.kernel.and(parts).xor(relation == Relation::NotEqual)
            }
        }
    }

    fn laws(&mut self) -> Vec<Ref> {
        let mut chain: Vec<(usize, Real, bool, Ref)> = Vec::new();
        let mut laws = Vec::new();
        for (&key, &variable) in &self.keys {
            match key {
                Key::Threshold(signal, at, closed) => chain.push((signal, at, closed, variable)),
                Key::Below(l, r) => {
                    if l < r
                        && let Some(&back) = self.keys.get(&Key::Below(r, l))
                    {
                        laws.push((variable, !back));
                    }
                }
            }
        }
        chain.sort_by(|a, b| {
            a.0.cmp(&b.0).then(a.1.get().total_cmp(&b.1.get())).then(a.2.cmp(&b.2))
        });
        for pair in chain.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            laws.push((pair[0].3, pair[1].3));
        }
        laws.into_iter().map(|(if_, then)| self.kernel.or(vec![!if_, then])).collect()
    }
}
