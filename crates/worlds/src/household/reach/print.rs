//! Fingerprints of differences: what changed, as a number that does not depend on the way.
//!
//! Every fact has a number of 128 bits, and a difference is the exclusive or of the facts that came or went; a
//! fact that came and went is there twice and leaves nothing. So the fingerprint of a state follows from
//! that of the state before by the few facts that a step changes. Reference: Zobrist, A new hashing method
//! with application for game playing (1970).

use super::super::scene::Slot;
use super::super::state::{Change, Mark, Memory, State};
use super::super::terms::{ObjectState, Relation, Set, Term};

/// What the changes since `mark` come to.
pub(super) fn print(state: &State, mark: Mark) -> u128 {
    let changes = state.changes(mark);
    let mut found = 0;
    for (at, change) in changes.iter().enumerate() {
        let first = |same: &dyn Fn(&Change) -> bool| !changes[..at].iter().any(same);
        match *change {
            Change::Added(edge) | Change::Removed(edge) => {
                let Slot(from) = edge.from;
                found ^= mixed(1, from, edge.relation.number(), edge.to.0);
            }
            // The first entry of an object has what was before all of them.
            Change::Restated(slot, before) => {
                if first(&|other| matches!(other, Change::Restated(one, _) if *one == slot)) {
                    found ^= looks(slot, before) ^ looks(slot, state.states(slot));
                }
            }
            Change::Remembered(slot, before) => {
                if first(&|other| matches!(other, Change::Remembered(one, _) if *one == slot)) {
                    found ^= recalls(slot, before) ^ recalls(slot, state.memory(slot));
                }
            }
        }
    }
    found
}

fn looks(slot: Slot, states: Set<ObjectState>) -> u128 {
    let bits = states.iter().fold(0, |bits, one| bits | 1 << one.number());
    mixed(2, slot.0, 0, bits)
}

fn recalls(slot: Slot, memory: Option<Memory>) -> u128 {
    memory.map_or(0, |(place, relation)| mixed(3, slot.0, relation.number(), place.0))
}

/// A number of its own for each fact: tag, object (20 bits), word, object or set (32 bits).
fn mixed(tag: u64, one: u32, word: u32, other: u32) -> u128 {
    debug_assert!(word < Relation::ALL.len() as u32, "a relation");
    let key = tag << 56 | u64::from(word) << 52 | u64::from(one) << 32 | u64::from(other);
    u128::from(mix(key ^ 0x243f_6a88_85a3_08d3)) << 64
        | u128::from(mix(key ^ 0x1319_8a2e_0370_7344))
}

/// Reference: Steele, Lea and Flood, Fast splittable pseudorandom number generators (OOPSLA 2014).
fn mix(key: u64) -> u64 {
    let key = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ key >> 31
}
