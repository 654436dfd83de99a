//! What a plan says happens: the states at its subgoals, and which rules can be asked of them.
//!
//! ```
//! use vedette_report::evaluation::{milestones::{asked, milestones}, subgoal::plan, task::TaskSet};
//! use vedette_worlds::trajectory::State;
//!
//! let set = TaskSet::read(include_bytes!("../../../../packs/tasks/sample.json"), "sample").unwrap();
//! let task = &set.tasks[0];
//! let found = plan("```plan\nontop(pan.5, stove.4)\non(stove.4)\n```", &task.household.scene, false);
//! let trajectory = milestones(task, &found.subgoals.unwrap(), 1);
//! let State::Facts(last) = &*trajectory.steps[2].state else { panic!() };
//! let holds = |text: &str| last.facts.iter().any(|fact| fact.to_string() == text);
//! assert!(holds("on(stove.4)") && holds("ontop(pan.5, stove.4)"));
//! assert!(!holds("off(stove.4)") && !holds("ontop(pan.5, kitchen_counter.2)"), "one place at a time");
//! assert!(asked("G !ontop(towel.8, stove.4)", task) && !asked("G !near(towel.8, stove.4)", task));
//! ```
//!
//! # What becomes of everything else
//! The state at a subgoal is the one before with its literals made true, and what excludes them made
//! false: a device is not on and off, a thing is in one place. All else persists, and the first state is
//! complete (docs/semantics.md, section 4). That is right of facts that only change when somebody means
//! them to. It is wrong of where the agent stands and what is within its reach, which change on the way
//! to every subgoal and are said by none; and a plan has no actions. A rule that speaks of these is *not
//! asked* at this level: silence about them is no answer. The trajectory level asks it.
//!
//! Reference: SENTINEL, Algorithm 4 and section 3.2 (what plans cannot show).

use super::subgoal::{Literal, Subgoal, opposite};
use super::task::Task;
use std::sync::Arc;
use vedette_checker::formula::{Atom, Node, Term};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;
use vedette_worlds::household::Recording;
use vedette_worlds::trajectory::{Fact, Facts, State, Step, Trajectory};
use vedette_worlds::vocabulary::Vocabulary;

/// Facts that change on the way, whatever a plan says.
const ON_THE_WAY: [&str; 5] = ["near", "facing", "holds", "holds_lh", "holds_rh"];
/// Facts that say where their first object is.
const PLACES: [&str; 3] = ["held", "inside", "ontop"];

/// The states at the subgoals, the first state before them.
pub fn milestones(task: &Task, subgoals: &[Subgoal], sample: u32) -> Trajectory {
    let vocabulary = Vocabulary::household();
    let mut trajectory =
        Recording::new(task.start()).finish(&task.id, &sample.to_string(), "planned");
    let mut facts: Vec<Arc<Fact>> = match &*trajectory.steps[0].state {
        State::Facts(first) => first.facts.iter().map(|fact| named(fact, &vocabulary)).collect(),
        State::Scene(_) => Vec::new(),
    };
    let state = |facts: &[Arc<Fact>]| {
        let mut facts = facts.to_vec();
        facts.sort_unstable();
        facts.dedup();
        Arc::new(State::Facts(Facts { facts: facts.into(), numbers: Box::default() }))
    };
    trajectory.steps = vec![Step { action: None, state: state(&facts), clock: None }];
    for subgoal in subgoals {
        for literal in &subgoal.literals {
            // What is open and then is not, is closed.
            let had = facts.iter().any(|f| f.name == literal.name && f.args == literal.args);
            let other = opposite(&literal.name).filter(|_| had).map(Arc::from);
            facts.retain(|fact| !excluded(fact, literal, task));
            let name = if literal.holds { Some(literal.name.clone()) } else { other };
            if let Some(name) = name {
                facts.push(Arc::new(Fact { name, args: literal.args.clone() }));
            }
        }
        trajectory.steps.push(Step { action: None, state: state(&facts), clock: None });
    }
    trajectory
}

/// A fact under the name that the vocabulary has for it.
fn named(fact: &Arc<Fact>, vocabulary: &Vocabulary) -> Arc<Fact> {
    match vocabulary.predicate(&fact.name) {
        Some((predicate, false)) => {
            Arc::new(Fact { name: predicate.name.as_ref().into(), args: fact.args.clone() })
        }
        _ => fact.clone(),
    }
}

/// Whether a fact cannot hold any more once a literal does.
fn excluded(fact: &Fact, literal: &Literal, task: &Task) -> bool {
    if fact.name == literal.name && fact.args == literal.args {
        return true;
    }
    if !literal.holds || fact.args.first() != literal.args.first() {
        return false;
    }
    let (said, other) = (&*literal.name, &*fact.name);
    if fact.args == literal.args && opposite(said) == Some(other) {
        return true;
    }
    // What is inside a room may be anywhere in it; of two rooms it is in one.
    let in_room = |name: &str, args: &[Arc<str>]| {
        name == "inside" && args.get(1).is_some_and(|place| is_room(task, place))
    };
    let rooms = (in_room(said, &literal.args), in_room(other, &fact.args));
    PLACES.contains(&said) && PLACES.contains(&other) && rooms.0 == rooms.1
}

fn is_room(task: &Task, name: &str) -> bool {
    let scene = &task.household.scene;
    scene.slots().any(|slot| **scene.name(slot) == *name && scene.node(slot).is_room())
}

/// Whether a rule can be asked of a plan.
pub fn asked(rule: &str, task: &Task) -> bool {
    let vocabulary = Vocabulary::household();
    let parsed = parse(rule, Dialect::Vedette, Reading::Finite);
    let formula = &parsed.formula;
    formula.nodes().into_iter().all(|id| {
        let Node::Atom(atom) = formula.pool.node(id) else { return true };
        let Atom::Fact(fact) = formula.pool.atom(atom) else { return false };
        let Some((predicate, _)) = vocabulary.predicate(formula.pool.name(fact.name)) else {
            return false;
        };
        let in_room = &*predicate.name == "inside"
            && matches!(fact.args.get(1), Some(Term::Name(place)) if is_room(task, formula.pool.name(*place)));
        !ON_THE_WAY.contains(&&*predicate.name) && !in_room
    })
}
