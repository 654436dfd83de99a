//! Where things come to lie: spots on surfaces and in containers, the hand, the floor.

use super::body::{Body, squared};
use super::kinds::{Role, Roles};
use super::room::Room;
use super::state::{Mark, State};
use std::sync::Arc;

/// The distance of the spots that are tried, in millimetres.
const RASTER: i32 = 50;
/// How far in front of the agent, and how high, it carries what it holds.
const CARRIED: (i32, i32) = (300, 1000);
/// How far the bottom of a thing may be from the top of what bears it: see `vocabulary`, `ontop`.
const RESTS: i32 = 80;

/// The direction of a quarter turn, `[x, z]`.
pub(super) fn ahead(quarter: u8) -> [i32; 2] {
    [[0, 1], [1, 0], [0, -1], [-1, 0]][quarter as usize % 4]
}

/// A free spot for the bottom of `slot` in or on `parent`: the one nearest to `from`, or to the
/// middle; none if there is none.
pub(super) fn spot(
    state: &State,
    slot: u32,
    parent: u32,
    inside: bool,
    from: Option<[i32; 2]>,
) -> Option<[i32; 3]> {
    let (body, outer) = (state.item(slot).body, state.item(parent).body);
    let ([width, height, depth], [x, _, z]) = (body.size(), outer.middle());
    let y = if inside { outer.low[1] } else { outer.high[1] };
    let [room_x, room_y, room_z] = outer.size();
    if width > room_x || depth > room_z || (inside && height > room_y) {
        return None;
    }
    let from = from.unwrap_or([x, z]);
    let own = |other: u32| other == slot || other == parent || state.carries(slot, other);
    let others: Vec<Body> = state
        .slots()
        .filter(|&other| !own(other) && state.carries(parent, other) && state.held != Some(other))
        .map(|other| state.item(other).body)
        .collect();
    let (slack_x, slack_z) = ((room_x - width) / 2 / RASTER, (room_z - depth) / 2 / RASTER);
    let mut best: Option<(i64, [i32; 3])> = None;
    for i in -slack_x..=slack_x {
        for k in -slack_z..=slack_z {
            let at = [x + i * RASTER, y, z + k * RASTER];
            let far = squared([at[0], at[2]], from);
            if best.is_some_and(|(nearest, _)| nearest <= far) {
                continue;
            }
            let there = body.standing_at(at);
            if !others.iter().any(|other| other.overlaps(&there)) {
                best = Some((far, at));
            }
        }
    }
    best.map(|(_, at)| at)
}

/// What a thing that nothing is said of lies on, by where it is: the highest surface just below it.
pub(super) fn bearer(state: &State, slot: u32, roles: &[Roles]) -> Option<u32> {
    let body = state.item(slot).body;
    let [x, _, z] = body.middle();
    let below = |other: &u32| {
        let top = state.item(*other).body;
        *other != slot
            && roles[*other as usize].has(Role::Surface)
            && top.covers([x, z])
            && (body.low[1] - top.high[1]).abs() <= RESTS
            && !state.carries(slot, *other)
    };
    // Of equally high ones the first.
    state
        .slots()
        .filter(below)
        .max_by_key(|&other| (state.item(other).body.high[1], std::cmp::Reverse(other)))
}

/// Takes a thing into the hand, with all that is in or on it.
pub(super) fn take(room: &Room, state: &mut State, slot: u32) {
    let item = state.item_mut(slot);
    (item.parent, item.inside) = (None, false);
    state.held = Some(slot);
    carry(room, state);
}

/// What a thing would be in if it came to where the agent carries things: a wall, or something that never moves
/// and does not bear it. What is open has its inside there.
pub(super) fn clash(room: &Room, state: &State, slot: u32) -> Option<Arc<str>> {
    let there = state.item(slot).body.standing_at(hand(room, state));
    if room.walls().iter().any(|wall| wall.overlaps(&there)) {
        return Some("a wall".into());
    }
    let solid = |other: &u32| {
        let roles = room.roles(*other);
        !roles.has(Role::Grab)
            && !roles.has(Role::Room)
            && !state.carries(*other, slot)
            && !state.item(*other).marks.has(Mark::Open)
            && state.item(*other).body.overlaps(&there)
    };
    state.slots().find(solid).map(|other| room.name(other).clone())
}

/// Where the bottom of what is held is.
fn hand(room: &Room, state: &State) -> [i32; 3] {
    let ([x, z], [dx, dz]) = (room.spot(state.agent.cell), ahead(state.agent.quarter));
    let (far, high) = CARRIED;
    [x + dx * far, high, z + dz * far]
}

/// Moves what is held to where the agent carries it.
pub(super) fn carry(room: &Room, state: &mut State) {
    let Some(slot) = state.held else { return };
    state.stand(slot, hand(room, state));
}

/// Sets what is held down in or on something, at a spot found before.
pub(super) fn set(state: &mut State, slot: u32, parent: u32, inside: bool, at: [i32; 3]) {
    state.held = None;
    state.stand(slot, at);
    let item = state.item_mut(slot);
    (item.parent, item.inside) = (Some(parent), inside);
}

/// Lets what is held fall: on the highest surface below it, else to the floor.
pub(super) fn fall(room: &Room, state: &mut State, slot: u32) {
    state.held = None;
    let body = state.item(slot).body;
    let [x, _, z] = body.middle();
    let below = |other: &u32| {
        let top = state.item(*other).body;
        *other != slot
            && !state.carries(slot, *other)
            && room.roles(*other).has(Role::Surface)
            && top.covers([x, z])
            && top.high[1] <= body.low[1]
    };
    let bearer = state
        .slots()
        .filter(below)
        .max_by_key(|&other| (state.item(other).body.high[1], std::cmp::Reverse(other)));
    let y = bearer.map_or(0, |on| state.item(on).body.high[1]);
    state.stand(slot, [x, y, z]);
    let item = state.item_mut(slot);
    (item.parent, item.inside) = (bearer, false);
}
