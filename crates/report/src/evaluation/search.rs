//! Whether a subgoal can be reached: the question to the household, and its answer in the words of plans.
//!
//! ```
//! use vedette_report::evaluation::{search::{Segment, segment}, subgoal::plan, task::TaskSet};
//!
//! let set = TaskSet::read(include_bytes!("../../../../packs/tasks/sample.json"), "sample").unwrap();
//! let task = &set.tasks[1];
//! let reach = |text: &str| {
//!     let answer = format!("```plan\n{text}\n```");
//!     let found = plan(&answer, &task.household.scene, false).subgoals.unwrap();
//!     segment(&task.start(), &found[0])
//! };
//! let Segment::Found { steps, .. } = reach("held(milk.7) & closed(fridge.6)") else { panic!() };
//! let told: Vec<String> = steps.iter().map(ToString::to_string).collect();
//! assert_eq!(told, [
//!     "[WALK] <milk> (7)", "[OPEN] <fridge> (6)", "[GRAB] <milk> (7)", "[CLOSE] <fridge> (6)",
//! ]);
//! let Segment::Impossible(why) = reach("on(milk.7)") else { panic!() };
//! assert_eq!(why, "on(milk.7): <milk> (7) is not HAS_SWITCH, and no action makes it so");
//! ```
//!
//! # What an answer means
//! *Found*: the simulator did these steps, and the subgoal held. *Impossible*: it is proved that nothing brings it
//! about from here ([`vedette_worlds::household::reach`]), and the preconditions that block it are told. *Not found*:
//! neither; such a subgoal is *not decided*, never called unreachable.
//!
//! As in the paper the search goes on from the first shortest sequence; where a later subgoal can only be
//! reached by another, it is not found, or impossible from there. Reference: SENTINEL, Algorithm 5.

use super::subgoal::{Literal, Subgoal};
use vedette_worlds::household::reach::{Effort, Reach, reach};
use vedette_worlds::household::{
    Condition, Line, ObjectState, Precondition, Relation, Run, Scene, Slot, Step, Thing,
};

/// What a search comes to.
#[derive(Clone, Debug)]
pub enum Segment {
    /// Steps that reach the subgoal, and the household after them.
    Found {
        /// The steps, as few as possible among those tried.
        steps: Vec<Step>,
        /// After them.
        run: Box<Run>,
    },
    /// Nothing can make it true: why.
    Impossible(String),
    /// Not decided: what was tried.
    NotFound(String),
}

/// Looks for steps from `start` to a state in which the subgoal holds.
pub fn segment(start: &Run, subgoal: &Subgoal) -> Segment {
    segment_within(start, subgoal, &Effort::default())
}

/// The same, with so much effort.
pub fn segment_within(start: &Run, subgoal: &Subgoal, effort: &Effort<'_>) -> Segment {
    let scene = start.scene();
    let (literals, goal): (Vec<&Literal>, Vec<Precondition>) = subgoal
        .literals
        .iter()
        .filter_map(|literal| Some((literal, condition(literal, scene)?)))
        .unzip();
    match reach(start, &goal, effort) {
        Reach::Found { steps, .. } => {
            let mut run = start.clone();
            for step in &steps {
                let line = Line { number: 0, text: String::new(), step: Ok(step.clone()) };
                // The search did the same step in the same state.
                let _ = run.step(&line);
            }
            Segment::Found { steps, run: Box::new(run) }
        }
        Reach::Unreachable { part, obstacles, states } => {
            let part = part.map(|at| literals[at].to_string());
            let about = part.unwrap_or_else(|| subgoal.to_string());
            let why: Vec<String> = obstacles.iter().map(|one| one.told(scene)).collect();
            Segment::Impossible(match states {
                Some(states) => format!("{about}: holds in none of all {states} states"),
                None => format!("{about}: {}", why.join("; ")),
            })
        }
        Reach::Unknown { limit, states, missing } => {
            let missing: Vec<String> = missing.iter().map(|&at| literals[at].to_string()).collect();
            let missing = missing.join(", ");
            Segment::NotFound(format!(
                "not found among {states} states, {limit}; missing there: {missing}"
            ))
        }
    }
}

/// A literal in terms of the household.
fn condition(literal: &Literal, scene: &Scene) -> Option<Precondition> {
    let slot = |name: &str| scene.slots().find(|&slot| **scene.name(slot) == *name);
    let slots: Vec<Slot> = literal.args.iter().filter_map(|arg| slot(arg)).collect();
    let condition = match (&*literal.name, &slots[..]) {
        ("held", &[what]) => Condition::Holds(scene.character(), Thing::This(what)),
        ("holds", &[who, what]) => Condition::Holds(who, Thing::This(what)),
        ("near", &[from, to]) => Condition::Relation(from, Relation::Close, to),
        ("ontop", &[from, to]) => Condition::Relation(from, Relation::On, to),
        (name, &[slot]) => Condition::State(slot, ObjectState::named(name)?),
        (name, &[from, to]) => Condition::Relation(from, Relation::named(name)?, to),
        _ => return None,
    };
    Some(Precondition { negated: !literal.holds, condition })
}
