//! What can never become true, whatever is done: the household without undoing.
//!
//! ```
//! use vedette_worlds::household::reach::relaxed::impossible;
//! use vedette_worlds::household::{Condition, ObjectState, Precondition, Rules, Run, read_graph};
//!
//! let graph = r#"{"nodes": [{"id": 1, "class": "hall", "category": "Rooms"}, {"id": 2, "class": "character"},
//!     {"id": 3, "class": "lamp", "properties": ["HAS_SWITCH"], "states": ["OFF", "PLUGGED_OUT"]}],
//!   "edges": [[2, "INSIDE", 1], [3, "INSIDE", 1]]}"#;
//! let run = Run::new(read_graph(graph.as_bytes(), "home").unwrap(), Rules::strict());
//! let lamp = run.scene().slot(3).unwrap();
//! let on = Precondition { negated: false, condition: Condition::State(lamp, ObjectState::On) };
//! let (part, obstacles) = impossible(run.scene(), run.state(), &[on]).unwrap();
//! let told: Vec<String> = obstacles.iter().map(|one| one.told(run.scene())).collect();
//! assert_eq!(part, 0);
//! assert_eq!(told, ["SWITCHON needs !PLUGGED_OUT(lamp.3), which cannot be brought about",
//!     "<lamp> (3) is not HAS_PLUG, and no action makes it so"]);
//! ```
//!
//! # Why it is a proof
//!
//! The least set that has all that holds at first, and what an action brings about whose needs are in the set,
//! has everything that any program brings about, as long as no action is said to need more than it does. So what
//! each action needs is taken down here loosely: nearness, free hands, rooms and free seats are always granted. What
//! is outside the set is unreachable; what is inside may be too. It says what strict rules do: in the compatible mode
//! things move that should not. A test runs random programs and looks that nothing ever becomes true that was called
//! impossible. Reference: Bonet and Geffner, Planning as heuristic search (2001).
//!
//! What is in something closed is shut away: nothing that is in it is lifted, so it stays in, as long as it is closed.

use super::super::action::Action;
use super::super::failure::{Condition, Precondition, Thing};
use super::super::scene::{Scene, Slot};
use super::super::state::State;
use super::super::terms::{ObjectState, Property, Relation};
use super::met;
use rustc_hash::{FxHashMap, FxHashSet};

/// Something that stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// An object is not good for it.
    Lacks(Slot, Property),
    /// An action needs something that cannot be brought about.
    Needs(Action, Precondition),
    /// An object is shut away, and what shuts it away cannot be opened.
    Shut(Slot, Precondition),
    /// An object can never be moved.
    Stays(Slot),
    /// No action brings it about.
    NoAction,
    /// Two parts of the goal are never true together.
    Excludes(Precondition, Precondition),
    /// So many things would have to be in two hands.
    Hands(usize),
    /// An object would have to be, step by step, in or on itself.
    Circle(Slot),
}

impl Obstacle {
    /// In words.
    pub fn told(&self, scene: &Scene) -> String {
        let shown = |part: &Precondition| {
            let not = if part.negated { "!" } else { "" };
            format!("{not}{}", part.condition.shown(scene))
        };
        match self {
            Self::Lacks(slot, property) => {
                let object = scene.shown(*slot);
                format!("{object} is not {}, and no action makes it so", property.name())
            }
            Self::Needs(action, part) => {
                format!("{} needs {}, which cannot be brought about", action.name(), shown(part))
            }
            Self::Shut(slot, part) => format!(
                "{} is shut away, and {} cannot be brought about",
                scene.shown(*slot),
                shown(part)
            ),
            Self::Stays(slot) => format!("{} is never moved", scene.shown(*slot)),
            Self::NoAction => "no action brings it about".to_owned(),
            Self::Excludes(one, other) => {
                format!("{} and {} are never true together", shown(one), shown(other))
            }
            Self::Hands(things) => format!("there are two hands for {things} things"),
            Self::Circle(slot) => {
                format!("{} would be in or on itself, step by step", scene.shown(*slot))
            }
        }
    }
}

/// The first part of a goal that cannot become true, and what stands in its way, each obstacle for the sake
/// of the one before; none if there is no such part. Only strict rules are looked at.
pub fn impossible(
    scene: &Scene,
    state: &State,
    goal: &[Precondition],
) -> Option<(usize, Vec<Obstacle>)> {
    let household = Relaxed { scene, state, me: scene.character() };
    let possible = household.possible(goal);
    let part = goal.iter().position(|part| !possible.contains(&Fact::Is(*part)))?;
    Some((part, household.obstacles(goal[part], &possible)))
}

/// What can be the case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fact {
    /// A condition holds, or does not.
    Is(Precondition),
    /// Nothing closed is around an object.
    Free(Slot),
    /// An object goes where something else goes.
    Moved(Slot),
}

/// A way to bring a fact about.
struct Way {
    action: Option<Action>,
    /// A property that is asked for and not there.
    lacks: Option<(Slot, Property)>,
    needs: Vec<Fact>,
}

/// How a fact can come about.
enum Ways {
    /// It is not looked into, and granted.
    Granted,
    /// In one of these ways, all of them.
    These(Vec<Way>),
}

struct Relaxed<'a> {
    scene: &'a Scene,
    state: &'a State,
    me: Slot,
}

fn is(slot: Slot, state: ObjectState) -> Fact {
    Fact::Is(Precondition { negated: false, condition: Condition::State(slot, state) })
}

fn is_not(slot: Slot, state: ObjectState) -> Fact {
    Fact::Is(Precondition { negated: true, condition: Condition::State(slot, state) })
}

impl Relaxed<'_> {
    /// What can come to hold, of all that matters for the goal.
    fn possible(&self, goal: &[Precondition]) -> FxHashSet<Fact> {
        let mut ways: FxHashMap<Fact, Vec<Way>> = FxHashMap::default();
        let (mut possible, mut order) = (FxHashSet::default(), Vec::new());
        let mut open: Vec<Fact> = goal.iter().map(|&part| Fact::Is(part)).collect();
        while let Some(fact) = open.pop() {
            if possible.contains(&fact) || ways.contains_key(&fact) {
                continue;
            }
            match self.ways(fact) {
                Ways::Granted => {
                    possible.insert(fact);
                }
                _ if self.holds(fact) => {
                    possible.insert(fact);
                }
                Ways::These(found) => {
                    open.extend(found.iter().flat_map(|way| way.needs.iter().copied()));
                    order.push(fact);
                    ways.insert(fact, found);
                }
            }
        }
        let mut grew = true;
        while grew {
            grew = false;
            for fact in &order {
                let open = |way: &Way| {
                    way.lacks.is_none() && way.needs.iter().all(|need| possible.contains(need))
                };
                if !possible.contains(fact) && ways[fact].iter().any(open) {
                    possible.insert(*fact);
                    grew = true;
                }
            }
        }
        possible
    }

    /// Why a fact is impossible, step by step.
    fn obstacles(&self, part: Precondition, possible: &FxHashSet<Fact>) -> Vec<Obstacle> {
        let (mut found, mut told) = (Vec::new(), FxHashSet::default());
        let mut fact = Fact::Is(part);
        while told.insert(fact) {
            let Ways::These(ways) = self.ways(fact) else { break };
            // The way that gets furthest: rather one that lacks a fact than one that lacks a property.
            let Some(way) = ways.iter().min_by_key(|way| way.lacks.is_some()) else {
                found.push(match fact {
                    Fact::Moved(slot) => Obstacle::Stays(slot),
                    _ => Obstacle::NoAction,
                });
                break;
            };
            if let Some((slot, property)) = way.lacks {
                found.push(Obstacle::Lacks(slot, property));
                break;
            }
            let Some(&need) = way.needs.iter().find(|need| !possible.contains(need)) else { break };
            match (way.action, need, fact) {
                (Some(action), Fact::Is(need), _) => found.push(Obstacle::Needs(action, need)),
                (None, Fact::Is(need), Fact::Free(slot)) => {
                    found.push(Obstacle::Shut(slot, need));
                }
                _ => {}
            }
            fact = need;
        }
        found
    }

    fn holds(&self, fact: Fact) -> bool {
        match fact {
            Fact::Is(part) => met(&part, self.state),
            Fact::Free(_) | Fact::Moved(_) => false,
        }
    }

    fn ways(&self, fact: Fact) -> Ways {
        Ways::These(match fact {
            Fact::Free(slot) => {
                let needs = self.shutters(slot);
                let needs = needs.into_iter().map(|y| is_not(y, ObjectState::Closed)).collect();
                vec![Way { action: None, lacks: None, needs }]
            }
            Fact::Moved(slot) => {
                let (carriers, by_agent) = self.carriers(slot);
                let way = |&y: &Slot| Way { action: None, lacks: None, needs: vec![self.held(y)] };
                let mut ways: Vec<Way> = carriers.iter().map(way).collect();
                if by_agent {
                    ways.push(Way { action: None, lacks: None, needs: Vec::new() });
                }
                ways
            }
            Fact::Is(Precondition { negated, condition }) => match condition {
                Condition::State(slot, state) => self.restated(slot, state, negated),
                Condition::Relation(from, relation, to) => {
                    return self.related(from, relation, to, negated);
                }
                Condition::Holds(who, Thing::This(what)) if who == self.me => {
                    return self.taken(what, negated);
                }
                // The hands of others do nothing.
                Condition::Holds(who, _) if who != self.me => Vec::new(),
                Condition::Holds(..) => return Ways::Granted,
            },
        })
    }

    fn way(&self, action: Action, slot: Slot, fit: &[Property], needs: &[Fact]) -> Way {
        let fits = fit.is_empty() || self.scene.node(slot).properties.has_any(fit);
        let lacks = if fits { None } else { Some((slot, fit[0])) };
        Way { action: Some(action), lacks, needs: needs.to_vec() }
    }

    fn held(&self, slot: Slot) -> Fact {
        let condition = Condition::Holds(self.me, Thing::This(slot));
        Fact::Is(Precondition { negated: false, condition })
    }

    fn class_in(&self, slot: Slot, classes: &[&str]) -> bool {
        classes.contains(&self.scene.node(slot).class.as_ref())
    }

    /// Ways to states, and out of them.
    fn restated(&self, x: Slot, state: ObjectState, negated: bool) -> Vec<Way> {
        use ObjectState::{
            Clean, Closed, Dirty, Lying, Off, On, Open, PluggedIn, PluggedOut, Sitting,
        };
        let free = Fact::Free(x);
        let open: &[Property] =
            if self.class_in(x, &["desk", "window"]) { &[] } else { &[Property::CanOpen] };
        let (switch, plug) = (&[Property::HasSwitch], &[Property::HasPlug]);
        match (state, negated) {
            (Open, false) | (Closed, true) => {
                let needs = [free, is(x, Closed), is_not(x, On)];
                vec![self.way(Action::Open, x, open, &needs)]
            }
            (Closed, false) | (Open, true) => {
                vec![self.way(Action::Close, x, open, &[free, is(x, Open)])]
            }
            (On, false) | (Off, true) => {
                let needs = [free, is(x, Off), is_not(x, PluggedOut)];
                vec![self.way(Action::SwitchOn, x, switch, &needs)]
            }
            (Off, false) | (On, true) => {
                vec![self.way(Action::SwitchOff, x, switch, &[free, is(x, On)])]
            }
            (PluggedIn, false) | (PluggedOut, true) => {
                vec![self.way(Action::PlugIn, x, plug, &[free, is(x, PluggedOut)])]
            }
            (PluggedOut, false) | (PluggedIn, true) => {
                let needs = [free, is(x, PluggedIn), is_not(x, On)];
                vec![self.way(Action::PlugOut, x, plug, &needs)]
            }
            (Clean, false) | (Dirty, true) => vec![self.way(Action::Wash, x, &[], &[free])],
            (Sitting | Lying, false) if x == self.me => self
                .scene
                .slots()
                .map(|y| {
                    let (action, fit) = match state {
                        Sitting => (Action::Sit, Property::Sittable),
                        _ => (Action::Lie, Property::Lieable),
                    };
                    self.way(action, y, &[fit], &[Fact::Free(y)])
                })
                .collect(),
            (Sitting | Lying, true) if x == self.me => vec![self.way(Action::StandUp, x, &[], &[])],
            // Nothing gets dirty, and nobody else moves.
            (Clean, true) | (Dirty, false) | (Sitting | Lying, _) => Vec::new(),
        }
    }

    /// Ways to have something in a hand, and to be rid of it.
    fn taken(&self, x: Slot, negated: bool) -> Ways {
        if negated {
            return Ways::Granted;
        }
        let elsewhere = Relation::HANDS
            .iter()
            .any(|&hand| self.state.sources(x, hand).any(|who| who != self.me));
        if elsewhere {
            // Nobody gives anything away.
            return Ways::These(Vec::new());
        }
        let fit: &[Property] =
            if self.class_in(x, &["water", "child"]) { &[] } else { &[Property::Grabbable] };
        Ways::These(vec![self.way(Action::Grab, x, fit, &[Fact::Free(x)])])
    }

    /// Ways to relations, and out of them.
    fn related(&self, x: Slot, relation: Relation, y: Slot, negated: bool) -> Ways {
        let room = self.scene.node(y).is_room();
        Ways::These(match (relation, negated) {
            (Relation::Close | Relation::Facing, _) => return Ways::Granted,
            (Relation::Between | Relation::Sitting, _) => Vec::new(),
            (Relation::HoldsLh | Relation::HoldsRh, _) if x != self.me => Vec::new(),
            (Relation::HoldsLh | Relation::HoldsRh, _) => return self.taken(y, negated),
            // The agent goes where it likes, and what is in or on it goes with it.
            (Relation::Inside | Relation::On, true) if x == self.me || y == self.me => {
                return Ways::Granted;
            }
            (Relation::Inside, false) if x == self.me && room => return Ways::Granted,
            (Relation::Inside, _) if room => {
                vec![Way { action: None, lacks: None, needs: vec![Fact::Moved(x)] }]
            }
            (Relation::Inside | Relation::On, true) => {
                vec![Way { action: Some(Action::Grab), lacks: None, needs: vec![self.held(x)] }]
            }
            (Relation::On, false) if x == self.me => vec![
                self.way(Action::Sit, y, &[Property::Sittable], &[Fact::Free(y)]),
                self.way(Action::Lie, y, &[Property::Lieable], &[Fact::Free(y)]),
            ],
            (Relation::On, false) => {
                let fit = [
                    Property::Surfaces,
                    Property::Sittable,
                    Property::Lieable,
                    Property::Containers,
                    Property::Recipient,
                ];
                let mut ways =
                    vec![self.way(Action::PutBack, y, &fit, &[self.held(x), Fact::Free(y)])];
                if y == self.me {
                    let needs = [self.held(x)];
                    ways.push(self.way(Action::PutOn, x, &[Property::Clothes], &needs));
                }
                ways
            }
            (Relation::Inside, false) => {
                let mut needs = vec![self.held(x), Fact::Free(y)];
                let pour = [Property::Pourable, Property::Drinkable];
                let into: &[Property] = if self.class_in(y, &["hands_both", "sponge", "face"]) {
                    &[]
                } else {
                    &[Property::Recipient]
                };
                let mut poured = self.way(Action::Pour, x, &pour, &needs);
                poured.lacks = poured.lacks.or(self.way(Action::Pour, y, into, &[]).lacks);
                if self.scene.node(y).properties.has(Property::CanOpen) {
                    needs.push(is(y, ObjectState::Open));
                }
                let fit = [Property::Containers, Property::Recipient];
                vec![self.way(Action::PutIn, y, &fit, &needs), poured]
            }
        })
    }

    /// The closed things around an object, at any depth; not around the agent, which walks out of them.
    fn shutters(&self, x: Slot) -> Vec<Slot> {
        let (mut around, mut shut) = (vec![x], Vec::new());
        let mut next = 0;
        while let Some(&at) = around.get(next) {
            next += 1;
            for relation in [Relation::Inside, Relation::On] {
                for y in self.state.targets(at, relation) {
                    if self.scene.node(y).is_room() && relation == Relation::Inside {
                        continue;
                    }
                    let closed = self.state.states(y).has(ObjectState::Closed);
                    if relation == Relation::Inside && closed && !shut.contains(&y) {
                        shut.push(y);
                    }
                    if y != self.me && !around.contains(&y) {
                        around.push(y);
                    }
                }
            }
        }
        // What the agent is in does not keep it.
        if x == self.me { Vec::new() } else { shut }
    }

    /// What an object goes with: itself and all it is in or on; whether the agent is among them.
    fn carriers(&self, x: Slot) -> (Vec<Slot>, bool) {
        let mut around = vec![x];
        let mut next = 0;
        while let Some(&at) = around.get(next) {
            next += 1;
            for relation in [Relation::Inside, Relation::On] {
                for y in self.state.targets(at, relation) {
                    if !self.scene.node(y).is_room() && !around.contains(&y) {
                        around.push(y);
                    }
                }
            }
        }
        let by_agent = around.contains(&self.me);
        (around, by_agent)
    }
}
