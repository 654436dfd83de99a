//! What happens by itself while an action is done: heat, cold, water.
//!
//! Each action takes one unit of time; one that is refused takes none. In this order, in each unit:
//!
//! 1. a source of heat that is switched on is hot itself, and heats what is on it, or shut in it if it opens;
//!    a source of cold cools what is shut in it;
//! 2. what was heated (cooled) for [`TAKES`] units without a break is hot (cold), and food is cooked;
//!    it stays so for [`LASTS`] units after that;
//! 3. water that runs fills and cleans what is in or on its source, and in the basins next to it; a
//!    machine that brews only fills.
//!
//! Everything happens by the conditions before the unit, so the order of objects does not matter.

use super::body::Body;
use super::kinds::Role;
use super::room::Room;
use super::state::{Mark, State};
use crate::trajectory::Temperature;

/// How many units it takes to heat or cool something through.
pub const TAKES: u8 = 3;
/// How many units something stays hot or cold by itself.
pub const LASTS: u8 = 10;
/// How far from a tap its basin may be, in millimetres.
const TAP: i32 = 300;

/// Lets one unit of time pass.
pub(super) fn pass(room: &Room, state: &mut State) {
    let before = state.clone();
    let heats = |slot: u32| room.roles(slot).has(Role::Heat) && is_on(room, &before, slot);
    let cools = |slot: u32| room.roles(slot).has(Role::Cool);
    for slot in before.slots() {
        let within = |source: u32| {
            let opens = room.roles(source).has(Role::Open);
            let open = before.item(source).marks.has(Mark::Open);
            // What lies on a closed oven is not in it.
            let reached = !opens || (!open && is_inside(&before, source, slot));
            reached && before.carries(source, slot) && before.held != Some(source)
        };
        let toward = if heats(slot) || before.slots().any(|source| heats(source) && within(source))
        {
            Some(Temperature::Hot)
        } else if before.slots().any(|source| cools(source) && within(source)) {
            Some(Temperature::Cold)
        } else {
            None
        };
        let needs = if heats(slot) { 1 } else { TAKES };
        let cooks = room.roles(slot).has(Role::Cook);
        let item = state.item_mut(slot);
        if let Some(to) = toward {
            item.exposed = item.exposed.saturating_add(1).min(TAKES);
            if item.exposed >= needs {
                (item.temperature, item.lasts) = (to, LASTS);
            }
        } else {
            item.exposed = 0;
            item.lasts = item.lasts.saturating_sub(1);
            if item.lasts == 0 {
                item.temperature = Temperature::Room;
            }
        }
        if cooks && item.temperature == Temperature::Hot {
            item.marks.set(Mark::Cooked, true);
        }
    }
    for source in before.slots().filter(|&slot| is_on(room, &before, slot)) {
        let roles = room.roles(source);
        if !roles.has(Role::Water) && !roles.has(Role::Brew) {
            continue;
        }
        let tap = before.item(source).body;
        let basin = |slot: &u32| {
            let near = gap(&tap, &before.item(*slot).body) <= TAP;
            roles.has(Role::Water) && room.roles(*slot).has(Role::Contain) && near
        };
        let basins: Vec<u32> = before.slots().filter(basin).chain([source]).collect();
        for slot in before.slots() {
            if !basins
                .iter()
                .any(|&basin| before.carries(basin, slot) && !shut(room, &before, basin))
            {
                continue;
            }
            let fill = room.roles(slot).has(Role::Fill);
            let marks = &mut state.item_mut(slot).marks;
            if fill && !marks.has(Mark::Broken) {
                marks.set(Mark::Filled, true);
            }
            if roles.has(Role::Water) {
                marks.set(Mark::Dirty, false);
            }
        }
    }
}

/// Whether a source works: switched on, or without a switch.
fn is_on(room: &Room, state: &State, slot: u32) -> bool {
    let marks = state.item(slot).marks;
    marks.has(Mark::On) || !room.roles(slot).has(Role::Switch)
}

/// Whether water from outside does not get in.
fn shut(room: &Room, state: &State, basin: u32) -> bool {
    let (roles, marks) = (room.roles(basin), state.item(basin).marks);
    roles.has(Role::Open) && !marks.has(Mark::Open) && !roles.has(Role::Water)
}

/// Whether `inner` is within `outer` at some depth, rather than on it.
pub(super) fn is_inside(state: &State, outer: u32, inner: u32) -> bool {
    let mut at = inner;
    loop {
        let item = state.item(at);
        match item.parent {
            Some(parent) if parent == outer => return item.inside,
            Some(parent) => at = parent,
            None => return false,
        }
    }
}

/// The distance of two boxes seen from above, the larger of both axes.
fn gap(a: &Body, b: &Body) -> i32 {
    [0, 2]
        .map(|axis| (b.low[axis] - a.high[axis]).max(a.low[axis] - b.high[axis]).max(0))
        .into_iter()
        .max()
        .unwrap_or_default()
}
