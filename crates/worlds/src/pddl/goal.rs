//! A goal as a formula of the last state, for rules, comparison and evaluation.
//!
//! ```
//! use vedette_checker::syntax::{Style, print};
//! use vedette_worlds::pddl::{Naming, goal, read_domain, read_problem};
//!
//! let domain = "(define (domain d) (:requirements :adl) (:predicates (on ?x) (off ?x)))";
//! let domain = read_domain(domain, "d").unwrap().value;
//! let problem = "(define (problem p) (:domain d) (:objects a b) (:init)
//!     (:goal (and (on a) (forall (?x) (or (= ?x a) (not (on ?x)))))))";
//! let problem = read_problem(problem, "p", &domain).unwrap().value;
//! let goal = goal(&domain, &problem, &Naming::domain(&domain, &problem)).unwrap().unwrap();
//! assert_eq!(print(&goal.pool, goal.root, Style::Vedette), "on(a) & !on(b)");
//! ```
//!
//! Quantifiers are written out over the objects of the problem, since types may stand below one another
//! and our quantifiers know classes only; past [`MOST`] parts there is no formula.

use super::eval::{Asking, members};
use super::model::{Domain, Part, Problem};
use super::naming::{Naming, Said};
use std::collections::BTreeSet;
use vedette_checker::formula::{Binary, Formula, Id, Node, Pool, Unary};

/// The most parts that are written.
const MOST: usize = 100_000;

/// Why a goal has no formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoFormula {
    /// Too many parts.
    TooLarge,
    /// The words lack this predicate.
    Missing(String),
}

/// The goal of a problem; none if it has none.
pub fn goal(
    domain: &Domain,
    problem: &Problem,
    naming: &Naming,
) -> Option<Result<Formula, NoFormula>> {
    problem.goal.as_ref().map(|goal| {
        let members = members(&domain.types, &problem.objects);
        let state = BTreeSet::new();
        let mut asking = Asking::new(&members, &state, &goal.variables, &[]);
        let parts = goal.condition.parts();
        let mut pool = Pool::default();
        // The parts that are open, with the formulas of what is in them so far.
        let mut open: Vec<(usize, Vec<Id>)> = vec![(goal.condition.root(), Vec::new())];
        let (mut answer, mut left): (Option<Id>, usize) = (None, MOST);
        while let Some((part, found)) = open.last_mut() {
            left = left.checked_sub(1).ok_or(NoFormula::TooLarge)?;
            let came = answer.take();
            found.extend(came);
            let next = match &parts[*part] {
                Part::Atom(predicate, terms) => {
                    let ground = asking.ground(*predicate, terms);
                    let args: Vec<&str> =
                        ground.args.iter().map(|&object| &*naming.objects[object]).collect();
                    answer = Some(match &naming.predicates[*predicate] {
                        Said::Fact(_, formula) => pool.fact(formula, &args),
                        // It never changes.
                        Said::Property(_) => pool.constant(problem.init.contains(&ground)),
                        Said::Missing => {
                            let name = &domain.predicates[*predicate].name;
                            return Err(NoFormula::Missing(name.to_string()));
                        }
                    });
                    None
                }
                Part::Equal(a, b) => {
                    answer = Some(pool.constant(asking.object(*a) == asking.object(*b)));
                    None
                }
                Part::Not(inner) => (found.is_empty()).then_some(*inner),
                Part::And(inner) | Part::Or(inner) => inner.get(found.len()).copied(),
                Part::Imply(first, second) | Part::When(first, second) => {
                    [*first, *second].get(found.len()).copied()
                }
                Part::Forall(bound, inner) | Part::Exists(bound, inner) => {
                    let first = found.is_empty();
                    let more = if first { asking.first(bound) } else { asking.next(bound) };
                    more.then_some(*inner)
                }
            };
            if let Some(inner) = next {
                open.push((inner, Vec::new()));
                continue;
            }
            if answer.is_none() {
                answer = Some(joined(&mut pool, &parts[*part], found));
            }
            open.pop();
        }
        let root = answer.unwrap_or_else(|| pool.constant(true));
        Ok(Formula::new(pool, root))
    })
}

/// The formula of a part whose own parts have formulas; constants are worked in.
fn joined(pool: &mut Pool, part: &Part, inner: &[Id]) -> Id {
    let constant = |pool: &Pool, id: Id| match pool.node(id) {
        Node::Constant(value) => Some(value),
        _ => None,
    };
    match part {
        Part::Not(_) => match constant(pool, inner[0]) {
            Some(value) => pool.constant(!value),
            None => pool.unary(Unary::Not, inner[0]),
        },
        Part::Imply(..) => match (constant(pool, inner[0]), constant(pool, inner[1])) {
            (Some(true), _) => inner[1],
            (Some(false), _) | (_, Some(true)) => pool.constant(true),
            (_, Some(false)) => pool.unary(Unary::Not, inner[0]),
            _ => pool.binary(Binary::Implies, inner[0], inner[1]),
        },
        _ => {
            let any = matches!(part, Part::Or(_) | Part::Exists(..));
            let binary = if any { Binary::Or } else { Binary::And };
            let mut whole: Option<Id> = None;
            for &id in inner {
                match constant(pool, id) {
                    Some(value) if value == any => return pool.constant(any),
                    Some(_) => {}
                    None => whole = Some(whole.map_or(id, |whole| pool.binary(binary, whole, id))),
                }
            }
            whole.unwrap_or_else(|| pool.constant(!any))
        }
    }
}
