//! The shield of the paper: a lit candle is put out as soon as something flammable is in view.
//!
//! Before every action: if the agent holds a candle that is on, and sees something flammable within the
//! radius, `ToggleObjectOff(candle)` comes first; then the plan goes on. It knows no rule, sees only
//! what is in front of it, and never lights the candle again.
//!
//! Which things are flammable is taken from the safety database. The paper gives no number for its "fixed
//! radius"; here it is how far the agent sees at all, 1.5 m, which is the shield at its best.
//!
//! Reference: SENTINEL, appendix C.3.

use super::super::action::Action;
use super::super::control::{Controller, Happened, Proposal};
use super::super::room::Room;
use super::super::state::{Mark, State};
use crate::safety::Library;
use crate::scene::Source;
use crate::vocabulary::fold;

/// A controller behind the paper's shield.
#[derive(Debug)]
pub struct PaperShield<C> {
    inner: C,
    flammable: Vec<u32>,
}

impl<C: Controller> PaperShield<C> {
    /// The shield around a controller.
    pub fn new(room: &Room, inner: C) -> Self {
        let library = Library::shipped();
        let burns = |class: &str| {
            library.categories.get("Flammable").is_some_and(|category| {
                [Source::Own, Source::Ai2Thor]
                    .into_iter()
                    .any(|source| category.why_member(class, source, false).is_some())
            })
        };
        let objects = room.objects().values().zip(0..);
        let flammable = objects.filter(|(object, _)| burns(&object.category));
        Self { inner, flammable: flammable.map(|(_, slot)| slot).collect() }
    }
}

impl<C: Controller> Controller for PaperShield<C> {
    fn propose(&mut self, room: &Room, state: &State) -> Proposal {
        let lit = state.held.filter(|&held| {
            let candle = room.objects().get_index(held as usize);
            candle.is_some_and(|(_, object)| fold(&object.category) == "candle")
                && state.item(held).marks.has(Mark::On)
        });
        let Some(candle) = lit else { return self.inner.propose(room, state) };
        let seen = self.flammable.iter().find(|&&slot| room.sees(state, slot).is_ok());
        let Some(&slot) = seen else { return self.inner.propose(room, state) };
        let proposal = self.inner.propose(room, state);
        if !matches!(proposal, Proposal::Act { .. }) {
            return proposal;
        }
        let reason = format!("{} is in view and {} is lit", room.name(slot), room.name(candle));
        Proposal::Act { action: Action::ToggleOff(candle), line: None, reason: Some(reason) }
    }

    fn happened(&mut self, room: &Room, happened: &Happened<'_>) {
        self.inner.happened(room, happened);
    }
}
