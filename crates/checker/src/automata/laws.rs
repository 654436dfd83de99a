//! The laws that a [`Kernel`] applies as it builds `X`, `U` and `&`; with signs, all the rest.
//!
//! They are those of Somenzi & Bloem (CAV 2000, section 3) and Etessami & Holzmann (CONCUR 2000,
//! section 4: eventual and universal formulas), restricted to the ones that read off one level: each
//! is a look at the operands, not a proof about them.
//!
//! ```
//! use vedette_checker::automata::kernel::{Kernel, Ref};
//! use vedette_checker::words::Reading;
//!
//! let mut kernel = Kernel::new(Reading::Infinite);
//! let (a, b) = (kernel.variable(0), kernel.variable(1));
//! // G a & (a | b) = G a, and G F X b = G F b.
//! let globally = kernel.globally(a);
//! let either = kernel.or(vec![a, b]);
//! assert_eq!(kernel.and(vec![globally, either]), globally);
//! let next = kernel.next(b);
//! let often = [next, b].map(|b| {
//!     let eventually = kernel.until(Ref::TRUE, b);
//!     kernel.globally(eventually)
//! });
//! assert_eq!(often[0], often[1]);
//! ```
//!
//! Stronger simplification (implication among all pairs of sub-formulas) is quadratic, and pays only
//! where the automaton is large; it can be added in front without touching this.

use super::kernel::{Kernel, Ref, Shape, View};

/// How deep merged conjunctions may open further merges; beyond it they are left as they are.
const MERGES: u32 = 3;

impl Kernel {
    /// `X φ`, strong.
    pub fn next(&mut self, a: Ref) -> Ref {
        if a == Ref::FALSE {
            return a;
        }
        if self.is_finite() {
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
        self.find(&Shape::Until(a, b))
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
}
