//! Doors and lids, switches, plugs.
//!
//! A thing that is neither open nor closed can be neither opened nor closed: the scene does not know.
//! Pulling the plug of what is switched on is reported and done by the reference, which leaves a thing
//! that runs without power; strictly it has to be switched off first.

use super::super::failure::{Failure, Kind, Why};
use super::super::scene::Slot;
use super::{Act, Checked, ObjectState, Property};

impl Act<'_> {
    fn openable(&self, x: Slot) -> Checked {
        if self.class_in(x, &["desk", "window"]) {
            Ok(())
        } else {
            self.need(x, &[Property::CanOpen])
        }
    }

    pub(super) fn open(&mut self, x: Slot) -> Checked {
        self.openable(x)?;
        self.reach(x)?;
        self.need_hand()?;
        self.need_state(x, ObjectState::Closed)?;
        self.need_not(x, ObjectState::On)?;
        self.turn(x, ObjectState::Closed, ObjectState::Open);
        Ok(())
    }

    pub(super) fn close(&mut self, x: Slot) -> Checked {
        self.openable(x)?;
        self.reach(x)?;
        self.need_state(x, ObjectState::Open)?;
        self.turn(x, ObjectState::Open, ObjectState::Closed);
        Ok(())
    }

    pub(super) fn switch_on(&mut self, x: Slot) -> Checked {
        self.need(x, &[Property::HasSwitch])?;
        self.reach(x)?;
        self.need_state(x, ObjectState::Off)?;
        self.need_not(x, ObjectState::PluggedOut)?;
        self.turn(x, ObjectState::Off, ObjectState::On);
        Ok(())
    }

    pub(super) fn switch_off(&mut self, x: Slot) -> Checked {
        self.need(x, &[Property::HasSwitch])?;
        self.reach(x)?;
        self.need_state(x, ObjectState::On)?;
        self.turn(x, ObjectState::On, ObjectState::Off);
        Ok(())
    }

    pub(super) fn plug_in(&mut self, x: Slot) -> Checked {
        self.need(x, &[Property::HasPlug])?;
        self.reach(x)?;
        self.need_hand()?;
        self.need_state(x, ObjectState::PluggedOut)?;
        self.turn(x, ObjectState::PluggedOut, ObjectState::PluggedIn);
        Ok(())
    }

    pub(super) fn plug_out(&mut self, x: Slot) -> Checked {
        self.need(x, &[Property::HasPlug])?;
        self.reach(x)?;
        self.need_hand()?;
        self.need_state(x, ObjectState::PluggedIn)?;
        if self.strict() {
            self.need_not(x, ObjectState::On)?;
        }
        self.turn(x, ObjectState::PluggedIn, ObjectState::PluggedOut);
        Ok(())
    }

    /// The things that can be moved out of the way.
    pub(super) fn push(&mut self, x: Slot, action: super::Action) -> Checked {
        let push = action == super::Action::Push;
        let excepted = if self.strict() {
            self.class_in(x, &["chair", "curtain"]) || (push && self.class_in(x, &["button"]))
        } else {
            // As the reference has it: anything at all can be pushed.
            push || self.class_in(x, &["button", "chair", "curtain"])
        };
        if !excepted && !self.is(x, Property::Movable) {
            return Err(Failure::new(Kind::Afford, Why::Lacks(Property::Movable), Some(x)));
        }
        self.reach(x)?;
        self.unshut(x)?;
        self.need_hand()?;
        Ok(())
    }
}
