//! Whether a subgoal can be reached: a breadth-first search over actions that matter for it.
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
//! *Found*: the simulator did these steps, and the subgoal held. *Impossible*: some literal does not hold and
//! no action of the household can make it hold, whatever is done before, because a property is missing that
//! never changes. *Not found*: neither. The search tries only actions on objects that the subgoal is about, on
//! what these are in or on, and on what is in the hands, and only so many states; so a subgoal that is not
//! found is *not decided*, never called unreachable.
//!
//! As in the paper the search goes on from the first shortest sequence; where a later subgoal can only be
//! reached by another, it is not found. Reference: SENTINEL, Algorithm 5.

use super::subgoal::{Literal, Subgoal};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use vedette_worlds::household::{
    Action, Kind, Line, Named, ObjectState, Property, Relation, Run, Slot, State, Step,
};

/// The most states that are looked at for one subgoal.
const STATES: usize = 2_000;

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
    let wanted: Vec<Wanted> =
        subgoal.literals.iter().filter_map(|one| Wanted::of(one, start)).collect();
    let holds = |run: &Run| wanted.iter().all(|literal| literal.holds(run));
    if holds(start) {
        return Segment::Found { steps: Vec::new(), run: Box::new(start.clone()) };
    }
    let mut missing = wanted.iter().filter(|literal| !literal.holds(start));
    if let Some(why) = missing.find_map(|literal| literal.impossible(start)) {
        return Segment::Impossible(why);
    }
    let matter = objects(start, &wanted);
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    seen.insert(hash(start.state()));
    let mut nodes: Vec<(Run, Option<(usize, Step)>)> = vec![(start.clone(), None)];
    let mut at = 0;
    while at < nodes.len() {
        for step in actions(&nodes[at].0, &matter) {
            let mut run = nodes[at].0.clone();
            let line = Line { number: 0, text: String::new(), step: Ok(step.clone()) };
            if run.step(&line).is_err() || !seen.insert(hash(run.state())) {
                continue;
            }
            let reached = holds(&run);
            nodes.push((run, Some((at, step))));
            if reached {
                return found(&nodes);
            }
            if nodes.len() >= STATES {
                return Segment::NotFound(format!(
                    "not found among {STATES} states; missing there: {}",
                    nearest(&nodes, &wanted)
                ));
            }
        }
        at += 1;
    }
    Segment::NotFound(format!(
        "not found by actions on the {} objects that matter for it, {} states; missing there: {}",
        matter.len(),
        nodes.len(),
        nearest(&nodes, &wanted)
    ))
}

/// The way to the last state.
fn found(nodes: &[(Run, Option<(usize, Step)>)]) -> Segment {
    let mut steps = Vec::new();
    let mut at = nodes.len() - 1;
    let run = Box::new(nodes[at].0.clone());
    while let Some((before, step)) = &nodes[at].1 {
        steps.push(step.clone());
        at = *before;
    }
    steps.reverse();
    Segment::Found { steps, run }
}

/// The literals that do not hold in the state in which most do; of several, the first.
fn nearest(nodes: &[(Run, Option<(usize, Step)>)], wanted: &[Wanted]) -> String {
    let missing = |run: &Run| -> Vec<&str> {
        wanted.iter().filter(|one| !one.holds(run)).map(|one| one.text.as_str()).collect()
    };
    let best = nodes.iter().map(|(run, _)| missing(run)).min_by_key(Vec::len);
    best.unwrap_or_default().join(", ")
}

/// A number that equal states share.
fn hash(state: &State) -> u64 {
    let mut hasher = FxHasher::default();
    for at in 0..state.objects() {
        let slot = state.slot(at);
        for held in state.states(slot).iter() {
            (at, held).hash(&mut hasher);
        }
        for edge in state.edges_of(slot) {
            edge.hash(&mut hasher);
        }
    }
    state.memories().hash(&mut hasher);
    hasher.finish()
}

/// A literal in terms of the household.
#[derive(Clone, Debug)]
struct Wanted {
    holds: bool,
    what: What,
    slots: Vec<Slot>,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    State(ObjectState),
    Held,
    Holds,
    Relation(Relation),
}

impl Wanted {
    fn of(literal: &Literal, run: &Run) -> Option<Self> {
        let scene = run.scene();
        let slot = |name: &str| scene.slots().find(|&slot| **scene.name(slot) == *name);
        let slots: Vec<Slot> = literal.args.iter().filter_map(|arg| slot(arg)).collect();
        let what = match (&*literal.name, slots.len()) {
            ("held", 1) => What::Held,
            ("holds", 2) => What::Holds,
            ("near", 2) => What::Relation(Relation::Close),
            ("ontop", 2) => What::Relation(Relation::On),
            (name, 1) => What::State(ObjectState::named(name)?),
            (name, 2) => What::Relation(Relation::named(name)?),
            _ => return None,
        };
        Some(Self { holds: literal.holds, what, slots, text: literal.to_string() })
    }

    fn holds(&self, run: &Run) -> bool {
        let state = run.state();
        let holds = |who: Slot, what: Slot| {
            state.has(who, Relation::HoldsRh, what) || state.has(who, Relation::HoldsLh, what)
        };
        let found = match (self.what, &self.slots[..]) {
            (What::State(wanted), [slot]) => state.states(*slot).has(wanted),
            (What::Held, [slot]) => holds(run.scene().character(), *slot),
            (What::Holds, [who, slot]) => holds(*who, *slot),
            (What::Relation(relation), [from, to]) => {
                state.has(*from, relation, *to)
                    || (relation == Relation::Close && state.has(*to, relation, *from))
            }
            _ => false,
        };
        found == self.holds
    }

    /// Why no action can make it true, if that is so: the action that would says that the object is not
    /// such, for want of a property.
    fn impossible(&self, run: &Run) -> Option<String> {
        let (scene, slot) = (run.scene(), *self.slots.first()?);
        let (property, action) = match self.what {
            What::State(state) => changer(state, self.holds)?,
            What::Held if self.holds => (Property::Grabbable, Action::Grab),
            // What is held can be put down; relations come about in many ways.
            What::Held | What::Holds | What::Relation(_) => return None,
        };
        let node = scene.node(slot);
        let named = Named { class: node.class.clone(), id: node.id };
        let step = Step { action, args: vec![named] };
        let line = Line { number: 0, text: String::new(), step: Ok(step) };
        // Some classes need no property: the simulator knows them.
        let refused = run.clone().step(&line).is_err_and(|failed| failed.kind == Kind::Afford);
        (refused && !node.properties.has(property)).then(|| {
            format!(
                "{}: {} is not {}, and no action makes it so",
                self.text,
                scene.shown(slot),
                property.name()
            )
        })
    }
}

/// The only action that makes a state hold, or no longer hold, and the property that it asks for; none
/// where there is more than one such action.
fn changer(state: ObjectState, holds: bool) -> Option<(Property, Action)> {
    use ObjectState::{Closed, Off, On, Open, PluggedIn, PluggedOut};
    Some(match (state, holds) {
        (On, true) | (Off, false) => (Property::HasSwitch, Action::SwitchOn),
        (Off, true) | (On, false) => (Property::HasSwitch, Action::SwitchOff),
        (Open, true) | (Closed, false) => (Property::CanOpen, Action::Open),
        (Closed, true) | (Open, false) => (Property::CanOpen, Action::Close),
        (PluggedIn, true) | (PluggedOut, false) => (Property::HasPlug, Action::PlugIn),
        (PluggedOut, true) | (PluggedIn, false) => (Property::HasPlug, Action::PlugOut),
        _ => return None,
    })
}

/// The objects that the search acts on, ascending.
fn objects(run: &Run, wanted: &[Wanted]) -> Vec<Slot> {
    let (scene, state) = (run.scene(), run.state());
    let me = scene.character();
    let mut open: Vec<Slot> = wanted.iter().flat_map(|one| one.slots.iter().copied()).collect();
    for relation in [Relation::HoldsRh, Relation::HoldsLh] {
        open.extend(state.targets(me, relation));
    }
    let mut found = FxHashSet::default();
    while let Some(slot) = open.pop() {
        if slot == me || !found.insert(slot) {
            continue;
        }
        for relation in [Relation::Inside, Relation::On] {
            open.extend(
                state.targets(slot, relation).filter(|&place| !scene.node(place).is_room()),
            );
        }
    }
    let mut all: Vec<Slot> = found.into_iter().collect();
    all.sort_unstable();
    all
}

/// The steps that are tried in a state.
fn actions(run: &Run, objects: &[Slot]) -> Vec<Step> {
    let (scene, state) = (run.scene(), run.state());
    let me = scene.character();
    let named = |slot: Slot| {
        let node = scene.node(slot);
        Named { class: node.class.clone(), id: node.id }
    };
    let step =
        |action, slots: &[Slot]| Step { action, args: slots.iter().map(|&s| named(s)).collect() };
    let held: Vec<Slot> = [Relation::HoldsRh, Relation::HoldsLh]
        .into_iter()
        .flat_map(|relation| state.targets(me, relation))
        .collect();
    let mut steps = Vec::new();
    for &slot in objects {
        let has = |property| scene.node(slot).properties.has(property);
        steps.push(step(Action::Walk, &[slot]));
        for (property, actions) in [
            (Property::Grabbable, &[Action::Grab][..]),
            (Property::Sittable, &[Action::Sit]),
            (Property::Lieable, &[Action::Lie]),
            (Property::Clothes, &[Action::PutOn, Action::PutOff]),
        ] {
            if has(property) {
                steps.extend(actions.iter().map(|&action| step(action, &[slot])));
            }
        }
        // By state, not by property: some classes are opened without one.
        for held in state.states(slot).iter() {
            let action = match held {
                ObjectState::On => Action::SwitchOff,
                ObjectState::Off => Action::SwitchOn,
                ObjectState::Open => Action::Close,
                ObjectState::Closed => Action::Open,
                ObjectState::PluggedIn => Action::PlugOut,
                ObjectState::PluggedOut => Action::PlugIn,
                _ => continue,
            };
            steps.push(step(action, &[slot]));
        }
        if state.states(slot).has(ObjectState::Dirty) {
            steps.push(step(Action::Wipe, &[slot]));
            steps.push(step(Action::Wash, &[slot]));
        }
        steps.push(step(Action::TurnTo, &[slot]));
        for &thing in held.iter().filter(|&&thing| thing != slot) {
            steps.push(step(Action::PutBack, &[thing, slot]));
            steps.push(step(Action::PutIn, &[thing, slot]));
        }
    }
    steps.extend(held.iter().map(|&thing| step(Action::Drop, &[thing])));
    steps.push(step(Action::StandUp, &[]));
    steps
}
