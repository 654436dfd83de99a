//! Subgoals: what a plan says is to be true, line by line.
//!
//! ```
//! use vedette_report::evaluation::{program::FaultKind, subgoal::plan, task::TaskSet};
//!
//! let set = TaskSet::read(include_bytes!("../../../../packs/tasks/sample.json"), "sample").unwrap();
//! let scene = &set.tasks[0].household.scene;
//! let found = plan("```plan\nheld(pan.5)\nontop(pan.5, stove.4) & !held(pan.5)\n```", scene, false);
//! let told: Vec<String> = found.subgoals.unwrap().iter().map(ToString::to_string).collect();
//! assert_eq!(told, ["held(pan.5)", "ontop(pan.5, stove.4) & !held(pan.5)"]);
//! let fault = &plan("```plan\nheld(pan.5)\nhot(pan.5)\n```", scene, false).faults[0];
//! assert_eq!((fault.kind, fault.line), (FaultKind::UnknownFact, 3));
//! ```
//!
//! # Why literals only
//! A subgoal describes the next state: what becomes true and what becomes false. `a | b` leaves open which,
//! and a temporal operator speaks of other states than this one; neither says what a rule is to be asked
//! of. An action is no state either. Reference: SENTINEL, appendix F.2; docs/semantics.md, section 4.

use super::program::{Fault, FaultKind, block, clip};
use std::fmt;
use std::sync::Arc;
use vedette_checker::formula::{Atom, Binary, Formula, Node, Term, Unary};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;
use vedette_worlds::household::Scene;
use vedette_worlds::vocabulary::Vocabulary;

/// The most facts of a subgoal.
const LITERALS: usize = 64;
/// Facts of one object that exclude one another.
const OPPOSITES: [(&str, &str); 5] = [
    ("on", "off"),
    ("open", "closed"),
    ("clean", "dirty"),
    ("plugged_in", "plugged_out"),
    ("sitting", "lying"),
];

/// The fact that a fact excludes, if there is one.
pub(super) fn opposite(name: &str) -> Option<&'static str> {
    let other = |&(a, b): &(&'static str, &'static str)| {
        if a == name {
            Some(b)
        } else if b == name {
            Some(a)
        } else {
            None
        }
    };
    OPPOSITES.iter().find_map(other)
}

/// A fact that is to hold, or not to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// Whether it is to hold.
    pub holds: bool,
    /// The predicate, as the vocabulary names it.
    pub name: Arc<str>,
    /// The objects, as the scene names them.
    pub args: Box<[Arc<str>]>,
}

/// Literals that are to hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subgoal {
    /// The literals, as written.
    pub literals: Vec<Literal>,
}

/// A plan, as far as there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The subgoals; none if something is wrong.
    pub subgoals: Option<Vec<Subgoal>>,
    /// Everything that is wrong.
    pub faults: Vec<Fault>,
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = if self.holds { "" } else { "!" };
        write!(f, "{not}{}({})", self.name, self.args.join(", "))
    }
}

impl fmt::Display for Subgoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, literal) in self.literals.iter().enumerate() {
            let and = if at == 0 { "" } else { " & " };
            write!(f, "{and}{literal}")?;
        }
        Ok(())
    }
}

/// The plan of an answer in a scene. With `strict`, a plan without a code block is none.
pub fn plan(answer: &str, scene: &Scene, strict: bool) -> Found {
    let block = match block(answer, "plan", &|line| line.contains('(') && line.ends_with(')')) {
        Ok(block) if strict && block.bare => {
            let message = "found a plan without a code block".to_owned();
            let faults = vec![Fault { kind: FaultKind::NoBlock, line: 0, message }];
            return Found { subgoals: None, faults };
        }
        Ok(block) => block,
        Err(fault) => return Found { subgoals: None, faults: vec![fault] },
    };
    let vocabulary = Vocabulary::household();
    let (mut subgoals, mut faults) = (Vec::new(), Vec::new());
    for (index, line) in block.text.lines().enumerate() {
        let text = line.trim();
        if text.is_empty() {
            continue;
        }
        match subgoal(text, scene, &vocabulary) {
            Ok(subgoal) => subgoals.push(subgoal),
            Err((kind, message)) => {
                faults.push(Fault { kind, line: block.line + index, message: clip(&message) });
            }
        }
    }
    Found { subgoals: faults.is_empty().then_some(subgoals), faults }
}

type Wrong = (FaultKind, String);

/// The subgoal of a line.
fn subgoal(text: &str, scene: &Scene, vocabulary: &Vocabulary) -> Result<Subgoal, Wrong> {
    let parsed = parse(text, Dialect::Vedette, Reading::Finite);
    if let Some(error) = parsed.errors.first() {
        let column = text[..error.span.start.min(text.len())].chars().count() + 1;
        let message =
            format!("character {column}: found {}, expected {}", error.found, error.expected);
        return Err((FaultKind::Malformed, message));
    }
    let Formula { pool, root } = &parsed.formula;
    let mut literals: Vec<Literal> = Vec::new();
    let mut open = vec![*root];
    while let Some(id) = open.pop() {
        if literals.len() == LITERALS {
            let message =
                format!("found more than {LITERALS} facts, expected fewer in one subgoal");
            return Err((FaultKind::Malformed, message));
        }
        let (holds, inner) = match pool.node(id) {
            Node::Binary(Binary::And, a, b) => {
                // The stack hands out the left one first.
                open.extend([b, a]);
                continue;
            }
            Node::Unary(Unary::Not, inner) => (false, inner),
            _ => (true, id),
        };
        let Node::Atom(atom) = pool.node(inner) else {
            return Err((
                FaultKind::Malformed,
                format!("found {text:?}, expected facts joined by `&`"),
            ));
        };
        let Atom::Fact(fact) = pool.atom(atom) else {
            return Err((
                FaultKind::Malformed,
                format!("found a comparison in {text:?}, expected facts"),
            ));
        };
        let mut args: Vec<&str> = Vec::new();
        for term in &fact.args {
            let Term::Name(symbol) = term else {
                return Err((
                    FaultKind::Malformed,
                    format!("found {text:?}, expected names of objects"),
                ));
            };
            args.push(pool.name(*symbol));
        }
        literals.push(literal(holds, pool.name(fact.name), &args, scene, vocabulary)?);
    }
    for (at, one) in literals.iter().enumerate() {
        let clash = |other: &&Literal| {
            let same = other.name == one.name && other.holds != one.holds;
            let opposite = opposite(&one.name) == Some(&*other.name) && one.holds && other.holds;
            other.args == one.args && (same || opposite)
        };
        if let Some(other) = literals[..at].iter().find(clash) {
            let message =
                format!("found {other} and {one} at once, expected what can be true together");
            return Err((FaultKind::Malformed, message));
        }
    }
    Ok(Subgoal { literals })
}

fn literal(
    holds: bool,
    name: &str,
    args: &[&str],
    scene: &Scene,
    vocabulary: &Vocabulary,
) -> Result<Literal, Wrong> {
    let Some((predicate, negated)) = vocabulary.predicate(name) else {
        return Err((
            FaultKind::UnknownFact,
            format!("found {name:?}, which is no fact of households"),
        ));
    };
    if predicate.args.len() != args.len() {
        let message =
            format!("found {} objects for {name:?}, expected {}", args.len(), predicate.args.len());
        return Err((FaultKind::UnknownFact, message));
    }
    let mut known = Vec::with_capacity(args.len());
    for &arg in args {
        let Some(slot) = scene.slots().find(|&slot| **scene.name(slot) == *arg) else {
            return Err((
                FaultKind::UnknownObject,
                format!("found {arg:?}, which is no object of the scene"),
            ));
        };
        known.push(scene.name(slot).clone());
    }
    let name = predicate.name.as_ref().into();
    Ok(Literal { holds: holds != negated, name, args: known.into() })
}
