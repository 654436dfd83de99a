//! What can never be true together, whatever is done: the places of a thing, the hands, opposites, circles.
//!
//! ```
//! use vedette_worlds::household::reach::exclusive::together;
//! use vedette_worlds::household::{Condition, Precondition, Relation, Rules, Run, read_graph};
//!
//! let graph = r#"{"nodes": [{"id": 1, "class": "hall", "category": "Rooms"}, {"id": 2, "class": "character"},
//!     {"id": 3, "class": "mug", "properties": ["GRABBABLE"]},
//!     {"id": 4, "class": "table", "properties": ["SURFACES"]},
//!     {"id": 5, "class": "shelf", "properties": ["SURFACES"]}],
//!   "edges": [[2, "INSIDE", 1], [3, "INSIDE", 1], [3, "ON", 4]]}"#;
//! let run = Run::new(read_graph(graph.as_bytes(), "home").unwrap(), Rules::strict());
//! let [mug, table, shelf] = [3, 4, 5].map(|id| run.scene().slot(id).unwrap());
//! let on = |place| Precondition { negated: false, condition: Condition::Relation(mug, Relation::On, place) };
//! let found = together(run.scene(), run.state(), &[on(table), on(shelf)]).unwrap();
//! assert_eq!(
//!     found.told(run.scene()),
//!     "ONTOP(mug.3, table.4) and ONTOP(mug.3, shelf.5) are never true together",
//! );
//! assert!(together(run.scene(), run.state(), &[on(shelf)]).is_none());
//! ```
//!
//! # Why it is a proof
//!
//! Each claim is an *invariant*: it is so in the state that is asked about, and no strict action ends it. So it
//! is so in every state that any program leads to.
//!
//! * *Opposites* (open and closed, on and off, …): an action that gives one takes the other. It never
//!   takes one without giving the other, but for posture: who stands up neither sits nor lies.
//! * *On and without power*: what is on keeps its plug in, and what has none is not switched on.
//! * *Hands*: a thing is taken into a hand that is free. There are two.
//! * *Places*: taking lifts a thing off all it is on and out of all it is in, only what is held is put anywhere, and
//!   putting ends the holding. Only pouring leaves a thing both in the hand and in a vessel, so of liquids
//!   what they are in does not count. The agent leaves the seat that it was on.
//! * *Rooms*: who walks is in the new room only, and so is what is carried; what is put down is where it is
//!   put.
//! * *Circles*: nothing is put or poured into or on what is, step by step, in or on it. (A garment of the agent's may
//!   hold what the agent sits on: circles through the agent are not spoken of.)
//!
//! A test runs random programs and looks that no state is ever called impossible. Reference: Fox and Long, *The
//! automatic inference of state invariants in TIM* (1998); Haslum and Geffner, *Admissible heuristics for optimal
//! planning* (2000), for facts that exclude each other by pairs.

use super::super::failure::{Condition, Precondition, Thing};
use super::super::read::circles;
use super::super::scene::{Scene, Slot};
use super::super::state::State;
use super::super::terms::{ObjectState, Property, Relation};
use super::relaxed::Obstacle;
use rustc_hash::FxHashSet;

/// States of one object of which it has never two.
const NEVER_BOTH: [(ObjectState, ObjectState); 6] = [
    (ObjectState::Open, ObjectState::Closed),
    (ObjectState::On, ObjectState::Off),
    (ObjectState::PluggedIn, ObjectState::PluggedOut),
    (ObjectState::Clean, ObjectState::Dirty),
    (ObjectState::Sitting, ObjectState::Lying),
    (ObjectState::On, ObjectState::PluggedOut),
];
/// Of these it keeps one if it has one.
const ONE_OF: [(ObjectState, ObjectState); 4] =
    [NEVER_BOTH[0], NEVER_BOTH[1], NEVER_BOTH[2], NEVER_BOTH[3]];

/// Why all of a goal can never be true at once, if one of the reasons above is there. Only strict rules are
/// looked at. Quadratic in the goal.
pub fn together(scene: &Scene, state: &State, goal: &[Precondition]) -> Option<Obstacle> {
    let household = Household { scene, state, me: scene.character() };
    // An agent that could be picked up would turn all of this upside down.
    if scene.node(household.me).properties.has(Property::Grabbable) {
        return None;
    }
    for (at, &one) in goal.iter().enumerate() {
        let excluded = |&&other: &&Precondition| household.exclude(one, other);
        if let Some(&other) = goal[..at].iter().find(excluded) {
            return Some(Obstacle::Excludes(other, one));
        }
    }
    let held: FxHashSet<Slot> = goal.iter().filter_map(|part| household.held(*part)).collect();
    if held.len() > Relation::HANDS.len() && household.one_a_hand() {
        return Some(Obstacle::Hands(held.len()));
    }
    household.circle(goal).map(Obstacle::Circle)
}

/// Where an object is said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Hand,
    On(Slot),
    Inside(Slot),
    Room(Slot),
}

struct Household<'a> {
    scene: &'a Scene,
    state: &'a State,
    me: Slot,
}

impl Household<'_> {
    /// Whether two parts of a goal are never true together.
    fn exclude(&self, a: Precondition, b: Precondition) -> bool {
        if a.condition == b.condition {
            return a.negated != b.negated;
        }
        if let (Condition::State(x, one), Condition::State(y, other)) = (a.condition, b.condition) {
            return x == y && self.states(x, (one, other), (a.negated, b.negated));
        }
        if a.negated || b.negated {
            return false;
        }
        if let (Condition::Relation(who, hand, one), Condition::Relation(other, same, two)) =
            (a.condition, b.condition)
            && (who, hand) == (other, same)
            && who == self.me
            && Relation::HANDS.contains(&hand)
        {
            return one != two && self.one_a_hand();
        }
        match (self.place(a.condition), self.place(b.condition)) {
            (Some((x, one)), Some((y, other))) => {
                x == y && one != other && self.places(x, one, other)
            }
            _ => false,
        }
    }

    fn states(
        &self,
        x: Slot,
        (one, other): (ObjectState, ObjectState),
        negated: (bool, bool),
    ) -> bool {
        let among = |pairs: &[(ObjectState, ObjectState)]| {
            pairs.contains(&(one, other)) || pairs.contains(&(other, one))
        };
        let (has_one, has_other) = (self.state.states(x).has(one), self.state.states(x).has(other));
        match negated {
            (false, false) => among(&NEVER_BOTH) && !(has_one && has_other),
            (true, true) => among(&ONE_OF) && (has_one || has_other),
            _ => false,
        }
    }

    fn place(&self, condition: Condition) -> Option<(Slot, Place)> {
        match condition {
            Condition::Holds(who, Thing::This(x)) if who == self.me => Some((x, Place::Hand)),
            Condition::Relation(who, hand, x) if Relation::HANDS.contains(&hand) => {
                (who == self.me).then_some((x, Place::Hand))
            }
            Condition::Relation(x, Relation::On, y) => Some((x, Place::On(y))),
            Condition::Relation(x, Relation::Inside, y) if self.scene.node(y).is_room() => {
                Some((x, Place::Room(y)))
            }
            Condition::Relation(x, Relation::Inside, y) => Some((x, Place::Inside(y))),
            _ => None,
        }
    }

    /// Whether an object is never in two such places at once.
    fn places(&self, x: Slot, one: Place, other: Place) -> bool {
        match (one, other) {
            (Place::Room(_), Place::Room(_)) => self.one_room(x),
            (Place::Room(_), _) | (_, Place::Room(_)) => false,
            (Place::Inside(_), _) | (_, Place::Inside(_)) => {
                // The agent gets into nothing but rooms; what it is in otherwise it may leave.
                x != self.me && !self.pours(x) && self.borne(x) + self.contained(x) <= 1
            }
            _ => self.borne(x) <= 1,
        }
    }

    fn pours(&self, x: Slot) -> bool {
        self.scene.node(x).properties.has_any(&[Property::Pourable, Property::Drinkable])
    }

    /// In how many ways an object is held or on something.
    fn borne(&self, x: Slot) -> usize {
        let held = Relation::HANDS.into_iter().any(|hand| self.state.has(self.me, hand, x));
        usize::from(held) + self.state.targets(x, Relation::On).len()
    }

    /// In how many things that are no rooms an object is.
    fn contained(&self, x: Slot) -> usize {
        self.state.targets(x, Relation::Inside).filter(|&y| !self.scene.node(y).is_room()).count()
    }

    /// Whether an object is in one room at most, for good. What is held is put down where the agent is,
    /// so it has to be in that room already.
    fn one_room(&self, x: Slot) -> bool {
        let rooms = |x: Slot| {
            let around = self.state.targets(x, Relation::Inside);
            around.filter(|&y| self.scene.node(y).is_room()).collect::<Vec<_>>()
        };
        let own = rooms(x);
        let held = Relation::HANDS.into_iter().any(|hand| self.state.has(self.me, hand, x));
        own.len() <= 1 && (!held || own == rooms(self.me))
    }

    fn one_a_hand(&self) -> bool {
        Relation::HANDS.into_iter().all(|hand| self.state.targets(self.me, hand).len() <= 1)
    }

    /// What a part of a goal says is held.
    fn held(&self, part: Precondition) -> Option<Slot> {
        match self.place(part.condition) {
            Some((x, Place::Hand)) if !part.negated => Some(x),
            _ => None,
        }
    }

    /// An object that the goal wants, step by step, in or on itself.
    fn circle(&self, goal: &[Precondition]) -> Option<Slot> {
        let edge = |part: &Precondition| match self.place(part.condition)? {
            (x, Place::On(y) | Place::Inside(y)) if !part.negated => Some((x, y)),
            _ => None,
        };
        let fits = |x: Slot| x != self.me && !self.scene.node(x).is_room();
        let mut edges: Vec<(Slot, Slot)> =
            goal.iter().filter_map(edge).filter(|&(x, y)| fits(x) && fits(y)).collect();
        // What is left when all that leads nowhere is taken away leads in a circle.
        loop {
            let before = edges.len();
            let from: FxHashSet<Slot> = edges.iter().map(|edge| edge.0).collect();
            edges.retain(|edge| from.contains(&edge.1));
            if edges.len() == before {
                break;
            }
        }
        let (x, _) = *edges.first()?;
        circles(self.state).is_empty().then_some(x)
    }
}
