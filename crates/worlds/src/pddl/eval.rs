//! Conditions asked of a state, and effects of an action in it: loops with a stack, and a bound.
//!
//! A quantifier goes through the objects of its types; its parts are asked once for each. The stack is
//! as high as brackets are nested. A condition with many variables over many objects could take for
//! ever, so the parts that are asked are counted: past [`MOST`] there is no answer.

use super::model::{Expr, Ground, Part, Term, Typed, Types};
use std::collections::BTreeSet;

/// The most parts that one step asks.
const MOST: usize = 50_000_000;

/// More parts would have to be asked than are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// The objects of each type.
pub(super) fn members(types: &Types, objects: &[Typed]) -> Vec<Vec<usize>> {
    let of = |kind| {
        let all = objects.iter().enumerate();
        all.filter(|(_, object)| types.is(object.kind, kind)).map(|(at, _)| at).collect()
    };
    (0..types.len()).map(of).collect()
}

/// A state, and what the variables stand for.
pub(super) struct Asking<'a> {
    pub(super) members: &'a [Vec<usize>],
    pub(super) state: &'a BTreeSet<Ground>,
    pub(super) variables: &'a [Typed],
    /// The object that each variable stands for.
    values: Vec<usize>,
    /// Where each variable is among the objects of its type.
    positions: Vec<usize>,
    left: usize,
}

impl<'a> Asking<'a> {
    /// The first variables stand for `args`.
    pub(super) fn new(
        members: &'a [Vec<usize>],
        state: &'a BTreeSet<Ground>,
        variables: &'a [Typed],
        args: &[usize],
    ) -> Self {
        let mut values = args.to_vec();
        values.resize(variables.len(), 0);
        let positions = vec![0; variables.len()];
        Self { members, state, variables, values, positions, left: MOST }
    }

    pub(super) fn object(&self, term: Term) -> usize {
        match term {
            Term::Object(object) => object,
            Term::Variable(variable) => self.values[variable],
        }
    }

    pub(super) fn ground(&self, predicate: usize, terms: &[Term]) -> Ground {
        Ground { predicate, args: terms.iter().map(|&term| self.object(term)).collect() }
    }

    fn spend(&mut self) -> Result<(), TooLarge> {
        self.left = self.left.checked_sub(1).ok_or(TooLarge)?;
        Ok(())
    }

    fn set(&mut self, variable: usize, position: usize) -> bool {
        let objects = &self.members[self.variables[variable].kind];
        let Some(&object) = objects.get(position) else { return false };
        (self.positions[variable], self.values[variable]) = (position, object);
        true
    }

    /// The first values of the variables; false if one has none.
    pub(super) fn first(&mut self, bound: &[usize]) -> bool {
        bound.iter().all(|&variable| self.set(variable, 0))
    }

    /// The next values; false after the last.
    pub(super) fn next(&mut self, bound: &[usize]) -> bool {
        for &variable in bound.iter().rev() {
            if self.set(variable, self.positions[variable] + 1) {
                return true;
            }
            self.set(variable, 0);
        }
        false
    }

    /// Whether a part of a condition holds.
    pub(super) fn holds(&mut self, expr: &Expr, root: usize) -> Result<bool, TooLarge> {
        let parts = expr.parts();
        // How many of its parts each open part has asked; the answer to the last question.
        let mut open = vec![(root, 0_usize)];
        let mut answer: Option<bool> = None;
        while let Some((part, asked)) = open.last_mut() {
            let came = answer.take();
            if came.is_none() {
                self.spend()?;
            }
            let next = match &parts[*part] {
                Part::Atom(predicate, terms) => {
                    Err(self.state.contains(&self.ground(*predicate, terms)))
                }
                Part::Equal(a, b) => Err(self.object(*a) == self.object(*b)),
                Part::Not(inner) => came.map_or(Ok(*inner), |came| Err(!came)),
                Part::And(inner) => match (came, inner.get(*asked)) {
                    (Some(false), _) => Err(false),
                    (_, Some(&inner)) => Ok(inner),
                    (_, None) => Err(true),
                },
                Part::Or(inner) => match (came, inner.get(*asked)) {
                    (Some(true), _) => Err(true),
                    (_, Some(&inner)) => Ok(inner),
                    (_, None) => Err(false),
                },
                Part::Imply(first, second) => match (came, *asked) {
                    (Some(false), 1) => Err(true),
                    (Some(came), 2) => Err(came),
                    (Some(_), _) => Ok(*second),
                    (None, _) => Ok(*first),
                },
                // An effect is not asked.
                Part::When(..) => Err(false),
                Part::Forall(bound, inner) => match came {
                    Some(false) => Err(false),
                    Some(true) if !self.next(bound) => Err(true),
                    None if !self.first(bound) => Err(true),
                    _ => Ok(*inner),
                },
                Part::Exists(bound, inner) => match came {
                    Some(true) => Err(true),
                    Some(false) if !self.next(bound) => Err(false),
                    None if !self.first(bound) => Err(false),
                    _ => Ok(*inner),
                },
            };
            match next {
                Ok(inner) => {
                    *asked += 1;
                    open.push((inner, 0));
                }
                Err(value) => {
                    answer = Some(value);
                    open.pop();
                }
            }
        }
        Ok(answer.unwrap_or(false))
    }

    /// What an effect adds and takes away, by the state before.
    pub(super) fn effect(&mut self, expr: &Expr) -> Result<[BTreeSet<Ground>; 2], TooLarge> {
        let parts = expr.parts();
        let [mut added, mut removed] = [BTreeSet::new(), BTreeSet::new()];
        let mut open = vec![(expr.root(), 0_usize)];
        while let Some((part, done)) = open.last_mut() {
            self.spend()?;
            let next = match &parts[*part] {
                Part::Atom(predicate, terms) => {
                    added.insert(self.ground(*predicate, terms));
                    None
                }
                Part::Not(inner) => {
                    if let Part::Atom(predicate, terms) = &parts[*inner] {
                        removed.insert(self.ground(*predicate, terms));
                    }
                    None
                }
                Part::And(inner) => inner.get(*done).copied(),
                Part::Forall(bound, inner) => {
                    let more = if *done == 0 { self.first(bound) } else { self.next(bound) };
                    more.then_some(*inner)
                }
                Part::When(condition, inner) => {
                    let first = *done == 0;
                    let (condition, inner) = (*condition, *inner);
                    (first && self.holds(expr, condition)?).then_some(inner)
                }
                Part::Or(_) | Part::Imply(..) | Part::Exists(..) | Part::Equal(..) => None,
            };
            match next {
                Some(inner) => {
                    *done += 1;
                    open.push((inner, 0));
                }
                None => {
                    open.pop();
                }
            }
        }
        Ok([added, removed])
    }
}
