//! The kernel: linear-time formulas with complement edges, simplified as they are built.
//!
//! A [`Ref`] is a node and a sign, as in and-inverter graphs: negation is free, `φ` and `!φ` are one
//! node, and each simplification rule is written once and works for its dual too. Five shapes remain:
//! `true`, atoms, `&` (a sorted set), `X`, `U`. All else is a sign away: `a R b = !(!a U !b)`.
//!
//! ```
//! use vedette_checker::automata::kernel::{Kernel, Ref};
//! use vedette_checker::words::Reading;
//!
//! let mut kernel = Kernel::new(Reading::Infinite);
//! let (a, b) = (kernel.variable(0), kernel.variable(1));
//! let (fa, fb) = (kernel.until(Ref::TRUE, a), kernel.until(Ref::TRUE, b));
//! let both = kernel.or(vec![fa, fb]);
//! let either = kernel.or(vec![a, b]);
//! assert_eq!(both, kernel.until(Ref::TRUE, either), "F a | F b = F(a | b)");
//! ```
//!
//! # Why
//!
//! A comparison needs φ, ψ and both negations. In a negation normal form these are four formulas
//! and every law has to be written twice; here they are two nodes. Equal formulas, and many
//! equivalent ones (associativity, commutativity, absorption, duality, the laws of F, G, X and of
//! purely eventual and purely universal formulas), are the same `Ref`, which decides a good part of
//! all comparisons before any automaton is built.
//!
//! The laws are those of Somenzi & Bloem (CAV 2000, section 3) and Etessami & Holzmann (CONCUR 2000,
//! section 4: eventual and universal formulas), restricted to the ones that read off one level.

use crate::words::Reading;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// A node with a sign. Refs of one kernel are equal exactly if their formulas are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ref(u32);

impl Ref {
    /// `true`.
    pub const TRUE: Self = Self(0);
    /// `false`.
    pub const FALSE: Self = Self(1);

    /// The node, without its sign.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the node is meant negated.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// A dense number: two per node.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The inverse of [`Self::index`].
    pub fn from_index(index: usize) -> Self {
        Self(index as u32)
    }

    /// Negated if `sign`.
    #[must_use]
    pub fn xor(self, sign: bool) -> Self {
        Self(self.0 ^ u32::from(sign))
    }
}

impl std::ops::Not for Ref {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// What a node is when it is not negated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// `true`.
    True,
    /// A variable: the number of an atom.
    Variable(u32),
    /// All of them; at least two, sorted, none of them an `And` itself.
    And(Box<[Ref]>),
    /// Strong next. Over infinite words its operand is never negated, for `!X φ = X !φ` there.
    Next(Ref),
    /// Until.
    Until(Ref, Ref),
}

/// A ref taken apart: what it says, with its sign pushed one level down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View<'a> {
    /// A constant.
    Constant(bool),
    /// A variable or its negation (then false).
    Literal(u32, bool),
    /// All of them, each negated if the flag is set.
    And(&'a [Ref], bool),
    /// Some of them, each negated if the flag is set.
    Or(&'a [Ref], bool),
    /// Strong next.
    Next(Ref),
    /// Weak next; only over finite words.
    WeakNext(Ref),
    /// Until.
    Until(Ref, Ref),
    /// Release.
    Release(Ref, Ref),
}

/// The operands of a node, as a slice.
#[derive(Clone, Copy, Debug)]
pub enum SmallOperands<'a> {
    /// Of a conjunction.
    Many(&'a [Ref]),
    /// Of all else: the first so many.
    Few([Ref; 2], usize),
}

impl std::ops::Deref for SmallOperands<'_> {
    type Target = [Ref];

    fn deref(&self) -> &[Ref] {
        match self {
            Self::Many(members) => members,
            Self::Few(operands, count) => &operands[..*count],
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Flags {
    /// Whether φ implies G φ.
    universal: bool,
    /// Whether F φ implies φ.
    eventual: bool,
}

/// Hash-consed shapes in topological order.
#[derive(Clone, Debug)]
pub struct Kernel {
    shapes: IndexSet<Shape, FxBuildHasher>,
    flags: Vec<Flags>,
    finite: bool,
}

/// How deep merged conjunctions may open further merges; beyond it they are left as they are.
const MERGES: u32 = 3;

impl Kernel {
    /// An empty kernel for one reading.
    pub fn new(reading: Reading) -> Self {
        let mut kernel = Self {
            shapes: IndexSet::default(),
            flags: Vec::new(),
            finite: reading == Reading::Finite,
        };
        kernel.intern(Shape::True);
        kernel
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Never: there is always `true`.
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// Whether words end.
    pub fn is_finite(&self) -> bool {
        self.finite
    }

    /// The shape of a node, without a sign.
    pub fn shape(&self, node: usize) -> &Shape {
        &self.shapes[node]
    }

    /// What `r` says.
    pub fn view(&self, r: Ref) -> View<'_> {
        let sign = r.is_negated();
        match (&self.shapes[r.node()], sign) {
            (Shape::True, _) => View::Constant(!sign),
            (Shape::Variable(variable), _) => View::Literal(*variable, !sign),
            (Shape::And(members), false) => View::And(members, false),
            (Shape::And(members), true) => View::Or(members, true),
            (Shape::Next(a), true) if self.finite => View::WeakNext(!*a),
            (Shape::Next(a), _) => View::Next(a.xor(sign)),
            (Shape::Until(a, b), false) => View::Until(*a, *b),
            (Shape::Until(a, b), true) => View::Release(!*a, !*b),
        }
    }

    /// The operands of a node.
    pub fn operands(&self, node: usize) -> SmallOperands<'_> {
        match &self.shapes[node] {
            Shape::True | Shape::Variable(_) => SmallOperands::Few([Ref::TRUE; 2], 0),
            Shape::And(members) => SmallOperands::Many(members),
            Shape::Next(a) => SmallOperands::Few([*a; 2], 1),
            Shape::Until(a, b) => SmallOperands::Few([*a, *b], 2),
        }
    }

    /// The members of a conjunction; `r` itself if it is none.
    pub fn conjuncts<'a>(&'a self, r: &'a Ref) -> &'a [Ref] {
        match &self.shapes[r.node()] {
            Shape::And(members) if !r.is_negated() => members,
            _ => std::slice::from_ref(r),
        }
    }

    fn intern(&mut self, shape: Shape) -> Ref {
        let (index, new) = self.shapes.insert_full(shape);
        if new {
            let flags = self.flags_of(&self.shapes[index]);
            self.flags.push(flags);
        }
        Ref((index as u32) << 1)
    }

    fn flags_of(&self, shape: &Shape) -> Flags {
        match shape {
            Shape::True => Flags { universal: true, eventual: true },
            Shape::Variable(_) => Flags { universal: false, eventual: false },
            Shape::And(members) => Flags {
                universal: members.iter().all(|&r| self.is_universal(r)),
                eventual: members.iter().all(|&r| self.is_eventual(r)),
            },
            // At the end of a finite word a strong next fails, whatever its operand.
            Shape::Next(a) => Flags {
                universal: !self.finite && self.is_universal(*a),
                eventual: self.is_eventual(*a),
            },
            Shape::Until(a, b) => Flags {
                universal: self.is_universal(*a) && self.is_universal(*b),
                eventual: *a == Ref::TRUE,
            },
        }
    }

    /// Whether φ implies G φ, as far as its syntax shows.
    pub fn is_universal(&self, r: Ref) -> bool {
        let flags = self.flags[r.node()];
        if r.is_negated() { flags.eventual } else { flags.universal }
    }

    /// Whether F φ implies φ, as far as its syntax shows.
    pub fn is_eventual(&self, r: Ref) -> bool {
        self.is_universal(!r)
    }

    /// Whether φ has the same value at every position of a word, as far as its syntax shows.
    fn is_suspendable(&self, r: Ref) -> bool {
        self.is_universal(r) && self.is_eventual(r)
    }

    /// The variable with this number.
    pub fn variable(&mut self, number: u32) -> Ref {
        self.intern(Shape::Variable(number))
    }

    /// `X φ`, strong.
    pub fn next(&mut self, a: Ref) -> Ref {
        if a == Ref::FALSE {
            return a;
        }
        if self.finite {
            return self.intern(Shape::Next(a));
        }
        if a == Ref::TRUE || self.is_suspendable(a) {
            return a;
        }
        let sign = a.is_negated();
        self.intern(Shape::Next(a.xor(sign))).xor(sign)
    }

    /// `X[w] φ`.
    pub fn weak_next(&mut self, a: Ref) -> Ref {
        !self.next(!a)
    }

    /// `G φ`.
    pub fn globally(&mut self, a: Ref) -> Ref {
        !self.until(Ref::TRUE, !a)
    }

    /// The operand of `X`, and whether that is strong.
    fn as_next(&self, r: Ref) -> Option<(Ref, bool)> {
        match self.view(r) {
            View::Next(a) => Some((a, true)),
            View::WeakNext(a) => Some((a, false)),
            _ => None,
        }
    }

    /// The operand of `G`.
    fn as_globally(&self, r: Ref) -> Option<Ref> {
        match self.view(r) {
            View::Release(Ref::FALSE, a) => Some(a),
            _ => None,
        }
    }

    /// `φ U ψ`.
    pub fn until(&mut self, mut a: Ref, mut b: Ref) -> Ref {
        // `X φ U X ψ = X (φ U ψ)`, also strong over finite words.
        let mut nexts = 0_usize;
        let inner = loop {
            if a == Ref::FALSE || a == b || self.is_eventual(b) {
                break b;
            }
            if a == !b {
                a = Ref::TRUE;
            }
            match (self.as_next(a), self.as_next(b)) {
                (Some((c, true)), Some((d, true))) => {
                    nexts += 1;
                    (a, b) = (c, d);
                    continue;
                }
                (None, Some((d, strong))) if a == Ref::TRUE => {
                    if !strong {
                        // The last position of a finite word satisfies every weak next.
                        break Ref::TRUE;
                    }
                    nexts += 1;
                    b = d;
                    continue;
                }
                _ => {}
            }
            match self.view(b) {
                // φ U (φ U ψ) = φ U ψ
                View::Until(c, _) if c == a => break b,
                // F (φ U ψ) = F ψ
                View::Until(_, d) if a == Ref::TRUE => b = d,
                View::Or(..) | View::And(..) if a == Ref::TRUE => {
                    let (goal, outside) = self.split_goal(b);
                    let Some((outside, disjoined)) = outside else {
                        if goal == b {
                            break self.intern(Shape::Until(a, b));
                        }
                        b = goal;
                        continue;
                    };
                    let rest = self.until_plain(goal);
                    break if disjoined {
                        self.or(vec![rest, outside])
                    } else {
                        self.and(vec![rest, outside])
                    };
                }
                _ => break self.intern(Shape::Until(a, b)),
            }
        };
        (0..nexts).fold(inner, |inner, _| self.next(inner))
    }

    /// `φ U ψ`, if that node is here already.
    pub fn find_until(&self, a: Ref, b: Ref) -> Option<Ref> {
        self.shapes.get_index_of(&Shape::Until(a, b)).map(|index| Ref((index as u32) << 1))
    }

    /// `F goal`, without looking into it any further.
    fn until_plain(&mut self, goal: Ref) -> Ref {
        if self.is_eventual(goal) { goal } else { self.intern(Shape::Until(Ref::TRUE, goal)) }
    }

    /// What `F b` amounts to for a disjunction or conjunction `b`: the goal that is left under `F`,
    /// and what may stand beside it (true: in a disjunction).
    ///
    /// `F(φ | χ U ψ) = F(φ | ψ)`; `F(φ | σ) = F φ | σ` and `F(φ & σ) = F φ & σ` if σ is suspendable.
    fn split_goal(&mut self, b: Ref) -> (Ref, Option<(Ref, bool)>) {
        let disjoined = matches!(self.view(b), View::Or(..));
        let members: Vec<Ref> = self.conjuncts(&b.xor(disjoined)).to_vec();
        let members: Vec<Ref> = members.into_iter().map(|r| r.xor(disjoined)).collect();
        let (outside, inside): (Vec<Ref>, Vec<Ref>) =
            members.into_iter().partition(|&r| self.is_suspendable(r));
        let mut opened = false;
        let inside: Vec<Ref> = inside
            .into_iter()
            .map(|r| match self.view(r) {
                View::Until(_, goal) if disjoined => {
                    opened = true;
                    goal
                }
                _ => r,
            })
            .collect();
        if outside.is_empty() && !opened {
            return (b, None);
        }
        let join = |kernel: &mut Self, members: Vec<Ref>| {
            if disjoined { kernel.or(members) } else { kernel.and(members) }
        };
        let goal = join(self, inside);
        let outside = (!outside.is_empty()).then(|| (join(self, outside), disjoined));
        (goal, outside)
    }

    /// Some of them.
    pub fn or(&mut self, mut members: Vec<Ref>) -> Ref {
        for member in &mut members {
            *member = !*member;
        }
        !self.and(members)
    }

    /// All of them.
    pub fn and(&mut self, members: Vec<Ref>) -> Ref {
        self.and_merging(members, MERGES)
    }

    fn flat(&self, members: &[Ref]) -> Vec<Ref> {
        members.iter().flat_map(|r| self.conjuncts(r)).copied().collect()
    }

    /// `X φ & X ψ = X(φ & ψ)`, level by level: no recursion over nested nexts.
    fn and_merging(&mut self, members: Vec<Ref>, merges: u32) -> Ref {
        let mut levels: Vec<(Vec<Ref>, bool)> = Vec::new();
        let mut current = members;
        loop {
            current = self.flat(&current);
            let nexts = current.iter().filter(|&&r| self.as_next(r).is_some()).count();
            if nexts < 2 || merges == 0 {
                break;
            }
            let (mut inner, mut rest, mut strong) = (Vec::new(), Vec::new(), false);
            for &r in &current {
                match self.as_next(r) {
                    Some((a, is_strong)) => {
                        strong |= is_strong;
                        inner.push(a);
                    }
                    None => rest.push(r),
                }
            }
            levels.push((rest, strong));
            current = inner;
        }
        let mut result = self.and_level(current, merges);
        while let Some((mut rest, strong)) = levels.pop() {
            rest.push(if strong { self.next(result) } else { self.weak_next(result) });
            result = self.and_level(rest, merges);
        }
        result
    }

    /// A conjunction in which at most one member is a next.
    fn and_level(&mut self, mut members: Vec<Ref>, merges: u32) -> Ref {
        loop {
            members = self.flat(&members);
            members.sort_unstable();
            members.dedup();
            if members.first() == Some(&Ref::TRUE) {
                members.remove(0);
            }
            let contradiction = members.windows(2).any(|pair| pair[0] == !pair[1]);
            if contradiction || members.first() == Some(&Ref::FALSE) {
                return Ref::FALSE;
            }
            if merges > 0 && self.merge_globally(&mut members, merges) {
                continue;
            }
            match self.absorb(&mut members) {
                None => return Ref::FALSE,
                Some(true) => {}
                Some(false) => break,
            }
        }
        match members.len() {
            0 => Ref::TRUE,
            1 => members[0],
            _ => self.intern(Shape::And(members.into())),
        }
    }

    /// `G φ & G ψ = G(φ & ψ)`, `F G φ & F G ψ = F G(φ & ψ)`. Whether anything was merged.
    fn merge_globally(&mut self, members: &mut Vec<Ref>, merges: u32) -> bool {
        let persistent = |kernel: &Self, r: Ref| match kernel.view(r) {
            View::Until(Ref::TRUE, b) => kernel.as_globally(b),
            _ => None,
        };
        let globally: Vec<Ref> = members.iter().filter_map(|&r| self.as_globally(r)).collect();
        let last: Vec<Ref> = members.iter().filter_map(|&r| persistent(self, r)).collect();
        if globally.len() < 2 && last.len() < 2 {
            return false;
        }
        if globally.len() >= 2 {
            members.retain(|&r| self.as_globally(r).is_none());
            // Within G, a further G says nothing more.
            let inner: Vec<Ref> = self.flat(&globally);
            let inner = inner.into_iter().map(|r| self.as_globally(r).unwrap_or(r)).collect();
            let inner = self.and_merging(inner, merges - 1);
            members.push(self.globally(inner));
        }
        if last.len() >= 2 {
            members.retain(|&r| persistent(self, r).is_none());
            let inner = self.and_merging(last, merges - 1);
            let globally = self.globally(inner);
            members.push(self.until(Ref::TRUE, globally));
        }
        true
    }

    /// Drops what other members imply, and what they make impossible from disjunctions. Whether the
    /// set changed so that it must be sorted again; none if it is contradictory.
    fn absorb(&mut self, members: &mut Vec<Ref>) -> Option<bool> {
        let has = |members: &[Ref], r: Ref| members.binary_search(&r).is_ok();
        // φ R ψ says ψ here and now.
        let mut implied: Vec<Ref> = Vec::new();
        for &r in members.iter() {
            if let View::Release(_, b) = self.view(r) {
                if has(members, !b) {
                    return None;
                }
                implied.extend(self.conjuncts(&b));
            }
        }
        implied.sort_unstable();
        let mut changed = false;
        let mut kept = Vec::with_capacity(members.len());
        let mut shortened: Option<(Ref, Vec<Ref>)> = None;
        for &r in members.iter() {
            let drop = has(&implied, r)
                || match self.view(r) {
                    View::Until(_, b) => has(members, b),
                    View::Or(any, sign) => {
                        let any = any.iter().map(|&m| m.xor(sign));
                        any.clone().any(|m| has(members, m) || has(&implied, m)) || {
                            let left: Vec<Ref> = any
                                .clone()
                                .filter(|&m| !has(members, !m) && !has(&implied, !m))
                                .collect();
                            if shortened.is_none() && left.len() < any.count() {
                                shortened = Some((r, left));
                            }
                            false
                        }
                    }
                    _ => false,
                };
            changed |= drop;
            if !drop {
                kept.push(r);
            }
        }
        if !changed && let Some((r, left)) = shortened {
            kept.retain(|&k| k != r);
            let left: Vec<Ref> = left.into_iter().map(|m| !m).collect();
            kept.push(match left.len() {
                0 => return None,
                1 => !left[0],
                _ => !self.intern(Shape::And(left.into())),
            });
            changed = true;
        }
        *members = kept;
        Some(changed)
    }

    /// The variables that occur in `roots`, ascending.
    pub fn variables(&self, roots: &[Ref]) -> Vec<u32> {
        let last = roots.iter().map(|r| r.node()).max().unwrap_or(0);
        let mut wanted = vec![false; last + 1];
        for root in roots {
            wanted[root.node()] = true;
        }
        let mut variables = Vec::new();
        for node in (0..=last).rev() {
            if wanted[node] {
                if let Shape::Variable(variable) = self.shapes[node] {
                    variables.push(variable);
                }
                self.operands(node).iter().for_each(|r| wanted[r.node()] = true);
            }
        }
        variables.sort_unstable();
        variables
    }

    /// By node: what it amounts to on a word that repeats one letter for ever.
    pub fn on_constant_words(&mut self) -> Vec<Ref> {
        let mut constant: Vec<Ref> = Vec::with_capacity(self.len());
        for node in 0..self.len() {
            let of = |r: Ref| constant[r.node()].xor(r.is_negated());
            let value = match &self.shapes[node] {
                Shape::True => Ref::TRUE,
                Shape::Variable(_) => Ref((node as u32) << 1),
                Shape::Next(a) | Shape::Until(_, a) => of(*a),
                Shape::And(members) => {
                    let members = members.iter().map(|&r| of(r)).collect();
                    self.and(members)
                }
            };
            constant.push(value);
        }
        constant
    }
}
