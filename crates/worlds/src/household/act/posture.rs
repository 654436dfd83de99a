//! Sitting, lying, standing up.
//!
//! In the reference whoever has stood up is still `ON` the seat, and it stays taken; strictly the seat
//! is free again, and who moves from one seat to another leaves the first.

use super::super::failure::{Condition, Failure, Kind, Precondition, Why};
use super::super::scene::Slot;
use super::{Act, Checked, ObjectState, Property, Relation};

/// How many things fit on what one sits on; one on anything else.
const SEATS: &[(&str, usize)] =
    &[("couch", 4), ("bed", 4), ("loveseat", 2), ("sofa", 4), ("pianobench", 2), ("bench", 2)];
/// How many fit on what one lies on; one on anything else.
const BERTHS: &[(&str, usize)] =
    &[("couch", 2), ("bathtub", 2), ("bed", 3), ("loveseat", 2), ("sofa", 2)];

impl Act<'_> {
    pub(super) fn sit(&mut self, x: Slot) -> Checked {
        self.can_rest(x, ObjectState::Sitting, Property::Sittable, SEATS)?;
        self.settle_on(x, ObjectState::Lying, ObjectState::Sitting);
        let seen: Vec<Slot> = self.state.targets(x, Relation::Facing).collect();
        for y in seen {
            self.link(self.me, Relation::Facing, y);
        }
        Ok(())
    }

    pub(super) fn lie(&mut self, x: Slot) -> Checked {
        self.can_rest(x, ObjectState::Lying, Property::Lieable, BERTHS)?;
        self.settle_on(x, ObjectState::Sitting, ObjectState::Lying);
        Ok(())
    }

    fn can_rest(
        &self,
        x: Slot,
        posture: ObjectState,
        property: Property,
        places: &[(&str, usize)],
    ) -> Checked {
        self.reach(x)?;
        if self.states(self.me).has(posture) {
            return Err(Failure::new(Kind::Satisfied, Why::Is(posture), Some(self.me)));
        }
        self.need(x, &[property])?;
        let class = self.node(x).class.as_ref();
        let most = places.iter().find(|(name, _)| *name == class).map_or(1, |&(_, most)| most);
        let strict = self.strict();
        let taken = self.state.sources(x, Relation::On).filter(|&y| !(strict && y == self.me));
        if taken.count() >= most {
            return Err(Failure::new(Kind::Missing, Why::Full, Some(x)));
        }
        if strict && self.holds(x) {
            let lack = Precondition {
                negated: true,
                condition: Condition::Holds(self.me, super::super::failure::Thing::This(x)),
            };
            let missing = vec![lack];
            return Err(Failure {
                missing,
                ..Failure::new(Kind::Missing, Why::HeldAlready, Some(x))
            });
        }
        Ok(())
    }

    fn settle_on(&mut self, x: Slot, from: ObjectState, to: ObjectState) {
        if self.strict() {
            self.state.unlink_targets(self.me, Relation::On);
        }
        self.link(self.me, Relation::On, x);
        self.turn(self.me, from, to);
    }

    pub(super) fn stand_up(&mut self) -> Checked {
        let states = self.states(self.me);
        if !states.has_any(&[ObjectState::Sitting, ObjectState::Lying]) {
            return Err(Failure::new(Kind::Satisfied, Why::NotResting, Some(self.me)));
        }
        let standing = states.without(ObjectState::Sitting).without(ObjectState::Lying);
        self.state.restate(self.me, standing);
        if self.strict() {
            self.state.unlink_targets(self.me, Relation::On);
        }
        Ok(())
    }

    /// That the agent sits or lies, as for sleeping and waking up.
    pub(super) fn resting(&self) -> Checked {
        if self.states(self.me).has_any(&[ObjectState::Sitting, ObjectState::Lying]) {
            return Ok(());
        }
        let lack =
            |state| Precondition { negated: false, condition: Condition::State(self.me, state) };
        Err(Failure {
            missing: vec![lack(ObjectState::Lying), lack(ObjectState::Sitting)],
            ..Failure::new(Kind::Missing, Why::NotResting, Some(self.me))
        })
    }
}
