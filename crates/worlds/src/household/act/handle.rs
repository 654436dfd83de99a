//! Actions that need something and change little: washing, eating, reading, looking.
//!
//! Nothing is consumed, heated or wetted: the model has no such facts, in either mode.

use super::super::failure::{Condition, Connective, Failure, Kind, Precondition, Thing, Why};
use super::super::scene::Slot;
use super::{Act, Checked, ObjectState, Property, Relation};

/// What can be squeezed although it is no garment.
const SOFT: &[&str] = &[
    "cleaning_solution",
    "tooth_paste",
    "shampoo",
    "food_peanut_butter",
    "dish_soap",
    "soap",
    "towel",
    "rag",
    "paper",
    "sponge",
    "food_lemon",
    "check",
];

impl Act<'_> {
    fn clean(&mut self, x: Slot) {
        self.turn(x, ObjectState::Dirty, ObjectState::Clean);
    }

    pub(super) fn wash(&mut self, x: Slot) -> Checked {
        self.reach(x)?;
        self.clean(x);
        Ok(())
    }

    /// Needs something in a hand, whatever it is.
    pub(super) fn wipe(&mut self, x: Slot) -> Checked {
        self.reach(x)?;
        if self.held().is_empty() {
            let condition = Condition::Holds(self.me, Thing::Anything);
            return Err(Failure {
                missing: vec![Precondition { negated: false, condition }],
                connective: Connective::Or,
                ..Failure::new(Kind::Missing, Why::HandsEmpty, None)
            });
        }
        self.clean(x);
        Ok(())
    }

    pub(super) fn drink(&self, x: Slot) -> Checked {
        self.need(x, &[Property::Drinkable, Property::Recipient])?;
        self.need_held(x)
    }

    /// Of a plate, what is on it.
    pub(super) fn eat(&self, x: Slot) -> Checked {
        self.reach(x)?;
        if self.state.sources(x, Relation::On).any(|y| self.is(y, Property::Eatable)) {
            return Ok(());
        }
        self.need(x, &[Property::Eatable])
    }

    pub(super) fn cut(&self, x: Slot) -> Checked {
        self.need_hand()?;
        self.reach(x)?;
        self.need(x, &[Property::Eatable])?;
        self.need(x, &[Property::Cuttable])?;
        if !self.held().into_iter().any(|y| self.node(y).class.contains("knife")) {
            return Err(Failure::new(Kind::Missing, Why::NoKnife, None));
        }
        Ok(())
    }

    pub(super) fn read(&self, x: Slot) -> Checked {
        self.need(x, &[Property::Readable])?;
        self.need_held(x)
    }

    pub(super) fn type_on(&self, x: Slot) -> Checked {
        self.reach(x)?;
        if self.class_in(x, &["keyboard"]) { Ok(()) } else { self.need(x, &[Property::HasSwitch]) }
    }

    pub(super) fn touch(&self, x: Slot) -> Checked {
        self.reach(x)?;
        self.unshut(x)
    }

    pub(super) fn squeeze(&self, x: Slot) -> Checked {
        self.need_hand()?;
        self.reach(x)?;
        if self.class_in(x, SOFT) { Ok(()) } else { self.need(x, &[Property::Clothes]) }
    }

    pub(super) fn greet(&self, x: Slot) -> Checked {
        self.need(x, &[Property::Person])
    }

    pub(super) fn watch(&self, x: Slot) -> Checked {
        self.need(x, &[Property::Lookable])?;
        if self.room(x) != self.room(self.me) {
            return Err(Failure::new(Kind::Afford, Why::OtherRoom, Some(x)));
        }
        self.face(x)?;
        let resting = self.states(self.me).has_any(&[ObjectState::Sitting, ObjectState::Lying]);
        let direct = self.state.has(self.me, Relation::Facing, x);
        if resting && !direct && !self.class_in(x, &["computer"]) {
            return Err(self.lacks(Why::NotFacing, x, Relation::Facing));
        }
        self.unshut(x)
    }
}
