//! Getting there: walking, finding, turning.
//!
//! # What walking does
//!
//! All that was near the agent no longer is. It is in the room of its goal, and near the goal, what is
//! in it, what it is on, and the parts of its own body. Things in its hands come along.
//!
//! The reference leaves a carried thing `INSIDE` the room *before*, and takes from it what is in it.
//! Strictly, hands and clothes carry: things held or worn and all that is in or on them come into the
//! new room and stay together; what they were near in the old room they are no longer near.

use super::super::failure::{Condition, Connective, Failure, Kind, Precondition, Why};
use super::super::rules::WalkRule;
use super::super::state::Edge;
use super::{Act, Checked, ObjectState, Property, Relation, Slot};

/// What walking ends of the agent's relations.
const LEFT: [Relation; 3] = [Relation::Inside, Relation::Close, Relation::Facing];

impl Act<'_> {
    pub(super) fn walk(&mut self, x: Slot) -> Checked {
        self.on_feet()?;
        let Some(room) = self.room(x) else {
            let kind = if self.strict() { Kind::Unseen } else { Kind::Unclassified };
            return Err(Failure::new(kind, Why::NoRoom, Some(x)));
        };
        let held = self.held();
        let before = self.room(self.me);
        let load = if self.strict() { self.load(&held) } else { Vec::new() };
        for relation in LEFT {
            self.state.isolate(self.me, relation);
        }
        if self.strict() {
            self.state.unlink_targets(self.me, Relation::On);
        }
        self.link(self.me, Relation::Inside, room);
        let older = !self.strict() && self.rules.walk == WalkRule::Older;
        if older || !self.node(x).is_room() {
            self.arrive(x);
        }
        if older && self.is(x, Property::Surfaces) {
            for y in self.state.sources(x, Relation::On).collect::<Vec<_>>() {
                self.join(self.me, y);
            }
        }
        if self.strict() {
            self.carry(&load, room);
        } else {
            for thing in held {
                self.drag(thing, before);
            }
        }
        if !older {
            let shut = self.strict() && self.states(x).has(ObjectState::Closed);
            if self.is(x, Property::CanOpen) && !shut {
                for y in self.state.sources(x, Relation::Inside).collect::<Vec<_>>() {
                    self.join(self.me, y);
                }
            }
            for y in self.state.targets(x, Relation::On).collect::<Vec<_>>() {
                self.join(self.me, y);
            }
        }
        Ok(())
    }

    /// That the agent neither sits nor lies.
    fn on_feet(&self) -> Checked {
        let states = self.states(self.me);
        let why = match (states.has(ObjectState::Sitting), states.has(ObjectState::Lying)) {
            (true, _) => Why::Sitting,
            (false, true) => Why::Lying,
            (false, false) => return Ok(()),
        };
        let lack =
            |state| Precondition { negated: true, condition: Condition::State(self.me, state) };
        Err(Failure {
            missing: vec![lack(ObjectState::Sitting), lack(ObjectState::Lying)],
            connective: Connective::And,
            ..Failure::new(Kind::Missing, why, Some(self.me))
        })
    }

    /// The agent comes near `x` and what is around it.
    fn arrive(&mut self, x: Slot) {
        let around: Vec<Slot> = self.state.targets(x, Relation::Inside).collect();
        for y in around {
            if !self.node(y).is_room() {
                self.join(self.me, y);
            }
        }
        for part in self.scene.body_parts() {
            self.join(self.me, *part);
        }
        self.join(self.me, x);
    }

    /// A held thing comes along as in the reference: into the room that the agent has left.
    fn drag(&mut self, thing: Slot, before: Option<Slot>) {
        for relation in LEFT {
            self.state.isolate(thing, relation);
        }
        self.join(self.me, thing);
        if let Some(room) = before {
            self.link(thing, Relation::Inside, room);
        }
    }

    /// Things held and worn, and all that is in or on them, step by step; sorted.
    fn load(&self, held: &[Slot]) -> Vec<Slot> {
        let mut load = held.to_vec();
        load.extend(self.state.sources(self.me, Relation::On));
        let mut next = 0;
        while let Some(&at) = load.get(next) {
            next += 1;
            for relation in [Relation::Inside, Relation::On] {
                for y in self.state.sources(at, relation) {
                    if !load.contains(&y) && y != self.me {
                        load.push(y);
                    }
                }
            }
        }
        load.sort_unstable();
        load.dedup();
        load
    }

    /// The load comes into a room, and keeps of its nearness only that among itself.
    fn carry(&mut self, load: &[Slot], room: Slot) {
        for &thing in load {
            for relation in [Relation::Close, Relation::Facing] {
                let away = |y: &Slot| load.binary_search(y).is_err();
                let ends: Vec<Slot> = self
                    .state
                    .targets(thing, relation)
                    .filter(|y| away(y) && *y != self.me)
                    .collect();
                for to in ends {
                    self.unlink(thing, relation, to);
                }
                let ends: Vec<Slot> = self
                    .state
                    .sources(thing, relation)
                    .filter(|y| away(y) && *y != self.me)
                    .collect();
                for from in ends {
                    self.state.unlink(Edge { from, relation, to: thing });
                }
            }
            let rooms: Vec<Slot> = self.state.targets(thing, Relation::Inside).collect();
            for old in rooms {
                if self.node(old).is_room() {
                    self.unlink(thing, Relation::Inside, old);
                }
            }
            self.link(thing, Relation::Inside, room);
            if self.holds(thing) || self.state.has(thing, Relation::On, self.me) {
                self.join(self.me, thing);
            }
        }
    }

    /// What is at hand is turned to; anything else is walked to.
    pub(super) fn find_near(&mut self, x: Slot) -> Checked {
        let near = self.is_near(x);
        let body = self.is(x, Property::BodyPart) || self.state.has(x, Relation::On, self.me);
        if body && !near && !self.strict() {
            return Err(self.lacks(Why::NotClose, x, Relation::Close));
        }
        if near || body {
            self.state.unlink_targets(self.me, Relation::Facing);
            self.join(self.me, x);
            return Ok(());
        }
        self.walk(x)
    }

    /// Strictly, one does not turn to what is in another room.
    pub(super) fn turn_to(&mut self, x: Slot) -> Checked {
        if self.strict() && self.room(x) != self.room(self.me) {
            return Err(self.lacks(Why::OtherRoom, x, Relation::Close));
        }
        self.state.unlink_targets(self.me, Relation::Facing);
        self.link(self.me, Relation::Facing, x);
        Ok(())
    }
}
