//! A state of a room as a state of a trajectory, so that labels, rules and trees work on it unchanged.

use super::body::metres;
use super::kinds::Role;
use super::room::Room;
use super::state::{Mark, State};
use crate::trajectory::{Flag, Flags, ObjectState, Scene};
use vedette_checker::formula::Real;

/// Half the height of the agent's box, in millimetres: its position is the middle of the box.
const MIDDLE: i32 = 900;

impl Room {
    /// The state, with what the last action was refused for.
    pub fn snapshot(&self, state: &State, error: &str) -> Scene {
        let within = |outer: u32| -> Box<[u32]> {
            state.slots().filter(|&inner| state.carries(outer, inner)).collect()
        };
        let objects = state.slots().map(|slot| {
            let item = state.item(slot);
            let contents = within(slot);
            Some(ObjectState {
                flags: self.flags(state, slot),
                temperature: Some(item.temperature),
                bounds: Some(item.body.bounds()),
                parents: state.slots().filter(|&outer| state.carries(outer, slot)).collect(),
                load: contents.len() as u32,
                contents: Some(contents),
            })
        });
        let [x, z] = self.spot(state.agent.cell);
        let real = |at| Real::new(metres(at)).expect("a whole number of millimetres is finite");
        Scene {
            objects: objects.collect(),
            held: Some(state.held.into_iter().collect()),
            agent: Some([x, MIDDLE, z].map(real)),
            error: error.into(),
        }
    }

    fn flags(&self, state: &State, slot: u32) -> Flags {
        let (roles, marks) = (self.roles(slot), state.item(slot).marks);
        let mut flags = Flags::default();
        for (flag, value) in [
            (Flag::Toggleable, roles.has(Role::Switch)),
            (Flag::Toggled, marks.has(Mark::On)),
            (Flag::Openable, roles.has(Role::Open)),
            (Flag::Open, marks.has(Mark::Open)),
            (Flag::Broken, marks.has(Mark::Broken)),
            (Flag::Cooked, marks.has(Mark::Cooked)),
            (Flag::CanFill, roles.has(Role::Fill)),
            (Flag::Filled, marks.has(Mark::Filled)),
            (Flag::Dirty, marks.has(Mark::Dirty)),
            (Flag::Sliced, marks.has(Mark::Sliced)),
            (Flag::PickedUp, state.held == Some(slot)),
            (Flag::Visible, self.sees(state, slot).is_ok()),
        ] {
            flags.set(flag, Some(value));
        }
        flags
    }
}
