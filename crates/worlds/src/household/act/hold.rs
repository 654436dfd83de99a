//! Taking and putting: hands, clothes, liquids, and the memory of where a thing was taken from.
//!
//! # What taking does
//!
//! The reference ends all that the thing has to do with others, in both directions, so that lifting a
//! plate leaves the food in mid-air; strictly only what bears the thing lets go of it, and what is in or
//! on it comes along. Where it was is remembered, for putting it back.

use super::super::failure::Condition;
use super::super::failure::{Failure, Kind, Precondition, Why};
use super::super::state::Memory;
use super::{Act, Checked, ObjectState, Property, Relation, Slot};

/// Where one looks for what bears a thing, in this order.
const SUPPORTS: [Relation; 3] = [Relation::On, Relation::Inside, Relation::Close];

impl Act<'_> {
    pub(super) fn grab(&mut self, x: Slot) -> Checked {
        if !self.class_in(x, &["water", "child"]) {
            self.need(x, &[Property::Grabbable])?;
        }
        self.not_taken(x)?;
        self.reach(x)?;
        self.unshut(x)?;
        let hand = self.need_hand()?;
        if self.strict() {
            self.liftable(x)?;
        }
        let support = self.support(x);
        let room = self.room(self.me);
        if self.strict() {
            self.lift(x);
        } else {
            for relation in SUPPORTS.into_iter().chain(Relation::HANDS) {
                self.state.isolate(x, relation);
            }
        }
        self.join(self.me, x);
        self.link(self.me, hand, x);
        if let Some(room) = room {
            self.link(x, Relation::Inside, room);
        }
        if let Some((place, _)) = support {
            self.join(self.me, place);
            self.state.remember(x, support);
        }
        Ok(())
    }

    /// That the thing is not in a hand already. The reference asks its memory instead, which water that
    /// was poured away and clothes that are worn never leave.
    fn not_taken(&self, x: Slot) -> Checked {
        let (taken, why) = if self.strict() {
            (self.holds(x), Why::HeldAlready)
        } else {
            (self.state.memory(x).is_some(), Why::TakenBefore)
        };
        if taken { Err(Failure::new(Kind::Satisfied, why, Some(x))) } else { Ok(()) }
    }

    /// Strictly: that it is not worn, does not bear the agent, and is in nobody else's hand.
    fn liftable(&self, x: Slot) -> Checked {
        let lack = |why, condition| {
            let missing = vec![Precondition { negated: true, condition }];
            Err(Failure { missing, ..Failure::new(Kind::Missing, why, Some(x)) })
        };
        if self.state.has(x, Relation::On, self.me) {
            return lack(Why::Worn, Condition::Relation(x, Relation::On, self.me));
        }
        if self.rests_in(self.me, x) {
            return lack(Why::Occupied, Condition::Relation(self.me, Relation::On, x));
        }
        for hand in Relation::HANDS {
            if let Some(other) = self.state.sources(x, hand).next() {
                return lack(Why::HeldAlready, Condition::Relation(other, hand, x));
            }
        }
        Ok(())
    }

    /// What bears a thing: the first, no room, that it is on, in or near. Strictly never the agent.
    fn support(&self, x: Slot) -> Option<Memory> {
        let bears = |y: &Slot| !self.node(*y).is_room() && (!self.strict() || *y != self.me);
        SUPPORTS
            .into_iter()
            .find_map(|relation| Some((self.state.targets(x, relation).find(bears)?, relation)))
    }

    /// What bears the thing lets go of it; what is near it is no longer.
    fn lift(&mut self, x: Slot) {
        let load: Vec<Slot> = [Relation::Inside, Relation::On]
            .into_iter()
            .flat_map(|relation| self.state.sources(x, relation).collect::<Vec<_>>())
            .collect();
        self.state.unlink_targets(x, Relation::On);
        self.state.unlink_targets(x, Relation::Inside);
        let near: Vec<Slot> = self.state.targets(x, Relation::Close).collect();
        for y in near {
            if !load.contains(&y) {
                self.unlink(x, Relation::Close, y);
                self.unlink(y, Relation::Close, x);
            }
        }
    }

    /// A held thing on or in something.
    pub(super) fn put(&mut self, x: Slot, relation: Relation, y: Slot) -> Checked {
        self.puttable(x, relation, y)?;
        self.place(x, relation, y);
        Ok(())
    }

    fn puttable(&self, x: Slot, relation: Relation, y: Slot) -> Checked {
        self.need_held(x)?;
        self.reach(y)?;
        if relation == Relation::Inside {
            self.enterable(y)?;
        }
        if !self.strict() {
            return Ok(());
        }
        match relation {
            // What has an inside has a top: scenes do not tell the two apart.
            Relation::On => self.need(
                y,
                &[
                    Property::Surfaces,
                    Property::Sittable,
                    Property::Lieable,
                    Property::Containers,
                    Property::Recipient,
                ],
            )?,
            Relation::Inside => self.need(y, &[Property::Containers, Property::Recipient])?,
            _ => {}
        }
        self.not_within(y, x)
    }

    /// That putting `x` on or in `y` makes no circle.
    fn not_within(&self, y: Slot, x: Slot) -> Checked {
        if self.rests_in(y, x) {
            return Err(Failure::new(Kind::Afford, Why::WithinItself, Some(x)));
        }
        Ok(())
    }

    /// That it can be put into: what opens has to be open.
    fn enterable(&self, y: Slot) -> Checked {
        if !self.is(y, Property::CanOpen) || self.states(y).has(ObjectState::Open) {
            return Ok(());
        }
        if self.strict() {
            let open = Condition::State(y, ObjectState::Open);
            return Err(Failure::missing(Why::NotOpen, Some(y), open));
        }
        Err(Failure::new(Kind::Afford, Why::NotOpen, Some(y)))
    }

    fn place(&mut self, x: Slot, relation: Relation, y: Slot) {
        for hand in Relation::HANDS {
            self.unlink(self.me, hand, x);
        }
        self.join(self.me, y);
        self.join(x, y);
        self.link(x, relation, y);
        self.state.remember(x, None);
        if self.strict()
            && let Some(room) = self.room(y)
        {
            self.move_room(x, room);
        }
    }

    /// The one room that an object is in.
    fn move_room(&mut self, x: Slot, room: Slot) {
        let others: Vec<Slot> = self.state.targets(x, Relation::Inside).collect();
        for other in others {
            if other != room && self.node(other).is_room() {
                self.unlink(x, Relation::Inside, other);
            }
        }
        self.link(x, Relation::Inside, room);
    }

    /// A thing to where it was taken from.
    pub(super) fn put_back_where_taken(&mut self, x: Slot) -> Checked {
        let Some((place, relation)) = self.state.memory(x) else {
            let kind = if self.strict() { Kind::Missing } else { Kind::Unclassified };
            return Err(Failure::new(kind, Why::NotTaken, Some(x)));
        };
        match self.puttable(x, relation, place) {
            Ok(()) => {
                self.place(x, relation, place);
                Ok(())
            }
            Err(failure) if self.strict() => Err(failure),
            // The reference goes on as if nothing had been said.
            Err(_) => Ok(()),
        }
    }

    pub(super) fn drop(&mut self, x: Slot) -> Checked {
        self.need_held(x)?;
        for hand in Relation::HANDS {
            self.unlink(self.me, hand, x);
        }
        if let Some(room) = self.room(self.me) {
            self.link(x, Relation::Inside, room);
        }
        self.state.remember(x, None);
        Ok(())
    }

    pub(super) fn pour(&mut self, x: Slot, y: Slot) -> Checked {
        self.need(x, &[Property::Pourable, Property::Drinkable])?;
        if !self.class_in(y, &["hands_both", "sponge", "face"]) {
            self.need(y, &[Property::Recipient])?;
        }
        self.need_held(x)?;
        self.reach(y)?;
        if self.strict() {
            self.not_within(y, x)?;
        }
        self.link(x, Relation::Inside, y);
        if self.class_in(x, &["water"]) {
            for hand in Relation::HANDS {
                self.unlink(self.me, hand, x);
            }
            if self.strict() {
                self.state.remember(x, None);
            }
        }
        Ok(())
    }

    /// Puts a garment on.
    pub(super) fn wear(&mut self, x: Slot) -> Checked {
        self.need_held(x)?;
        self.need(x, &[Property::Clothes])?;
        self.link(x, Relation::On, self.me);
        for hand in Relation::HANDS {
            self.unlink(self.me, hand, x);
        }
        if self.strict() {
            self.state.remember(x, None);
        }
        Ok(())
    }

    pub(super) fn take_off(&mut self, x: Slot) -> Checked {
        if !self.state.has(x, Relation::On, self.me) {
            let worn = Condition::Relation(x, Relation::On, self.me);
            return Err(Failure::missing(Why::NotWorn, Some(x), worn));
        }
        self.need(x, &[Property::Clothes])?;
        self.unlink(x, Relation::On, self.me);
        if self.strict() {
            self.join(self.me, x);
        }
        Ok(())
    }
}
